//! The constants of life: every number a tick goes by, named, with its unit, range and meaning.
//!
//! They start from the rules of .NET Terrarium (2002). To change how the world works for one
//! scenario, set them in its `[rules]` table or with `--set rules.light=600`; to change a default,
//! edit its line in the table below.

mod energy;
mod table;

pub use energy::Energy;
pub use table::{Bearing, Rule, RuleError, Rules, few, whole};
