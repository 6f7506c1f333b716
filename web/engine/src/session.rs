//! A session for JavaScript. Organisms and ticks are numbers, places and pixels are pairs of them, other values are JSON.

use terrarium_session::{Founding, ReportKind};
use terrarium_sim::tick::Command;
use terrarium_space::geometry::DVec2;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Answer, answer, failure, json};
use crate::number::{number, organism, whole};

/// A run with its branches, at one of its ticks.
#[wasm_bindgen]
pub struct Session(terrarium_session::Session);

/// Founds or opens sessions.
#[wasm_bindgen]
impl Session {
    /// Founds a world from the JSON of a `Founding`.
    ///
    /// # Errors
    /// When the request is invalid, or there is no room for all founders.
    pub fn create(request: &str) -> Answer<Session> {
        let founding: Founding = serde_json::from_str(request).map_err(failure)?;
        terrarium_session::Session::create(founding).map(Self).map_err(failure)
    }

    /// Opens a recording, a snapshot or a scenario.
    ///
    /// # Errors
    /// When it is none of them, or damaged.
    #[wasm_bindgen(js_name = openFile)]
    pub fn open_file(name: &str, bytes: Vec<u8>) -> Answer<Session> {
        terrarium_session::Session::open_file(name, bytes).map(Self).map_err(failure)
    }

    /// Founds the world of a link, at its first tick.
    ///
    /// # Errors
    /// When the link was cut or altered, is of another version, or exceeds a limit.
    #[wasm_bindgen(js_name = openLink)]
    pub fn open_link(link: &str) -> Answer<Session> {
        terrarium_session::Session::open_link(link).map(Self).map_err(failure)
    }
}

/// Time and branches.
#[wasm_bindgen]
impl Session {
    /// Steps a tick.
    ///
    /// # Errors
    /// When the tick cannot be recorded.
    pub fn step(&mut self) -> Answer<()> {
        self.0.step().map_err(failure)
    }

    /// Shows the current tick from now on.
    ///
    /// # Errors
    /// When a keyframe is damaged, or the branch beside this one cannot be replayed.
    pub fn show(&mut self) -> Answer<()> {
        self.0.show().map_err(failure)
    }

    /// Begins a seek to a tick.
    ///
    /// # Errors
    /// When a keyframe is damaged.
    pub fn seek(&mut self, tick: f64) -> Answer<()> {
        self.0.seek(whole(tick)).map_err(failure)
    }

    /// Continues a seek by at most `most` ticks. Returns whether it has arrived.
    ///
    /// # Errors
    /// When a recorded command is refused, or a tick cannot be recorded.
    pub fn advance(&mut self, most: u32) -> Answer<bool> {
        self.0.advance(most).map_err(failure)
    }

    /// Begins a branch at this tick, and returns its name.
    ///
    /// # Errors
    /// When only keyframes can be shown.
    pub fn branch(&mut self) -> Answer<String> {
        self.0.branch().map_err(failure)
    }

    /// Switches to another branch, and begins a seek to this tick of it.
    ///
    /// # Errors
    /// When there is no such branch.
    #[wasm_bindgen(js_name = switchTo)]
    pub fn switch_to(&mut self, branch: usize) -> Answer<()> {
        self.0.switch_to(branch).map_err(failure)
    }

    /// Takes back the last command. Returns what it was.
    ///
    /// # Errors
    /// When only keyframes can be shown, or a keyframe is damaged.
    pub fn undo(&mut self) -> Answer<Option<String>> {
        self.0.undo().map_err(failure)
    }

    /// Shows the branch with this index at the right, or none.
    ///
    /// # Errors
    /// When there is no such branch, or it cannot be replayed.
    #[wasm_bindgen(js_name = besideOf)]
    pub fn beside_of(&mut self, branch: Option<usize>) -> Answer<()> {
        self.0.beside_of(branch).map_err(failure)
    }

    /// This tick.
    #[must_use]
    pub fn tick(&self) -> f64 {
        number(self.0.tick())
    }

    /// The state hash of the world at this tick: none if only keyframes can be shown.
    #[must_use]
    pub fn hash(&self) -> Option<String> {
        self.0.hash()
    }

    /// The multiple of the normal speed at which this world is shown unless another one is chosen.
    #[wasm_bindgen(js_name = usualSpeed)]
    #[must_use]
    pub fn usual_speed(&self) -> f64 {
        self.0.usual_speed()
    }

