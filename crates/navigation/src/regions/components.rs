//! The regions of each component of the free space, to find the nearest of one component.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use terrarium_space::geometry::{Aabb, DVec2};

use super::Regions;
use super::locator::Locator;

/// A locator for each component, computed when one is first asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Components(OnceLock<BTreeMap<u32, Locator>>);

impl Components {
    /// Passes areas of a component of these regions: see [`Locator::visit_nearest`].
    pub fn visit_nearest(
        &self,
        regions: &Regions,
        component: u32,
        place: DVec2,
        visitor: impl FnMut(u32, Aabb) -> f64,
    ) {
        let locators = self.0.get_or_init(|| locators(regions));
        if let Some(locator) = locators.get(&component) {
            locator.visit_nearest(place, visitor);
        }
    }
}

fn locators(regions: &Regions) -> BTreeMap<u32, Locator> {
    let mut areas: BTreeMap<u32, Vec<(u32, Aabb)>> = BTreeMap::new();
    for region in regions.slots() {
        let area = regions.regions[region as usize].area;
        areas.entry(regions.blocks.component(region)).or_default().push((region, area));
    }
    let locator = |(component, areas): (u32, Vec<_>)| (component, Locator::new(areas.into_iter()));
    areas.into_iter().map(locator).collect()
}
