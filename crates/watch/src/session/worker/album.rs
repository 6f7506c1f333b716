//! Favourites of those who watch, and their names.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_playback::album::NameError;
use terrarium_playback::{Album, FrameSource};
use terrarium_session::favourite_text;

use super::Worker;

impl Worker {
    pub(super) fn toggle_favourite(&mut self, organism: OrganismId, species: SpeciesId) {
        self.edit_favourite(organism, |album| album.toggle(organism, species));
    }

    pub(super) fn rename(&mut self, organism: OrganismId, species: SpeciesId, name: &str) {
        self.edit_favourite(organism, |album| {
            album.rename(organism, species, name)?;
            Ok(true)
        });
    }

    /// Changes a favourite, and says whether it is one now.
    fn edit_favourite(
        &mut self,
        organism: OrganismId,
        edit: impl FnOnce(&mut Album) -> Result<bool, NameError>,
    ) {
        match (self.frame_source.edit_album(edit), &self.frame_source) {
            (Ok(is_one), FrameSource::Run(playback)) => {
                let shown = (&*self.shown, playback.chronicle());
                self.note(favourite_text(organism, is_one, shown), false);
            }
            (Ok(_), FrameSource::Keyframes { .. }) => {}
            (Err(problem), _) => self.note(problem, true),
        }
    }
}
