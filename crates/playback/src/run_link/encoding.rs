//! A link as text, and back.

use std::cmp::Reverse;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use terrarium_creatures::species::CreatureFiles;
use terrarium_output::compression::{self, FrameLength, Level};
use terrarium_run::record::snapshot;

use super::checking::check;
use super::limits::{MAX_PLAIN, MAX_TEXT};
use super::received::{self, ReceivedRun};
use super::{FORMAT, LinkError, MARK, RunLink, message};

/// The number of bytes of the checksum.
const CHECKSUM: usize = 8;

impl RunLink {
    /// Whether a text is meant as a link, or as a message with one: whether it has the mark of one.
    #[must_use]
    pub fn is_link(text: &str) -> bool {
        message::has_mark(text)
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

    /// Reads a link: an address with a run, or only its fragment, or a message with one, which may wrap, quote or
    /// escape it. The scenario, the creatures and the commands are not validated yet: [`prepare`](Self::prepare)
    /// does that.
    ///
    /// # Errors
    /// When there is no run in it, or there are several, or it was cut or altered, was made by a version that
    /// simulates other worlds, or exceeds a limit.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut runs: Vec<ReceivedRun> = Vec::new();
        for reading in message::readings(text) {
            runs.extend(received::runs_in(&reading));
        }
        if runs.is_empty() {
            runs.push(received::of_bare(text)?);
        }
        // What follows each mark, without repetition: the most complete one first.
        runs.sort_by_key(|run| Reverse(run.letters()));
        runs.dedup();
        let read: Vec<Result<Self, LinkError>> = runs.iter().map(Self::open).collect();
        let mut different: Vec<&Self> = Vec::new();
        for link in read.iter().flatten() {
            if !different.contains(&link) {
                different.push(link);
            }
        }
        match different[..] {
            [link] => Ok(link.clone()),
            [] => read.into_iter().next().expect("there is a run"),
            _ => Err(LinkError::Several { links: different.len() }),
        }
    }

    /// Reads the link in the content of a file: a text, or a message, in UTF-8 or UTF-16.
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse).
    pub fn parse_bytes(bytes: Vec<u8>) -> Result<Self, LinkError> {
        Self::parse(&message::text_of(bytes))
    }

    /// Opens a run that was received.
    fn open(run: &ReceivedRun) -> Result<Self, LinkError> {
        let (program, plain) = unseal(run.format, &run.whole()?)?;
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
fn unseal(format: u32, run: &str) -> Result<(String, Vec<u8>), LinkError> {
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
        let what = "its run cannot be decompressed to at most";
        LinkError::Damaged(format!("{what} {MAX_PLAIN} bytes: {error}"))
    })?;
    Ok((program, plain))
}

/// Whether the checksum of a run is right.
pub(super) fn is_sealed(format: u32, run: &str) -> bool {
    open(format, run).is_ok()
}

/// How many letters the text of a run has that begins with these, as far as they show it. `None` if they begin no
/// run.
pub(super) fn expected_letters(letters: &str) -> Option<FrameLength> {
    let whole = letters.get(..letters.len() / 4 * 4)?;
    let bytes = URL_SAFE_NO_PAD.decode(whole).ok()?;
    let version = bytes.get(CHECKSUM).map_or(0, |length| usize::from(*length));
    let start = CHECKSUM + 1 + version;
    let in_letters = |bytes: usize| (bytes * 4).div_ceil(3);
    match bytes.get(start..) {
        None => Some(FrameLength::AtLeast(in_letters(start))),
        Some(frame) => Some(match compression::frame_length(frame)? {
            FrameLength::Exact(length) => FrameLength::Exact(in_letters(start + length)),
            FrameLength::AtLeast(length) => FrameLength::AtLeast(in_letters(start + length)),
        }),
    }
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
