// Sixty-four constants, more than devices are sure to have room for, in order.

struct Constants {
    c0: u32,
    c1: u32,
    c2: u32,
    c3: u32,
    c4: u32,
    c5: u32,
    c6: u32,
    c7: u32,
    c8: u32,
    c9: u32,
    c10: u32,
    c11: u32,
    c12: u32,
    c13: u32,
    c14: u32,
    c15: u32,
    c16: u32,
    c17: u32,
    c18: u32,
    c19: u32,
    c20: u32,
    c21: u32,
    c22: u32,
    c23: u32,
    c24: u32,
    c25: u32,
    c26: u32,
    c27: u32,
    c28: u32,
    c29: u32,
    c30: u32,
    c31: u32,
    c32: u32,
    c33: u32,
    c34: u32,
    c35: u32,
    c36: u32,
    c37: u32,
    c38: u32,
    c39: u32,
    c40: u32,
    c41: u32,
    c42: u32,
    c43: u32,
    c44: u32,
    c45: u32,
    c46: u32,
    c47: u32,
    c48: u32,
    c49: u32,
    c50: u32,
    c51: u32,
    c52: u32,
    c53: u32,
    c54: u32,
    c55: u32,
    c56: u32,
    c57: u32,
    c58: u32,
    c59: u32,
    c60: u32,
    c61: u32,
    c62: u32,
    c63: u32,
}

var<immediate> constants: Constants;
@group(0) @binding(0) var<storage, read_write> target_: array<u32>;

@compute @workgroup_size(1)
fn many_constants() {
    target_[0] = constants.c0;
    target_[1] = constants.c1;
    target_[2] = constants.c2;
    target_[3] = constants.c3;
    target_[4] = constants.c4;
    target_[5] = constants.c5;
    target_[6] = constants.c6;
    target_[7] = constants.c7;
    target_[8] = constants.c8;
    target_[9] = constants.c9;
    target_[10] = constants.c10;
    target_[11] = constants.c11;
    target_[12] = constants.c12;
    target_[13] = constants.c13;
    target_[14] = constants.c14;
    target_[15] = constants.c15;
    target_[16] = constants.c16;
    target_[17] = constants.c17;
    target_[18] = constants.c18;
    target_[19] = constants.c19;
    target_[20] = constants.c20;
    target_[21] = constants.c21;
    target_[22] = constants.c22;
    target_[23] = constants.c23;
    target_[24] = constants.c24;
    target_[25] = constants.c25;
    target_[26] = constants.c26;
    target_[27] = constants.c27;
    target_[28] = constants.c28;
    target_[29] = constants.c29;
    target_[30] = constants.c30;
    target_[31] = constants.c31;
    target_[32] = constants.c32;
    target_[33] = constants.c33;
    target_[34] = constants.c34;
    target_[35] = constants.c35;
    target_[36] = constants.c36;
    target_[37] = constants.c37;
    target_[38] = constants.c38;
    target_[39] = constants.c39;
    target_[40] = constants.c40;
    target_[41] = constants.c41;
    target_[42] = constants.c42;
    target_[43] = constants.c43;
    target_[44] = constants.c44;
    target_[45] = constants.c45;
    target_[46] = constants.c46;
    target_[47] = constants.c47;
    target_[48] = constants.c48;
    target_[49] = constants.c49;
    target_[50] = constants.c50;
    target_[51] = constants.c51;
    target_[52] = constants.c52;
    target_[53] = constants.c53;
    target_[54] = constants.c54;
    target_[55] = constants.c55;
    target_[56] = constants.c56;
    target_[57] = constants.c57;
    target_[58] = constants.c58;
    target_[59] = constants.c59;
    target_[60] = constants.c60;
    target_[61] = constants.c61;
    target_[62] = constants.c62;
    target_[63] = constants.c63;
}
