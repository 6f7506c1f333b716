//! The folder with the page: Terrarium for browsers, as `web/build` builds it.

use std::env;
use std::path::{Path, PathBuf};

use super::Failure;

/// The page itself.
pub(super) const INDEX: &str = "index.html";

/// The page in one file, engine and all.
pub(super) const SINGLE_FILE: &str = "terrarium.html";

/// The variable that names the folder.
const VARIABLE: &str = "TERRARIUM_PAGE";

/// How to get a page.
const REMEDY: &str =
    "build it with `web/build` in a checkout of Terrarium, and give the folder with --page";

/// Finds the folder of the page that has this file: the one `given` by --page, or that of the variable
/// TERRARIUM_PAGE, or one near the program.
pub(super) fn find(given: Option<&Path>, file: &str) -> Result<PathBuf, Failure> {
    let has_page = |folder: &Path| folder.join(file).is_file();
    let named = match (given, env::var_os(VARIABLE)) {
        (Some(folder), _) => Some(("--page", folder.to_owned())),
        (None, Some(folder)) => Some((VARIABLE, PathBuf::from(folder))),
        (None, None) => None,
    };
    if let Some((source, folder)) = named {
        return match has_page(&folder) {
            true => Ok(folder),
            false => Err(Failure::input(format!(
                "{source} {}: there is no {file} in this folder; {REMEDY}",
                folder.display()
            ))),
        };
    }
    let program = env::current_exe().and_then(|program| program.canonicalize());
    let near = program.map(|program| near(&program)).unwrap_or_default();
    near.into_iter().find(|folder| has_page(folder)).ok_or_else(|| {
        Failure::input(format!("there is no page ({file}) near this program; {REMEDY}"))
    })
}

/// The folders near a program that may have the page: beside it, where packages put it, and in the checkout in
/// which it was built.
fn near(program: &Path) -> Vec<PathBuf> {
    let Some(home) = program.parent() else { return Vec::new() };
    let mut folders = vec![home.join("page"), home.join("../share/terrarium/page")];
    let target = home.ancestors().find(|it| it.file_name().is_some_and(|name| name == "target"));
    folders.extend(target.and_then(Path::parent).map(|checkout| checkout.join("web/dist")));
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_beside_the_program_or_in_its_checkout() {
        let folders = near(Path::new("/opt/terrarium/target/x86/release/terrarium"));
        let expected = [
            "/opt/terrarium/target/x86/release/page",
            "/opt/terrarium/target/x86/release/../share/terrarium/page",
            "/opt/terrarium/web/dist",
        ];
        assert_eq!(folders, expected.map(PathBuf::from));
        assert_eq!(near(Path::new("/usr/bin/terrarium")).len(), 2);
    }
}
