//! Writing a snapshot, one organism at a time.

use std::io::{self, Seek, SeekFrom, Write};

use serde::Serialize;

use super::head::{FORMAT, Head, PROGRAM};
use crate::compression::{Compressor, Level};
use crate::world::World;

/// Writes a snapshot at the current position of `out`, and leaves `out` at its end.
///
/// Writes are small, so `out` should be buffered.
///
/// # Errors
/// When writing fails. The written bytes are not a valid snapshot then.
pub fn write<W: Write + Seek>(world: &World, mut out: W) -> io::Result<Head> {
    let start = out.stream_position()?;
    // The header is written last, because it has the length and hash of the body.
    out.write_all(&[0; Head::LENGTH])?;
    let roster = world.roster();
    let mut body = Encoder::new(HashingWriter::new(&mut out));
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
    out.write_all(&head.encode())?;
    out.seek(SeekFrom::Start(end))?;
    Ok(head)
}

/// Encodes and compresses records.
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

/// Counts and hashes the bytes written through it.
struct HashingWriter<W> {
    out: W,
    hasher: blake3::Hasher,
    length: u64,
}

impl<W> HashingWriter<W> {
    fn new(out: W) -> Self {
        Self { out, hasher: blake3::Hasher::new(), length: 0 }
    }
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
