// A program that calls itself for ever is stopped.
//
// call: @run
// error: call

util.func public @run() {
  util.call @run() : () -> ()
// fails here
  util.return
}
