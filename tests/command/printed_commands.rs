//! Commands that are printed can be pasted, and arguments that cannot be printed are refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workdir;

/// The sources of a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Whether a line formats a command of the program: its name, a subcommand, and a value that is put in.
fn formats_a_command(line: &str) -> bool {
    let code = line.trim_start();
    if code.starts_with("//") {
        return false;
    }
    code.match_indices("terrarium ").any(|(at, name)| {
        let rest = &code[at + name.len()..];
        let command = rest.split(['"', '`']).next().unwrap_or_default();
        let is_word = command.starts_with(|it: char| it.is_ascii_lowercase());
        let mut values = command.match_indices('{').filter_map(|(at, _)| {
            let value = command[at + 1..].split('}').next()?;
            value
                .chars()
                .all(|it| it.is_ascii_alphanumeric() || "_:<>.$".contains(it))
                .then_some(at)
        });
        is_word && values.next().is_some()
    })
}

/// They are made by `shell::terrarium`, which quotes every word that needs it.
#[test]
fn no_command_is_formatted_by_hand() {
    assert!(formats_a_command(r#"    "replay the run with: terrarium verify {dir}\n","#));
    assert!(formats_a_command(r#"format!("`terrarium why {} {}` reports", run, id)"#));
    assert!(!formats_a_command(r#"println!("terrarium {VERSION}")"#));
    assert!(!formats_a_command("// terrarium verify {dir}"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let folder = entry.unwrap().path().join("src");
        if folder.is_dir() {
            sources(&folder, &mut files);
        }
    }
    assert!(files.len() > 300, "{}", files.len());
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let lines = (1..).zip(code.lines()).filter(|(_, line)| formats_a_command(line));
        found.extend(
            lines.map(|(number, line)| format!("{}:{number}: {}", file.display(), line.trim())),
        );
    }
    // These are incomplete, are templates of the user, or name no command.
    let known =
        ["run … --out", "frames/{tick}.png", "takes coordinates up to", "runs such creatures on"];
    found.retain(|line| !known.iter().any(|it| line.contains(it)));
    assert_eq!(found, Vec::<String>::new(), "make it with `shell::terrarium`");
}

#[test]
fn a_printed_command_can_be_pasted() {
    let workdir = workdir();
    let dir = "runs/d'un \u{e9}t\u{e9} $1";
    let done = workdir.success(&["run", "meadow", "--ticks", "3", "--out", dir]);
    let command = done.lines().find_map(|line| line.strip_prefix("replay the run with: "));
    let command = command.unwrap_or_else(|| panic!("{done}")).to_owned();
    let program = Path::new(env!("CARGO_BIN_EXE_terrarium"));
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let verified = Command::new("sh")
        .args(["-c", &command])
        .env("PATH", path)
        .current_dir(workdir.folder())
        .output()
        .unwrap();
    assert!(verified.status.success(), "{command}: {verified:?}");
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let workdir = workdir();
    let strange = OsStr::from_bytes(b"caf\xe9/r");
    let commands: [&[&str]; 6] = [
        &["run", "meadow", "--ticks", "5", "--out"],
        &["batch"],
        &["watch"],
        &["verify"],
        &["why"],
        &["run", "--creatures"],
    ];
    for command in commands {
        let refused = workdir.command(command).arg(strange).output().unwrap();
        let message = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{command:?}: {message}");
        assert!(message.contains("is not UTF-8; rename the file"), "{command:?}: {message}");
        assert!(message.contains("caf"), "{command:?}: {message}");
    }
    assert!(workdir.files().is_empty(), "nothing is written");
}