    /// Whether the world is a conquest that is decided: it rests then.
    #[wasm_bindgen(js_name = isDecided)]
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.0.is_decided()
    }

    /// The state of the session.
    ///
    /// # Errors
    /// Never: these are numbers and names.
    pub fn state(&self) -> Answer<String> {
        json(&self.0.state())
    }
}

/// What takes longer than a tick, in pieces.
#[wasm_bindgen]
impl Session {
    /// Whether a replay is to be continued.
    #[wasm_bindgen(js_name = isReplaying)]
    #[must_use]
    pub fn is_replaying(&self) -> bool {
        self.0.is_replaying()
    }

    /// Continues the replay under way by at most `most` ticks. Returns whether more is known.
    #[wasm_bindgen(js_name = continueReplay)]
    pub fn continue_replay(&mut self, most: u32) -> bool {
        self.0.continue_replay(most)
    }

    /// Whether the life that was asked for is to be replayed: for the first time, or also `anew`.
    #[wasm_bindgen(js_name = isLifeDue)]
    #[must_use]
    pub fn is_life_due(&self, anew: bool) -> bool {
        self.0.is_life_due(anew)
    }

    /// Continues the replay of a life by at most `most` ticks. Returns whether it is done.
    #[wasm_bindgen(js_name = continueLife)]
    pub fn continue_life(&mut self, most: u32) -> bool {
        self.0.continue_life(most)
    }

    /// Whether organisms are coloured by cluster, and were born since clusters were computed.
    #[wasm_bindgen(js_name = areClustersDue)]
    #[must_use]
    pub fn are_clusters_due(&mut self) -> bool {
        self.0.are_clusters_due()
    }

    /// Computes the clusters of all organisms up to the last tick.
    #[wasm_bindgen(js_name = computeClusters)]
    pub fn compute_clusters(&mut self) {
        self.0.compute_clusters();
    }
}

/// The tour.
#[wasm_bindgen]
impl Session {
    /// Begins a tour.
    #[wasm_bindgen(js_name = beginTour)]
    pub fn begin_tour(&mut self, by_itself: bool, jumps: bool) {
        self.0.begin_tour(by_itself, jumps);
    }

    /// Ends the tour, if there is one.
    #[wasm_bindgen(js_name = endTour)]
    pub fn end_tour(&mut self) {
        self.0.end_tour();
    }

    /// Whether a tour is in progress.
    #[wasm_bindgen(js_name = isTouring)]
    #[must_use]
    pub fn is_touring(&self) -> bool {
        self.0.is_touring()
    }

    /// Continues the tour by the time that has passed, in seconds. Returns whether it shows anything else now.
    #[wasm_bindgen(js_name = continueTour)]
    pub fn continue_tour(&mut self, seconds: f64) -> bool {
        self.0.continue_tour(seconds)
    }

    /// Whether the life of one that was followed is shown.
    #[wasm_bindgen(js_name = isMourning)]
    #[must_use]
    pub fn is_mourning(&self) -> bool {
        self.0.is_mourning()
    }

    /// Notices whether the followed organism has died, and continues what comes after it by the time that has passed, in
    /// seconds. Returns whether anything else is shown now.
    #[wasm_bindgen(js_name = continueMourning)]
    pub fn continue_mourning(&mut self, seconds: f64) -> bool {
        self.0.continue_mourning(seconds)
    }
}

/// The picture.
#[wasm_bindgen]
impl Session {
    /// Sets the size of the picture in pixels, and the scale of its texts.
    pub fn resize(&mut self, width: u32, height: u32, scale: f32) {
        self.0.resize(width, height, scale);
    }

    /// Paints the world at a share of the tick, so many seconds after the last picture.
    pub fn paint(&mut self, share: f32, seconds: f64) {
        self.0.paint(share, seconds);
    }

    /// The address of the pixels in the memory of the module, as red, green, blue and opacity, row by row. They are
    /// valid until the next call.
    #[wasm_bindgen(js_name = pixelsAt)]
    #[must_use]
    pub fn pixels_at(&self) -> *const u8 {
        self.0.pixels().as_ptr().cast()
    }

    /// The number of bytes of the pixels.
    #[wasm_bindgen(js_name = pixelsLength)]
    #[must_use]
    pub fn pixels_length(&self) -> usize {
        size_of_val(self.0.pixels())
    }

