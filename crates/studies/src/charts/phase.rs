//! A population against another over time.

use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_playback::Chronicle;

use super::{Axis, Chart, ChartChoice, ChartSource, Group, Shape, Trajectory};

pub(super) fn chart(choice: &ChartChoice, source: &ChartSource<'_>, most: usize) -> Chart {
    let groups = choice.effective_groups(source.chronicle);
    let species = source.chronicle.species();
    let names = groups.map(|group| group.name(species));
    let title = format!("{} against {}", names[1], names[0]);
    let ticks = source.first_tick()..=source.chronicle.last_tick();
    let sums = groups
        .map(|group| source.chronicle.sums(|id| group.includes(id, species), ticks.clone(), most));
    let pairs = sums[0].iter().zip(&sums[1]);
    let float = super::float;
    let points: Vec<_> = pairs.map(|(&(tick, x), &(_, y))| (tick, float(x), float(y))).collect();
    let counts = source.chronicle.populations(source.tick);
    let total = |group: Group| {
        let counted = (0..).map(SpeciesId).zip(&counts);
        let counted = counted.filter(|&(id, _)| group.includes(id, species));
        counted.map(|(_, &count)| f64::from(count)).sum::<f64>()
    };
    let now = Some((source.tick, total(groups[0]), total(groups[1])));
    let all = || points.iter().copied().chain(now);
    let scale = choice.effective_scale();
    let x = Axis::of_values(names[0].clone(), "", scale, all().map(|(_, x, _)| x));
    let y = Axis::of_values(names[1].clone(), "", scale, all().map(|(.., y)| y));
    let colour = match groups[1] {
        Group::Species(id) => source.colour(id),
        Group::Kind(_) => [104, 178, 240],
    };
    let shape = Shape::Trajectory(Trajectory { colour, points, now });
    Chart::single(choice.kind, title, x, y, shape)
}

impl ChartChoice {
    /// The populations of the phase plot: the chosen ones, or the herbivores with the most organisms
    /// against the carnivores with the most.
    #[must_use]
    pub fn effective_groups(&self, chronicle: &Chronicle) -> [Group; 2] {
        // The populations at the first tick: the axes stay the same while the run goes on.
        let counts = chronicle.populations(chronicle.first_tick());
        let most = |kind: Kind| {
            let species = (0..).map(SpeciesId).zip(chronicle.species());
            let of_kind = species.filter(|(_, info)| info.kind == kind);
            let count = |id: SpeciesId| counts.get(id.index()).copied().unwrap_or(0);
            let most = of_kind.min_by_key(|&(id, _)| std::cmp::Reverse(count(id)));
            most.map(|(id, _)| Group::Species(id))
        };
        let first = Group::Species(SpeciesId(0));
        let prey = most(Kind::Herbivore).or(most(Kind::Plant)).unwrap_or(first);
        let hunters = most(Kind::Carnivore).or(most(Kind::Herbivore)).unwrap_or(first);
        let is_known = |group: &Group| match group {
            Group::Species(id) => id.index() < chronicle.species().len(),
            Group::Kind(_) => true,
        };
        let own = |index: usize| self.groups[index].filter(is_known);
        [own(0).unwrap_or(prey), own(1).unwrap_or(hunters)]
    }
}
