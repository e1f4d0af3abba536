//! Patterns of names.

use std::collections::HashSet;

/// Whether `text` matches `pattern`, where `*` stands for any characters and `?` for one.
pub(crate) fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    // Positions in the pattern that can be reached after each character.
    let close = |mut states: HashSet<usize>| {
        let mut open: Vec<usize> = states.iter().copied().collect();
        while let Some(at) = open.pop() {
            if pattern.get(at) == Some(&'*') && states.insert(at + 1) {
                open.push(at + 1);
            }
        }
        states
    };
    let mut states = close(HashSet::from([0]));
    for &c in &text {
        let next = states.iter().filter_map(|&at| match pattern.get(at) {
            Some('*') => Some(at),
            Some(&p) if p == '?' || p == c => Some(at + 1),
            _ => None,
        });
        states = close(next.collect());
    }
    states.contains(&pattern.len())
}

#[cfg(test)]
mod tests {
    use super::glob;

    #[test]
    fn globs_match_as_programs_expect() {
        assert!(glob("vulkan", "vulkan"));
        assert!(glob("vulkan*", "vulkan"));
        assert!(glob("*", "vulkan"));
        assert!(glob("v?l*n", "vulkan"));
        assert!(!glob("vulkan?", "vulkan"));
        assert!(!glob("local*", "vulkan"));
        assert!(!glob("", "vulkan"));
    }
}
