// Fills of every pattern width, at lengths that are no multiple of a word, with values known early and late.
//
// call: @fills
// input: 9
// output: 7xi8=9
// output: 3xi16=5
// output: 5xi32=-1
// call: @fills
// input: -128
// output: 7xi8=-128
// output: 3xi16=5
// output: 5xi32=-1

func.func @fills(%v: i8) -> (tensor<7xi8>, tensor<3xi16>, tensor<5xi32>) {
  %e = tensor.empty() : tensor<7xi8>
  %0 = linalg.fill ins(%v : i8) outs(%e : tensor<7xi8>) -> tensor<7xi8>
  %1 = arith.constant dense<5> : tensor<3xi16>
  %2 = arith.constant dense<-1> : tensor<5xi32>
  return %0, %1, %2 : tensor<7xi8>, tensor<3xi16>, tensor<5xi32>
}
