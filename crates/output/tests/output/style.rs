//! Colours of charts.

use plotters::style::RGBColor;
use terrarium_output::colour::contrast;
use terrarium_output::drawing::style::legible;

#[test]
fn pale_colours_are_darkened_and_others_are_unchanged() {
    assert_eq!(legible([190, 60, 40]), RGBColor(190, 60, 40));
    let RGBColor(r, g, b) = legible([255, 240, 120]);
    assert!(contrast([r, g, b], [255; 3]) >= 3.0);
    assert!(r > b && g > b, "it is still yellow");
}
