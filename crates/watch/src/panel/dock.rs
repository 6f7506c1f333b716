//! Docks: columns of panels beside the world, each with a header that folds and unfolds it.

use terrarium_picture::Rect;

use super::Panel;

/// The height of a header, in pixels at scale 1.
pub(super) const HEADER: f32 = 24.0;

/// The place of a panel in a dock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PanelPlace {
    /// The panel.
    pub panel: Panel,
    /// Its header.
    pub header: Rect,
    /// Its content, below; empty if it is folded.
    pub body: Rect,
}

/// What a panel needs of a dock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Need {
    pub panel: Panel,
    /// The least and the greatest useful height of its content, in pixels.
    pub height: [f32; 2],
    /// Whether the user folded it.
    pub is_folded: bool,
    /// Where there is no room for all, those with lower ranks are folded first.
    pub rank: u8,
}

/// Places panels below each other. Those that do not fit are folded; those whose headers do not fit
/// either are left out.
pub(super) fn stack(dock: Rect, header: f32, needs: &[Need]) -> Vec<PanelPlace> {
    let mut by_rank: Vec<usize> = (0..needs.len()).collect();
    by_rank.sort_by_key(|&index| std::cmp::Reverse(needs[index].rank));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "there are few")]
    by_rank.truncate((dock.height / header).max(0.0) as usize);
    let mut needs: Vec<(usize, Need)> =
        by_rank.iter().map(|&index| (index, needs[index])).collect();
    let least = |needs: &[(usize, Need)]| -> f32 {
        needs.iter().map(|(_, need)| header + need.content()[0]).sum()
    };
    while least(&needs) > dock.height {
        // The headers alone fit.
        let Some((_, last)) = needs.iter_mut().rev().find(|(_, it)| !it.is_folded) else { break };
        last.is_folded = true;
    }
    let left_over = dock.height - least(&needs);
    needs.sort_by_key(|&(index, _)| index);
    let needs: Vec<Need> = needs.into_iter().map(|(_, need)| need).collect();
    let heights = shared_out(left_over, &needs);
    let mut rest = dock;
    let mut slots = Vec::with_capacity(needs.len());
    for (need, height) in needs.iter().zip(heights) {
        let (head, below) = rest.cut_top(header);
        let (body, below) = below.cut_top(height);
        let body = if need.is_folded { Rect::default() } else { body };
        slots.push(PanelPlace { panel: need.panel, header: head, body });
        rest = below;
    }
    slots
}

impl Need {
    /// The least and the greatest height of its content as it is.
    fn content(&self) -> [f32; 2] {
        if self.is_folded { [0.0; 2] } else { self.height }
    }
}

/// The heights of the contents: the least ones, and what is left over in equal parts to those that can
/// use it.
fn shared_out(mut left: f32, needs: &[Need]) -> Vec<f32> {
    let mut heights: Vec<f32> = needs.iter().map(|need| need.content()[0]).collect();
    let wants = |heights: &[f32], index: usize| needs[index].content()[1] - heights[index] >= 1.0;
    loop {
        let hungry: Vec<usize> = (0..needs.len()).filter(|&index| wants(&heights, index)).collect();
        #[expect(clippy::cast_precision_loss, reason = "there are few panels")]
        let share = (left / hungry.len().max(1) as f32).floor();
        if hungry.is_empty() || share < 1.0 {
            return heights;
        }
        for index in hungry {
            let more = share.min((needs[index].content()[1] - heights[index]).floor());
            heights[index] += more;
            left -= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PANELS: [Panel; 5] =
        [Panel::Legend, Panel::Charts, Panel::Ticker, Panel::Map, Panel::Inspector];

    fn needs() -> impl Strategy<Value = Vec<Need>> {
        let need = (0.0_f32..200.0, 0.0_f32..600.0, any::<bool>(), 0..9_u8);
        prop::collection::vec(need, 0..=PANELS.len()).prop_map(|all| {
            let named = PANELS.into_iter().zip(all);
            let need = |(panel, (least, more, is_folded, rank)): (_, (f32, f32, bool, u8))| Need {
                panel,
                height: [least, least + more],
                is_folded,
                rank,
            };
            named.map(need).collect()
        })
    }

    proptest! {
        #[test]
        fn slots_fill_the_dock_from_the_top(needs in needs(), height in 0.0_f32..1200.0) {
            let dock = Rect::new(7.0, 30.0, 200.0, height);
            let mut top = dock.top;
            for slot in stack(dock, HEADER, &needs) {
                prop_assert_eq!(slot.header.top, top);
                top = slot.header.bottom() + slot.body.height;
                prop_assert!(top <= dock.bottom() + 0.5, "{:?}", slot);
                let need = needs.iter().find(|need| need.panel == slot.panel).unwrap();
                prop_assert!(slot.body.is_empty() || slot.body.height >= need.height[0]);
                prop_assert!(slot.body.height <= need.height[1] + 1.0);
                prop_assert!(slot.body.is_empty() || !need.is_folded);
            }
        }

        #[test]
        fn no_panel_gives_way_to_one_of_lower_rank(needs in needs(), height in 0.0_f32..1200.0) {
            let slots = stack(Rect::new(0.0, 0.0, 200.0, height), HEADER, &needs);
            let is_open = |need: &Need| {
                slots.iter().any(|slot| slot.panel == need.panel && !slot.body.is_empty())
            };
            let wants = needs.iter().filter(|need| !need.is_folded && need.height[0] >= 1.0);
            let pushed = wants.clone().filter(|need| !is_open(need)).map(|need| need.rank).max();
            let shown = wants.filter(|need| is_open(need)).map(|need| need.rank).min();
            prop_assert!(pushed.zip(shown).is_none_or(|(pushed, shown)| pushed <= shown));
        }
    }

    #[test]
    fn a_single_flexible_panel_takes_the_rest() {
        let need = |panel, height, rank| Need { panel, height, is_folded: false, rank };
        let all =
            [need(Panel::Map, [60.0, 100.0], 1), need(Panel::Inspector, [100.0, f32::INFINITY], 2)];
        let slots = stack(Rect::new(0.0, 0.0, 200.0, 648.0), HEADER, &all);
        assert_eq!(slots.iter().map(|slot| slot.body.height).collect::<Vec<_>>(), [100.0, 500.0]);
    }
}
