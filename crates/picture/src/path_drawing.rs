//! Drawings of a path among obstacles.

use terrarium_navigation::links::{Crossing, Links, walked_parts};
use terrarium_space::geometry::{Aabb, Convex, DVec2};

use super::{Canvas, Colour, Pen};

const PAPER: Colour = [255, 255, 255, 255];
const EXPENSIVE: Colour = [150, 118, 72, 255];
const CHEAP: Colour = [240, 208, 90, 255];
const OUTSIDE: Colour = [238, 240, 243, 255];
const BORDER: Pen = Pen { colour: [120, 128, 138, 255], width: 2.0, dash: None };
const REACH: Colour = [241, 244, 248, 255];
const INFLATED: Pen = Pen { colour: [150, 160, 172, 255], width: 1.0, dash: None };
/// Slightly transparent, so that outlines below show faintly.
const OBSTACLE: Colour = [198, 204, 212, 225];
const PATH: Pen = Pen { colour: [32, 92, 190, 255], width: 5.0, dash: None };
const WALK: Pen = Pen { colour: [240, 140, 20, 255], width: 2.5, dash: Some([9.0, 6.0]) };
const OPEN_LINK: Pen = Pen { colour: [124, 70, 170, 255], width: 2.5, dash: Some([7.0, 5.0]) };
const CLOSED_LINK: Pen = Pen { colour: [150, 150, 156, 255], ..OPEN_LINK };
const ABOARD: Pen = Pen { dash: Some([5.0, 8.0]), ..PATH };
const START: Colour = [24, 140, 90, 255];
const GOAL: Colour = [196, 30, 86, 255];

/// Boxes smaller than this, in pixels, are drawn without outlines, which would cover everything
/// else.
const LEGIBLE: f64 = 4.0;

/// If the obstacles extend over more than this multiple of the path's size, only the surroundings
/// of the path are shown.
const CLOSE_UP: f64 = 4.0;

/// A path among obstacles, to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct PathDrawing<'a> {
    /// The boxes among the obstacles.
    pub boxes: &'a [Aabb],
    /// The convex polygons among the obstacles.
    pub polygons: &'a [Convex],
    /// Areas in which a unit of path costs more or less than 1, with that cost; the last one applies.
    pub ground: &'a [(Aabb, f64)],
    /// The bounds that the agent may not leave, if there are any.
    pub bounds: Option<Aabb>,
    /// The agent's half size.
    pub half: DVec2,
    /// The start of the agent's centre.
    pub start: DVec2,
    /// The goal of the agent's centre.
    pub goal: DVec2,
    /// The path as first found, including the start, as far as it led; empty to draw none.
    pub walk: &'a [DVec2],
    /// The final path, including start and goal; empty if none was found.
    pub path: &'a [DVec2],
    /// The links that the agent may use.
    pub links: &'a Links,
    /// Where the final path leads over links, with indices of the waypoints after the start.
    pub crossings: &'a [Crossing],
}

