//! Help for a name that is not there: the one most like it.

use crate::error::ArchiveError;
use crate::limits::{MAX_COMPARED_BYTES, MAX_COMPARED_NAMES};

/// The error for a parameter that is none of `names`, which are all the names of `scope`.
///
/// It suggests the name with the fewest edits, the first of several, if those are one or at most a
/// third of the longer name. Names over [`MAX_COMPARED_BYTES`] and those after the first
/// [`MAX_COMPARED_NAMES`] are counted but not compared.
#[must_use]
pub fn unknown_parameter<'a>(scope: &str, name: &str, names: impl IntoIterator<Item = &'a str>) -> ArchiveError {
    let mut nearest: Option<(usize, &str)> = None;
    let mut entry_count = 0;
    for candidate in names {
        entry_count += 1;
        if entry_count > MAX_COMPARED_NAMES {
            continue;
        }
        if let Some(edits) = edits_if_alike(name, candidate)
            && nearest.is_none_or(|(fewest, _)| edits < fewest)
        {
            nearest = Some((edits, candidate));
        }
    }
    ArchiveError::UnknownParameter {
        scope: scope.to_owned(),
        name: name.to_owned(),
        nearest: nearest.map(|(_, candidate)| candidate.to_owned()),
        entry_count,
    }
}

fn edits_if_alike(name: &str, candidate: &str) -> Option<usize> {
    let longer = name.len().max(candidate.len());
    let most = (longer / 3).max(1);
    // Lengths settle most pairs for less than the edit distance costs.
    if longer > MAX_COMPARED_BYTES || name.len().abs_diff(candidate.len()) > most {
        return None;
    }
    let edits = strsim::levenshtein(name, candidate);
    (edits <= most).then_some(edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(scope: &str, name: &str, names: &[&str]) -> String {
        unknown_parameter(scope, name, names.iter().copied()).to_string()
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        assert_eq!(
            message("model", "wq", &["w_k", "w_q", "w_v"]),
            r#"no parameter "wq" in scope "model"; nearest is "w_q"; it holds 3 entries"#
        );
    }

    #[test]
    fn names_unlike_the_wanted_one_are_not_suggested() {
        assert_eq!(message("", "weight", &["bias"]), r#"no parameter "weight" in the global scope; it holds 1 entry"#);
        assert_eq!(message("m", "weight", &[]), r#"no parameter "weight" in scope "m"; it holds 0 entries"#);
    }

    /// A hostile archive must not make a mere message slow.
    #[test]
    fn names_over_the_limits_are_counted_but_not_compared() {
        let long = "w".repeat(MAX_COMPARED_BYTES + 1);
        assert_eq!(
            message("m", &long[1..], &[&long]),
            format!("no parameter {:?} in scope \"m\"; it holds 1 entry", &long[1..])
        );
        let mut names = vec!["bias"; MAX_COMPARED_NAMES];
        names.push("weights");
        assert_eq!(message("m", "weight", &names), r#"no parameter "weight" in scope "m"; it holds 65537 entries"#);
    }
}
