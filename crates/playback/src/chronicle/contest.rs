//! The course of a conquest: who leads, and what decided it.

use terrarium_creatures::behaviour::Colony;
use terrarium_sim::world::Verdict;

use super::{Chronicle, Notable, Remark};

/// The moment from which the winner of a conquest led to the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurningPoint<'a> {
    /// The first tick of the lead.
    pub tick: u64,
    /// The last base that the winner took or neutralised before, if there is one.
    pub capture: Option<&'a Remark>,
}

impl Chronicle {
    /// The verdict of a conquest and its tick, if it was decided up to a tick.
    #[must_use]
    pub fn verdict(&self, tick: u64) -> Option<(u64, Verdict)> {
        let known = self.remarks().partition_point(|remark| remark.tick <= tick);
        self.remarks()[..known].iter().rev().find_map(|remark| match remark.what {
            Notable::Decided(verdict) => Some((remark.tick, verdict)),
            _ => None,
        })
    }

    /// The colony with more tickets at a tick, and by how many it leads; `None` if they have equally many,
    /// and outside a conquest.
    #[must_use]
    pub fn lead(&self, tick: u64) -> Option<(Colony, u32)> {
        let [blue, red] = self.tickets(tick)?;
        match blue.abs_diff(red) {
            0 => None,
            by => Some((if blue > red { Colony::Blue } else { Colony::Red }, by)),
        }
    }

    /// When the winner took the lead for good. `None` if nobody has won, or the winner never led.
    #[must_use]
    pub fn turning_point(&self) -> Option<TurningPoint<'_>> {
        let (end, verdict) = self.verdict(u64::MAX)?;
        let winner = verdict.winner()?;
        let before_end = self.intervals.iter().rev().filter(|span| span.tick <= end);
        let led = before_end
            .take_while(|span| self.lead(span.tick).is_some_and(|(colony, _)| colony == winner));
        let tick = led.last()?.tick;
        let known = self.remarks().partition_point(|remark| remark.tick <= tick);
        let capture = self.remarks()[..known].iter().rev().find(|remark| {
            matches!(remark.what,
                Notable::Captured { by, .. } | Notable::Neutralised { by, .. } if by == winner)
        });
        Some(TurningPoint { tick, capture })
    }
}

#[cfg(test)]
mod tests {
    use terrarium_creatures::behaviour::BaseId;
    use terrarium_testing::small_world;

    use super::*;
    use crate::chronicle::Row;

    /// A chronicle with these tickets in the ticks from 1, in which red took a base in tick 2.
    fn chronicle(tickets: &[[u32; 2]]) -> Chronicle {
        let mut chronicle = Chronicle::new(&small_world());
        chronicle.tickets = vec![[9, 9]];
        let tallies = chronicle.tallies(0).to_vec();
        let remark = |tick, what| Remark {
            tick,
            at: None,
            organism: None,
            species: None,
            is_close: false,
            what,
        };
        for (tick, &tickets) in (1..).zip(tickets) {
            let mut remarks = Vec::new();
            if tick == 2 {
                remarks.push(remark(2, Notable::Captured { base: BaseId(0), by: Colony::Red }));
            }
            if tickets.contains(&0) {
                remarks.push(remark(tick, Notable::Decided(Verdict::Won(Colony::Red))));
            }
            let row = Row {
                tick,
                ticks: 1,
                tallies: tallies.clone(),
                tickets: Some(tickets),
                bases: None,
                portraits: None,
                remarks,
            };
            chronicle.add(row);
        }
        chronicle
    }

    #[test]
    fn the_turning_point_is_the_last_change_of_the_lead() {
        let won = chronicle(&[[8, 9], [8, 7], [6, 6], [5, 6], [3, 6], [0, 5]]);
        assert_eq!(won.verdict(5), None);
        assert_eq!(won.verdict(6), Some((6, Verdict::Won(Colony::Red))));
        assert_eq!((won.lead(2), won.lead(3)), (Some((Colony::Blue, 1)), None));
        let point = won.turning_point().expect("red won");
        assert_eq!((point.tick, point.capture.map(|remark| remark.tick)), (4, Some(2)));
    }

    #[test]
    fn there_is_none_before_the_end() {
        assert_eq!(chronicle(&[[8, 9], [7, 9]]).turning_point(), None);
        assert_eq!(Chronicle::new(&small_world()).lead(0), None);
    }
}
