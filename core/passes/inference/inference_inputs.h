// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/option_values.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

/// Calls `apply(value of the fact, entry id)` for each variable that `facts` names; names that no
/// variable has become warnings.
template <typename Value, typename F>
void applyFacts(const std::map<std::string, Value> &facts, const IndexedGraph &graph,
                Diagnostics &diagnostics, F &&apply)
{
    std::map<std::string, bool> used;
    for (const std::uint32_t id : graph.inputNodes()) {
        const auto it = facts.find(graph.node(id).node->name);
        if (it != facts.end()) {
            used[it->first] = true;
            apply(it->second, graph.entryId(id, 0));
        }
    }
    for (const auto &[name, value] : facts) {
        if (!used[name]) {
            diagnostics.push_back(
                makeWarning("input-unknown", "the graph has no input {}", quoted(name)));
        }
    }
}

/// The attribute of variables that holds their value, and how it is read.
template <typename Traits>
struct VariableAttribute {
    std::string key; ///< empty: none does
    std::optional<typename Traits::Value> (*read)(std::string_view text) = Traits::fromText;
};

/// The attribute that counts in the pass's graph. `Traits` say:
///     using Value;
///     static constexpr EntryKey<Value> key;                       // by entry: what is inferred
///     static constexpr SnapshotKey<std::vector<Value>> inputsKey; // by variable, in the graph's order
///     static const char *attrKeyOption, *hintsOption, *expectedHint;
///     static const char *mxnetAttribute; // where MXNet's variables have it
///     static std::optional<Value> fromText(std::string_view);
///     static Value unknown();
///     static std::optional<Value> fromHint(std::string_view);
template <typename Traits>
[[nodiscard]] VariableAttribute<Traits> variableAttribute(const PassContext &context)
{
    const std::string given = textOption(context, Traits::attrKeyOption);
    const bool isSaid = !given.empty() || context.analyses.contains(Traits::attrKeyOption);
    if (isSaid) {
        return {given};
    }
    const bool isMXNet = context.graph.dialect() == Dialect::MXNet;
    return {isMXNet ? std::string(Traits::mxnetAttribute) : std::string(Traits::key.name)};
}

/// The values of the variables, in the order of the graph. NNVM refuses a list that is too long; else
/// what is too much is left out with a warning.
template <typename Value>
Status applyInputList(SnapshotKey<std::vector<Value>> key, const PassContext &context,
                      std::vector<Value> &values)
{
    const IndexedGraph &graph = *context.index;
    const auto *inputs = context.analyses.find(key, graph);
    if (!inputs) {
        return {};
    }
    const std::size_t count = std::min(inputs->size(), graph.inputNodes().size());
    if (count < inputs->size()) {
        const std::string message = fmt::format(
            "graph attribute {} has {} values, expected at most one for each of {} inputs",
            quoted(key.name), inputs->size(), count);
        if (context.semantics == Semantics::Exact) {
            return makeError("graph-attr", message);
        }
        context.diagnostics.push_back(
            makeWarning("graph-attr", "{}; the first {} are taken", message, count));
    }
    for (std::size_t i = 0; i < count; ++i) {
        values[graph.entryId(graph.inputNodes()[i], 0)] = (*inputs)[i];
    }
    return {};
}

/// "conv1=1x3x8x8;split0:1=2x4": values of entries, wherever they are.
template <typename Traits>
Status applyHints(const PassContext &context, std::vector<typename Traits::Value> &values)
{
    const IndexedGraph &graph = *context.index;
    for (const std::string &item : listOption(context, Traits::hintsOption)) {
        const std::size_t equals = item.rfind('=');
        const auto value = equals == std::string::npos
                               ? std::nullopt
                               : Traits::fromHint(std::string_view(item).substr(equals + 1));
        if (!value) {
            return makeError("option-invalid", "option {} holds {}, expected {}",
                             Traits::hintsOption, quoted(item), Traits::expectedHint);
        }
        ASSIGN_OR_RETURN(const auto entry, namedEntry(context.graph, item.substr(0, equals)));
        const auto node = graph.find(entry.node);
        if (node && entry.index < graph.node(*node).outputCount) {
            values[graph.entryId(*node, entry.index)] = *value;
        }
    }
    return {};
}

/// What is known before inference, the later of them beating the earlier: the graph attribute of
/// the same name, the list of the variables' values, the facts about inputs, and hints.
template <typename Traits>
Status startValues(PassContext &context, const std::map<std::string, typename Traits::Value> &facts,
                   std::vector<typename Traits::Value> &values)
{
    const auto *given = context.analyses.find(Traits::key, context.index);
    if (given) {
        values = *given;
    } else {
        values.assign(context.index->entryCount(), Traits::unknown());
    }
    RETURN_IF_FAILED(applyInputList(Traits::inputsKey, context, values));
    applyFacts(facts, *context.index, context.diagnostics,
               [&values](const auto &value, std::uint32_t entry) { values[entry] = value; });
    return applyHints<Traits>(context, values);
}

/// Takes from the analyses what NNVM's pass takes as arguments.
template <typename Traits>
void dropArguments(Analyses &analyses)
{
    analyses.erase(Traits::inputsKey.name);
    analyses.erase(Traits::attrKeyOption);
}

/// One warning that names the inputs (not weights) whose value is still unknown.
template <typename Value, typename F>
void warnOfUnknownInputs(const IndexedGraph &graph, const std::vector<Value> &values,
                         const char *what, F &&isUnknownValue, Diagnostics &diagnostics)
{
    constexpr std::size_t mostNames = 8;
    std::vector<std::string> names;
    for (const std::uint32_t id : graph.inputNodes()) {
        const std::uint32_t entry = graph.entryId(id, 0);
        if (isUnknownValue(values[entry]) && names.size() <= mostNames) {
            names.push_back(names.size() == mostNames ? "…" : quoted(graph.node(id).node->name));
        }
    }
    if (!names.empty()) {
        diagnostics.push_back(makeWarning("input-missing", "the {} of these inputs is unknown: {}",
                                          what, join(names, ", ")));
    }
}

} // namespace nervure
