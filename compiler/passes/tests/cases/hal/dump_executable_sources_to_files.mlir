// opt --iree-hal-dump-executable-sources='path=/tmp/nothing prefix=configured': a file for each; names do not lead out of the folder
// unlike iree-opt: it writes the files
module @named {
  hal.executable private @"../x" {
  }
  hal.executable private @y {
  }
}
