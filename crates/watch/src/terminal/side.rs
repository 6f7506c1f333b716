//! The sidebar: the species with their populations, and the inspector.

use terrarium_creatures::species::Kind;
use terrarium_playback::inspection::Section;
use terrarium_run::palette::scales::NO_VALUE;
use terrarium_run::record::scene::SpeciesLook;
use terrarium_session::{AlbumList, MomentPictures};

use super::cells::{Cell, Cells, Rgb};
use super::layout::Area;
use super::letters::letters;
use super::scroll::Scroll;
use super::sign::Sign;
use super::text::{ACCENT, FAINT, INK, MARK, PAPER, clear};
use super::wrap::wrapped;
use crate::panel::Panel;
use crate::viewer::Viewer;

/// A line of the sidebar, with what is shown before it.
struct Line {
    text: String,
    ink: Rgb,
    emblem: Option<(char, Rgb)>,
}

/// The columns before the text of a line, and the one after it.
const BEFORE: u16 = 3;
const AFTER: u16 = 1;

/// Writes the sidebar. `signs` are those of the world, in a terminal without colours.
pub(super) fn write(
    cells: &mut Cells,
    area: Area,
    viewer: &Viewer,
    signs: Option<Vec<Sign>>,
    scroll: &mut Scroll,
) {
    if area.width <= BEFORE + AFTER || area.height == 0 {
        return;
    }
    clear(cells, area);
    let width = usize::from(area.width - BEFORE - AFTER);
    let mut lines = Vec::new();
    let panels = viewer.panels();
    if panels.open.contains(&Panel::Legend) {
        lines.extend(legend(viewer, signs.as_deref(), width));
        lines.push(plain(String::new(), INK));
    }
    lines.extend(colours(viewer, signs.is_some(), width));
    if panels.open.contains(&Panel::Lineages) {
        lines.extend(lineages(viewer, width));
    }
    if panels.open.contains(&Panel::Album) {
        lines.extend(album(viewer, width));
    }
    lines.extend(inspector(viewer, width));
    while lines.last().is_some_and(|line| line.text.is_empty()) {
        lines.pop();
    }
    show(cells, area, &lines, scroll);
}

fn plain(text: String, ink: Rgb) -> Line {
    Line { text, ink, emblem: None }
}

/// Writes the lines that fit, and in the last row what is beyond them.
fn show(cells: &mut Cells, area: Area, lines: &[Line], scroll: &mut Scroll) {
    let rows = usize::from(area.height);
    let is_long = lines.len() > rows;
    let shown = scroll.lines(lines.len(), if is_long { rows - 1 } else { rows });
    let (left, end) = (area.left + BEFORE, area.left + area.width - AFTER);
    for (row, line) in (area.top..).zip(&lines[shown]) {
        if let Some((letter, ink)) = line.emblem {
            cells.set(area.left + 1, row, Cell { letter, ink, paper: PAPER });
        }
        cells.write(left, row, end, &line.text, line.ink, PAPER);
    }
    if is_long {
        let text = format!("{} · PgUp PgDn", scroll.mark());
        cells.write(area.left + 1, area.top + area.height - 1, end, &text, FAINT, PAPER);
    }
}

/// The species, and the signs of the world.
fn legend(viewer: &Viewer, signs: Option<&[Sign]>, width: usize) -> Vec<Line> {
    const COUNT: usize = 8;
    let view_state = viewer.view_state();
    let scene = &view_state.now;
    // The world does not show the colours of species then.
    let is_coloured = view_state.colours.colouring.is_some() && signs.is_none();
    let letters = signs.map(|_| letters(&scene.species));
    let of_species = |(index, (look, count)): (usize, (&SpeciesLook, u64))| {
        let emblem = match (&letters, look) {
            (Some(letters), _) => letters[index],
            (None, _) => emblem(look.kind),
        };
        let name = cut(&look.name, width.saturating_sub(COUNT + 1));
        let room = width.saturating_sub(COUNT).clamp(1, 14.max(name.chars().count() + 1));
        let text = format!("{name:<room$}{count:>COUNT$}");
        let colour = if is_coloured { NO_VALUE } else { look.colour };
        Line { text, ink: INK, emblem: Some((emblem, colour)) }
    };
    let mut lines: Vec<Line> =
        scene.species.iter().zip(scene.populations()).enumerate().map(of_species).collect();
    let named = |sign: &Sign| format!("{}\u{a0}{}", sign.letter(), sign.name());
    let named: Vec<String> = signs.unwrap_or_default().iter().map(named).collect();
    if !named.is_empty() {
        let text = wrapped(&named.join(" "), width);
        lines.extend(text.into_iter().map(|line| plain(line.trim_start().to_owned(), FAINT)));
    }
    lines
}

/// What the colours of organisms mean, if they are not those of species.
fn colours(viewer: &Viewer, is_plain: bool, width: usize) -> Vec<Line> {
    let view = &viewer.view_state().colours;
    let text = match (&view.note, &view.colouring) {
        (Some(note), _) => note.clone(),
        (None, Some(_)) if is_plain => "This terminal shows no colours.".to_owned(),
        (None, Some(colouring)) => colouring.title(),
        (None, None) => return Vec::new(),
    };
    let mut lines: Vec<Line> =
        wrapped(&text, width).into_iter().map(|text| plain(text, ACCENT)).collect();
    let key = view.colouring.iter().filter(|_| !is_plain).flat_map(|it| it.lines());
    lines.extend(key.map(|(colour, text)| Line {
        text: cut(&text, width),
        ink: INK,
        emblem: Some(('■', colour)),
    }));
    lines.push(plain(String::new(), INK));
    lines
}

