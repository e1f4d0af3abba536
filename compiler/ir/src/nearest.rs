//! The known name closest to a mistyped one.

/// The candidate with the fewest edits from `name`, when that is few for its length. Equal ones go to the first in order of text.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let limit = (length / 3).max(1);
    candidates
        .into_iter()
        // So many edits it takes at least; counting them takes the product of both lengths.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
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

    /// A name of a megabyte among long ones: found without comparing what cannot be near.
    #[test]
    fn long_names_take_no_time() {
        let names: Vec<String> = (0..10_000).map(|number| format!("dialect.operation_{number}")).collect();
        let all = || names.iter().map(String::as_str);
        assert_eq!(nearest(&"x".repeat(1 << 20), all()), None);
        assert_eq!(nearest("dialect.operation_77x", all()), Some("dialect.operation_77"));
    }
}
