//! Numbers as people read them: durations, counts, shares, and bounds.

use crate::table::survey::Quantile;

/// Nanoseconds with at most three digits and a unit.
pub fn duration(ns: u64) -> String {
    let units = [(1, "ns"), (1_000, "µs"), (1_000_000, "ms"), (1_000_000_000, "s")];
    match ns {
        ..1_000 => format!("{ns} ns"),
        1_000..3_600_000_000_000 => {
            let fits = |(unit, _): &&(u64, &str)| ns >= *unit;
            let (unit, name) = units.iter().rev().find(fits).expect("1 ns fits");
            format!("{} {name}", three_digits(ns as f64 / *unit as f64))
        }
        _ => format!("{} h", three_digits(ns as f64 / 3.6e12)),
    }
}

fn three_digits(value: f64) -> String {
    match value {
        ..9.995 => format!("{value:.2}"),
        ..99.95 => format!("{value:.1}"),
        ..9999.5 => format!("{value:.0}"),
        _ => count(value.round() as u64),
    }
}

/// A count with its thousands apart.
pub fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count in few letters, for an axis: `10`, `100k`, `1M`.
pub fn short_count(count: f64) -> String {
    let units = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match units.iter().find(|&&(unit, _)| count >= unit) {
        Some((unit, name)) => format!("{}{name}", count / unit),
        None => format!("{count}"),
    }
}

/// A duration in few letters, for an axis of powers of ten.
pub fn short_duration(ns: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];
    let (unit, name) = units.iter().find(|&&(unit, _)| ns >= unit).unwrap_or(&units[3]);
    format!("{} {name}", ns / unit)
}

/// A share as a percentage: what is not nothing is never shown as 0, and what is
/// not all never as 100.
pub fn share(part: u64, whole: u64) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    match part {
        0 => "0 %".into(),
        _ if part == whole => "100 %".into(),
        _ if percent < 0.05 => "< 0.1 %".into(),
        _ if percent > 99.95 => "> 99.9 %".into(),
        _ => format!("{percent:.1} %"),
    }
}

/// A quantile that may be only a lower bound, and may be missing.
pub fn quantile(quantile: Option<Quantile>, show: impl Fn(u64) -> String) -> String {
    match quantile {
        None => "–".into(),
        Some(Quantile::Exactly(value)) => show(value),
        Some(Quantile::AtLeast(value)) => format!("≥ {}", show(value)),
    }
}

/// Bytes with a unit.
pub fn bytes(bytes: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match units.iter().find(|&&(unit, _)| bytes >= unit) {
        Some(&(unit, name)) => format!("{} {name}", three_digits(bytes as f64 / unit as f64)),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits() {
        let shown = [7, 5_310, 12_345_678, 1_500_000_000, 7_200_000_000_000].map(duration);
        assert_eq!(shown, ["7 ns", "5.31 µs", "12.3 ms", "1.50 s", "2.00 h"]);
    }

    #[test]
    fn shares_never_round_to_nothing_or_all() {
        assert_eq!(share(0, 10), "0 %");
        assert_eq!(share(10, 10), "100 %");
        assert_eq!(share(1, 1_000_000), "< 0.1 %");
        assert_eq!(share(999_999, 1_000_000), "> 99.9 %");
        assert_eq!(share(1, 3), "33.3 %");
    }

    #[test]
    fn counts_and_bounds() {
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(short_count(1e5), "100k");
        assert_eq!(quantile(Some(Quantile::AtLeast(1_000)), count), "≥ 1,000");
    }
}
