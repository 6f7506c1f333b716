//! Generates the JavaScript and the types of the page's engine, as `wasm-bindgen` does, in the version that the
//! lock file names.

use std::error::Error;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("usage: terrarium-bindgen MODULE FOLDER");
        return ExitCode::from(2);
    };
    match generate(module, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn generate(module: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).web(true)?.typescript(true).remove_name_section(true);
    bindgen.remove_producers_section(true);
    Ok(bindgen.generate(folder)?)
}
