//! What stands at a place of a conquest: a base, a nest or a sentry.

use glam::DVec2;
use terrarium_creatures::behaviour::{BaseId, Colony};
use terrarium_sim::world::{
    Body, Conquest, Identity, Layout, Life, Nest, Ownership, Sentry, World, WorldConfig,
};
use terrarium_space::geometry::Aabb;
use terrarium_space::terrain::Cell;

use super::report::{Line, Section, Severity};
use crate::Chronicle;
use crate::chronicle::Notable;

/// The most captures that are listed.
const LISTED: usize = 8;

/// Details of a base, a nest or a sentry.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteReport {
    /// The area that it covers: of a base, its capture area.
    pub area: Aabb,
    /// What it is: `base West fort`, `nest` or `sentry`.
    pub title: String,
    /// The colony that holds it now.
    pub owner: Option<Colony>,
    /// The details.
    pub sections: Vec<Section>,
}

impl SiteReport {
    /// The details of what stands at a point; `None` if there is no base, nest or sentry. The captures are those that
    /// the chronicle of the run holds.
    #[must_use]
    pub fn at(world: &World, chronicle: &Chronicle, point: DVec2) -> Option<Self> {
        let site = Sites::new(world, chronicle)?;
        let terrain = world.config().terrain.as_ref()?;
        let sentry = site.layout.sentries.iter().find_map(|(&wall, sentry)| {
            let area = terrain.cell_box(wall);
            holds(&area, point).then(|| site.sentry(area, wall, sentry))
        });
        let nest = || site.layout.nests.iter().find(|nest| holds(&nest.area, point));
        let base = || site.layout.base_at(point);
        sentry
            .or_else(|| nest().map(|nest| site.nest(nest)))
            .or_else(|| base().map(|id| site.base(id)))
    }
}

/// What the reports are made of.
struct Sites<'a> {
    world: &'a World,
    config: &'a WorldConfig,
    conquest: &'a Conquest,
    chronicle: &'a Chronicle,
    layout: Layout,
}

/// A living creature of a colony.
struct Creature {
    who: Identity,
    colony: Colony,
    centre: DVec2,
}

impl<'a> Sites<'a> {
    fn new(world: &'a World, chronicle: &'a Chronicle) -> Option<Self> {
        let config = world.config();
        let (conquest, layout) = (world.conquest()?, Layout::new(config)?);
        Some(Self { world, config, conquest, chronicle, layout })
    }

    fn base(&self, id: BaseId) -> SiteReport {
        let (site, base) = (self.layout.sites[id.index()], self.conquest.bases[id.index()]);
        let neutral = f64::from(self.config.rules.base_life);
        let lean = f64::from(base.life) / neutral - 1.0;
        let by = if lean < 0.0 { Colony::Blue } else { Colony::Red };
        let progress = match lean.abs() {
            0.0 => "neither colony".to_owned(),
            share => format!("{} {:.0} %", self.called(by), share * 100.0),
        };
        let here: Vec<Creature> =
            self.creatures().into_iter().filter(|it| site.counts(it.centre)).collect();
        let present = Colony::ALL.map(|colony| {
            let count = here.iter().filter(|it| it.colony == colony).count();
            format!("{} {count}", self.called(colony))
        });
        let of_base = |ownership: Ownership| ownership == Ownership::OfBase(id);
        let sentries = self.layout.sentries.values().filter(|it| of_base(it.ownership)).count();
        let nests = self.layout.nests.iter().filter(|it| of_base(it.ownership)).count();
        let lines = vec![
            self.owner_line(base.owner),
            Line::new("Capture", progress).bar(lean.abs().min(1.0)),
            Line::new("Here", present.join(", ")),
            Line::new("Sentries", sentries.to_string()),
            Line::new("Nests", nests.to_string()),
        ];
        let mut sections = vec![Section { title: "Base", lines }];
        let captures = self.captures(id);
        if !captures.is_empty() {
            sections.push(Section { title: "Captures", lines: captures });
        }
        let title = format!("base {}", self.name(id));
        SiteReport { area: site.grounds, title, owner: base.owner, sections }
    }

