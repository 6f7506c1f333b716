// What a session says of itself: generated from crates/session.
// UPDATE_TYPES=1 cargo test -p terrarium-session types

import type { Calamity, Creature } from "./engine";

/**
 * The state of a session.
 */
export type State = { 
/**
 * The name of the run.
 */
name: string, 
/**
 * The seed of the world; empty if only keyframes can be shown.
 */
seed: string, 
/**
 * The tick that is shown.
 */
tick: number, 
/**
 * The first tick of the run.
 */
first: number, 
/**
 * Its last tick.
 */
frontier: number, 
/**
 * The target of a seek.
 */
seeking: number | null, 
/**
 * The branches.
 */
timelines: Array<Timeline>, 
/**
 * The index of the branch that is shown.
 */
present: number, 
/**
 * The number of organisms.
 */
organisms: number, 
/**
 * The organism that is selected.
 */
selected: number | null, 
/**
 * The name of the base, nest or sentry that is selected.
 */
site: string | null, 
/**
 * The organism that the camera follows.
 */
followed: number | null, 
/**
 * The first tick in which a replay differed from the recording.
 */
difference: number | null, 
/**
 * False if only keyframes can be shown.
 */
canSimulate: boolean, 
/**
 * Who has won a conquest.
 */
decided: string | null, 
/**
 * The conquest, if it is one.
 */
contest: Contest | null, 
/**
 * The link that the run came from.
 */
link: LinkState | null, 
/**
 * The tick that is replayed for panels, and the last one to replay.
 */
replayed: [number, number] | null, 
/**
 * What the colours of organisms mean, unless they are those of species.
 */
colours: ColourKey | null, 
/**
 * What the tour shows.
 */
tour: Caption | null, 
/**
 * What the session has said last by itself.
 */
said: Saying | null, };

/**
 * What a session says by itself, such as what the followed organism has died of.
 */
export type Saying = { 
/**
 * Counts them.
 */
number: number, 
/**
 * The text.
 */
text: string, };

/**
 * A branch of a run.
 */
export type Timeline = { 
/**
 * Its name.
 */
name: string, 
/**
 * The branch that it began from, and the tick.
 */
parent: [number, number] | null, 
/**
 * Its last tick.
 */
frontier: number, };

/**
 * The link that a run came from.
 */
export type LinkState = { 
/**
 * The tick that it leads to.
 */
tick: number, 
/**
 * The state hash that it promises for that tick.
 */
hash: string, 
/**
 * Whether the hash is that of the world there.
 */
verdict: "pending" | "same" | "different", };

/**
 * A conquest at a tick.
 */
export type Contest = { 
/**
 * Both colonies.
 */
colonies: [ColonyScore, ColonyScore], 
/**
 * The tickets that a colony has at the first tick, at most.
 */
most: number, 
/**
 * Who leads, and by how many tickets.
 */
lead: string, 
/**
 * The colony that leads.
 */
leader: string | null, 
/**
 * The bases.
 */
bases: Array<BaseScore>, 
/**
 * How it ended, from the tick of the verdict on.
 */
outcome: Outcome | null, };

/**
 * What a colony has.
 */
export type ColonyScore = { 
/**
 * The colony: `blue` or `red`.
 */
colony: string, 
/**
 * What it is called, after its species.
 */
name: string, 
/**
 * Its colour, as in style sheets.
 */
colour: string, 
/**
 * The tickets that it has left.
 */
tickets: number, 
/**
 * Its living creatures and its bases, in words.
 */
summary: string, };

/**
 * The state of a base.
 */
export type BaseScore = { 
/**
 * Its name and who has it, in words.
 */
text: string, 
/**
 * The colour of its owner.
 */
colour: string, 
/**
 * The colour of who is taking it.
 */
taker: string, 
/**
 * How far it is taken, from 0 to 1.
 */
share: number, 
/**
 * Where it is, in units.
 */
place: [number, number], };

/**
 * How a conquest ended.
 */
export type Outcome = { 
/**
 * The tick of the verdict.
 */
tick: number, 
/**
 * Who has won.
 */
title: string, 
/**
 * The colour of the winner.
 */
colour: string, 
/**
 * What else is said of it.
 */
lines: Array<string>, };

