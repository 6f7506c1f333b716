//! One value as its difference to another.

use terrarium_space::geometry::lattice;

use super::records::Earlier;

/// How a value is stored.
pub(super) const SAME: u8 = 0;
const NUMBER: u8 = 1;
const PLACE: u8 = 2;
const BITS: u8 = 3;
const WHOLE: u8 = 4;
/// Equal to an earlier value of the same record; then one for each distance.
const EARLIER: u8 = 5;
/// The lattice point nearest to an earlier value of the same record; then one for each distance.
const SNAPPED: u8 = EARLIER + MOST_BACK;

/// How many values before a value are compared with it.
const MOST_BACK: u8 = 24;

/// The longest value that is stored whole, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// What a value is compared with.
pub(super) struct Known<'a> {
    /// The same value in the earlier keyframe, if there is one.
    pub before: Option<&'a [u8]>,
    /// The bytes in which `earlier` is.
    pub bytes: &'a [u8],
    /// The values before it.
    pub earlier: Earlier<'a>,
}

impl Known<'_> {
    /// How a coordinate is stored that occurs earlier in its record.
    fn repeated(&self, value: &[u8]) -> Option<u8> {
        let value: [u8; 8] = value.try_into().ok()?;
        (0..MOST_BACK).find_map(|back| {
            let earlier = &self.bytes[self.earlier.back(usize::from(back) + 1)?];
            match earlier {
                same if same == value => Some(EARLIER + back),
                near if snapped(near) == Some(value) => Some(SNAPPED + back),
                _ => None,
            }
        })
    }
}

/// The lattice point nearest to the coordinate that these bytes encode, if they do.
fn snapped(bytes: &[u8]) -> Option<[u8; 8]> {
    let value = f64::from_le_bytes(bytes.try_into().ok()?);
    (value.abs() <= lattice::LIMIT).then(|| lattice::snap(value).to_le_bytes())
}

/// Appends the difference of `value` to what is known, and returns how it is stored.
pub(super) fn write(known: &Known<'_>, value: &[u8], out: &mut Vec<u8>) -> u8 {
    if known.before == Some(value) {
        return SAME;
    }
    if let Some(how) = known.repeated(value) {
        return how;
    }
    if let Some(before) = known.before {
        if let (Some(before), Some(value)) = (number(before), number(value)) {
            push_signed(value.wrapping_sub(before), out);
            return NUMBER;
        }
        if let (Some(before), Some(value)) = (place(before), place(value)) {
            push_signed(value.wrapping_sub(before).cast_unsigned(), out);
            return PLACE;
        }
        if before.len() == value.len() {
            out.extend(before.iter().zip(value).map(|(before, value)| before ^ value));
            return BITS;
        }
    }
    push(value.len() as u64, out);
    out.extend_from_slice(value);
    WHOLE
}

/// Appends the value whose difference to `before` is at the beginning of `source`, and takes it from there.
pub(super) fn read(
    how: u8,
    before: Option<&[u8]>,
    earlier: &Earlier<'_>,
    source: &mut &[u8],
    out: &mut Vec<u8>,
) -> Option<()> {
    match how {
        SAME => out.extend_from_slice(before?),
        NUMBER => push(number(before?)?.wrapping_add(take_signed(source)?), out),
        PLACE => {
            let units = place(before?)?.wrapping_add(take_signed(source)?.cast_signed());
            out.extend(coordinate(units).to_le_bytes());
        }
        BITS => {
            let before = before?;
            let bits = source.split_off(..before.len())?;
            out.extend(before.iter().zip(bits).map(|(before, bits)| before ^ bits));
        }
        WHOLE => {
            let length = take(source).filter(|&length| length <= MOST_BYTES)?;
            out.extend_from_slice(source.split_off(..usize::try_from(length).ok()?)?);
        }
        EARLIER..SNAPPED => {
            let back = usize::from(how - EARLIER) + 1;
            out.extend_from_within(earlier.back(back)?);
        }
        SNAPPED.. => {
            let back = usize::from(how - SNAPPED) + 1;
            out.extend(snapped(&out[earlier.back(back)?])?);
        }
    }
    Some(())
}

/// The number that these bytes encode, if they are the encoding of one.
pub(super) fn number(bytes: &[u8]) -> Option<u64> {
    let mut rest = bytes;
    let number = take(&mut rest)?;
    let is_shortest = bytes.len() == 1 || bytes.last() != Some(&0);
    (rest.is_empty() && is_shortest).then_some(number)
}

/// The steps of the lattice in the coordinate that these bytes encode, if they do.
fn place(bytes: &[u8]) -> Option<i64> {
    const LIMIT: f64 = lattice::LIMIT / lattice::STEP;
    let value = f64::from_le_bytes(bytes.try_into().ok()?);
    let steps = value / lattice::STEP;
    if steps.is_nan() || steps.abs() > LIMIT {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is in range, and checked below")]
    let steps = steps as i64;
    (coordinate(steps).to_bits() == value.to_bits()).then_some(steps)
}

#[expect(clippy::cast_precision_loss, reason = "coordinates are exact")]
fn coordinate(steps: i64) -> f64 {
    steps as f64 * lattice::STEP
}

/// Appends a number, the smaller the shorter.
pub(super) fn push(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// Takes a number from the beginning of `source`.
pub(super) fn take(source: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *source.split_off_first()?;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends a number that may be negative.
fn push_signed(number: u64, out: &mut Vec<u8>) {
    let sign = (number.cast_signed() >> 63).cast_unsigned();
    push(number << 1 ^ sign, out);
}

fn take_signed(source: &mut &[u8]) -> Option<u64> {
    let number = take(source)?;
    Some(number >> 1 ^ (number & 1).wrapping_neg())
}
