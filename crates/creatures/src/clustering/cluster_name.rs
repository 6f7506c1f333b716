//! Names of clusters, as geneticists name haplogroups: letters and numbers in turn.

/// The name of a cluster: the `number`-th child, from 0, of the cluster named `parent`.
///
/// Clusters without a parent are `A`, `B`, … `Z`, `AA`, …; their children `A1`, `A2`, …; the children of these `A1a`,
/// `A1b`, …; and so on, so that a name has the names of all ancestors in it.
pub(super) fn name(parent: Option<&str>, number: usize) -> String {
    match parent {
        None => letters(number).to_uppercase(),
        Some(parent) if parent.ends_with(|end: char| end.is_ascii_digit()) => {
            format!("{parent}{}", letters(number))
        }
        Some(parent) => format!("{parent}{}", number + 1),
    }
}

/// Counts in letters: a, b, … z, aa, ab, …
fn letters(mut number: usize) -> String {
    let mut text = Vec::new();
    loop {
        text.push(char::from(b'a' + u8::try_from(number % 26).unwrap_or_default()));
        match (number / 26).checked_sub(1) {
            Some(more) => number = more,
            None => return text.into_iter().rev().collect(),
        }
    }
}
