//! The curve along which boxes are sorted.

use terrarium_space::hilbert::along_curve;

#[test]
fn the_curve_goes_from_cell_to_neighbouring_cell() {
    // The first cells of the large curve are the cells of a small one.
    let mut cells: Vec<(u32, i32, i32)> = (0..64_u16)
        .flat_map(|x| (0..64_u16).map(move |y| (along_curve(x, y), x.into(), y.into())))
        .collect();
    cells.sort_unstable();
    assert!(cells.iter().zip(0..).all(|(&(along, ..), index)| along == index));
    for pair in cells.windows(2) {
        let ((_, a, b), (_, c, d)) = (pair[0], pair[1]);
        assert_eq!((a - c).abs() + (b - d).abs(), 1, "{pair:?}");
    }
}
