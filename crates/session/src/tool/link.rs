//! The command that opens or closes a link.

use terrarium_run::record::Scene;
use terrarium_run::record::scene::LinkFigure;
use terrarium_sim::tick::Command;
use terrarium_space::geometry::DVec2;

/// The command that opens or closes the link whose middle is nearest to a place. `None` if there are no links.
#[must_use]
pub fn link_switch(scene: &Scene, place: DVec2) -> Option<Command> {
    let distance = |it: &LinkFigure| it.from.lerp(it.to, 0.5).distance_squared(place);
    let nearest = scene.links.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    let link = nearest.name.clone();
    Some(if nearest.is_open { Command::CloseLink { link } } else { Command::OpenLink { link } })
}
