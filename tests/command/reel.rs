//! `terrarium reel`.

use std::fs;

use crate::render::SMALL;
use crate::workdir;

#[test]
fn the_moments_of_a_run_are_listed_and_pictured() {
    let workdir = workdir();
    let run = ["run", "meadow", "--ticks", "1500", "--out", "first", "--record", "a.recording"];
    workdir.success(&[&run[..], &SMALL[..]].concat());
    let list = workdir.success(&["reel", "a.recording", "--most", "4"]);
    let lines: Vec<&str> = list.lines().collect();
    assert!((2..=4).contains(&lines.len()), "{list}");
    let ticks = lines.iter().map(|line| line.split_whitespace().next().unwrap().parse::<u64>());
    assert!(ticks.collect::<Result<Vec<_>, _>>().unwrap().is_sorted_by(|a, b| a + 90 <= *b));
    // The events of a directory are replayed.
    assert_eq!(workdir.success(&["reel", "first", "--most", "4"]), list);
    let size = ["--most", "4", "--size", "160x120"];
    workdir.success(&[&["reel", "a.recording", "--out", "a.html"], &size[..]].concat());
    let page = fs::read_to_string(workdir.path("a.html")).unwrap();
    assert_eq!(page.matches("<figure id=").count(), lines.len());
    assert_eq!(page.matches("src=\"data:image/png;base64,").count(), lines.len());
    assert!(page.contains("terrarium watch a.recording --tick "), "{}", &page[..600]);
    workdir.success(&[&["reel", "a.recording", "--out", "a.gif"], &size[..]].concat());
    let bytes = workdir.bytes("a.gif");
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let mut images = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        images += 1;
    }
    assert!(images >= 10 * lines.len() && decoder.width() == 160, "{images} images");
    let message = workdir.refused(&["reel", "a.recording", "--out", "a.png"]);
    assert!(message.contains("ends in .gif or .html"), "{message}");
    let message = workdir.refused(&["reel", "a.recording", "--out", "none/a.gif"]);
    assert!(message.contains("there is no directory none"), "{message}");
}
