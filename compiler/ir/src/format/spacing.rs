//! Where spaces go between the elements of a format: the rule of MLIR's declarative assembly.
//!
//! Known from the format alone, also across optional groups, so it is worked out when a format is compiled.

/// What the text before allows.
#[derive(Clone, Copy)]
pub(crate) struct Spacing {
    /// Whether a word is set apart.
    spaced: bool,
    /// Whether punctuation that hugs what follows was last.
    hugging: bool,
}

impl Spacing {
    /// After an operation's name.
    pub(crate) const AFTER_NAME: Self = Self { spaced: true, hugging: false };
    /// After an opening bracket, or where nothing is to be set apart.
    pub(crate) const HUGGING: Self = Self { spaced: false, hugging: true };

    /// Whether a space stands before the literal `text`, which is then written.
    pub(crate) fn literal(&mut self, text: &str) -> bool {
        let first = text.chars().next().unwrap_or(' ');
        let single = text.len() == 1;
        let hugs_before = if self.hugging { ">)}]," } else { "<>(){}[]," };
        let apart = !single && text != "->" || !hugs_before.contains(first);
        let space = self.spaced && apart;
        self.spaced = !single || !"<({[".contains(first);
        self.hugging = first != '_' && !first.is_alphabetic();
        space
    }

    /// Whether a space stands before anything else, which is then written.
    pub(crate) fn variable(&mut self) -> bool {
        let space = self.spaced || !self.hugging;
        *self = Self::AFTER_NAME;
        space
    }

    /// After attribute dictionaries, which bring their own spaces.
    pub(crate) fn dictionary(&mut self) {
        self.hugging = false;
    }
}
