// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <set>
#include <string>

namespace nervure::conformance {

/// The codes of the warnings that an input deserves although NNVM accepts it: cycles, output
/// indices out of range, numbers of inputs, weights of another shape than the operator's rule
/// gives, axes that are no permutation, text after the document.
[[nodiscard]] std::set<std::string> expectedWarnings(const NnvmContext &context,
                                                     const std::string &text, const Graph &graph,
                                                     const PassRun *inferred);

} // namespace nervure::conformance