/**
 * What the colours of organisms mean, or why they have those of their species.
 */
export type ColourKey = { 
/**
 * What they show.
 */
title: string, 
/**
 * What the colours mean.
 */
lines: Array<string>, 
/**
 * Why they have those of species.
 */
note: string | null, };

/**
 * What a tour shows.
 */
export type Caption = { 
/**
 * Counts the captions of the tour.
 */
caption: number, 
/**
 * What is to be seen.
 */
title: string, 
/**
 * What is said of it.
 */
text: string, 
/**
 * The organism that the camera follows.
 */
organism: number | null, 
/**
 * How long it is shown, in seconds.
 */
stay: number, 
/**
 * For how long it has been shown, in seconds.
 */
passed: number, };

/**
 * The part of the world that is in view, in units.
 */
export type ViewArea = { 
/**
 * The least x.
 */
left: number, 
/**
 * The least y.
 */
top: number, 
/**
 * The greatest x.
 */
right: number, 
/**
 * The greatest y.
 */
bottom: number, 
/**
 * Pixels for a unit.
 */
scale: number, 
/**
 * The size of the world.
 */
world: WorldSize, 
/**
 * The side of a tile, or of those that painting would make; without one, nothing can be painted.
 */
tile: number | null, };

/**
 * The size of a world, in units.
 */
export type WorldSize = { 
/**
 * From left to right.
 */
width: number, 
/**
 * From top to bottom.
 */
height: number, };

/**
 * A species and its population.
 */
export type Species = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it eats: `plant`, `herbivore` or `carnivore`.
 */
kind: string, 
/**
 * Its colour, as in style sheets.
 */
colour: string, 
/**
 * The number of living members.
 */
count: number | null, 
/**
 * What decides for it.
 */
behaviour: string | null, };

/**
 * The history of a branch, thinned: a row for each of `ticks`, by species.
 */
export type Chronicle = { 
/**
 * The ticks.
 */
ticks: Array<number>, 
/**
 * The populations.
 */
populations: Array<Array<number>>, 
/**
 * The births since the tick before.
 */
births: Array<Array<number>>, 
/**
 * The deaths since the tick before.
 */
deaths: Array<Array<number>>, };

/**
 * A line of the list of events: one event, or several of one tick that are alike.
 */
export type Remark = { 
/**
 * When it was.
 */
tick: number, 
/**
 * What it was.
 */
text: string, 
/**
 * Its category: `daily`, `story`, `days`, `close`, `population`, `species`, `conquest`, `fault`.
 */
icon: string, 
/**
 * Where it was, in units.
 */
place: [number, number] | null, 
/**
 * Whom it is about.
 */
organism: number | null, 
/**
 * The species it is about.
 */
species: number | null, 
/**
 * Whether it is rare enough in this run for a line where not all events are listed.
 */
isListed: boolean, 
/**
 * How rare it is: timelines mark those with the greatest worth.
 */
worth: number, };

/**
 * What is listed of an album.
 */
export type AlbumList = { 
/**
 * The favourites, in the order of their births.
 */
favourites: Array<FavouriteLine>, 
/**
 * The moments worth watching, the first one first.
 */
moments: Array<MomentLine>, };

/**
 * A favourite.
 */
export type FavouriteLine = { 
/**
 * The organism.
 */
organism: number, 
/**
 * Its name.
 */
name: string, 
/**
 * Its species and number.
 */
description: string, 
/**
 * Its species.
 */
species: number, 
/**
 * How it is at this tick.
 */
state: string, 
/**
 * Whether it is alive at this tick.
 */
isAlive: boolean, };

/**
 * A moment worth watching.
 */
export type MomentLine = { 
/**
 * The tick of the event.
 */
tick: number, 
/**
 * The tick from which it is watched.
 */
from: number, 
/**
 * Its place.
 */
at: [number, number] | null, 
/**
 * The organism that it is about.
 */
organism: number | null, 
/**
 * What happens.
 */
caption: string, 
/**
 * Whether there is a picture of it.
 */
hasPicture: boolean, };

