//! Paths among boxes, polygons and tiles, against oracles and as drawings.

mod exact;
mod flow_field;
mod grid;
mod grid_maps;
mod ground;
mod links;
mod perimeter;
mod pictures;
mod polygons;
mod region_files;
mod regions;
mod regions_refresh;
mod replanning;
mod rolling_grid;
mod search;
mod stepwise;
mod stepwise_cases;
mod strategic_line;
mod strategic_nodes;
mod strategic_refresh;
mod strategic_search;
mod support;
mod terrain_data;
