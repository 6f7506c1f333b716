//! Frames in memory that is shared with the display (the extension MIT-SHM, version 1.2).
//!
//! The display creates the memory and passes a file. Frames are written to that file, so no memory is mapped
//! here. There are two segments: while the display copies one, the next frame is written to the other. A frame is
//! shown by a single request, so no other request of the display sees a part of it.

use std::fs::File;
use std::os::unix::fs::FileExt;

use x11rb::connection::RequestConnection;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::shm::{self, ConnectionExt};
use x11rb::protocol::xproto::{Drawable, Gcontext, ImageFormat};
use x11rb::rust_connection::RustConnection;

/// The segments shared with a display.
pub(super) struct SharedMemory([Option<Segment>; 2]);

struct Segment {
    id: shm::Seg,
    file: File,
    /// Its size in bytes.
    size: u32,
    /// Whether the display has not copied its frame yet.
    is_busy: bool,
}

/// A frame in the form of the display.
pub(super) struct Image<'a> {
    pub width: u16,
    pub height: u16,
    pub bytes: &'a [u8],
}

/// What a frame is drawn on.
pub(super) struct Target {
    pub drawable: Drawable,
    pub context: Gcontext,
    pub depth: u8,
}

impl SharedMemory {
    /// Returns `None` if the display cannot share memory, such as a display on another machine.
    pub fn new(connection: &RustConnection) -> Option<Self> {
        connection.extension_information(shm::X11_EXTENSION_NAME).ok()??;
        let version = connection.shm_query_version().ok()?.reply().ok()?;
        let is_recent = (version.major_version, version.minor_version) >= (1, 2);
        // A display on another machine refuses to create a segment.
        let first = is_recent.then(|| Segment::create(connection, 1 << 16).ok())??;
        Some(Self([Some(first), None]))
    }

    /// Whether a frame can be drawn now.
    pub fn is_ready(&self) -> bool {
        self.0.iter().any(|segment| segment.as_ref().is_none_or(|segment| !segment.is_busy))
    }

    /// Notes that the display has copied the frame of a segment.
    pub fn complete(&mut self, id: shm::Seg) {
        for segment in self.0.iter_mut().flatten().filter(|segment| segment.id == id) {
            segment.is_busy = false;
        }
    }

    /// Draws a frame. Only its rows change on the display, all at once. Without a free segment, nothing is drawn.
    ///
    /// # Errors
    /// If the display refuses a segment, or the connection is lost.
    pub fn draw(
        &mut self,
        connection: &RustConnection,
        target: &Target,
        image: &Image<'_>,
    ) -> Result<(), ReplyOrIdError> {
        let Image { width, height, bytes } = *image;
        let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let is_free = |place: &Option<Segment>| place.as_ref().is_none_or(|it| !it.is_busy);
        let Some(place) = self.0.iter_mut().find(|place| is_free(place)) else { return Ok(()) };
        let large = place.take_if(|segment| segment.size < size);
        if let Some(small) = large {
            connection.shm_detach(small.id)?;
        }
        let segment = match place {
            Some(segment) => segment,
            None => place.insert(Segment::create(connection, size)?),
        };
        let written = segment.file.write_all_at(bytes, 0);
        written.map_err(x11rb::errors::ConnectionError::IoError)?;
        let Target { drawable, context, depth } = *target;
        let format = ImageFormat::Z_PIXMAP.into();
        connection.shm_put_image(
            drawable, context, width, height, 0, 0, width, height, 0, 0, depth, format, true,
            segment.id, 0,
        )?;
        segment.is_busy = true;
        Ok(())
    }
}

impl Segment {
    fn create(connection: &RustConnection, size: u32) -> Result<Self, ReplyOrIdError> {
        use x11rb::connection::Connection;
        let id = connection.generate_id()?;
        let reply = connection.shm_create_segment(id, size, false)?.reply()?;
        Ok(Self { id, file: File::from(reply.shm_fd), size, is_busy: false })
    }
}
