//! Compressed frames.

use std::io::{self, Write};

use proptest::prelude::*;
use terrarium_output::compression::{Compressor, Level, compress, decompress};

fn decompressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    decompress(bytes, 1 << 20)
}

#[test]
fn a_second_frame_is_refused_even_if_it_is_empty() {
    for (first, second) in [("ab", "c"), ("", "c"), ("ab", ""), ("", "")] {
        let frames = [first, second].map(|text| compress(text.as_bytes(), Level::Fast));
        let error = decompressed(&frames.concat()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{first:?} {second:?}");
    }
}

#[test]
fn more_than_the_limit_is_refused() {
    let bytes = compress(&[7; 5000], Level::Default);
    assert_eq!(decompress(&bytes, 5000).unwrap(), [7; 5000]);
    assert!(decompress(&bytes, 4999).is_err());
}

proptest! {
    #[test]
    fn compressed_bytes_decompress_to_the_same(
        parts in prop::collection::vec(prop::collection::vec(0..9_u8, 0..4000), 0..20),
    ) {
        let bytes = parts.concat();
        for level in [Level::Fast, Level::Default] {
            prop_assert_eq!(&decompressed(&compress(&bytes, level)).unwrap(), &bytes);
            let mut compressor = Compressor::new(Vec::new(), level);
            parts.iter().for_each(|part| compressor.write_all(part).unwrap());
            prop_assert_eq!(&decompressed(&compressor.finish().unwrap()).unwrap(), &bytes);
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(
        mut bytes in prop::collection::vec(any::<u8>(), 0..300),
        has_magic: bool,
        cut in any::<prop::sample::Index>(),
        flipped in any::<prop::sample::Index>(),
    ) {
        if has_magic {
            bytes.splice(0..0, [0x28, 0xb5, 0x2f, 0xfd]);
        }
        let _ = decompressed(&bytes);
        let mut valid = compress(&bytes, Level::Default);
        let _ = decompressed(&valid[..cut.index(valid.len())]);
        let index = flipped.index(valid.len());
        valid[index] ^= 1;
        let _ = decompressed(&valid);
    }
}
