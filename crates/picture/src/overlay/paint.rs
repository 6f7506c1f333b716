//! Painting of overlays, below and above organisms.

use glam::{DVec2, Vec2};
use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_space::geometry::{Aabb, Solid};

use super::{Overlay, OverlayData};
use crate::painter::{Actor, Painter, Stage, View, shade};
use crate::painter::{LABEL, LABEL_INK};
use crate::{Camera, Colour, Font, Framebuffer, Rect, TextStyle};
use terrarium_drawing::framebuffer::{Blend, float, index, whole};

const PATH: Colour = [28, 84, 190, 230];
const ROUTE: Colour = [126, 58, 180, 220];
const GOAL: Colour = [190, 28, 96, 255];
const REACH: Colour = [120, 60, 160, 34];
const REACH_EDGE: Colour = [112, 48, 156, 170];
const SIGHT: Colour = [40, 112, 190, 22];
const SIGHT_EDGE: Colour = [30, 92, 172, 150];
const DANGER: Colour = [206, 30, 40, 26];

/// The distance from a carnivore that counts as dangerous, in units.
const DANGEROUS: f64 = 110.0;

/// Paints the overlays between the ground and the organisms.
pub(crate) fn below(framebuffer: &mut Framebuffer, view: &View<'_>, stage: &Stage) {
    let seen = view.camera.visible_area();
    if view.overlays.has(Overlay::Light) {
        stage.visit(SightingKind::Plant, Some(&seen), |plant| light(framebuffer, view, plant));
    }
    if view.overlays.has(Overlay::Danger) {
        let area = seen.inflated(DVec2::splat(DANGEROUS));
        for share in [1.0, 0.75, 0.5, 0.25] {
            stage.visit(SightingKind::Carnivore, Some(&area), |hunter| {
                danger(framebuffer, view, hunter, share)
            });
        }
    }
    let Some(data) = view.data else { return };
    if view.overlays.has(Overlay::Inflated) {
        inflated(framebuffer, view, data);
    }
    if view.overlays.has(Overlay::Sight) {
        sights(framebuffer, view, data);
    }
}

/// Paints the overlays above the organisms.
pub(crate) fn above(
    framebuffer: &mut Framebuffer,
    view: &View<'_>,
    stage: &Stage,
    font: &mut Font,
) {
    let seen = view.camera.visible_area();
    if view.overlays.has(Overlay::Density) {
        density(framebuffer, view, stage, font);
    }
    if view.overlays.has(Overlay::Energy) {
        stage.visit_all(&seen, |actor| energy(framebuffer, view, actor));
    }
    let Some(data) = view.data else { return };
    if view.overlays.has(Overlay::Tree) {
        tree(framebuffer, view.camera, &data.tree);
    }
    if view.overlays.has(Overlay::Paths) {
        paths(framebuffer, view, data);
    }
}

/// Paints the share of light of a plant, from dark violet in the shade to yellow in full light.
fn light(framebuffer: &mut Framebuffer, view: &View<'_>, plant: &Actor) {
    let Some(share) = plant.light else { return };
    let at = plant.at(view.camera, view.share);
    let [r, g, b] = ramp(share);
    framebuffer.fill(Rect::around(at.pixel, (at.radius * 1.7).max(1.0)), [r, g, b, 190]);
}

fn danger(framebuffer: &mut Framebuffer, view: &View<'_>, hunter: &Actor, share: f64) {
    let at = hunter.at(view.camera, view.share);
    let radius = view.camera.pixels(DANGEROUS * share) + at.radius;
    framebuffer.disc(at.pixel, radius, DANGER);
}

fn inflated(framebuffer: &mut Framebuffer, view: &View<'_>, data: &OverlayData) {
    let seen = view.camera.visible_area();
    let shown = || data.inflated.iter().filter(|solid| solid.bounds().touches(&seen));
    for solid in shown() {
        match solid {
            Solid::Box(area) => framebuffer.fill(view.camera.rect(area), REACH),
            Solid::Convex(shape) => {
                framebuffer.polygon(&view.camera.corners(shape.corners()), REACH);
            }
        }
    }
    for solid in shown() {
        match solid {
            Solid::Box(area) => {
                framebuffer.outline(view.camera.rect(area), 0.0, 1.0, REACH_EDGE);
            }
            Solid::Convex(shape) => {
                framebuffer.edges(&view.camera.corners(shape.corners()), 1.0, REACH_EDGE);
            }
        }
    }
}

fn sights(framebuffer: &mut Framebuffer, view: &View<'_>, data: &OverlayData) {
    for &(id, sight) in &data.sights {
        let Some((centre, radius)) = Painter::place(view, id) else { continue };
        // The sensor range is measured from the sides of the body.
        let reach = sight + radius;
        if !Aabb::square(centre, reach).touches(&view.camera.visible_area()) {
            continue;
        }
        let body = view.camera.rect(&Aabb::square(centre, reach));
        let corner = view.camera.pixels(sight);
        if view.selected == Some(id) {
            framebuffer.fill_rounded(body, corner, SIGHT);
        }
        framebuffer.outline(body, corner, 1.5, SIGHT_EDGE);
    }
}

