//! Texts in the encodings in which programs save them.

use std::string::FromUtf8Error;

/// The text of bytes in UTF-16, which a byte order mark shows or the zero in the first character, or else in
/// UTF-8. A mark is no part of the text.
///
/// ```
/// use terrarium_input::encoding::decode;
///
/// assert_eq!(decode(b"\xFF\xFEa\0\xE9\0".to_vec())?, "aé");
/// assert_eq!(decode("\u{FEFF}aé".into())?, "aé");
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
///
/// # Errors
/// When it is neither.
pub fn decode(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    let units = |of: fn([u8; 2]) -> u16, bytes: &[u8]| {
        let units: Vec<u16> = bytes.as_chunks().0.iter().map(|pair| of(*pair)).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes[..] {
        [0xFF, 0xFE, ref rest @ ..] => Ok(units(u16::from_le_bytes, rest)),
        [0xFE, 0xFF, ref rest @ ..] => Ok(units(u16::from_be_bytes, rest)),
        [first, 0, ..] if first != 0 => Ok(units(u16::from_le_bytes, &bytes)),
        [0, second, ..] if second != 0 => Ok(units(u16::from_be_bytes, &bytes)),
        _ => String::from_utf8(bytes).map(without_byte_order_mark),
    }
}

/// The text without the byte order mark that some editors put before it.
pub fn without_byte_order_mark(text: String) -> String {
    text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)
}
