// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "core/graph/op/op_registry.h"
#include "core/graph/tensor_type.h"

#include <optional>
#include <span>
#include <string>

namespace nervure {

/// How the dialect of `node` writes a value that a person typed for `key`: see writtenForm(). In
/// LightNet's a value that is no JSON is taken for a text.
[[nodiscard]] std::string writtenValue(const OpRegistry &ops, const Node &node,
                                       const std::string &key, const std::string &typed);

/// Whether the operator of `node` takes `value` for `key`; the failure (code "attr-invalid") says
/// what was expected and names node and attribute. What nobody declares takes anything.
[[nodiscard]] Status checkAttribute(const OpRegistry &ops, const Node &node, const std::string &key,
                                    const std::string &value);

/// Gives an attribute of all these nodes the same value; of nodes that have it already nothing
/// changes. In LightNet's dialect a value that is no JSON is taken for a text. Any value is taken:
/// what is wrong with it is told by diagnostics.
[[nodiscard]] Result<Edit> setAttribute(const Graph &graph, std::span<const NodeId> nodes,
                                        const std::string &key, const std::string &value);

/// Takes an attribute away from those of the nodes that have it. Fails with code
/// "no-such-attribute" when none has.
[[nodiscard]] Result<Edit> unsetAttribute(const Graph &graph, std::span<const NodeId> nodes,
                                          const std::string &key);

/// Says what an input is: of NNVM's variables the attributes `shape` and `dtype` (or `__shape__` and
/// `__dtype__`, where the variable has these) that InferShape and InferType read, of LightNet's
/// sources `dims` and `dtype`. What is absent stays as it is; a shape without a rank and
/// DType::Unknown take the attribute from a variable. Fails with code "no-input" for other operators and for types that
/// LightNet does not have.
[[nodiscard]] Result<Edit> setInputType(const Graph &graph, NodeId node,
                                        const std::optional<Shape> &shape,
                                        std::optional<DType> type);

/// The same with sizes that may have names or be unknown. Dialects without named dimensions refuse names (code
/// "no-dimension"), and write 0 for an unknown size; a scalar has no sizes.
[[nodiscard]] Result<Edit> setInputSizes(const Graph &graph, NodeId node, const Dimensions &sizes,
                                         std::optional<DType> type);

/// Writes a note on a node or, with an invalid id, on the graph; an empty text takes it away. Notes
/// live in the graph and in project files; model formats have no place for them.
[[nodiscard]] Result<Edit> setNote(const Graph &graph, NodeId node, const std::string &text);

} // namespace nervure