impl PathDrawing<'_> {
    /// Paints obstacles grey and inflated obstacles pale with a thin outline, the path as first
    /// found orange and dashed, the final path blue and bold. The agent's box is green at the
    /// start and red at the goal. Expensive ground is brown, cheap ground yellow. The outside of the bounds is
    /// light grey. Open links are dashed violet arrows, closed ones grey; the final path is dotted over a link.
    #[must_use]
    pub fn paint(&self) -> Canvas {
        self.paint_within(&self.frame(), 1.0)
    }

    /// Paints only the area of `frame`, on a canvas scaled by `size`; see [`Canvas::of_size`].
    #[must_use]
    pub fn paint_within(&self, frame: &Aabb, size: f64) -> Canvas {
        let mut canvas = match self.bounds {
            None => Canvas::of_size(frame, PAPER, size),
            Some(bounds) => {
                let mut canvas = Canvas::of_size(frame, OUTSIDE, size);
                canvas.fill([bounds], PAPER);
                canvas
            }
        };
        for &(area, cost) in self.ground {
            canvas.fill([area], PAPER);
            canvas.fill([area], ground_colour(cost));
        }
        canvas.fill(self.inflated(), REACH);
        canvas.fill_polygons(self.inflated_polygons(), REACH);
        let least = LEGIBLE / canvas.scale();
        canvas.outline(self.inflated().filter(|b| b.size().min_element() >= least), &INFLATED);
        canvas.outline_polygons(self.inflated_polygons(), &INFLATED);
        canvas.fill(self.boxes.iter().copied(), OBSTACLE);
        canvas.fill_polygons(self.polygons.iter().cloned(), OBSTACLE);
        canvas.outline(self.bounds, &BORDER);
        for (centre, colour) in [(self.start, START), (self.goal, GOAL)] {
            let agent = Aabb::around(centre, self.half);
            canvas.fill([agent], faint(colour));
            canvas.outline([agent], &Pen { colour, width: 1.5, dash: None });
        }
        self.paint_links(&mut canvas);
        for part in walked_parts(self.path, self.crossings) {
            canvas.line(part, &PATH);
        }
        for crossing in self.crossings {
            canvas.line(&self.path[crossing.waypoint..crossing.waypoint + 2], &ABOARD);
        }
        canvas.line(self.walk, &WALK);
        for (centre, colour) in [(self.start, START), (self.goal, GOAL)] {
            canvas.dot(centre, 8.0, PAPER);
            canvas.dot(centre, 6.0, colour);
        }
        canvas
    }

    /// Draws an arrow for each link, with a head at each end that it leads to.
    fn paint_links(&self, canvas: &mut Canvas) {
        let (long, wide) = (14.0 / canvas.scale(), 5.0 / canvas.scale());
        for link in self.links.iter() {
            let pen = if link.is_open { &OPEN_LINK } else { &CLOSED_LINK };
            canvas.line(&link.ends(false), pen);
            for &is_backward in link.directions() {
                let [from, to] = link.ends(is_backward);
                let back = (from - to).normalize_or_zero() * long;
                let aside = back.perp() * (wide / long);
                let head = [to + back + aside, to, to + back - aside];
                canvas.line(&head, &Pen { dash: None, ..*pen });
            }
        }
    }

    /// Returns the boxes inflated by the agent's half size.
    fn inflated(&self) -> impl Iterator<Item = Aabb> {
        self.boxes.iter().map(|obstacle| obstacle.inflated(self.half))
    }

    /// Returns the polygons inflated by the agent's half size.
    fn inflated_polygons(&self) -> impl Iterator<Item = Convex> {
        self.polygons.iter().map(|polygon| polygon.inflated(self.half))
    }

    /// Returns the area to show: everything, or only the surroundings of the path if everything is
    /// much larger than the path.
    #[must_use]
    pub fn frame(&self) -> Aabb {
        let ends = [self.start, self.goal].map(|centre| Aabb::around(centre, self.half));
        let points = self.walk.iter().chain(self.path).map(|&point| Aabb::spanning(point, point));
        let links = self.links.iter().map(|link| Aabb::spanning(link.from, link.to));
        let path = points.fold(ends[0].union(&ends[1]), |all, point| all.union(&point));
        let polygons = self.inflated_polygons().map(|polygon| polygon.bounds());
        let obstacles = self.inflated().chain(polygons).chain(links);
        let everything = obstacles.chain(self.bounds).fold(path, |all, area| all.union(&area));
        let side = path.size().max_element();
        if side > 0.0 && everything.size().max_element() > CLOSE_UP * side {
            let seen = path.inflated(DVec2::splat(side * 0.25));
            Aabb { min: seen.min.max(everything.min), max: seen.max.min(everything.max) }
        } else {
            everything
        }
    }
}

/// Returns the colour of ground of this cost: brown if it is expensive, yellow if it is cheap, and the deeper
/// the more.
fn ground_colour(cost: f64) -> Colour {
    let [r, g, b, _] = if cost > 1.0 { EXPENSIVE } else { CHEAP };
    let depth = (cost.log2().abs() / 4.0).min(1.0);
    [r, g, b, (60.0 + 140.0 * depth) as u8]
}

/// Returns the colour at low opacity.
fn faint([r, g, b, _]: Colour) -> Colour {
    [r, g, b, 48]
}

#[cfg(test)]
mod tests {
    use terrarium_navigation::links::Link;

    use super::*;

    static NO_LINKS: std::sync::OnceLock<Links> = std::sync::OnceLock::new();

    fn at(x: f64, y: f64) -> DVec2 {
        DVec2::new(x, y)
    }

