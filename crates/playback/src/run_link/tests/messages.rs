//! Tests of links in messages: wrapped, quoted, escaped, decorated, cut.

use std::iter;

use super::*;

/// A link of some lines.
fn long() -> RunLink {
    let noise: String = (0..12_u32).map(|n| blake3::hash(&n.to_le_bytes()).to_string()).collect();
    let text = format!("# {noise}\n{POND}");
    RunLink { scenario: LinkScenario::Own { name: "pond".to_owned(), text }, ..pond() }
}

fn url() -> String {
    long().to_url(PAGE).unwrap()
}

/// A text in lines of so many characters.
fn wrapped(text: &str, width: usize, end: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let lines: Vec<String> = letters.chunks(width).map(|line| line.iter().collect()).collect();
    lines.join(end)
}

/// A text as mail programs write it in quoted-printable.
fn quoted_printable(text: &str) -> String {
    let escaped = text.replace('=', "=3D");
    wrapped(&escaped, 75, "=\r\n")
}

fn quoted(text: &str, mark: &str) -> String {
    text.lines().map(|line| format!("{mark}{line}\n")).collect()
}

fn assert_reads(message: &str) {
    match RunLink::parse(message) {
        Ok(link) => assert_eq!(link, long(), "{message}"),
        Err(error) => panic!("{error}:\n{message}"),
    }
}

#[test]
fn what_mails_and_chats_make_of_a_link_is_read() {
    let url = url();
    let lines = wrapped(&url, 76, "\n");
    let escaped = url.replace('#', "%23").replace('=', "%3D");
    let twice = escaped.replace('%', "%25");
    let cut = &url[..url.len() - 300];
    for message in [
        lines.clone(),
        lines.replace('\n', "\r\n"),
        lines.replace('\n', " "),
        lines.replace('\n', "  \n\t"),
        wrapped(&url, 24, "\n"),
        wrapped(&url, 3, "\n"),
        quoted(&lines, "> "),
        quoted(&lines, ">> > "),
        quoted(&lines, "| "),
        quoted(&format!("Look at this:\n{lines}\nCheers\n-- \nAda"), "> "),
        format!("On Monday Ada wrote:\n{}\nNice!", quoted(&lines, "> ")),
        quoted_printable(&url),
        quoted_printable(&format!("Caf=C3=A9 at {url} , see you")),
        quoted(&wrapped(&quoted_printable(&url), 200, "\n"), ""),
        url.replace("#run=", "#run%3D"),
        url.replace("#run=", "%23run%3D"),
        url.replace("#run=", "%23run%3d"),
        url.replace("#run=", "run%3D"),
        url.replace("#run=", "#run&#61;"),
        url.replace("#run=", "#run&#x3D;"),
        format!("https://l.example.org/l.php?u={escaped}&h=AT0Zx"),
        format!("https://safe.example.org/?url={twice}&data=05%7C01&reserved=0"),
        format!("<{url}>"),
        format!("({url})"),
        format!("[the pond]({url})"),
        format!("[{url}]({url})"),
        format!("[{cut}...]({url})"),
        format!("<{url}|{cut}…>"),
        format!("<a href=\"{url}\">{cut}</a>"),
        format!("\"{url}\""),
        format!("'{url}'"),
        format!("`{url}`"),
        format!("*{url}*"),
        format!("_{url}_"),
        format!("__{url}__"),
        format!("“{url}”"),
        format!("{url}."),
        format!("{url},"),
        format!("{url}!"),
        format!("{url}?"),
        format!("{url};"),
        format!("{url}…"),
        format!("{url}\n-- \nAda"),
        format!("{url} is what I saw"),
        format!("{url}\nCheers\nAda"),
        format!("{url}&utm_source=x"),
        format!("{url}&utm_source=x&utm_medium=chat#top"),
        format!("{url}#:~:text=pond"),
        format!("see {url}, and then {url}"),
        format!("\u{FEFF}{url}"),
        wrapped(&url, 40, "\u{200B}"),
        wrapped(&url, 40, "\u{AD}"),
        url.replace("#run=1.", "#run=\n1."),
        url.replace("#run=1.", "#run=1\n."),
        url.replace("#run=1.", "#ru\n> n=1."),
        format!("The link is what stands behind #run= here: {url}"),
    ] {
        assert_reads(&message);
        assert!(RunLink::is_link(&message), "{message}");
    }
}

#[test]
fn files_in_other_encodings_are_read() {
    let message = format!("Schöne Grüße!\r\n{}\r\n", wrapped(&url(), 76, "\r\n"));
    let bytes = |of: fn(u16) -> [u8; 2], text: &str| -> Vec<u8> {
        text.encode_utf16().flat_map(of).collect()
    };
    let latin: Vec<u8> = message.chars().map(|it| u8::try_from(u32::from(it)).unwrap()).collect();
    for file in [
        message.clone().into_bytes(),
        [b"\xEF\xBB\xBF", message.as_bytes()].concat(),
        [b"\xFF\xFE".to_vec(), bytes(u16::to_le_bytes, &message)].concat(),
        [b"\xFE\xFF".to_vec(), bytes(u16::to_be_bytes, &message)].concat(),
        bytes(u16::to_le_bytes, &message),
        bytes(u16::to_be_bytes, &message),
        latin,
    ] {
        assert_eq!(RunLink::parse_bytes(file).unwrap(), long());
    }
}