    /// Moves the view, by pixels.
    pub fn pan(&mut self, right: f64, down: f64) {
        self.0.pan(DVec2::new(right, down));
    }

    /// Magnifies the view at a pixel.
    pub fn zoom(&mut self, factor: f64, x: f64, y: f64) {
        self.0.zoom(factor, DVec2::new(x, y));
    }

    /// Shows the whole world.
    pub fn fit(&mut self) {
        self.0.fit();
    }

    /// Shows a place of the world, in units, in the middle.
    pub fn centre(&mut self, x: f64, y: f64) {
        self.0.centre(DVec2::new(x, y));
    }

    /// Follows an organism, or none.
    pub fn follow(&mut self, of: Option<f64>) {
        self.0.follow(of.map(organism));
    }

    /// Selects and follows the most interesting animal, from near. Returns which one.
    #[wasm_bindgen(js_name = lookFirst)]
    pub fn look_first(&mut self) -> Option<f64> {
        self.0.look_first().map(|it| number(it.0))
    }

    /// The place of the world at a pixel, in units.
    #[wasm_bindgen(js_name = toWorld)]
    #[must_use]
    pub fn to_world(&self, x: f64, y: f64) -> Vec<f64> {
        self.0.to_world(DVec2::new(x, y)).to_array().to_vec()
    }

    /// The part of the world that is in view, and the size of the world, in units.
    ///
    /// # Errors
    /// Never: these are numbers.
    #[wasm_bindgen(js_name = view)]
    pub fn view_area(&self) -> Answer<String> {
        json(&self.0.view_area())
    }

    /// Shows these overlays, and no others.
    ///
    /// # Errors
    /// When there is no overlay of a name.
    #[wasm_bindgen(js_name = setOverlays)]
    #[expect(clippy::needless_pass_by_value, reason = "it comes from JavaScript")]
    pub fn set_overlays(&mut self, names: Vec<String>) -> Answer<()> {
        self.0.set_overlays(&names).map_err(failure)
    }

    /// What organisms can be coloured by.
    ///
    /// # Errors
    /// Never: these are names.
    #[wasm_bindgen(js_name = colourChoices)]
    pub fn colour_choices(&self) -> Answer<String> {
        json(&self.0.colour_choices())
    }

    /// Colours organisms by lineage, cluster, generation, age or a trait, or by species.
    ///
    /// # Errors
    /// When there is no such colouring, or only keyframes can be shown.
    #[wasm_bindgen(js_name = colourBy)]
    #[expect(clippy::needless_pass_by_value, reason = "it comes from JavaScript")]
    pub fn colour_by(&mut self, name: Option<String>) -> Answer<()> {
        self.0.colour_by(name.as_deref()).map_err(failure)
    }

    /// The whole world in a small picture, as red, green, blue and opacity, row by row.
    #[must_use]
    pub fn minimap(&mut self, width: u32, height: u32) -> Vec<u8> {
        self.0.minimap(width, height)
    }

    /// The organism at a pixel.
    #[must_use]
    pub fn pick(&self, x: f64, y: f64) -> Option<f64> {
        self.0.pick(DVec2::new(x, y)).map(|it| number(it.0))
    }

    /// Points out the organism at a pixel.
    pub fn hover(&mut self, x: f64, y: f64) {
        self.0.hover(DVec2::new(x, y));
    }
}

/// What panels say.
#[wasm_bindgen]
impl Session {
    /// The species with their populations.
    ///
    /// # Errors
    /// Never: these are names and numbers.
    pub fn species(&self) -> Answer<String> {
        json(&self.0.species())
    }

    /// The history of the branch, thinned.
    ///
    /// # Errors
    /// Never: these are numbers.
    pub fn chronicle(&self) -> Answer<String> {
        json(&self.0.chronicle())
    }

    /// The notable events from the one with index `from` on.
    ///
    /// # Errors
    /// Never: these are texts.
    pub fn remarks(&self, from: usize) -> Answer<String> {
        json(&self.0.remarks(from))
    }

    /// Selects an organism, or none.
    pub fn select(&mut self, of: Option<f64>) {
        self.0.select(of.map(organism));
    }

