//! Tests of keys in layouts.

use super::keymap::{ALT_GRAPH, Beyond, Levels, SHIFT};
use super::*;

/// The names of the keys of a keyboard in two rows, and what they type in layouts without and with Shift.
const NAMES: &str = "AE07 AD01 AD02 AD03 AD04 AD05 AD06 AD07 AD08 AD09 AD10 AC01 AC02 AC03 AC04 AC05 AC06 AC07 AC08 \
                     AC09 AC10 AB01 AB02 AB03 AB04 AB05 AB06 AB07 AB08 AB09 AB10";
const US: [&str; 2] = ["7qwertyuiopasdfghjkl;zxcvbnm,./", "&QWERTYUIOPASDFGHJKL:ZXCVBNM<>?"];
const GERMAN: [&str; 2] = ["7qwertzuiopasdfghjklöyxcvbnm,.-", "/QWERTZUIOPASDFGHJKLÖYXCVBNM;:_"];
const RUSSIAN: [&str; 2] = ["7йцукенгшщзфывапролджячсмитьбю.", "?ЙЦУКЕНГШЩЗФЫВАПРОЛДЖЯЧСМИТЬБЮ,"];
const GREEK: [&str; 2] =
    ["7;ςερτυθιοπασδφγηξκλ\u{301}ζχψωβνμ,./", "&:΅ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛ\u{308}ΖΧΨΩΒΝΜ<>?"];

/// The number of the first key, and that of the key at a position.
const FIRST: u8 = 8;

fn number(name: &str) -> u8 {
    let index = NAMES.split(' ').position(|it| it == name).unwrap();
    FIRST + u8::try_from(index).unwrap()
}

/// A key with the symbols of each layout, without and with Shift.
fn key(name: &str, layouts: &[[u32; 2]]) -> KeySymbols {
    let levels = |symbols: &[u32; 2]| Levels {
        modifiers: SHIFT,
        chosen: vec![(SHIFT, 1)],
        symbols: symbols.to_vec(),
    };
    KeySymbols {
        name: name.as_bytes().try_into().unwrap(),
        groups: layouts.iter().map(levels).collect(),
        beyond: Beyond::Turn,
    }
}

/// The symbol of a sign. Accents are dead keys.
fn symbol_of(sign: char) -> u32 {
    match sign {
        '\u{301}' => 0xfe51,
        '\u{308}' => 0xfe57,
        sign if (sign as u32) < 0x100 => sign as u32,
        sign => 0x0100_0000 + sign as u32,
    }
}

fn keyboard(layouts: &[[&str; 2]]) -> Keyboard {
    let keys = NAMES.split(' ').enumerate().map(|(index, name)| {
        let sign = |signs: &str| signs.chars().nth(index).unwrap();
        let symbols: Vec<_> =
            layouts.iter().map(|rows| rows.map(|signs| symbol_of(sign(signs)))).collect();
        key(name, &symbols)
    });
    Keyboard::of(Keymap { first: FIRST, keys: keys.collect() })
}

fn state(layout: u16, modifiers: u16) -> KeyButMask {
    KeyButMask::from(layout << 13 | modifiers)
}

/// The letter or sign for which a key stands, and the sign that it types.
fn pressed(keyboard: &Keyboard, name: &str, state: KeyButMask) -> (Option<char>, Option<char>) {
    let press = keyboard.press(number(name), state).unwrap();
    let Key::Char(sign) = press.key else { return (None, press.text) };
    (Some(sign), press.text)
}

#[test]
fn the_active_layout_counts() {
    let both = keyboard(&[US, GERMAN]);
    for (layout, letter) in [(0, 'y'), (1, 'z'), (2, 'y')] {
        let upper = letter.to_ascii_uppercase();
        assert_eq!(pressed(&both, "AD06", state(layout, 0)), (Some(upper), Some(letter)));
        assert_eq!(pressed(&both, "AD06", state(layout, SHIFT)), (Some(upper), Some(upper)));
    }
    assert_eq!(pressed(&both, "AE07", state(0, SHIFT)), (Some('&'), Some('&')));
    assert_eq!(pressed(&both, "AE07", state(1, SHIFT)), (Some('/'), Some('/')));
    assert_eq!(pressed(&both, "AC10", state(1, 0)), (Some('ö'), Some('ö')));
}

