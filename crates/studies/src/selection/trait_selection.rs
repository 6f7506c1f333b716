//! Selection on one trait in one cohort.

/// Selection on a trait in a cohort. Differences are in the unit of the trait.
#[derive(Debug, Clone, PartialEq)]
pub struct TraitSelection {
    /// The column of the trait in the table of individuals.
    pub column: String,
    /// The mean of the cohort.
    pub mean: f64,
    /// The standard deviation of the cohort.
    pub sd: f64,
    /// The mean of the parents, each counted once for every child, less the mean of the cohort; `None` without
    /// children.
    pub differential: Option<f64>,
    /// The mean difference of a child from its parent; `None` without children.
    pub transmission: Option<f64>,
    /// How far the differential is from what drift alone gives, in standard deviations: positive if more of the
    /// trait had more children. `None` if all have the same trait or the same number of children.
    pub z: Option<f64>,
}

/// An organism of a cohort.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    pub value: f64,
    /// The number of its children.
    pub children: f64,
    /// The sum of their values.
    pub of_children: f64,
}

impl TraitSelection {
    /// Selection on the trait in `column` among these organisms, of which there is at least one.
    pub(super) fn new(column: &str, members: &[Member]) -> Self {
        let count = members.len() as f64;
        let sum = |of: &dyn Fn(&Member) -> f64| members.iter().map(of).sum::<f64>();
        let mean = sum(&|it| it.value) / count;
        let children = sum(&|it| it.children);
        let mean_children = children / count;
        let variance = sum(&|it| (it.value - mean) * (it.value - mean)) / count;
        let of_children = |it: &Member| it.children - mean_children;
        let spread = sum(&|it| of_children(it) * of_children(it)) / count;
        let covariance = sum(&|it| of_children(it) * (it.value - mean)) / count;
        let has_children = children > 0.0;
        let parents = sum(&|it| it.children * it.value) / children;
        // If the numbers of children were dealt at random, the correlation would have mean 0 and variance 1/(n - 1).
        let correlation = covariance / (variance.sqrt() * spread.sqrt());
        Self {
            column: column.to_owned(),
            mean,
            sd: variance.sqrt(),
            differential: has_children.then_some(parents - mean),
            transmission: has_children.then(|| sum(&|it| it.of_children) / children - parents),
            z: (variance > 0.0 && spread > 0.0).then(|| correlation * (count - 1.0).sqrt()),
        }
    }

    /// The mean of the children less the mean of the cohort; `None` without children.
    #[must_use]
    pub fn response(&self) -> Option<f64> {
        self.differential.zip(self.transmission).map(|(selected, changed)| selected + changed)
    }

    /// The differential in standard deviations of the cohort; `None` without children or if all have the same trait.
    #[must_use]
    pub fn intensity(&self) -> Option<f64> {
        self.differential.filter(|_| self.sd > 0.0).map(|differential| differential / self.sd)
    }
}
