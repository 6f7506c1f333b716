//! The buffer through which the terrarium and a creature talk.

use core::cell::UnsafeCell;

use crate::intent::{RawIntent, Turn};
use crate::senses::Senses;

const LENGTH: usize = 256 << 10;

/// The most bytes that any rule lets a creature remember or hand down.
const LONGEST: usize = 64 << 10;

/// Room for the intent, the senses and their lists; and for what goes back.
#[repr(C, align(8))]
pub struct Buffer {
    letter: UnsafeCell<[u8; LENGTH]>,
    outbox: UnsafeCell<Outbox>,
}

/// Where the host finds what a creature remembers and hands down.
pub(crate) struct Outbox {
    pub memory: [u8; LONGEST],
    pub dna: [u8; LONGEST],
}

// SAFETY: a module has one thread.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// An empty one.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self {
            letter: UnsafeCell::new([0; LENGTH]),
            outbox: UnsafeCell::new(Outbox { memory: [0; LONGEST], dna: [0; LONGEST] }),
        }
    }

    /// Where it is.
    pub fn address(&self) -> *mut u8 {
        self.letter.get().cast()
    }
}

/// Lets a creature decide on the turn in its buffer.
pub fn run(buffer: &'static Buffer, decide: impl FnOnce(&mut Turn)) {
    let start = buffer.address();
    // SAFETY: the host has written an intent and senses to the beginning of the buffer, laid out as
    // these types are, and touches them no more while this runs. It calls this once a turn, so
    // nobody else has the intent or the outbox; the senses and all they refer to lie behind the
    // intent, and are only read.
    let (intent, senses, outbox) = unsafe {
        let senses = start.add(size_of::<RawIntent>()).cast::<Senses>();
        (&mut *start.cast::<RawIntent>(), &*senses, &mut *buffer.outbox.get())
    };
    decide(&mut Turn::new(intent, senses, outbox));
}

/// The values of the parameters that a creature declares.
#[must_use]
pub fn parameters<const COUNT: usize>(senses: &'static Senses) -> [f64; COUNT] {
    core::array::from_fn(|index| senses.parameter(index))
}

/// A list behind the senses.
///
/// # Safety
/// The host must have written `count` values of this type at `offset` from the beginning of the
/// buffer, which `senses` belongs to; every pattern of bits must be one of its values.
pub(crate) unsafe fn list<T>(senses: &'static Senses, offset: u32, count: u32) -> &'static [T] {
    let senses = core::ptr::from_ref(senses).cast::<u8>();
    // SAFETY: the buffer begins before the senses, and the caller vouches for the rest.
    unsafe {
        let start = senses.sub(size_of::<RawIntent>()).add(offset as usize);
        core::slice::from_raw_parts(start.cast(), count as usize)
    }
}
