//! An open menu: the actions of a group with their keys, or the species to choose from.

use glam::Vec2;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::actions::{ACTIONS, Group};
use terrarium_picture::{ColourBy, Portrait, Rect};
use terrarium_playback::Chronicle;
use terrarium_studies::charts::grouped;

use super::bar::Parts;
use super::paint::{BranchShow, Show};
use super::painter_context::PainterContext;
use super::{Hits, Layout, Menu, Panel, Panels, Target, charts, theme};

/// An item of a menu.
struct Item {
    text: String,
    key: String,
    is_on: bool,
    species: Option<SpeciesId>,
    what: Target,
}

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    open: Menu,
    layout: &Layout,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    let items = items(open, show, panels);
    let (row, gap) = (painter_context.px(24.0), painter_context.px(6.0));
    let width = items.iter().map(|item| {
        painter_context.font.width(&item.text, &theme::BODY)
            + painter_context.font.width(&item.key, &theme::SMALL)
    });
    let width = width.fold(painter_context.px(90.0), f32::max) + painter_context.px(52.0);
    let room = layout.all.bottom() - layout.bar.bottom();
    // Long lists have several columns, as many as there is room for.
    #[expect(clippy::cast_precision_loss, reason = "menus are short")]
    let needed = (row * items.len() as f32 / (room - 2.0 * gap).max(row)).ceil();
    let columns = needed.min((layout.all.width / width).floor()).max(1.0);
    #[expect(clippy::cast_precision_loss, reason = "menus are short")]
    let rows = (items.len() as f32 / columns).ceil();
    let height = row * rows + 2.0 * gap;
    let column = width;
    let width = column * columns;
    let anchor = anchor(painter_context, open, layout, show);
    let left = anchor.min(layout.all.right() - width).max(layout.all.left).round();
    // In a window too low for the whole menu, the rows are squeezed.
    let squeeze = ((room - 2.0 * gap) / (height - 2.0 * gap).max(1.0)).clamp(0.0, 1.0);
    let row = row * squeeze;
    let area = Rect::new(left, layout.bar.bottom(), width, height.min(room));
    hits.add(area, &layout.all, Target::Panel(Panel::Menu));
    painter_context.ground(area, theme::ABOVE);
    let (mut left, mut top) = (area.left + gap, area.top + gap);
    for item in items {
        let line = Rect::new(left, top, column - 2.0 * gap, row);
        paint_item(painter_context, line, &item, show);
        hits.add(line, &layout.all, item.what);
        top += row;
        if top + row * 0.5 > area.bottom() {
            (left, top) = (left + column, area.top + gap);
        }
    }
}

fn paint_item(painter_context: &mut PainterContext<'_>, line: Rect, item: &Item, show: &Show<'_>) {
    if painter_context.points_at(&line) {
        let round = painter_context.px(4.0);
        painter_context.framebuffer.fill_rounded(line, round, theme::POINTED);
    }
    let (mark, text) = line.cut_left(painter_context.px(20.0));
    let look = item.species.and_then(|species| show.scene.look(species));
    if let Some(look) = look {
        let half = painter_context.px(8.0);
        painter_context.emblem(Portrait::of(look), mark.centre(), half);
    } else if item.is_on {
        let radius = painter_context.px(3.5);
        painter_context.framebuffer.disc(mark.centre(), radius, theme::ACCENT);
    }
    painter_context.text(&item.text, text, &theme::BODY);
    let key = Rect { width: text.width - painter_context.px(6.0), ..text };
    painter_context.text_right(&item.key, key, &theme::SMALL);
}

/// Returns the left edge of a menu.
fn anchor(
    painter_context: &PainterContext<'_>,
    open: Menu,
    layout: &Layout,
    show: &Show<'_>,
) -> f32 {
    let parts = Parts::new(painter_context, layout.bar, show);
    if open == Menu::Branches && !parts.branch.is_empty() {
        return parts.branch.left;
    }
    if let Menu::Chart(_) = open {
        // Beside the chart, which shows what is chosen.
        let shown = layout.placed().into_iter().find(|(panel, _)| *panel == Panel::Charts);
        return shown.map_or(layout.world.left, |(_, area)| {
            let is_left = area.centre().x < layout.all.centre().x;
            if layout.enlarged.is_none() && is_left { area.right() } else { area.left }
        });
    }
    let below = match open {
        Menu::Add | Menu::Plague => Menu::Of(Group::Edit),
        Menu::Colour => Menu::Of(Group::Overlays),
        other => other,
    };
    let button = parts.menus.iter().find(|(menu, _)| *menu == below).or(parts.menus.first());
    button.map_or(layout.all.left, |(_, part)| part.left)
}

