//! The genome of an organism, with its brain at work and what differs from founders.

use terrarium_creatures::behaviour::{Memory, neural_activations};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::genome::brain::{Activations, Brain, Connection, INPUTS};
use terrarium_creatures::species::Species;

use super::BrainView;
use super::report::Line;
use super::report::Severity;

/// The genome of an organism.
#[derive(Debug, Clone, PartialEq)]
pub struct GenomeView {
    /// Its genome.
    pub genome: Genome,
    /// That of founders.
    pub of_founders: Genome,
    /// The heritable parameters of its behaviour, by name.
    pub parameters: Vec<(String, f64)>,
    /// The values of its neurons after its last turn.
    pub activations: Activations,
    /// Its brain, compared with others, if it has one.
    pub brain: Option<BrainView>,
}

/// What the brain of an animal is compared with, and what it reads.
pub(super) struct Brains<'a> {
    pub has_parent: bool,
    /// That of the parent, if it is alive.
    pub of_parent: Option<&'a Brain>,
    /// What the animal senses now.
    pub inputs: Option<[f32; INPUTS]>,
}

impl GenomeView {
    /// The genome of an organism of a species, with the memory of an animal; `None` if it has none.
    pub(super) fn new(
        genome: Option<&Genome>,
        species: &Species,
        memory: Option<&Memory>,
        brains: &Brains<'_>,
    ) -> Option<Self> {
        let genome = genome?;
        let of_founders = species.genome()?;
        let names = species.founder_parameters().map(|(name, ..)| name.to_owned());
        let values = genome.parameters.iter().map(|&value| f64::from(value));
        let activations = memory.map(neural_activations).unwrap_or_default();
        let brain = genome.brain.as_ref().zip(of_founders.brain.as_ref());
        let brain = brain.map(|(own, founder)| {
            let parent = (brains.has_parent, brains.of_parent);
            BrainView::new(own, founder, parent, brains.inputs.as_ref(), &activations)
        });
        Some(Self {
            genome: genome.clone(),
            of_founders,
            parameters: names.zip(values).collect(),
            activations,
            brain,
        })
    }

    /// Its lines in the report.
    pub(super) fn lines(&self) -> Vec<Line> {
        let Self { genome, of_founders, .. } = self;
        let mut lines = vec![
            Line::new("Hue", format!("{:.0}° from founders", f64::from(genome.marks.hue) * 360.0)),
            Line::new("Pattern", format!("{:016b}", genome.marks.pattern)),
            Line::new("Mutation rate", format!("{:.3}", genome.rate)),
        ];
        let founders = of_founders.parameters.iter();
        lines.extend(self.parameters.iter().zip(founders).map(|((name, value), founder)| {
            Line::new(name.clone(), format!("{value:.3} (founders {founder:.3})"))
        }));
        lines
    }

    /// Its brain in the report: a line for each neuron at which connections end, with its value and the weights of what it reads.
    pub(super) fn brain_lines(&self) -> Vec<Line> {
        let (Some(brain), Some(view)) = (&self.genome.brain, &self.brain) else {
            return Vec::new();
        };
        let (neurons, connections) = (brain.neurons(), brain.connections().len());
        let mut lines =
            vec![Line::new("Size", format!("{neurons} neurons, {connections} connections"))];
        lines.push(Line::new("From founders", format!("distance {:.2}", view.from_founders)));
        lines.push(Line::new("From parent", view.parent_text()));
        let values = self.activations.values();
        for ends in brain.connections().chunk_by(|a, b| a.to == b.to) {
            let end = usize::from(ends[0].to);
            let value = values.get(end - INPUTS).copied().unwrap_or_default();
            let term = |it: &Connection| {
                let mark = if self.is_of_founders(brain, it) { "" } else { " (new)" };
                format!("{:+.2} {}{mark}", it.weight, brain.name(it.from.into()))
            };
            let terms = ends.iter().map(term).collect::<Vec<_>>().join(", ");
            let severity = if value > 0.0 { Severity::Good } else { Severity::Plain };
            let share = f64::from(value.abs());
            let text = format!("{value:+.2} = tanh({terms})");
            lines.push(Line::new(brain.name(end), text).of(severity).bar(share));
        }
        lines
    }

    /// Whether founders have the same connection.
    fn is_of_founders(&self, brain: &Brain, connection: &Connection) -> bool {
        let Some(founder) = &self.of_founders.brain else { return false };
        let named =
            |brain: &Brain, it: &Connection| (brain.name(it.from.into()), brain.name(it.to.into()));
        let own = named(brain, connection);
        founder.connections().iter().any(|it| named(founder, it) == own)
    }
}
