//! Charts: SVG with axes, lines, bands and marks.
//!
//! Colours come from the page's style sheet by class, so that a chart follows
//! light, dark and print. Charts are drawn about as wide as a phone, which keeps
//! their letters readable there; wider screens show several side by side.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::scale::Scale;

/// The drawing area of a chart and its axes.
pub struct Chart {
    width: f64,
    height: f64,
    x: Scale,
    y: Scale,
    drawn: Vec<Markup>,
}

/// Room around the drawing area.
const BELOW: f64 = 38.0;
const RIGHT: f64 = 14.0;
const ABOVE: f64 = 10.0;

/// The size of a chart, and how much of its width the labels of the y axis take.
#[derive(Clone, Copy)]
pub struct Size {
    /// Width, in pixels on a phone.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Room on the left.
    pub left: f64,
}

/// What an axis says.
#[derive(Clone)]
pub struct Axis {
    /// The values.
    pub scale: Scale,
    /// What they are, with their unit.
    pub title: String,
    /// Values that are named, and their names.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis with about this many ticks, named by `show`.
    pub fn new(title: &str, scale: Scale, ticks: usize, show: impl Fn(f64) -> String) -> Axis {
        let ticks = scale.ticks(ticks).into_iter().map(|tick| (tick, show(tick))).collect();
        Axis { scale, title: title.into(), ticks }
    }
}

/// A position with one decimal, which is finer than a screen.
fn at(position: f64) -> String {
    let rounded = (10.0 * position).round() / 10.0;
    format!("{rounded}")
}

fn line(class: &str, [x1, y1, x2, y2]: [f64; 4]) -> Markup {
    html! { line class=(class) x1=(at(x1)) y1=(at(y1)) x2=(at(x2)) y2=(at(y2)) {} }
}

fn label(class: &str, x: f64, y: f64, text: &str) -> Markup {
    html! { text class=(class) x=(at(x)) y=(at(y)) { (text) } }
}

impl Chart {
    /// A chart of this size with two axes.
    pub fn new(size: Size, x: &Axis, y: &Axis) -> Chart {
        let Size { width, height, left } = size;
        let (right, bottom) = (width - RIGHT, height - BELOW);
        let mut chart = Chart {
            width,
            height,
            x: x.scale.along(left, right),
            y: y.scale.along(bottom, ABOVE),
            drawn: Vec::new(),
        };
        for (tick, name) in &x.ticks {
            let place = chart.x.at(*tick);
            chart.drawn.push(line("grid", [place, ABOVE, place, bottom]));
            chart.drawn.push(label("tick middle", place, bottom + 14.0, name));
        }
        for (tick, name) in &y.ticks {
            let place = chart.y.at(*tick);
            chart.drawn.push(line("grid", [left, place, right, place]));
            chart.drawn.push(label("tick end", left - 5.0, place + 3.5, name));
        }
        let middle = left.midpoint(right);
        chart.drawn.push(label("axis middle", middle, height - 6.0, &x.title));
        if !y.title.is_empty() {
            let turn = format!("translate(11 {}) rotate(-90)", at(ABOVE.midpoint(bottom)));
            chart
                .drawn
                .push(html! { g transform=(turn) { (label("axis middle", 0.0, 0.0, &y.title)) } });
        }
        chart
    }

    /// Adds a line through points.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        self.path(class, &self.through(points));
    }

    /// Adds a staircase: each value holds until the next point.
    pub fn steps(&mut self, class: &str, points: &[(f64, f64)]) {
        let corners = points.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
        let corners: Vec<_> = corners.chain(points.last().copied()).collect();
        self.line(class, &corners);
    }

    /// Adds the area between two lines over the same places: `(x, low, high)`.
    pub fn band(&mut self, class: &str, points: &[(f64, f64, f64)]) {
        if points.is_empty() {
            return;
        }
        let there = points.iter().map(|&(x, low, _)| (x, low));
        let back = points.iter().rev().map(|&(x, _, high)| (x, high));
        let outline: Vec<_> = there.chain(back).collect();
        let path = self.through(&outline) + "Z";
        self.path(class, &path);
    }

    /// Adds a dot.
    pub fn dot(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let (x, y) = (at(self.x.at(x)), at(self.y.at(y)));
        self.drawn.push(html! { circle class=(class) r=(radius) cx=(x) cy=(y) {} });
    }

    /// Adds an arrow that says the value is this or more, upwards.
    pub fn open_above(&mut self, class: &str, (x, y): (f64, f64)) {
        let (x, y) = (self.x.at(x), self.y.at(y));
        let [left, right, top, tip] = [x - 3.0, x + 3.0, y - 5.0, y - 8.0].map(at);
        let path = format!("M{},{}V{tip}M{left},{top}L{},{tip}L{right},{top}", at(x), at(y), at(x));
        self.path(class, &path);
    }

    /// Adds an arrow that says the value is this or more, to the right.
    pub fn open_right(&mut self, class: &str, (x, y): (f64, f64)) {
        let (x, y) = (self.x.at(x), self.y.at(y));
        let [back, tip, up, down] = [x + 5.0, x + 9.0, y - 4.0, y + 4.0].map(at);
        let path = format!("M{},{}H{tip}M{back},{up}L{tip},{}L{back},{down}", at(x), at(y), at(y));
        self.path(class, &path);
    }

    fn path(&mut self, class: &str, path: &str) {
        self.drawn.push(html! { path class=(class) d=(path) {} });
    }

    fn through(&self, points: &[(f64, f64)]) -> String {
        let mut path = String::new();
        for (place, &(x, y)) in points.iter().enumerate() {
            let command = if place == 0 { 'M' } else { 'L' };
            let (x, y) = (at(self.x.at(x)), at(self.y.at(y)));
            write!(path, "{command}{x},{y}").expect("a string takes any text");
        }
        path
    }

    /// The chart in a figure, with a name and more words as its caption, described in a
    /// sentence for those who do not see it.
    pub fn figure(self, name: &str, caption: &str, description: &str) -> Markup {
        html! {
            figure {
                figcaption { span { b { (name) } (caption) } }
                svg viewBox=(format!("0 0 {} {}", self.width, self.height)) role="img"
                    aria-label=(description) { @for drawn in &self.drawn { (drawn) } }
            }
        }
    }
}
