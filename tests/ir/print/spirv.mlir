//! Device code: the operations, types and attributes of `spirv`.

// print: every computation and access
module {
  spirv.module PhysicalStorageBuffer64 GLSL450 {
    spirv.func @f(%arg0: i32, %arg1: i64, %arg2: f32, %arg3: i1, %arg4: vector<4xf32>, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xi8>, %arg8: !spirv.ptr<i32, StorageBuffer>, %arg9: !spirv.ptr<f32, StorageBuffer>, %arg10: !spirv.matrix<3 x vector<3xf32>>, %arg11: vector<3xf32>, %arg12: !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, %arg13: !spirv.ptr<i32, PhysicalStorageBuffer> {spirv.decoration = #spirv.decoration<Aliased>}, %arg14: !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>, %arg15: !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB>, %arg16: !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>, %arg17: !spirv.struct<(i32, f32)>, %arg18: vector<2xf32>) "None" {
      %cst4_i32 = spirv.Constant 4 : i32
      %cst0_i32 = spirv.Constant 0 : i32
      %0 = spirv.FAdd %arg2, %arg2 : f32
      %1 = spirv.FSub %arg2, %arg2 : f32
      %2 = spirv.FMul %arg2, %arg2 : f32
      %3 = spirv.FDiv %arg2, %arg2 : f32
      %4 = spirv.FRem %arg2, %arg2 : f32
      %5 = spirv.FMod %arg2, %arg2 : f32
      %6 = spirv.IAdd %arg5, %arg5 : vector<4xi32>
      %7 = spirv.ISub %arg5, %arg5 : vector<4xi32>
      %8 = spirv.IMul %arg5, %arg5 : vector<4xi32>
      %9 = spirv.SDiv %arg5, %arg5 : vector<4xi32>
      %10 = spirv.UDiv %arg5, %arg5 : vector<4xi32>
      %11 = spirv.SRem %arg5, %arg5 : vector<4xi32>
      %12 = spirv.SMod %arg5, %arg5 : vector<4xi32>
      %13 = spirv.UMod %arg5, %arg5 : vector<4xi32>
      %14 = spirv.BitwiseAnd %arg5, %arg5 : vector<4xi32>
      %15 = spirv.BitwiseOr %arg5, %arg5 : vector<4xi32>
      %16 = spirv.BitwiseXor %arg5, %arg5 : vector<4xi32>
      %17 = spirv.LogicalAnd %arg3, %arg3 : i1
      %18 = spirv.LogicalOr %arg3, %arg3 : i1
      %19 = spirv.LogicalEqual %arg3, %arg3 : i1
      %20 = spirv.LogicalNotEqual %arg3, %arg3 : i1
      %21 = spirv.FNegate %arg4 : vector<4xf32>
      %22 = spirv.SNegate %arg0 : i32
      %23 = spirv.Not %arg0 : i32
      %24 = spirv.BitCount %arg0 : i32
      %25 = spirv.BitReverse %arg0 : i32
      %26 = spirv.LogicalNot %arg6 : vector<4xi1>
      %27 = spirv.IsNan %arg4 : vector<4xf32>
      %28 = spirv.IsInf %arg4 : vector<4xf32>
      %29 = spirv.IsFinite %arg4 : vector<4xf32>
      %30 = spirv.IEqual %arg5, %arg5 : vector<4xi32>
      %31 = spirv.INotEqual %arg5, %arg5 : vector<4xi32>
      %32 = spirv.SLessThan %arg5, %arg5 : vector<4xi32>
      %33 = spirv.SLessThanEqual %arg5, %arg5 : vector<4xi32>
      %34 = spirv.SGreaterThan %arg5, %arg5 : vector<4xi32>
      %35 = spirv.SGreaterThanEqual %arg5, %arg5 : vector<4xi32>
      %36 = spirv.ULessThan %arg5, %arg5 : vector<4xi32>
      %37 = spirv.ULessThanEqual %arg5, %arg5 : vector<4xi32>
      %38 = spirv.UGreaterThan %arg5, %arg5 : vector<4xi32>
      %39 = spirv.UGreaterThanEqual %arg5, %arg5 : vector<4xi32>
      %40 = spirv.FOrdEqual %arg2, %arg2 : f32
      %41 = spirv.FOrdNotEqual %arg2, %arg2 : f32
      %42 = spirv.FOrdLessThan %arg2, %arg2 : f32
      %43 = spirv.FOrdLessThanEqual %arg2, %arg2 : f32
      %44 = spirv.FOrdGreaterThan %arg2, %arg2 : f32
      %45 = spirv.FOrdGreaterThanEqual %arg2, %arg2 : f32
      %46 = spirv.FUnordEqual %arg2, %arg2 : f32
      %47 = spirv.FUnordNotEqual %arg2, %arg2 : f32
      %48 = spirv.FUnordLessThan %arg2, %arg2 : f32
      %49 = spirv.FUnordLessThanEqual %arg2, %arg2 : f32
      %50 = spirv.FUnordGreaterThan %arg2, %arg2 : f32
      %51 = spirv.FUnordGreaterThanEqual %arg2, %arg2 : f32
      %52 = spirv.Ordered %arg2, %arg2 : f32
      %53 = spirv.Unordered %arg2, %arg2 : f32
      %54 = spirv.IAddCarry %arg0, %arg0 : !spirv.struct<(i32, i32)>
      %55 = spirv.ISubBorrow %arg0, %arg0 : !spirv.struct<(i32, i32)>
      %56 = spirv.UMulExtended %arg0, %arg0 : !spirv.struct<(i32, i32)>
      %57 = spirv.SMulExtended %arg0, %arg0 : !spirv.struct<(i32, i32)>
      %58 = spirv.ShiftLeftLogical %arg0, %arg1 : i32, i64
      %59 = spirv.ShiftRightLogical %arg0, %arg1 : i32, i64
      %60 = spirv.ShiftRightArithmetic %arg0, %arg1 : i32, i64
      %61 = spirv.BitFieldSExtract %arg5, %arg0, %arg1 : vector<4xi32>, i32, i64
      %62 = spirv.BitFieldUExtract %arg5, %arg0, %arg1 : vector<4xi32>, i32, i64
      %63 = spirv.BitFieldInsert %arg0, %arg0, %arg0, %arg1 : i32, i32, i64
      %64 = spirv.Select %arg3, %arg4, %arg4 : i1, vector<4xf32>
      %65 = spirv.Bitcast %arg2 : f32 to i32
      %66 = spirv.ConvertFToS %arg2 : f32 to i32
      %67 = spirv.ConvertFToU %arg2 : f32 to i32
      %68 = spirv.ConvertSToF %arg0 : i32 to f32
      %69 = spirv.ConvertUToF %arg0 : i32 to f32
      %70 = spirv.FConvert %arg2 : f32 to f64
      %71 = spirv.SConvert %arg0 : i32 to i64
      %72 = spirv.UConvert %arg0 : i32 to i64
      %73 = spirv.ConvertPtrToU %arg13 : !spirv.ptr<i32, PhysicalStorageBuffer> to i64
      %74 = spirv.ConvertUToPtr %arg1 : i64 to !spirv.ptr<i32, PhysicalStorageBuffer>
      %75 = spirv.CompositeConstruct %arg2, %arg2, %arg2, %arg2 : (f32, f32, f32, f32) -> vector<4xf32>
      %76 = spirv.CompositeExtract %arg17[1 : i32] : !spirv.struct<(i32, f32)>
      %77 = spirv.CompositeInsert %arg2, %arg17[1 : i32] : f32 into !spirv.struct<(i32, f32)>
      %78 = spirv.VectorShuffle [1 : i32, 6 : i32] %arg4, %arg4 : vector<4xf32>, vector<4xf32> -> vector<2xf32>
      %79 = spirv.VectorExtractDynamic %arg4[%arg0] : vector<4xf32>, i32
      %80 = spirv.VectorInsertDynamic %arg2, %arg4[%arg0] : vector<4xf32>, i32
      %81 = spirv.VectorTimesScalar %arg4, %arg2 : (vector<4xf32>, f32) -> vector<4xf32>
      %82 = spirv.MatrixTimesScalar %arg10, %arg2 : !spirv.matrix<3 x vector<3xf32>>, f32
      %83 = spirv.MatrixTimesMatrix %arg10, %arg10 : !spirv.matrix<3 x vector<3xf32>>, !spirv.matrix<3 x vector<3xf32>> -> !spirv.matrix<3 x vector<3xf32>>
      %84 = spirv.MatrixTimesVector %arg10, %arg11 : !spirv.matrix<3 x vector<3xf32>>, vector<3xf32> -> vector<3xf32>
      %85 = spirv.VectorTimesMatrix %arg11, %arg10 : vector<3xf32>, !spirv.matrix<3 x vector<3xf32>> -> vector<3xf32>
      %86 = spirv.Transpose %arg10 : !spirv.matrix<3 x vector<3xf32>> -> !spirv.matrix<3 x vector<3xf32>>
      %87 = spirv.Dot %arg4, %arg4 : vector<4xf32> -> f32
      %88 = spirv.SDot %arg7, %arg7 : vector<4xi8> -> i32
      %89 = spirv.UDot %arg7, %arg7 : vector<4xi8> -> i32
      %90 = spirv.SUDot %arg7, %arg7 : vector<4xi8> -> i32
      %91 = spirv.SDot %arg0, %arg0, <PackedVectorFormat4x8Bit> : i32 -> i32
      %92 = spirv.SDotAccSat %arg7, %arg7, %arg0 : vector<4xi8> -> i32
      %93 = spirv.UDotAccSat %arg7, %arg7, %arg0 : vector<4xi8> -> i32
      %94 = spirv.SUDotAccSat %arg7, %arg7, %arg0 : vector<4xi8> -> i32
      %95 = spirv.All %arg6 : vector<4xi1>
      %96 = spirv.Any %arg6 : vector<4xi1>
      %97 = spirv.AtomicIAdd <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %98 = spirv.AtomicISub <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %99 = spirv.AtomicSMin <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %100 = spirv.AtomicUMin <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %101 = spirv.AtomicSMax <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %102 = spirv.AtomicUMax <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %103 = spirv.AtomicAnd <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %104 = spirv.AtomicOr <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %105 = spirv.AtomicXor <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %106 = spirv.AtomicExchange <Device> <AcquireRelease|UniformMemory> %arg8, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %107 = spirv.EXT.AtomicFAdd <Device> <AcquireRelease|UniformMemory> %arg9, %arg2 : !spirv.ptr<f32, StorageBuffer>
      %108 = spirv.AtomicIIncrement <Device> <AcquireRelease|UniformMemory> %arg8 : !spirv.ptr<i32, StorageBuffer>
      %109 = spirv.AtomicIDecrement <Device> <AcquireRelease|UniformMemory> %arg8 : !spirv.ptr<i32, StorageBuffer>
      %110 = spirv.AtomicCompareExchange <Device> <AcquireRelease|UniformMemory> <Acquire> %arg8, %arg0, %arg0 : !spirv.ptr<i32, StorageBuffer>
      %111 = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %arg0 : i32 -> i32
      %112 = spirv.GroupNonUniformIMul <Subgroup> <Reduce> %arg0 : i32 -> i32
      %113 = spirv.GroupNonUniformSMin <Subgroup> <Reduce> %arg0 : i32 -> i32
      %114 = spirv.GroupNonUniformUMin <Subgroup> <Reduce> %arg0 : i32 -> i32
      %115 = spirv.GroupNonUniformSMax <Subgroup> <Reduce> %arg0 : i32 -> i32
      %116 = spirv.GroupNonUniformUMax <Subgroup> <Reduce> %arg0 : i32 -> i32
      %117 = spirv.GroupNonUniformBitwiseAnd <Subgroup> <Reduce> %arg0 : i32 -> i32
      %118 = spirv.GroupNonUniformBitwiseOr <Subgroup> <Reduce> %arg0 : i32 -> i32
      %119 = spirv.GroupNonUniformBitwiseXor <Subgroup> <Reduce> %arg0 : i32 -> i32
      %120 = spirv.GroupNonUniformFAdd <Subgroup> <InclusiveScan> %arg2 : f32 -> f32
      %121 = spirv.GroupNonUniformFMul <Subgroup> <InclusiveScan> %arg2 : f32 -> f32
      %122 = spirv.GroupNonUniformFMin <Subgroup> <InclusiveScan> %arg2 : f32 -> f32
      %123 = spirv.GroupNonUniformFMax <Subgroup> <InclusiveScan> %arg2 : f32 -> f32
      %124 = spirv.GroupNonUniformLogicalAnd <Subgroup> <Reduce> %arg3 : i1 -> i1
      %125 = spirv.GroupNonUniformLogicalOr <Subgroup> <Reduce> %arg3 : i1 -> i1
      %126 = spirv.GroupNonUniformLogicalXor <Subgroup> <Reduce> %arg3 : i1 -> i1
      %127 = spirv.GroupNonUniformElect <Subgroup> : i1
      %128 = spirv.GroupNonUniformBallot <Subgroup> %arg3 : vector<4xi32>
      %129 = spirv.GroupNonUniformAll <Subgroup> %arg3 : i1
      %130 = spirv.GroupNonUniformAny <Subgroup> %arg3 : i1
      %131 = spirv.GroupNonUniformAllEqual <Subgroup> %arg2 : f32, i1
      %132 = spirv.GroupNonUniformBallotFindLSB <Subgroup> %arg5 : vector<4xi32>, i32
      %133 = spirv.GroupNonUniformBallotFindMSB <Subgroup> %arg5 : vector<4xi32>, i32
      %134 = spirv.GroupNonUniformBallotBitCount <Subgroup> <Reduce> %arg5 : vector<4xi32> -> i32
      %135 = spirv.GroupNonUniformShuffle <Subgroup> %arg2, %arg0 : f32, i32
      %136 = spirv.GroupNonUniformShuffleXor <Subgroup> %arg2, %arg0 : f32, i32
      %137 = spirv.GroupNonUniformShuffleUp <Subgroup> %arg2, %arg0 : f32, i32
      %138 = spirv.GroupNonUniformShuffleDown <Subgroup> %arg2, %arg0 : f32, i32
      %139 = spirv.GroupNonUniformBroadcast <Subgroup> %arg2, %cst4_i32 : f32, i32
      %140 = spirv.GroupNonUniformBroadcastFirst <Subgroup> %arg2 : f32
      %141 = spirv.GroupNonUniformRotateKHR <Subgroup> %arg2, %arg0 : f32, i32 -> f32
      %142 = spirv.GroupNonUniformRotateKHR <Subgroup> %arg2, %arg0, cluster_size(%cst4_i32) : f32, i32, i32 -> f32
      %143 = spirv.KHR.CooperativeMatrixLength : !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>
      spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
      spirv.MemoryBarrier <Device>, <AcquireRelease|UniformMemory>
      %144 = spirv.GL.FAbs %arg2 : f32
      %145 = spirv.GL.FSign %arg2 : f32
      %146 = spirv.GL.Ceil %arg2 : f32
      %147 = spirv.GL.Floor %arg2 : f32
      %148 = spirv.GL.Round %arg2 : f32
      %149 = spirv.GL.RoundEven %arg2 : f32
      %150 = spirv.GL.Trunc %arg2 : f32
      %151 = spirv.GL.Fract %arg2 : f32
      %152 = spirv.GL.Sqrt %arg2 : f32
      %153 = spirv.GL.InverseSqrt %arg2 : f32
      %154 = spirv.GL.Exp %arg2 : f32
      %155 = spirv.GL.Exp2 %arg2 : f32
      %156 = spirv.GL.Log %arg2 : f32
      %157 = spirv.GL.Log2 %arg2 : f32
      %158 = spirv.GL.Sin %arg2 : f32
      %159 = spirv.GL.Cos %arg2 : f32
      %160 = spirv.GL.Tan %arg2 : f32
      %161 = spirv.GL.Sinh %arg2 : f32
      %162 = spirv.GL.Cosh %arg2 : f32
      %163 = spirv.GL.Tanh %arg2 : f32
      %164 = spirv.GL.Asin %arg2 : f32
      %165 = spirv.GL.Acos %arg2 : f32
      %166 = spirv.GL.Atan %arg2 : f32
      %167 = spirv.GL.Asinh %arg2 : f32
      %168 = spirv.GL.Acosh %arg2 : f32
      %169 = spirv.GL.Atanh %arg2 : f32
      %170 = spirv.GL.Degrees %arg2 : f32
      %171 = spirv.GL.Radians %arg2 : f32
      %172 = spirv.GL.Normalize %arg11 : vector<3xf32>
      %173 = spirv.GL.SAbs %arg0 : i32
      %174 = spirv.GL.SSign %arg0 : i32
      %175 = spirv.GL.FindILsb %arg0 : i32
      %176 = spirv.GL.FindSMsb %arg0 : i32
      %177 = spirv.GL.FindUMsb %arg0 : i32
      %178 = spirv.GL.Pow %arg2, %arg2 : f32
      %179 = spirv.GL.Step %arg2, %arg2 : f32
      %180 = spirv.GL.FMin %arg2, %arg2 : f32
      %181 = spirv.GL.FMax %arg2, %arg2 : f32
      %182 = spirv.GL.NMin %arg2, %arg2 : f32
      %183 = spirv.GL.NMax %arg2, %arg2 : f32
      %184 = spirv.GL.SMin %arg0, %arg0 : i32
      %185 = spirv.GL.SMax %arg0, %arg0 : i32
      %186 = spirv.GL.UMin %arg0, %arg0 : i32
      %187 = spirv.GL.UMax %arg0, %arg0 : i32
      %188 = spirv.GL.Cross %arg11, %arg11 : vector<3xf32>
      %189 = spirv.GL.Reflect %arg11, %arg11 : vector<3xf32>
      %190 = spirv.GL.Fma %arg2, %arg2, %arg2 : f32
      %191 = spirv.GL.FMix %arg2 : f32, %arg2 : f32, %arg2 : f32 -> f32
      %192 = spirv.GL.FClamp %arg2, %arg2, %arg2 : f32
      %193 = spirv.GL.NClamp %arg2, %arg2, %arg2 : f32
      %194 = spirv.GL.SmoothStep %arg2, %arg2, %arg2 : f32
      %195 = spirv.GL.SClamp %arg0, %arg0, %arg0 : i32
      %196 = spirv.GL.UClamp %arg0, %arg0, %arg0 : i32
      %197 = spirv.GL.PackHalf2x16 %arg18 : vector<2xf32> -> i32
      %198 = spirv.GL.UnpackHalf2x16 %arg0 : i32 -> vector<2xf32>
      %199 = spirv.GL.PackSnorm4x8 %arg4 : vector<4xf32> -> i32
      %200 = spirv.GL.UnpackSnorm4x8 %arg0 : i32 -> vector<4xf32>
      %201 = spirv.GL.Length %arg11 : vector<3xf32> -> f32
      %202 = spirv.GL.Distance %arg11, %arg11 : vector<3xf32>, vector<3xf32> -> f32
      %203 = spirv.GL.Ldexp %arg2 : f32, %arg0 : i32 -> f32
      %204 = spirv.AccessChain %arg12[%cst0_i32, %arg0] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
      %205 = spirv.InBoundsAccessChain %arg12[%cst0_i32, %arg0] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
      %206 = spirv.PtrAccessChain %arg9[%arg0] : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.ptr<f32, StorageBuffer>
      %207 = spirv.InBoundsPtrAccessChain %arg12[%arg0 %cst0_i32, %arg0] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
      %208 = spirv.Undef : f32
      spirv.Return
    }
  }
}

// -----

// print: modules and control flow
module {
  spirv.module @m Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Matrix], [SPV_KHR_storage_buffer_storage_class]> attributes {foo = 1 : i32} {
    spirv.GlobalVariable @li built_in("LocalInvocationId") {foo} : !spirv.ptr<vector<3xi32>, Input>
    spirv.SpecConstant @sc spec_id(5) = 42 : i32
    spirv.SpecConstant @sc2 = false
    spirv.SpecConstantComposite @sc3 (@sc, @sc2) : !spirv.struct<(i32, i1)>
    spirv.GlobalVariable @x initializer(@sc) : !spirv.ptr<f32, Private>
    spirv.GlobalVariable @li2 {location = 3 : i32} : !spirv.ptr<f32, Private>
    spirv.GlobalVariable @b bind(0, 2) : !spirv.ptr<!spirv.struct<named, (!spirv.rtarray<i32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
    spirv.func @g(%arg0: i32 {foo.bar}, %arg1: f32) -> i32 "Inline|Pure" {
      spirv.ReturnValue %arg0 : i32
    }
    spirv.func @ext(i32) "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "outside", linkage_type = <Import>>}
    spirv.func @f() "None" {
      %true = spirv.Constant true
      %b_addr = spirv.mlir.addressof @b : !spirv.ptr<!spirv.struct<named, (!spirv.rtarray<i32, stride=4> [0, NonWritable]), Block>, StorageBuffer>
      %cst1_i32 = spirv.Constant 1 : i32
      %cst_f32 = spirv.Constant 1.000000e+00 : f32
      %cst = spirv.Constant dense<1.000000e+00> : tensor<4xf32> : !spirv.array<4 x f32>
      %cst_0 = spirv.Constant [1.000000e+00 : f32, 2.000000e+00 : f32] : !spirv.array<2 x f32>
      %cst_vec_4xf32 = spirv.Constant dense<1.000000e+00> : vector<4xf32>
      %0 = spirv.Variable init(%cst_f32) {foo} : !spirv.ptr<f32, Function>
      %1 = spirv.Load "Function" %0 ["Volatile"] : f32
      %2 = spirv.Load "Function" %0 ["Aligned", 4] {foo} : f32
      spirv.Store "Function" %0, %1 ["Volatile|Aligned", 4] : f32
      %3 = spirv.mlir.referenceof @sc : i32
      %4 = spirv.FunctionCall @g(%cst1_i32, %cst_f32) : (i32, f32) -> i32
      %5 = spirv.IAddCarry %cst1_i32, %cst1_i32 : !spirv.struct<(i32, i32)>
      %6 = spirv.mlir.selection control(Flatten) -> f32 {
        spirv.BranchConditional %true [10, 90], ^bb1(%cst_f32 : f32), ^bb1(%cst_f32 : f32)
      ^bb1(%10: f32):  // 2 preds: ^bb0, ^bb0
        spirv.mlir.merge %10 : f32
      }
      %7 = spirv.mlir.loop control(Unroll) -> i32 {
        spirv.Branch ^bb1(%cst1_i32 : i32)
      ^bb1(%10: i32):  // 2 preds: ^bb0, ^bb3
        spirv.BranchConditional %true, ^bb2(%10 : i32), ^bb4
      ^bb2(%11: i32):  // pred: ^bb1
        spirv.Branch ^bb3
      ^bb3:  // pred: ^bb2
        spirv.Branch ^bb1(%cst1_i32 : i32)
      ^bb4:  // pred: ^bb1
        spirv.mlir.merge %cst1_i32 : i32
      }
      %8 = spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %cst_f32 cluster_size(%cst1_i32) : f32, i32 -> f32
      %9 = spirv.GroupNonUniformElect <Subgroup> : i1
      spirv.Return
    }
    spirv.EntryPoint "GLCompute" @f, @li
    spirv.ExecutionMode @f "LocalSize", 64, 1, 1
    spirv.ExecutionMode @f "ContractionOff"
  }
}

// -----

// print: blocks that are never reached, memory barriers, and variables of the function
module {
  spirv.module Logical Vulkan requires #spirv.vce<v1.3, [Shader], []> {
    spirv.func @f(%arg0: i1) "None" {
      %0 = spirv.Variable : !spirv.ptr<!spirv.array<72 x f32>, Function>
      spirv.mlir.selection {
        spirv.BranchConditional %arg0, ^bb1, ^bb2
      ^bb1:  // pred: ^bb0
        spirv.Branch ^bb2
      ^bb2:  // 2 preds: ^bb0, ^bb1
        spirv.mlir.merge
      }
      spirv.Branch ^bb2
    ^bb1:  // no predecessors
      spirv.Unreachable
    ^bb2:  // pred: ^bb0
      spirv.Return
    }
  }
}

