// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "core/graph/op/op_registry.h"
#include "core/graph/tensor_type.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace nervure {

/// An operator that is to be added, of the graph's dialect.
struct NewOperator {
    std::string op = {};   ///< a name or an alias; operators that nobody declares are taken, too
    std::string name = {}; ///< empty: the operator's and a number; taken: with a number
    AttrDict attrs = {};   ///< LightNet: values are JSON
    std::vector<Entry> inputs = {}; ///< the first ones; what is missing is made as said below
};

/// Where an edge ends: at input `index` of `node`, or at output `index` of the graph when the node
/// is invalid.
struct EdgeEnd {
    NodeId node;
    std::size_t index = 0;

    auto operator<=>(const EdgeEnd &) const = default;
};

/// Adds an operator; its id is addedNodes().back(). Inputs that are not given are made as NNVM makes
/// them: variables named NODE_INPUT with a copy of the attributes, in front of it. In LightNet's
/// dialect missing parameters become create operators of one element, other missing inputs read
/// tensors that are not defined yet, and the tensors that it defines are named NODE_ROLE.
/// Fails with codes "no-such-entry", "too-many-inputs" and "op-empty".
[[nodiscard]] Result<Edit> addOperator(const Graph &graph, const OpRegistry &ops,
                                       const NewOperator &added);

/// Adds an input: a variable or, in LightNet's dialect, a create operator of zeros (which needs a
/// shape and a type: [1] and float32 unless they are known).
[[nodiscard]] Result<Edit> addVariable(const Graph &graph, const std::string &name,
                                       const Shape &shape = {}, DType type = DType::Unknown);

/// Puts an operator on edges that come from one value: it reads the value as its first input (its
/// `inputs` follow) and its first output feeds the ends. Fails as addOperator() does, with "no-edge"
/// for no ends and with "no-such-edge" when they come from several values.
[[nodiscard]] Result<Edit> insertOperator(const Graph &graph, const OpRegistry &ops,
                                          std::span<const EdgeEnd> ends, const NewOperator &added);

/// All ends of the edges that come from a value, in the order of the graph.
[[nodiscard]] std::vector<EdgeEnd> edgesFrom(const Graph &graph, const Entry &value);

/// Puts an operator in the place of a selection: it reads what the selection read from outside, in
/// the order of the graph (or what `added.inputs` says), and its outputs feed what the selection's
/// values fed, one after the other. Fails with code "too-many-outputs" when there are more of them
/// than outputs, with "cycle" when what it feeds feeds it, and as addOperator() does.
[[nodiscard]] Result<Edit> replaceByOperator(const Graph &graph, const OpRegistry &ops,
                                             std::span<const NodeId> nodes,
                                             const NewOperator &added);

} // namespace nervure
