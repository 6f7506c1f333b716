//! Animals that are driven from outside the program, by a policy that learns, say.

use serde::{Deserialize, Serialize};

use super::super::{Behaviour, Memory, Turn};
use super::Native;
use super::neural::{Targets, act};
use super::shunned::Shunned;
use crate::genome::brain::{OUTPUTS, Output};
use crate::species::{DRIVEN, Kind};

pub(super) const HERBIVORE: Native = Native {
    name: DRIVEN,
    about: "does what a program drives it to do, tick by tick, and roams otherwise",
    kind: Kind::Herbivore,
    parameters: &[],
    make: |_| Box::new(Driven { kind: Kind::Herbivore }),
    describe_memory,
};

pub(super) const CARNIVORE: Native = Native {
    kind: Kind::Carnivore,
    make: |_| Box::new(Driven { kind: Kind::Carnivore }),
    ..HERBIVORE
};

/// What drives an animal in its next turn: the outputs of a brain, in the order of [`Output::ALL`].
///
/// Whole numbers, so that they are the same in every file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drives([i16; OUTPUTS]);

impl Drives {
    /// The steps from 0 to 1.
    const STEPS: f32 = 32767.0;

    /// Drives from −1 to 1, rounded to steps of 1/32767. Values beyond are limited to these, and NaN is 0.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "casts saturate, and NaN becomes 0")]
    pub fn new(drives: [f32; OUTPUTS]) -> Self {
        Self(drives.map(|drive| (drive.clamp(-1.0, 1.0) * Self::STEPS).round() as i16))
    }

    fn of(self, output: Output) -> f32 {
        (f32::from(self.0[output as usize]) / Self::STEPS).max(-1.0)
    }
}

struct Driven {
    kind: Kind,
}

/// What it keeps from turn to turn.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct State {
    /// What drives it in its next turn.
    drives: Drives,
    pub shunned: Shunned,
}

impl Behaviour for Driven {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            let mut state: State = turn.memory.recall();
            state.shunned.update(&turn.senses);
            let drives = std::mem::take(&mut state.drives);
            let targets = Targets::new(&turn.senses, self.kind, &state.shunned);
            act(turn, &targets, self.kind, |output| drives.of(output));
            turn.memory.remember(&state);
        }
    }
}

/// Sets what drives an animal in its next turn, in its memory.
pub(super) fn drive(memory: &mut Memory, drives: Drives) {
    let state: State = memory.recall();
    memory.remember(&State { drives, ..state });
}

fn describe_memory(memory: &Memory) -> String {
    let State { drives, shunned } = memory.recall();
    let drive = |output: Output| format!("{} {:.2}", output.name(), drives.of(output));
    format!("{}; {}", Output::ALL.map(drive).join(", "), shunned.describe())
}
