//! The resource section at the end of a file.

// print: blobs, strings and truths
module {
  util.global private @g = dense_resource<blob> : tensor<2xi32>
  util.global private @h = dense_resource<"odd key"> : tensor<1xi8>
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x080000000100000002000000",
      "odd key": "0x0100000007"
    }
  },
  external_resources: {
    tool: {
      text: "words",
      yes: true,
      no: false
    }
  }
#-}

// -----

// print: a blob nobody refers to stays
module {
}

{-#
  dialect_resources: {
    builtin: {
      unused: "0x0400000001"
    }
  }
#-}
