//! The forms of an animal's body: its body plan with the parts of its silhouette, as its traits shape them.

use terrarium_creatures::species::{BodyPlan, Characteristic, Ears, Horns, Silhouette, Tail};
use terrarium_run::record::scene::Build;

use super::pen::Form;

/// The forms of a body that faces right.
#[derive(Debug, Default)]
pub(super) struct Anatomy {
    /// Legs, tail and feelers.
    pub limbs: Vec<Form>,
    /// The trunk.
    pub trunk: Vec<Form>,
    /// Head and snout.
    pub head: Vec<Form>,
    /// Ears.
    pub ears: Vec<Form>,
    /// Horns, antlers, jaws and fangs.
    pub horns: Vec<Form>,
    /// Where the eye on one side is, and its radius.
    pub eye: (f32, f32, f32),
    /// The front of the snout.
    pub mouth: f32,
    /// The back: its middle, and half its length and width, on which patterns lie.
    pub back: (f32, f32, f32),
}

/// A plan: trunk, head, legs and where parts are attached.
struct Plan {
    trunk: &'static [[f32; 4]],
    head: &'static [[f32; 4]],
    /// For each pair of legs: where it begins and ends on one side, and half its width.
    legs: &'static [[f32; 5]],
    /// The middle and the radius of the head.
    skull: [f32; 2],
    /// The rear, from which the tail grows.
    rear: f32,
    /// The eye on one side, and its radius.
    eye: [f32; 3],
    mouth: f32,
    back: [f32; 3],
}

const RODENT: Plan = Plan {
    trunk: &[[-0.18, 0.0, 0.78, 0.62]],
    head: &[[0.58, 0.0, 0.42, 0.40]],
    legs: &[[0.25, 0.40, 0.42, 0.70, 0.13], [-0.55, 0.40, -0.60, 0.72, 0.16]],
    skull: [0.52, 0.42],
    rear: -0.92,
    eye: [0.66, 0.25, 0.10],
    mouth: 0.98,
    back: [-0.2, 0.55, 0.40],
};

const HOPPER: Plan = Plan {
    trunk: &[[-0.36, 0.0, 0.56, 0.60], [0.0, 0.0, 0.70, 0.42]],
    head: &[[0.70, 0.0, 0.36, 0.29]],
    legs: &[[0.30, 0.25, 0.50, 0.50, 0.10], [-0.62, 0.50, 0.02, 0.66, 0.14]],
    skull: [0.66, 0.30],
    rear: -0.88,
    eye: [0.76, 0.20, 0.10],
    mouth: 1.04,
    back: [-0.3, 0.48, 0.40],
};

const GRAZER: Plan = Plan {
    trunk: &[[-0.22, 0.0, 0.76, 0.40], [0.20, 0.0, 0.42, 0.34]],
    head: &[[0.68, 0.0, 0.34, 0.18], [0.98, 0.0, 0.28, 0.17]],
    legs: &[[0.22, 0.22, 0.36, 0.76, 0.09], [-0.68, 0.22, -0.78, 0.76, 0.10]],
    skull: [0.90, 0.20],
    rear: -0.92,
    eye: [0.94, 0.14, 0.075],
    mouth: 1.24,
    back: [-0.2, 0.58, 0.30],
};

const WEASEL: Plan = Plan {
    trunk: &[[-0.08, 0.0, 0.92, 0.27]],
    head: &[[0.88, 0.0, 0.32, 0.23]],
    legs: &[[0.48, 0.15, 0.60, 0.48, 0.09], [-0.66, 0.15, -0.70, 0.48, 0.10]],
    skull: [0.84, 0.24],
    rear: -0.94,
    eye: [0.96, 0.13, 0.085],
    mouth: 1.20,
    back: [-0.1, 0.75, 0.20],
};

const CAT: Plan = Plan {
    trunk: &[[-0.22, 0.0, 0.70, 0.38], [0.22, 0.0, 0.36, 0.42]],
    head: &[[0.74, 0.0, 0.36, 0.38]],
    legs: &[[0.30, 0.28, 0.62, 0.66, 0.13], [-0.62, 0.26, -0.78, 0.70, 0.14]],
    skull: [0.72, 0.38],
    rear: -0.88,
    eye: [0.84, 0.20, 0.105],
    mouth: 1.10,
    back: [-0.15, 0.60, 0.28],
};

