//! Scales: where on a chart a value goes.

/// A mapping of values to positions along an axis.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    kind: Kind,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Linear,
    /// By the logarithm; zero, which has none, goes to `low`.
    Log,
}

/// Where zero goes on a logarithmic scale of counts.
pub const ZERO: f64 = 0.3;

impl Scale {
    /// Values from `low` to `high` evenly.
    pub fn linear(low: f64, high: f64) -> Scale {
        let high = if high > low { high } else { low + 1.0 };
        Scale { kind: Kind::Linear, low, high, from: 0.0, to: 1.0 }
    }

    /// Positive values by their logarithm, widened to powers of ten. With a `low`
    /// of 0 the scale begins with zero, then 1.
    pub fn log(low: f64, high: f64) -> Scale {
        let decade = |value: f64, round: fn(f64) -> f64| 10_f64.powf(round(value.log10()));
        let low = if low < 1.0 { ZERO } else { decade(low, f64::floor) };
        let high = decade(high.max(1.0), f64::ceil);
        let high = if high > low { high } else { 10.0 * low.max(1.0) };
        Scale { kind: Kind::Log, low, high, from: 0.0, to: 1.0 }
    }

    /// Shares from `low`, a power of ten below 1, to 1, by their logarithm.
    pub fn log_share(low: f64) -> Scale {
        let low = 10_f64.powf(low.log10().floor());
        Scale { kind: Kind::Log, low, high: 1.0, from: 0.0, to: 1.0 }
    }

    /// The same values along another stretch.
    pub fn along(self, from: f64, to: f64) -> Scale {
        Scale { from, to, ..self }
    }

    /// The position of a value; one outside the scale goes to its end.
    pub fn at(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let share = match self.kind {
            Kind::Linear => (value - self.low) / (self.high - self.low),
            Kind::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        self.from + share * (self.to - self.from)
    }

    /// At most about `wanted` round values on the scale.
    pub fn ticks(&self, wanted: usize) -> Vec<f64> {
        match self.kind {
            Kind::Linear => {
                let rough = (self.high - self.low) / wanted.max(1) as f64;
                let decade = 10_f64.powf(rough.log10().floor());
                let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * decade);
                let step = step.into_iter().find(|&step| step >= rough).unwrap_or(rough);
                let first = (self.low / step).ceil() as i64;
                let last = (self.high / step + 1e-9).floor() as i64;
                (first..=last).map(|tick| tick as f64 * step).collect()
            }
            Kind::Log => {
                let zero = self.low == ZERO;
                let first = if zero { 0 } else { self.low.log10().round() as i32 };
                let last = self.high.log10().round() as i32;
                let step = ((last - first) as usize / wanted.max(1) + 1).max(1);
                let decades = (first..=last).step_by(step).map(|power| 10_f64.powi(power));
                zero.then_some(0.0).into_iter().chain(decades).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_run_from_end_to_end() {
        let scale = Scale::log(120.0, 45_000.0).along(0.0, 300.0);
        assert_eq!([100.0, 1e5, 1e9].map(|value| scale.at(value).round()), [0.0, 300.0, 300.0]);
        assert_eq!(scale.ticks(5), [1e2, 1e3, 1e4, 1e5]);
        let scale = Scale::linear(17.0, 40.0).along(100.0, 0.0);
        assert_eq!([17.0, 40.0].map(|value| scale.at(value)), [100.0, 0.0]);
        assert_eq!(scale.ticks(5), [20.0, 25.0, 30.0, 35.0, 40.0]);
    }

    #[test]
    fn zero_has_a_place_of_its_own() {
        let scale = Scale::log(0.0, 900.0).along(0.0, 1.0);
        assert_eq!(scale.at(0.0), 0.0);
        assert!(scale.at(1.0) > 0.1);
        assert_eq!(scale.ticks(9), [0.0, 1.0, 10.0, 100.0, 1000.0]);
    }
}
