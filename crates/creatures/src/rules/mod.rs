//! The rules of the simulation: named constants, each with its unit, range and meaning.
//!
//! The defaults derive from .NET Terrarium (2002). To override a rule for one scenario, set it in
//! its `[rules]` table or with `--set rules.light=600`. To change a default, edit its line in
//! `table.rs`.

mod energy;
mod table;
mod value;

pub use energy::{Energy, EnergyLimits};
pub use table::{MIN_GROUND_COST, Rule, RuleError, RuleScope, Rules, is_ground_cost};
pub use value::RuleKind;
