//! The album of a run in displays: favourites, living and dead, with their names, and the moments worth watching.

use serde::Serialize;
use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_creatures::species::SpeciesId;
use terrarium_playback::chronicle::Remark;
use terrarium_playback::tour::Stop;
use terrarium_playback::{Chronicle, Favourite, Watched};
use terrarium_run::record::Scene;

use crate::moment_pictures::MomentPictures;
use crate::refusal::{Answer, refused};
use crate::session::Session;

/// The most moments that are listed.
const MOST_MOMENTS: usize = 24;

/// The most ticks of which the news of favourites are said: those of a seek are not.
const MOST_TICKS: u64 = 3000;

/// What is listed of an album.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AlbumList {
    /// The favourites, in the order of their births.
    pub favourites: Vec<FavouriteLine>,
    /// The moments worth watching, the first one first.
    pub moments: Vec<MomentLine>,
}

/// A favourite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FavouriteLine {
    /// The organism.
    pub organism: u64,
    /// Its name.
    pub name: String,
    /// Its species and number.
    pub description: String,
    /// Its species.
    pub species: u16,
    /// How it is at this tick.
    pub state: String,
    /// Whether it is alive at this tick.
    pub is_alive: bool,
}

/// A moment worth watching.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MomentLine {
    /// The tick of the event.
    pub tick: u64,
    /// The tick from which it is watched.
    pub from: u64,
    /// Its place.
    pub at: Option<[f64; 2]>,
    /// The organism that it is about.
    pub organism: Option<u64>,
    /// What happens.
    pub caption: String,
    /// Whether there is a picture of it.
    pub has_picture: bool,
}

impl AlbumList {
    /// The album of a run as it is at a tick, with the pictures that were painted of its moments.
    #[must_use]
    pub fn new(scene: &Scene, chronicle: &Chronicle, pictures: &MomentPictures) -> Self {
        let album = chronicle.album();
        let favourite = |(organism, favourite): (OrganismId, &Favourite)| {
            let figure = scene.figure(organism);
            FavouriteLine {
                organism: organism.0,
                name: album.name(scene.seed, organism).to_owned(),
                description: format!("{} {organism}", chronicle.name(favourite.species)),
                species: favourite.species.0,
                state: chronicle.state_of(organism, scene),
                is_alive: figure.is_some_and(|it| it.kind != SightingKind::Carcass),
            }
        };
        let first = chronicle.first_tick();
        let moments = chronicle.moments(MOST_MOMENTS).into_iter().map(|moment| MomentLine {
            tick: moment.tick,
            from: moment.begins(first),
            at: moment.at.map(|at| at.to_array()),
            organism: moment.organism.map(|id| id.0),
            has_picture: pictures.of(moment.tick, &moment.caption).is_some(),
            caption: moment.caption,
        });
        Self { favourites: album.favourites().map(favourite).collect(), moments: moments.collect() }
    }
}

/// The name of an organism with what precedes its species, if it has a part in the story: it is followed, or a favourite.
#[must_use]
pub fn title_of(
    heading: &str,
    organism: OrganismId,
    is_followed: bool,
    (scene, chronicle): (&Scene, &Chronicle),
) -> String {
    let album = chronicle.album();
    match is_followed || album.is_favourite(organism) {
        true => format!("{}, {heading}", album.name(scene.seed, organism)),
        false => heading.to_owned(),
    }
}

/// The species of an organism that is in a scene, is a favourite, or is in the events.
///
/// # Errors
/// In words, when it is none of these.
pub fn species_of(
    organism: OrganismId,
    scene: &Scene,
    chronicle: &Chronicle,
) -> Result<SpeciesId, String> {
    let mut favourites = chronicle.album().favourites();
    let kept = favourites.find(|(id, _)| *id == organism).map(|(_, it)| it.species);
    let in_events = || {
        let own = |it: &&Remark| it.organism == Some(organism) && it.species.is_some();
        chronicle.remarks().iter().rev().find(own)?.species
    };
    let found = kept.or_else(|| Some(scene.figure(organism)?.species)).or_else(in_events);
    found.ok_or_else(|| format!("{organism} is not in this tick; go to one where it is"))
}

/// What became of favourites since it was said last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FavouriteNews {
    /// The last tick whose news were said.
    until: u64,
}

