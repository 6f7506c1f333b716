//! Messages, the hint of the selected tool, and tooltips.

use glam::Vec2;
use terrarium_drawing::chart::Plate;
use terrarium_picture::actions::UiAction;
use terrarium_picture::{Colour, Rect, TextStyle};
use terrarium_session::describe_base;
use terrarium_studies::charts::grouped;

use super::hit::MapScale;
use super::menu::beside;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Layout, Panel, Target, minimap, theme};

/// Shows that an earlier tick is shown, what a click does with the current tool, and the latest message,
/// below `top`.
pub(super) fn messages(
    painter_context: &mut PainterContext<'_>,
    layout: &Layout,
    show: &Show<'_>,
    top: f32,
    hits: &mut Hits,
) {
    let past = show.is_past().then(|| {
        let (tick, last) = (grouped(show.tick()), grouped(show.chronicle.last_tick()));
        let key = UiAction::ToEnd.entry().strokes[0].name();
        format!("tick {tick} of {last} · return to now ({key})")
    });
    let messages = [
        (past.as_deref(), theme::WARNING, Some(UiAction::ToEnd)),
        (show.tool, theme::ACCENT, None),
        (show.message, theme::TEXT, None),
    ];
    let mut top = top + painter_context.px(8.0);
    for (text, colour, action) in messages {
        let Some(text) = text.filter(|text| !text.is_empty()) else { continue };
        let (pad, style) = (painter_context.px(10.0), theme::BODY.coloured(colour));
        let most = (layout.world.width - 4.0 * pad).max(0.0);
        let lines = lines_of(painter_context, text, &style, most);
        let widths = lines.iter().map(|line| painter_context.font.width(line, &style));
        let width = widths.fold(0.0, f32::max) + 2.0 * pad;
        let left = (layout.world.centre().x - width * 0.5).round();
        let row = painter_context.row();
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let more = row * lines.len().saturating_sub(1) as f32;
        let area = Rect::new(left, top, width, painter_context.px(28.0) + more);
        if area.bottom() > layout.world.bottom() {
            return;
        }
        painter_context.ground(area, theme::ABOVE);
        if let Some(action) = action {
            hits.add(area, &layout.world, Target::Action(action));
        }
        let first = Rect { height: painter_context.px(28.0), ..area };
        for (line, index) in lines.iter().zip(0_u8..) {
            let centre = first.centre() + Vec2::new(0.0, row * f32::from(index));
            painter_context.font.write_centred(painter_context.framebuffer, line, centre, &style);
        }
        top = area.bottom() + painter_context.px(4.0);
    }
}

/// The lines of a message, of which the last one shows that there are more than fit.
fn lines_of(
    painter_context: &PainterContext<'_>,
    text: &str,
    style: &TextStyle,
    width: f32,
) -> Vec<String> {
    const MOST: usize = 4;
    let mut lines = painter_context.font.wrapped(text, style, width);
    if lines.len() > MOST {
        let rest = lines.split_off(MOST - 1).join(" ");
        lines.push(painter_context.font.shortened(&rest, style, width));
    }
    lines
}