    /// An agent of 2 × 1 on its path around a rock.
    fn around_a_rock<'a>(
        rock: &'a [Aabb],
        walk: &'a [DVec2],
        path: &'a [DVec2],
    ) -> PathDrawing<'a> {
        let bounds = Some(Aabb::new(at(-10.0, -6.0), at(10.0, 6.0)));
        let (start, goal) = (at(-8.0, 0.0), at(8.0, 1.0));
        PathDrawing {
            boxes: rock,
            polygons: &[],
            ground: &[],
            bounds,
            half: at(1.0, 0.5),
            start,
            goal,
            walk,
            path,
            links: NO_LINKS.get_or_init(Links::default),
            crossings: &[],
        }
    }

    fn colour_at(canvas: &Canvas, point: DVec2) -> Colour {
        canvas.pixel(canvas.place(point)).expect("a pixel of the canvas")
    }

    /// Counts how often a colour occurs along a segment.
    fn count(canvas: &Canvas, (from, to): (DVec2, DVec2), colour: Colour) -> usize {
        let along = (0..=1000).map(|i| from.lerp(to, f64::from(i) / 1000.0));
        along.filter(|&point| colour_at(canvas, point) == colour).count()
    }

    #[test]
    fn everything_is_painted_in_its_place_and_colour() {
        let rock = [Aabb::new(at(-2.0, -2.0), at(2.0, 3.0))];
        let walk = [at(-8.0, 0.0), at(-3.0, 0.0), at(-3.0, -2.5), at(3.0, -2.5), at(8.0, 1.0)];
        let path = [at(-8.0, 0.0), at(-3.0, -2.5), at(3.0, -2.5), at(8.0, 1.0)];
        let canvas = around_a_rock(&rock, &walk, &path).paint();
        let colour = |x, y| colour_at(&canvas, at(x, y));

        assert_eq!(colour(-10.3, 0.0), OUTSIDE);
        assert_eq!(colour(-10.0, 4.0), BORDER.colour);
        assert_eq!(colour(6.0, -5.0), PAPER);
        assert_eq!(colour(2.5, 3.2), REACH, "where the agent would touch the rock");
        let stone = colour(0.0, 0.5);
        assert!(stone != REACH && stone.iter().max() <= REACH.iter().max() && stone[0] < 220);
        assert!(count(&canvas, (at(2.5, 3.2), at(3.5, 3.2)), REACH) > 100);
        let edge = colour(3.0, 3.2);
        assert!(edge[0] < REACH[0] - 20, "the outline of the inflated rock: {edge:?}");

        assert_eq!(colour(-8.0, 0.0), START);
        assert_eq!(colour(8.0, 1.0), GOAL);
        assert_eq!(colour(-8.7, 0.3), over(PAPER, START), "the agent's box at the start");
        assert_eq!(colour(8.7, 1.3), over(PAPER, GOAL), "the agent's box at the goal");

        let only_path = (at(-6.0, -1.0), at(-4.0, -2.0));
        assert!(count(&canvas, only_path, PATH.colour) > 900);
        let only_walk = (at(-6.5, 0.0), at(-3.5, 0.0));
        let dashes = count(&canvas, only_walk, WALK.colour);
        assert!((400..800).contains(&dashes), "{dashes}");
        let both = (at(-2.5, -2.5), at(2.5, -2.5));
        let (dashes, gaps) = (count(&canvas, both, WALK.colour), count(&canvas, both, PATH.colour));
        assert!(dashes > 300 && gaps > 200, "{dashes} {gaps}");
    }

    #[test]
    fn links_are_arrows_and_the_path_is_interrupted_on_them() {
        let ferry = Link {
            name: "ferry".to_owned(),
            from: at(-4.0, 0.0),
            to: at(4.0, 0.0),
            cost: 1.0,
            both_ways: false,
            is_open: true,
        };
        let path = [at(-8.0, 0.0), ferry.from, ferry.to, at(8.0, 1.0)];
        let crossing = Crossing { link: 0, is_backward: false, cost: 1.0, waypoint: 1 };
        let links = Links::new([ferry]).unwrap();
        let crossed =
            PathDrawing { links: &links, crossings: &[crossing], ..around_a_rock(&[], &[], &path) };
        let canvas = crossed.paint();
        let walked = (at(-6.5, 0.0), at(-4.5, 0.0));
        assert!(count(&canvas, walked, PATH.colour) > 900);
        let aboard = (at(-3.5, 0.0), at(3.0, 0.0));
        let dotted = count(&canvas, aboard, PATH.colour);
        assert!((200..700).contains(&dotted), "{dotted}");
        let idle = PathDrawing { path: &[], crossings: &[], ..crossed }.paint();
        let dashed = count(&idle, aboard, OPEN_LINK.colour);
        assert!((400..800).contains(&dashed), "{dashed}");
    }

    /// Blends a faint colour over another.
    fn over(below: Colour, above: Colour) -> Colour {
        let cover = f64::from(faint(above)[3]) / 255.0;
        let mixed = |channel: usize| {
            let mix = f64::from(above[channel]) * cover + f64::from(below[channel]) * (1.0 - cover);
            mix.round() as u8
        };
        [mixed(0), mixed(1), mixed(2), 255]
    }

    #[test]
    fn no_path_is_painted_if_none_was_found() {
        let canvas = around_a_rock(&[], &[], &[]).paint();
        assert_eq!(count(&canvas, (at(-6.0, 0.2), at(6.0, 0.9)), PAPER), 1001);
        let nothing =
            PathDrawing { bounds: None, half: DVec2::ZERO, ..around_a_rock(&[], &[], &[]) };
        let canvas = PathDrawing { goal: nothing.start, ..nothing }.paint();
        assert_eq!(colour_at(&canvas, nothing.start), GOAL);
    }

    #[test]
    fn a_short_path_in_a_wide_world_is_shown_close_up() {
        let far = [Aabb::square(at(5000.0, -7000.0), 3.0), Aabb::square(at(0.0, 4.0), 1.0)];
        let drawing = PathDrawing { bounds: None, ..around_a_rock(&far, &[], &[]) };
        let frame = drawing.frame();
        assert!(frame.contains_box(&Aabb::new(at(-9.0, -0.5), at(9.0, 1.5))), "{frame:?}");
        assert!(frame.size().max_element() < 60.0, "{frame:?}");
        let near = PathDrawing { boxes: &far[1..], ..drawing };
        assert_eq!(near.frame(), Aabb::new(at(-9.0, -0.5), at(9.0, 5.5)));
    }
}