#[test]
fn without_latin_letters_keys_act_as_in_the_first_latin_layout() {
    let layouts = [
        (vec![RUSSIAN], 0),
        (vec![RUSSIAN, US], 0),
        (vec![US, RUSSIAN], 1),
        (vec![GREEK, RUSSIAN, US, GERMAN], 1),
    ];
    for (layouts, active) in layouts {
        let keyboard = keyboard(&layouts);
        let state = |modifiers| state(active, modifiers);
        assert_eq!(pressed(&keyboard, "AD01", state(0)), (Some('Q'), Some('й')));
        assert_eq!(pressed(&keyboard, "AD06", state(SHIFT)), (Some('Y'), Some('Н')));
        assert_eq!(pressed(&keyboard, "AB09", state(0)), (Some('.'), Some('ю')));
        assert_eq!(pressed(&keyboard, "AB10", state(0)), (Some('.'), Some('.')), "a sign");
        assert_eq!(pressed(&keyboard, "AE07", state(SHIFT)), (Some('?'), Some('?')), "a sign");
    }
    let greek_and_german = keyboard(&[GREEK, GERMAN]);
    assert_eq!(pressed(&greek_and_german, "AD06", state(0, 0)), (Some('Z'), Some('υ')));
    assert_eq!(pressed(&greek_and_german, "AD01", state(0, 0)), (Some('Q'), Some(';')));
    assert_eq!(pressed(&greek_and_german, "AC10", state(0, 0)), (Some('ö'), None), "a dead key");
}

#[test]
fn symbols_that_are_older_than_unicode_are_letters_too() {
    // Cyrillic and Greek letters, as displays name them.
    let keys = vec![key("AD01", &[[0x6ca, 0x6ea]]), key("AC01", &[[0x7e1, 0x7c1]])];
    let old = Keyboard::of(Keymap { first: FIRST, keys });
    let press = |number, modifiers| old.press(number, state(0, modifiers)).unwrap();
    assert_eq!(press(8, 0), Press { key: Key::Char('Q'), text: Some('й') });
    assert_eq!(press(8, SHIFT), Press { key: Key::Char('Q'), text: Some('Й') });
    assert_eq!(press(9, 0), Press { key: Key::Char('A'), text: Some('α') });
}

#[test]
fn keys_without_signs_are_the_same_in_all_layouts() {
    let names =
        [(0xff1b, Key::Escape), (0xff8d, Key::Enter), (0xfe20, Key::Tab), (0xffc9, Key::F(12))];
    let mut keys: Vec<_> = names.iter().map(|&(symbol, _)| key("NONE", &[[symbol, 0]])).collect();
    keys.push(key("SPCE", &[[0x20, 0xa0]]));
    keys.push(key("LFSH", &[[0xffe1, 0]]));
    let keyboard = Keyboard::of(Keymap { first: FIRST, keys });
    for (number, (_, key)) in (FIRST..).zip(names) {
        for state in [state(0, 0), state(1, 0), state(0, SHIFT)] {
            assert_eq!(keyboard.press(number, state), Some(Press { key, text: None }));
        }
    }
    let space = Press { key: Key::Space, text: Some(' ') };
    assert_eq!(keyboard.press(FIRST + 4, state(1, 0)), Some(space));
    assert_eq!(keyboard.press(FIRST + 4, state(0, SHIFT)), Some(space), "all spaces are alike");
    assert_eq!(keyboard.press(FIRST + 5, state(0, 0)), None);
    assert_eq!((keyboard.press(7, state(0, 0)), keyboard.press(99, state(0, 0))), (None, None));
}

#[test]
fn keys_of_the_keypad_are_digits_and_signs() {
    let keys = vec![key("KP7\0", &[[0xff95, 0xffb7]]), key("KPAD", &[[0xffab, 0]])];
    let keypad = Keyboard::of(Keymap { first: FIRST, keys });
    let text = |number| keypad.press(number, state(0, 0)).unwrap();
    assert_eq!(text(8), Press { key: Key::Char('7'), text: Some('7') });
    assert_eq!(text(9), Press { key: Key::Char('+'), text: Some('+') });
}

#[test]
fn without_the_extension_there_is_one_layout_with_third_signs() {
    let keys = [[0x3c, 0x3e, 0x6ca, 0x6ea, 0x7c], [0x61, 0x41, 0, 0, 0]];
    let keys = keys.iter().map(|symbols| KeySymbols::of_core(symbols));
    let core = Keyboard::of(Keymap { first: FIRST, keys: keys.collect() });
    let press = |number, modifiers| core.press(number, state(0, modifiers)).unwrap();
    assert_eq!(press(8, 0), Press { key: Key::Char('<'), text: Some('<') });
    assert_eq!(press(8, SHIFT), Press { key: Key::Char('>'), text: Some('>') });
    assert_eq!(press(8, ALT_GRAPH), Press { key: Key::Char('|'), text: Some('|') });
    assert_eq!(press(9, ALT_GRAPH), Press { key: Key::Char('A'), text: None }, "no third sign");
}

#[test]
fn layouts_beyond_those_of_a_key_are_chosen_by_its_rule() {
    let three = |beyond| {
        let layouts = [[0x61, 0x41], [0x62, 0x42], [0x63, 0x43]];
        Keyboard::of(Keymap {
            first: FIRST,
            keys: vec![KeySymbols { beyond, ..key("AC01", &layouts) }],
        })
    };
    for (beyond, letter) in [(Beyond::Turn, 'a'), (Beyond::Last, 'c'), (Beyond::Group(1), 'b')] {
        let text = three(beyond).press(FIRST, state(3, 0)).unwrap().text;
        assert_eq!(text, Some(letter), "{beyond:?}");
    }
}
