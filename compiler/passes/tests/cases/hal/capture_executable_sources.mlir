// opt --iree-hal-capture-executable-sources: the text of each variant, and where its entry points are
module @named {
  hal.executable private @x {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>) count(%arg0: !hal.device, %arg1: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %arg1, %c1, %c1 : index, index, index
      }
      hal.executable.export public @elsewhere ordinal(1) layout(#hal.pipeline.layout<bindings = []>)
      builtin.module {
        func.func private @helper()
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @w target(<"vulkan-spirv", "other">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  hal.executable private @external {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "x.spv"}>]) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    }
  }
}
// =====
#executable_target_other = #hal.executable.target<"vulkan-spirv", "other">
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#loc = loc("named_x_v.source.mlir":10:6)
#loc1 = loc("named_x_w.source.mlir":5:6)
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
#pipeline_layout1 = #hal.pipeline.layout<bindings = []>
module @named {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) sources({named_x_v.source.mlir = dense_resource<named_x_v.source.mlir> : vector<613xi8>}) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device, %arg1: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %arg1, %c1, %c1 : index, index, index
      } <source_locs = {source = #loc}>
      hal.executable.export public @elsewhere ordinal(1) layout(#pipeline_layout1)
      builtin.module {
        func.func private @helper()
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @w target(#executable_target_other) sources({named_x_w.source.mlir = dense_resource<named_x_w.source.mlir> : vector<268xi8>}) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout1) <source_locs = {source = #loc1}>
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  hal.executable private @external {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) objects([#hal.executable.object<{path = "x.spv"}>]) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout1)
    }
  }
}

{-#
  dialect_resources: {
    builtin: {
      named_x_v.source.mlir: "0x0100000068616C2E65786563757461626C65207075626C6963204078207B0A202068616C2E65786563757461626C652E76617269616E74207075626C696320407620746172676574283C2276756C6B616E2D7370697276222C202276756C6B616E2D73706972762D6662223E29207B0A2020202068616C2E65786563757461626C652E6578706F7274207075626C696320406B206F7264696E616C283029206C61796F7574282368616C2E706970656C696E652E6C61796F75743C62696E64696E6773203D205B2368616C2E706970656C696E652E62696E64696E673C73746F726167655F6275666665723E5D3E2920636F756E742825617267303A202168616C2E6465766963652C2025617267313A20696E64657829202D3E2028696E6465782C20696E6465782C20696E64657829207B0A202020202020256331203D2061726974682E636F6E7374616E742031203A20696E6465780A20202020202068616C2E72657475726E2025617267312C202563312C20256331203A20696E6465782C20696E6465782C20696E6465780A202020207D0A2020202068616C2E65786563757461626C652E6578706F7274207075626C69632040656C73657768657265206F7264696E616C283129206C61796F7574282368616C2E706970656C696E652E6C61796F75743C62696E64696E6773203D205B5D3E290A202020206275696C74696E2E6D6F64756C65207B0A20202020202066756E632E66756E632070726976617465204068656C70657228290A20202020202066756E632E66756E6320406B2829207B0A202020202020202072657475726E0A2020202020207D0A202020207D0A20207D0A7D0A",
      named_x_w.source.mlir: "0x0100000068616C2E65786563757461626C65207075626C6963204078207B0A202068616C2E65786563757461626C652E76617269616E74207075626C696320407720746172676574283C2276756C6B616E2D7370697276222C20226F74686572223E29207B0A2020202068616C2E65786563757461626C652E6578706F7274207075626C696320406B206F7264696E616C283029206C61796F7574282368616C2E706970656C696E652E6C61796F75743C62696E64696E6773203D205B5D3E290A202020206275696C74696E2E6D6F64756C65207B0A20202020202066756E632E66756E6320406B2829207B0A202020202020202072657475726E0A2020202020207D0A202020207D0A20207D0A7D0A"
    }
  }
#-}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-capture-executable-sources{stage=configured},iree-hal-capture-executable-sources{stage=configured},iree-hal-capture-executable-sources{stage=translated})': each stage once
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    builtin.module {
      func.func @k() {
        return
      }
    }
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#loc = loc("module_x_v.configured.mlir":5:6)
#loc1 = loc("module_x_v.translated.mlir":5:6)
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) sources({module_x_v.configured.mlir = dense_resource<module_x_v.configured.mlir> : vector<278xi8>, module_x_v.translated.mlir = dense_resource<module_x_v.translated.mlir> : vector<447xi8>}) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) <source_locs = {configured = #loc, translated = #loc1}>
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
}

{-#
  dialect_resources: {
    builtin: {
      module_x_v.configured.mlir: "0x0100000068616C2E65786563757461626C65207075626C6963204078207B0A202068616C2E65786563757461626C652E76617269616E74207075626C696320407620746172676574283C2276756C6B616E2D7370697276222C202276756C6B616E2D73706972762D6662223E29207B0A2020202068616C2E65786563757461626C652E6578706F7274207075626C696320406B206F7264696E616C283029206C61796F7574282368616C2E706970656C696E652E6C61796F75743C62696E64696E6773203D205B5D3E290A202020206275696C74696E2E6D6F64756C65207B0A20202020202066756E632E66756E6320406B2829207B0A202020202020202072657475726E0A2020202020207D0A202020207D0A20207D0A7D0A",
      module_x_v.translated.mlir: "0x0100000068616C2E65786563757461626C65207075626C6963204078207B0A202068616C2E65786563757461626C652E76617269616E74207075626C696320407620746172676574283C2276756C6B616E2D7370697276222C202276756C6B616E2D73706972762D6662223E2920736F7572636573287B6D6F64756C655F785F762E636F6E666967757265642E6D6C6972203D2064656E73655F7265736F757263653C6D6F64756C655F785F762E636F6E666967757265642E6D6C69723E203A20766563746F723C3237387869383E7D29207B0A2020202068616C2E65786563757461626C652E6578706F7274207075626C696320406B206F7264696E616C283029206C61796F7574282368616C2E706970656C696E652E6C61796F75743C62696E64696E6773203D205B5D3E29203C736F757263655F6C6F6373203D207B636F6E66696775726564203D206C6F6328226D6F64756C655F785F762E636F6E666967757265642E6D6C6972223A353A36297D3E0A202020206275696C74696E2E6D6F64756C65207B0A20202020202066756E632E66756E6320406B2829207B0A202020202020202072657475726E0A2020202020207D0A202020207D0A20207D0A7D0A"
    }
  }
#-}
