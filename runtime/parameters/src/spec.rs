//! The text of the flag `--parameters=[scope=]file`.

use std::path::PathBuf;

use crate::error::{ArchiveError, Part, invalid};

/// Which file serves which scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The scope programs ask for; empty for the global one.
    pub scope: String,
    /// The archive.
    pub path: PathBuf,
}

impl Spec {
    /// Reads `scope=file` or `file`. The first `=` ends the scope, so a file of the global scope
    /// whose path has one is written `=file`.
    ///
    /// # Errors
    ///
    /// [`ArchiveError::Invalid`] when there is no file.
    pub fn parse(text: &str) -> Result<Self, ArchiveError> {
        let (scope, path) = text.split_once('=').unwrap_or(("", text));
        if path.is_empty() {
            return Err(invalid(Part::Named("parameters"), "[scope=]file", format!("{text:?}")));
        }
        Ok(Self { scope: scope.to_owned(), path: path.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The splits are those of IREE's tools.
    #[test]
    fn the_first_equals_sign_ends_the_scope() {
        for (text, scope, path) in [
            ("w.irpa", "", "w.irpa"),
            ("model=w.safetensors", "model", "w.safetensors"),
            ("model=dir/b=c.gguf", "model", "dir/b=c.gguf"),
            ("=b=c.irpa", "", "b=c.irpa"),
        ] {
            let expected = Spec { scope: scope.to_owned(), path: path.into() };
            assert_eq!(Spec::parse(text).unwrap(), expected);
        }
    }

    #[test]
    fn a_missing_file_is_an_error() {
        for text in ["", "model="] {
            assert_eq!(
                Spec::parse(text).unwrap_err().to_string(),
                format!("parameters: expected [scope=]file, found {text:?}")
            );
        }
    }
}
