//! The bounds of links, which come from strangers.

pub use crate::album::MAX_FAVOURITES;

/// The maximum length of a link from its mark on, in bytes: what browsers, chats and mails still carry.
pub const MAX_TEXT: usize = 32_768;

/// The maximum size of a run after it is decompressed, in bytes: 1 MiB.
pub const MAX_PLAIN: u64 = 1 << 20;

/// The maximum number of overrides.
pub const MAX_OVERRIDES: usize = 1_000;

/// The maximum number of creatures.
pub const MAX_CREATURES: usize = 64;

/// The maximum number of commands.
pub const MAX_COMMANDS: usize = 10_000;

/// The maximum number of organisms, as founders and at any later tick.
pub const MAX_ORGANISMS: u64 = 1_000_000;

/// The maximum of the least memory that the founders take, in bytes: 512 MiB.
pub const MAX_MEMORY: u64 = 512 << 20;

/// The maximum number of ticks.
pub const MAX_TICKS: u64 = 10_000_000;

/// The maximum length of the name of a scenario, in characters.
pub const MAX_NAME: usize = 60;
