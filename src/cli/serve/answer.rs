//! Answers to requests.

use std::io::{self, Cursor};

use tiny_http::{Header, Method, Request, Response, StatusCode};

use super::compressed_files::CompressedFiles;
use super::page::{Missing, Page, PageFile};

/// The least size of a file that is compressed, in bytes.
const WORTH_IT: usize = 1024;

/// What every answer says: no other page may take part, so that the page can use shared memory; the type of a file is
/// the stated one; and a rebuilt page is loaded anew.
const ALWAYS: [(&str, &str); 6] = [
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-cache"),
];

/// Answers a request for a file of the page.
pub(super) fn answer(
    request: Request,
    page: &Page,
    compressed_files: &CompressedFiles,
) -> io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        let response = text(405, "only GET and HEAD are answered\n");
        return request.respond(response.with_header(header("Allow", "GET, HEAD")));
    }
    match page.file(request.url()) {
        Ok(file) => {
            let compressed_files = Some(compressed_files).filter(|_| accepts_gzip(&request));
            request.respond(response_of(file, compressed_files))
        }
        Err(_) if let Some(link) = escaped_link(request.url()) => request.respond(
            text(302, "the link is in the fragment\n").with_header(header("Location", &link)),
        ),
        Err(Missing::Refused) => request.respond(text(400, "this is no path of the page\n")),
        Err(Missing::NotFound) => request.respond(text(404, "there is no such file\n")),
    }
}

/// The page with the link of a run, for a request in which a mail or a chat has escaped its `#`.
fn escaped_link(target: &str) -> Option<String> {
    target.strip_prefix("/%23run").map(|rest| format!("/#run{rest}"))
}

type Answer = Response<Cursor<Vec<u8>>>;

/// The response with a file, compressed if it is worth it and the client accepts that.
fn response_of(file: PageFile, compressed_files: Option<&CompressedFiles>) -> Answer {
    let PageFile { content, media_type, is_compressible, policy } = file;
    let is_worth_it = is_compressible && content.len() >= WORTH_IT;
    let compressed = compressed_files.filter(|_| is_worth_it).map(|files| files.of(&content));
    let is_compressed = compressed.is_some();
    let mut response = response(200, compressed.unwrap_or(content))
        .with_header(header("Content-Type", media_type))
        .with_header(header("Content-Security-Policy", &policy));
    if is_compressible {
        response.add_header(header("Vary", "Accept-Encoding"));
    }
    if is_compressed {
        response.add_header(header("Content-Encoding", "gzip"));
    }
    response
}

fn text(status: u16, text: &str) -> Answer {
    response(status, text.as_bytes().to_vec())
        .with_header(header("Content-Type", "text/plain; charset=utf-8"))
        .with_header(header("Content-Security-Policy", "default-src 'none'"))
}

fn response(status: u16, content: Vec<u8>) -> Answer {
    let length = content.len();
    let headers = ALWAYS.map(|(name, value)| header(name, value)).to_vec();
    Response::new(StatusCode(status), headers, Cursor::new(content), Some(length), None)
        .with_chunked_threshold(usize::MAX)
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("it is ASCII")
}

/// Whether a client understands gzip: it names it or everything, and not with the weight 0.
fn accepts_gzip(request: &Request) -> bool {
    let headers = request.headers().iter().filter(|it| it.field.equiv("Accept-Encoding"));
    headers.into_iter().any(|it| names_gzip(it.value.as_str()))
}

fn names_gzip(accepted: &str) -> bool {
    let weight = |wanted: &str| {
        accepted.split(',').find_map(|choice| {
            let mut parts = choice.split(';').map(str::trim);
            let name = parts.next()?;
            let weight = parts.find_map(|it| it.strip_prefix("q=")?.trim().parse::<f64>().ok());
            name.eq_ignore_ascii_case(wanted).then(|| weight.unwrap_or(1.0))
        })
    };
    weight("gzip").or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_accepted_by_name_or_as_everything() {
        let accepted = ["gzip", "deflate, gzip;q=0.5", "GZIP", "*", "br, *;q=0.1"];
        assert!(accepted.into_iter().all(names_gzip));
        let refused = ["", "br", "gzip;q=0", "gzip; q=0.0, *", "*;q=0", "xgzip"];
        assert!(!refused.into_iter().any(names_gzip));
    }
}
