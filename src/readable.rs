//! Readable numbers: durations, counts, shares, bytes, and lower bounds, as people read
//! them. The one home of units and digits.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The last second of the year 9999, from 1970.
const LAST_SECOND: Duration = Duration::from_secs(253_402_300_799);

const TIMES: [(f64, &str); 5] = [(3.6e12, "h"), (1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];
const SIZES: [(f64, &str); 4] = [
    ((1_u64 << 30) as f64, "GiB"),
    ((1 << 20) as f64, "MiB"),
    ((1 << 10) as f64, "KiB"),
    (1.0, "bytes"),
];

/// A number of things, in words: `1 unit`, `2 units`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A path as one types it in a shell.
pub fn in_shell(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    // It would be taken for an option, whatever its quotes.
    let here = if bytes.starts_with(b"-") { "./" } else { "" };
    let is_plain = |c: char| c.is_alphanumeric() || "_-./+=:,@%".contains(c);
    match path.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(is_plain) => format!("{here}{text}"),
        Some(text) if !text.chars().any(is_steering) => {
            format!("'{here}{}'", text.replace('\'', r"'\''"))
        }
        _ => {
            let escaped: String = escape(bytes).collect();
            format!("$'{here}{}'", escaped.replace('\'', r"\'"))
        }
    }
}

/// A time of the system's clock as one that can be written as a date: of the years 1970 to
/// 9999, to which a clock that is wrong is not kept.
pub fn datable(time: SystemTime) -> SystemTime {
    time.clamp(UNIX_EPOCH, UNIX_EPOCH + LAST_SECOND)
}

/// Nanoseconds with three digits and a unit: `406 ns`, `5.31 µs`, `2.00 h`.
pub fn duration(ns: u64) -> String {
    in_units(ns as f64, &TIMES, 3)
}

/// The same, rounded down and with a sign if it is a lower bound.
pub fn bounded_duration(ns: u64, is_lower_bound: bool) -> String {
    if !is_lower_bound || ns < 1000 {
        return bounded(&duration(ns), is_lower_bound);
    }
    bounded(&in_largest_unit(ns as f64, &TIMES, |value| rounded_down(value, 3)), true)
}

/// Nanoseconds with as few digits as tell them, for an axis: `1 ms`, `50 ms`.
pub fn short_duration(ns: f64) -> String {
    in_units(ns, &TIMES, 1)
}

/// Bytes with three digits and a unit.
pub fn bytes(bytes: u64) -> String {
    in_units(bytes as f64, &SIZES, 3)
}

/// A value in the largest unit, of these in falling order, that it is one of.
fn in_units(value: f64, units: &[(f64, &str)], digits: usize) -> String {
    let digits = if value < units[units.len() - 2].0 { 0 } else { digits };
    in_largest_unit(value, units, |value| significant(value, digits))
}

fn in_largest_unit(value: f64, units: &[(f64, &str)], show: impl FnOnce(f64) -> String) -> String {
    let fits = units.iter().position(|&(unit, _)| value >= unit).unwrap_or(units.len() - 1);
    let (unit, name) = units[fits];
    format!("{} {name}", show(value / unit))
}

/// A positive number with so many significant digits, its whole part always whole.
fn significant(value: f64, digits: usize) -> String {
    match decimals(value, digits) {
        0 => count(value.round() as u64),
        decimals => format!("{value:.decimals$}"),
    }
}

/// A positive number with so many significant digits, rounded down.
pub fn rounded_down(value: f64, digits: usize) -> String {
    let text = format!("{value:e}");
    let exponent = text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok());
    let decimals = usize::try_from(digits as i64 - 1 - exponent.unwrap_or(0)).unwrap_or(0);
    let unit = 10_f64.powi(decimals as i32);
    // What a division made a little less is meant whole.
    let whole = (value * unit + 1e-6).floor();
    if decimals == 0 { count(whole as u64) } else { format!("{:.decimals$}", whole / unit) }
}

/// The decimals with which a number has so many significant digits.
pub fn decimals(value: f64, digits: usize) -> usize {
    // As it is written after rounding: 9.995 has two digits before its point.
    let rounded = format!("{value:.*e}", digits.saturating_sub(1));
    let exponent = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse().ok());
    usize::try_from(digits as i64 - 1 - exponent.unwrap_or(0)).unwrap_or(0)
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

/// A share as a percentage, rounded down and with a sign if it is a lower bound.
pub fn bounded_share(part: u64, whole: u64, is_lower_bound: bool) -> String {
    let tenths = 1000 * u128::from(part) / u128::from(whole.max(1));
    match (is_lower_bound && part != 0 && part != whole, tenths) {
        (false, _) => bounded(&share(part, whole), is_lower_bound),
        (true, 0) => "> 0 %".into(),
        (true, _) => bounded(&format!("{}.{} %", tenths / 10, tenths % 10), true),
    }
}

/// A number that may be only a lower bound, and is not above it as it is written.
pub fn bounded(number: &str, is_lower_bound: bool) -> String {
    if is_lower_bound { format!("≥ {number}") } else { number.to_owned() }
}

/// What [`bounded`]'s sign says.
pub const BOUND: &str = "≥: some puzzles reached the limit; the true value may be higher";

/// The same of applications, of which a puzzle may have more than its column counts.
pub const BEYOND_COUNT: &str = "≥ of applications: of a puzzle at most 65535 of each strategy are \
                                counted; the true value may be higher";

/// What the times of a solver are that takes up to so many puzzles together.
pub fn batched(solver: &str, batch: u32) -> String {
    format!(
        "{solver}: each time is the mean of a batch of up to {batch} puzzles, not a single \
         puzzle's; so are medians, p95 and comparisons"
    )
}

