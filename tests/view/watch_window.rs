//! A real window on a display of its own, with keys and mouse: needs Xvfb, xdotool and ImageMagick.

#![cfg(all(unix, not(target_os = "macos")))]

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::watching::display::Display;
use crate::watching::{Watching, is_missing};

const TOOLS: [&str; 3] = ["Xvfb", "xdotool", "import"];

fn display() -> Option<Display> {
    if is_missing(&TOOLS) { None } else { Some(Display::open(1280, 960)) }
}

#[test]
fn a_window_shows_a_world_and_obeys_keys_and_mouse() {
    let Some(display) = display() else { return };
    let mut watching =
        Watching::begin(Some(&display), &["watch", "pond.toml", "--paused", "--warm-up", "30"]);
    let window = display.window("Terrarium");
    sleep(Duration::from_millis(500));
    let before = display.shot(&window);
    assert!(before.colours() > 200, "only {} colours", before.colours());
    assert_eq!(display.settled(&window).differing(&display.shot(&window)), 0, "time stands still");

    display.keys(&window, "period");
    let stepped = display.changed(&window, &before, "a step");
    display.keys(&window, "F1");
    let help = display.changed(&window, &stepped, "the help");
    assert!(help.differing(&stepped) > stepped.len() / 4, "help covers the world");
    display.keys(&window, "Escape");
    display.changed(&window, &help, "the world again");

    // A click that is over at once, as on a touchpad: on the button that has time pass.
    let before = display.settled(&window);
    display.run(&["mousemove", "--window", &window, "20", "17", "click", "1"]);
    let played = display.changed(&window, &before, "time that passes");
    sleep(Duration::from_millis(400));
    assert!(display.shot(&window).differing(&played) > 0, "it goes on passing");
    display.keys(&window, "space");
    sleep(Duration::from_millis(300));

    let before = display.settled(&window);
    display.run(&["mousemove", "--window", &window, "500", "300", "click", "4", "click", "4"]);
    let zoomed = display.changed(&window, &before, "a closer look");
    display.run(&["mousemove", "--window", &window, "500", "300", "mousedown", "1"]);
    display.run(&["mousemove_relative", "--", "-120", "60", "mouseup", "1"]);
    display.changed(&window, &zoomed, "what is beside it");

    display.run(&["windowsize", &window, "700", "500"]);
    sleep(Duration::from_millis(600));
    assert_eq!(display.shot(&window).size(), (700, 500));
    display.keys(&window, "F12");
    display.keys(&window, "ctrl+s");
    watching.wait_for_file("runs", "png");
    watching.wait_for_file("runs", "snapshot");
    display.keys(&window, "q");
    let said = watching.ended();
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("saved runs/pond-seed-3-tick-"), "{}", said.err);
}

#[test]
fn every_way_to_close_a_window_saves_the_recording() {
    let Some(display) = display() else { return };
    type Close = fn(&Display, &str, &Watching);
    let ways: [(&str, Close, Option<i32>); 4] = [
        ("the window's button", |display, window, _| display.ask_to_close(window), Some(0)),
        ("its destruction", |display, window, _| display.run(&["windowclose", window]), Some(0)),
        ("TERM", |_, _, watching| watching.signal("TERM"), Some(130)),
        ("Ctrl-C", |_, _, watching| watching.signal("INT"), Some(130)),
    ];
    for (name, close, code) in ways {
        let arguments = ["watch", "pond.toml", "--record", "kept.recording", "--speed", "max"];
        let mut watching = Watching::begin(Some(&display), &arguments);
        let window = display.window("Terrarium");
        sleep(Duration::from_millis(800));
        close(&display, &window, &watching);
        let said = watching.ended();
        assert_eq!(said.code, code, "{name}: {}", said.err);
        assert!(said.err.contains("saved kept.recording"), "{name}: {}", said.err);
        assert!(!said.err.contains("panicked"), "{name}: {}", said.err);
        watching.assert_recording("kept.recording");
    }
}

#[test]
fn a_display_that_is_lost_takes_nothing_with_it() {
    let Some(display) = display() else { return };
    let arguments = ["watch", "pond.toml", "--record", "kept.recording"];
    let mut watching = Watching::begin(Some(&display), &arguments);
    display.window("Terrarium");
    sleep(Duration::from_millis(500));
    display.close();
    let said = watching.ended();
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.contains("the display is gone"), "{}", said.err);
    assert!(!said.err.contains("panicked"), "{}", said.err);
    watching.assert_recording("kept.recording");
}

#[test]
fn windows_can_be_tiny_and_huge() {
    let Some(display) = display() else { return };
    for size in ["1x1", "8000x5000"] {
        let mut watching = Watching::begin(Some(&display), &["watch", "pond.toml", "--size", size]);
        let window = display.window("Terrarium");
        sleep(Duration::from_millis(1500));
        display.ask_to_close(&window);
        let said = watching.ended();
        assert_eq!(said.code, Some(0), "{size}: {}", said.err);
    }
}

#[test]
fn without_arguments_a_display_gets_a_window() {
    let Some(display) = display() else { return };
    let mut watching = Watching::begin(Some(&display), &[]);
    let window = display.window("Terrarium");
    sleep(Duration::from_millis(800));
    assert!(display.shot(&window).colours() > 200);
    display.keys(&window, "q");
    let said = watching.ended();
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("there is a display"), "{}", said.err);
}

#[test]
fn wrong_input_is_told() {
    let told = [
        (vec!["watch", "--view", "window"], "there is no display"),
        (vec!["watch", "--view", "terminal"], "no terminal"),
        (vec!["watch"], "neither a display nor a terminal"),
        (vec!["watch", "--size", "0x9"], "1280x720"),
        (vec!["watch", "--speed", "3"], "1/8"),
    ];
    for (arguments, expected) in told {
        let said = Watching::begin(None, &arguments).ended();
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.err);
        assert!(said.err.contains(expected), "{arguments:?}: {}", said.err);
        assert!(!said.err.contains("panicked"), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn a_damaged_recording_is_shown_as_far_as_it_goes_or_refused() {
    let Some(display) = display() else { return };
    let mut watching =
        Watching::begin(None, &["run", "pond.toml", "--ticks", "60", "--record", "a.recording"]);
    assert_eq!(watching.ended().code, Some(0));
    let path = watching.path("a.recording");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() * 3 / 4]).unwrap();
    let mut said = watching.again(Some(&display), &["watch", "a.recording"]);
    let window = display.window("Terrarium");
    display.keys(&window, "q");
    let ended = said.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.err.contains("ends with tick"), "{}", ended.err);
    fs::write(&path, &whole[..20]).unwrap();
    let ended = watching.again(Some(&display), &["watch", "a.recording"]).ended();
    assert_eq!(ended.code, Some(2), "{}", ended.err);
    let ended = watching.again(Some(&display), &["watch", "nowhere.recording"]).ended();
    assert_eq!(ended.code, Some(2), "{}", ended.err);
    assert!(ended.err.contains("nowhere.recording"), "{}", ended.err);
}
