//! Parts of sentences.

/// A number with its noun: `1 animal`, `2 animals`.
pub fn counted(number: impl Into<u64>, noun: &str) -> String {
    let number = number.into();
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The plural of a noun, for example of the name of a species.
///
/// ```
/// use terrarium_input::wording::plural;
///
/// let nouns = ["hare", "wolf", "lynx", "deer", "canary", "red ant", "K9"];
/// assert_eq!(nouns.map(plural), ["hares", "wolves", "lynxes", "deer", "canaries", "red ants", "K9s"]);
/// ```
pub fn plural(noun: &str) -> String {
    const EQUAL: [&str; 8] = ["deer", "sheep", "fish", "bison", "moose", "elk", "swine", "grass"];
    const IRREGULAR: [(&str, &str); 4] =
        [("mouse", "mice"), ("louse", "lice"), ("goose", "geese"), ("lf", "lves")];
    if EQUAL.iter().any(|equal| noun.ends_with(equal)) {
        return noun.to_owned();
    }
    let stem_of = |end: &str| noun.strip_suffix(end).map(str::to_owned);
    for (end, ends) in IRREGULAR {
        if let Some(stem) = stem_of(end) {
            return stem + ends;
        }
    }
    let is_after_consonant = |stem: &String| !stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    if let Some(stem) = stem_of("y").filter(is_after_consonant).filter(|it| !it.is_empty()) {
        return stem + "ies";
    }
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    format!("{noun}{}", if hisses { "es" } else { "s" })
}

/// A number with three significant digits, or all digits of a whole one.
///
/// ```
/// use terrarium_input::wording::figure;
///
/// let numbers = [0.000_012_34, -0.004_321, 0.25, 7.0, 12.345, 1234.5];
/// assert_eq!(numbers.map(figure), ["1.23e-5", "-0.00432", "0.250", "7", "12.3", "1234"]);
/// ```
pub fn figure(number: f64) -> String {
    /// Below this, zeros after the point are harder to read than an exponent.
    const SMALL: f64 = 1e-4;
    if number.fract() == 0.0 || !number.is_finite() {
        // Zero has no sign.
        return format!("{:.0}", number + 0.0);
    }
    // What rounding makes larger has the digits of the larger number.
    let rounded: f64 = format!("{number:.2e}").parse().unwrap_or(number);
    match rounded.abs() {
        size if size >= 100.0 => format!("{number:.0}"),
        size if size < SMALL => format!("{number:.2e}"),
        size => {
            let decimals = [10.0, 1.0, 0.1, 0.01, 1e-3].iter().filter(|it| size < **it).count() + 1;
            format!("{number:.decimals$}")
        }
    }
}

/// The text with a capital letter first.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Lays out rows in columns, each as wide as its widest cell; `right` selects the right-aligned ones.
pub fn columns(rows: &[Vec<String>], right: impl Fn(usize) -> bool) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let length =
        |row: &Vec<String>, column: usize| row.get(column).map_or(0, |c| c.chars().count());
    let widths: Vec<usize> = (0..count)
        .map(|column| rows.iter().map(|r| length(r, column)).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, &width))| {
                    if right(column) {
                        format!("{cell:>width$}")
                    } else {
                        format!("{cell:<width$}")
                    }
                })
                .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
