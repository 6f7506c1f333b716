//! A world into bytes, one organism at a time.

use std::io::{self, Seek, SeekFrom, Write};

use serde::Serialize;

use super::head::{FORMAT, Head, PROGRAM};
use crate::compression::{Compressor, Level};
use crate::world::World;

/// Writes a snapshot from where `out` stands, and leaves `out` at its end.
///
/// Small pieces are written: give it something buffered.
///
/// # Errors
/// When `out` does not take it; what it took is no snapshot then.
pub fn write<W: Write + Seek>(world: &World, mut out: W) -> io::Result<Head> {
    let start = out.stream_position()?;
    // Its place is kept until the body is known.
    out.write_all(&[0; Head::LENGTH])?;
    let roster = world.roster();
    let mut body = Encoder::new(Summed::new(&mut out));
    body.record(&world.frame())?;
    for &(_, entity) in &roster {
        body.record(&world.saved(entity))?;
    }
    let body = body.finish()?;
    let head = Head {
        format: FORMAT,
        program: PROGRAM.to_owned(),
        body_length: body.length,
        organisms: roster.len() as u64,
        tick: world.tick,
        state_hash: world.state_hash(),
        body_hash: *body.hasher.finalize().as_bytes(),
    };
    let end = out.stream_position()?;
    out.seek(SeekFrom::Start(start))?;
    out.write_all(&head.encoded())?;
    out.seek(SeekFrom::Start(end))?;
    Ok(head)
}

/// Makes records and compresses them.
struct Encoder<W: Write> {
    zstd: Compressor<W>,
    record: Vec<u8>,
}

impl<W: Write> Encoder<W> {
    fn new(out: W) -> Self {
        Self { zstd: Compressor::new(out, Level::Default), record: Vec::new() }
    }

    fn finish(self) -> io::Result<W> {
        self.zstd.finish()
    }

    fn record<T: Serialize>(&mut self, content: &T) -> io::Result<()> {
        let mut record = std::mem::take(&mut self.record);
        record.clear();
        self.record = postcard::to_extend(content, record).map_err(io::Error::other)?;
        let length = u32::try_from(self.record.len()).map_err(io::Error::other)?;
        self.zstd.write_all(&length.to_le_bytes())?;
        self.zstd.write_all(&self.record)
    }
}

/// Counts and sums up what passes through it.
struct Summed<W> {
    out: W,
    hasher: blake3::Hasher,
    length: u64,
}

impl<W> Summed<W> {
    fn new(out: W) -> Self {
        Self { out, hasher: blake3::Hasher::new(), length: 0 }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.out.write(bytes)?;
        self.hasher.update(&bytes[..taken]);
        self.length += taken as u64;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