    fn nest(&self, nest: &Nest) -> SiteReport {
        let owner = self.conquest.owner(nest.ownership);
        let mut lines = vec![self.owner_line(owner), self.ownership_line(nest.ownership)];
        if let Some(colony) = owner {
            let queue = self.conquest.spawn_queue.iter();
            let own = queue.filter(|it| self.config.colony(it.species) == Some(colony));
            let due: Vec<u64> = own.map(|it| it.due.saturating_sub(self.world.tick())).collect();
            let next = match due.iter().min() {
                None => "none".to_owned(),
                Some(0) => format!("{}, the next now", due.len()),
                Some(ticks) => format!("{}, the next in {ticks} ticks", due.len()),
            };
            lines.push(Line::new("Waiting", next));
            lines.push(
                Line::new(
                    "",
                    format!("All nests of the {} share those that wait.", self.called(colony)),
                )
                .of(Severity::Faint),
            );
        }
        let sections = vec![Section { title: "Nest", lines }];
        SiteReport { area: nest.area, title: "nest".to_owned(), owner, sections }
    }

    fn sentry(&self, area: Aabb, wall: Cell, sentry: &Sentry) -> SiteReport {
        let rules = &self.config.rules;
        let owner = self.conquest.owner(sentry.ownership);
        let health = self.conquest.health(wall, rules);
        let (state, severity) = if self.conquest.is_silenced(wall, rules) {
            ("silenced, its wall is damaged", Severity::Bad)
        } else if owner.is_none() {
            ("silent, its base is neutral", Severity::Warning)
        } else {
            ("stings", Severity::Good)
        };
        let tile = self.config.terrain.as_ref().map_or(1.0, |terrain| terrain.tile_side());
        let range = rules.sentry_range * tile;
        let mut lines = vec![
            self.owner_line(owner),
            self.ownership_line(sentry.ownership),
            Line::new("State", state).of(severity),
            Line::new("Wall", format!("{:.0} %", health * 100.0)).bar(health),
            Line::new("Range", format!("{range:.0} units")),
            Line::new(
                "Sting",
                format!("{:.0} damage every {} ticks", rules.sentry_damage, rules.sentry_ticks),
            ),
        ];
        lines.extend(owner.map(|colony| self.target_line(sentry, colony, range)));
        let sections = vec![Section { title: "Sentry", lines }];
        SiteReport { area, title: "sentry".to_owned(), owner, sections }
    }

    /// The creature that a sentry stings next.
    fn target_line(&self, sentry: &Sentry, colony: Colony, range: f64) -> Line {
        let hostile = self.creatures().into_iter().filter(|it| it.colony == colony.other());
        let near = hostile.map(|it| (it.centre.distance(sentry.middle), it.who));
        let near: Vec<(f64, Identity)> = near.filter(|(distance, _)| *distance <= range).collect();
        let nearest =
            near.iter().min_by(|(a, one), (b, other)| a.total_cmp(b).then(one.id.cmp(&other.id)));
        match nearest {
            None => Line::new("In range", "no hostile creature"),
            Some((distance, who)) => {
                let name = &self.config.species(who.species).name;
                let value =
                    format!("{}, nearest {name} {} at {distance:.0} units", near.len(), who.id);
                Line::new("In range", value).about(who.id)
            }
        }
    }

    fn captures(&self, id: BaseId) -> Vec<Line> {
        let is_own = |what: &Notable| matches!(what, Notable::Captured { base, .. } | Notable::Neutralised { base, .. } if *base == id);
        let now = self.world.tick();
        let remarks = self.chronicle.remarks().iter().rev();
        let own = remarks.filter(|remark| remark.tick <= now && is_own(&remark.what));
        let line = |remark: &crate::chronicle::Remark| {
            Line::new(format!("tick {}", remark.tick), self.chronicle.describe(remark))
                .in_tick(remark.tick)
        };
        own.take(LISTED).map(line).collect()
    }

    fn creatures(&self) -> Vec<Creature> {
        let mut query = self.world.query::<(&Identity, &Body, &Life)>();
        let creature = |(who, body, _): (&Identity, &Body, &Life)| {
            let colony = self.config.colony(who.species)?;
            Some(Creature { who: *who, colony, centre: body.centre })
        };
        query.iter().filter_map(creature).collect()
    }

