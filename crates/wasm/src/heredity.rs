//! What a module asks the host about mating and the DNA of children.

use rand::RngExt;
use terrarium_creatures::behaviour::heredity::{heredity_rng, mutated};
use terrarium_creatures::behaviour::{CreatureRng, OwnState};
use wasmi::{Caller, Linker};

use super::guest::Host;
use super::imports::{Function, HostError, MODULE, canonical, spend, step};
use super::knowledge::write;
use super::prices;

/// The functions, for the list of imports.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "needs_partner",
        parameters: "",
        result: "i32",
        meaning: "1 if the creature conceives only beside another of its species that requests a child, too; else 0.",
    },
    Function {
        name: "second_dna",
        parameters: "i32 i32",
        result: "i32",
        meaning: "Writes the dna that its second parent passed on to an address, but no more bytes than the second \
                  number. Returns its length; 0 if there is none.",
    },
    Function {
        name: "mutated",
        parameters: "f64 f64",
        result: "f64",
        meaning: "A number for a child: the first one, changed by at most the second one (0 to 1) as a share of it, or \
                  of 1 if it is smaller.",
    },
    Function {
        name: "crossed",
        parameters: "f64 f64",
        result: "f64",
        meaning: "A number for a child of two parents: one of both, with the same probability.",
    },
];

/// What the functions above need of a turn.
#[derive(Default)]
pub(super) struct Heredity {
    needs_partner: bool,
    second_dna: Vec<u8>,
    rng: Option<CreatureRng>,
}

impl Heredity {
    /// Loads a turn, which replaces everything of the previous one.
    pub fn load(&mut self, me: &OwnState<'_>) {
        self.needs_partner = me.needs_partner;
        self.second_dna.clear();
        self.second_dna.extend_from_slice(me.second_dna);
        self.rng = None;
    }
}

/// Defines the functions.
pub(super) fn define(linker: &mut Linker<Host>) -> Result<(), HostError> {
    linker.func_wrap(
        MODULE,
        "needs_partner",
        |mut caller: Caller<'_, Host>| -> Result<i32, HostError> {
            spend(&mut caller, prices::HOST_CALL)?;
            let needed = i32::from(caller.data().heredity.needs_partner);
            step(&mut caller, || "needs_partner()".to_owned(), &needed);
            Ok(needed)
        },
    )?;
    linker.func_wrap(MODULE, "second_dna", read_second_dna)?;
    linker.func_wrap(
        MODULE,
        "mutated",
        |mut caller: Caller<'_, Host>, number: f64, share: f64| -> Result<f64, HostError> {
            spend(&mut caller, prices::HOST_CALL)?;
            let share = share.clamp(0.0, 1.0);
            let result = canonical(mutated(number, share, rng(caller.data_mut())));
            step(&mut caller, || format!("mutated({number:?}, {share:?})"), &result);
            Ok(result)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "crossed",
        |mut caller: Caller<'_, Host>, a: f64, b: f64| -> Result<f64, HostError> {
            spend(&mut caller, prices::HOST_CALL)?;
            let result = canonical(if rng(caller.data_mut()).random() { a } else { b });
            step(&mut caller, || format!("crossed({a:?}, {b:?})"), &result);
            Ok(result)
        },
    )?;
    Ok(())
}

fn rng(host: &mut Host) -> &mut CreatureRng {
    let own = &host.rng;
    host.heredity.rng.get_or_insert_with(|| heredity_rng(own))
}

fn read_second_dna(
    mut caller: Caller<'_, Host>,
    address: u32,
    most: u32,
) -> Result<i32, HostError> {
    let dna = &caller.data().heredity.second_dna;
    let (length, written) = (dna.len(), dna[..dna.len().min(most as usize)].to_vec());
    let bytes = written.len() as u64 / u64::from(prices::BYTES_AN_INSTRUCTION);
    spend(&mut caller, prices::HOST_CALL + prices::WRITTEN_RECORD + bytes)?;
    if !written.is_empty() {
        write(&mut caller, address, &written)?;
    }
    let length = i32::try_from(length).unwrap_or(i32::MAX);
    step(&mut caller, || "second_dna()".to_owned(), &length);
    Ok(length)
}
