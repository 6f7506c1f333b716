//! Makes a new creature, scenario or template in the folders that are built in reason enough to build
//! again: the compiler only watches the files that it has already seen there.

fn main() {
    println!("cargo::rerun-if-changed=creatures");
    println!("cargo::rerun-if-changed=scenarios");
    println!("cargo::rerun-if-changed=templates");
    println!("cargo::rerun-if-changed=sdk/rust/src");
}
