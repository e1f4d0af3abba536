//! What can be watched while passes run: the IR before and after each, and the time they take.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use halforge_ir::{Module, Op, PrintOptions, Region, Value, op_to_string};
use rustc_hash::FxHashMap;

use crate::pass::{Failed, Pass};
use crate::session::Session;

/// Which passes to print the IR at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// Those of these names.
    These(Vec<String>),
}

impl Which {
    fn includes(&self, pass: &Pass) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::These(names) => names.iter().any(|name| name == pass.name),
        }
    }
}

/// What to watch.
#[derive(Default)]
pub struct Instruments {
    /// Print before these passes.
    pub print_before: Which,
    /// Print after these passes.
    pub print_after: Which,
    /// Print after a pass only when it changed something.
    pub only_changes: bool,
    /// Print after passes that failed, too.
    pub print_failures: bool,
    /// Write what would be printed to files in this folder, one for each pass and operation.
    pub tree_dir: Option<PathBuf>,
    /// How to print.
    pub print: PrintOptions,
    /// Measure the time passes take.
    pub timing: bool,
    /// What was printed, when it does not go to files.
    pub log: Mutex<String>,
    times: Mutex<Vec<(&'static str, Duration, u64)>>,
    counters: Mutex<FxHashMap<String, u64>>,
}

/// The operations around the one that is run on, as folders of the tree.
#[derive(Clone, Default)]
pub struct Path {
    folders: Vec<String>,
}

impl Path {
    /// The path of `op`, which stands in the operation of this path.
    pub(crate) fn enter(&self, module: &Module, op: Op) -> Self {
        let mut folders = self.folders.clone();
        let symbol = module.symbol_name(op).unwrap_or("no-symbol-name");
        folders.push(format!("{}_{symbol}", module.op_name(op).replace('.', "_")));
        Self { folders }
    }
}

/// What was noted before a pass ran.
pub(crate) struct Watch {
    started: Option<Instant>,
    fingerprint: Option<u64>,
}

impl Instruments {
    /// Whether operations must be run on one after another, for the output to be in order.
    pub(crate) fn need_order(&self) -> bool {
        self.print_before != Which::None || self.print_after != Which::None
    }

    pub(crate) fn before(&self, module: &Module, op: Op, pass: &Pass, path: &Path) -> Watch {
        if self.print_before.includes(pass) {
            self.print(module, op, pass, path, "Before", None);
        }
        let compare = self.only_changes && self.print_after.includes(pass);
        Watch { started: self.timing.then(Instant::now), fingerprint: compare.then(|| fingerprint(module, op)) }
    }

    #[expect(clippy::too_many_arguments, reason = "everything a pass ended with")]
    pub(crate) fn after(
        &self,
        module: &Module,
        op: Op,
        pass: &Pass,
        path: &Path,
        watch: Watch,
        failed: Option<Failed>,
        session: &Session,
    ) {
        if let Some(started) = watch.started {
            let took = started.elapsed();
            let mut times = lock(&self.times);
            match times.iter_mut().find(|(name, ..)| *name == pass.name) {
                Some((_, sum, count)) => {
                    *sum += took;
                    *count += 1;
                }
                None => times.push((pass.name, took, 1)),
            }
        }
        let changed = watch.fingerprint.is_none_or(|before| before != fingerprint(module, op));
        let wanted = self.print_after.includes(pass) && changed && failed.is_none();
        if wanted || (failed.is_some() && self.print_failures) {
            let state = if failed.is_some() { "After Failed" } else { "After" };
            self.print(module, op, pass, path, state, Some(session));
        }
    }

    /// `// -----// IR Dump After canonicalize ('util.func' operation: @f) //----- //`, then the operation.
    fn print(&self, module: &Module, op: Op, pass: &Pass, path: &Path, when: &str, session: Option<&Session>) {
        let symbol = module.symbol_name(op).map_or(String::new(), |name| format!(": @{name}"));
        let header = format!("// -----// IR Dump {when} {} ('{}' operation{symbol}) //----- //", pass.name, module.op_name(op));
        let text = format!("{header}\n{}\n\n", op_to_string(module, op, &self.print));
        match (&self.tree_dir, session) {
            (Some(dir), _) => self.write_tree(dir, path, pass, &text),
            (None, _) => lock(&self.log).push_str(&text),
        }
    }

    /// `DIR/builtin_module_no-symbol-name/util_func_f/0_2_canonicalize.mlir`: a folder for each operation around, and in the
    /// file's name for each of them how many passes it had seen.
    fn write_tree(&self, dir: &std::path::Path, path: &Path, pass: &Pass, text: &str) {
        let mut counters = lock(&self.counters);
        let mut folder = dir.to_owned();
        let mut counts = String::new();
        let mut key = String::new();
        for (depth, name) in path.folders.iter().enumerate() {
            folder.push(name);
            let _ = write!(key, "/{name}");
            let last = depth + 1 == path.folders.len();
            let count = counters.entry(key.clone()).or_insert(0);
            let _ = write!(counts, "{count}_");
            *count += u64::from(last);
        }
        // A folder that cannot be written is no reason to fail the passes; the files are missing then.
        let _ = std::fs::create_dir_all(&folder);
        let _ = std::fs::write(folder.join(format!("{counts}{}.mlir", pass.name)), text);
    }

    /// The time each pass took, over all operations it ran on.
    pub fn timing_report(&self) -> String {
        let mut times = lock(&self.times).clone();
        times.sort_by_key(|(_, sum, _)| std::cmp::Reverse(*sum));
        let total: Duration = times.iter().map(|(_, sum, _)| *sum).sum();
        let mut text = String::from("  seconds      %   runs  pass\n");
        for (name, sum, count) in &times {
            let share = 100.0 * sum.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE);
            let _ = writeln!(text, "{:9.4}  {share:5.1}  {count:5}  {name}", sum.as_secs_f64());
        }
        let _ = writeln!(text, "{:9.4}  100.0         total", total.as_secs_f64());
        text
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A number that changes when what is inside an operation does.
fn fingerprint(module: &Module, op: Op) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut numbers = FxHashMap::default();
    hash_op(module, op, &mut hasher, &mut numbers);
    hasher.finish()
}

fn hash_op(module: &Module, op: Op, hasher: &mut DefaultHasher, numbers: &mut FxHashMap<Value, usize>) {
    let data = module.op(op);
    (data.name, &data.props, &data.attrs, data.loc).hash(hasher);
    for value in module.operands(op) {
        number(value, numbers).hash(hasher);
    }
    for &value in module.results(op) {
        (number(value, numbers), module.ty(value)).hash(hasher);
    }
    for &block in module.successors(op) {
        module.block_index(block).hash(hasher);
    }
    module.regions(op).len().hash(hasher);
    for &region in module.regions(op) {
        hash_region(module, region, hasher, numbers);
    }
}

fn hash_region(module: &Module, region: Region, hasher: &mut DefaultHasher, numbers: &mut FxHashMap<Value, usize>) {
    module.blocks(region).len().hash(hasher);
    for &block in module.blocks(region) {
        for &arg in module.args(block) {
            (number(arg, numbers), module.ty(arg)).hash(hasher);
        }
        for op in module.ops(block) {
            hash_op(module, op, hasher, numbers);
        }
    }
}

fn number(value: Value, numbers: &mut FxHashMap<Value, usize>) -> usize {
    let next = numbers.len();
    *numbers.entry(value).or_insert(next)
}
