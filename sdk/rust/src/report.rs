//! Failing a turn with a reason.

use crate::host::abort;
use core::fmt::{self, Write};

/// The maximum length of a message, in bytes. The place after it always fits: a reason has at most
/// 200 characters.
const MESSAGE_LENGTH: usize = 120;

/// One line of text; what does not fit is cut off.
struct Line {
    bytes: [u8; 200],
    length: usize,
    limit: usize,
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            let end = self.length + character.len_utf8();
            if end > self.limit {
                return Err(fmt::Error);
            }
            character.encode_utf8(&mut self.bytes[self.length..end]);
            self.length = end;
        }
        Ok(())
    }
}

/// Fails the turn with the message and the place of a panic.
#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    let mut line = Line { bytes: [0; 200], length: 0, limit: MESSAGE_LENGTH };
    // What is too long is cut off.
    let _ = write!(line, "{}", info.message());
    line.limit = line.bytes.len();
    if let Some(place) = info.location() {
        let (file, row, column) = (place.file(), place.line(), place.column());
        let _ = write!(line, " in {file} (line {row}, column {column})");
    }
    abort(core::str::from_utf8(&line.bytes[..line.length]).unwrap_or_default())
}
