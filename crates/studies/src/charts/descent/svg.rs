//! Trees over time as SVG: lines with tooltips, which a browser shows under the mouse.

use std::fmt::Write;

use super::{LineageTree, Row};
use crate::charts::Axis;
use crate::charts::axis::float;

const WIDTH: f64 = 1200.0;
/// The room above and below the rows, at their left and between the largest name and the right edge, in pixels.
const HEAD: f64 = 96.0;
const FOOT: f64 = 48.0;
const LEFT: f64 = 30.0;
const RIGHT: f64 = 24.0;
/// The width of a letter at most, in pixels.
const LETTER: f64 = 7.6;
/// The height of a row, in pixels.
const ROW: f64 = 17.0;
/// The width of the lines of the smallest and the largest taxa, in pixels.
const LINES: (f64, f64) = (1.5, 8.0);

const STYLE: &str = "text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:12px;fill:#262a30}\
.title{font-size:18px;font-weight:bold}.note,.axis{fill:#69707a}.grid{stroke:#e4e7eb}\
.extant{stroke:#26689f}.extinct{stroke:#c3cad2}.branch{stroke-width:1.2;fill:none}\
text.extinct{fill:#9aa3ad;stroke:none}text.extant{stroke:none}g:hover line{stroke:#d2691e}";

impl LineageTree {
    /// The picture as SVG.
    pub(in crate::charts) fn as_svg(&self) -> String {
        let height = HEAD + ROW * float(self.rows.len() as u64) + FOOT;
        let axis = Axis::ticks(self.ticks.0, self.ticks.1);
        let longest = self.rows.iter().map(|row| row.label().chars().count()).max().unwrap_or(0);
        let length = WIDTH - LEFT - RIGHT - (LETTER * float(longest as u64)).min(WIDTH / 3.0);
        let x = |tick: u64| LEFT + axis.share(float(tick)) * length;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\">\n<style>{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"26\">{}</text>\n\
             <text class=\"note\" x=\"{LEFT}\" y=\"46\">{}</text>\n\
             <text class=\"note\" x=\"{LEFT}\" y=\"64\">{}</text>\n",
            escaped(&self.title),
            escaped(&self.note),
            Self::KEY
        );
        draw_axis(&mut svg, &axis, height, LEFT + length / 2.0, x);
        let most = self.rows.iter().map(|row| row.members).max().unwrap_or(1);
        // What lives lies above what does not.
        for is_extant in [false, true] {
            for (index, row) in self.rows.iter().enumerate() {
                if row.is_extant == is_extant {
                    draw_row(&mut svg, row, index, most, x);
                }
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn draw_axis(svg: &mut String, axis: &Axis, height: f64, middle: f64, x: impl Fn(u64) -> f64) {
    let (top, foot) = (HEAD - 12.0, height - FOOT + 6.0);
    for value in axis.labelled(10) {
        let at = x(value as u64);
        put(
            svg,
            format_args!(
                "<line class=\"grid\" x1=\"{at:.1}\" y1=\"{top}\" x2=\"{at:.1}\" y2=\"{foot}\"/>\
                 <text class=\"axis\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value:.0}</text>\n",
                foot + 16.0
            ),
        );
    }
    put(
        svg,
        format_args!(
            "<text class=\"axis\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">tick</text>\n",
            foot + 34.0
        ),
    );
}

/// Draws the line of a taxon with its name, and the branch from its parent.
fn draw_row(svg: &mut String, row: &Row, index: usize, most: u64, x: impl Fn(u64) -> f64) {
    let y = |index: usize| HEAD + ROW * (float(index as u64) + 0.5);
    let class = if row.is_extant { "extant" } else { "extinct" };
    let (begin, end, at) = (x(row.begin), x(row.end), y(index));
    if let Some(parent) = row.parent {
        let from = y(parent);
        put(
            svg,
            format_args!("<path class=\"{class} branch\" d=\"M{begin:.1} {from:.1}V{at:.1}\"/>"),
        );
    }
    let share = if most > 1 { (float(row.members) / float(most)).sqrt() } else { 0.0 };
    let width = LINES.0 + (LINES.1 - LINES.0) * share;
    put(
        svg,
        format_args!(
            "<g><title>{}</title><line class=\"{class}\" stroke-width=\"{width:.1}\" x1=\"{begin:.1}\" y1=\"{at:.1}\" \
             x2=\"{:.1}\" y2=\"{at:.1}\"/><text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>\n",
            escaped(&row.details),
            end.max(begin + 1.0),
            end.max(begin + 1.0) + 6.0,
            at + 4.0,
            escaped(&row.label())
        ),
    );
}

/// Adds text, which cannot fail.
fn put(svg: &mut String, text: std::fmt::Arguments<'_>) {
    svg.write_fmt(text).expect("a string takes all text");
}

/// Text without the characters that mean something in SVG.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_end_the_text() {
        assert_eq!(escaped("a<b>&c"), "a&lt;b&gt;&amp;c");
    }
}