/// Bytes as text without control characters: they become `\\xNN`, like what is not UTF-8; a
/// backslash becomes two, so that nothing is lost.
pub fn escape(bytes: &[u8]) -> impl Iterator<Item = String> {
    let hexadecimal = |bytes: &[u8]| bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect();
    let escaped = move |character: char| match character {
        '\\' => "\\\\".into(),
        c if is_steering(c) => hexadecimal(c.encode_utf8(&mut [0; 4]).as_bytes()),
        c => c.to_string(),
    };
    bytes.utf8_chunks().flat_map(move |chunk| {
        let invalid = chunk.invalid().iter().map(move |&byte| hexadecimal(&[byte]));
        chunk.valid().chars().map(escaped).chain(invalid)
    })
}

/// Whether a character changes how others are shown: control characters, those that end a line,
/// and those that turn the direction of writing.
fn is_steering(c: char) -> bool {
    let steers = ['\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}'];
    c.is_control()
        || steers.contains(&c)
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c)
}

/// Text as a terminal may show it: control characters, but for those kept, become `\\xNN`.
pub fn printable(text: &str, kept: &[char]) -> String {
    let is_shown = |c: char| !is_steering(c) || kept.contains(&c);
    let shown = |c: char| match is_shown(c) {
        true => c.to_string(),
        false => escape(c.encode_utf8(&mut [0; 4]).as_bytes()).collect(),
    };
    text.chars().map(shown).collect()
}

/// Numbers in rising order as ranges: `0-3, 7`.
pub fn to_ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(u64::to_string).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits() {
        let ns = [0, 7, 999, 5_310, 9_996, 12_345_678, 999_900, 1_500_000_000, 7_200_000_000_000];
        let shown = [
            "0 ns",
            "7 ns",
            "999 ns",
            "5.31 µs",
            "10.0 µs",
            "12.3 ms",
            "1,000 µs",
            "1.50 s",
            "2.00 h",
        ];
        assert_eq!(ns.map(duration), shown);
        assert_eq!(duration(3_000_000_000_000), "3,000 s");
        assert_eq!([1e4, 2e5, 1e9, 1.0].map(short_duration), ["10 µs", "200 µs", "1 s", "1 ns"]);
        assert_eq!([7, 2048, 5 << 20].map(bytes), ["7 bytes", "2.00 KiB", "5.00 MiB"]);
    }

    /// A shell reads the name that is meant.
    #[test]
    fn names_can_be_pasted() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;
        for (name, shown) in [
            (&b"runs/a"[..], "runs/a"),
            (b"-x", "./-x"),
            (b"-x y", "'./-x y'"),
            (b"it's", r"'it'\''s'"),
            (b"a\nb'\\\xff1", r"$'a\x0ab\'\\\xff1'"),
            (b"", "''"),
        ] {
            assert_eq!(in_shell(Path::new(OsStr::from_bytes(name))), shown);
            let printed = format!("printf %s {shown}");
            let printed = std::process::Command::new("bash").args(["-c", &printed]).output();
            let read = printed.unwrap().stdout;
            assert_eq!(read.strip_prefix(b"./").unwrap_or(&read), name);
        }
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
    fn a_wrong_clock_has_a_date() {
        let day = Duration::from_secs(86_400);
        for (time, date) in [
            (UNIX_EPOCH - day, "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH + day, "1970-01-02T00:00:00Z"),
            (UNIX_EPOCH + 4_000_000 * day, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(humantime::format_rfc3339_seconds(datable(time)).to_string(), date);
        }
    }

    #[test]
    fn nothing_that_is_printed_moves_a_cursor() {
        assert_eq!(printable("a\u{1b}[2J\u{9b}é\\\n\t", &['\n']), "a\\x1b[2J\\xc2\\x9bé\\\n\\x09");
        assert_eq!(printable("a\u{202e}b", &[]), "a\\xe2\\x80\\xaeb");
        assert_eq!(printable("a\u{2028}b", &[]), "a\\xe2\\x80\\xa8b");
        assert_eq!(escape(b"a\\\x1b\xffz").collect::<String>(), "a\\\\\\x1b\\xffz");
    }

    #[test]
    fn counts_and_bounds() {
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(short_count(1e5), "100k");
        assert_eq!(bounded("1,000", true), "≥ 1,000");
        let ns = [999, 1_236, 9_996, 1_150_000, 999_900, 7_230_000_000_000];
        let least = ["≥ 999 ns", "≥ 1.23 µs", "≥ 9.99 µs", "≥ 1.15 ms", "≥ 999 µs", "≥ 2.00 h"];
        assert_eq!(ns.map(|ns| bounded_duration(ns, true)), least);
        assert_eq!(bounded_duration(1_236, false), "1.24 µs");
        let least = [(0, 9), (1, 2_000), (2, 3), (9_999, 10_000), (7, 10), (9, 9)];
        let least = least.map(|(part, whole)| bounded_share(part, whole, true));
        assert_eq!(least, ["≥ 0 %", "> 0 %", "≥ 66.6 %", "≥ 99.9 %", "≥ 70.0 %", "≥ 100 %"]);
        assert_eq!(bounded_share(2, 3, false), "66.7 %");
        let ratios = [0.954, 1.04, 12.3, 123.0, 1230.0, 0.000_123].map(|n| rounded_down(n, 3));
        assert_eq!(ratios, ["0.954", "1.04", "12.3", "123", "1,230", "0.000123"]);
    }

    #[test]
    fn ranges_are_short() {
        assert_eq!(to_ranges(&[]), "");
        assert_eq!(to_ranges(&[0, 1, 2, 5, 8, 9]), "0-2, 5, 8-9");
    }
}
