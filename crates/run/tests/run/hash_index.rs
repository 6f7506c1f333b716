//! The state hashes of a recording, most of which stay in its file.

use std::cell::Cell;

use terrarium_run::record::recording::RecordingProblem;
use terrarium_sim::world::StateHash;

use self::chunk::Chunk;
use self::hashes::{HashIndex, Hashes};

// It is private, and no one can see from outside what it keeps in memory.
#[path = "../../src/record/recording/hashes.rs"]
mod hashes;

/// What the index needs of a chunk.
mod chunk {
    #[derive(Debug, Clone, Copy)]
    pub struct Chunk {
        pub tick: u64,
        pub at: u64,
    }
}

fn hash(tick: u64) -> StateHash {
    StateHash(u128::from(tick) * 7 + 1)
}

#[test]
fn hashes_are_found_in_the_file_and_only_those_of_one_chunk_are_in_memory() {
    let mut index = HashIndex::default();
    let mut file: Vec<Hashes> = Vec::new();
    let mut unwritten = Hashes::new();
    for tick in 1..=1000 {
        index.add(tick, hash(tick));
        unwritten.push((tick, hash(tick)));
        assert_eq!(index.last(), Some(tick));
        if tick % 64 == 0 {
            let at = file.len() as u64;
            file.push(std::mem::take(&mut unwritten));
            index.add_chunk(Chunk { tick, at });
        }
    }
    let reads = Cell::new(0);
    let read = |chunk: Chunk| {
        reads.set(reads.get() + 1);
        Ok::<_, RecordingProblem>(file[usize::try_from(chunk.at).unwrap()].clone())
    };
    let mut last = None;
    for tick in (1..=1000).chain([3, 999, 64, 65]) {
        let before = reads.get();
        assert_eq!(index.get(tick, read).unwrap(), Some(hash(tick)), "tick {tick}");
        // One that is not in the chunk read last, nor after all chunks, is read again: it was not in memory.
        let chunk = Some((tick - 1) / 64).filter(|&chunk| chunk < 15);
        let is_read = chunk.is_some() && chunk != last;
        assert_eq!(reads.get() - before, usize::from(is_read), "tick {tick}");
        last = chunk.or(last);
    }
    assert_eq!(index.get(0, read).unwrap(), None);
    assert_eq!(index.get(1001, read).unwrap(), None);
}
