// Bytes widened to words: a length that is no multiple of four must not lose its tail.
//
// call: @widen
// input: 1xi8=-1
// output: 1xi32=-1
// call: @widen
// input: 2xi8=-1 2
// output: 2xi32=-1 2
// call: @widen
// input: 3xi8=-1 2 -3
// output: 3xi32=-1 2 -3
// call: @widen
// input: 4xi8=-1 2 -3 4
// output: 4xi32=-1 2 -3 4
// call: @widen
// input: 5xi8=-1 2 -3 4 -5
// output: 5xi32=-1 2 -3 4 -5
// call: @widen
// input: 6xi8=-1 2 -3 4 -5 6
// output: 6xi32=-1 2 -3 4 -5 6
// call: @widen
// input: 7xi8=-1 2 -3 4 -5 6 -7
// output: 7xi32=-1 2 -3 4 -5 6 -7
// call: @widen
// input: 8xi8=-1 2 -3 4 -5 6 -7 8
// output: 8xi32=-1 2 -3 4 -5 6 -7 8
// call: @widen
// input: 9xi8=-1 2 -3 4 -5 6 -7 8 -9
// output: 9xi32=-1 2 -3 4 -5 6 -7 8 -9

func.func @widen(%a: tensor<?xi8>) -> tensor<?xi32> {
  %0 = arith.extsi %a : tensor<?xi8> to tensor<?xi32>
  return %0 : tensor<?xi32>
}
