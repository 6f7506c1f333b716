//! Bytes to remember and to hand down, written and read in order.

/// Reads what a [`Writer`] has written.
#[derive(Clone)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads these bytes from their beginning.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next byte, if there is one.
    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// The next whole number.
    pub fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    /// The next floating-point number.
    pub fn float(&mut self) -> Option<f64> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(f64::from_le_bytes(*bytes))
    }
}

/// Writes up to `N` bytes in order; what has no room any more is left out, and
/// [`has_room`](Self::has_room) says so.
pub struct Writer<const N: usize> {
    bytes: [u8; N],
    length: usize,
    has_room: bool,
}

impl<const N: usize> Writer<N> {
    /// Nothing written yet.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self { bytes: [0; N], length: 0, has_room: true }
    }

    /// Writes a byte.
    pub fn byte(&mut self, value: u8) {
        match self.bytes.get_mut(self.length) {
            Some(place) => {
                *place = value;
                self.length += 1;
            }
            None => self.has_room = false,
        }
    }

    /// Writes a whole number, small ones in fewer bytes.
    pub fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.byte(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8);
    }

    /// Writes a floating-point number.
    pub fn float(&mut self, value: f64) {
        value.to_le_bytes().into_iter().for_each(|byte| self.byte(byte));
    }

    /// What has been written.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Whether all of it had room.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.has_room
    }
}
