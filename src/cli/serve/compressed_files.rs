//! Files compressed with gzip, kept for the next request.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The number of files that are kept: a page has few.
const KEPT: usize = 32;

/// Files as they were compressed before, by the hash of their content.
#[derive(Default)]
pub(super) struct CompressedFiles(Mutex<BTreeMap<[u8; 32], Vec<u8>>>);

impl CompressedFiles {
    /// Returns a file compressed.
    pub fn of(&self, content: &[u8]) -> Vec<u8> {
        let hash = *blake3::hash(content).as_bytes();
        // No thread panics while it has the lock.
        let files = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compressed) = files().get(&hash) {
            return compressed.clone();
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        let written = encoder.write_all(content).and_then(|()| encoder.finish());
        let compressed = written.expect("memory can be written");
        let mut files = files();
        if files.len() >= KEPT {
            // The page was built again and again.
            files.clear();
        }
        files.insert(hash, compressed.clone());
        compressed
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn files_are_kept_by_their_content() {
        let files = CompressedFiles::default();
        for round in 0..3 {
            for content in (0..KEPT + 5).map(|number| vec![number as u8; 2000]) {
                let mut plain = Vec::new();
                GzDecoder::new(&files.of(&content)[..]).read_to_end(&mut plain).unwrap();
                assert!(plain == content, "round {round}");
            }
            assert!(files.0.lock().unwrap().len() <= KEPT);
        }
    }
}
