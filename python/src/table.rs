//! Tables for data frame libraries: pandas, Polars, pyarrow and DuckDB take them through the Arrow C stream interface,
//! without a copy and without this package needing any of them.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Metadata, Schema};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};
use terrarium::record::table::{Cell, Column, Holds, TableReader};

use crate::errors::{failed, of_file, refused};

/// The key of a column's meaning in the metadata of its field.
const MEANING: &str = "meaning";

/// The number of rows that `repr` shows.
const SHOWN: usize = 8;

/// The number of rows that a notebook shows.
const SHOWN_IN_NOTEBOOKS: usize = 20;

/// A table: columns of whole numbers (signed, 64 bits), numbers (64 bits) or words.
///
/// Any library with the Arrow PyCapsule interface takes it without a copy: `polars.DataFrame(table)`,
/// `pyarrow.table(table)`, `pandas.DataFrame.from_arrow(table)`, `duckdb.from_arrow(table)`. `to_dict()` needs no
/// library. Iterated, it gives a dictionary for each row, so `pandas.DataFrame(table)` takes it, too.
#[pyclass(frozen, module = "terrarium")]
pub struct Table {
    batch: RecordBatch,
}

/// Collects the rows of a table.
pub struct TableBuilder {
    fields: Vec<Field>,
    columns: Vec<ColumnBuilder>,
}

enum ColumnBuilder {
    Whole(Int64Builder),
    Number(Float64Builder),
    Word(StringBuilder),
}

impl TableBuilder {
    /// A table without rows.
    pub fn new(columns: &[Column]) -> Self {
        let field = |column: &Column| {
            let holds = match column.holds {
                Holds::Whole => DataType::Int64,
                Holds::Number => DataType::Float64,
                Holds::Word | Holds::Text => DataType::Utf8,
            };
            let meaning = Metadata::from([(MEANING.to_owned(), column.meaning.clone())]);
            Field::new(&column.name, holds, true).with_metadata(meaning)
        };
        let builder = |column: &Column| match column.holds {
            Holds::Whole => ColumnBuilder::Whole(Int64Builder::new()),
            Holds::Number => ColumnBuilder::Number(Float64Builder::new()),
            Holds::Word | Holds::Text => ColumnBuilder::Word(StringBuilder::new()),
        };
        Self {
            fields: columns.iter().map(field).collect(),
            columns: columns.iter().map(builder).collect(),
        }
    }

    /// Adds a row with a cell for each column, in their order.
    pub fn row(&mut self, cells: &[Cell<'_>]) {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.add(*cell);
        }
    }

    /// The table with the rows so far.
    pub fn table(&self) -> PyResult<Table> {
        let arrays = self.columns.iter().map(ColumnBuilder::array).collect();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(self.fields.clone())), arrays);
        Ok(Table { batch: batch.map_err(failed)? })
    }
}

impl ColumnBuilder {
    fn add(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Whole(column), Cell::Whole(whole)) => column.append_value(whole.cast_signed()),
            (Self::Number(column), Cell::Number(number)) => column.append_value(number),
            (Self::Word(column), Cell::Word(word)) => column.append_value(word),
            (Self::Whole(column), _) => column.append_null(),
            (Self::Number(column), _) => column.append_null(),
            (Self::Word(column), _) => column.append_null(),
        }
    }

    fn array(&self) -> ArrayRef {
        match self {
            Self::Whole(column) => Arc::new(column.finish_cloned()),
            Self::Number(column) => Arc::new(column.finish_cloned()),
            Self::Word(column) => Arc::new(column.finish_cloned()),
        }
    }
}