    /// Selects no organism, and reports on the base, nest or sentry at a pixel. Returns whether there is one.
    #[wasm_bindgen(js_name = selectSite)]
    pub fn select_site(&mut self, x: f64, y: f64) -> bool {
        self.0.select_site(self.0.to_world(DVec2::new(x, y)))
    }

    /// A report on the selected organism, base, nest or sentry; `null` without one.
    ///
    /// # Errors
    /// When there is no such report, or a replay fails.
    pub fn report(&mut self, kind: &str) -> Answer<String> {
        let kind: ReportKind = serde_json::from_value(kind.into()).map_err(failure)?;
        answer(self.0.report(kind))
    }

    /// Another active animal to follow.
    #[must_use]
    pub fn interesting(&self) -> Option<f64> {
        self.0.interesting().map(|it| number(it.0))
    }

    /// The kinds of charts.
    ///
    /// # Errors
    /// Never: these are names.
    pub fn charts(&self) -> Answer<String> {
        json(&self.0.charts())
    }

    /// Paints a chart that is asked for into a frame. `chartPixels` has its pixels.
    ///
    /// # Errors
    /// When there is no such chart, column, scale or colour.
    #[wasm_bindgen(js_name = paintChart)]
    pub fn paint_chart(&mut self, request: &str, frame: &str) -> Answer<String> {
        let request = serde_json::from_str(request).map_err(failure)?;
        let frame = serde_json::from_str(frame).map_err(failure)?;
        answer(self.0.paint_chart(&request, &frame))
    }

    /// The pixels of the chart that was painted last: red, green, blue and opacity, row by row.
    #[wasm_bindgen(js_name = chartPixels)]
    #[must_use]
    pub fn chart_pixels(&self) -> Vec<u8> {
        self.0.chart_pixels().iter().flat_map(|pixel| pixel.to_ne_bytes()).collect()
    }

    /// A chart as a file: `png`, `svg`, or `csv` for its numbers.
    ///
    /// # Errors
    /// When there is no such chart, column, scale or format, or the chart has no data.
    #[wasm_bindgen(js_name = chartFile)]
    pub fn chart_file(&mut self, request: &str, format: &str) -> Answer<Vec<u8>> {
        let request = serde_json::from_str(request).map_err(failure)?;
        self.0.chart_file(&request, format).map_err(failure)
    }

    /// The lineages at this tick: of all species, or of one.
    ///
    /// # Errors
    /// Never: these are numbers and names.
    pub fn lineages(&mut self, only: Option<usize>) -> Answer<String> {
        json(&self.0.lineages(only))
    }

    /// The favourites and the moments of the run.
    ///
    /// # Errors
    /// Never: these are numbers and texts.
    pub fn album(&self) -> Answer<String> {
        json(&self.0.album())
    }

    /// The pixels of the picture of a moment: red, green, blue and opacity, row by row; none without one.
    #[wasm_bindgen(js_name = momentPicture)]
    #[must_use]
    pub fn moment_picture(&self, tick: f64, caption: &str) -> Vec<u8> {
        let pixels = self.0.moment_picture(whole(tick), caption);
        pixels.into_iter().flat_map(u32::to_ne_bytes).collect()
    }

    /// Makes an organism a favourite, or no longer. Returns what is so now.
    ///
    /// # Errors
    /// When it is in no tick that is known, or there are too many.
    #[wasm_bindgen(js_name = toggleFavourite)]
    pub fn toggle_favourite(&mut self, of: f64) -> Answer<String> {
        self.0.toggle_favourite(organism(of)).map_err(failure)
    }

    /// Gives an organism a name. Returns what it is called now.
    ///
    /// # Errors
    /// When it cannot be called so, or is in no tick that is known.
    pub fn rename(&mut self, of: f64, name: &str) -> Answer<String> {
        self.0.rename(organism(of), name).map_err(failure)
    }

    /// The name of an organism.
    #[wasm_bindgen(js_name = nameOf)]
    #[must_use]
    pub fn name_of(&self, of: f64) -> String {
        self.0.name_of(organism(of))
    }

    /// What creatures have noted in their last turns.
    ///
    /// # Errors
    /// Never: these are texts.
    pub fn notes(&self) -> Answer<String> {
        json(&self.0.notes())
    }
}

