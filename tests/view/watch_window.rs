//! Tests of a real window with keys and mouse, on a virtual display. They need Xvfb, xdotool and
//! ImageMagick.

#![cfg(all(unix, not(target_os = "macos")))]

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use terrarium_testing::environment::are_installed;

use crate::watching::Watching;
use crate::watching::display::{Display, Shot};
use crate::watching::processor::assert_at_rest;

const TOOLS: [&str; 3] = ["Xvfb", "xdotool", "import"];

fn display() -> Option<Display> {
    are_installed(&TOOLS).then(|| Display::open(1280, 960))
}

#[test]
fn a_window_shows_a_world_and_handles_keys_and_mouse() {
    let Some(display) = display() else { return };
    let mut watching =
        Watching::begin(Some(&display), &["watch", "pond.toml", "--paused", "--warm-up", "30"]);
    let window = display.window("Terrarium");
    let before = display.painted(&window);
    assert_eq!(
        display.settled(&window).differing(&display.shot(&window)),
        0,
        "the simulation is paused"
    );

    display.keys(&window, "period");
    let stepped = display.changed(&window, &before, "a step");
    display.keys(&window, "F1");
    let help = display.changed(&window, &stepped, "the help");
    assert!(help.differing(&stepped) > stepped.len() / 4, "help covers the world");
    display.keys(&window, "Escape");
    display.changed(&window, &help, "the world again");

    // A very short click, as on a touchpad, on the play button.
    let before = display.settled(&window);
    display.run(&["mousemove", "--window", &window, "20", "17", "click", "1"]);
    let played =
        display.shot_when(&window, "the running simulation", |shot| shot.differing(&before) > 20);
    display.shot_when(&window, "the simulation keeps running", |shot| shot.differing(&played) > 0);
    display.keys(&window, "space");

    let before = display.settled(&window);
    display.run(&["mousemove", "--window", &window, "500", "300", "click", "4", "click", "4"]);
    let zoomed = display.changed(&window, &before, "a magnified world");
    display.run(&["mousemove", "--window", &window, "500", "300", "mousedown", "1"]);
    display.run(&["mousemove_relative", "--", "-120", "60", "mouseup", "1"]);
    display.changed(&window, &zoomed, "a panned world");

    display.run(&["windowsize", &window, "700", "500"]);
    display.shot_when(&window, "the new size", |shot| shot.size() == (700, 500));
    display.keys(&window, "F12");
    display.keys(&window, "ctrl+s");
    watching.wait_for_file("runs", "png");
    watching.wait_for_file("runs", "snapshot");
    display.keys(&window, "q");
    let result = watching.ended();
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.err.contains("saved runs/pond-seed-3-tick-"), "{}", result.err);
}

#[test]
fn a_window_shows_a_life_and_searches_for_a_tick() {
    let Some(display) = display() else { return };
    let mut watching =
        Watching::begin(Some(&display), &["watch", "pond.toml", "--paused", "--warm-up", "30"]);
    let window = display.window("Terrarium");
    let before = display.painted(&window);
    display.keys(&window, "y");
    let life = display.changed(&window, &before, "the life of the followed animal");
    display.keys(&window, "slash");
    for key in ["t", "i", "c", "k", "space", "equal", "equal", "space", "5"] {
        display.keys(&window, key);
    }
    let typed = display.changed(&window, &life, "the entry");
    display.keys(&window, "shift+Return");
    display.changed(&window, &typed, "the tick that was found");
    display.settled(&window);
    display.keys(&window, "Escape");
    display.keys(&window, "ctrl+s");
    watching.wait_for_file("runs", "snapshot");
    let saved = fs::read_dir(watching.path("runs")).unwrap();
    let saved: Vec<_> = saved.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(saved, ["pond-seed-3-tick-5.snapshot"]);
    display.keys(&window, "q");
    let result = watching.ended();
    assert_eq!(result.code, Some(0), "{}", result.err);
}

