//! The names and source lines of a module, from its `name` section, its exports and its debug
//! information (DWARF).

use std::collections::BTreeMap;
use std::ops::Range;

use addr2line::gimli::{DwarfSections, EndianSlice, LittleEndian};
use addr2line::{Context, Frame, Location};
use terrarium_creatures::behaviour::{CodeFrame, SourceLine};
use wasmparser::{ExternalKind, KnownCustom, Name, Parser, Payload, TypeRef};

type Slice<'a> = EndianSlice<'a, LittleEndian>;

/// What a module in binary form contains about its source.
pub(super) struct DebugInfo<'a> {
    /// The number of imported functions, which are the first ones.
    imported: u32,
    names: BTreeMap<u32, String>,
    exports: BTreeMap<u32, String>,
    /// The offsets of the bodies of the other functions.
    bodies: Vec<Range<usize>>,
    /// The offset from which addresses are counted: that of the code section, or, in what the assembler
    /// of modules in text form writes, that of the first function in it.
    code: usize,
    is_assembled: bool,
    lines: Option<Context<Slice<'a>>>,
}

impl<'a> DebugInfo<'a> {
    /// Reads the sections of a valid module, which may have been assembled from text. Debug information
    /// that cannot be read is left out.
    pub fn new(binary: &'a [u8], is_assembled: bool) -> Self {
        let mut info = Self {
            imported: 0,
            names: BTreeMap::new(),
            exports: BTreeMap::new(),
            bodies: Vec::new(),
            code: 0,
            is_assembled,
            lines: None,
        };
        let mut sections = BTreeMap::new();
        for payload in Parser::new(0).parse_all(binary).flatten() {
            match payload {
                Payload::CustomSection(section) if section.name().starts_with(".debug_") => {
                    sections.insert(section.name(), section.data());
                }
                payload => info.record(payload),
            }
        }
        if !sections.is_empty() {
            info.lines = lines(&sections);
        }
        info
    }

    fn record(&mut self, payload: Payload<'_>) {
        match payload {
            Payload::ImportSection(imports) => {
                let functions = imports.into_iter().flatten();
                let functions = functions.filter(|it| matches!(it.ty, TypeRef::Func(_)));
                self.imported = u32::try_from(functions.count()).unwrap_or(0);
            }
            Payload::ExportSection(exports) => {
                let exports = exports.into_iter().flatten();
                for export in exports.filter(|export| export.kind == ExternalKind::Func) {
                    self.exports.insert(export.index, export.name.to_owned());
                }
            }
            Payload::CodeSectionStart { range, count, .. } => {
                // The number of functions takes one byte below 128, otherwise two.
                let first = range.start + if count < 128 { 1 } else { 2 };
                self.code = if self.is_assembled { first } else { range.start };
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body.range()),
            Payload::CustomSection(section) => {
                let KnownCustom::Name(names) = section.as_known() else { return };
                for name in names.into_iter().flatten() {
                    let Name::Function(names) = name else { continue };
                    let names = names.into_iter().flatten();
                    self.names.extend(names.map(|name| (name.index, demangled(name.name))));
                }
            }
            _ => {}
        }
    }

    /// The offset of an exported function.
    pub fn exported(&self, name: &str) -> Option<usize> {
        let (&index, _) = self.exports.iter().find(|(_, export)| *export == name)?;
        let body = index.checked_sub(self.imported)?;
        Some(self.bodies.get(body as usize)?.start)
    }

    /// The functions at the offset of an instruction: those that are inlined there, the innermost
    /// first, and the one that contains it.
    pub fn frames(&self, offset: usize) -> Vec<CodeFrame> {
        let Some(body) = self.bodies.iter().position(|body| body.contains(&offset)) else {
            return Vec::new();
        };
        let index = self.imported + u32::try_from(body).expect("the functions are limited");
        let name = self.names.get(&index).or_else(|| self.exports.get(&index)).cloned();
        let mut frames = self.inlined(offset, index);
        match frames.last_mut() {
            Some(outermost) => outermost.name = name.or_else(|| outermost.name.take()),
            None => frames.push(CodeFrame { name, index, line: None }),
        }
        frames
    }

    /// The functions at an offset, as far as the debug information has them.
    fn inlined(&self, offset: usize, index: u32) -> Vec<CodeFrame> {
        let Some(lines) = &self.lines else { return Vec::new() };
        let Some(address) = offset.checked_sub(self.code) else { return Vec::new() };
        let address = address as u64;
        let unit = lines.find_dwarf_and_unit(address).skip_all_loads();
        let directory = unit.and_then(|unit| unit.comp_dir).map(|it| it.to_string_lossy());
        let Ok(mut found) = lines.find_frames(address).skip_all_loads() else { return Vec::new() };
        let mut frames = Vec::new();
        while let Ok(Some(Frame { function, location, .. })) = found.next() {
            let name = function.and_then(|name| Some(name.demangle().ok()?.into_owned()));
            // What the assembler calls a function without a name.
            let name = name.filter(|name| !name.starts_with("wasm-function["));
            let line = location.and_then(|location| source_line(&location, directory.as_deref()));
            frames.push(CodeFrame { name, index, line });
        }
        frames
    }
}

fn lines<'a>(sections: &BTreeMap<&str, &'a [u8]>) -> Option<Context<Slice<'a>>> {
    let section = |name: &str| sections.get(name).copied().unwrap_or_default();
    let loaded = DwarfSections::load(|id| Ok::<_, ()>(section(id.name()))).ok()?;
    Context::from_dwarf(loaded.borrow(|bytes| EndianSlice::new(bytes, LittleEndian))).ok()
}

/// The name of a function without what compilers add to it.
pub(super) fn demangled(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

fn source_line(location: &Location<'_>, directory: Option<&str>) -> Option<SourceLine> {
    let line = location.line.filter(|&line| line > 0)?;
    let column = location.column.filter(|&column| column > 0);
    Some(SourceLine { file: relative(location.file?, directory), line, column })
}

/// The path of a source file without what differs between machines: relative to the directory in which
/// its unit was compiled, to the folder of packages, or to the source of the standard library.
pub(super) fn relative(file: &str, directory: Option<&str>) -> String {
    let path = file.replace('\\', "/");
    let directory = directory.map(|it| it.replace('\\', "/")).filter(|it| !it.is_empty());
    let within = |directory: &str| {
        let rest = path.strip_prefix(directory.trim_end_matches('/'))?;
        rest.strip_prefix('/').map(str::to_owned)
    };
    let path = directory.as_deref().and_then(within).unwrap_or_else(|| path.clone());
    let is_absolute = path.starts_with('/') || path.get(1..2) == Some(":");
    if !is_absolute {
        return path.trim_start_matches("./").to_owned();
    }
    let below = |folder: &str, levels: usize| {
        let (_, rest) = path.split_once(folder)?;
        rest.splitn(levels + 1, '/').nth(levels).map(str::to_owned)
    };
    let known = below("/registry/src/", 1).or_else(|| below("/rustlib/src/rust/", 0));
    let known = known.or_else(|| path.starts_with("/rustc/").then(|| below("/rustc/", 1))?);
    known.unwrap_or_else(|| path.rsplit('/').next().unwrap_or_default().to_owned())
}
