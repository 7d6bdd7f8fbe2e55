// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/passes/pass_spec.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// One operator of LightNet while it becomes NNVM's: what it reads in the new graph, what it says,
/// and the graph it adds to. All shapes and types are known.
class LoweredNode {
public:
    /// `in` are the new graph's entries of the inputs.
    LoweredNode(const PassContext &context, std::uint32_t node, std::vector<Entry> in, Graph &graph,
                std::set<std::string> &names)
        : m_context(context),
          m_id(node),
          m_in(std::move(in)),
          m_graph(graph),
          m_names(names)
    {}

    /// The operator's name without its backend.
    [[nodiscard]] const std::string &op() const { return m_context.index->node(m_id).spec->name; }
    [[nodiscard]] const Entry &in(std::size_t i) const { return m_in[i]; }
    [[nodiscard]] const std::vector<Entry> &inputs() const { return m_in; }
    [[nodiscard]] const Shape &inShape(std::size_t i) const;
    [[nodiscard]] const Shape &outShape(std::size_t i = 0) const;
    [[nodiscard]] DType inType(std::size_t i) const;
    [[nodiscard]] DType outType(std::size_t i = 0) const;
    [[nodiscard]] std::uint32_t outputCount() const;

    [[nodiscard]] std::int64_t integer(std::string_view name) const;
    [[nodiscard]] double number(std::string_view name) const;
    [[nodiscard]] IntTuple integers(std::string_view name) const;
    [[nodiscard]] NumberTuple numbers(std::string_view name) const;
    [[nodiscard]] std::string text(std::string_view name) const;

    /// Adds an operator of NNVM; the first is called as LightNet's is, further ones after it.
    Entry add(std::string_view op, std::vector<Entry> inputs, AttrDict attrs = {});
    /// Adds a variable of a name that is free.
    Entry addVariable(const std::string &name, const Shape &shape, DType type);
    /// The nodes added so far.
    [[nodiscard]] const std::vector<NodeId> &added() const { return m_added; }

private:
    [[nodiscard]] const Node &node() const { return *m_context.index->node(m_id).node; }
    [[nodiscard]] std::string freeName(const std::string &wanted);
    template <typename T>
    [[nodiscard]] T value(std::string_view name) const;

    const PassContext &m_context;
    std::uint32_t m_id;
    std::vector<Entry> m_in;
    Graph &m_graph;
    std::set<std::string> &m_names;
    std::vector<NodeId> m_added;
};

/// What an operator became: an entry for each output, or why it has no counterpart.
struct Lowered {
    std::vector<Entry> outputs;
    std::string reason; ///< empty: it has one
};

/// The counterpart of an operator that computes in fixed semantics.
[[nodiscard]] Lowered lowerLightNet(LoweredNode &node);

} // namespace nervure