#[test]
fn another_world_is_opened_in_the_same_window_and_a_problem_keeps_the_old_one() {
    let Some(display) = display() else { return };
    let mut watching =
        Watching::begin(Some(&display), &["watch", "pond.toml", "--paused", "--warm-up", "30"]);
    let window = display.window("pond");
    fs::write(watching.path("broken.toml"), "seed = \"seven\"").unwrap();
    fs::copy(watching.path("pond.toml"), watching.path("lake.toml")).unwrap();
    let before = display.painted(&window);
    let open = |letters: &str| {
        display.keys(&window, "ctrl+o");
        for letter in letters.chars() {
            display.keys(&window, &letter.to_string());
        }
        display.keys(&window, "Return");
    };
    open("brok");
    display.changed(&window, &before, "the problem");
    // What is pressed while the file is read is not for the world.
    sleep(Duration::from_secs(2));
    assert_eq!(display.window("pond"), window);
    display.keys(&window, "ctrl+s");
    watching.wait_for_file("runs", "snapshot");
    open("lak");
    assert_eq!(display.window("lake"), window);
    display.painted(&window);
    display.keys(&window, "ctrl+e");
    watching.wait_for_file("runs", "toml");
    display.keys(&window, "q");
    let result = watching.ended();
    assert_eq!(result.code, Some(0), "{}", result.err);
    let saved = fs::read_dir(watching.path("runs")).unwrap();
    let mut saved: Vec<_> = saved.map(|entry| entry.unwrap().file_name()).collect();
    saved.sort();
    assert!(saved[0].to_string_lossy().starts_with("lake-seed-3-tick-"), "{saved:?}");
    assert_eq!(saved[1..], ["pond-seed-3-tick-30.snapshot"]);
}

/// Keys by their numbers, which do not depend on the layout: those of Q and Y of a keyboard of the United States.
const Q: &str = "24";
const Y: &str = "29";

#[test]
fn letters_act_in_every_layout() {
    if !are_installed(&["setxkbmap"]) {
        return;
    }
    let Some(display) = display() else { return };
    for layouts in ["us", "de", "ru", "gr", "ru,us", "il,us", "gr,ru,de"] {
        display.set_layouts(layouts);
        let arguments = ["watch", "pond.toml", "--paused", "--warm-up", "9"];
        let mut watching = Watching::begin(Some(&display), &arguments);
        let window = display.window("Terrarium");
        let before = display.painted(&window);
        // The life of the followed animal, or in German another meaning of the key.
        if layouts != "de" && !layouts.ends_with("de") {
            display.keys(&window, Y);
            display.changed(&window, &before, &format!("{layouts}: a life"));
        }
        display.keys(&window, Q);
        let result = watching.ended();
        assert_eq!(result.code, Some(0), "{layouts}: {}", result.err);
    }
}

#[test]
fn another_layout_is_followed_while_a_window_is_open() {
    if !are_installed(&["setxkbmap"]) {
        return;
    }
    let Some(display) = display() else { return };
    display.set_layouts("fr");
    let arguments = ["watch", "pond.toml", "--paused", "--warm-up", "9"];
    let mut watching = Watching::begin(Some(&display), &arguments);
    let window = display.window("Terrarium");
    let before = display.painted(&window);
    // A French keyboard has A where others have Q: the menu of species opens.
    display.keys(&window, Q);
    let menu = display.changed(&window, &before, "a menu");
    display.set_layouts("us,ru");
    display.keys(&window, "Escape");
    display.changed(&window, &menu, "the world again");
    // xdotool makes the layout active that has this letter.
    display.keys(&window, "Cyrillic_shorti");
    let result = watching.ended();
    assert_eq!(result.code, Some(0), "{}", result.err);
}

