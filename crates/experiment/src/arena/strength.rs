//! Strengths from all results at once: the model of Bradley and Terry (1952) with draws after Davidson (1970).

/// The standard deviation of strengths before any game is known, in natural units: 350 points. It keeps the strength of those
/// finite who won all their games.
const PRIOR: f64 = 350.0 * UNITS_PER_POINT;

/// Natural units of strength in a point of a rating: 400 points are odds of ten to one.
const UNITS_PER_POINT: f64 = std::f64::consts::LN_10 / 400.0;

/// The mean of the ratings of a group.
const MEAN: f64 = 1500.0;

/// The logarithm of the odds of a draw among equals, before any game is known, and its standard deviation.
const DRAWS: (f64, f64) = (-1.0, 2.0);

/// The number of standard deviations that a 95 % interval reaches to either side.
const REACH: f64 = 1.959_963_984_540_054;

/// The change, in natural units, below which a fit is done.
const ENOUGH: f64 = 1e-10;

/// What rounding may take from a likelihood.
const ROUNDING: f64 = 1e-9;

/// The most steps of a fit. It takes about ten.
const MOST_STEPS: usize = 200;

/// The results of two members of a group against each other. Each counts by its weight: results of one game depend on
/// each other where more than two meet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Results {
    /// Their numbers in the group.
    pub pair: (usize, usize),
    /// The games that the first one won.
    pub won: f64,
    /// The games that the second one won.
    pub lost: f64,
    /// The games that neither won.
    pub drawn: f64,
}

/// The strength of a member of a group, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Strength {
    /// The rating; the mean of the group is 1500.
    pub rating: f64,
    /// The 95 % interval of its distance from that mean, around the rating.
    pub interval: (f64, f64),
}

/// The strengths of the members of a group. They do not depend on the order of the results.
pub(super) fn strengths(members: usize, results: &[Results]) -> Vec<Strength> {
    let fit = Fit::new(members, results);
    let count = members as f64;
    let mean = fit.strengths().iter().sum::<f64>() / count;
    let covariance = fit.covariance();
    let all: f64 = (0..members).map(|row| covariance[row][..members].iter().sum::<f64>()).sum();
    let strength = |member: usize| {
        let row = &covariance[member][..members];
        let variance = if members == 1 {
            row[0]
        } else {
            row[member] - 2.0 * row.iter().sum::<f64>() / count + all / (count * count)
        };
        let rating = MEAN + (fit.strengths()[member] - mean) / UNITS_PER_POINT;
        let reach = REACH * variance.max(0.0).sqrt() / UNITS_PER_POINT;
        Strength { rating, interval: (rating - reach, rating + reach) }
    };
    (0..members).map(strength).collect()
}

/// The most probable strengths, and the logarithm of the odds of a draw as the last value.
struct Fit<'a> {
    results: &'a [Results],
    values: Vec<f64>,
}

impl<'a> Fit<'a> {
    /// Newton's method, with shorter steps where a whole one would go too far. What it maximizes is concave.
    fn new(members: usize, results: &'a [Results]) -> Self {
        let mut values = vec![0.0; members];
        values.push(DRAWS.0);
        let mut fit = Self { results, values };
        for _ in 0..MOST_STEPS {
            let (slope, information) = fit.derivatives();
            let step = product(&inverse(information), &slope);
            let before = fit.likelihood();
            let mut share = 1.0;
            let mut next = fit.moved(&step, share);
            while next.likelihood() < before - ROUNDING && share > ENOUGH {
                share /= 2.0;
                next = fit.moved(&step, share);
            }
            let largest = step.iter().fold(0.0, |largest: f64, it| largest.max(it.abs()));
            fit = next;
            if largest * share < ENOUGH {
                break;
            }
        }
        fit
    }

    fn moved(&self, step: &[f64], share: f64) -> Self {
        let values = self.values.iter().zip(step).map(|(value, step)| value + share * step);
        Self { results: self.results, values: values.collect() }
    }

    fn strengths(&self) -> &[f64] {
        &self.values[..self.values.len() - 1]
    }

    /// The logarithm of the probability of the results and of these values, but for a constant.
    fn likelihood(&self) -> f64 {
        let draws = self.draws();
        let of_results = |it: &Results| {
            let half = self.lead(it.pair) / 2.0;
            let all = it.won + it.lost + it.drawn;
            let sum = libm::exp(half) + libm::exp(-half) + libm::exp(draws);
            (it.won - it.lost) * half + it.drawn * draws - all * libm::log(sum)
        };
        let of_strength = |value: &f64| value * value / (2.0 * PRIOR * PRIOR);
        let (mean, sd) = DRAWS;
        self.results.iter().map(of_results).sum::<f64>()
            - self.strengths().iter().map(of_strength).sum::<f64>()
            - (draws - mean) * (draws - mean) / (2.0 * sd * sd)
    }

    /// The slope of the likelihood, and its curvature with the opposite sign.
    fn derivatives(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let last = self.values.len() - 1;
        let mut slope = vec![0.0; last + 1];
        let mut information = vec![vec![0.0; last + 1]; last + 1];
        for (row, value) in self.strengths().iter().enumerate() {
            slope[row] = -value / (PRIOR * PRIOR);
            information[row][row] = 1.0 / (PRIOR * PRIOR);
        }
        let (mean, sd) = DRAWS;
        slope[last] = (mean - self.draws()) / (sd * sd);
        information[last][last] = 1.0 / (sd * sd);
        for it in self.results {
            let (first, second) = it.pair;
            let (win, draw, loss) = self.chances(it.pair);
            let all = it.won + it.lost + it.drawn;
            let lead = (it.won - it.lost - all * (win - loss)) / 2.0;
            slope[first] += lead;
            slope[second] -= lead;
            slope[last] += it.drawn - all * draw;
            let of_lead = all * (win + loss - (win - loss) * (win - loss)) / 4.0;
            let of_both = -all * (win - loss) * draw / 2.0;
            information[first][first] += of_lead;
            information[second][second] += of_lead;
            information[first][second] -= of_lead;
            information[second][first] -= of_lead;
            information[last][last] += all * draw * (1.0 - draw);
            for (row, sign) in [(first, 1.0), (second, -1.0)] {
                information[row][last] += sign * of_both;
                information[last][row] += sign * of_both;
            }
        }
        (slope, information)
    }

    /// The probabilities that the first of two wins, neither, and the second.
    fn chances(&self, pair: (usize, usize)) -> (f64, f64, f64) {
        let half = self.lead(pair) / 2.0;
        let [win, draw, loss] = [half, self.draws(), -half].map(libm::exp);
        let sum = win + draw + loss;
        (win / sum, draw / sum, loss / sum)
    }

    fn lead(&self, (first, second): (usize, usize)) -> f64 {
        self.values[first] - self.values[second]
    }

    fn draws(&self) -> f64 {
        self.values[self.values.len() - 1]
    }

    fn covariance(&self) -> Vec<Vec<f64>> {
        inverse(self.derivatives().1)
    }
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan. Such a matrix needs no pivoting.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for pivot in 0..size {
        let by = matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|value| *value /= by);
        let of_pivot = matrix[pivot].clone();
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = std::mem::replace(&mut matrix[row][pivot], 0.0);
            for (value, of_pivot) in matrix[row].iter_mut().zip(&of_pivot) {
                *value -= factor * of_pivot;
            }
        }
    }
    matrix
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(row).collect()
}
