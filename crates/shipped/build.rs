//! Makes a new creature, scenario or template in the folders that are built in reason enough to build
//! again: the compiler only watches the files that it has already seen there.

fn main() {
    for folder in ["creatures", "lessons", "scenarios", "sdk/rust/src", "sparring", "templates"] {
        println!("cargo::rerun-if-changed=../../{folder}");
    }
}
