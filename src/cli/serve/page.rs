//! The files of the page: found by the path of a request, with their types and policies.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::page_folder::INDEX;

/// What files of the page may load: nothing from anywhere else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    worker-src 'self' blob:; img-src 'self' blob: data:; font-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What precedes the policy in a file that has its own.
const OWN_POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"";

/// The types of files by their extensions, and whether they are worth compressing.
const TYPES: [(&str, &str, bool); 15] = [
    ("html", "text/html; charset=utf-8", true),
    ("js", "text/javascript; charset=utf-8", true),
    ("mjs", "text/javascript; charset=utf-8", true),
    ("css", "text/css; charset=utf-8", true),
    ("json", "application/json", true),
    ("map", "application/json", true),
    ("webmanifest", "application/manifest+json", true),
    ("wasm", "application/wasm", true),
    ("svg", "image/svg+xml", true),
    ("txt", "text/plain; charset=utf-8", true),
    ("ttf", "font/ttf", true),
    ("png", "image/png", false),
    ("ico", "image/x-icon", false),
    ("woff2", "font/woff2", false),
    ("gz", "application/gzip", false),
];

/// The folder of the page.
pub(super) struct Page {
    /// Its canonical path.
    root: PathBuf,
}

/// A file of the page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PageFile {
    pub content: Vec<u8>,
    /// Its media type.
    pub media_type: &'static str,
    /// Whether it gets much smaller by compression.
    pub is_compressible: bool,
    /// Its content security policy.
    pub policy: String,
}

/// Why a request gets no file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// The path is none of a page, such as one that leads out of its folder.
    Refused,
    /// There is no such file.
    NotFound,
}

impl Page {
    /// The page in a folder.
    pub fn open(folder: &Path) -> io::Result<Self> {
        Ok(Self { root: folder.canonicalize()? })
    }

    /// Reads the file that a request is for, by the target of its first line.
    pub fn file(&self, target: &str) -> Result<PageFile, Missing> {
        let path = self.root.join(path_of(target).ok_or(Missing::Refused)?);
        let path = if path.is_dir() { path.join(INDEX) } else { path };
        let path = path.canonicalize().map_err(|_| Missing::NotFound)?;
        // A link in the folder may lead out of it.
        if !path.starts_with(&self.root) {
            return Err(Missing::Refused);
        }
        let is_file = path.is_file();
        let content = fs::read(&path).ok().filter(|_| is_file).ok_or(Missing::NotFound)?;
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        let of_type = TYPES.iter().find(|(name, ..)| *name == extension);
        let (media_type, is_compressible) = of_type
            .map_or(("application/octet-stream", false), |(_, media_type, is)| (media_type, *is));
        let policy = own_policy(&content).filter(|_| extension == "html");
        let policy = policy.unwrap_or_else(|| POLICY.to_owned());
        Ok(PageFile { content, media_type, is_compressible, policy })
    }
}

/// The relative path in the target of a request; `None` if it could lead anywhere else.
fn path_of(target: &str) -> Option<PathBuf> {
    let path = target.strip_prefix('/')?.split(['?', '#']).next()?;
    let decoded = decoded(path)?;
    let is_plain = |part: &str| {
        !part.starts_with('.') && !part.contains(|c: char| c.is_control() || "\\:".contains(c))
    };
    let parts = decoded.split('/').filter(|part| !part.is_empty());
    let parts: Option<PathBuf> = parts.map(|part| is_plain(part).then_some(part)).collect();
    parts
}

/// Replaces the escapes `%20` and the like.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = path.bytes();
    let mut decoded = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || (bytes.next()? as char).to_digit(16);
        let value = digit()? * 16 + digit()?;
        decoded.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(decoded).ok()
}

/// The policy that a page has for itself, as a header: it knows the hashes of its scripts.
fn own_policy(content: &[u8]) -> Option<String> {
    // In a page it precedes all scripts, and the page in one file is long.
    let head = &content[..content.len().min(16 << 10)];
    let head = String::from_utf8_lossy(head);
    let (_, rest) = head.split_once(OWN_POLICY)?;
    let (policy, _) = rest.split_once('"')?;
    let is_header = policy.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    is_header.then(|| format!("{policy}; frame-ancestors 'none'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_in_the_folder() {
        let path = |target| path_of(target).map(|path| path.display().to_string());
        let plain =
            [("/", ""), ("/a.js?v=1", "a.js"), ("/a//b%20c.css#x", "a/b c.css"), ("/é", "é")];
        for (target, expected) in plain {
            assert_eq!(path(target).as_deref(), Some(expected), "{target}");
        }
        let refused = [
            "",
            "a",
            "/..",
            "/../a",
            "/a/../../b",
            "/%2e%2e/a",
            "/a/%2E%2e",
            "/..%2fa",
            "/.git/config",
            "/a\\..\\b",
            "/C:/a",
            "/%00",
            "/%",
            "/%4",
            "/%zz",
            "/%ff",
            "http://example.org/a",
            "//../a",
        ];
        for target in refused {
            assert_eq!(path(target), None, "{target}");
        }
    }

    #[test]
    fn files_have_their_types_and_policies() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        put("index.html", &format!("<head>{OWN_POLICY}default-src 'none'\"></head>"));
        put("bare.html", "<head></head>");
        put("a.wasm", "\0asm");
        put("odd.xyz", OWN_POLICY);
        let page = Page::open(folder.path()).unwrap();
        let file = |target| {
            let file = page.file(target).unwrap();
            (file.media_type, file.is_compressible, file.policy)
        };
        let own = "default-src 'none'; frame-ancestors 'none'".to_owned();
        assert_eq!(file("/"), ("text/html; charset=utf-8", true, own));
        assert_eq!(file("/bare.html").2, POLICY);
        assert_eq!(file("/a.wasm"), ("application/wasm", true, POLICY.to_owned()));
        assert_eq!(file("/odd.xyz"), ("application/octet-stream", false, POLICY.to_owned()));
        assert_eq!(page.file("/nothing"), Err(Missing::NotFound));
        assert_eq!(page.file("/../a"), Err(Missing::Refused));
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("page");
        fs::create_dir(&root).unwrap();
        fs::write(folder.path().join("secret.txt"), "secret").unwrap();
        std::os::unix::fs::symlink("../secret.txt", root.join("a.txt")).unwrap();
        std::os::unix::fs::symlink("..", root.join("up")).unwrap();
        let page = Page::open(&root).unwrap();
        assert_eq!(page.file("/a.txt"), Err(Missing::Refused));
        assert_eq!(page.file("/up/secret.txt"), Err(Missing::Refused));
    }
}