fn items(open: Menu, show: &Show<'_>, panels: &Panels) -> Vec<Item> {
    let of_species = |what: fn(SpeciesId) -> Target| {
        let species = (0..).map(SpeciesId).zip(show.scene.species.iter());
        let item = |(id, look): (SpeciesId, &terrarium_run::record::scene::SpeciesLook)| Item {
            text: look.name.clone(),
            key: String::new(),
            is_on: false,
            species: Some(id),
            what: what(id),
        };
        species.map(item).collect()
    };
    match open {
        Menu::Of(group) => {
            let entries = ACTIONS.iter().filter(|entry| entry.group == group);
            let item = |entry: &terrarium_picture::actions::Entry| Item {
                text: entry.name.to_owned(),
                key: entry.strokes[0].name(),
                is_on: show.is_on(entry.action, panels),
                species: None,
                what: Target::Action(entry.action),
            };
            entries.map(item).collect()
        }
        Menu::All => {
            let item = |group: Group| Item {
                text: group.name().to_owned(),
                key: "›".to_owned(),
                is_on: false,
                species: None,
                what: Target::Menu(Menu::Of(group)),
            };
            Group::ALL.map(item).into()
        }
        Menu::Branches => branches(show),
        Menu::Chart(list) => {
            let item = |(text, is_on, what): (String, bool, Target)| Item {
                text,
                key: String::new(),
                is_on,
                species: None,
                what,
            };
            charts::items(list, show, panels).into_iter().map(item).collect()
        }
        Menu::Colour => colours(show),
        Menu::Add => of_species(Target::Add),
        Menu::Plague => of_species(Target::Plague),
    }
}

/// What organisms can be coloured by: their species first.
fn colours(show: &Show<'_>) -> Vec<Item> {
    let item = |(text, is_on, number)| Item {
        text,
        key: String::new(),
        is_on,
        species: None,
        what: Target::Colour(number),
    };
    let of_choice = |(by, number): (&ColourBy, u16)| {
        (by.name().into_owned(), show.colour_by == Some(by), number)
    };
    let others = show.colour_choices.iter().zip(1..).map(of_choice);
    let species = ("species".to_owned(), show.colour_by.is_none(), 0);
    std::iter::once(species).chain(others).map(item).collect()
}

/// The branches, each with its ticks, and how the populations of the others differ.
fn branches(show: &Show<'_>) -> Vec<Item> {
    let present = show.chronicle;
    let item = |(index, branch): (usize, &BranchShow<'_>)| {
        let chronicle = branch.chronicle;
        let from = branch.from.unwrap_or(chronicle.first_tick());
        let last = chronicle.last_tick();
        let text = if index == show.present {
            branch.name.to_owned()
        } else {
            let at = last.min(present.last_tick());
            format!("{}: {}", branch.name, differences(present, chronicle, at))
        };
        let key = format!("ticks {} to {}", grouped(from), grouped(last));
        let is_on = index == show.present;
        Item { text, key, is_on, species: None, what: Target::Branch(index) }
    };
    show.branches.iter().enumerate().map(item).collect()
}

/// How the populations of another branch differ at a tick: the greatest differences first.
fn differences(present: &Chronicle, other: &Chronicle, tick: u64) -> String {
    const MOST: usize = 4;
    let pairs = other.populations(tick).into_iter().zip(present.populations(tick));
    let mut all: Vec<(u32, String)> = (0..)
        .map(SpeciesId)
        .zip(pairs)
        .filter(|(_, (theirs, ours))| theirs != ours)
        .map(|(species, (theirs, ours))| {
            let sign = if theirs > ours { "+" } else { "−" };
            let by = theirs.abs_diff(ours);
            (by, format!("{} {sign}{by}", present.name(species)))
        })
        .collect();
    all.sort_by_key(|&(by, _)| std::cmp::Reverse(by));
    if all.is_empty() {
        return format!("as here at tick {}", grouped(tick));
    }
    let texts: Vec<String> = all.into_iter().take(MOST).map(|(_, text)| text).collect();
    format!("{} at tick {}", texts.join(", "), grouped(tick))
}

/// Returns the upper left corner of a tooltip beside a pixel, such that it stays inside `all`.
pub(super) fn beside(pointer: Vec2, size: Vec2, all: &Rect, gap: f32) -> Vec2 {
    let below = pointer + Vec2::splat(gap * 1.6);
    let most = all.corner() + all.size() - size - Vec2::splat(gap * 0.5);
    let above = Vec2::new(below.x, pointer.y - size.y - gap * 0.5);
    let place = if below.y > most.y { above } else { below };
    place.min(most).max(all.corner()).round()
}
