//! The known name closest to a mistyped one.

/// The candidate with the fewest edits from `name`, when that is few for its length. Equal ones go to the first in order of text.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(name, candidate), candidate))
        .filter(|(edits, _)| *edits <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_are_found_and_far_ones_are_not() {
        let names = ["main", "moon", "scale"];
        assert_eq!(nearest("mian", names), Some("main"));
        assert_eq!(nearest("scal", names), Some("scale"));
        assert_eq!(nearest("x", names), None);
    }
}
