//! Fewer keyframes, so that recordings in memory stay small however long a run is.
//!
//! Ticks, commands and the newest keyframes are kept. Of the others, the differences go first, from the oldest on, then
//! every second world, and so on: to reach a tick long ago, more ticks have to be replayed.

use super::chunk::{CHUNK_HEADER, Chunk, Kind};
use super::{Place, RecordingError, RecordingWriter};

/// The bytes at which a recording in memory is thinned out for the first time, to about half of them. The shipped
/// meadow has as many after about 55,000 ticks.
pub(super) const MOST_BYTES: u64 = 30 << 20;

impl RecordingWriter {
    /// Thins out the keyframes of a recording in memory if it is too large. Copies of the recording keep theirs.
    /// Nothing may be pending.
    pub(super) fn thin(&mut self) -> Result<(), RecordingError> {
        if self.end < self.thin_at || !self.recording.is_in_memory() {
            return Ok(());
        }
        let kept = thinned(&self.recording.chunks, self.thin_at / 2);
        let mut next = Self::create(&Place::Memory, self.recording.head.clone())?;
        for chunk in kept.into_iter().filter(|chunk| chunk.kind != Kind::HEAD) {
            let content = self.recording.content(chunk);
            let content = content.map_err(|problem| problem.of(&self.recording.path))?;
            next.append(chunk.kind, chunk.tick, &content)?;
        }
        for (tick, command) in self.recording.commands() {
            next.recording.add_command(*tick, command.clone());
        }
        std::mem::swap(&mut self.recording, &mut next.recording);
        self.end = next.end;
        self.thin_at = self.thin_at.max(2 * self.end);
        Ok(())
    }
}

/// The chunks that are kept so that they have about `most` bytes, in the same order.
fn thinned(chunks: &[Chunk], most: u64) -> Vec<Chunk> {
    let chains = chains(chunks);
    // The two newest chains are kept: the next keyframe is a difference to the last.
    let newest = chains.iter().rev().nth(1).copied().unwrap_or(0);
    let is_whole = |chunk: &&Chunk| chunk.kind == Kind::WORLD;
    let mut worlds: Vec<u64> = chunks.iter().filter(is_whole).map(|chunk| chunk.tick).collect();
    worlds.sort_unstable();
    for &from in chains.iter().take_while(|&&tick| tick <= newest) {
        let kept = kept(chunks, &worlds, from);
        if size(&kept) <= most {
            return kept;
        }
    }
    loop {
        let old = worlds.partition_point(|&tick| tick < newest);
        let kept = kept(chunks, &worlds, newest);
        if size(&kept) <= most || old <= 1 {
            return kept;
        }
        let mut place = 0..;
        worlds.retain(|&tick| place.next().is_some_and(|it| it % 2 == 0) || tick >= newest);
    }
}

/// The ticks of the worlds that differences follow, which are in the order of the run. Worlds that were added in
/// replays are not.
fn chains(chunks: &[Chunk]) -> Vec<u64> {
    let mut chains: Vec<u64> = Vec::new();
    for chunk in chunks.iter().filter(|chunk| chunk.kind == Kind::WORLD) {
        if chains.last().is_none_or(|&last| chunk.tick > last) {
            chains.push(chunk.tick);
        }
    }
    chains
}

/// All chunks but keyframes before the tick `from` that are not among these worlds.
fn kept(chunks: &[Chunk], worlds: &[u64], from: u64) -> Vec<Chunk> {
    let is_kept = |chunk: &&Chunk| match chunk.kind {
        Kind::DIFFERENCE => chunk.tick >= from,
        Kind::WORLD | Kind::SCENE => {
            chunk.tick >= from || worlds.binary_search(&chunk.tick).is_ok()
        }
        _ => true,
    };
    chunks.iter().filter(is_kept).copied().collect()
}

fn size(chunks: &[Chunk]) -> u64 {
    chunks.iter().map(|chunk| CHUNK_HEADER + u64::from(chunk.length)).sum()
}

