//! A picture of a world, as `terrarium watch` shows it, in a PNG file.
//!
//! Run it with `cargo run --example paint_picture -- meadow.png`.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use terrarium::prelude::*;
use terrarium::view::Rect;

fn main() -> Result<(), Box<dyn Error>> {
    let mut simulation = SimulationBuilder::new("meadow").seed(7).build()?;
    (0..50).for_each(|_| simulation.tick());

    let (width, height) = (1280, 800);
    let scene = Arc::new(Scene::of(&simulation, None));
    let port = Rect::new(0.0, 0.0, f32::from(1280_u16), f32::from(800_u16));
    let mut camera = Camera::new(&simulation.world().config().bounds, port);
    camera.zoom(2.0, DVec2::new(640.0, 400.0));

    let mut framebuffer = Framebuffer::new(width, height, [0, 0, 0, 255]);
    Painter::new(1.0).paint(&mut framebuffer, &View::new(&camera, &scene));

    let folder = tempfile::tempdir()?;
    let path = std::env::args_os().nth(1).map(PathBuf::from);
    let path = path.unwrap_or_else(|| folder.path().join("meadow.png"));
    framebuffer.save(&path)?;
    let size = std::fs::metadata(&path)?.len();
    println!("{}: {width} × {height} pixels, {size} bytes", path.display());
    assert!(size > 10_000, "a meadow has more to show");
    Ok(())
}
