//! The drawing kit: charts as PNG, SVG and PDF, with one style, its fonts and its scales.

pub mod image;
mod pdf;
mod pdf_font;
pub mod plot;
pub mod scale;
pub mod style;