#[cfg(test)]
mod tests {
    use terrarium_creatures::species::SpeciesId;
    use terrarium_sim::tick::Command;
    use terrarium_sim::world::StateHash;
    use terrarium_testing::{simulation_of, small_world};

    use super::super::Recording;
    use super::*;
    use crate::record::Provenance;

    /// Records so many ticks, each with a keyframe. Returns the writer and all state hashes.
    fn recorded(ticks: u64, thin_at: u64) -> (RecordingWriter, Vec<StateHash>) {
        let mut simulation = simulation_of(small_world());
        let mut writer =
            RecordingWriter::begin(&Place::Memory, &simulation, Provenance::default()).unwrap();
        writer.thin_at = thin_at;
        let mut hashes = vec![simulation.world().state_hash()];
        for tick in 1..=ticks {
            simulation.tick();
            hashes.push(simulation.world().state_hash());
            writer.tick(&simulation, Some(vec![7; 4])).unwrap();
            writer.flush().unwrap();
            writer.keyframe(&simulation).unwrap();
            writer.thin().unwrap();
            if tick == 40 {
                let at = glam::DVec2::new(300.0, 300.0);
                let command = Command::Add { species: SpeciesId(0), at };
                simulation.apply(command.clone()).unwrap();
                writer.command(tick, &command).unwrap();
            }
        }
        (writer, hashes)
    }

    #[test]
    fn a_recording_in_memory_stays_small_and_complete() {
        let (whole, expected) = recorded(600, u64::MAX);
        let most = whole.recording.size() / 3;
        let (mut writer, hashes) = recorded(600, most);
        assert_eq!(hashes, expected);
        assert!(writer.recording.size() <= most, "{}", writer.recording.size());

        let reread = Recording::of_bytes("reread", &writer.bytes().unwrap()).unwrap();
        for recording in [writer.recording(), &reread] {
            assert_eq!((recording.first_tick(), recording.last_tick()), (0, 600));
            assert_eq!(recording.commands(), whole.recording.commands());
            for (tick, hash) in (0..).zip(&expected) {
                assert_eq!(recording.hash(tick).unwrap(), Some(*hash), "tick {tick}");
            }
            let mut rows = 0;
            recording.rows(|_, _| rows += 1).unwrap();
            assert_eq!(rows, 600);
            let keyframes: Vec<u64> = recording.keyframes().collect();
            for &tick in &keyframes {
                let world = recording.world_at(tick).unwrap();
                let expected = expected[usize::try_from(tick).unwrap()];
                assert_eq!((world.tick(), world.state_hash()), (tick, expected));
            }
            assert_eq!(keyframes.first(), Some(&0));
            // All of the newest are there, and fewer of those before.
            let within = |ticks: std::ops::Range<u64>| {
                keyframes.iter().filter(|tick| ticks.contains(tick)).count()
            };
            assert_eq!(within(570..601), 31);
            assert!((1..=10).contains(&within(0..300)), "{keyframes:?}");
        }
    }

    #[test]
    fn a_copy_keeps_its_keyframes() {
        let (mut writer, _) = recorded(300, u64::MAX);
        let copy = writer.recording().clone();
        let keyframes: Vec<u64> = copy.keyframes().collect();
        writer.thin_at = writer.recording.size();
        writer.thin().unwrap();
        assert!(writer.recording().keyframes().count() < keyframes.len());
        for tick in keyframes {
            assert_eq!(copy.world_at(tick).unwrap().tick(), tick);
        }
    }

    /// One that cannot become smaller is not copied again and again.
    #[test]
    fn the_bound_grows_where_nothing_can_be_left_out() {
        let (mut writer, _) = recorded(40, u64::MAX);
        writer.thin_at = 1;
        writer.thin().unwrap();
        assert_eq!(writer.thin_at, 2 * writer.end);
        assert!(writer.recording.keyframes().eq(0..=40));
    }
}
