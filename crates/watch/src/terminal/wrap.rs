//! Breaking texts into lines.

/// Wraps a text to lines of `width` characters between words, or within words that are longer, with all lines but
/// the first indented.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    const INDENT: &str = "  ";
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in text.split(' ') {
        let mut word = word;
        let size = word.chars().count();
        let is_first = lines.last().is_some_and(|line| line.trim().is_empty());
        if !is_first && length + 1 + size > width {
            lines.push(INDENT.to_owned());
            length = INDENT.len();
        } else if !is_first {
            lines.last_mut().expect("there is a line").push(' ');
            length += 1;
        }
        loop {
            let room = width.saturating_sub(length).max(1);
            let end = word.char_indices().nth(room).map_or(word.len(), |(at, _)| at);
            let (part, rest) = word.split_at(end);
            lines.last_mut().expect("there is a line").push_str(part);
            length += part.chars().count();
            if rest.is_empty() {
                break;
            }
            word = rest;
            lines.push(INDENT.to_owned());
            length = INDENT.len();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn long_texts_are_wrapped_between_words() {
        assert_eq!(wrapped("a bb ccc", 5), ["a bb", "  ccc"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("abcd ij", 4), ["abcd", "  ij"]);
    }

    #[test]
    fn words_that_are_too_long_are_broken() {
        assert_eq!(wrapped("ab abcdefgh", 5), ["ab", "  abc", "  def", "  gh"]);
    }

    proptest! {
        #[test]
        fn lines_fit_and_nothing_is_lost(text in "[a-zé,. ]{0,80}", width in 4_usize..30) {
            let lines = wrapped(&text, width);
            let plain = |text: &str| text.replace(' ', "");
            prop_assert_eq!(plain(&lines.concat()), plain(&text));
            for line in lines {
                prop_assert!(line.trim_end().chars().count() <= width, "{line:?}");
            }
        }
    }
}
