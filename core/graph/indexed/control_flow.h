// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace nervure {

/// MXNet's operators of control flow, whose nodes hold graphs: `_foreach` runs one for each slice of its
/// data, `_while_loop` a second one as long as the first one says so, `_cond` the second or the third as
/// the first one says. Which variable of a body reads which input of the operator, and where states go.
/// Places in lists are all checked.
struct ControlFlow {
    enum class Kind : std::uint8_t { Foreach, While, Cond };

    Kind kind = Kind::Foreach;
    std::vector<std::shared_ptr<const IndexedGraph>> bodies;
    /// For each body, by variable (in the order of IndexedGraph::inputNodes()): the operator's input.
    std::vector<std::vector<std::uint32_t>> inputs;
    /// By input of the operator: the body gets a slice of its first dimension.
    std::vector<bool> isSliced;
    /// By state: the operator's input that holds its first value. The last outputs are its last value.
    std::vector<std::uint32_t> states;
    std::uint32_t outData = 0;      ///< the first outputs: a row for each step
    std::int64_t maxIterations = 0; ///< of While

    /// The body that gives the outputs, or their first alternative.
    [[nodiscard]] const IndexedGraph &main() const
    {
        return *bodies[kind == Kind::Foreach ? 0 : 1];
    }

    [[nodiscard]] static bool isOne(const Node &node);
    /// Reads the node's attributes and indexes its bodies. Fails where they do not fit each other.
    [[nodiscard]] static Result<ControlFlow> of(const IndexedNode &node, const OpRegistry &ops);
};

} // namespace nervure
