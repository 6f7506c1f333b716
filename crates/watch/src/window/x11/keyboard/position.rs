//! The signs at the positions of a keyboard of the United States, for keyboards without any Latin layout.

/// The rows of a keyboard, with the first letters of their names; the signs from the left, without and with Shift.
const ROWS: [(&[u8; 2], &str, &str); 4] = [
    (b"AE", "1234567890-=", "!@#$%^&*()_+"),
    (b"AD", "qwertyuiop[]", "QWERTYUIOP{}"),
    (b"AC", "asdfghjkl;'", "ASDFGHJKL:\""),
    (b"AB", "zxcvbnm,./", "ZXCVBNM<>?"),
];

/// The keys beside the rows.
const OTHERS: [(&[u8; 4], char, char); 2] = [(b"TLDE", '`', '~'), (b"BKSL", '\\', '|')];

/// Returns the sign at the position with a name, such as `AD01`, without or with Shift.
pub fn sign_at(name: [u8; 4], shift: bool) -> Option<char> {
    if let Some((_, plain, shifted)) = OTHERS.iter().find(|(other, ..)| **other == name) {
        return Some(if shift { *shifted } else { *plain });
    }
    let [row @ .., tens, ones] = name;
    let (_, plain, shifted) = ROWS.iter().find(|(begin, ..)| **begin == row)?;
    let digits = [tens, ones].map(|digit| char::from(digit).to_digit(10));
    let [Some(tens), Some(ones)] = digits else { return None };
    let signs = if shift { shifted } else { plain };
    signs.chars().nth(usize::try_from(tens * 10 + ones).ok()?.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_the_signs_that_are_printed_on_keys() {
        let cases = [
            (b"AD01", 'q', 'Q'),
            (b"AB10", '/', '?'),
            (b"AC11", '\'', '"'),
            (b"AE12", '=', '+'),
            (b"TLDE", '`', '~'),
        ];
        for (name, plain, shifted) in cases {
            assert_eq!((sign_at(*name, false), sign_at(*name, true)), (Some(plain), Some(shifted)));
        }
        for name in [b"AD00", b"AB11", b"FK01", b"ESC\0", b"ADxx", b"\0\0\0\0"] {
            assert_eq!(sign_at(*name, false), None, "{name:?}");
        }
    }
}
