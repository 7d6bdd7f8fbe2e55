// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace nervure {

/// MXNet's operators of control flow, whose nodes hold graphs: `_foreach` runs one for each slice of its
/// data, `_while_loop` a second one as long as the first one says so, `_cond` the second or the third as
/// the first one says. oneDNN's fused operators, `_sg_mkldnn_…`, run theirs once. Which variable of a body
/// reads which input of the operator, and where states go. Places in lists are all checked.
struct ControlFlow {
    enum class Kind : std::uint8_t { Foreach, While, Cond, Once };

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

    /// Of Once: the body tells the shapes alone. It computes with whole numbers, whose ranges are further
    /// inputs and outputs.
    bool isQuantized = false;

    /// Whether a body gives no outputs, but says what is to be done.
    [[nodiscard]] bool isCondition(std::size_t body) const
    {
        return body == 0 && (kind == Kind::While || kind == Kind::Cond);
    }

    [[nodiscard]] static bool isOne(const Node &node);
    /// Whether its operators run as they are: not those of a quantized one.
    [[nodiscard]] static bool runsBodies(const Node &node);
    /// Inputs that a fused operator's normalization mutates: its moving statistics.
    [[nodiscard]] static std::vector<std::uint32_t> mutatedInputs(const Node &node);
    /// Reads the node's attributes and indexes its bodies. Fails where they do not fit each other.
    [[nodiscard]] static Result<ControlFlow> of(const IndexedNode &node, const OpRegistry &ops);
};

} // namespace nervure