fn energy(framebuffer: &mut Framebuffer, view: &View<'_>, actor: &Actor) {
    let at = actor.at(view.camera, view.share);
    if at.radius < 2.0 {
        return;
    }
    let (width, height) = ((at.radius * 1.8).max(5.0), (at.radius * 0.22).clamp(2.0, 7.0));
    let corner = at.pixel + Vec2::new(-width * 0.5, at.radius * 1.05);
    let bar = Rect::new(corner.x.round(), corner.y.round(), width.round(), height.round());
    framebuffer.fill(bar.inset(-1.0), [20, 22, 26, 200]);
    let [r, g, b] = match actor.energy {
        share if share <= 0.2 => [214, 52, 40],
        share if share <= 0.4 => [236, 152, 40],
        share if share <= 0.8 => [240, 214, 80],
        _ => [124, 206, 96],
    };
    framebuffer.fill(Rect { width: bar.width * actor.energy, ..bar }, [r, g, b, 255]);
}

fn tree(framebuffer: &mut Framebuffer, camera: &Camera, boxes: &[(Aabb, u8)]) {
    let seen = camera.visible_area();
    for (area, depth) in boxes.iter().filter(|(area, _)| area.touches(&seen)) {
        let colour = match depth {
            0 => [150, 20, 60, 255],
            1 => [200, 90, 20, 230],
            2 => [60, 110, 40, 210],
            _ => [40, 90, 170, 170],
        };
        let width = f32::from(3_u8.saturating_sub(*depth).max(1));
        framebuffer.outline(camera.rect(area), 0.0, width, colour);
    }
}

fn paths(framebuffer: &mut Framebuffer, view: &View<'_>, data: &OverlayData) {
    let few = data.paths.len() <= 8;
    let width = if few { 3.0 } else { 1.5 };
    for path in &data.paths {
        let colour = colour_of(view, path.id);
        let mut points: Vec<Vec2> = path.corners.iter().map(|&at| view.camera.pixel(at)).collect();
        if let (Some(first), Some((centre, _))) =
            (points.first_mut(), Painter::place(view, path.id))
        {
            *first = view.camera.pixel(centre);
        }
        let goal = view.camera.pixel(path.goal);
        let mut route: Vec<Vec2> = points.last().copied().into_iter().collect();
        route.extend(path.route.iter().map(|&at| view.camera.pixel(at)));
        route.push(goal);
        if touches(&points, framebuffer) {
            if few {
                framebuffer.polyline(&points, width + 2.0, [255, 255, 255, 170]);
            }
            framebuffer.polyline(&points, width, colour);
            points.iter().skip(1).for_each(|&corner| framebuffer.disc(corner, width + 0.5, colour));
        }
        if few && touches(&route, framebuffer) {
            let colour = if path.route.is_empty() { colour } else { ROUTE };
            framebuffer.dashes(&route, 2.0, [7.0, 5.0], colour);
        }
        let ring = if few { 6.0 } else { 3.0 };
        framebuffer.ring(goal, ring + 1.0, 4.0, [255, 255, 255, 190]);
        framebuffer.ring(goal, ring, 2.0, GOAL);
    }
}

/// The colour of the path of an organism: a darker one of its species, so that those of colonies differ.
fn colour_of(view: &View<'_>, id: OrganismId) -> Colour {
    let species = view.scene.figure(id).map(|figure| figure.species);
    let look = species.and_then(|species| view.scene.look(species));
    look.map_or(PATH, |look| {
        let [r, g, b] = shade(look.colour, 0.7);
        [r, g, b, 230]
    })
}

fn touches(points: &[Vec2], framebuffer: &Framebuffer) -> bool {
    let Some(&first) = points.first() else { return false };
    let ends = points.iter().fold((first, first), |(a, b), p| (a.min(*p), b.max(*p)));
    let span = Rect::spanning(ends.0, ends.1).inset(-4.0);
    points.len() > 1
        && points.iter().all(|p| p.is_finite())
        && !span.within(&framebuffer.clip()).is_empty()
}

