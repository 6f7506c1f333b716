//! `terrarium serve`: requests to a running server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use flate2::read::GzDecoder;
use terrarium_testing::Workdir;

use crate::workdir;

/// A server that ends with the test.
struct Server {
    process: Child,
    /// Its address and port.
    address: String,
}

impl Server {
    fn start(workdir: &Workdir, arguments: &[&str]) -> Self {
        let all = [&["serve", "--port", "0"], arguments].concat();
        let mut command = workdir.command(&all);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|it| it.strip_suffix('/'));
        Self { process, address: address.unwrap_or_else(|| panic!("{line}")).to_owned() }
    }

    /// Sends a request, and returns the head and the body of the answer.
    fn request(&self, line: &str, headers: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n")
            .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
        let body = answer.split_off(end + 4);
        (String::from_utf8(answer).unwrap(), body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn page() -> Workdir {
    let workdir = workdir();
    workdir.write("page/index.html", "<html>the page</html>");
    workdir.write("page/page.js", "go();".repeat(1000));
    workdir.write("page/engine.wasm", "\0asm");
    workdir.write("secret.txt", "secret");
    workdir
}

#[test]
fn files_of_the_page_are_served_and_no_others() {
    let workdir = page();
    let server = Server::start(&workdir, &["--page", "page"]);
    let (head, body) = server.request("GET /", "");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert_eq!(body, b"<html>the page</html>");
    // A link of which a mail has escaped the `#`.
    let (head, _) = server.request("GET /%23run%3D1.abc&x=y", "");
    assert!(
        head.starts_with("HTTP/1.1 302") && head.contains("Location: /#run%3D1.abc&x=y\r\n"),
        "{head}"
    );
    let (head, body) = server.request("GET /", "");
    assert_eq!(body, b"<html>the page</html>");
    for expected in [
        "Content-Type: text/html; charset=utf-8",
        "Content-Length: 21",
        "Cross-Origin-Opener-Policy: same-origin",
        "Cross-Origin-Embedder-Policy: require-corp",
        "X-Content-Type-Options: nosniff",
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';",
    ] {
        assert!(head.contains(expected), "{expected}: {head}");
    }
    let (head, body) = server.request("HEAD /page.js", "");
    assert!(head.contains("Content-Length: 5000") && body.is_empty(), "{head}");
    let (head, _) = server.request("GET /engine.wasm?v=1", "");
    assert!(head.contains("Content-Type: application/wasm"), "{head}");

    let (head, body) = server.request("GET /page.js", "Accept-Encoding: br, gzip\r\n");
    assert!(
        head.contains("Content-Encoding: gzip") && head.contains("Vary: Accept-Encoding"),
        "{head}"
    );
    let mut text = String::new();
    GzDecoder::new(&body[..]).read_to_string(&mut text).unwrap();
    assert!(body.len() < 1000 && text == "go();".repeat(1000));

    let refused = [
        ("GET /../secret.txt", "400"),
        ("GET /%2e%2e/secret.txt", "400"),
        ("GET /..%2fsecret.txt", "400"),
        ("GET /page/../../secret.txt", "400"),
        ("GET /secret.txt", "404"),
        ("GET /nothing", "404"),
        ("POST /", "405"),
        ("DELETE /index.html", "405"),
    ];
    for (line, status) in refused {
        let (head, body) = server.request(line, "");
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{line}: {head}");
        assert!(!String::from_utf8_lossy(&body).contains("secret"), "{line}");
        assert!(head.contains("X-Content-Type-Options: nosniff"), "{line}: {head}");
    }
    assert_eq!(workdir.read("secret.txt"), "secret");
}

#[test]
fn the_folder_is_also_that_of_a_variable_and_a_missing_one_is_refused() {
    let workdir = page();
    let refusal = workdir.refused(&["serve", "--port", "0", "--page", "nowhere"]);
    assert!(refusal.contains("--page nowhere: there is no index.html in this folder"), "{refusal}");
    assert!(refusal.contains("build it with `web/build`"), "{refusal}");
    let mut command = workdir.command(&["serve", "--port", "0"]);
    let output = command.env("TERRARIUM_PAGE", "elsewhere").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("TERRARIUM_PAGE elsewhere"), "{error}");

    // A port that is taken.
    let server = Server::start(&workdir, &["--page", "page"]);
    let port = server.address.rsplit(':').next().unwrap();
    let refusal = workdir.refused(&["serve", "--page", "page", "--port", port]);
    assert!(refusal.contains("cannot be listened on"), "{refusal}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server() {
    let workdir = page();
    let mut server = Server::start(&workdir, &["--page", "page"]);
    let id = server.process.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    assert_eq!(server.process.wait().unwrap().code(), Some(0));
}
