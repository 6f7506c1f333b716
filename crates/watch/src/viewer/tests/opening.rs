//! Opening another world.

use super::*;

const OPEN: Stroke = Stroke::ctrl(Key::Char('O'));

#[test]
fn a_shipped_world_is_chosen_by_keys_or_a_click() {
    let mut it = fixture((800, 600), &FEW);
    it.press(OPEN);
    it.type_text("conq");
    assert_eq!(it.viewer.wish(), None);
    it.press(Stroke::plain(Key::Enter));
    assert_eq!(it.viewer.wish(), Some(&Wish::Target("conquest".to_owned())));
    assert!(it.viewer.is_closing());

    it.viewer.take_up_again((800, 600), None);
    it.press(OPEN);
    it.viewer.handle(Input::Moved(DVec2::ZERO));
    let row = it.middle_of(|what| *what == Target::OpenRow(0));
    it.click(row);
    assert_eq!(it.viewer.wish(), Some(&Wish::Target("archipelago".to_owned())));
}

#[test]
fn what_cannot_be_opened_is_said_and_the_world_continues() {
    let mut it = fixture((800, 600), &FEW);
    it.viewer.send(Request::Play(true));
    it.wait("ticks", |viewer| viewer.view_state.time.is_playing);
    it.press(OPEN);
    it.type_text("nothing has this name");
    it.press(Stroke::plain(Key::Enter));
    let wish = Wish::Target("nothing has this name".to_owned());
    assert_eq!(it.viewer.wish(), Some(&wish));
    it.wait("a pause", |viewer| !viewer.view_state.time.is_playing);
    let problem = "there is no scenario of this name";
    it.viewer.take_up_again((900, 500), Some(problem.to_owned()));
    assert!(it.viewer.wish().is_none() && !it.viewer.is_closing());
    assert_eq!(it.viewer.size, (900, 500));
    it.wait("the problem", |viewer| viewer.message() == Some(problem));
    it.wait("ticks again", |viewer| viewer.view_state.time.is_playing);
    let is_bad = it.viewer.view_state.notes.last().is_some_and(|note| note.is_bad);
    assert!(is_bad, "it stays as long as other errors");
}

#[test]
fn a_pasted_link_is_offered_and_other_texts_are_not() {
    let mut it = fixture((800, 600), &FEW);
    let link = "look at\nhttps://example.org/#run=AAAA";
    it.viewer.handle(Input::Pasted(link.to_owned()));
    it.paint();
    let offered = it.middle_of(|what| *what == Target::OpenRow(0));
    // A click elsewhere closes the list and does not reach what is below.
    it.click(DVec2::new(799.0, 599.0));
    assert!(it.viewer.hits.all().iter().all(|hit| hit.what != Target::OpenRow(0)));
    it.viewer.handle(Input::Pasted(link.to_owned()));
    it.paint();
    it.click(offered);
    let text = link.replace('\n', " ");
    assert_eq!(it.viewer.wish(), Some(&Wish::Target(text)));

    it.viewer.take_up_again((800, 600), None);
    it.viewer.handle(Input::Pasted("a recipe".to_owned()));
    it.wait("why not", |viewer| viewer.message().is_some_and(|text| text.contains("no link")));
    it.press(Stroke::plain(Key::Char('/')));
    it.viewer.handle(Input::Pasted("me.age > 5".to_owned()));
    assert_eq!(it.viewer.find_show().unwrap().text, "me.age > 5");
}
