//! The Hilbert curve, along which places near together follow each other.

/// The position of a cell along the Hilbert curve through a square with a side of 2¹⁶ cells.
pub(super) fn along_curve(x: u16, y: u16) -> u32 {
    // For each of the curve's four orientations and each quarter: which part of the curve passes
    // through that quarter, and in which orientation.
    const PARTS: [[(u32, usize); 4]; 4] = [
        [(0, 1), (1, 0), (3, 3), (2, 0)],
        [(0, 0), (3, 2), (1, 1), (2, 1)],
        [(2, 2), (3, 1), (1, 2), (0, 3)],
        [(2, 3), (1, 3), (3, 0), (0, 2)],
    ];
    let (mut along, mut attitude) = (0, 0);
    for bit in (0..u16::BITS).rev() {
        let quarter = (x >> bit & 1) << 1 | (y >> bit & 1);
        let (part, next) = PARTS[attitude][usize::from(quarter)];
        along = along << 2 | part;
        attitude = next;
    }
    along
}