#[pymethods]
impl Table {
    /// The table as a stream of the Arrow C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may ignore the request; then the consumer converts.
        let _ = requested_schema;
        let schema = self.batch.schema();
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The types of the columns as a schema of the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.batch.schema()).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns, in their order.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The meaning and unit of each column, by name.
    #[getter]
    fn meanings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let meanings = PyDict::new(py);
        for field in self.batch.schema().fields() {
            meanings.set_item(field.name(), field.metadata().get(MEANING))?;
        }
        Ok(meanings)
    }

    /// The values of one column; None where there is none.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        let schema = self.batch.schema();
        let index = schema.index_of(column).map_err(|_| {
            let names = self.columns().join(", ");
            pyo3::exceptions::PyKeyError::new_err(format!(
                "there is no column {column:?}; the columns are {names}"
            ))
        })?;
        list(py, self.batch.column(index))
    }

    /// The columns as lists, by name. Needs no other library.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (field, column) in self.batch.schema().fields().iter().zip(self.batch.columns()) {
            all.set_item(field.name(), list(py, column)?)?;
        }
        Ok(all)
    }

    /// The rows as dictionaries.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let schema = self.batch.schema();
        let columns = schema.fields().iter().zip(self.batch.columns());
        let columns = columns.map(|(field, column)| Ok((field.name(), list(py, column)?)));
        let columns = columns.collect::<PyResult<Vec<_>>>()?;
        let rows = PyList::empty(py);
        for number in 0..self.batch.num_rows() {
            let row = PyDict::new(py);
            for (name, values) in &columns {
                row.set_item(name, values.get_item(number)?)?;
            }
            rows.append(row)?;
        }
        rows.try_iter()
    }

    /// What notebooks offer between the brackets.
    fn _ipython_key_completions_(&self) -> Vec<String> {
        self.columns()
    }

    /// What notebooks show: the first rows. The meaning of a column is shown where the pointer rests.
    fn _repr_html_(&self) -> String {
        let (rows, schema) = (self.batch.num_rows(), self.batch.schema());
        let mut html = String::from("<table><thead><tr>");
        for field in schema.fields() {
            let meaning = field.metadata().get(MEANING).map_or("", String::as_str);
            let (meaning, name) = (escaped(meaning), escaped(field.name()));
            html.push_str(&format!("<th title=\"{meaning}\">{name}</th>"));
        }
        html.push_str("</tr></thead><tbody>");
        for row in 0..rows.min(SHOWN_IN_NOTEBOOKS) {
            html.push_str("<tr>");
            for column in self.batch.columns() {
                html.push_str(&format!("<td>{}</td>", escaped(&cell_text(column, row))));
            }
            html.push_str("</tr>");
        }
        let more = if rows > SHOWN_IN_NOTEBOOKS { "…, " } else { "" };
        let columns = schema.fields().len();
        html.push_str(&format!("</tbody></table><p>{more}{rows} rows × {columns} columns</p>"));
        html
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.batch.num_rows(), self.columns());
        let mut text = format!("{rows} rows of {}", columns.join(", "));
        for row in 0..rows.min(SHOWN) {
            let cells = self.batch.columns().iter().map(|column| cell_text(column, row));
            text.push('\n');
            text.push_str(&cells.collect::<Vec<_>>().join(", "));
        }
        if rows > SHOWN {
            text.push_str("\n…");
        }
        text
    }
}

/// Reads a table of a run or a sweep, CSV or Parquet by the ending of its name. A column has the first of whole
/// number, number and word that fits all of its values.
#[pyfunction]
pub fn read_table(py: Python<'_>, path: PathBuf) -> PyResult<Table> {
    py.detach(|| {
        let file = std::fs::File::open(&path).map_err(of_file(&path))?;
        let unreadable = |error| refused(format!("{}: {error}", path.display()));
        let mut reader = TableReader::new(file, &path).map_err(unreadable)?;
        let names: Vec<String> = reader.columns().iter().map(str::to_owned).collect();
        let mut texts: Vec<Vec<String>> = vec![Vec::new(); names.len()];
        let mut row = reader.columns().clone();
        while reader.read(&mut row).map_err(unreadable)? {
            for (column, text) in texts.iter_mut().zip(&row) {
                column.push(text.to_owned());
            }
        }
        typed(&names, &texts)
    })
}

/// A table of columns of texts, in the narrowest type.
fn typed<'t>(names: &[String], texts: &'t [Vec<String>]) -> PyResult<Table> {
    let column = |(name, texts): (&String, &Vec<String>)| {
        let given = || texts.iter().filter(|text| !text.is_empty());
        if given().all(|text| text.parse::<u64>().is_ok_and(|whole| i64::try_from(whole).is_ok())) {
            Column::whole(name, "")
        } else if given().all(|text| text.parse::<f64>().is_ok()) {
            Column::number(name, "")
        } else {
            Column::word(name, "")
        }
    };
    let columns: Vec<Column> = names.iter().zip(texts).map(column).collect();
    let mut table = TableBuilder::new(&columns);
    for row in 0..texts.first().map_or(0, Vec::len) {
        let cell = |(column, texts): (&Column, &'t Vec<String>)| match (column.holds, &*texts[row])
        {
            (_, "") => Cell::Empty,
            (Holds::Whole, text) => text.parse().map_or(Cell::Empty, Cell::Whole),
            (Holds::Number, text) => text.parse().map_or(Cell::Empty, Cell::Number),
            (Holds::Word | Holds::Text, text) => Cell::Word(text),
        };
        table.row(&columns.iter().zip(texts).map(cell).collect::<Vec<Cell<'t>>>());
    }
    table.table()
}

/// The values of a column as Python objects.
fn list<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    let values = PyList::empty(py);
    for row in 0..column.len() {
        let value = match column.data_type() {
            _ if column.is_null(row) => py.None().into_bound(py),
            DataType::Int64 => {
                column.as_primitive::<Int64Type>().value(row).into_bound_py_any(py)?
            }
            DataType::Float64 => {
                column.as_primitive::<Float64Type>().value(row).into_bound_py_any(py)?
            }
            _ => column.as_string::<i32>().value(row).into_bound_py_any(py)?,
        };
        values.append(value)?;
    }
    Ok(values)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn cell_text(column: &ArrayRef, row: usize) -> String {
    match column.data_type() {
        _ if column.is_null(row) => "–".to_owned(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string(),
        _ => column.as_string::<i32>().value(row).to_owned(),
    }
}
