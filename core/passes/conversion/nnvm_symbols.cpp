// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/nnvm_symbols.h"

#include "core/passes/graph_rewriter.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace nervure {

void NnvmSymbols::setOrigin(std::vector<NodeId> from, std::string reason)
{
    m_origin = {{}, std::move(from), std::move(reason)};
}

void NnvmSymbols::setOriginOf(NodeId made, NodeId from)
{
    const auto origin = std::find_if(m_origins.rbegin(), m_origins.rend(),
                                     [made](const auto &known) { return known.node == made; });
    if (origin != m_origins.rend()) {
        origin->from = {from};
    }
}

NnvmSymbol NnvmSymbols::variable(NodeId id, Node node)
{
    node.dialect = Dialect::Nnvm;
    m_graph.insert(id, std::move(node), m_graph.nodeCount());
    if (m_origin.from != std::vector<NodeId>{id}) {
        m_origins.push_back({id, m_origin.from, m_origin.reason});
    }
    return {{id, 0, 0}};
}

NnvmSymbol NnvmSymbols::variable(Node node)
{
    node.dialect = Dialect::Nnvm;
    return {{add(std::move(node)), 0, 0}};
}

NodeId NnvmSymbols::add(Node node)
{
    const NodeId id = m_graph.add(std::move(node));
    m_origins.push_back({id, m_origin.from, m_origin.reason});
    return id;
}

Result<NnvmSymbol> NnvmSymbols::call(std::string_view function, const NnvmSymbol &inputs,
                                     AttrDict attrs)
{
    const std::vector<std::optional<Entry>> given(inputs.begin(), inputs.end());
    return call(function, given, std::move(attrs));
}

Result<NnvmSymbol> NnvmSymbols::call(std::string_view function,
                                     std::span<const std::optional<Entry>> inputs, AttrDict attrs)
{
    return make(function, std::move(attrs),
                [&](Node &node, const OpSpec &spec, const ParsedAttrs &parsed) -> Status {
                    for (const auto &input : inputs) {
                        if (!input) {
                            return makeError("TypeError", "Compose expect `Symbol` as arguments");
                        }
                        node.inputs.push_back(*input);
                    }
                    return compose(node, spec, parsed);
                });
}

Result<NnvmSymbol> NnvmSymbols::callByName(std::string_view function,
                                           const std::vector<std::pair<std::string, Entry>> &inputs,
                                           AttrDict attrs)
{
    return make(
        function, std::move(attrs), [&](Node &node, const OpSpec &spec, const ParsedAttrs &parsed) {
            const RuleContext rule{node, parsed, Semantics::Exact};
            const auto names = spec.inputNames ? spec.inputNames(rule) : std::vector<std::string>();
            for (const std::string &name : names) {
                const auto given =
                    std::find_if(inputs.begin(), inputs.end(),
                                 [&name](const auto &input) { return input.first == name; });
                node.inputs.push_back(given != inputs.end() ? given->second
                                                            : Entry{addMissing(node, name), 0, 0});
            }
            return updateVersions(node, spec);
        });
}

Result<NnvmSymbol> NnvmSymbols::make(
    std::string_view function, AttrDict attrs,
    const std::function<Status(Node &, const OpSpec &, const ParsedAttrs &)> &give)
{
    const OpSpec *spec = m_ops.find(Dialect::Nnvm, function);
    if (!spec) {
        return makeError("AttributeError", "module 'nnvm.symbol' has no attribute '{}'", function);
    }
    Node node;
    node.op = spec->name;
    // A key "name" is the function's argument of that name.
    if (const std::string *name = attrs.find("name")) {
        node.name = *name;
        attrs.erase("name");
    }
    Diagnostics found;
    const ParsedAttrs parsed = parseAttrs(spec->attrs, attrs, spec->name, {}, found);
    if (hasErrors(found)) {
        return nnvmParamError(*spec, attrs, found);
    }
    node.attrs = std::move(attrs);
    if (node.name.empty()) {
        const std::string hint = toLower(function);
        node.name = hint + std::to_string(m_nextNumber[hint]++);
    }
    RETURN_IF_FAILED(give(node, *spec, parsed));
    const RuleContext rule{node, parsed, Semantics::Exact};
    std::size_t count = outputNamesOf(spec, rule, 1).size();
    if (spec->visibleOutputs != 0) {
        count = std::min<std::size_t>(count, spec->visibleOutputs);
    }
    const NodeId id = add(std::move(node));
    NnvmSymbol symbol;
    for (std::uint32_t i = 0; i < count; ++i) {
        symbol.push_back({id, i, 0});
    }
    return symbol;
}

/// What NNVM puts in the place of an input that is not given.
NodeId NnvmSymbols::addMissing(const Node &node, const std::string &input)
{
    Node missing;
    missing.name = node.name + '_' + input;
    missing.attrs = node.attrs;
    return add(std::move(missing));
}

Status NnvmSymbols::compose(Node &node, const OpSpec &spec, const ParsedAttrs &parsed)
{
    if (spec.inputNames) {
        const auto names = spec.inputNames(RuleContext{node, parsed, Semantics::Exact});
        if (node.inputs.size() > names.size()) {
            return makeError("NNVMError",
                             "Check failed: arg_vec.size() <= n_req ({0} vs. {1}) Incorrect number "
                             "of arguments, requires {1}, provided {0}",
                             node.inputs.size(), names.size());
        }
        for (std::size_t i = node.inputs.size(); i < names.size(); ++i) {
            node.inputs.push_back({addMissing(node, names[i]), 0, 0});
        }
    }
    return updateVersions(node, spec);
}

Status NnvmSymbols::updateVersions(Node &node, const OpSpec &spec)
{
    for (Entry &input : node.inputs) {
        if (const auto it = m_version.find(input.node); it != m_version.end()) {
            input.version = it->second;
        }
    }
    for (const std::uint32_t mutated : spec.mutatedInputs) {
        if (mutated >= node.inputs.size()) {
            continue;
        }
        Entry &input = node.inputs[mutated];
        if (!m_graph.node(input.node).isVariable()) {
            return makeError(
                "NNVMError",
                "Check failed: e.node->is_variable() Mutation target can only be Variable");
        }
        input.version = ++m_version[input.node];
    }
    return {};
}

Result<Entry> NnvmSymbols::output(const NnvmSymbol &symbol, std::uint32_t index)
{
    if (index >= symbol.size()) {
        return makeError(
            "NNVMError",
            "Check failed: index < nreturn ({} vs. {}) Symbol only accept nonnegative index", index,
            symbol.size());
    }
    return symbol[index];
}

std::optional<std::string> NnvmSymbols::firstVariable(const Entry &value) const
{
    std::unordered_set<NodeId> seen;
    std::vector<NodeId> open{value.node};
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        if (!seen.insert(id).second) {
            continue;
        }
        const Node &node = m_graph.node(id);
        if (node.isVariable()) {
            return node.name;
        }
        for (std::size_t i = node.inputs.size(); i > 0; --i) {
            open.push_back(node.inputs[i - 1].node);
        }
    }
    return std::nullopt;
}

Graph NnvmSymbols::partOf(const Entry &value) const
{
    return nervure::partOf(m_graph, {value});
}

Graph NnvmSymbols::finish(std::vector<Entry> heads, Provenance &provenance)
{
    Graph graph = nervure::partOf(m_graph, std::move(heads));
    for (Provenance::Origin &origin : m_origins) {
        if (graph.contains(origin.node)) {
            provenance.origins.push_back(std::move(origin));
        }
    }
    return graph;
}

} // namespace nervure
