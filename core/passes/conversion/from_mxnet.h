// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

namespace nervure {

/// Makes of an MXNet symbol the NNVM graph that nnvm.frontend.from_mxnet of TVM 0.5 makes of it: order of
/// conversion, names, attributes, refusals and faults (frontends.md, "MXNet"; oracles/mxnet/README.md).
/// It looks at the texts of attributes alone, as that does. Variables keep their ids; provenance says of
/// which node everything else is. Refusals are located at the MXNet node, with the Python exception's
/// class as code and its text as message.
[[nodiscard]] Status importMXNetGraph(PassContext &context);

} // namespace nervure
