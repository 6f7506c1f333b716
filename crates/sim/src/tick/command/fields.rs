//! The names of the fields of commands that have a value without a name.

/// A module that reads and writes a value as an object with this one field.
macro_rules! field {
    ($name:ident, $doc:literal) => {
        #[doc = $doc]
        pub mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            #[derive(Serialize, Deserialize)]
            struct Field<T> {
                $name: T,
            }

            pub fn serialize<T: Serialize, S: Serializer>(
                value: &T,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                Field { $name: value }.serialize(serializer)
            }

            pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<T, D::Error> {
                Field::deserialize(deserializer).map(|field| field.$name)
            }
        }
    };
}

field!(calamity, "As `{\"calamity\": …}`.");
field!(of, "As `{\"of\": …}`.");