/// Changes of the world.
#[wasm_bindgen]
impl Session {
    /// What a command would do, painted until [`clearPlan`](Self::clear_plan).
    ///
    /// # Errors
    /// When it is not a command.
    pub fn plan(&mut self, command: &str) -> Answer<String> {
        answer(self.0.plan(parsed(command)?))
    }

    /// What a tool, as JSON, would do after a stroke: an x and a y for each place.
    ///
    /// # Errors
    /// When it is not a tool.
    #[wasm_bindgen(js_name = planTool)]
    pub fn plan_tool(&mut self, tool: &str, stroke: &[f64]) -> Answer<String> {
        let tool = serde_json::from_str(tool).map_err(failure)?;
        answer(self.0.plan_tool(tool, &places(stroke)))
    }

    /// Does what a tool does after a stroke.
    ///
    /// # Errors
    /// When it is not a tool, there is nothing to do, or it is refused: nothing has changed then.
    #[wasm_bindgen(js_name = useTool)]
    pub fn use_tool(&mut self, tool: &str, stroke: &[f64]) -> Answer<String> {
        let tool = serde_json::from_str(tool).map_err(failure)?;
        self.0.use_tool(tool, &places(stroke)).map_err(failure)
    }

    /// Opens or closes the link whose middle is nearest to that of the view.
    ///
    /// # Errors
    /// When there are no links, or only keyframes can be shown.
    #[wasm_bindgen(js_name = switchLink)]
    pub fn switch_link(&mut self) -> Answer<String> {
        self.0.switch_link().map_err(failure)
    }

    /// Ends the preview.
    #[wasm_bindgen(js_name = clearPlan)]
    pub fn clear_plan(&mut self) {
        self.0.clear_plan();
    }

    /// Applies a command, as manifests of runs write it.
    ///
    /// # Errors
    /// When it is not a command, or it is refused: nothing has changed then.
    pub fn command(&mut self, command: &str) -> Answer<String> {
        self.0.command(parsed(command)?).map_err(failure)
    }

    /// Replaces the species of the same name by this creature from the next tick on, unless it has mistakes.
    ///
    /// # Errors
    /// When the files are not JSON, or the world has no such species.
    #[wasm_bindgen(js_name = saveCreature)]
    pub fn save_creature(&mut self, name: &str, files: &str) -> Answer<String> {
        answer(self.0.save_creature(name, files))
    }
}

/// Files.
#[wasm_bindgen]
impl Session {
    /// The run of this tick as the fragment of a link.
    ///
    /// # Errors
    /// When the run did not begin with a scenario, or a link may not hold so much.
    pub fn share(&mut self) -> Answer<String> {
        self.0.share().map_err(failure)
    }

    /// The world at this tick, as a snapshot.
    ///
    /// # Errors
    /// When only keyframes can be shown.
    pub fn snapshot(&mut self) -> Answer<Vec<u8>> {
        self.0.snapshot().map_err(failure)
    }

    /// The branch from its first tick to its last, as a recording.
    ///
    /// # Errors
    /// When only keyframes can be shown.
    pub fn recording(&mut self) -> Answer<Vec<u8>> {
        self.0.recording().map_err(failure)
    }

    /// The world at this tick as a scenario that can be run.
    ///
    /// # Errors
    /// When no scenario can describe it, or it has species that do not ship with the program.
    #[wasm_bindgen(js_name = scenarioText)]
    pub fn scenario_text(&mut self) -> Answer<String> {
        self.0.scenario_text().map_err(failure)
    }

    /// The view that was painted last, as PNG.
    ///
    /// # Errors
    /// When it cannot be compressed for lack of memory.
    pub fn screenshot(&self) -> Answer<Vec<u8>> {
        self.0.screenshot().map_err(failure)
    }

    /// The last ticks that were shown, as a GIF: as many as last so long in it.
    ///
    /// # Errors
    /// When it cannot be encoded.
    pub fn gif(&self, seconds: u32) -> Answer<Vec<u8>> {
        self.0.gif(seconds).map_err(failure)
    }
}

/// Places from an x and a y for each.
fn places(numbers: &[f64]) -> Vec<DVec2> {
    numbers.chunks_exact(2).map(DVec2::from_slice).collect()
}

/// A command from JSON.
fn parsed(command: &str) -> Answer<Command> {
    match serde_json::from_str(command).map_err(failure)? {
        Command::Change(_) => Err(failure("a species is changed by saving its creature")),
        command => Ok(command),
    }
}
