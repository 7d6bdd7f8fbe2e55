// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/made_values.h"

#include "core/passes/conversion/reference_run.h"

#include <algorithm>
#include <unordered_set>

namespace nervure {

namespace {

bool isFromFile(const Node &node)
{
    const std::string *said = node.attrs.find("from_file");
    return node.op == "create" && said && *said == "true";
}

/// The graph that makes values, with what it gets from outside.
class ValueMaker {
public:
    ValueMaker(const Graph &graph, const std::vector<std::string> &names, const TensorMap &loaded)
        : m_graph(graph)
    {
        takeLoaded(loaded);
        std::vector<Entry> heads;
        for (std::size_t i = 0; i < std::min(graph.heads().size(), names.size()); ++i) {
            if (m_open.count(graph.heads()[i].node) == 0) {
                heads.push_back(graph.heads()[i]);
                m_names.push_back(names[i]);
            }
        }
        m_graph.setHeads(heads);
    }

    Result<TensorMap> run(const PassEnvironment &environment)
    {
        if (m_names.empty()) {
            return TensorMap();
        }
        ASSIGN_OR_RETURN(std::vector<Tensor> made, runOnReference(m_graph, m_given, environment));
        TensorMap values;
        for (std::size_t i = 0; i < std::min(m_names.size(), made.size()); ++i) {
            values.insert_or_assign(m_names[i], std::move(made[i]));
        }
        return values;
    }

private:
    /// What is created from a file becomes a variable, or nothing can be made of it.
    void takeLoaded(const TensorMap &loaded)
    {
        const std::vector<NodeId> nodes(m_graph.nodes().begin(), m_graph.nodes().end());
        for (const NodeId id : nodes) {
            const Node &node = m_graph.node(id);
            const bool readsOpen =
                std::any_of(node.inputs.begin(), node.inputs.end(),
                            [this](const Entry &input) { return m_open.count(input.node) != 0; });
            const auto value = isFromFile(node) && node.outputPorts.size() == 1
                                   ? loaded.find(node.outputPorts[0].tensor)
                                   : loaded.end();
            if (value != loaded.end()) {
                m_given.insert_or_assign(node.name, value->second);
                Node &variable = m_graph.edit(id);
                variable.op = variableOp;
                variable.attrs = {};
                variable.outputPorts = {};
            } else if (readsOpen || isFromFile(node)) {
                m_open.insert(id);
            }
        }
    }

    Graph m_graph;
    TensorMap m_given;                 ///< by variable
    std::unordered_set<NodeId> m_open; ///< what depends on a file that is not there
    std::vector<std::string> m_names;  ///< of the heads
};

} // namespace

Result<TensorMap> madeValues(const PassRun &run, const TensorMap &loaded,
                             const PassEnvironment &environment)
{
    for (const PassResult &step : run.steps) {
        const auto *graph = step.analyses.find(keys::precomputeGraph);
        const auto *names = step.analyses.find(keys::precomputeOutputNames);
        if (graph && *graph && names) {
            return ValueMaker(**graph, *names, loaded).run(environment);
        }
    }
    return TensorMap();
}

} // namespace nervure
