//! Errors as exceptions of the package, with file, line, column and remedy.

use std::fmt::Display;
use std::path::Path;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use terrarium::input::Diagnostic;

/// The module with the classes of the exceptions.
const MODULE: &str = "terrarium.errors";

/// The exception for input that is wrong.
pub fn input_error(diagnostic: &Diagnostic) -> PyErr {
    Python::attach(|py| {
        let make = || {
            let fields = PyDict::new(py);
            fields.set_item("what", &diagnostic.what)?;
            fields.set_item("remedy", diagnostic.remedy.as_deref())?;
            if let Some(location) = &diagnostic.location {
                fields.set_item("file", location.file_name())?;
                if location.file_name().is_some() && !location.text().is_empty() {
                    let (line, column) = location.line_and_column();
                    fields.set_item("line", line)?;
                    fields.set_item("column", column)?;
                }
            }
            let class = py.import(MODULE)?.getattr("InputError")?;
            class.call((diagnostic.to_string(),), Some(&fields))
        };
        make().map_or_else(|error| error, PyErr::from_value)
    })
}

/// The exception for input that is wrong for this reason.
pub fn refused(reason: impl Display) -> PyErr {
    input_error(&Diagnostic::new(reason.to_string()))
}

/// The exception for an operation that failed although the input is right, such as writing to a full disk.
pub fn failed(reason: impl Display) -> PyErr {
    Python::attach(|py| {
        let class = py.import(MODULE).and_then(|module| module.getattr("TerrariumError"));
        let error = class.and_then(|class| class.call1((reason.to_string(),)));
        error.map_or_else(|error| error, PyErr::from_value)
    })
}

/// The exception for a file that cannot be read or written.
pub fn of_file(path: &Path) -> impl FnOnce(std::io::Error) -> PyErr + '_ {
    move |error| PyOSError::new_err(format!("{}: {error}", path.display()))
}
