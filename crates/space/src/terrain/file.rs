//! Map files: reading them within limits, and detecting their format.

use std::io::{self, Read};
use std::path::Path;

use terrarium_input::regular_file;

use super::{Terrain, TerrainError, TerrainProblem};

/// The maximum size of a map file, in bytes: four for each possible tile.
pub const MAX_BYTES: u64 = 67_108_864;

impl Terrain {
    /// Reads a map file of any supported format.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is longer than [`MAX_BYTES`], and the errors of
    /// [`Terrain::parse`]. Every message begins with the path.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, TerrainError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let bytes = bytes_of(path).map_err(|problem| problem.of(&name))?;
        Self::parse(&name, &bytes)
    }

    /// Parses the bytes of a map file; `name`, usually its path, is its name in messages.
    ///
    /// A text whose first word is `type` is a MovingAI map, and one that begins with `{` an
    /// OpenFire map. For any other text the extension of the name decides, `.map` or `.json`, so
    /// that the error fits the format.
    ///
    /// # Errors
    ///
    /// When the text is not UTF-8, is empty or in neither format, and the errors of
    /// [`Terrain::from_octile`] and [`Terrain::from_openfire`].
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, TerrainError> {
        let text = text_of(name, bytes)?;
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        let starts_as_octile = text.split_whitespace().next() == Some("type");
        let starts_as_json = text.trim_start().starts_with('{');
        if text.trim().is_empty() {
            Err(TerrainProblem::Empty.of(name))
        } else if starts_as_octile || (ending == Some("map") && !starts_as_json) {
            Self::from_octile(name, text)
        } else if starts_as_json || ending == Some("json") {
            Self::from_openfire(name, text)
        } else {
            Err(TerrainProblem::Unrecognised.of(name))
        }
    }
}

/// Reads a text file that belongs to a map, within the same limits.
pub(super) fn text_of_file(path: &Path) -> Result<String, TerrainError> {
    let name = path.display().to_string();
    let bytes = bytes_of(path).map_err(|problem| problem.of(&name))?;
    text_of(&name, &bytes).map(str::to_owned)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, TerrainProblem> {
    if path.is_dir() {
        return Err(TerrainProblem::Directory);
    }
    let file = regular_file::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => TerrainProblem::NoFile,
        _ => TerrainProblem::Unreadable(error),
    })?;
    let size = file.metadata().map_err(TerrainProblem::Unreadable)?.len();
    if size > MAX_BYTES {
        return Err(TerrainProblem::TooLong);
    }
    // Some files report no length, or grow while they are read.
    let mut bytes = Vec::new();
    let mut limited = file.take(MAX_BYTES + 1);
    let length = limited.read_to_end(&mut bytes).map_err(TerrainProblem::Unreadable)?;
    if length as u64 > MAX_BYTES { Err(TerrainProblem::TooLong) } else { Ok(bytes) }
}

fn text_of<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, TerrainError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = before.split('\n').count();
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count());
        TerrainProblem::NotUtf8.at_line(name, line, Some(column + 1))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    const OCTILE: &[u8] = b"type octile\nheight 1\nwidth 2\nmap\n.@\n";
    const OPENFIRE: &[u8] = br#"{"width": 2, "height": 1, "tiles": [" ."], "controlPoints": []}"#;

    fn refusal(name: &str, bytes: &[u8]) -> String {
        Terrain::parse(name, bytes).unwrap_err().to_string()
    }

    #[test]
    fn the_content_determines_the_format_whatever_the_name() {
        for name in ["a.map", "a.json", "a", "a.txt"] {
            assert_eq!(Terrain::parse(name, OCTILE).unwrap().to_string(), " @\n", "{name}");
            assert_eq!(Terrain::parse(name, OPENFIRE).unwrap().to_string(), " .\n", "{name}");
        }
        let marked = [b"\xEF\xBB\xBF\n", OPENFIRE].concat();
        assert!(Terrain::parse("byte-order-mark", &marked).is_ok());
    }

    #[test]
    fn the_extension_decides_how_other_texts_are_parsed() {
        assert!(refusal("a.map", b"....\n").contains("line 1: `....` where `type octile`"));
        assert!(refusal("a.json", b"....\n").contains("line 1, column 1: expected value"));
        assert_eq!(
            refusal("a.png", b"....\n"),
            "a.png: neither a MovingAI map (which begins with `type octile`) nor an OpenFire map \
             (a JSON object, which begins with `{`)"
        );
    }

    #[test]
    fn empty_and_binary_files_are_refused() {
        for bytes in [&b""[..], b" \n\r\n", b"\xEF\xBB\xBF"] {
            assert!(refusal("a.map", bytes).contains("the map is empty"), "{bytes:?}");
        }
        assert_eq!(
            refusal("a.map", b"type octile\nh\xFFight 3"),
            "a.map, line 2, column 2: this is not UTF-8 text; save the map as plain text"
        );
    }

    #[test]
    fn errors_name_the_path_of_an_unreadable_file() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str| Terrain::read(folder.path().join(name));
        let missing = read("no.map").unwrap_err().to_string();
        assert!(missing.ends_with("no.map: there is no such file; check the path"), "{missing}");
        let directory = read("").unwrap_err().to_string();
        assert!(directory.contains("this is a directory"), "{directory}");

        fs::write(folder.path().join("good.map"), OCTILE).unwrap();
        assert_eq!(read("good.map").unwrap().width(), 2);
        let endless = fs::File::create(folder.path().join("endless.map")).unwrap();
        endless.set_len(MAX_BYTES + 1).unwrap();
        let endless = read("endless.map").unwrap_err().to_string();
        assert!(endless.contains("longer than 67108864 bytes"), "{endless}");
    }

    const STARTS: &[&[u8]] = &[b"", b"{", b"type octile\nheight 2\n", OPENFIRE];

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(
            start in prop::sample::select(STARTS),
            bytes in prop::collection::vec(any::<u8>(), 0..60),
        ) {
            let _ = Terrain::parse("random.map", &[start, &bytes].concat());
            let _ = Terrain::parse("random.json", &bytes);
        }
    }
}
