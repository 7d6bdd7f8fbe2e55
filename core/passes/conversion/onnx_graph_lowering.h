// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/onnx_scope.h"
#include "core/ops/onnx/lowering/onnx_lowering.h"
#include "core/passes/conversion/lowered_graph.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure {

/// What is known of a graph of ONNX's that is lowered, and where what it becomes goes.
struct OnnxPart {
    PassContext &context;
    const IndexedGraph &index;
    std::vector<ValueType> values; ///< by entry
    Graph &graph;                  ///< receives the nodes
    Provenance *provenance = nullptr;
    NodeId origin{};                  ///< what all nodes come from, where it is not what each is made of
    std::string prefix{};             ///< of the names of nodes
    const OnnxScope *outer = nullptr; ///< of a body: the values around it
    int depth = 0;                    ///< of a body within others
};

/// Lowers one graph, operator by operator: those whose values somebody needs.
class OnnxGraphLowering {
public:
    explicit OnnxGraphLowering(OnnxPart part);

    /// Says where the value of a variable is.
    void place(NodeId variable, onnx::Operand operand);
    /// Lowers what the heads need.
    Status run();
    /// After run().
    [[nodiscard]] Result<onnx::Operand> head(std::size_t i) const;
    [[nodiscard]] Result<onnx::Operand> operandOf(const IndexedEntry &entry) const;
    /// The value of that name in this graph. Fails where it is none that was lowered.
    [[nodiscard]] Result<onnx::Operand> operandNamed(std::string_view name) const;
    [[nodiscard]] const OnnxPart &part() const { return m_part; }
    [[nodiscard]] const OnnxScope &scope() const { return m_scope; }
    [[nodiscard]] const ValueType &valueOf(const IndexedEntry &entry) const
    {
        return m_part.values[m_part.index.entryId(entry)];
    }

private:
    [[nodiscard]] bool isNeeded(std::uint32_t id) const;
    [[nodiscard]] bool isKnown(std::uint32_t id) const;
    void findNeeded();
    void needInputs(const IndexedNode &node);
    Status lowerNode(std::uint32_t id);
    Status take(std::uint32_t id, std::size_t i, const onnx::Operand &output);
    [[nodiscard]] onnx::Lowered constants(std::uint32_t id, const Lowering &lowering) const;
    onnx::Lowered lowerOperator(std::uint32_t id, const Lowering &lowering);
    onnx::Lowered lowerByRule(std::uint32_t id, const Lowering &lowering);
    [[nodiscard]] Status gather(const IndexedNode &node, const onnx::LoweringRule &rule,
                                onnx::OnnxLowering::Call &call) const;
    onnx::Operand variableOf(const IndexedNode &node, const ValueType &value);

    OnnxPart m_part;
    LoweredGraph m_lowered;
    OnnxScope m_scope;
    std::vector<std::optional<onnx::Operand>> m_operands; ///< by entry: where its value is
    std::vector<bool> m_isNeeded;                         ///< by entry
    std::unordered_map<std::string_view, std::uint32_t> m_entries; ///< by name of the value
};

/// Why a value cannot be computed with; empty: it can.
[[nodiscard]] std::string refusalOf(const ValueType &value);
/// The sizes of a tensor whose dimensions are numbers.
[[nodiscard]] Shape sizesOf(const ValueType &value);
/// The place in the operator's list of an input that is there.
[[nodiscard]] std::size_t placeOf(const IndexedNode &node, std::size_t i);
/// Says what later passes are to know of a variable that is made.
void tellVariable(PassContext &context, const std::string &name, const ValueType &value);

} // namespace nervure