#[test]
fn text_is_that_of_the_active_layout() {
    if !are_installed(&["setxkbmap"]) {
        return;
    }
    let Some(display) = display() else { return };
    display.set_layouts("ru,de");
    let arguments = ["watch", "pond.toml", "--paused", "--warm-up", "9"];
    let mut watching = Watching::begin(Some(&display), &arguments);
    let window = display.window("Terrarium");
    let before = display.painted(&window);
    display.keys(&window, "y");
    let life = display.changed(&window, &before, "a life");
    // In the second layout, where Y and Z are exchanged; the sign is typed with another key than elsewhere.
    display.keys(&window, "ctrl+f");
    for key in ["t", "i", "c", "k", "space", "equal", "equal", "space", "5"] {
        display.keys(&window, key);
    }
    let typed = display.changed(&window, &life, "the entry");
    display.keys(&window, "shift+Return");
    display.changed(&window, &typed, "the tick that was found");
    display.keys(&window, "Escape");
    display.keys(&window, "ctrl+s");
    watching.wait_for_file("runs", "snapshot");
    let saved = fs::read_dir(watching.path("runs")).unwrap();
    let saved: Vec<_> = saved.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(saved, ["pond-seed-3-tick-5.snapshot"]);
    display.keys(&window, "q");
    assert_eq!(watching.ended().code, Some(0));
}

#[test]
fn a_paused_window_is_at_rest_whether_it_is_seen_or_not() {
    let Some(display) = display() else { return };
    let arguments = ["watch", "meadow", "--paused", "--warm-up", "20"];
    let mut watching = Watching::begin(Some(&display), &arguments);
    let window = display.window("Terrarium");
    display.painted(&window);
    // The followed animal is where the edge of the world holds the view.
    assert_at_rest(watching.process(), "a paused window");
    for (key, what) in [("y", "a life"), ("z", "a large chart"), ("shift+i", "lineages")] {
        display.keys(&window, key);
        assert_at_rest(watching.process(), what);
    }
    display.run(&["windowunmap", &window]);
    assert_at_rest(watching.process(), "an invisible window");
    display.run(&["windowmap", &window]);
    display.keys(&window, "Escape");
    display.painted(&window);
    display.keys(&window, "q");
    assert_eq!(watching.ended().code, Some(0));
}

#[test]
fn screens_of_all_depths_show_the_same_world() {
    if !are_installed(&TOOLS) {
        return;
    }
    let mut usual: Option<Shot> = None;
    for depth in [24, 30, 16] {
        let display = Display::with_depth(700, 500, depth);
        let arguments = ["watch", "pond.toml", "--paused", "--warm-up", "30", "--scale", "1"];
        let mut watching = Watching::begin(Some(&display), &arguments);
        let window = display.window("Terrarium");
        display.painted(&window);
        let shot = display.settled(&window);
        if let Some(usual) = &usual {
            let (most, mean) = shot.differences(usual);
            assert!(most <= 8 && mean < 3.0, "{depth} bits differ by {most}, {mean} on average");
        }
        usual.get_or_insert(shot);
        display.keys(&window, "q");
        let result = watching.ended();
        assert_eq!(result.code, Some(0), "{depth} bits: {}", result.err);
    }
}

#[test]
fn closing_a_window_always_saves_the_recording() {
    let Some(display) = display() else { return };
    type Close = fn(&Display, &str, &Watching);
    let closings: [(&str, Close, Option<i32>); 5] = [
        ("the window's button", |display, window, _| display.ask_to_close(window), Some(0)),
        ("its destruction", |display, window, _| display.run(&["windowclose", window]), Some(0)),
        ("TERM", |_, _, watching| watching.signal("TERM"), Some(130)),
        ("Ctrl-C", |_, _, watching| watching.signal("INT"), Some(130)),
        ("a closed terminal", |_, _, watching| watching.signal("HUP"), Some(130)),
    ];
    for (name, close, code) in closings {
        if name == "a closed terminal" && ignores_hang_ups() {
            eprintln!("not tested: {name}, which is ignored where `nohup` started the tests");
            continue;
        }
        let arguments = ["watch", "pond.toml", "--record", "kept.recording", "--speed", "max"];
        let mut watching = Watching::begin(Some(&display), &arguments);
        let window = display.window("Terrarium");
        display.running(&window);
        close(&display, &window, &watching);
        let result = watching.ended();
        assert_eq!(result.code, code, "{name}: {}", result.err);
        assert!(result.err.contains("saved kept.recording"), "{name}: {}", result.err);
        assert!(!result.err.contains("panicked"), "{name}: {}", result.err);
        watching.assert_recording("kept.recording");
    }
}

