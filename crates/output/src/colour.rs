//! How colours look: their lightness, contrast and distance, for usual and for colour-blind eyes.

/// Red, green and blue of a display, 0 to 255 each.
pub type Rgb = [u8; 3];

/// How an eye sees colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vision {
    /// As most people do.
    Usual,
    /// Without the receptors of long waves: red is dark and looks like green.
    Protanopia,
    /// Without the receptors of medium waves: red and green look alike.
    Deuteranopia,
    /// Without the receptors of short waves: blue looks like green, yellow like grey.
    Tritanopia,
}

impl Vision {
    /// All kinds of vision.
    pub const ALL: [Self; 4] =
        [Self::Usual, Self::Protanopia, Self::Deuteranopia, Self::Tritanopia];

    /// The linear light of the colour that an eye with usual vision would have to see in order to see
    /// what this one sees (Machado, Oliveira and Fernandes 2009, with severity 1).
    fn simulate(self, [r, g, b]: [f32; 3]) -> [f32; 3] {
        let rows = match self {
            Self::Usual => return [r, g, b],
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        };
        rows.map(|[of_r, of_g, of_b]: [f32; 3]| (of_r * r + of_g * g + of_b * b).clamp(0.0, 1.0))
    }
}

/// A colour in OKLab, where equal distances look equally great: lightness from 0 to 1, then green to
/// red and blue to yellow (Ottosson 2020).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lab {
    /// The lightness, 0 to 1.
    pub lightness: f32,
    /// From green, negative, to red.
    pub red: f32,
    /// From blue, negative, to yellow.
    pub yellow: f32,
}

impl Lab {
    /// The colour as usual eyes see it.
    #[must_use]
    pub fn from_rgb(colour: Rgb) -> Self {
        Self::seen(colour, Vision::Usual)
    }

    /// The colour as an eye sees it.
    #[must_use]
    pub fn seen(colour: Rgb, vision: Vision) -> Self {
        let [r, g, b] = vision.simulate(colour.map(linear));
        let long = libm::cbrtf(0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b);
        let medium = libm::cbrtf(0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b);
        let short = libm::cbrtf(0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b);
        Self {
            lightness: 0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short,
            red: 1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short,
            yellow: 0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short,
        }
    }

    /// The colour of a display, if it can show it.
    #[must_use]
    pub fn shown(self) -> Option<Rgb> {
        let Self { lightness, red, yellow } = self;
        let cube = |number: f32| number * number * number;
        let long = cube(lightness + 0.396_337_78 * red + 0.215_803_76 * yellow);
        let medium = cube(lightness - 0.105_561_346 * red - 0.063_854_17 * yellow);
        let short = cube(lightness - 0.089_484_18 * red - 1.291_485_5 * yellow);
        let light = [
            4.076_741_7 * long - 3.307_711_6 * medium + 0.230_969_94 * short,
            -1.268_438 * long + 2.609_757_4 * medium - 0.341_319_4 * short,
            -0.004_196_086 * long - 0.703_418_6 * medium + 1.707_614_7 * short,
        ];
        let is_shown = light.iter().all(|part| (-0.000_5..=1.000_5).contains(part));
        is_shown.then(|| light.map(displayed))
    }

    /// The distance between two colours. About 0.02 can just be told apart side by side.
    #[must_use]
    pub fn distance(self, other: Self) -> f32 {
        let [x, y, z] =
            [self.lightness - other.lightness, self.red - other.red, self.yellow - other.yellow];
        (x * x + y * y + z * z).sqrt()
    }
}

/// The relative luminance of a colour, 0 to 1 (WCAG 2).
#[must_use]
pub fn luminance(colour: Rgb) -> f32 {
    let [r, g, b] = colour.map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// The contrast ratio of two colours: 1 for equal ones, 21 for black and white (WCAG 2).
#[must_use]
pub fn contrast(a: Rgb, b: Rgb) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The light of a channel, 0 to 1.
fn linear(part: u8) -> f32 {
    match f32::from(part) / 255.0 {
        part if part <= 0.040_45 => part / 12.92,
        part => libm::powf((part + 0.055) / 1.055, 2.4),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn displayed(light: f32) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let part = if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * libm::powf(light, 1.0 / 2.4) - 0.055
    };
    (part * 255.0).round() as u8
}
