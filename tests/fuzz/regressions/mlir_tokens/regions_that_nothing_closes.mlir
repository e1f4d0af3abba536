util.global } �dense<"0x00"> : tensor<4xi8> @x : i32
util.initializer {
  1e-400%0 4i32
 {
  %0 = 1e-400%0  4xi8> @x : i32
util.initializer {
  1e-400%0 4i32<4xi8> @x : i32
util.initializer {
  1e-400%0 4i32
%0#4294967295 {
  %0 = 1e-400%0  %0> @x : i32
util.initializer {
  %0 = 1e-400%0  4xi8> @x : i32
util.initializer {
  1e-400%0 4i32<4xi8"" @x : i34i32<4xi8> @x : i32
util.initializer {
  1e-400%0 4i32
%0#4294967295 {
  %0 = 1e-400%0  %0> @x : i32
util.initializer {
  %0 = 1e-400%0  4xi8> @x : i32
util.initializer {
  1e#4294967295 {
  %0 = 1e-400%0  %0> @x : i32
util.initializer {{
  1e-400%0 4i32
util.global {
  %0 = 1e-400%0 4i324i321e-400%0 4xi8> @x : i32
util.initializer {
  4i32
%0#4294967295 {
  %0 = 1e-400%0  %0> @x : i32
util.initializer {
  %0 = 1e-400%0  4xi8> @x : i32
util.initializer {
  1e#4294967295 {
  %0 = 1e-400%0  %0> @x : i32
util.initializer {{
  1e-400%1e-400%0 4i32
util.global {
  %0 = 1e-400%0 4i324i32
util.global %d
  %0 = arith.constantarith.constant 4294967295  i32
  util.global.store