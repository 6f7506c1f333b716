//! Bytes to remember and to hand down, written and read in order.

use crate::senses::Id;

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

/// A value that can be packed into bytes. [`memory!`](crate::memory) implements it for structs.
pub trait Pack: Sized {
    /// Writes the value.
    fn pack<const N: usize>(&self, to: &mut Writer<N>);

    /// Reads a value; `None` when the bytes are not one.
    fn unpack(from: &mut Reader<'_>) -> Option<Self>;
}

macro_rules! packed {
    ($($type:ty: |$value:ident| $number:expr, |$read:ident| $unpacked:expr;)+) => {$(
        impl Pack for $type {
            fn pack<const N: usize>(&self, to: &mut Writer<N>) {
                let $value = *self;
                to.number($number);
            }

            fn unpack(from: &mut Reader<'_>) -> Option<Self> {
                let $read = from.number()?;
                $unpacked
            }
        }
    )+};
}

packed! {
    bool: |value| value.into(), |number| Some(number != 0);
    u8: |value| value.into(), |number| number.try_into().ok();
    u16: |value| value.into(), |number| number.try_into().ok();
    u32: |value| value.into(), |number| number.try_into().ok();
    u64: |value| value, |number| Some(number);
    Id: |value| value.0, |number| Some(Id(number));
}

impl Pack for f64 {
    fn pack<const N: usize>(&self, to: &mut Writer<N>) {
        to.float(*self);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        from.float()
    }
}

impl<T: Pack + Copy + Default, const LENGTH: usize> Pack for [T; LENGTH] {
    fn pack<const N: usize>(&self, to: &mut Writer<N>) {
        self.iter().for_each(|item| item.pack(to));
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        let mut items = [T::default(); LENGTH];
        for item in &mut items {
            *item = T::unpack(from)?;
        }
        Some(items)
    }
}

/// Declares a struct that a creature remembers: [`Senses::recall`](crate::Senses::recall) reads it and
/// [`Turn::store`](crate::Turn::store) writes it. At first, all fields have their default values.
///
/// ```no_run
/// # #![no_std]
/// use terrarium_creature::{Shunned, Turn, creature, memory};
///
/// memory! {
///     /// What a vole remembers.
///     struct Memory {
///         meals: u32,
///         shunned: Shunned,
///     }
/// }
///
/// creature!(decide);
///
/// fn decide(turn: &mut Turn) {
///     let mut memory: Memory = turn.senses().recall();
///     memory.meals += 1;
///     turn.store(&memory);
/// }
/// ```
#[macro_export]
macro_rules! memory {
    ($(#[$about:meta])* struct $name:ident { $($(#[$field_about:meta])* $field:ident: $type:ty),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Default, PartialEq)]
        struct $name {
            $($(#[$field_about])* $field: $type,)+
        }

        impl $crate::Pack for $name {
            fn pack<const N: usize>(&self, to: &mut $crate::Writer<N>) {
                $($crate::Pack::pack(&self.$field, to);)+
            }

            fn unpack(from: &mut $crate::Reader<'_>) -> Option<Self> {
                Some(Self { $($field: $crate::Pack::unpack(from)?,)+ })
            }
        }
    };
}
