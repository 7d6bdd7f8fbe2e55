// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/lightnet_lowering.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace nervure {

namespace {

/// Makes NNVM's graph of a LightNet document. What is made once, at load, becomes variables, and a
/// graph beside that computes their values (as PrecomputePrune does it).
class Lowerer {
public:
    explicit Lowerer(PassContext &context)
        : m_context(context),
          m_index(*context.index),
          m_entries(m_index.entryCount())
    {
        m_static->setDialect(Dialect::Nnvm);
        m_graph.setDialect(Dialect::Nnvm);
        m_graph.reserveIds(context.graph.idLimit());
        m_static->reserveIds(context.graph.idLimit());
    }

    void run()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            const IndexedNode &node = m_index.node(id);
            if (isMadeOnce(node)) {
                keepForLoad(id);
            } else if (node.outputCount == 0) {
                dropPrinter(node);
            } else {
                lower(id);
            }
        }
        finish();
    }

private:
    static bool isMadeOnce(const IndexedNode &node)
    {
        // rearange says all about its elements itself.
        return node.spec->isStatic || node.spec->name == "rearange";
    }

    [[nodiscard]] std::vector<Entry> inputsOf(const IndexedNode &node) const
    {
        std::vector<Entry> inputs;
        for (const IndexedEntry &input : node.inputs) {
            inputs.push_back(m_entries[m_index.entryId(input)]);
        }
        return inputs;
    }

    /// The outputs become variables; the operator goes to the graph that gives their values.
    void keepForLoad(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        Node copy = *node.node;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            copy.inputs[i] = staticEntry(node.inputs[i]);
        }
        m_static->insert(node.source, std::move(copy), m_static->nodeCount());
        LoweredNode lowered(m_context, id, {}, m_graph, m_names);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const Shape &shape = lowered.outShape(i);
            const DType type = lowered.outType(i);
            const Entry variable =
                lowered.addVariable(node.node->outputPorts[i].tensor, shape, type);
            m_entries[m_index.entryId(id, i)] = variable;
            const std::string &name = m_graph.node(variable.node).name;
            m_staticHeads.push_back({node.source, i, 0});
            m_staticNames.push_back(name);
            m_context.madeInputs.shapes[name] = shape;
            m_context.madeInputs.dtypes[name] = type;
        }
        explain(node, lowered.added(), "made once, at load");
    }

    /// rearange may read what is no static tensor: its elements do not matter, only its length does.
    [[nodiscard]] Entry staticEntry(const IndexedEntry &entry)
    {
        const IndexedNode &source = m_index.node(entry.nodeId);
        if (m_static->contains(source.source)) {
            return {source.source, entry.index, 0};
        }
        const std::uint32_t id = m_index.entryId(entry);
        Node zeros;
        zeros.op = "zeros";
        zeros.name = fmt::format("{}_{}_size", source.node->name, entry.index);
        zeros.attrs.set("shape", NnvmAttrText::print(
                                     (*m_context.analyses.find(keys::shape, m_context.index))[id]));
        zeros.attrs.set(
            "dtype",
            std::string(dtypeName((*m_context.analyses.find(keys::dtype, m_context.index))[id])));
        return {m_static->add(std::move(zeros)), 0, 0};
    }

    void dropPrinter(const IndexedNode &node) { tell(node, "prints, which NNVM's graphs do not"); }

    void lower(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        LoweredNode lowered(m_context, id, inputsOf(node), m_graph, m_names);
        Lowered result = lowerLightNet(lowered);
        if (result.reason.empty()) {
            for (std::uint32_t i = 0; i < node.outputCount; ++i) {
                m_entries[m_index.entryId(id, i)] = result.outputs.at(i);
            }
            explain(node, lowered.added(), "lowered " + node.node->op);
            return;
        }
        tell(node, result.reason);
        Node copy = *node.node;
        const std::vector<Entry> inputs = inputsOf(node);
        copy.inputs.assign(inputs.begin(), inputs.end());
        const NodeId kept = m_graph.add(std::move(copy));
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            m_entries[m_index.entryId(id, i)] = {kept, i, 0};
        }
        explain(node, {kept}, "no counterpart");
    }

    void tell(const IndexedNode &node, const std::string &reason)
    {
        m_context.diagnostics.push_back(makeWarningAt(node.node->name, "not-lowered",
                                                      "{} {} has no counterpart: {}", node.node->op,
                                                      quoted(node.node->name), reason));
    }

    void explain(const IndexedNode &node, const std::vector<NodeId> &made, const std::string &why)
    {
        for (const NodeId id : made) {
            m_context.provenance.origins.push_back({id, {node.source}, why});
        }
    }

    /// Results are what nobody reads, or only what prints.
    [[nodiscard]] std::vector<Entry> heads() const
    {
        std::vector<bool> isRead(m_index.entryCount());
        for (const IndexedNode &node : m_index.nodes()) {
            for (const IndexedEntry &input : node.inputs) {
                const std::uint32_t entry = m_index.entryId(input);
                isRead[entry] = isRead[entry] || node.outputCount > 0;
            }
        }
        std::vector<Entry> heads;
        for (std::uint32_t entry = 0; entry < isRead.size(); ++entry) {
            if (!isRead[entry]) {
                heads.push_back(m_entries[entry]);
            }
        }
        return heads;
    }

    void finish()
    {
        m_graph.setHeads(heads());
        m_static->setHeads(m_staticHeads);
        if (!m_staticNames.empty()) {
            m_context.analyses.set(keys::precomputeGraph,
                                   std::shared_ptr<const Graph>(std::move(m_static)));
            m_context.analyses.set(keys::precomputeOutputNames, std::move(m_staticNames));
        }
        m_context.graph = std::move(m_graph);
    }

    PassContext &m_context;
    const IndexedGraph &m_index;
    Graph m_graph;
    std::shared_ptr<Graph> m_static = std::make_shared<Graph>();
    std::vector<Entry> m_staticHeads;
    std::vector<std::string> m_staticNames;
    std::vector<Entry> m_entries; ///< by entry of the document
    std::set<std::string> m_names;
};

