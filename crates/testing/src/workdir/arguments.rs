//! The arguments of a command.

/// Arguments: a list of them, or a line with white space between them.
pub trait Arguments {
    /// One by one.
    fn list(&self) -> Vec<&str>;
}

impl Arguments for str {
    fn list(&self) -> Vec<&str> {
        self.split_whitespace().collect()
    }
}

impl Arguments for String {
    fn list(&self) -> Vec<&str> {
        self.as_str().list()
    }
}

impl<T: AsRef<str>> Arguments for [T] {
    fn list(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

impl<T: AsRef<str>, const COUNT: usize> Arguments for [T; COUNT] {
    fn list(&self) -> Vec<&str> {
        self.as_slice().list()
    }
}

impl<T: AsRef<str>> Arguments for Vec<T> {
    fn list(&self) -> Vec<&str> {
        self.as_slice().list()
    }
}

impl<T: Arguments + ?Sized> Arguments for &T {
    fn list(&self) -> Vec<&str> {
        (**self).list()
    }
}