// -----

// print --ours: cooperative matrices
module {
  spirv.module Logical GLSL450 {
    spirv.func @f(%arg0: i32, %arg1: !spirv.ptr<f32, StorageBuffer>, %arg2: !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>, %arg3: !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB>, %arg4: !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>, %arg5: !spirv.coopmatrix<16x16xsi8, Subgroup, MatrixA>, %arg6: !spirv.coopmatrix<16x16xsi8, Subgroup, MatrixB>, %arg7: !spirv.coopmatrix<16x16xi32, Subgroup, MatrixAcc>) "None" {
      %0 = spirv.KHR.CooperativeMatrixLoad %arg1, %arg0, <RowMajor> : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
      %1 = spirv.KHR.CooperativeMatrixLoad %arg1, %arg0, <ColumnMajor>, <Volatile> : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
      spirv.KHR.CooperativeMatrixStore %arg1, %arg2, %arg0, <ColumnMajor> : !spirv.ptr<f32, StorageBuffer>, !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>, i32
      %2 = spirv.KHR.CooperativeMatrixMulAdd %arg2, %arg3, %arg4 : !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>, !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB> -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>
      %3 = spirv.KHR.CooperativeMatrixMulAdd %arg5, %arg6, %arg7, <ASigned|BSigned> : !spirv.coopmatrix<16x16xsi8, Subgroup, MatrixA>, !spirv.coopmatrix<16x16xsi8, Subgroup, MatrixB> -> !spirv.coopmatrix<16x16xi32, Subgroup, MatrixAcc>
      spirv.Return
    }
  }
}
