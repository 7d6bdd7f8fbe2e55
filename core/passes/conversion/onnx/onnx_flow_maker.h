// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/op/onnx_attrs.h"
#include "core/passes/conversion/onnx/onnx_graph_lowering.h"

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// A body of an operator of control flow that was lowered: its graph, and which of the operator's inputs each of
/// the graph's variables reads.
struct LoweredBody {
    std::shared_ptr<const Graph> graph;
    std::vector<std::uint32_t> reads;
};

/// 0, 1, … below `count`.
[[nodiscard]] std::vector<std::uint32_t> placesBelow(std::size_t count);
/// The type of a value that is another one in each step.
[[nodiscard]] ValueType withoutElements(ValueType type);

/// Makes one operator of control flow of our own dialect of one of ONNX's. Its inputs are those of the bodies, in
/// their order, then what bodies read from around them.
class OnnxFlowMaker {
public:
    /// Entries by output.
    using Outputs = Result<std::vector<Entry>>;

    OnnxFlowMaker(const OnnxGraphLowering &around, const IndexedNode &node, const RewriteCall &call)
        : m_around(around),
          m_node(node),
          m_call(call)
    {}

    [[nodiscard]] const OnnxAttrs &attrs() const { return m_node.attrs.as<OnnxAttrs>(); }
    [[nodiscard]] const IndexedNode &node() const { return m_node; }
    [[nodiscard]] std::span<const ValueType> outputs() const { return m_call.outValues; }
    /// The body that an attribute holds.
    [[nodiscard]] Result<const Graph *> bodyNamed(std::string_view name) const;

    // Inputs of ONNX's operator, by place.
    [[nodiscard]] bool has(std::size_t place) const;
    /// Fails where it is left out or not lowered.
    [[nodiscard]] Result<Entry> inputAt(std::size_t place) const;
    /// The one whole number that it is, where that is known.
    [[nodiscard]] std::optional<std::int64_t> knownAt(std::size_t place) const;
    [[nodiscard]] const ValueType &valueAt(std::size_t place) const
    {
        return m_call.inValues[place];
    }

    /// Names of what the next body holds get this part, too: bodies of one node may use the same ones.
    void enterBody(std::string_view name) { m_bodyPath = std::string(name) + '/'; }

    // Nodes of the graph around the bodies.
    Entry make(std::string_view op, std::vector<Entry> from, AttrDict attrs = {}) const;
    Entry full(int number, DType type) const;
    Entry reshape(const Entry &from, const Shape &shape) const;

    /// Inputs of the operator that is made: those of its bodies, in order, before any body is lowered.
    void addBodyInput(const Entry &entry);
    /// The place of a value from around the bodies among the inputs, which it joins.
    std::uint32_t join(const Entry &entry);

    /// Among the heads of a loop's body: the number of the next step, its first input plus 1.
    static constexpr std::size_t nextStep = static_cast<std::size_t>(-1);
    /// Lowers a body into a graph of its own, its inputs being of these types; `order` says which of its heads
    /// come in which order.
    Result<LoweredBody> lower(const Graph &body, const std::vector<ValueType> &types,
                              const std::vector<std::size_t> &order);
    /// Lowers a body in the operator's place, its inputs being these. A function sees nothing around it.
    /// `called`: nodes of a function with attributes that are the call's.
    Outputs inlined(const Graph &body, const std::vector<Entry> &inputs,
                    const std::vector<ValueType> &types, bool isFunction,
                    std::set<NodeId> called = {}) const;
    /// The operator with its bodies, by output.
    std::vector<Entry> finish(std::string_view op, std::vector<LoweredBody> bodies,
                              std::size_t outputCount, AttrDict attrs) const;
    /// The entries as the outputs are: rows of scalars have one dimension less than in the operator.
    std::vector<Entry> asInferred(std::vector<Entry> entries) const;

private:
    using ReadOf = std::unordered_map<NodeId, std::uint32_t>;

    [[nodiscard]] const OnnxPart &part() const { return m_around.part(); }
    [[nodiscard]] Result<std::shared_ptr<const IndexedGraph>> indexOf(const Graph &body) const;
    [[nodiscard]] Result<OnnxValues> infer(const IndexedGraph &body,
                                           const std::vector<ValueType> &inputs,
                                           bool isFunction) const;
    Result<std::vector<Entry>> headsOf(const OnnxGraphLowering &lowered,
                                       const std::vector<std::size_t> &order, ReadOf &readOf) const;
    Result<ReadOf> addVariables(OnnxGraphLowering &lowering, const Graph &body);
    Status placeVariable(OnnxGraphLowering &lowering, const IndexedNode &variable,
                         const ValueType &value, bool isFunction) const;
    static Entry addVariable(Graph &graph, const std::string &name, const ValueType &value);
    /// A parameter of the graph around the bodies: an initializer of theirs, or what a Constant in them holds.
    Entry addParameter(HeldVariable variable, const std::string &name) const;
    /// What names of weights in the body begin with.
    [[nodiscard]] std::string storedPath(bool isFunction) const;
    /// Where each variable of a body that was lowered reads from.
    Result<std::vector<std::uint32_t>> readsOf(const IndexedGraph &lowered, const ReadOf &readOf,
                                               const HeldVariables &held);

    const OnnxGraphLowering &m_around;
    const IndexedNode &m_node;
    const RewriteCall &m_call;
    /// What names in the body begin with.
    [[nodiscard]] std::string bodyPrefix() const;

    std::string m_bodyPath;
    std::vector<Entry> m_inputs;
    std::size_t m_bodyInputs = 0; ///< how many of them are inputs of the bodies
};

} // namespace nervure
