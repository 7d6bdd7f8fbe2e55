// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/add_edits.h"

#include <cstddef>
#include <optional>
#include <span>

namespace nervure {

// Each of these fails with code "no-such-node", "no-such-input" or "no-such-entry" for what is not
// there. What makes a node wait for itself is refused with code "cycle" and the nodes on the way;
// shapes and types that do not fit are told by inference.

/// Makes input `input` of a node read `source`. In LightNet's dialect the reader moves behind it.
[[nodiscard]] Result<Edit> rewireInput(const Graph &graph, NodeId node, std::size_t input,
                                       const Entry &source);

/// Leaves input `input` of a node unconnected; a LightNet input keeps the tensor's name with a number.
[[nodiscard]] Result<Edit> disconnectInput(const Graph &graph, NodeId node, std::size_t input);

/// Makes head `head` of the graph another value.
[[nodiscard]] Result<Edit> rewireHead(const Graph &graph, std::size_t head, const Entry &source);

/// Gives a node one more input, before its input `position` (absent: behind the last). In LightNet's
/// dialect its role is the one that the operator declares there, else that of its last input.
[[nodiscard]] Result<Edit> addInput(const Graph &graph, const OpRegistry &ops, NodeId node,
                                    const Entry &source, std::optional<std::size_t> position = {});

/// Takes an input from a node; those behind it move up.
[[nodiscard]] Result<Edit> removeInput(const Graph &graph, NodeId node, std::size_t input);

/// True if an operator takes any number of inputs, so that one can be added or taken away.
[[nodiscard]] bool takesAnyInputs(const Graph &graph, const OpRegistry &ops, NodeId node);

/// Takes edges away, given in the order of the graph: the input goes where the operator takes any
/// number of them, else it is left unconnected. Outputs of the graph stay. Fails with code "no-edge"
/// when no node reads at one of the ends.
[[nodiscard]] Result<Edit> removeEdges(const Graph &graph, const OpRegistry &ops,
                                       std::span<const EdgeEnd> ends);

/// Makes input `to` read what input `from` reads, which is then free as removeEdges() says (within one
/// node it is left unconnected).
[[nodiscard]] Result<Edit> moveEdge(const Graph &graph, const OpRegistry &ops, const EdgeEnd &from,
                                    const EdgeEnd &to);

/// Makes `node` wait for `dependency`, behind the control dependencies that it has. Fails with code
/// "control-dependency" when it does already, and in LightNet, which has none.
[[nodiscard]] Result<Edit> addControlDependency(const Graph &graph, NodeId node, NodeId dependency);

[[nodiscard]] Result<Edit> removeControlDependency(const Graph &graph, NodeId node,
                                                   NodeId dependency);

/// Makes a value an output of the graph, before output `position` (absent: the last). Fails with code
/// "output" when it is one already, and in LightNet, where what nothing reads is the output.
[[nodiscard]] Result<Edit> makeOutput(const Graph &graph, const Entry &value,
                                      std::optional<std::size_t> position = {});

/// Makes a value that is an output an inner one again, also where several outputs show it. Fails with code "output"
/// when it is none.
[[nodiscard]] Result<Edit> removeOutput(const Graph &graph, const Entry &value);

/// Takes output `head` away from the graph; others that show the same value stay.
[[nodiscard]] Result<Edit> removeHead(const Graph &graph, std::size_t head);

/// Moves output `head` of the graph to another place among its outputs, counted without it.
[[nodiscard]] Result<Edit> moveOutput(const Graph &graph, std::size_t head, std::size_t position);

/// Moves a node to another place in the order, counted without it. In LightNet, where the order is
/// what runs, fails with code "order" when it would stand before what it reads or behind what reads
/// it.
[[nodiscard]] Result<Edit> moveNode(const Graph &graph, NodeId node, std::size_t position);

} // namespace nervure
