//! Files that appear complete or not at all.

use std::fs;
use std::io::{self, Write};

use terrarium_output::atomic_file::write;

#[test]
fn a_failed_write_leaves_the_existing_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture");
    write(&path, |file| file.write_all(b"first")).unwrap();
    let failed = write(&path, |file| {
        file.write_all(b"sec")?;
        Err::<(), _>(io::ErrorKind::StorageFull.into())
    });
    assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
    assert_eq!(fs::read(&path).unwrap(), b"first");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(write(&path, |file| file.write(b"2")).unwrap(), 1);
    assert_eq!(fs::read(&path).unwrap(), b"2");
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let refused = write(&path, |file| file.write_all(b"text"));
    assert!(refused.unwrap_err().to_string().contains("pipe or device"));
    assert!(!fs::metadata(&path).unwrap().is_file());
}

#[test]
fn a_missing_folder_is_named_and_not_the_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none/a.png");
    let problem = write(&path, |_| Ok(())).unwrap_err();
    assert_eq!(problem.kind(), std::io::ErrorKind::NotFound);
    let text = problem.to_string();
    let none = folder.path().join("none");
    assert!(text.contains(&format!("in the folder {}", none.display())), "{text}");
    assert!(!text.contains(".partial"), "{text}");
}