Status runLightnetToNnvm(PassContext &context)
{
    if (context.graph.dialect() != Dialect::LightNet) {
        return makeError("dialect",
                         "pass LightNetToNNVM lowers LightNet graphs, found an NNVM one");
    }
    const Shapes *shapes = context.analyses.find(keys::shape, context.index);
    const DTypes *types = context.analyses.find(keys::dtype, context.index);
    const std::size_t count = context.index->entryCount();
    for (std::size_t entry = 0; entry < count; ++entry) {
        if (!shapes || !types || isUnknown(shapes->at(entry))
            || types->at(entry) == DType::Unknown) {
            return makeError("shape-unknown", "a shape or type of the document is unknown, which"
                                              " lowering needs");
        }
    }
    for (const IndexedNode &node : context.index->nodes()) {
        if (!node.spec || node.node->outputPorts.size() != node.outputCount) {
            return makeErrorAt(node.node->name, "op-unknown",
                               "operator {} of {} is unknown, which lowering cannot pass by",
                               quoted(node.node->op), quoted(node.node->name));
        }
    }
    Lowerer(context).run();
    return {};
}

} // namespace

void registerLightnetToNnvm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "LightNetToNNVM";
    spec.dialects = {Dialect::LightNet};
    spec.summary = "LightNet's operators as NNVM's, where they have a counterpart";
    spec.needs = {"shape", "dtype"};
    spec.provides = {std::string(keys::precomputeGraph.name),
                     std::string(keys::precomputeOutputNames.name)};
    spec.changesGraph = true;
    spec.run = runLightnetToNnvm;
    passes.add(std::move(spec));
}

} // namespace nervure
