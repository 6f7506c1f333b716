//! Tests of polygons, of the index of bodies, and of the curve along which it sorts them.

mod hilbert;
mod index;
mod polygon;
