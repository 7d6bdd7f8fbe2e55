// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/darknet/darknet_params.h"
#include "core/passes/pass_spec.h"

namespace nervure {

/// Makes of a Darknet network the NNVM graph that nnvm.frontend.from_darknet of TVM 0.5 makes of it: names,
/// attributes, results, refusals and faults (oracles/darknet/README.md). The input keeps its id;
/// provenance says of which layer everything else is, and of which array a parameter. Refusals are
/// located at the layer, with the Python exception's class as code and its text as message.
[[nodiscard]] Status importDarknetNetwork(PassContext &context);

} // namespace nervure
