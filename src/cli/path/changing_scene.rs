//! Obstacles and links that come, go and change between queries.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::geometry::{Aabb, Convex, DVec2};
use crate::navigation::ground::Ground;
use crate::navigation::links::{Link, Links};
use crate::navigation::regions::{CornerGraph, Hierarchy, Regions};
use crate::navigation::{ObstacleField, ObstacleKey, Obstacles, SweptBox};
use crate::navigation_benchmark::{Scene, area_around, link_ends};

/// A change of the obstacles or links.
#[derive(Debug, Clone)]
pub(super) enum Change {
    /// Adds an obstacle with the next key.
    Add(Shape),
    /// Removes the obstacle of this key.
    Remove(u64),
    /// Gives the obstacle of this key another place and shape.
    Move(u64, Shape),
    /// Adds a link.
    AddLink(Link),
    /// Removes the link of this name.
    RemoveLink(String),
    /// Opens or closes the link of this name.
    SetLink(String, bool),
}

/// The shape of an obstacle, not inflated.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Box(Aabb),
    Polygon(Convex),
}

/// The obstacles that stand, and indices of them that follow every change.
#[derive(Debug)]
pub(super) struct ChangingScene {
    bounds: Option<Aabb>,
    ground: Option<Ground>,
    links: Links,
    /// By key; `None` where the obstacle is removed.
    shapes: Vec<Option<Shape>>,
    box_count: usize,
    /// For each inflation that a query needed, the index of the inflated obstacles.
    fields: Vec<(DVec2, ObstacleField)>,
    /// For some of these inflations, the free space between the boxes.
    regions: Vec<(DVec2, Arc<Regions>)>,
    /// For some of these, their hierarchy.
    hierarchies: Vec<(DVec2, Arc<Hierarchy>)>,
    /// And the graph of their corners, as it was when a query last wanted it.
    corner_graphs: Vec<(DVec2, Arc<CornerGraph>)>,
}

/// Obstacles and the bounds that one query gives them.
pub(super) struct Bounded<'a> {
    pub field: &'a ObstacleField,
    pub bounds: Aabb,
}

impl ChangingScene {
    /// The obstacles of `scene`. Their keys are their indices.
    pub fn new(scene: &Scene) -> Self {
        let boxes = scene.boxes.iter().copied().map(Shape::Box);
        let polygons = scene.polygons.iter().cloned().map(Shape::Polygon);
        Self {
            bounds: scene.bounds,
            ground: scene.ground.clone(),
            links: scene.links.clone(),
            shapes: boxes.chain(polygons).map(Some).collect(),
            box_count: scene.boxes.len(),
            fields: Vec::new(),
            regions: Vec::new(),
            hierarchies: Vec::new(),
            corner_graphs: Vec::new(),
        }
    }