#[test]
fn a_link_that_is_cut_says_how_much_is_missing() {
    let url = url();
    let run = url.split_once(MARK).unwrap().1.len() - "1.".len();
    let start = url.len() - run;
    for kept in [40, 100, 333, run - 2, run - 1] {
        let cut = &url[..start + kept];
        let lines = wrapped(cut, 76, "\n");
        let expected = format!(
            "the link is cut: {} characters of it are missing after the {kept} that are here; copy all of it, from \
             `#run=` to its end",
            run - kept
        );
        for message in [
            cut.to_owned(),
            lines.clone(),
            quoted(&lines, "> "),
            quoted_printable(cut),
            format!("<{cut}>"),
            format!("{cut}…"),
            format!("{cut}..."),
            format!("{cut} is what I saw"),
            format!("{lines}\n\nAda"),
            cut.replace("#run=", "%23run%3D"),
        ] {
            assert_eq!(RunLink::parse(&message).unwrap_err().to_string(), expected, "{message}");
        }
    }
    // Before the first length, only the least is known.
    let refusals: Vec<String> =
        [1, 12, 20].iter().map(|kept| refusal(&url[..start + kept])).collect();
    insta::assert_snapshot!(refusals.join("\n"), @"
    the link is cut: at least 11 characters of it are missing after the 1 that are here; copy all of it, from `#run=` to its end
    the link is cut: at least 7 characters of it are missing after the 12 that are here; copy all of it, from `#run=` to its end
    the link is cut: at least 6 characters of it are missing after the 20 that are here; copy all of it, from `#run=` to its end
    ");
}

#[test]
fn different_links_in_a_message_are_ambiguous() {
    let other = RunLink { tick: 5, ..long() }.to_url(PAGE).unwrap();
    let url = url();
    let error = refusal(&format!("{url}\n{other}\n{url}"));
    assert_eq!(error, "there are 2 links of different runs in this text; give one of them");
    // One of them is damaged, so only the other one can be meant.
    let mut altered = other.into_bytes();
    altered[200] = if altered[200] == b'A' { b'B' } else { b'A' };
    assert_reads(&format!("{}\n{url}", String::from_utf8(altered).unwrap()));
}

#[test]
fn only_what_has_a_mark_is_meant_as_a_link() {
    for text in ["meadow", "runs/run=1.toml", "a/rerun=1.0/b", "dry-run", "run=", "runs/%23/a", ""]
    {
        assert!(!RunLink::is_link(text), "{text}");
    }
    for text in ["#run=", "#run=1.x", "http://a/#run%3D1.x", "http://a/%23run%3D", "#run&#61;"] {
        assert!(RunLink::is_link(text), "{text}");
    }
}

fn any_escape() -> impl Strategy<Value = String> {
    const ESCAPES: [&str; 6] =
        ["#run=", "#run%3D", "%23run%3D", "%2523run%253D", "#run&#61;", "run="];
    prop::sample::select(&ESCAPES[..]).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_link_in_any_message_reads_back(
        link in any_link(),
        mark in any_escape(),
        width in 1..200_usize,
        prefix in "(> ?){0,3}[ \t]{0,3}",
        frame in prop::sample::select(vec![("", ""), ("<", ">"), ("(", ")."), ("_", "_"), ("[a](", ")")]),
        before in "[a-zA-Z ,.:é]{0,40}",
        after in "[a-zA-Z ,.:é]{0,40}",
        is_quoted_printable: bool,
        is_wide: bool,
    ) {
        let run = link.to_url(PAGE).unwrap().replace(MARK, &mark);
        let run = format!("{}{run}{}", frame.0, frame.1);
        // A wrapped escape is ambiguous, unless the escape is that of a mail.
        let wraps = if is_quoted_printable || !run.contains(['%', '&']) { width } else { run.len() };
        let lines = if is_quoted_printable { quoted_printable(&run) } else { wrapped(&run, wraps, "\n") };
        let prefix = if is_quoted_printable { "" } else { &prefix };
        let message = format!("{before}\n{}{after}\n", quoted(&lines, prefix));
        let bytes = match is_wide {
            true => iter::once(0xFEFF).chain(message.encode_utf16()).flat_map(u16::to_le_bytes).collect(),
            false => message.clone().into_bytes(),
        };
        match RunLink::parse_bytes(bytes) {
            Ok(read) => prop_assert_eq!(read, link, "{}", message),
            Err(error) => prop_assert!(false, "{}:\n{}", error, message),
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(
        bytes: Vec<u8>,
        text in "(#|%23|\n|> )?run(=|%3D|=3D|&#61;)1?\\.?[A-Za-z0-9_=%&;#\n> -]{0,60}",
    ) {
        let _ = RunLink::parse_bytes(bytes);
        let _ = RunLink::parse(&text);
        let _ = RunLink::is_link(&text);
    }

    #[test]
    fn every_cut_says_what_is_missing(link in any_link(), index: prop::sample::Index) {
        let text = link.to_fragment().unwrap().split_off(MARK.len() + "1.".len());
        let kept = 40 + index.index(text.len() - 40);
        match RunLink::parse(&format!("#run=1.{}", &text[..kept])) {
            Err(LinkError::Cut { received, missing, at_least: false }) => {
                prop_assert_eq!((received, missing), (kept, text.len() - kept));
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }
}
