//! Lines that hold no puzzle by right: headings, solutions, and the ends of lists.

/// Whether a header or heading calls solutions so.
pub fn is_solution_name(field: &[u8]) -> bool {
    let names = [&b"solution"[..], b"solutions", b"answer", b"answers", b"solved"];
    names.iter().any(|name| field.eq_ignore_ascii_case(name))
}

/// Whether a line of text says of itself that it is a solution: `solution: …`, `"solution": …`, or that one stands
/// below.
pub(super) fn is_solution(content: &[u8]) -> bool {
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    let quote = content.first().filter(|first| is_quote(first));
    let content = &content[usize::from(quote.is_some())..];
    let letters = content.iter().position(|byte| !byte.is_ascii_alphabetic());
    let (name, rest) = content.split_at(letters.unwrap_or(content.len()));
    let rest = match quote {
        None => rest,
        Some(quote) => rest.strip_prefix(&[*quote]).unwrap_or_default(),
    };
    is_solution_name(name) && matches!(rest, [] | [b':' | b'=' | b' ' | b'\t', ..])
}

/// Whether a line says that a solution stands below it: `Solution`, `[Solution]`, `# Solution of No. 2:`.
pub fn is_solution_heading(content: &[u8]) -> bool {
    let words = content.split(|byte| !byte.is_ascii_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    // More digits may be the solution itself.
    let is_title = |word: &[u8]| word.len() < 6 || word.iter().all(u8::is_ascii_alphabetic);
    content.len() < 64 && words.next().is_some_and(is_solution_name) && words.all(is_title)
}

/// Whether a line is a date in digits: `2010-05-03`, `3.5.2010`, `12/05/10`.
pub(super) fn is_date(line: &[u8]) -> bool {
    let Some(&mark) = line.iter().find(|byte| b"-./".contains(byte)) else { return false };
    let parts: Vec<&[u8]> = line.split(|&byte| byte == mark).collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let of_year = match lengths[..] {
        [4, 1 | 2, 1 | 2] => &parts[1..],
        [1 | 2, 1 | 2, 2 | 4] => &parts[..2],
        _ => return false,
    };
    let number = |part: &&[u8]| part.iter().fold(0, |sum, digit| 10 * sum + (digit - b'0'));
    let is_within = |most| move |part: &&[u8]| (1..=most).contains(&number(part));
    parts.iter().all(|part| part.iter().all(u8::is_ascii_digit))
        && of_year.iter().all(is_within(31))
        && of_year.iter().any(is_within(12))
}

/// Whether a line names the puzzle after it, as `Grid 07`, `Easy`, `Level 3:` or a date, begins a section,
/// as `[Puzzle]`, or begins or ends a list.
pub(super) fn is_heading(line: &[u8]) -> bool {
    // A spreadsheet writes the empty cells after a title, too.
    let is_filled = |byte: &u8| !b",; \t".contains(byte);
    let end = line.iter().rposition(is_filled).map_or(line.len(), |last| last + 1);
    let line = &line[..end];
    if is_date(line) {
        return true;
    }
    let section = line.strip_prefix(b"[").and_then(|line| line.strip_suffix(b"]"));
    let section = section.map(|name| name.strip_prefix(b"/").unwrap_or(name));
    if section.is_some_and(|name| name.iter().all(u8::is_ascii_alphabetic)) {
        return true;
    }
    let letters = line.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(letters);
    let is_lower = |others: &[u8]| others.iter().all(u8::is_ascii_lowercase);
    let is_capital = matches!(word, [b'A'..=b'Z', others @ ..] if is_lower(others));
    if is_capital && (3..16).contains(&word.len()) && matches!(rest, [] | [b':']) {
        return true;
    }
    let number = rest.strip_prefix(b".").unwrap_or(rest).trim_ascii();
    let number = number.strip_prefix(b"#").unwrap_or(number);
    let number = number.strip_suffix(b":").unwrap_or(number);
    let is_number = (1..8).contains(&number.len()) && number.iter().all(u8::is_ascii_digit);
    let is_name = |name: &&[u8]| word.eq_ignore_ascii_case(name);
    let is_word = is_capital && (2..16).contains(&word.len());
    let is_named = is_word || [&b"grid"[..], b"puzzle", b"sudoku"].iter().any(is_name);
    let is_labelled = is_word && rest.strip_prefix(b": ").is_some_and(is_label);
    is_named && (is_number || is_numbered_title(rest))
        || is_labelled
        || line == END_OF_FILE
        || line.iter().all(|byte| b"{}[]();,| ".contains(byte))
        || is_list_mark(line)
}

/// What ends a file of DOS.
const END_OF_FILE: &[u8] = b"\x1a";

/// Whether some words or a short number follow a name and a colon: `Difficulty: very easy`,
/// `Rating: 4.5`.
fn is_label(text: &[u8]) -> bool {
    let count = |is: fn(&u8) -> bool| text.iter().filter(|byte| is(byte)).count();
    (1..40).contains(&text.len())
        && count(u8::is_ascii_digit) <= 4
        && count(|byte| *byte == b'.') <= 1
        && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b" .,-'".contains(byte))
}

/// Whether what follows the name of a puzzle is its number and some words: ` 1 (hard)`,
/// ` Nr. 2, difficult`. Digits after the words may be a puzzle.
fn is_numbered_title(rest: &[u8]) -> bool {
    let Some(first) = rest.iter().position(u8::is_ascii_digit) else { return false };
    let (before, number) = rest.split_at(first);
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let words = &number[digits..];
    let is_of_words = |byte: &u8| byte.is_ascii_alphabetic() || b" ,:()-'".contains(byte);
    let has_word = words.windows(3).any(|three| three.iter().all(u8::is_ascii_alphabetic));
    matches!(before, b" " | b". " | b" #" | b" Nr. " | b" No. ")
        && digits < 8
        && words.len() < 64
        && words.first().is_some_and(|first| b" ,:(-".contains(first))
        && words.iter().all(is_of_words)
        && has_word
}

/// Whether a line only begins or ends a list: `puzzles = [`, `{`, `];`.
pub fn is_list_mark(line: &[u8]) -> bool {
    let is_bracket = |byte: &u8| b"{}[]()".contains(byte);
    let is_mark = |byte: &u8| is_bracket(byte) || b";, ".contains(byte);
    // More of them may be a puzzle.
    let digits =
        || line.iter().filter(|byte| byte.is_ascii_digit() || b".*".contains(byte)).count();
    line.iter().all(is_mark) && line.iter().any(is_bracket)
        || matches!(line, [.., b'{' | b'[' | b'(']) && digits() < 12
}
