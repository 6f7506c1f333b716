//! A link as text, and back.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use terrarium_creatures::species::CreatureFiles;
use terrarium_output::compression::{self, Level};
use terrarium_run::record::snapshot;

use super::checking::check;
use super::limits::{MAX_PLAIN, MAX_TEXT};
use super::{FORMAT, LinkError, MARK, RunLink};

/// The number of bytes of the checksum.
const CHECKSUM: usize = 8;

impl RunLink {
    /// Whether a text is meant as a link: whether it has the mark of one.
    #[must_use]
    pub fn is_link(text: &str) -> bool {
        text.contains(MARK)
    }

    /// The link as the fragment of an address, `#run=` and the run.
    ///
    /// # Errors
    /// When a link may not hold so much.
    pub fn to_fragment(&self) -> Result<String, LinkError> {
        check(self)?;
        let plain = serde_json::to_vec(self).expect("a link can be written");
        let text = seal(FORMAT, own_version(), &plain);
        let bytes = text.len() + MARK.len();
        if bytes > MAX_TEXT || plain.len() as u64 > MAX_PLAIN {
            return Err(LinkError::TooLarge { bytes, largest: self.largest() });
        }
        Ok(format!("{MARK}{text}"))
    }

    /// The link to the run on a page. A fragment in the address of the page is replaced.
    ///
    /// # Errors
    /// Those of [`to_fragment`](Self::to_fragment).
    pub fn to_url(&self, page: &str) -> Result<String, LinkError> {
        let page = page.split('#').next().unwrap_or_default();
        Ok(format!("{page}{}", self.to_fragment()?))
    }

    /// Reads a link: an address with a run, or only its fragment. Space around it is ignored. The scenario, the
    /// creatures and the commands are not validated yet: [`prepare`](Self::prepare) does that.
    ///
    /// # Errors
    /// When there is no run in it, it was cut or altered, was made by a version that simulates other worlds, or
    /// exceeds a limit.
    pub fn parse(link: &str) -> Result<Self, LinkError> {
        let text = match link.split_once(MARK) {
            Some((_, text)) => text.trim(),
            None => link.trim().trim_start_matches("run="),
        };
        if text.is_empty() {
            return Err(LinkError::Empty);
        }
        if text.len() + MARK.len() > MAX_TEXT {
            return Err(LinkError::TooLong { bytes: text.len() + MARK.len() });
        }
        let (program, plain) = unseal(text)?;
        let json = serde_json::from_slice(&plain);
        let mut link: Self = json.map_err(|error| LinkError::Damaged(shown(&error)))?;
        link.program = program;
        check(&link)?;
        Ok(link)
    }

    /// What takes most of a link that is too large.
    fn largest(&self) -> Option<String> {
        let text = self.scenario.text().map_or(0, str::len);
        let scenario = (text, "the text of the scenario".to_owned());
        let size = |it: &String| it.len();
        let overrides: usize = self.overrides.iter().map(size).sum();
        let overrides = (overrides, "the overrides, with the rows of its map".to_owned());
        let creature =
            |it: &CreatureFiles| (it.size(), format!("the code of the creature `{}`", it.name));
        let creatures = self.creatures.iter().map(creature);
        let commands = serde_json::to_vec(&self.commands).map_or(0, |json| json.len());
        let all = creatures.chain([scenario, overrides, (commands, String::new())]);
        let (_, what) = all.max_by_key(|(size, _)| *size)?;
        Some(what).filter(|what| !what.is_empty())
    }
}

/// An error as a message, which may quote what a stranger wrote.
fn shown(error: &serde_json::Error) -> String {
    const LONGEST: usize = 120;
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    error.to_string().chars().take(LONGEST).map(visible).collect()
}

/// The version of this program.
pub(super) fn own_version() -> &'static str {
    terrarium_output::VERSION
}

/// Writes a run, of which `plain` is the JSON, as text.
pub(super) fn seal(format: u32, program: &str, plain: &[u8]) -> String {
    let length = u8::try_from(program.len()).expect("versions are short");
    let mut sealed = vec![length];
    sealed.extend(program.as_bytes());
    sealed.extend(compression::compress(plain, Level::Default));
    let mut bytes = checksum(format, &sealed).to_vec();
    bytes.extend(sealed);
    format!("{format}.{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// Reads the version of the program and the JSON of a run.
fn unseal(text: &str) -> Result<(String, Vec<u8>), LinkError> {
    let damaged = |what: &str| LinkError::Damaged(what.to_owned());
    let format = text.split_once('.').and_then(|(format, run)| Some((read_format(format)?, run)));
    let (format, run) = format.ok_or_else(|| damaged("it does not begin with a format"))?;
    let opened = open(format, run);
    if format != FORMAT {
        let program = opened.ok().map(|(program, _)| program);
        return Err(LinkError::OtherFormat { format, program });
    }
    let (program, compressed) = opened?;
    if program != own_version() {
        return Err(LinkError::OtherVersion { program, formats: None });
    }
    let plain = compression::decompress(&compressed, MAX_PLAIN).map_err(|error| {
        damaged(&format!("its run cannot be decompressed to at most {MAX_PLAIN} bytes: {error}"))
    })?;
    Ok((program, plain))
}

/// A format: up to four digits, without a zero before them.
fn read_format(text: &str) -> Option<u32> {
    let is_number = text.len() <= 4 && text.bytes().all(|it| it.is_ascii_digit());
    text.parse().ok().filter(|_| is_number && !text.starts_with('0'))
}

/// Checks the checksum, and returns the version of the program and the compressed run.
fn open(format: u32, run: &str) -> Result<(String, Vec<u8>), LinkError> {
    let damaged = |what: &str| LinkError::Damaged(what.to_owned());
    let bytes = URL_SAFE_NO_PAD.decode(run).map_err(|error| damaged(&error.to_string()))?;
    let Some((sum, sealed)) = bytes.split_first_chunk::<CHECKSUM>() else {
        return Err(damaged("it is too short"));
    };
    if *sum != checksum(format, sealed) {
        return Err(damaged("its checksum is wrong"));
    }
    let version = sealed.split_first().and_then(|(&length, rest)| {
        let (program, compressed) = rest.split_at_checked(usize::from(length))?;
        Some((String::from_utf8(program.to_vec()).ok()?, compressed.to_vec()))
    });
    let is_version = |text: &str| {
        text.len() <= 40
            && text.bytes().all(|it| it.is_ascii_alphanumeric() || b".-+".contains(&it))
    };
    let version = version.filter(|(program, _)| is_version(program));
    version.ok_or_else(|| damaged("it has no version"))
}

fn checksum(format: u32, sealed: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{format}.").as_bytes());
    hasher.update(sealed);
    let hash = *hasher.finalize().as_bytes();
    *hash.first_chunk().expect("a hash is longer")
}

/// Whether worlds of this format of snapshots are those of this version.
pub(super) fn check_version(link: &RunLink) -> Result<(), LinkError> {
    if link.snapshot_format == snapshot::FORMAT {
        return Ok(());
    }
    let formats = Some((link.snapshot_format, snapshot::FORMAT));
    Err(LinkError::OtherVersion { program: link.program.clone(), formats })
}
