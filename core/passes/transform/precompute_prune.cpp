// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_rewriter.h"
#include "core/passes/inherit.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_set>

namespace nervure {

namespace {

using Names = std::set<std::string, std::less<>>;

constexpr const char *parametersOnly = "with_parameters_only";

Names variableNames(const IndexedGraph &index)
{
    Names names;
    for (const std::uint32_t id : index.inputNodes()) {
        names.insert(index.node(id).node->name);
    }
    return names;
}

/// The names in the option `params`; nothing when it is empty.
Result<std::optional<Names>> paramsOption(const PassContext &context)
{
    const auto option = context.options.find("params");
    if (option == context.options.end() || trim(option->second).empty()) {
        return std::optional<Names>();
    }
    const Names known = variableNames(*context.index);
    Names names;
    for (const std::string_view part : split(option->second, ';')) {
        const std::string_view name = trim(part);
        if (known.count(name) == 0) {
            return makeError(
                "option-invalid",
                "option params of pass PrecomputePrune names {}, expected variables of the graph",
                quoted(name));
        }
        names.emplace(name);
    }
    return std::optional(std::move(names));
}

/// The names of the parameters: as given from outside, as the graph says, or as we find them.
Names parameterNames(const PassContext &context)
{
    if (context.inputs.parameters) {
        return *context.inputs.parameters;
    }
    if (const auto *list = context.analyses.find(keys::paramNameList)) {
        return {list->begin(), list->end()};
    }
    Names names;
    for (const NodeId id : parametersOf(context)) {
        names.insert(context.graph.node(id).name);
    }
    return names;
}

/// Takes out what depends on parameters alone; its values become new parameters.
class Pruner {
public:
    Pruner(PassContext &context, Names parameters)
        : m_context(context),
          m_rewriter(context),
          m_index(*context.index),
          m_isExact(context.semantics == Semantics::Exact),
          m_parameters(std::move(parameters)),
          m_isPruned(m_index.nodeCount())
    {
        if (!m_isExact) {
            for (const std::uint32_t id : m_index.mutatedInputNodes()) {
                m_parameters.erase(m_index.node(id).node->name);
            }
            m_taken = variableNames(m_index);
        }
    }

    Status run()
    {
        const std::vector<std::string> listed = listedParameters();
        m_context.analyses.set(keys::paramNameList, listed);
        if (listed.empty() && m_context.options.at(parametersOnly) == "1") {
            return {};
        }
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            RETURN_IF_FAILED(visit(id));
        }
        std::vector<Entry> heads;
        for (const IndexedEntry &head : m_index.heads()) {
            // NNVM leaves the heads alone when no value is computed for another operator.
            const bool isReplaced = m_isPruned[head.nodeId] && m_computed > 0;
            ASSIGN_OR_RETURN(const Entry now,
                             isReplaced ? variableFor(head) : m_rewriter.entryOf(head));
            heads.push_back(now);
        }
        if (m_computed > 0) {
            giveComputation();
        }
        m_rewriter.finish(std::move(heads));
        return {};
    }

private:
    /// The parameters that the graph has, in its order.
    [[nodiscard]] std::vector<std::string> listedParameters() const
    {
        std::vector<std::string> names;
        Names listed;
        for (const std::uint32_t id : m_index.inputNodes()) {
            const std::string &name = m_index.node(id).node->name;
            if (m_parameters.count(name) != 0 && listed.insert(name).second) {
                names.push_back(name);
            }
        }
        return names;
    }

    [[nodiscard]] bool isPrunable(const IndexedNode &node) const
    {
        if (node.isVariable()) {
            return m_parameters.count(node.node->name) != 0;
        }
        const bool mutates = node.spec && !node.spec->mutatedInputs.empty();
        const bool isFree = m_isExact || (!mutates && node.controlDeps.empty());
        return isFree && std::all_of(node.inputs.begin(), node.inputs.end(), [this](const auto &e) {
                   return m_isPruned[e.nodeId];
               });
    }

    /// Of operators that read a parameter, or what is computed of some.
    void tellWhy(const IndexedNode &node)
    {
        const auto isPruned = [this](const IndexedEntry &input) {
            return m_isPruned[input.nodeId];
        };
        if (std::none_of(node.inputs.begin(), node.inputs.end(), isPruned)) {
            return;
        }
        const auto open = std::find_if_not(node.inputs.begin(), node.inputs.end(), isPruned);
        if (open == node.inputs.end()) {
            m_context.kept.tell(node.source, "it changes a variable, or waits for another node");
        } else {
            m_context.kept.tell(node.source, "it depends on {}, which parameters alone do not give",
                                quoted(m_index.node(open->nodeId).node->name));
        }
    }

    Status visit(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        m_isPruned[id] = isPrunable(node);
        if (!m_isPruned[id]) {
            tellWhy(node);
        }
        for (std::size_t i = 0; i < node.inputs.size() && !m_isPruned[id]; ++i) {
            if (!m_isPruned[node.inputs[i].nodeId]) {
                continue;
            }
            ASSIGN_OR_RETURN(const Entry variable, variableFor(node.inputs[i]));
            m_rewriter.graph().edit(node.source).inputs[i] = variable;
        }
        return {};
    }

