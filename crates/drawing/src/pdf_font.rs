//! The fonts of a PDF file, with the glyphs that occur in its texts.

use std::collections::BTreeMap;

use ab_glyph::{Font as _, FontRef};
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use crate::pdf::compressed;

/// The units of an em in PDF files.
const EM: f32 = 1000.0;

/// A font, and the glyphs that were drawn with it.
pub struct PdfFont {
    /// Its name, which marks it as a part of the font.
    name: String,
    data: &'static [u8],
    face: FontRef<'static>,
    glyphs: GlyphRemapper,
    /// The glyph in the whole font and the character of each glyph in the file.
    drawn: BTreeMap<u16, (u16, char)>,
}

impl PdfFont {
    pub fn new(name: &str, data: &'static [u8]) -> Self {
        let face = FontRef::try_from_slice(data).expect("the built-in fonts are valid");
        let name = format!("CHARTS+{name}");
        Self { name, data, face, glyphs: GlyphRemapper::new(), drawn: BTreeMap::new() }
    }

    pub fn is_used(&self) -> bool {
        !self.drawn.is_empty()
    }

    /// The glyphs of a text as they are in the file.
    pub fn encode(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        for character in text.chars() {
            let character = if character.is_control() { ' ' } else { character };
            let glyph = self.face.glyph_id(character);
            let number = self.glyphs.remap(glyph.0);
            self.drawn.entry(number).or_insert((glyph.0, character));
            bytes.extend(number.to_be_bytes());
        }
        bytes
    }

    /// Writes the font and returns its reference.
    pub fn write(&self, pdf: &mut Pdf, next: &mut Ref) -> Ref {
        let [font, cid, descriptor, characters, file] = [(); 5].map(|()| next.bump());
        let name = Name(self.name.as_bytes());
        pdf.type0_font(font)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(characters);
        let mut written = pdf.cid_font(cid);
        written.subtype(CidFontType::Type2).base_font(name).system_info(system(b"Identity"));
        written.font_descriptor(descriptor).default_width(0.0);
        written.cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = written.widths();
        for (&number, &(glyph, _)) in &self.drawn {
            let advance = self.face.h_advance_unscaled(ab_glyph::GlyphId(glyph));
            widths.same(number, number, self.scaled(advance));
        }
        widths.finish();
        written.finish();
        self.write_descriptor(pdf, descriptor, file);
        let mut map = UnicodeCmap::new(Name(b"Characters"), system(b"UCS"));
        for (&number, &(_, character)) in &self.drawn {
            map.pair(number, character);
        }
        pdf.cmap(characters, &map.finish());
        let subset = subsetter::subset(self.data, 0, &self.glyphs);
        let subset = subset.expect("the built-in fonts are valid");
        let length = i32::try_from(subset.len()).expect("the built-in fonts are small");
        pdf.stream(file, &compressed(&subset))
            .filter(Filter::FlateDecode)
            .pair(Name(b"Length1"), length);
        font
    }

    fn write_descriptor(&self, pdf: &mut Pdf, descriptor: Ref, file: Ref) {
        let (ascent, descent) =
            (self.scaled(self.face.ascent_unscaled()), self.scaled(self.face.descent_unscaled()));
        pdf.font_descriptor(descriptor)
            .name(Name(self.name.as_bytes()))
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(-EM, descent, 2.0 * EM, ascent))
            .italic_angle(0.0)
            .ascent(ascent)
            .descent(descent)
            .cap_height(729.0)
            .stem_v(80.0)
            .font_file2(file);
    }

    fn units(&self) -> f32 {
        self.face.units_per_em().expect("the built-in fonts have an em")
    }

    fn scaled(&self, length: f32) -> f32 {
        length / self.units() * EM
    }
}

fn system(ordering: &'static [u8]) -> SystemInfo<'static> {
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(ordering), supplement: 0 }
}
