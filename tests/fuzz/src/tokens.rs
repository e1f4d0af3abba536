//! Changes to text by its tokens, so that most results are nearly right.

use crate::rng::Rng;

/// What stands in for a token: the edges of numbers, nesting, and what readers trip over.
const STRANGE: &[&[u8]] = &[
    b"0",
    b"1",
    b"-1",
    b"64",
    b"4294967295",
    b"4294967296",
    b"9223372036854775807",
    b"9223372036854775808",
    b"-9223372036854775808",
    b"18446744073709551616",
    b"340282366920938463463374607431768211456",
    b"0xFFFFFFFFFFFFFFFFF",
    b"1.0e999",
    b"-0.0",
    b"1e-400",
    b"i1",
    b"i0",
    b"i16777215",
    b"si8",
    b"f8E4M3FN",
    b"index",
    b"none",
    b"tensor<?x4294967295xi1>",
    b"tensor<0xf32>",
    b"vector<[4]xi8>",
    b"memref<?xi8, strided<[?], offset: ?>>",
    b"complex<f32>",
    b"tuple<>",
    b"!util.list<?>",
    b"!hal.buffer",
    b"dense<>",
    b"dense<\"0x00\"> : tensor<4xi8>",
    b"dense_resource<a> : tensor<1xi8>",
    b"array<i8: 1>",
    b"affine_map<(d0) -> (d0 floordiv 0)>",
    b"#a",
    b"!b",
    b"@c",
    b"%d",
    b"%0#4294967295",
    b"%0:1048577 =",
    b"^bb0",
    b"\"\"",
    b"\"\\FF\\00\"",
    b"\"\xFF\xFE\"",
    b"(((((((((((((((((((((((((((((((((((((((((",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    b"{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{",
    b"tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<",
    b"loc(unknown)",
    b"loc(callsite(\"a\" at \"b\"))",
    b"\0",
    b"\xFF",
    b"\xE2\x80\xA8",
    b"//",
    b"{-#",
    b"#-}",
];

/// Ranges of the tokens of a text: words with their sign, numbers, strings, single signs.
fn tokens(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at + 1..];
        let more = match byte {
            b'"' => rest.iter().position(|&b| b == b'"' || b == b'\n').map_or(rest.len(), |end| end + 1),
            b'%' | b'@' | b'^' | b'#' | b'!' | b'-' => rest.iter().take_while(|&&b| word(b)).count(),
            _ if word(byte) => rest.iter().take_while(|&&b| word(b)).count(),
            _ => 0,
        };
        if !byte.is_ascii_whitespace() {
            ranges.push(at..at + 1 + more);
        }
        at += 1 + more;
    }
    ranges
}

/// The text with one to four changes.
pub fn change(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=rng.below(4) {
        let ranges = tokens(&text);
        let range = |rng: &mut Rng| ranges.get(rng.below(ranges.len())).cloned().unwrap_or(0..0);
        let (a, b) = (range(rng), range(rng));
        let (first, last) = if a.start <= b.start { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
        // A stretch of a few tokens.
        let stretch = first.start..last.end.min(first.end + 200).max(first.end);
        match rng.below(8) {
            0 => drop(text.splice(a, rng.pick(STRANGE).iter().copied())),
            1 => drop(text.splice(a.start..a.start, rng.pick(STRANGE).iter().copied())),
            2 => drop(text.drain(a)),
            3 => drop(text.drain(stretch)),
            4 => {
                let other = text[b].to_vec();
                drop(text.splice(a, other));
            }
            5 => {
                let (one, other) = (text[first.clone()].to_vec(), text[last.clone()].to_vec());
                if first.end <= last.start {
                    drop(text.splice(last, one));
                    drop(text.splice(first, other));
                }
            }
            6 => {
                let copy = text[stretch].to_vec();
                drop(text.splice(b.start..b.start, copy));
            }
            _ => text.truncate(a.end),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_its_tokens() {
        let text = b"%a = foo.bar \"x y\" : !t<4xi8>";
        let found: Vec<&str> = tokens(text).into_iter().map(|r| std::str::from_utf8(&text[r]).unwrap()).collect();
        assert_eq!(found, ["%a", "=", "foo.bar", "\"x y\"", ":", "!t", "<", "4xi8", ">"]);
    }

    #[test]
    fn changes_follow_from_the_seed_and_take_any_text() {
        let text = b"func.func @f(%a: i32) { return }";
        let all: std::collections::BTreeSet<Vec<u8>> = (0..200).map(|seed| change(text, &mut Rng::new(seed))).collect();
        assert!(all.len() > 100, "{}", all.len());
        assert_eq!(change(text, &mut Rng::new(3)), change(text, &mut Rng::new(3)));
        assert!((0..200).all(|seed| change(b"", &mut Rng::new(seed)).len() < 300));
    }
}