    /// The variable that holds a value from now on. NNVM makes new ones for parameters too.
    Result<Entry> variableFor(const IndexedEntry &entry)
    {
        const auto known = m_variables.find(entry);
        if (known != m_variables.end()) {
            return known->second;
        }
        const IndexedNode &source = m_index.node(entry.nodeId);
        if (source.isVariable() && !m_isExact) {
            return m_rewriter.entryOf(entry);
        }
        m_computed += source.isVariable() ? 0 : 1;
        ASSIGN_OR_RETURN(const std::string name, nameFor(entry, source));
        const Entry variable{addVariable(entry.nodeId, name), 0, 0};
        m_variables[entry] = variable;
        m_names.emplace_back(entry, name);
        return variable;
    }

    Result<std::string> nameFor(const IndexedEntry &entry, const IndexedNode &source)
    {
        std::string name = source.node->name;
        if (entry.version != 0) {
            name += fmt::format("_{}", entry.version);
        }
        if (source.outputCount != 1) {
            name += fmt::format("_output{}", entry.index);
        }
        if (!m_isExact) {
            const std::string wanted = name;
            for (int i = 1; m_taken.count(name) != 0; ++i) {
                name = fmt::format("{}_{}", wanted, i);
            }
        }
        if (!m_taken.insert(name).second) {
            return makeErrorAt(
                source.node->name, "name-repeated",
                "two values for parameters would be called {}, expected names of their own",
                quoted(name));
        }
        return name;
    }

    NodeId addVariable(std::uint32_t source, const std::string &name)
    {
        const IndexedNode &node = m_index.node(source);
        Node variable;
        variable.name = name;
        if (!node.isVariable()) {
            return m_rewriter.add(std::move(variable), {node.source},
                                  "computed beforehand by " + node.node->op);
        }
        variable.sourceIndex = node.node->sourceIndex;
        const NodeId id = m_rewriter.copy(source);
        m_rewriter.graph().edit(id) = std::move(variable);
        return id;
    }

    void giveComputation()
    {
        std::vector<Entry> heads;
        std::vector<std::string> names;
        for (const auto &[value, name] : m_names) {
            heads.push_back(m_rewriter.entryOf(value));
            names.push_back(name);
        }
        m_context.analyses.set(keys::precomputeGraph, std::make_shared<const Graph>(partOf(
                                                          m_rewriter.graph(), std::move(heads))));
        m_context.analyses.set(keys::precomputeOutputNames, std::move(names));
        tellFacts();
    }

    /// Shapes and types of the new variables, as far as those of the values are known.
    void tellFacts()
    {
        const Shapes *shapes = m_context.analyses.find(keys::shape, m_context.index);
        const DTypes *types = m_context.analyses.find(keys::dtype, m_context.index);
        for (const auto &[entry, name] : m_names) {
            const std::uint64_t id =
                std::uint64_t{m_index.entryStart()[entry.nodeId]} + entry.index;
            if (shapes && id < shapes->size() && !isUnknown((*shapes)[id])) {
                m_context.madeInputs.shapes[name] = (*shapes)[id];
            }
            if (types && id < types->size() && (*types)[id] != DType::Unknown) {
                m_context.madeInputs.dtypes[name] = (*types)[id];
            }
        }
    }

    PassContext &m_context;
    GraphRewriter m_rewriter;
    const IndexedGraph &m_index;
    const bool m_isExact;
    Names m_parameters;
    Names m_taken; ///< names that new variables cannot have
    std::vector<bool> m_isPruned;
    std::map<IndexedEntry, Entry> m_variables;
    std::vector<std::pair<IndexedEntry, std::string>> m_names; ///< of the variables, in order
    int m_computed = 0;
};

Status runPrecomputePrune(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "PrecomputePrune"));
    ASSIGN_OR_RETURN(auto chosen, paramsOption(context));
    context.analyses.erase(keys::precomputeGraph.name);
    context.analyses.erase(keys::precomputeOutputNames.name);
    return Pruner(context, chosen ? std::move(*chosen) : parameterNames(context)).run();
}

} // namespace

void registerPrecomputePrune(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "PrecomputePrune";
    spec.summary = "takes out what depends on parameters alone, as a graph that runs beforehand";
    spec.changesGraph = true;
    spec.provides = {std::string(keys::paramNameList.name), std::string(keys::precomputeGraph.name),
                     std::string(keys::precomputeOutputNames.name)};
    spec.options = {{"params",
                     "",
                     "names of the variables that are parameters, separated by semicolons; empty: "
                     "the loaded ones, and those that operators take for weights",
                     {}},
                    {parametersOnly,
                     "0",
                     "1: nothing is done where the graph has no parameter, as nnvm.compiler.build "
                     "leaves the pass out; 0: what depends on nothing is taken out there too",
                     {"0", "1"}}};
    spec.run = runPrecomputePrune;
    passes.add(std::move(spec));
}

} // namespace nervure
