//! Walkers on a lattice whose cells are as large as a body, moved by priority inheritance with
//! backtracking (PIBT: Okumura, Machida, Défago and Tamura 2022).
//!
//! In each step the walkers choose one after the other, those first that have been on their way for the
//! longest. Each takes the free neighbour that is nearest to its goal. If a walker that has not chosen yet
//! stands there, that one chooses next: it inherits the turn, and has to leave. If it cannot, the first one
//! takes its next best neighbour.

use std::cmp::Reverse;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use terrarium::geometry::DVec2;

use super::candidate::Candidate;
use super::scene::{SIDE, SPEED, Scene, Walker, centre_of_cell};
use super::steps_to_goal::StepsToGoal;

/// The ticks that a step to the next cell takes.
const STEP: u32 = (SIDE / SPEED) as u32;

pub struct LatticeWalkers {
    grid: StepsToGoal,
    travellers: Vec<Traveller>,
    /// Who stands on each cell.
    occupants: Vec<Option<usize>>,
    /// Who has chosen each cell in this step.
    claims: Vec<Option<usize>>,
    random: Pcg64Mcg,
    tick: u32,
    arrivals: usize,
}

struct Traveller {
    walker: Walker,
    journey: u32,
    goal: usize,
    cell: usize,
    /// The cell that it has chosen in this step.
    next: Option<usize>,
    /// The number of steps since it arrived.
    under_way: u32,
}

impl LatticeWalkers {
    pub fn new(scene: &Scene) -> Self {
        let grid = StepsToGoal::new(scene);
        let cell_at = |place: DVec2| grid.cell_at((place / SIDE).to_array());
        let travellers = scene.walkers.iter().map(|walker| Traveller {
            walker: walker.clone(),
            journey: 0,
            goal: cell_at(walker.goal(0)),
            cell: cell_at(walker.start),
            next: None,
            under_way: 0,
        });
        let travellers: Vec<Traveller> = travellers.collect();
        let mut occupants = vec![None; grid.len()];
        for (index, traveller) in travellers.iter().enumerate() {
            occupants[traveller.cell] = Some(index);
        }
        let claims = vec![None; grid.len()];
        let random = Pcg64Mcg::seed_from_u64(1);
        Self { grid, travellers, occupants, claims, random, tick: 0, arrivals: 0 }
    }

    fn step(&mut self) {
        self.claims.fill(None);
        self.travellers.iter_mut().for_each(|traveller| traveller.next = None);
        let mut order: Vec<usize> = (0..self.travellers.len()).collect();
        order.sort_by_key(|&index| (Reverse(self.travellers[index].under_way), index));
        for index in order {
            if self.travellers[index].next.is_none() {
                self.choose(index, None);
            }
        }
        std::mem::swap(&mut self.occupants, &mut self.claims);
        self.travellers.iter_mut().for_each(Traveller::advance);
        self.set_out_again();
    }

    /// Chooses the next cell of a traveller, other than that of the one that wants its place. Returns
    /// whether there is one; else it stays.
    fn choose(&mut self, index: usize, pushed_by: Option<usize>) -> bool {
        let own = self.travellers[index].cell;
        let taboo = pushed_by.map(|by| self.travellers[by].cell);
        for cell in self.by_preference(index) {
            if self.claims[cell].is_some() || taboo == Some(cell) {
                continue;
            }
            self.claim(index, cell);
            let occupant = self.occupants[cell].filter(|&other| other != index);
            let waits = occupant.filter(|&other| self.travellers[other].next.is_none());
            if waits.is_none_or(|other| self.choose(other, Some(index))) {
                return true;
            }
        }
        self.claim(index, own);
        false
    }

    fn claim(&mut self, index: usize, cell: usize) {
        self.claims[cell] = Some(index);
        self.travellers[index].next = Some(cell);
    }

    /// The cell of a traveller and those beside it, the nearest to its goal first; of equal ones those that
    /// are free, else in random order.
    fn by_preference(&mut self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let Traveller { cell: own, goal, .. } = self.travellers[index];
        let mut choices = [(u16::MAX, true, u64::MAX, own); 5];
        let cells = self.grid.neighbours(own).iter().copied().chain([own]);
        let mut count = 0;
        for cell in cells {
            let is_occupied = self.occupants[cell].is_some_and(|other| other != index);
            let lot = self.random.random::<u64>();
            choices[count] = (self.grid.steps(cell, goal), is_occupied, lot, cell);
            count += 1;
        }
        choices[..count].sort_unstable();
        choices.into_iter().take(count).map(|(.., cell)| cell)
    }

    /// Gives those who have arrived their next goal.
    fn set_out_again(&mut self) {
        for traveller in &mut self.travellers {
            let place = centre_of_cell(self.grid.column_and_row(traveller.cell));
            let left = place.distance(traveller.walker.goal(traveller.journey));
            if traveller.cell == traveller.goal || left <= traveller.walker.within {
                traveller.journey += 1;
                let goal = traveller.walker.goal(traveller.journey);
                traveller.goal = self.grid.cell_at((goal / SIDE).to_array());
                traveller.under_way = 0;
                self.arrivals += 1;
            }
        }
    }
}

impl Traveller {
    fn advance(&mut self) {
        self.cell = self.next.expect("everybody has chosen");
        self.under_way += 1;
    }
}

impl Candidate for LatticeWalkers {
    fn tick(&mut self) {
        self.arrivals = 0;
        self.tick += 1;
        if self.tick.is_multiple_of(STEP) {
            self.step();
        }
    }

    fn arrivals(&self) -> usize {
        self.arrivals
    }

    fn centres(&self) -> Vec<DVec2> {
        let cell = |traveller: &Traveller| self.grid.column_and_row(traveller.cell);
        self.travellers.iter().map(|traveller| centre_of_cell(cell(traveller))).collect()
    }
}