/**
 * What is said of an organism.
 */
export type Report = { 
/**
 * What it is.
 */
heading: string, 
/**
 * The parts of the report.
 */
sections: Array<ReportSection>, 
/**
 * Why there are none.
 */
note: string | null, };

/**
 * What a report is about.
 */
export type ReportKind = "details" | "life" | "relatives" | "steps";

/**
 * A part of a report.
 */
export type ReportSection = { 
/**
 * Its title.
 */
title: string, 
/**
 * Its lines.
 */
lines: Array<ReportLine>, };

/**
 * A line of a report.
 */
export type ReportLine = { 
/**
 * What it is about.
 */
label: string, 
/**
 * The value.
 */
value: string, 
/**
 * How good or bad it is for the organism.
 */
severity: "plain" | "faint" | "good" | "warning" | "bad", 
/**
 * The value as a share of its maximum, 0 to 1.
 */
share: number | null, 
/**
 * The organism that it names.
 */
whom: number | null, 
/**
 * The tick that it names.
 */
tick: number | null, };

/**
 * What can be chosen.
 */
export type ChartEntry = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it counts or measures, if its name does not say so.
 */
meaning: string, };

/**
 * What can be chosen for a part of a chart.
 */
export type ChartList = { 
/**
 * The part.
 */
part: "column" | "horizontal" | "vertical", 
/**
 * All that can be chosen.
 */
entries: Array<ChartEntry>, 
/**
 * The index of what is chosen.
 */
chosen: number, };

/**
 * A kind of charts.
 */
export type ChartName = { 
/**
 * Its identifier.
 */
name: string, 
/**
 * Its title.
 */
title: string, };

/**
 * A chart that is asked for.
 */
export type ChartRequest = { 
/**
 * The identifier of its kind.
 */
kind: string, 
/**
 * The only species that it shows, or that of which it is.
 */
species: number | null, 
/**
 * What was chosen for its parts, by the names in their lists.
 */
chosen: Array<ChosenEntry>, 
/**
 * The scale of values: `linear`, `root` or `log`; without one, that which suits the chart.
 */
scale: string | null, };

/**
 * What was chosen for a part of a chart.
 */
export type ChosenEntry = { 
/**
 * The part: `column`, `horizontal` or `vertical`.
 */
part: string, 
/**
 * The name of what it shows. One that the species does not have is that at first.
 */
name: string, };

/**
 * The picture of a chart: its size, its colours, and the pointer.
 */
export type ChartFrame = { 
/**
 * The width in pixels.
 */
width: number, 
/**
 * The height in pixels.
 */
height: number, 
/**
 * The scale of texts and lines.
 */
scale: number, 
/**
 * The pixel at the pointer.
 */
pointer: [number, number] | null, 
/**
 * The colours.
 */
ink: ChartInk, 
/**
 * Whether the chart that was painted last is painted again, as for another pointer, even if it is of another tick.
 */
again: boolean, };

/**
 * The colours of what is no data, as in style sheets: `#23271f`.
 */
export type ChartInk = { 
/**
 * Text, and what is marked.
 */
text: string, 
/**
 * Labels and notes.
 */
faint: string, 
/**
 * What is pointed out.
 */
accent: string, 
/**
 * What is missing.
 */
warning: string, 
/**
 * The lines of grids and axes.
 */
line: string, 
/**
 * What is below.
 */
ground: string, };

/**
 * What was painted of a chart.
 */
export type ChartPicture = { 
/**
 * What it shows, in a line.
 */
title: string, 
/**
 * Why it shows less than it could.
 */
note: string | null, 
/**
 * The values at this tick in words.
 */
values: Array<string>, 
/**
 * The scale of values, if it can be another.
 */
scale: string | null, 
/**
 * What can be chosen for its parts.
 */
lists: Array<ChartList>, 
/**
 * The height with which all of it can be read, in pixels at scale 1.
 */
height: number, 
/**
 * What can be clicked, the lowest first.
 */
areas: Array<ChartArea>, 
/**
 * What is at the pointer, in lines.
 */
plate: Array<PlateLine>, };

