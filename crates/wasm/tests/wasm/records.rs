//! The layout of the records of the interface.

use terrarium_wasm::record::{RECORDS, intent};

#[test]
fn fields_are_aligned_and_do_not_overlap() {
    for record in RECORDS {
        // The offsets of the senses are from the beginning of the buffer.
        let start = if record.name == "senses" { intent::SIZE } else { 0 };
        let mut end = start;
        for field in record.fields {
            let size = match field.kind {
                "u8" => 1,
                "u16" => 2,
                "u32" => 4,
                "u64" | "f64" => 8,
                other => panic!("{other} is not a type of a field"),
            };
            assert_eq!(field.offset % size, 0, "{}.{}", record.name, field.name);
            assert!(field.offset >= end, "{}.{}", record.name, field.name);
            end = field.offset + size;
        }
        assert!(end <= start + record.size && record.size % 8 == 0, "{}", record.name);
    }
}
