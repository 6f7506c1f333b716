//! Atomic writes of files: a file appears complete or not at all.

use std::fs::File;
use std::io;
use std::path::Path;

/// Calls `write` with a new temporary file, and then moves it to `path`, where it replaces an
/// existing file.
///
/// # Errors
/// When `write` fails, or the file cannot be created or moved. The temporary file is removed then,
/// and an existing file is unchanged. When there is a directory, pipe or device at `path`, which a file would replace.
pub fn write<T>(path: &Path, write: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        let problem = "this is a directory, pipe or device; give the path of a regular file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".terrarium-").suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The default of new files: the umask applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let folder = folder.unwrap_or(Path::new("."));
    // The error of the temporary file would name a file that nobody has asked for.
    let in_folder = |error: io::Error| {
        let (folder, kind) = (folder.display(), error.kind());
        io::Error::new(kind, format!("no file can be created in the folder {folder} ({kind})"))
    };
    let mut file = builder.tempfile_in(folder).map_err(in_folder)?;
    let result = write(file.as_file_mut())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(result)
}

/// Syncs the entries of a folder to the disk: that files were created in it, moved or removed.
///
/// # Errors
/// When that fails.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    // Elsewhere folders cannot be opened as files.
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}
