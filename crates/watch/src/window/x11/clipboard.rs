//! The text of the clipboard, which the program that has it sends on request.

use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyError};
use x11rb::protocol::xproto::{ConnectionExt, SelectionNotifyEvent, Timestamp};
use x11rb::rust_connection::RustConnection;

/// The longest text that is taken, in units of four bytes: many times the length of a link. Longer ones would come in
/// pieces.
const MOST: u32 = 1 << 16;

/// The atoms that a request for the text takes.
#[derive(Debug, Clone, Copy)]
pub struct Clipboard {
    selection: u32,
    text: u32,
    /// The property of the window that receives the text.
    property: u32,
}

impl Clipboard {
    pub fn new(connection: &RustConnection) -> Result<Self, ReplyError> {
        let atom = |name| super::atom(connection, name);
        Ok(Self {
            selection: atom("CLIPBOARD")?,
            text: atom("UTF8_STRING")?,
            property: atom("TERRARIUM_CLIPBOARD")?,
        })
    }

    /// Asks for the text. An event follows.
    pub fn ask(
        &self,
        connection: &RustConnection,
        window: u32,
        time: Timestamp,
    ) -> Result<(), ConnectionError> {
        connection.convert_selection(window, self.selection, self.text, self.property, time)?;
        connection.flush()
    }

    /// The text that was asked for; empty if there is none, or if it is too long.
    pub fn text(
        &self,
        connection: &RustConnection,
        event: &SelectionNotifyEvent,
    ) -> Result<String, ReplyError> {
        if event.property != self.property {
            return Ok(String::new());
        }
        let any = x11rb::NONE;
        let window = event.requestor;
        let reply = connection.get_property(true, window, self.property, any, 0, MOST)?.reply()?;
        let is_whole = reply.type_ == self.text && reply.bytes_after == 0;
        let text = is_whole.then(|| String::from_utf8_lossy(&reply.value).into_owned());
        Ok(text.unwrap_or_default())
    }
}
