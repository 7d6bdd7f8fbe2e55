// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "core/graph/edits/known_types.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nervure {

/// The attribute by which a variable of a fragment stands for a value of another node: the
/// variable has the node's name, the attribute says which of its outputs is meant. NNVM looks at no
/// key of that form. In ONNX's graphs the variable has the name of the value.
inline constexpr std::string_view referenceKey = "__output__";

/// Copies a selection as a graph of its own, for the clipboard. What it reads from outside are
/// variables that stand for values (see referenceKey) or, in LightNet's dialect, tensors that are
/// named and not defined. What is read outside or by nobody are its outputs. Ids are kept, and so is what the model
/// says beside its nodes (takeModelFacts()).
[[nodiscard]] Result<Graph> copyFragment(const Graph &graph, std::span<const NodeId> nodes,
                                         const KnownTypes &types = {});

/// Extracts a selection as a graph that stands alone: values that it reads from outside become inputs
/// named after them, with the shape and type that `types` (may be empty) knows; those that are read
/// outside or by nobody become outputs. Ids are kept, so that a file of the whole graph is one that the part can be
/// written from, and so are variables that it reads, initializers among them, Constants of ONNX, and what the model says
/// beside its nodes.
[[nodiscard]] Result<Graph> extractGraph(const Graph &graph, std::span<const NodeId> nodes,
                                         const KnownTypes &types = {});

/// Which variables of what is pasted or merged are connected to what has their name.
enum class Connect {
    Nothing,
    References, ///< those that stand for a value; LightNet: tensors that it does not define
    Inputs,     ///< all without values of their own, as far as a node of that name is there
};

struct PasteOptions {
    Connect connect = Connect::References;
    std::optional<std::size_t> position; ///< of the order; absent: last
    std::string prefix;                  ///< goes before all names
    KnownTypes types =
        {}; ///< of the graph's values, which have to fit those of inputs that are connected
};

/// Adds the nodes of a fragment under new ids and fresh names (addedNodes() says which). Fails with
/// code "dialect" when the fragment is of another dialect: NnvmToLightNet and LightNetToNnvm convert
/// it; with "no-nodes" for an empty one; and with "merge-types" where an input has the name of a value of another type.
[[nodiscard]] Result<Edit> pasteFragment(const Graph &graph, const Graph &fragment,
                                         const PasteOptions &options = {});

/// Copies nodes beside themselves: the copies read each other where the originals do, and else what
/// the originals read.
[[nodiscard]] Result<Edit> duplicateNodes(const Graph &graph, std::span<const NodeId> nodes);

/// Adds a whole graph, its outputs behind the present ones. Fails as pasteFragment() does.
[[nodiscard]] Result<Edit> mergeGraph(const Graph &graph, const Graph &other,
                                      const PasteOptions &options = {Connect::Inputs, {}, {}, {}});

} // namespace nervure