/**
 * A part of a chart that can be clicked.
 */
export type ChartArea = { 
/**
 * Its left edge, in pixels.
 */
left: number, 
/**
 * Its upper edge, in pixels.
 */
top: number, 
/**
 * Its width, in pixels.
 */
width: number, 
/**
 * Its height, in pixels.
 */
height: number, 
/**
 * The name of what is there.
 */
name: string | null, 
/**
 * The ticks at its left and its right edge: a click goes to that at the pointer.
 */
ticks: [number, number] | null, 
/**
 * The organism that a click selects.
 */
organism: number | null, };

/**
 * A line about what is at the pointer.
 */
export type PlateLine = { 
/**
 * The line.
 */
text: string, 
/**
 * Its colour.
 */
colour: string, };

/**
 * The living descendants of each founder.
 */
export type Lineages = { 
/**
 * The tick whose organisms are all founders, if it is not 0.
 */
since: number | null, 
/**
 * Why they are not known.
 */
note: string | null, 
/**
 * The lineages by species.
 */
species: Array<SpeciesLineages>, };

/**
 * The lineages of a species.
 */
export type SpeciesLineages = { 
/**
 * The index of the species.
 */
species: number, 
/**
 * The number of lineages.
 */
count: number, 
/**
 * The largest first.
 */
lineages: Array<Lineage>, 
/**
 * The living of those that are not listed.
 */
others: number, };

/**
 * The living descendants of a founder.
 */
export type Lineage = { 
/**
 * The founder.
 */
founder: number, 
/**
 * The number of living descendants.
 */
living: number, 
/**
 * Their share of the species, 0 to 1.
 */
share: number, 
/**
 * Their greatest generation.
 */
generation: number, 
/**
 * Its eldest living member.
 */
member: number, 
/**
 * Its colour, if organisms are coloured by lineage and it has one.
 */
colour: string | null, 
/**
 * The means of its traits.
 */
traits: Array<TraitMeans>, };

/**
 * The mean of a trait.
 */
export type TraitMeans = { 
/**
 * The trait.
 */
name: string, 
/**
 * The mean of the lineage.
 */
mean: string, 
/**
 * The mean of the species.
 */
all: string, };

/**
 * What a command would do.
 */
export type Plan = { 
/**
 * What it would do, or why it is refused.
 */
text: string, 
/**
 * Whether it is refused.
 */
refused: boolean, };

/**
 * What a search has found.
 */
export type Found = { 
/**
 * The tick; none if there is none.
 */
tick: number | null, 
/**
 * What is to be said of it.
 */
text: string, };

/**
 * What a world is founded from.
 */
export type Founding = { 
/**
 * The scenario.
 */
scenario: ScenarioChoice, 
/**
 * Overrides of keys in it, such as `seed=7`.
 */
overrides: Array<string>, 
/**
 * Creatures besides the shipped ones.
 */
creatures: Creature[], };

/**
 * A scenario: the name of a shipped one, or a text.
 */
export type ScenarioChoice = { 
/**
 * The name.
 */
name?: string, 
/**
 * The text.
 */
text?: string, };

/**
 * What a link holds.
 */
export type LinkContents = { 
/**
 * The name of the scenario.
 */
scenario: string, 
/**
 * The seed of the world.
 */
seed: string, 
/**
 * The tick that it leads to.
 */
ticks: number, 
/**
 * The state hash of the world at that tick.
 */
hash: string, 
/**
 * The version of the program that made it.
 */
version: string, 
/**
 * The names of the creatures in it.
 */
creatures: Array<string>, 
/**
 * The number of commands in it.
 */
commands: number, 
/**
 * Its length.
 */
bytes: number, 
/**
 * The memory that its founders take at least, in bytes.
 */
memory: number, };

/**
 * A shipped scenario.
 */
export type ShippedScenario = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is, in a line.
 */
description: string, 
/**
 * Its file.
 */
text: string, };

/**
 * An action of viewers.
 */
