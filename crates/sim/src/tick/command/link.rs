//! The commands that open and close links.

use terrarium_input::spelling;

use super::CommandRefusal;
use crate::tick::Simulation;

impl Simulation {
    pub(super) fn switch_link(&mut self, name: &str, opens: bool) -> Result<(), CommandRefusal> {
        let links = &self.world.config.links;
        let Some(index) = links.iter().position(|link| link.name == name) else {
            let names = || links.iter().map(|link| link.name.as_str());
            let hint = spelling::hint(spelling::nearest(name, names()));
            let known = match links.is_empty() {
                true => "this world has no links".to_owned(),
                false => format!("this world has {}", spelling::listed(names())),
            };
            return Err(CommandRefusal::NoSuchLink { name: name.to_owned(), hint, known });
        };
        let link = u16::try_from(index).expect("a world has few links");
        if self.world.is_link_open(link) == opens {
            let state = if opens { "open" } else { "closed" };
            return Err(CommandRefusal::LinkIs { name: name.to_owned(), state });
        }
        let switched = &mut self.world.command_effects.switched_links;
        match switched.binary_search(&link) {
            Ok(index) => drop(switched.remove(index)),
            Err(index) => switched.insert(index, link),
        }
        Ok(())
    }
}