/// Paints the population density as a blurred heat map.
fn density(framebuffer: &mut Framebuffer, view: &View<'_>, stage: &Stage, font: &mut Font) {
    const CELL: f32 = 12.0;
    let port = view.camera.port();
    let (columns, rows) = ((port.width / CELL).ceil() + 1.0, (port.height / CELL).ceil() + 1.0);
    let (columns, rows) = (index(whole(columns)), index(whole(rows)));
    let mut counts = vec![0.0_f32; columns * rows];
    stage.visit_all(&view.camera.visible_area(), |actor| {
        let at = (actor.at(view.camera, view.share).pixel - port.corner()) / CELL;
        if at.x < 0.0 || at.y < 0.0 {
            return;
        }
        let (column, row) = (index(whole(at.x)), index(whole(at.y)));
        if column < columns && row < rows {
            counts[row * columns + column] += 1.0;
        }
    });
    let counts = blurred(&blurred(&counts, columns, rows), columns, rows);
    let most = counts.iter().copied().fold(0.0, f32::max);
    if most <= 0.0 {
        return;
    }
    let outside = framebuffer.set_clip(Some(view.camera.rect(&view.scene.bounds).within(&port)));
    let clip = framebuffer.clipping();
    for y in clip.rows() {
        let at_y = ((float(y) - port.top) / CELL - 0.5).max(0.0);
        for (pixel, x) in framebuffer.row(y, clip.left, clip.right).iter_mut().zip(clip.columns()) {
            let at_x = ((float(x) - port.left) / CELL - 0.5).max(0.0);
            let count = sampled(&counts, columns, rows, at_x, at_y);
            let share = (count / most).sqrt();
            let [r, g, b] = ramp(share);
            *pixel = Blend::from_colour([r, g, b, 205]).partly(*pixel, (share * 1.6).min(1.0));
        }
    }
    framebuffer.set_clip(Some(outside));
    density_scale(framebuffer, most, f64::from(CELL) / view.camera.scale(), font);
}

/// Paints the colours of densities, and what the last one stands for.
fn density_scale(framebuffer: &mut Framebuffer, most: f32, side: f64, font: &mut Font) {
    let style = TextStyle::new(11.0, LABEL_INK);
    let clip = framebuffer.clip();
    let text = format!("0 to {most:.1} organisms in {side:.0} × {side:.0} units");
    let (width, height) = (font.width(&text, &style), font.height(&style));
    let (gap, ramp_width) = (8.0 * font.scale(), 80.0 * font.scale());
    let plate =
        Rect::new(clip.left + gap, clip.top + gap, ramp_width + width + 3.0 * gap, height + gap);
    if plate.right() > clip.right() {
        return;
    }
    framebuffer.fill_rounded(plate, 4.0, LABEL);
    let steps = 40_u8;
    for step in 0..steps {
        let share = f32::from(step) / f32::from(steps);
        let [r, g, b] = ramp(share.sqrt());
        let left = plate.left + gap + ramp_width * share;
        let part =
            Rect::new(left, plate.top + gap, ramp_width / f32::from(steps) + 0.5, height - gap);
        framebuffer.fill(part, [r, g, b, 255]);
    }
    let at = plate.corner() + Vec2::new(ramp_width + 2.0 * gap, gap * 0.5);
    font.write(framebuffer, &text, at, &style);
}

fn sampled(counts: &[f32], columns: usize, rows: usize, x: f32, y: f32) -> f32 {
    let (column, row) = (index(whole(x)).min(columns - 1), index(whole(y)).min(rows - 1));
    let (next, below) = ((column + 1).min(columns - 1), (row + 1).min(rows - 1));
    let at = |column: usize, row: usize| counts[row * columns + column];
    let along = |row: usize| at(column, row) + (at(next, row) - at(column, row)) * x.fract();
    along(row) + (along(below) - along(row)) * y.fract()
}

fn blurred(counts: &[f32], columns: usize, rows: usize) -> Vec<f32> {
    let at = |column: usize, row: usize| counts[row * columns + column];
    let mut out = Vec::with_capacity(counts.len());
    for row in 0..rows {
        for column in 0..columns {
            let beside = [column.saturating_sub(1), column, (column + 1).min(columns - 1)];
            let [above, here, below] = [row.saturating_sub(1), row, (row + 1).min(rows - 1)]
                .map(|row| beside.iter().map(|&column| at(column, row)).sum::<f32>());
            out.push((above + here + below) / 9.0);
        }
    }
    out
}

/// Returns a colour from dark violet over teal to yellow, whose brightness increases with `share`.
fn ramp(share: f32) -> [u8; 3] {
    const STOPS: [[f32; 3]; 5] = [
        [68.0, 1.0, 84.0],
        [59.0, 82.0, 139.0],
        [33.0, 145.0, 140.0],
        [94.0, 201.0, 98.0],
        [253.0, 231.0, 37.0],
    ];
    let place = share.clamp(0.0, 1.0) * 4.0;
    let first = index(whole(place)).min(3);
    let part = place - float(whole(place).min(3));
    let [from, to] = [STOPS[first], STOPS[first + 1]];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
    [0, 1, 2].map(|i: usize| (from[i] + (to[i] - from[i]) * part).round() as u8)
}