const DOG: Plan = Plan {
    trunk: &[[-0.30, 0.0, 0.64, 0.31], [0.16, 0.0, 0.46, 0.44]],
    head: &[[0.70, 0.0, 0.32, 0.30], [1.02, 0.0, 0.28, 0.13]],
    legs: &[[0.26, 0.32, 0.44, 0.80, 0.10], [-0.68, 0.22, -0.82, 0.74, 0.11]],
    skull: [0.66, 0.30],
    rear: -0.88,
    eye: [0.80, 0.17, 0.085],
    mouth: 1.28,
    back: [-0.2, 0.55, 0.26],
};

const INSECT: Plan = Plan {
    trunk: &[[-0.64, 0.0, 0.52, 0.40], [0.08, 0.0, 0.28, 0.20]],
    head: &[[0.58, 0.0, 0.28, 0.30]],
    legs: &[
        [0.14, 0.10, 0.52, 0.86, 0.065],
        [0.06, 0.12, 0.02, 0.98, 0.065],
        [-0.02, 0.10, -0.52, 0.92, 0.065],
    ],
    skull: [0.56, 0.30],
    rear: -1.1,
    eye: [0.64, 0.20, 0.10],
    mouth: 0.86,
    back: [-0.64, 0.36, 0.28],
};

const BEETLE: Plan = Plan {
    trunk: &[[-0.24, 0.0, 0.82, 0.64]],
    head: &[[0.66, 0.0, 0.26, 0.36]],
    legs: &[
        [0.30, 0.40, 0.56, 0.92, 0.075],
        [-0.20, 0.50, -0.20, 1.02, 0.075],
        [-0.60, 0.40, -0.94, 0.90, 0.075],
    ],
    skull: [0.64, 0.34],
    rear: -1.0,
    eye: [0.72, 0.24, 0.09],
    mouth: 0.90,
    back: [-0.24, 0.62, 0.46],
};

/// How much a level adds to what it shapes.
fn grown(least: f32, by: f32, level: u8) -> f32 {
    least + by * f32::from(level)
}

impl Anatomy {
    /// The body of a silhouette, as the traits shape it.
    pub fn new(silhouette: Silhouette, build: Build, is_hunter: bool) -> Self {
        let plan = match silhouette.body {
            BodyPlan::Hopper => HOPPER,
            BodyPlan::Grazer => GRAZER,
            BodyPlan::Weasel => WEASEL,
            BodyPlan::Cat => CAT,
            BodyPlan::Dog => DOG,
            BodyPlan::Insect => INSECT,
            BodyPlan::Beetle => BEETLE,
            BodyPlan::Rodent | BodyPlan::Rosette | BodyPlan::Tuft | BodyPlan::Tree => RODENT,
        };
        let mut body = Self::of_plan(&plan, build);
        let [at, size] = plan.skull;
        body.add_ears(silhouette.ears, at, size);
        body.add_tail(silhouette.tail, plan.rear);
        let attack = build.level(Characteristic::Attack);
        body.add_horns(silhouette.horns, at, size, attack);
        if silhouette.body == BodyPlan::Insect {
            body.add_pair(|limbs| &mut limbs.limbs, Form::limb((0.74, 0.12), (1.12, 0.5), 0.045));
        }
        if attack >= 2 && silhouette.horns == Horns::None {
            body.add_weapons(&plan, attack, is_hunter);
        }
        if build.level(Characteristic::Defence) >= 3 {
            body.add_spines(&plan, build.level(Characteristic::Defence));
        }
        body
    }

    /// Trunk, head and legs: fast animals have longer legs and are slimmer.
    fn of_plan(plan: &Plan, build: Build) -> Self {
        let speed = build.level(Characteristic::Speed);
        let slim = grown(1.06, -0.03, speed);
        let reach = grown(0.78, 0.10, speed);
        let oval = |&[x, y, long, half]: &[f32; 4]| Form::oval(x, y, long, half);
        let trunk =
            plan.trunk.iter().map(|&[x, y, long, half]| Form::oval(x, y, long, half * slim));
        let mut body = Self {
            trunk: trunk.collect(),
            head: plan.head.iter().map(oval).collect(),
            mouth: plan.mouth,
            back: plan.back.into(),
            ..Self::default()
        };
        for &[x, y, foot_x, foot_y, half] in plan.legs {
            let foot = (x + (foot_x - x) * reach, y + (foot_y - y) * reach);
            body.add_pair(|parts| &mut parts.limbs, Form::limb((x, y), foot, half));
        }
        let [x, y, size] = plan.eye;
        body.eye = (x, y, size * grown(0.80, 0.17, build.level(Characteristic::Sight)));
        body
    }

