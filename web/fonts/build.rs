//! Takes from the fonts the letters of Latin, Greek and Cyrillic, and common signs.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use allsorts::Font;
use allsorts::binary::read::ReadScope;
use allsorts::font::MatchingPresentation;
use allsorts::font_data::FontData;
use allsorts::subset::{CmapTarget, SubsetProfile, subset};

/// The letters that are kept: Latin, Greek, Cyrillic, punctuation, arrows, some of mathematics.
const LETTERS: [(char, char); 7] = [
    (' ', '~'),
    ('\u{a0}', '\u{17f}'),
    ('\u{386}', '\u{3ce}'),
    ('\u{400}', '\u{45f}'),
    ('\u{2010}', '\u{2044}'),
    ('\u{2190}', '\u{2199}'),
    ('\u{2212}', '\u{2265}'),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var("OUT_DIR")?;
    let fonts = [
        ("regular.ttf", dejavu::sans::regular()),
        ("bold.ttf", dejavu::sans::bold()),
        ("mono.ttf", dejavu::sans_mono::regular()),
    ];
    for (name, font) in fonts {
        fs::write(Path::new(&folder).join(name), with_few_letters(font)?)?;
    }
    Ok(())
}

fn with_few_letters(font: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let data = ReadScope::new(font).read::<FontData<'_>>()?;
    let mut font = Font::new(data.table_provider(0)?)?;
    let letters = LETTERS.into_iter().flat_map(|(first, last)| first..=last);
    let glyph = |letter| font.lookup_glyph_index(letter, MatchingPresentation::NotRequired, None).0;
    // The first glyph is shown for letters that a font lacks.
    let mut glyphs: Vec<u16> = std::iter::once(0).chain(letters.map(glyph)).collect();
    glyphs.sort_unstable();
    glyphs.dedup();
    let tables = SubsetProfile::Minimal;
    Ok(subset(&font.font_table_provider, &glyphs, &tables, CmapTarget::Unicode)?)
}
