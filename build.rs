//! Makes a new creature or scenario in the shipped folders reason enough to build again: the
//! compiler only watches the files that it has already seen there.

fn main() {
    println!("cargo::rerun-if-changed=creatures");
    println!("cargo::rerun-if-changed=scenarios");
}
