//! Comparison of pictures with those in `tests/pictures`.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Compares a framebuffer of the package `terrarium-picture` with a stored picture, by [`compare`].
/// It is a macro, since this package does not know that one, whose tests need it, too.
#[macro_export]
macro_rules! assert_picture {
    ($name:expr, $framebuffer:expr) => {{
        let framebuffer = &$framebuffer;
        let size = (framebuffer.width(), framebuffer.height());
        $crate::picture::compare($name, size, &framebuffer.rgb());
    }};
}

/// Compares a picture, of so many pixels across and down, with `tests/pictures/NAME.png`, with a tolerance for
/// rounding that differs between machines. With `UPDATE_PICTURES=1`, updates the file instead.
///
/// # Panics
/// When it differs.
pub fn compare(name: &str, size: (u32, u32), rgb: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pictures");
    let path = folder.join(format!("{name}.png"));
    if std::env::var_os("UPDATE_PICTURES").is_some_and(|value| value == "1") {
        return save(&path, size, rgb);
    }
    let update = "update it with UPDATE_PICTURES=1 cargo test, and look at it";
    let bytes =
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}; {update}", path.display()));
    let (golden_size, golden) = decoded(&bytes);
    assert_eq!(golden_size, size, "{name}");
    if let Some(difference) = difference(&golden, rgb, 0.004) {
        let actual: PathBuf = std::env::temp_dir().join(format!("{name}.actual.png"));
        save(&actual, size, rgb);
        panic!("{name}: {difference}; see {}; if this is intended, {update}", actual.display());
    }
}

/// Compares a picture of thin lines that a command wrote with a stored one, with less tolerance, since a line covers few
/// pixels. With `UPDATE_PICTURES=1`, updates the file instead.
///
/// # Panics
/// When it differs.
pub fn compare_files(path: &Path, bytes: &[u8]) {
    if std::env::var_os("UPDATE_PICTURES").is_some_and(|value| value == "1") {
        return fs::write(path, bytes).unwrap();
    }
    let name = path.display();
    let stored = fs::read(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let ((size, rgb), (stored_size, stored)) = (decoded(bytes), decoded(&stored));
    assert_eq!(size, stored_size, "{name}");
    if let Some(difference) = difference(&stored, &rgb, 0.0002) {
        panic!("{name}: {difference}; if this is intended, update it with UPDATE_PICTURES=1");
    }
}

/// By how much a picture differs, if on average or in more than a share of it by more than rounding.
fn difference(golden: &[u8], rgb: &[u8], share: f64) -> Option<String> {
    let differences: Vec<u8> = golden.iter().zip(rgb).map(|(a, b)| a.abs_diff(*b)).collect();
    let count = differences.len() as f64;
    let mean = differences.iter().map(|&by| f64::from(by)).sum::<f64>() / count;
    let far = differences.iter().filter(|&&by| by > 24).count() as f64 / count;
    let percent = far * 100.0;
    let message = || format!("differs by {mean:.2} on average, {percent:.2} % of it by much");
    (mean > 0.5 || far > share).then(message)
}

fn decoded(bytes: &[u8]) -> ((u32, u32), Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut rgb).unwrap();
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    rgb.truncate(frame.buffer_size());
    ((frame.width, frame.height), rgb)
}

fn save(path: &Path, (width, height): (u32, u32), rgb: &[u8]) {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(rgb).unwrap();
    fs::write(path, bytes).unwrap();
}
