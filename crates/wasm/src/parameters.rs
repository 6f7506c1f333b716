//! The parameters that a module declares, and the values that a creature file gives them.

use std::collections::BTreeMap;

use terrarium_creatures::species::BehaviourRefusal;
use terrarium_input::spelling;

use super::error::ModuleError;
use super::limits::PARAMETER_TEXT;
use super::module_info::printable;

/// A parameter that a module declares.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Declared {
    pub name: String,
    pub default: f64,
    pub min: f64,
    pub max: f64,
}

impl Declared {
    /// Parses the text at `address` in a module's memory, which has a line for each parameter and
    /// ends with a zero byte.
    ///
    /// # Errors
    /// When the text is not valid.
    pub fn read(memory: &[u8], address: usize) -> Result<Vec<Self>, ModuleError> {
        let wrong =
            |given: &str| ModuleError::Parameters { given: format!("`{}`", printable(given)) };
        let text = memory.get(address..).unwrap_or_default();
        let text = &text[..text.len().min(PARAMETER_TEXT)];
        let end = text.iter().position(|&byte| byte == 0);
        let end = end.ok_or_else(|| wrong(&format!("a text without end at {address}")))?;
        let text = std::str::from_utf8(&text[..end]).map_err(|_| wrong("a text not in UTF-8"))?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut list: Vec<Self> = Vec::new();
        for line in lines {
            let declared = Self::parse(line).ok_or_else(|| wrong(line))?;
            if list.iter().any(|other| other.name == declared.name) {
                return Err(wrong(line));
            }
            list.push(declared);
        }
        Ok(list)
    }

    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let name = words.next()?.to_owned();
        let mut number = || words.next()?.parse().ok().filter(|number: &f64| number.is_finite());
        let (default, min, max) = (number()?, number()?, number()?);
        let is_valid = words.next().is_none() && (min..=max).contains(&default);
        is_valid.then_some(Self { name, default, min, max })
    }
}

/// Returns the value of each declared parameter, in the order of declaration.
///
/// # Errors
/// When a given parameter is not declared or is out of range.
pub(super) fn values(
    declared: &[Declared],
    given: &BTreeMap<String, f64>,
) -> Result<Vec<f64>, BehaviourRefusal> {
    let mut values: Vec<f64> = declared.iter().map(|declared| declared.default).collect();
    let names = || declared.iter().map(|declared| declared.name.as_str());
    for (name, &value) in given {
        let wrong = |problem, remedy| BehaviourRefusal::new(problem, remedy).with_key(name);
        let Some(index) = names().position(|known| known == name) else {
            let hint = spelling::hint(spelling::nearest(name, names()));
            let remedy = match names().next() {
                Some(_) => format!("its parameters are {}", names().collect::<Vec<_>>().join(", ")),
                None => "it declares none: remove this one".to_owned(),
            };
            return Err(wrong(format!("the module has no parameter `{name}`{hint}"), remedy));
        };
        let Declared { default, min, max, .. } = &declared[index];
        if !(*min..=*max).contains(&value) {
            return Err(wrong(
                format!("`{name}` must lie between {min} and {max}, not {value}"),
                format!("the default is {default}"),
            ));
        }
        values[index] = value;
    }
    Ok(values)
}