/// The lineages with the most living members of each species, or all of the chosen one.
fn lineages(viewer: &Viewer, width: usize) -> Vec<Line> {
    const MOST: usize = 5;
    let Some(view) = &viewer.view_state().lineages else { return Vec::new() };
    let scene = &viewer.view_state().now;
    let since = match view.first_tick {
        0 => String::new(),
        tick => format!(" since tick {tick}"),
    };
    let mut lines = vec![plain(format!("Lineages{since}"), ACCENT)];
    if let Some(note) = &view.note {
        lines.extend(wrapped(note, width).into_iter().map(|text| plain(text, INK)));
    }
    for of_species in view.all.chunk_by(|a, b| a.species == b.species) {
        let name = scene.look(of_species[0].species).map_or("?", |look| look.name.as_str());
        lines.push(plain(format!("{name}: {}", of_species.len()), MARK));
        lines.extend(of_species.iter().take(MOST).map(|it| {
            let share = it.share * 100.0;
            let text = format!(
                "{:<9}{:>6}{share:>4.0} % gen {}",
                it.founder.to_string(),
                it.living,
                it.generation
            );
            plain(cut(&text, width), INK)
        }));
    }
    lines.push(plain(String::new(), INK));
    lines
}

/// The favourites, and the moments worth watching, the newest first.
fn album(viewer: &Viewer, width: usize) -> Vec<Line> {
    let scene = &viewer.view_state().now;
    // Cells are too large for pictures.
    let pictures = MomentPictures::default();
    let list = AlbumList::new(scene, viewer.view_state().chronicle(), &pictures);
    let mut lines = vec![plain("Favourites".to_owned(), ACCENT)];
    if list.favourites.is_empty() {
        let text = "none: * keeps the selected organism, F2 gives it a name";
        lines.extend(wrapped(text, width).into_iter().map(|text| plain(text, FAINT)));
    }
    for it in &list.favourites {
        let ink = if it.is_alive { INK } else { FAINT };
        let text = format!("{}, {}: {}", it.name, it.description, it.state);
        lines.extend(wrapped(&text, width).into_iter().map(|text| plain(text, ink)));
    }
    lines.push(plain("Moments".to_owned(), ACCENT));
    for it in list.moments.iter().rev() {
        let text = format!("{} {}", it.tick, it.caption);
        lines.extend(wrapped(&text, width).into_iter().map(|text| plain(text, INK)));
    }
    lines.push(plain(String::new(), INK));
    lines
}

fn emblem(kind: Kind) -> char {
    match kind {
        Kind::Plant => '●',
        Kind::Herbivore => '■',
        Kind::Carnivore => '◆',
    }
}

/// The beginning of a name, with a sign that it goes on.
fn cut(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.to_owned();
    }
    name.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn inspector(viewer: &Viewer, width: usize) -> Vec<Line> {
    let Some((heading, sections)) = inspected(viewer) else { return Vec::new() };
    let mut lines: Vec<Line> =
        wrapped(&heading, width).into_iter().map(|text| plain(text, MARK)).collect();
    lines[0].emblem = Some(('▸', MARK));
    for section in sections {
        lines.extend(wrapped(section.title, width).into_iter().map(|text| plain(text, ACCENT)));
        for entry in &section.lines {
            let text = if entry.label.is_empty() {
                entry.value.clone()
            } else {
                format!("{}: {}", entry.label, entry.value)
            };
            lines.extend(wrapped(&text, width).into_iter().map(|text| plain(text, INK)));
        }
    }
    lines
}

/// The heading and the sections of the inspector: the details of the selected organism, its
/// life, its relatives, or the steps of its last turn.
fn inspected(viewer: &Viewer) -> Option<(String, Vec<Section>)> {
    let panels = viewer.panels();
    if panels.is_life_open() {
        let life = viewer.view_state().life.as_ref()?;
        let organism = life.organism;
        return Some(match &life.known {
            Some(known) => (
                format!("{} {organism}: {}", known.life.species, known.life.ending()),
                known.sections.clone(),
            ),
            None => (format!("{organism}: {}", life.note.as_deref()?), Vec::new()),
        });
    }
    if panels.is_family_open() {
        let kin = viewer.view_state().kin.as_ref()?;
        let organism = kin.organism;
        return Some(match &kin.note {
            Some(note) => (format!("{organism}: {note}"), Vec::new()),
            None => (format!("relatives of {organism}: {}", kin.fate), kin.sections.clone()),
        });
    }
    if let Some(site) = viewer.view_state().site.as_ref().filter(|_| viewer.selected().is_none()) {
        return Some((site.title.clone(), site.sections.clone()));
    }
    let inspection = viewer.view_state().inspection.as_ref();
    let inspection = inspection.filter(|_| panels.open.contains(&Panel::Inspector))?;
    let sections = match panels.are_steps_open() {
        true => inspection.step_sections(),
        false => inspection.sections(),
    };
    Some((format!("{} {}", inspection.name, inspection.id), sections))
}
