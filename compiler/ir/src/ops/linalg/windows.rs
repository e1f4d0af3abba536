//! Convolutions and poolings: each output is made of a window of the input. The letters of a name say what the dimensions are.

use super::syntax::{parse_named, print_named};
use super::{body, structured};
use crate::def::*;

/// How far windows are apart, and the elements of one; 1 where absent.
const WINDOW: &[AttrRow] = &[attr_opt("strides", AttrRule::Elements), attr_opt("dilations", AttrRule::Elements)];

const fn convolution(name: &'static str, doc: &'static str) -> OpDef {
    structured(name, doc).attrs(WINDOW).custom(|p, s| parse_named(p, s, body::contraction), print_named)
}

const fn sum(name: &'static str) -> OpDef {
    let row = structured(name, "The output plus the sum of each window.").attrs(WINDOW);
    row.custom(|p, s| parse_named(p, s, body::sum), print_named)
}

const fn greatest(name: &'static str) -> OpDef {
    let row = structured(name, "The greatest of the output and of each window.").attrs(WINDOW);
    row.custom(|p, s| parse_named(p, s, body::greatest), print_named)
}

const fn least(name: &'static str) -> OpDef {
    let row = structured(name, "The least of the output and of each window.").attrs(WINDOW);
    row.custom(|p, s| parse_named(p, s, body::least), print_named)
}

const PLAIN: &str = "The output plus the windows' products with a filter.";
const BY_CHANNEL: &str = "The output plus the windows' products with a filter for each channel.";

pub(crate) const CONV_1D_NWC_WCF: OpDef = convolution("linalg.conv_1d_nwc_wcf", PLAIN);
pub(crate) const CONV_1D_NCW_FCW: OpDef = convolution("linalg.conv_1d_ncw_fcw", PLAIN);
pub(crate) const CONV_2D_NHWC_HWCF: OpDef = convolution("linalg.conv_2d_nhwc_hwcf", PLAIN);
pub(crate) const CONV_2D_NHWC_FHWC: OpDef = convolution("linalg.conv_2d_nhwc_fhwc", PLAIN);
pub(crate) const CONV_2D_NCHW_FCHW: OpDef = convolution("linalg.conv_2d_nchw_fchw", PLAIN);
pub(crate) const CONV_3D_NDHWC_DHWCF: OpDef = convolution("linalg.conv_3d_ndhwc_dhwcf", PLAIN);
pub(crate) const DEPTHWISE_CONV_1D_NWC_WC: OpDef = convolution("linalg.depthwise_conv_1d_nwc_wc", BY_CHANNEL);
pub(crate) const DEPTHWISE_CONV_2D_NHWC_HWC: OpDef = convolution("linalg.depthwise_conv_2d_nhwc_hwc", BY_CHANNEL);
pub(crate) const DEPTHWISE_CONV_2D_NCHW_CHW: OpDef = convolution("linalg.depthwise_conv_2d_nchw_chw", BY_CHANNEL);
pub(crate) const DEPTHWISE_CONV_2D_NHWC_HWCM: OpDef = convolution("linalg.depthwise_conv_2d_nhwc_hwcm", BY_CHANNEL);
pub(crate) const POOLING_NHWC_SUM: OpDef = sum("linalg.pooling_nhwc_sum");
pub(crate) const POOLING_NCHW_SUM: OpDef = sum("linalg.pooling_nchw_sum");
pub(crate) const POOLING_NHWC_MAX: OpDef = greatest("linalg.pooling_nhwc_max");
pub(crate) const POOLING_NCHW_MAX: OpDef = greatest("linalg.pooling_nchw_max");
pub(crate) const POOLING_NHWC_MIN: OpDef = least("linalg.pooling_nhwc_min");