impl FavouriteNews {
    /// Begins at the last tick of a chronicle.
    #[must_use]
    pub fn new(chronicle: &Chronicle) -> Self {
        Self { until: chronicle.last_tick() }
    }

    /// What is to be said of the ticks since the last call. The death of the `followed` organism is said elsewhere.
    pub fn next(
        &mut self,
        seed: u64,
        chronicle: &Chronicle,
        followed: Option<OrganismId>,
    ) -> Option<String> {
        let (after, until) = (self.until, chronicle.last_tick());
        self.until = until;
        if until <= after || until - after > MOST_TICKS {
            return None;
        }
        let news = chronicle.news_of_favourites(seed, (after, until), followed);
        (!news.is_empty()).then(|| news.join(" · "))
    }
}

impl Session {
    /// The favourites and the moments of the run.
    #[must_use]
    pub fn album(&self) -> AlbumList {
        AlbumList::new(&self.scene, self.history(), &self.moment_pictures)
    }

    /// The pixels of the picture of a moment, of [`MOMENT_SIZE`](crate::MOMENT_SIZE), as in images of pages; none without one.
    #[must_use]
    pub fn moment_picture(&self, tick: u64, caption: &str) -> Vec<u32> {
        let mut pixels = Vec::new();
        if let Some(picture) = self.moment_pictures.of(tick, caption) {
            picture.write_rgba(&mut pixels);
        }
        pixels
    }

    /// Paints the moments that are shown now.
    pub(crate) fn see_moments(&mut self) {
        let mut pictures = std::mem::take(&mut self.moment_pictures);
        pictures.see(&self.scene, self.history());
        self.moment_pictures = pictures;
    }

    /// Makes an organism a favourite, or no longer. Returns what is so now.
    ///
    /// # Errors
    /// When it is in no tick that is known, there are too many favourites, or only keyframes can be shown.
    pub fn toggle_favourite(&mut self, organism: OrganismId) -> Answer<String> {
        let species = self.known_species(organism)?;
        let edited = self.source.edit_album(|album| album.toggle(organism, species));
        let is_one = edited.map_err(refused)?;
        Ok(self.favourite_text(organism, is_one))
    }

    /// Gives an organism a name, which makes it a favourite. Returns what it is called now.
    ///
    /// # Errors
    /// As [`toggle_favourite`](Self::toggle_favourite), and when it cannot be called so.
    pub fn rename(&mut self, organism: OrganismId, name: &str) -> Answer<String> {
        let species = self.known_species(organism)?;
        let edited = self.source.edit_album(|album| album.rename(organism, species, name));
        edited.map_err(refused)?;
        Ok(self.favourite_text(organism, true))
    }

    /// The name of an organism.
    #[must_use]
    pub fn name_of(&self, organism: OrganismId) -> String {
        self.history().album().name(self.scene.seed, organism).to_owned()
    }

    fn known_species(&self, organism: OrganismId) -> Answer<SpeciesId> {
        species_of(organism, &self.scene, self.history()).map_err(refused)
    }

    fn favourite_text(&self, organism: OrganismId, is_one: bool) -> String {
        favourite_text(organism, is_one, (&self.scene, self.history()))
    }

    /// Says what became of favourites.
    pub(crate) fn say_news(&mut self) {
        let (mut news, followed) = (self.news, self.followed());
        let text = news.next(self.scene.seed, self.history(), followed);
        self.news = news;
        if let Some(text) = text {
            self.say(text);
        }
    }

    /// Keeps the moment in which the story of a tour has ended.
    pub(crate) fn keep_moment(&mut self, stop: &Stop) {
        if let Some(moment) = stop.moment(&self.scene) {
            self.source.keep_moment(moment);
        }
    }
}

/// What is said of an organism that has become a favourite or was one.
#[must_use]
pub fn favourite_text(
    organism: OrganismId,
    is_one: bool,
    (scene, chronicle): (&Scene, &Chronicle),
) -> String {
    let name = Watched::in_scene(organism, scene).name(chronicle);
    let given = chronicle.album().name(scene.seed, organism);
    match is_one {
        true => format!(
            "{given}, {name}, is a favourite now: messages announce its children and its death"
        ),
        false => format!("{given}, {name}, is no favourite any more"),
    }
}
