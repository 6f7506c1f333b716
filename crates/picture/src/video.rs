//! Videos, encoded by the program `ffmpeg`.
//!
//! Frames are piped to it as they are painted. The file takes its place only when it is complete.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempPath;
use thiserror::Error;

use super::Framebuffer;

/// The name of the program.
const ENCODER: &str = "ffmpeg";

/// The kinds of video files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VideoFormat {
    /// H.264 in MP4, which almost everything plays.
    Mp4,
    /// VP9 in WebM, which browsers play.
    WebM,
}

/// Why a video cannot be written.
#[derive(Debug, Error)]
pub enum VideoError {
    /// The name of the file says neither `.mp4` nor `.webm`.
    #[error("{0}: give a file whose name ends in .mp4 or .webm")]
    UnknownFormat(PathBuf),
    /// The program that encodes videos is not installed.
    #[error(
        "there is no program `ffmpeg`, which encodes videos; install it, for example with `apt install \
         ffmpeg`, or write a GIF, which needs no other program"
    )]
    NoEncoder,
    /// The program that encodes videos failed.
    #[error("`ffmpeg` failed: {0}")]
    Failed(String),
    /// The file cannot be written.
    #[error("cannot be written: {0}")]
    Unwritable(#[from] io::Error),
}

impl VideoFormat {
    /// The format that the name of a file asks for.
    ///
    /// # Errors
    /// If it ends in neither `.mp4` nor `.webm`.
    pub fn from_path(path: &Path) -> Result<Self, VideoError> {
        let ending = path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
        match ending.as_deref() {
            Some("mp4") => Ok(Self::Mp4),
            Some("webm") => Ok(Self::WebM),
            _ => Err(VideoError::UnknownFormat(path.to_owned())),
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Mp4 => ".mp4",
            Self::WebM => ".webm",
        }
    }

    /// The arguments that choose the encoding: good quality at a moderate size.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Mp4 => {
                &["-c:v", "libx264", "-preset", "medium", "-crf", "20", "-movflags", "+faststart"]
            }
            Self::WebM => &["-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-row-mt", "1"],
        }
    }
}

/// Checks that videos can be encoded on this machine.
///
/// # Errors
/// If the program `ffmpeg` is not installed.
pub fn check_encoder() -> Result<(), VideoError> {
    let mut command = Command::new(ENCODER);
    command.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().map(drop).map_err(|_| VideoError::NoEncoder)
}

/// Writes frames to a video.
pub struct VideoWriter {
    encoder: Child,
    /// The unfinished file, beside the one to write.
    unfinished: TempPath,
    path: PathBuf,
    size: (u32, u32),
}

impl VideoWriter {
    /// Starts a video of frames of a size, in pixels.
    ///
    /// # Errors
    /// If the name of the file says no known format, it cannot be written, or `ffmpeg` cannot be started.
    pub fn new(path: &Path, size: (u32, u32), per_second: u32) -> Result<Self, VideoError> {
        let format = VideoFormat::from_path(path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".unfinished-").suffix(format.ending());
        #[cfg(unix)]
        {
            // As other new files: less what the user's mask takes away.
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let unfinished = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?.into_temp_path();
        let (width, height) = size;
        let mut command = Command::new(ENCODER);
        command
            .args([
                "-hide_banner",
                "-loglevel",
                "error",
                "-y",
                "-f",
                "rawvideo",
                "-pix_fmt",
                "rgb24",
            ])
            .args(["-s", &format!("{width}x{height}"), "-r", &per_second.to_string(), "-i", "-"])
            // The encodings need even sides.
            .args(["-an", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"])
            .args(format.arguments())
            .arg(&unfinished)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let encoder = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => VideoError::NoEncoder,
            _ => VideoError::Failed(error.to_string()),
        })?;
        Ok(Self { encoder, unfinished, path: path.to_owned(), size })
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// If `ffmpeg` has ended with an error.
    ///
    /// # Panics
    /// If its size is not that of the video.
    pub fn add(&mut self, framebuffer: &Framebuffer) -> Result<(), VideoError> {
        let size = (framebuffer.width(), framebuffer.height());
        assert_eq!(size, self.size, "all frames have the same size");
        let bytes = framebuffer.rgb();
        let input = self.encoder.stdin.as_mut().expect("it is open until the video is finished");
        match input.write_all(&bytes) {
            Ok(()) => Ok(()),
            Err(_) => Err(VideoError::Failed(self.last_words())),
        }
    }

    /// Completes the file, replacing an existing one.
    ///
    /// # Errors
    /// If `ffmpeg` fails, or the file cannot take its place.
    pub fn finish(mut self) -> Result<(), VideoError> {
        drop(self.encoder.stdin.take());
        let words = self.last_words();
        if !self.encoder.wait()?.success() {
            return Err(VideoError::Failed(words));
        }
        let Self { unfinished, path, .. } = self;
        unfinished.persist(&path).map_err(|error| VideoError::Unwritable(error.error))
    }

    /// What `ffmpeg` wrote about its failure. Waits for its end.
    fn last_words(&mut self) -> String {
        drop(self.encoder.stdin.take());
        let mut words = String::new();
        if let Some(errors) = self.encoder.stderr.as_mut() {
            // Without its words, the failure itself is reported.
            let _ = errors.read_to_string(&mut words);
        }
        let words = words.trim();
        if words.is_empty() { "it gave no reason".to_owned() } else { words.replace('\n', "; ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_file_chooses_the_format() {
        let of = |name: &str| VideoFormat::from_path(Path::new(name));
        assert_eq!(of("a/war.MP4").unwrap(), VideoFormat::Mp4);
        assert_eq!(of("war.webm").unwrap(), VideoFormat::WebM);
        for name in ["war.avi", "mp4", "", "war.mp4.gif"] {
            let error = of(name).unwrap_err().to_string();
            assert!(error.contains(".mp4 or .webm"), "{error}");
        }
    }
}
