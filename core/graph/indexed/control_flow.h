// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace nervure {

/// The operators of control flow, whose nodes hold graphs: `foreach` runs one for each slice of its data,
/// `while_loop` a second one as long as the first one says so, `cond` the second or the third as the
/// first one says. MXNet's, which begin with "_", and ours, read into one form: which variable of a body
/// reads which input of the operator, and where states go. oneDNN's fused operators, `_sg_mkldnn_…`, run
/// theirs once. Places in lists are all checked.
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

    /// How often it runs at most, where its inputs have these shapes; fails where slices are not as many.
    [[nodiscard]] Result<std::int64_t> mostSteps(std::span<const Shape> shapes) const;

    [[nodiscard]] static std::optional<Kind> kindOf(const Node &node);
    [[nodiscard]] static bool isOne(const Node &node) { return kindOf(node).has_value(); }
    /// Whether its operators run as they are: not those of a quantized one.
    [[nodiscard]] static bool runsBodies(const Node &node);
    /// Inputs that a fused operator's normalization mutates: its moving statistics.
    [[nodiscard]] static std::vector<std::uint32_t> mutatedInputs(const Node &node);
    /// Reads the node's attributes and indexes its bodies. Fails where they do not fit each other.
    [[nodiscard]] static Result<ControlFlow> of(const IndexedNode &node, const OpRegistry &ops);
};

} // namespace nervure