    fn add_pair(&mut self, list: impl Fn(&mut Self) -> &mut Vec<Form>, form: Form) {
        list(self).extend([form, form.mirrored()]);
    }

    fn add_ears(&mut self, ears: Ears, at: f32, size: f32) {
        let on = |x: f32, y: f32| (at + x * size, y * size);
        let form = match ears {
            Ears::None => return,
            Ears::Round => Form::oval(at - 0.35 * size, 0.85 * size, 0.42 * size, 0.42 * size),
            Ears::Pointed => Form::spike([on(0.15, 0.55), on(-0.70, 0.60), on(-0.45, 1.65)]),
            Ears::Long => Form::limb(on(0.1, 0.5), on(-2.1, 1.9), 0.42 * size),
        };
        self.add_pair(|body| &mut body.ears, form);
    }

    fn add_tail(&mut self, tail: Tail, rear: f32) {
        match tail {
            Tail::None => {}
            Tail::Short => self.limbs.push(Form::oval(rear - 0.08, 0.0, 0.18, 0.15)),
            Tail::Long => self.limbs.extend([
                Form::limb((rear + 0.1, 0.0), (rear - 0.34, 0.10), 0.09),
                Form::limb((rear - 0.22, 0.06), (rear - 0.52, 0.30), 0.08),
            ]),
            Tail::Bushy => {
                self.limbs.push(Form::limb((rear + 0.1, 0.0), (rear - 0.58, 0.10), 0.19))
            }
        }
    }

    /// Horns are longer where attacks are stronger.
    fn add_horns(&mut self, horns: Horns, at: f32, size: f32, attack: u8) {
        let long = grown(0.85, 0.12, attack);
        let on = |x: f32, y: f32| (at + x * size, y * size);
        let far = |x: f32, y: f32| on(x * long, y * long);
        let forms = match horns {
            Horns::None => return,
            Horns::Horns => {
                vec![Form::spike([on(0.35, 0.35), on(-0.25, 0.70), far(0.9, 1.5)])]
            }
            Horns::Antlers => vec![
                Form::limb(on(-0.3, 0.5), far(-1.3, 3.0), 0.34 * size),
                Form::limb(far(-0.7, 1.5), far(0.7, 2.3), 0.28 * size),
                Form::limb(far(-1.1, 2.5), far(0.1, 3.7), 0.28 * size),
            ],
            Horns::Jaws => vec![
                Form::limb(on(0.5, 0.45), far(1.45, 0.75), 0.16 * size),
                Form::limb(far(1.35, 0.75), far(1.75, 0.15), 0.13 * size),
            ],
        };
        forms.into_iter().for_each(|form| self.add_pair(|body| &mut body.horns, form));
    }

    /// Fangs of hunters, and small horns of others.
    fn add_weapons(&mut self, plan: &Plan, attack: u8, is_hunter: bool) {
        let long = grown(0.02, 0.06, attack);
        let [at, size] = plan.skull;
        let corners = if is_hunter {
            let front = plan.mouth - 0.06;
            [(front, 0.03), (front, 0.15), (front + long, 0.09)]
        } else {
            let side = size * 0.6;
            [(at - 0.06, side), (at + 0.14, side), (at + 0.10, side + 0.2 + long)]
        };
        self.add_pair(|body| &mut body.horns, Form::spike(corners));
    }

    /// Spines along the sides of well defended animals.
    fn add_spines(&mut self, plan: &Plan, defence: u8) {
        let [middle, long, half] = plan.back;
        let reach = grown(0.10, 0.05, defence);
        for share in [-0.75, -0.25, 0.25, 0.75_f32] {
            let x = middle + share * long;
            let edge = half * 1.25 * (1.0 - share * share * 0.35);
            let spine = [(x - 0.10, edge), (x + 0.10, edge), (x - 0.08, edge + reach)];
            self.add_pair(|body| &mut body.limbs, Form::spike(spine));
        }
    }

    /// All forms, which together are the outline.
    pub fn outline(&self) -> Vec<Form> {
        [&self.limbs, &self.ears, &self.horns, &self.trunk, &self.head]
            .into_iter()
            .flatten()
            .copied()
            .collect()
    }
}