export type ActionEntry = { 
/**
 * Its identifier.
 */
id: string, 
/**
 * Its keys in the page as shown to users: `Shift+B`.
 */
keys: Array<string>, 
/**
 * Why the page does not have it.
 */
lacking: string | null, 
/**
 * Its name in menus.
 */
name: string, 
/**
 * What it does.
 */
help: string, 
/**
 * The group of actions that it stands in.
 */
group: string, };

/**
 * Something that can be painted over the world.
 */
export type OverlayEntry = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it shows.
 */
help: string, };

/**
 * A hint as the page shows it.
 */
export type HintEntry = { 
/**
 * What it is about: `world`, `time` or `keys`.
 */
about: string, 
/**
 * Its text.
 */
text: string, 
/**
 * Its text on a touch screen; none where it is of no use.
 */
touch: string | null, };

/**
 * What the page shows when it is opened.
 */
export type Opening = { 
/**
 * The scenario.
 */
scenario: string, 
/**
 * The ticks that are simulated first.
 */
ticks: number, 
/**
 * For how many seconds at most.
 */
seconds: number, };

/**
 * A creature that is built into the program.
 */
export type ShippedCreature = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its files by name; binary ones as `base64:…`.
 */
files: Record<string, string>, 
/**
 * What it eats: `plant`, `herbivore` or `carnivore`.
 */
kind: string, };

/**
 * What an editor of scripts and creature files completes.
 */
export type Completions = { 
/**
 * The functions of scripts.
 */
functions: Array<Function>, 
/**
 * The values of scripts.
 */
properties: Array<Property>, 
/**
 * The handlers that scripts can have.
 */
handlers: Array<HandlerEntry>, 
/**
 * The schema of creature files.
 */
schema: object, };

/**
 * A function of scripts.
 */
export type Function = { 
/**
 * Its syntax.
 */
form: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What it does.
 */
text: string, };

/**
 * A value of scripts.
 */
export type Property = { 
/**
 * The value that it is a property of; empty for others.
 */
owner: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What it holds.
 */
text: string, };

/**
 * A handler of scripts.
 */
export type HandlerEntry = { 
/**
 * Its name.
 */
name: string, 
/**
 * The names of its parameters.
 */
parameters: Array<string>, 
/**
 * When it is called.
 */
text: string, };

/**
 * A mistake in a creature, with its place in its files.
 */
export type Problem = { 
/**
 * The name of the file.
 */
file: string, 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The column, from 1.
 */
column: number, 
/**
 * The number of characters.
 */
length: number, 
/**
 * What is wrong.
 */
message: string, 
/**
 * What to do about it.
 */
remedy: string | null, };

/**
 * The report of the check of a creature.
 */
export type CreatureReport = { 
/**
 * The lines of its text.
 */
lines: Array<string>, 
/**
 * What keeps it from running, or its turns had.
 */
problems: Array<Problem>, };

/**
 * What came of replacing a creature.
 */
export type Saved = { 
/**
 * What was done.
 */
text: string, 
/**
 * The mistakes in the creature; with any, nothing has changed.
 */
problems: Array<Problem>, };

/**
 * What a creature has noted in its last turn.
 */
export type Note = { 
/**
 * The tick.
 */
tick: number, 
/**
 * The name of its species.
 */
species: string, 
/**
 * The creature.
 */
organism: number, 
/**
 * What it noted.
 */
text: string, 
/**
 * Whether this is a fault of its turn.
 */
isFault: boolean, };

/**
 * A tool that changes the world.
 */
export type Tool = { "tool": "add" } & Spray | { "tool": "wall" } | { "tool": "polygon" } | { "tool": "remove_walls" } | { "tool": "paint" } & Brush | { "tool": "calamity" } & Calamity;

/**
 * Adds organisms of a species: one, or several within a radius.
 */
export type Spray = { 
/**
 * The species.
 */
species: number, 
/**
 * The radius, in units; 0 adds one organism.
 */
radius: number, 
/**
 * The number of organisms for each place of a stroke.
 */
count: number, };

/**
 * Paints the tiles of a disc.
 */
export type Brush = { 
/**
 * The kind of the tiles.
 */
tile: string, 
/**
 * The radius, in units; 0 paints one tile.
 */
radius: number, };
