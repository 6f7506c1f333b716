//! Paths among boxes, polygons and tiles, against oracles and as drawings.
//!
//! A few modules include a file of the library by its path: an algorithm or a data structure that stands by itself and
//! that its users do not see. Such a file is compiled once more here, so that the library need not be.

mod corner_graph;
mod danger;
mod exact;
mod flow_field;
mod grid;
mod grid_frontier;
mod grid_maps;
mod ground;
mod hierarchy;
mod links;
mod motion;
mod obstacle_field;
mod perimeter;
mod pictures;
mod polygons;
mod region_files;
mod regions;
mod regions_coverage;
mod regions_refresh;
mod replanning;
mod rings;
mod rolling_grid;
mod rolling_grid_drive;
mod rolling_grid_plan;
mod search;
mod sections;
mod stepwise;
mod stepwise_cases;
mod stepwise_heading;
mod stepwise_rays;
mod strategic_large;
mod strategic_line;
mod strategic_nodes;
mod strategic_refresh;
mod strategic_search;
mod support;
mod target_ends;
mod terrain_data;
