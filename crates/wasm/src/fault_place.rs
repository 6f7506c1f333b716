//! The place of a fault: the turn of a module that failed runs again, in a copy of the module that
//! records where it is.
//!
//! The copy is charged the same fuel ([`recorder`](super::recorder)). When the turn fails in it in the
//! same way with the same fuel left, it took the same path, and the place is right. Otherwise none is
//! reported.

use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;

use terrarium_creatures::behaviour::CodeCache;
use terrarium_creatures::behaviour::{CodePlace, CreatureRng, FaultKind, Notes, Turn};
use wasmi::TrapCode;

use super::authors_code;
use super::debug_info::DebugInfo;
use super::guest::{Failure, Guest, fault};
use super::module::{Module, Program, binary_with_lines};
use super::recorder::layout;

/// The copies of the modules of this process in which a turn failed. There is none of a module whose
/// copy would be too large.
static COPIES: CodeCache<Option<Recording>> =
    CodeCache::new(|source, copy| (64 << 10) + copy.as_ref().map_or(0, |_| 64 * source.len()));

/// A copy of a module that records places.
struct Recording {
    module: Arc<Module>,
    /// The module, with the same offsets as in the copy's records.
    binary: Box<[u8]>,
    /// Whether the module is in text form.
    is_assembled: bool,
}

impl Recording {
    fn new(module: &Module) -> Arc<Option<Self>> {
        let copy = || Ok::<_, Infallible>(Self::compile(&module.source));
        let Ok(copy) = COPIES.get_or_compile(&module.source, copy);
        copy
    }

    fn compile(source: &[u8]) -> Option<Self> {
        let binary = binary_with_lines(source).ok()?;
        let module = Arc::new(Module::recording(&binary).ok()?);
        let is_assembled = matches!(binary, Cow::Owned(_));
        Some(Self { module, is_assembled, binary: binary.into() })
    }
}

/// Finds the place where a turn of a program failed. `rng` is the random number generator at the
/// beginning of the turn.
pub(super) fn find(
    program: &Program,
    turn: &Turn<'_>,
    rng: &CreatureRng,
    failure: &Failure,
) -> Option<CodePlace> {
    let copy = Recording::new(&program.module);
    let copy = copy.as_ref().as_ref()?;
    let parameters = program.parameters.clone();
    let program = Arc::new(Program { module: Arc::clone(&copy.module), parameters, ..*program });
    let rerun = Rerun { program, turn, rng, failure };
    let offsets = match &failure.invalid {
        Some(bytes) => rerun.last_write(bytes),
        None => rerun.failed_at(),
    };
    let info = DebugInfo::new(&copy.binary, copy.is_assembled);
    let mut offsets = offsets?;
    if offsets.is_empty() {
        // The budget did not suffice to begin.
        offsets.extend(info.exported("terrarium_turn"));
    }
    let frames = offsets.into_iter().flat_map(|offset| info.frames(offset)).collect();
    let place = authors_code::place(frames);
    // The line of a panic says more than the number of the function that reports it.
    let has_line = failure.fault.line_and_column().is_some();
    place.filter(|place| place.function.name.is_some() || !has_line)
}

/// A failed turn that runs again.
struct Rerun<'a> {
    program: Arc<Program>,
    turn: &'a Turn<'a>,
    rng: &'a CreatureRng,
    failure: &'a Failure,
}

impl Rerun<'_> {
    fn guest(&self) -> Guest {
        let mut guest = Guest::new(&self.program);
        guest.begin(self.turn, self.rng.clone(), Notes::default());
        guest
    }

    /// The offsets of the running functions when the turn failed, the innermost first.
    fn failed_at(&self) -> Option<Vec<usize>> {
        let (budget, left) = (self.program.budget, self.failure.left);
        let mut guest = self.guest();
        let kind = self.failure.fault.kind;
        // The fuel runs out at the instruction that failed, so that the copy goes no further.
        let hidden = if kind == FaultKind::OverBudget { 0 } else { left };
        let (called, rest) = guest.call(budget - hidden, hidden);
        let error = called.err()?;
        let is_same = match kind {
            // Its functions need more stack, of which there is more: it ends at a call that fitted.
            FaultKind::TooDeep => {
                matches!(error.as_trap_code(), Some(TrapCode::OutOfFuel | TrapCode::StackOverflow))
            }
            _ => fault(&error, budget) == self.failure.fault,
        };
        (is_same && rest + hidden == left).then(|| offsets(guest.marks()))
    }

    /// The offsets of the running functions when some bytes of the buffer changed last.
    fn last_write(&self, bytes: &Range<usize>) -> Option<Vec<usize>> {
        let mut guest = self.guest();
        self.watch(&mut guest, bytes, i32::MAX.cast_unsigned());
        let (called, left) = self.call(&mut guest);
        let changes = number(guest.marks(), layout::CHANGES);
        if called.is_err() || left != 0 {
            return None;
        }
        let mut guest = self.guest();
        self.watch(&mut guest, bytes, changes.checked_sub(1)?);
        let (called, _) = self.call(&mut guest);
        called.err()?;
        (number(guest.marks(), layout::CHANGES) == changes).then(|| offsets(guest.marks()))
    }

    fn call(&self, guest: &mut Guest) -> (Result<(), wasmi::Error>, u64) {
        guest.call(self.program.budget - self.failure.left, self.failure.left)
    }

    /// Counts the changes of some bytes of the buffer, at most eight in one word, and fails after some.
    fn watch(&self, guest: &mut Guest, bytes: &Range<usize>, changes_allowed: u32) {
        let word = bytes.start & !7;
        let bits = |count: usize| u64::MAX.checked_shr(64 - 8 * count as u32).unwrap_or(0);
        let mask = bits(bytes.len()) << (8 * (bytes.start - word));
        let address = u32::try_from(self.program.module.buffer + word).expect("32 bits");
        let marks = guest.marks();
        marks[layout::WATCHED..][..4].copy_from_slice(&address.to_le_bytes());
        marks[layout::MASK..][..8].copy_from_slice(&mask.to_le_bytes());
        marks[layout::CHANGES_ALLOWED..][..4].copy_from_slice(&changes_allowed.to_le_bytes());
    }
}

fn number(marks: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(marks[at..at + 4].try_into().expect("four bytes"))
}

/// The recorded offsets, the innermost first.
fn offsets(marks: &[u8]) -> Vec<usize> {
    let top = number(marks, layout::DEPTH) as usize;
    let entry = |index: usize| number(marks, layout::STACK + 4 * index) as usize;
    let entries = (0..=top / 4).rev().map(entry);
    entries.filter(|&offset| offset != 0).collect()
}
