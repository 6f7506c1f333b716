//! Writes a species as the files of a creature folder.

use std::fmt::Write;

use terrarium_input::document::quoted;
use terrarium_navigation::Method;

use super::folder::MANIFEST;
use super::{
    BodyPlan, Characteristic, Code, Ears, GroundOverrides, Horns, Nature, PlantTraits,
    SexualReproduction, Silhouette, Species, Steering, Tail, Traits,
};
use crate::genome::{Brain, Mutation, ParameterRange};

impl Species {
    /// The files of a creature folder that defines this species, each with its name and content. Read again, it is
    /// the same species but for its content hash.
    #[must_use]
    pub fn files(&self) -> Vec<(&'static str, Vec<u8>)> {
        let mut files = vec![(MANIFEST, self.manifest().into_bytes())];
        match self.behaviour.as_ref().map(|choice| &choice.code) {
            Some(Code::Script { source, .. }) => {
                files.push(("behaviour.rhai", source.clone().into_bytes()));
            }
            Some(Code::Module { module, .. }) => {
                let is_binary = module.starts_with(b"\0asm");
                let name = if is_binary { "behaviour.wasm" } else { "behaviour.wat" };
                files.push((name, module.clone()));
            }
            Some(Code::Native(_)) | None => {}
        }
        files
    }

    /// Writes what is drawn otherwise than is usual.
    fn write_silhouette(&self, text: &mut Text) {
        let Silhouette { body, ears, tail, horns } = self.appearance.silhouette;
        let usual = Silhouette::usual(self.kind, self.nature.mature_radius());
        if body != usual.body {
            text.line(BodyPlan::KEY, &quoted(body.name()));
        }
        let usual = Silhouette::of(body);
        if ears != usual.ears {
            text.line(Ears::KEY, &quoted(ears.name()));
        }
        if tail != usual.tail {
            text.line(Tail::KEY, &quoted(tail.name()));
        }
        if horns != usual.horns {
            text.line(Horns::KEY, &quoted(horns.name()));
        }
    }

    /// The text of the creature file.
    fn manifest(&self) -> String {
        let mut text = Text::default();
        text.line("name", &quoted(&self.name));
        text.line("description", &quoted(&self.description));
        text.line("kind", &quoted(self.kind.name()));
        text.line("mature_size", &(f64::from(self.nature.mature_radius()) * 2.0).to_string());
        let is_animal = matches!(self.nature, Nature::Animal(_));
        if is_animal && self.navigation != Method::default() {
            text.line("navigator", &quoted(self.navigation.navigator().name()));
        }
        let [red, green, blue] = self.appearance.colour;
        text.table("appearance");
        text.line("colour", &format!("\"#{red:02x}{green:02x}{blue:02x}\""));
        self.write_silhouette(&mut text);
        match &self.nature {
            Nature::Plant(PlantTraits { height, preferred_light, seed_spread, .. }) => {
                text.table("plant");
                text.line("height", &height.to_string());
                text.line("preferred_light", &preferred_light.to_string());
                text.line("seed_spread", &seed_spread.to_string());
            }
            Nature::Animal(traits) => self.write_animal(traits, &mut text),
        }
        if let Some(mutation) = &self.mutation {
            write_mutation(mutation, &mut text);
        }
        if let Some(brain) = &self.brain {
            write_brain(brain, &mut text);
        }
        if let Some(SexualReproduction { reach, distance }) = self.reproduction {
            text.table("reproduction");
            text.line("sexual", "true");
            text.line("reach", &reach.to_string());
            distance.iter().for_each(|distance| text.line("distance", &distance.to_string()));
        }
        text.0
    }

    fn write_animal(&self, traits: &Traits, text: &mut Text) {
        text.table("points");
        for (characteristic, points) in Characteristic::ALL.into_iter().zip(traits.points) {
            text.line(characteristic.name(), &points.to_string());
        }
        let Steering { turn_rate, acceleration } = self.steering;
        let wariness = Some(self.wariness).filter(|wariness| *wariness != 0.0);
        let own = [
            ("wariness", wariness),
            ("turn_rate", turn_rate.map(f64::from)),
            ("acceleration", acceleration),
        ];
        let ground = GroundOverrides::KEYS.map(|key| (key, self.ground.get(key)));
        let travel = own.into_iter().chain(ground);
        let travel: Vec<(&str, f64)> =
            travel.filter_map(|(key, value)| Some((key, value?))).collect();
        if !travel.is_empty() {
            text.table("travel");
            travel.iter().for_each(|(key, value)| text.line(key, &value.to_string()));
        }
        if !self.navigation.given().is_empty() {
            text.table("navigation");
            self.navigation
                .given()
                .iter()
                .for_each(|(key, value)| text.line(key, &value.to_string()));
        }
        let Some(choice) = &self.behaviour else { return };
        if let Code::Native(name) = &choice.code {
            text.table("behaviour");
            text.line("native", &quoted(name));
        }
        if !choice.parameters.is_empty() {
            text.table("behaviour.parameters");
            for (key, value) in &choice.parameters {
                let value = match choice.heritable.get(key) {
                    None => value.to_string(),
                    Some(ParameterRange { min, max }) => {
                        format!("{{ value = {value}, heritable = true, min = {min}, max = {max} }}")
                    }
                };
                text.line(key, &value);
            }
        }
    }
}

fn write_mutation(mutation: &Mutation, text: &mut Text) {
    let Mutation { points, size, plant, mature_radius, brain, .. } = mutation;
    text.table("mutation");
    for (key, value) in [("points", points), ("size", size), ("plant", plant)] {
        if let Some(value) = value {
            text.line(key, &value.to_string());
        }
    }
    let [least, most] = mature_radius.map(|radius| f64::from(radius) * 2.0);
    text.line("mature_size", &format!("[{least}, {most}]"));
    for (key, value) in [
        ("colour", mutation.colour),
        ("pattern", mutation.pattern),
        ("parameters", mutation.parameters),
        ("rate", mutation.rate),
        ("rate_change", mutation.rate_change),
    ] {
        text.line(key, &value.to_string());
    }
    text.table("mutation.brain");
    for (key, value) in [
        ("weight", brain.weight),
        ("weights", brain.weights),
        ("connection", brain.connection),
        ("neuron", brain.neuron),
        ("removal", brain.removal),
    ] {
        text.line(key, &value.to_string());
    }
    text.line("neurons", &brain.neurons.to_string());
}

/// Writes a table for each neuron at which connections end.
fn write_brain(brain: &Brain, text: &mut Text) {
    text.table("brain");
    for connections in brain.connections().chunk_by(|a, b| a.to == b.to) {
        text.table(&format!("brain.{}", brain.name(connections[0].to.into())));
        for connection in connections {
            text.line(&brain.name(connection.from.into()), &connection.weight.to_string());
        }
    }
}

/// The text of a TOML file.
#[derive(Default)]
struct Text(String);

impl Text {
    fn table(&mut self, name: &str) {
        let _ = write!(self.0, "\n[{name}]\n");
    }

    fn line(&mut self, key: &str, value: &str) {
        let _ = writeln!(self.0, "{key} = {value}");
    }
}