    /// Changes the obstacles and their indices.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Add(shape) => {
                self.shapes.push(None);
                self.place(self.shapes.len() - 1, shape);
            }
            Change::Remove(key) => self.clear(*key as usize),
            Change::AddLink(link) => {
                self.links.insert(link.clone()).expect("changes are validated");
            }
            Change::RemoveLink(name) => {
                self.links.remove(name).expect("changes are validated");
            }
            Change::SetLink(name, is_open) => {
                self.links.set_open(name, *is_open).expect("changes are validated");
            }
            Change::Move(key, shape) => {
                self.clear(*key as usize);
                self.place(*key as usize, shape);
            }
        }
    }

    fn place(&mut self, slot: usize, shape: &Shape) {
        self.box_count += usize::from(matches!(shape, Shape::Box(_)));
        for (by, field) in &mut self.fields {
            shape.insert(ObstacleKey(slot as u64), *by, field);
        }
        self.shapes[slot] = Some(shape.clone());
        self.refresh_regions(shape);
    }

    fn clear(&mut self, slot: usize) {
        let shape = self.shapes[slot].take().expect("only obstacles that stand are removed");
        self.box_count -= usize::from(matches!(shape, Shape::Box(_)));
        for (by, field) in &mut self.fields {
            let is_removed = field.remove(ObstacleKey(slot as u64), shape.inflated_bounds(*by));
            assert!(is_removed, "the index holds every obstacle that stands");
        }
        self.refresh_regions(&shape);
    }

    /// Takes out the obstacles of these keys until they are [put back](Self::put_back).
    pub fn take_out(&mut self, keys: &BTreeSet<u64>) -> Vec<(usize, Shape)> {
        let slots = keys.iter().map(|&key| key as usize);
        let standing = slots.filter_map(|slot| Some((slot, self.shapes.get(slot)?.clone()?)));
        let taken: Vec<(usize, Shape)> = standing.collect();
        taken.iter().for_each(|(slot, _)| self.clear(*slot));
        taken
    }

    /// Puts back what was taken out.
    pub fn put_back(&mut self, taken: &[(usize, Shape)]) {
        taken.iter().for_each(|(slot, shape)| self.place(*slot, shape));
    }

    /// Adapts the free space after an obstacle came or went.
    fn refresh_regions(&mut self, shape: &Shape) {
        let Shape::Box(area) = shape else { return };
        for (by, regions) in &mut self.regions {
            let changed = area.inflated(*by);
            let (_, field) =
                self.fields.iter().find(|(inflation, _)| inflation == by).expect("it is prepared");
            let mut near = Vec::new();
            let mut swept = SweptBox::area(&changed, DVec2::ZERO);
            field.visit(&mut swept, &mut |_, _, body| near.push(body));
            let regions = Arc::make_mut(regions);
            let changed = regions.refresh(changed, near);
            let hierarchies = self.hierarchies.iter_mut().filter(|(inflation, _)| inflation == by);
            hierarchies.for_each(|(_, it)| Arc::make_mut(it).outdate(regions, changed));
        }
    }

    /// Indexes the obstacles inflated by `by`, unless they are already.
    pub fn prepare(&mut self, by: DVec2) {
        if self.fields.iter().any(|(inflation, _)| *inflation == by) {
            return;
        }
        let standing = || (0..).map(ObstacleKey).zip(&self.shapes);
        let boxes = standing().filter_map(|(key, shape)| match shape {
            Some(Shape::Box(area)) => Some((key, area.inflated(by))),
            _ => None,
        });
        let mut field = ObstacleField::new(self.area(), boxes.collect());
        for (key, shape) in standing() {
            if let Some(shape @ Shape::Polygon(_)) = shape {
                shape.insert(key, by, &mut field);
            }
        }
        self.fields.push((by, field));
    }

    /// Computes the free space between the boxes inflated by `by`, unless it is known already. It follows
    /// every change.
    pub fn prepare_regions(&mut self, by: DVec2) {
        if self.regions.iter().any(|(inflation, _)| *inflation == by) {
            return;
        }
        let boxes = self.shapes.iter().flatten().filter_map(|shape| match shape {
            Shape::Box(area) => Some(area.inflated(by)),
            Shape::Polygon(_) => None,
        });
        let regions = Regions::new(self.area().inflated(-by), boxes);
        self.regions.push((by, Arc::new(regions)));
    }

    /// Computes the hierarchy of the regions for boxes inflated by `by`, or what has changed in it, if there are so
    /// many that it pays.
    pub fn prepare_hierarchy(&mut self, by: DVec2) {
        let Some(regions) = self.regions(by).cloned() else { return };
        match self.hierarchies.iter_mut().find(|(inflation, _)| *inflation == by) {
            Some((_, hierarchy)) if hierarchy.is_complete(&regions) => {}
            Some((_, hierarchy)) => Arc::make_mut(hierarchy).finish(&regions),
            None if Hierarchy::pays_for(&regions) => {
                self.hierarchies.push((by, Arc::new(Hierarchy::new(&regions))));
            }
            None => {}
        }
    }

    /// Computes the graph of the corners of the regions for boxes inflated by `by`, unless nothing has changed since.
    pub fn prepare_corner_graph(&mut self, by: DVec2) {
        let Some(regions) = self.regions(by) else { return };
        if self.corner_graph(by).is_some_and(|graph| graph.is_of(regions)) {
            return;
        }
        let graph = Arc::new(CornerGraph::new(regions));
        self.corner_graphs.retain(|(inflation, _)| *inflation != by);
        self.corner_graphs.push((by, graph));
    }

    /// The graph of the corners of the regions for boxes inflated by `by`, if it is prepared.
    pub fn corner_graph(&self, by: DVec2) -> Option<&Arc<CornerGraph>> {
        let graph = self.corner_graphs.iter().find(|(inflation, _)| *inflation == by);
        graph.map(|(_, graph)| graph)
    }

    /// The hierarchy of the regions for boxes inflated by `by`, if it is prepared.
    pub fn hierarchy(&self, by: DVec2) -> Option<&Arc<Hierarchy>> {
        let hierarchy = self.hierarchies.iter().find(|(inflation, _)| *inflation == by);
        hierarchy.map(|(_, hierarchy)| hierarchy)
    }

    /// The free space between the obstacles inflated by `by`, if it is prepared and there are no polygons.
    pub fn regions(&self, by: DVec2) -> Option<&Arc<Regions>> {
        let has_polygons = self.shapes.iter().flatten().any(|it| matches!(it, Shape::Polygon(_)));
        let regions = self.regions.iter().find(|(inflation, _)| *inflation == by);
        regions.filter(|_| !has_polygons).map(|(_, regions)| regions)
    }

    /// The prepared index of the obstacles inflated by `by`.
    pub fn field(&self, by: DVec2) -> &ObstacleField {
        let field = self.fields.iter().find(|(inflation, _)| *inflation == by);
        &field.expect("the index is prepared").1
    }

    /// The ground, which does not change.
    pub fn ground(&self) -> Option<&Ground> {
        self.ground.as_ref()
    }

    /// The links as they are now.
    pub fn links(&self) -> &Links {
        &self.links
    }

    /// The number of boxes that stand.
    pub fn box_count(&self) -> usize {
        self.box_count
    }

    /// The area that movers may not leave.
    pub fn area(&self) -> Aabb {
        self.scene_of(DVec2::ZERO, []).area()
    }

    /// The bounds, or the area around the obstacles and both ends of a path, as
    /// [`Scene::area_around`] gives it.
    pub fn area_around(&self, half: DVec2, start: DVec2, goal: DVec2) -> Aabb {
        let shapes = self.shapes.iter().flatten();
        let standing = shapes.map(|shape| shape.inflated_bounds(DVec2::ZERO));
        let standing = standing.chain(link_ends(&self.links));
        self.bounds.unwrap_or_else(|| area_around(standing, half, start, goal))
    }

    /// The obstacles as they stand now, for a mover of half-size `half`.
    pub fn scene(&self, half: DVec2) -> Scene {
        self.scene_of(half, self.shapes.iter().flatten())
    }

    fn scene_of<'a>(&self, half: DVec2, shapes: impl IntoIterator<Item = &'a Shape>) -> Scene {
        let (mut boxes, mut polygons) = (Vec::new(), Vec::new());
        for shape in shapes {
            match shape {
                Shape::Box(area) => boxes.push(*area),
                Shape::Polygon(polygon) => polygons.push(polygon.clone()),
            }
        }
        let (ground, links) = (self.ground.clone(), self.links.clone());
        Scene { boxes, polygons, bounds: self.bounds, half, ground, links }
    }
}

impl Shape {
    fn insert(&self, key: ObstacleKey, by: DVec2, field: &mut ObstacleField) {
        match self {
            Self::Box(area) => field.insert(key, area.inflated(by)),
            Self::Polygon(polygon) => field.insert_polygon(key, polygon.inflated(by)),
        }
    }

    fn inflated_bounds(&self, by: DVec2) -> Aabb {
        match self {
            Self::Box(area) => area.inflated(by),
            Self::Polygon(polygon) => polygon.inflated(by).bounds(),
        }
    }
}

impl Obstacles for Bounded<'_> {
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        self.field.visit(swept, visitor);
    }

    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        self.field.polygons()
    }
}