/// Shows a tooltip for the target under the pointer.
pub(super) fn tip(
    painter_context: &mut PainterContext<'_>,
    layout: &Layout,
    show: &Show<'_>,
    hits: &Hits,
    plate: Option<Plate>,
) {
    let Some(pointer) = painter_context.pointer else { return };
    let Some(hit) = hits.at(pointer) else { return };
    // What the chart shows there, unless something covers it.
    if let Some(plate) = plate
        && hits.panel_at(pointer) == Some(Panel::Charts)
        && hit.what != Target::Outside
    {
        return paint_tip(painter_context, &plate.lines, pointer, &layout.all);
    }
    let lines: Vec<(String, Colour)> = match hit.what {
        Target::Action(action) => {
            let entry = action.entry();
            let keys: Vec<String> = entry.strokes.iter().map(|stroke| stroke.name()).collect();
            let keys = format!("{}   {}", entry.name, keys.join(", "));
            vec![(keys, theme::ACCENT), (entry.help.to_owned(), theme::TEXT)]
        }
        Target::Timeline(scale) => {
            let tick = scale.tick_at(pointer.x);
            let slack =
                scale.tick_at(pointer.x + painter_context.px(3.0)).saturating_sub(tick).max(1);
            let mut lines = vec![(format!("tick {}", grouped(tick)), theme::ACCENT)];
            let mut near =
                super::timeline::marks(show.chronicle, painter_context, scale.area.width);
            near.retain(|it| it.remark.tick.abs_diff(tick) <= slack);
            near.sort_by_key(|it| it.remark.tick.abs_diff(tick));
            lines.extend(near.iter().take(4).map(|entry| {
                let (tick, text) = (entry.remark.tick, show.chronicle.describe_entry(entry));
                (format!("{tick}: {text}"), theme::of_category(entry.remark.category()))
            }));
            lines
        }
        Target::Map(scale) => map_tip(painter_context, show, &scale),
        Target::Section(title) => {
            vec![(format!("Open or close: {title}"), theme::TEXT)]
        }
        Target::Mute(category) => {
            vec![(format!("Show or hide: {}", category.name()), theme::of_category(category))]
        }
        Target::AllEvents => {
            let text = "Show all events, or only those that are rare in this world";
            vec![(text.to_owned(), theme::TEXT)]
        }
        Target::Jump { tick, .. } => vec![(format!("Go to tick {tick}"), theme::TEXT)],
        Target::Place(place) => {
            let base = show.scene.bases.iter().find(|base| base.middle == place);
            base.map(|base| (describe_base(base, show.chronicle), theme::of_colony(base.owner)))
                .into_iter()
                .collect()
        }
        Target::Organism(id) => vec![(format!("Select organism {id} and show it"), theme::TEXT)],
        _ => return,
    };
    // Beside the menu item, so that it does not cover the items below.
    let is_item = matches!(hit.what, Target::Action(_)) && !layout.bar.contains(pointer);
    let beside = if is_item { Vec2::new(hit.area.right(), hit.area.top) } else { pointer };
    paint_tip(painter_context, &lines, beside, &layout.all);
}

/// What a full cell of the map stands for, if it shows density.
fn map_tip(
    painter_context: &mut PainterContext<'_>,
    show: &Show<'_>,
    scale: &MapScale,
) -> Vec<(String, Colour)> {
    let pixels_per_unit = f64::from(scale.area.width) / scale.world.size().x.max(1e-9);
    let mut lines = vec![("Click to move the view there".to_owned(), theme::TEXT)];
    if painter_context.densities.are_too_small(show.scene, pixels_per_unit) {
        let side = minimap::cell_side(show, scale.area.width, painter_context.font.scale());
        let of = painter_context.densities.of(show.scene, side);
        lines.push((of.scale_text(), theme::FAINT));
    }
    lines
}

fn paint_tip(
    painter_context: &mut PainterContext<'_>,
    lines: &[(String, Colour)],
    pointer: Vec2,
    all: &Rect,
) {
    let (pad, row) = (painter_context.px(8.0), painter_context.row());
    let most = (all.width - 2.0 * pad).max(0.0);
    let widths = lines.iter().map(|(text, _)| painter_context.font.width(text, &theme::BODY));
    let width = widths.fold(0.0, f32::max).min(most);
    #[expect(clippy::cast_precision_loss, reason = "there are few lines")]
    let size = Vec2::new(width + 2.0 * pad, row * lines.len() as f32 + pad);
    if size.x > all.width || size.y > all.height {
        return;
    }
    let corner = beside(pointer, size, all, painter_context.px(10.0));
    let area = Rect::new(corner.x, corner.y, size.x, size.y);
    painter_context.ground(area, theme::ABOVE);
    for ((text, colour), index) in lines.iter().zip(0_u8..) {
        let top = area.top + pad * 0.5 + row * f32::from(index);
        let line = Rect::new(area.left + pad, top, width + 1.0, row);
        painter_context.text(text, line, &theme::BODY.coloured(*colour));
    }
}
