//! The overview map: organisms, obstacles and bases, and the part of the world that is in view.

use terrarium_creatures::behaviour::SightingKind;
use terrarium_picture::{Colour, GROUND, Rect, tile_colour};
use terrarium_space::geometry::DVec2;
use terrarium_space::terrain::Tile;

use super::hit::MapScale;
use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Target, theme};

/// What is drawn on the map: dark, since its ground is light.
const INK: Colour = [34, 36, 40, 255];

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    hits: &mut Hits,
) {
    let map = fitted(area.inset(painter_context.px(MARGIN)), show);
    painter_context.framebuffer.fill(map, GROUND);
    let scale = MapScale { area: map, world: show.scene.bounds };
    painter_context.framebuffer.set_clip(Some(map));
    ground(painter_context, &scale, show);
    let pixels_per_unit = f64::from(map.width) / show.scene.bounds.size().x.max(1e-9);
    if show.colouring.is_none()
        && painter_context.densities.are_too_small(show.scene, pixels_per_unit)
    {
        let side = cell_side(show, map.width, painter_context.font.scale());
        let density = painter_context.densities.of(show.scene, side);
        let pixel = |place: DVec2| scale.pixel_of(place);
        density.paint(painter_context.framebuffer, pixel);
    } else {
        dots(painter_context, &scale, show);
    }
    let seen = show.camera.visible_area();
    let seen = Rect::spanning(scale.pixel_of(seen.min), scale.pixel_of(seen.max)).within(&map);
    if seen.width < map.width - 1.0 || seen.height < map.height - 1.0 {
        let width = painter_context.px(1.5);
        painter_context.framebuffer.outline(seen, 0.0, width, INK);
    }
    if let Some(inspection) = show.inspection {
        let (radius, width) = (painter_context.px(5.0), painter_context.px(1.5));
        painter_context.framebuffer.ring(scale.pixel_of(inspection.centre), radius, width, INK);
    }
    painter_context.framebuffer.set_clip(Some(area));
    hits.add(map, &area, Target::Map(scale));
}

/// The part of a rectangle with the proportions of the world, in its middle.
fn fitted(area: Rect, show: &Show<'_>) -> Rect {
    let size = show.scene.bounds.size().max(DVec2::splat(1e-9)).as_vec2();
    let scale = (area.width / size.x).min(area.height / size.y);
    Rect::around_size(area.centre(), size * scale)
}

/// The least side of the cells of density on a map of this width, in units.
pub(super) fn cell_side(show: &Show<'_>, width: f32, scale: f32) -> f64 {
    const CELL: f32 = 5.0;
    let cells = f64::from(width / (CELL * scale)).max(1.0);
    show.scene.bounds.size().x / cells
}

/// Paints a dot for each organism, plants first, so that they hide no animals.
fn dots(painter_context: &mut PainterContext<'_>, scale: &MapScale, show: &Show<'_>) {
    for is_plant in [true, false] {
        let figures =
            show.scene.figures.iter().filter(|it| (it.kind == SightingKind::Plant) == is_plant);
        for figure in figures {
            let Some(look) = show.scene.look(figure.species) else { continue };
            let recoloured = show.colouring.map(|it| it.colour(figure.id));
            let colour = theme::of_species(recoloured.unwrap_or(look.colour));
            let (colour, size) = match figure.kind {
                SightingKind::Plant => (theme::pale(colour, 190), 1.5),
                SightingKind::Carcass => (theme::EDGE, 1.5),
                SightingKind::Herbivore => (colour, 2.5),
                SightingKind::Carnivore => (colour, 3.0),
            };
            let size = size * painter_context.font.scale();
            let dot = Rect::around(scale.pixel_of(figure.centre), size * 0.5);
            painter_context.framebuffer.fill(dot, colour);
        }
    }
}

/// Paints obstacles and bases.
fn ground(painter_context: &mut PainterContext<'_>, scale: &MapScale, show: &Show<'_>) {
    let ground = &show.scene.ground;
    let side = DVec2::splat(ground.tile_side);
    for row in 0..ground.rows {
        for column in 0..ground.columns {
            let colour = ground.tile(column, row).map(tile_colour);
            if let Some([red, green, blue]) = colour.filter(|&it| it != tile_colour(Tile::Ground)) {
                let least = DVec2::new(column.into(), row.into()) * ground.tile_side;
                // On whole pixels, so that there are no seams between tiles.
                let [least, most] = [least, least + side].map(|it| scale.pixel_of(it).round());
                let area = Rect::spanning(least, most);
                painter_context.framebuffer.fill(area, [red, green, blue, 255]);
            }
        }
    }
    for wall in &ground.walls {
        let area = Rect::spanning(scale.pixel_of(wall.min), scale.pixel_of(wall.max));
        painter_context.framebuffer.fill(area, theme::EDGE);
    }
    for polygon in &ground.polygons {
        let corners = polygon.corners().iter().map(|&corner| scale.pixel_of(corner));
        painter_context.framebuffer.polygon(&corners.collect::<Vec<_>>(), theme::EDGE);
    }
    for base in &show.scene.bases {
        let radius = painter_context.px(5.0);
        painter_context.framebuffer.disc(
            scale.pixel_of(base.middle),
            radius,
            theme::of_colony(base.owner),
        );
    }
}