/// Whether HUP signals are ignored, as `nohup` has it for all that it starts.
fn ignores_hang_ups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    mask & 1 != 0
}

#[test]
fn the_recording_is_saved_when_the_display_is_lost() {
    let Some(display) = display() else { return };
    let arguments = ["watch", "pond.toml", "--record", "kept.recording"];
    let mut watching = Watching::begin(Some(&display), &arguments);
    let window = display.window("Terrarium");
    display.running(&window);
    display.close();
    let result = watching.ended();
    assert_eq!(result.code, Some(1), "{}", result.err);
    assert!(result.err.contains("the display is gone"), "{}", result.err);
    assert!(!result.err.contains("panicked"), "{}", result.err);
    watching.assert_recording("kept.recording");
}

#[test]
fn windows_can_be_tiny_and_huge() {
    let Some(display) = display() else { return };
    for size in ["1x1", "8000x5000"] {
        let mut watching = Watching::begin(Some(&display), &["watch", "pond.toml", "--size", size]);
        let window = display.window("Terrarium");
        display.ask_to_close(&window);
        let result = watching.ended();
        assert_eq!(result.code, Some(0), "{size}: {}", result.err);
    }
}

#[test]
fn without_arguments_a_display_gets_a_window() {
    let Some(display) = display() else { return };
    let mut watching = Watching::begin(Some(&display), &[]);
    let window = display.window("Terrarium");
    display.painted(&window);
    display.keys(&window, "q");
    let result = watching.ended();
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.err.contains("there is a display"), "{}", result.err);
}

#[test]
fn wrong_input_is_reported() {
    let cases = [
        (vec!["watch", "--view", "window"], "there is no display"),
        (vec!["watch", "--view", "terminal"], "no terminal"),
        (vec!["watch"], "neither a display nor a terminal"),
        (vec!["watch", "--size", "0x9"], "1280x720"),
        (vec!["watch", "--speed", "3"], "1/8"),
    ];
    for (arguments, expected) in cases {
        let result = Watching::begin(None, &arguments).ended();
        assert_eq!(result.code, Some(2), "{arguments:?}: {}", result.err);
        assert!(result.err.contains(expected), "{arguments:?}: {}", result.err);
        assert!(!result.err.contains("panicked"), "{arguments:?}: {}", result.err);
    }
}

#[test]
fn a_damaged_recording_is_shown_as_far_as_possible_or_rejected() {
    let Some(display) = display() else { return };
    let mut watching =
        Watching::begin(None, &["run", "pond.toml", "--ticks", "60", "--record", "a.recording"]);
    assert_eq!(watching.ended().code, Some(0));
    let path = watching.path("a.recording");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() * 3 / 4]).unwrap();
    let mut again = watching.again(Some(&display), &["watch", "a.recording"]);
    let window = display.window("Terrarium");
    display.keys(&window, "q");
    let ended = again.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.err.contains("ends with tick"), "{}", ended.err);
    fs::write(&path, &whole[..20]).unwrap();
    let ended = watching.again(Some(&display), &["watch", "a.recording"]).ended();
    assert_eq!(ended.code, Some(2), "{}", ended.err);
    let ended = watching.again(Some(&display), &["watch", "nowhere.recording"]).ended();
    assert_eq!(ended.code, Some(2), "{}", ended.err);
    assert!(ended.err.contains("nowhere.recording"), "{}", ended.err);
}
