// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_layout.h"
#include "core/passes/pass_spec.h"

#include <map>
#include <string>
#include <vector>

namespace nervure {

/// The layouts of the pass's inputs: those of its option `inputs` ("data=NCHW;x=NHWC"), else of
/// InputFacts, else the graph attribute layout_inputs, else undefined. Fails on a text that is no
/// layout, an attribute of the wrong length and an option that names no input.
[[nodiscard]] Result<std::vector<Layout>> givenInputLayouts(const PassContext &context);

/// The graph attribute `layout` of the pass's entries; empty when there is none.
[[nodiscard]] Result<std::vector<Layout>> givenLayouts(const PassContext &context);

/// Sets the graph attribute `layout` of the entries of a snapshot.
void setLayouts(Analyses &analyses, const std::vector<Layout> &layouts, const IndexedGraph &index);

/// The inputs' layouts in the graph attribute `layout`, by name, the last of a name counting: what
/// nnvm.compiler.build gives to every CorrectLayout but the first.
[[nodiscard]] std::map<std::string, std::string> inputLayouts(const IndexedGraph &index,
                                                              const Analyses &analyses);

/// Snapshot of the graph as a pass has made it, for attributes of its entries.
[[nodiscard]] Result<std::shared_ptr<const IndexedGraph>> resultIndex(const PassContext &context);

} // namespace nervure
