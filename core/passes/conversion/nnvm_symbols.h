// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/passes/pass_spec.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure {

/// The outputs one composes with, as NNVM's Python class of that name.
using NnvmSymbol = std::vector<Entry>;

/// Builds an NNVM graph as the Python module nnvm.symbol does in a fresh process (TVM 0.5), for
/// importers that called it: a node is named after the function that made it and a running number, what an
/// operator lacks becomes a variable NODE_INPUT with a copy of its attributes, and an input that an
/// operator changes is taken under a new version. What it refuses has the exception's class as code and its
/// text as message; the time and place that NNVM puts in front are left out.
class NnvmSymbols {
public:
    explicit NnvmSymbols(const OpRegistry &ops) : m_ops(ops) {}

    /// Ids below `count` are for variables that keep theirs.
    void reserveIds(std::uint32_t count) { m_graph.reserveIds(count); }

    /// What the nodes made from now on come from; `reason` is one phrase.
    void setOrigin(std::vector<NodeId> from, std::string reason);

    /// Says of one node that was made what it comes from alone.
    void setOriginOf(NodeId made, NodeId from);

    /// nnvm.symbol.Variable: under an id that is free.
    NnvmSymbol variable(NodeId id, Node node);
    /// The same, under an id of its own.
    NnvmSymbol variable(Node node);

    /// nnvm.symbol.FUNCTION(*inputs, **attrs): `function` is an operator's name or alias. An input that
    /// is absent is Python's None.
    Result<NnvmSymbol> call(std::string_view function, std::span<const std::optional<Entry>> inputs,
                            AttrDict attrs = {});
    Result<NnvmSymbol> call(std::string_view function, const NnvmSymbol &inputs,
                            AttrDict attrs = {});

    /// The same with inputs by their names in NNVM's declaration, of which any may be missing.
    Result<NnvmSymbol> callByName(std::string_view function,
                                  const std::vector<std::pair<std::string, Entry>> &inputs,
                                  AttrDict attrs = {});

    /// symbol[index].
    [[nodiscard]] static Result<Entry> output(const NnvmSymbol &symbol, std::uint32_t index);

    /// The node that gives a value.
    [[nodiscard]] const Node &node(const Entry &value) const { return m_graph.node(value.node); }
    /// list_input_names()[0]: the first variable that a value is computed from, if there is one.
    [[nodiscard]] std::optional<std::string> firstVariable(const Entry &value) const;
    /// What a value is computed from.
    [[nodiscard]] Graph partOf(const Entry &value) const;

    /// The graph that these heads reach, and where its nodes came from.
    [[nodiscard]] Graph finish(std::vector<Entry> heads, Provenance &provenance);

private:
    /// Makes the operator, whose inputs follow: what `give` puts into the node.
    Result<NnvmSymbol> make(
        std::string_view function, AttrDict attrs,
        const std::function<Status(Node &, const OpSpec &, const ParsedAttrs &)> &give);
    NodeId addMissing(const Node &node, const std::string &input);
    Status compose(Node &node, const OpSpec &spec, const ParsedAttrs &parsed);
    Status updateVersions(Node &node, const OpSpec &spec);
    NodeId add(Node node);

    const OpRegistry &m_ops;
    Graph m_graph;
    Provenance::Origin m_origin;
    std::vector<Provenance::Origin> m_origins;
    std::unordered_map<std::string, int> m_nextNumber;   ///< by function
    std::unordered_map<NodeId, std::uint32_t> m_version; ///< of variables that were changed
};

/// Why NNVM's operator `spec` does not take these attributes: dmlc's text for the first that it looks at.
/// `found` is what parseAttrs() said, which must hold an error.
[[nodiscard]] Diagnostic nnvmParamError(const OpSpec &spec, const AttrDict &attrs,
                                        const Diagnostics &found);

} // namespace nervure