    fn ownership_line(&self, ownership: Ownership) -> Line {
        let value = match ownership {
            Ownership::OfBase(id) => format!("base {}", self.name(id)),
            Ownership::Permanent(Some(colony)) => format!("{}, always", self.called(colony)),
            Ownership::Permanent(None) => "no colony".to_owned(),
        };
        Line::new("Belongs to", value)
    }

    fn owner_line(&self, owner: Option<Colony>) -> Line {
        let owner = owner.map_or("no colony".to_owned(), |colony| self.called(colony));
        Line::new("Held by", owner)
    }

    /// What a colony is called.
    fn called(&self, colony: Colony) -> String {
        self.chronicle.colony_name(colony)
    }

    fn name(&self, id: BaseId) -> String {
        let name = self.chronicle.bases().get(id.index());
        name.filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| id.to_string())
    }
}

fn holds(area: &Aabb, point: DVec2) -> bool {
    area.nearest_point(point) == point
}

#[cfg(test)]
mod tests {
    use terrarium_run::SimulationBuilder;
    use terrarium_sim::tick::Simulation;

    use super::*;

    fn conquest(ticks: u64) -> (Simulation, Chronicle) {
        let mut simulation = SimulationBuilder::new("conquest").build().unwrap();
        let mut chronicle = Chronicle::new(simulation.world());
        for _ in 0..ticks {
            simulation.tick();
            chronicle.record(simulation.world());
        }
        (simulation, chronicle)
    }

    fn value(report: &SiteReport, label: &str) -> String {
        let lines = report.sections.iter().flat_map(|section| &section.lines);
        lines.clone().find(|line| line.label == label).expect(label).value.clone()
    }

    #[test]
    fn every_base_nest_and_sentry_has_a_report_at_its_place() {
        let (simulation, chronicle) = conquest(40);
        let world = simulation.world();
        let layout = Layout::new(world.config()).unwrap();
        let conquest = world.conquest().unwrap();
        for (index, site) in layout.sites.iter().enumerate() {
            let report = SiteReport::at(world, &chronicle, site.middle).expect("a base");
            assert_eq!(report.owner, conquest.bases[index].owner);
            assert!(report.title.starts_with("base "), "{}", report.title);
        }
        for nest in &layout.nests {
            let report = SiteReport::at(world, &chronicle, nest.area.centre()).expect("a nest");
            assert_eq!((&*report.title, report.owner), ("nest", conquest.owner(nest.ownership)));
        }
        for sentry in layout.sentries.values() {
            let report = SiteReport::at(world, &chronicle, sentry.middle).expect("a sentry");
            assert_eq!(
                (&*report.title, report.owner),
                ("sentry", conquest.owner(sentry.ownership))
            );
        }
        assert_eq!(SiteReport::at(world, &chronicle, DVec2::splat(-5.0)), None);
    }

    #[test]
    fn the_creatures_at_bases_are_counted_and_captures_listed() {
        let (simulation, chronicle) = conquest(200);
        let world = simulation.world();
        let layout = Layout::new(world.config()).unwrap();
        let taken = chronicle.remarks().iter().find_map(|remark| match remark.what {
            Notable::Captured { base, .. } => Some((base, remark.tick)),
            _ => None,
        });
        let (base, tick) = taken.expect("a base is captured within 200 ticks");
        let report = SiteReport::at(world, &chronicle, layout.sites[base.index()].middle).unwrap();
        let captures = &report.sections[1];
        assert_eq!(captures.title, "Captures");
        assert!(captures.lines.iter().any(|line| line.tick == Some(tick)), "{captures:?}");
        let mut counts = [0; 2];
        for (who, body, _) in &mut world.query::<(&Identity, &Body, &Life)>() {
            let colony = world.config().colony(who.species).expect("all belong to a colony");
            let is_here = layout.sites[base.index()].counts(body.centre);
            counts[colony.index()] += usize::from(is_here);
        }
        assert_eq!(value(&report, "Here"), format!("ants {}, termites {}", counts[0], counts[1]));
    }

    #[test]
    fn worlds_without_colonies_have_no_sites() {
        let simulation =
            SimulationBuilder::new("meadow").overrides(&["population.hare=5"]).build().unwrap();
        let world = simulation.world();
        let chronicle = Chronicle::new(world);
        assert_eq!(SiteReport::at(world, &chronicle, DVec2::splat(100.0)), None);
    }
}
