//! Comparison of pictures with those in `tests/pictures`.

use std::fs;
use std::path::PathBuf;

use terrarium::view::Framebuffer;

/// Compares a picture with `tests/pictures/NAME.png`, with a tolerance for rounding that differs
/// between machines. With `UPDATE_PICTURES=1`, updates the file instead.
pub fn compare(name: &str, framebuffer: &Framebuffer) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/{name}.png"));
    if std::env::var_os("UPDATE_PICTURES").is_some_and(|value| value == "1") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        return framebuffer.save(&path).unwrap();
    }
    let update = "update it with UPDATE_PICTURES=1 cargo test --lib --test view, and check it";
    let bytes =
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}; {update}", path.display()));
    let golden = Framebuffer::from_png(&bytes).unwrap();
    assert_eq!(
        (golden.width(), golden.height()),
        (framebuffer.width(), framebuffer.height()),
        "{name}"
    );
    let pairs = golden.rgb().into_iter().zip(framebuffer.rgb());
    let differences: Vec<u8> = pairs.map(|(a, b)| a.abs_diff(b)).collect();
    let count = differences.len() as f64;
    let mean = differences.iter().map(|&by| f64::from(by)).sum::<f64>() / count;
    let far = differences.iter().filter(|&&by| by > 24).count() as f64 / count;
    if mean > 0.5 || far > 0.004 {
        let actual = std::env::temp_dir().join(format!("{name}.actual.png"));
        framebuffer.save(&actual).unwrap();
        panic!(
            "{name}: differs by {mean:.2} on average, {:.2} % of it by much; see {}; if this is \
             intended, {update}",
            far * 100.0,
            actual.display()
        );
    }
}
