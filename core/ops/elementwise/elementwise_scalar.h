// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

/// Attributes of NNVM's operators between a tensor and a number (__add_scalar__, …).
struct ScalarAttrs {
    double scalar = 0;
};

} // namespace nervure
