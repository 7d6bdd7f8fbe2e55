// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/drawn_graph.h"

#include "core/graph/analysis/parameters.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/op/kernel_parts.h"
#include "core/graph/op/op_facts.h"
#include "core/layout/diagram/attribute_summary.h"
#include "core/layout/diagram/line_labels.h"

#include <algorithm>
#include <vector>

namespace nervure {

namespace {

class Maker {
public:
    Maker(const Graph &graph, const OpRegistry &ops, const DrawOptions &options)
        : m_graph(graph),
          m_ops(ops),
          m_options(options),
          m_labels(graph, options),
          m_uses(graph.idLimit()),
          m_isFolded(graph.idLimit()),
          m_isReached(graph.idLimit())
    {}

    DrawnGraph make()
    {
        m_result.revision = m_graph.revision();
        collectLines();
        collectParameters();
        collectReached();
        reserve();
        for (const NodeId id : m_graph.nodes()) {
            if (!isFolded(id)) {
                addNode(id);
            }
        }
        for (const NodeId id : m_graph.nodes()) {
            if (isFolded(id)) {
                fold(id, m_uses[id.value].reader);
            }
        }
        for (const Line &line : m_lines) {
            addEdge(line);
        }
        for (const Entry &head : m_graph.heads()) {
            if (const auto index = m_result.find(head.node)) {
                m_result.nodes[*index].isHead = true;
            }
        }
        return std::move(m_result);
    }

private:
    /// What the readers of a node take it for, and what a walk over the graph tells of itself.
    struct Use {
        NodeId reader;               ///< the first; invalid: nobody reads it
        bool isParameter = true;     ///< for all of them
        bool isSource = false;       ///< it reads nothing itself
        bool isOperator = false;     ///< it is one, and has inputs
        bool hasFaultyInput = false; ///< it reads a node that is not there
        std::uint32_t folded = 0;    ///< nodes that are drawn as part of this one
    };

    /// An input of a node, or what it waits for.
    struct Line {
        Entry value;
        NodeId reader;
        std::uint32_t position = 0;
        bool isControl = false;
    };

    /// What nodes that say the same of themselves have in common.
    struct Look {
        const OpSpec *spec = nullptr;
        std::optional<std::string> detail; ///< of those without subgraphs
        std::string title = {};
        OpCategory category = OpCategory::Other;
    };

    Look &lookOf(const Node &node)
    {
        const std::uint32_t number = m_texts.numberOf(node);
        if (number == m_looks.size()) {
            const OpSpec *spec = m_ops.find(node);
            m_looks.push_back({spec, {}, nodeTitle(node), nodeCategory(node, spec)});
        }
        return m_looks[number];
    }
    std::string detailOf(const Node &node, Look &look)
    {
        if (!node.subgraphs.empty()) {
            return attributeSummary(node, look.spec);
        }
        if (!look.detail) {
            look.detail = attributeSummary(node, look.spec);
        }
        return *look.detail;
    }

    /// The entry of a table by node; null for nodes that are not there.
    Use *useOf(NodeId id) { return id.value < m_uses.size() ? &m_uses[id.value] : nullptr; }

    void addUse(NodeId source, NodeId reader, bool isParameter)
    {
        if (Use *use = useOf(source)) {
            use->reader = use->reader.isValid() ? use->reader : reader;
            use->isParameter = use->isParameter && isParameter;
        }
    }

    /// All that is known of them in one walk over the nodes, which lie far apart in memory.
    void collectLines()
    {
        m_lines.reserve(m_graph.nodeCount() * 3 / 2);
        for (const NodeId id : m_graph.nodes()) {
            const Node &node = m_graph.node(id);
            Use &use = m_uses[id.value];
            use.isSource = node.inputs.empty() && node.controlDeps.empty();
            use.isOperator = !node.inputs.empty() && !node.isVariable();
            use.hasFaultyInput =
                std::any_of(node.inputs.begin(), node.inputs.end(),
                            [&](const Entry &e) { return !m_graph.contains(e.node); });
            const OpSpec *spec = node.inputs.empty() ? nullptr : lookOf(node).spec;
            for (std::uint32_t i = 0; i < node.inputs.size(); ++i) {
                addUse(node.inputs[i].node, id, isParameterInput(spec, i));
                m_lines.push_back({node.inputs[i], id, i, false});
            }
            for (std::uint32_t i = 0; i < node.controlDeps.size(); ++i) {
                addUse(node.controlDeps[i], {}, false);
                m_lines.push_back({Entry{node.controlDeps[i]}, id, i, true});
            }
        }
    }

    void collectParameters()
    {
        if (!m_options.foldParameters) {
            return;
        }
        const RunningParameters parameters(m_graph, m_ops, m_options.loaded);
        for (const Entry &head : m_graph.heads()) {
            addUse(head.node, {}, false);
        }
        for (std::uint32_t i = 0; i < m_uses.size(); ++i) {
            const NodeId id{i};
            m_isFolded[i] = isFoldable(id, m_uses[i], parameters.contains(id));
            if (m_isFolded[i]) {
                ++m_uses[m_uses[i].reader.value].folded;
            }
        }
    }

    [[nodiscard]] bool isFolded(NodeId id) const
    {
        return id.value < m_isFolded.size() && m_isFolded[id.value];
    }

    /// Vectors that grow take up to three times the memory while they do. What is folded is read at
    /// least once.
    void reserve()
    {
        const auto folded =
            static_cast<std::size_t>(std::count(m_isFolded.begin(), m_isFolded.end(), true));
        const std::size_t outputs = m_graph.heads().size(); // addOutputs() may add them
        m_result.nodes.reserve(m_graph.nodeCount() - folded + outputs);
        m_result.edges.reserve(m_lines.size() - std::min(m_lines.size(), folded) + outputs);
        m_result.indexOf.resize(m_graph.idLimit(), DrawnGraph::notDrawn);
    }

    static bool isParameterInput(const OpSpec *spec, std::uint32_t input)
    {
        return spec
               && std::find(spec->parameterInputs.begin(), spec->parameterInputs.end(), input)
                      != spec->parameterInputs.end();
    }

    /// Parameters, and LightNet's tensors that are made once and only read as parameters.
    bool isFoldable(NodeId id, const Use &use, bool isParameter)
    {
        const Use *reader = useOf(use.reader);
        if (!use.isSource || !reader || !reader->isOperator) {
            return false;
        }
        if (isParameter) {
            return true;
        }
        const Node &node = m_graph.node(id);
        const OpSpec *spec = node.isVariable() ? nullptr : lookOf(node).spec;
        return use.isParameter && spec && spec->isStatic;
    }

    /// A snapshot of this very graph holds what the heads reach, unless it holds all.
    [[nodiscard]] bool hasSnapshot() const
    {
        const IndexedGraph *indexed = m_options.indexed;
        return indexed && indexed->graph().dialect() != Dialect::LightNet
               && indexed->graph().heads() == m_graph.heads()
               && m_graph.touchedSince(indexed->graph()).empty();
    }

    void collectReached()
    {
        if (hasSnapshot()) {
            for (const IndexedNode &node : m_options.indexed->nodes()) {
                m_isReached[node.source.value] = true;
            }
            return;
        }
        std::vector<NodeId> pending;
        for (const Entry &head : m_graph.heads()) {
            pending.push_back(head.node);
        }
        while (!pending.empty()) {
            const NodeId id = pending.back();
            pending.pop_back();
            if (!m_graph.contains(id) || m_isReached[id.value]) {
                continue;
            }
            m_isReached[id.value] = true;
            const Node &node = m_graph.node(id);
            for (const Entry &input : node.inputs) {
                pending.push_back(input.node);
            }
            pending.insert(pending.end(), node.controlDeps.begin(), node.controlDeps.end());
        }
    }

    void addNode(NodeId id)
    {
        const Node &node = m_graph.node(id);
        DrawnNode drawn;
        drawn.node = id;
        drawn.isReachable = m_graph.heads().empty() || m_isReached[id.value];
        drawn.hasFaultyInput = m_uses[id.value].hasFaultyInput;
        if (node.isVariable()) {
            drawn.kind = DrawnKind::Variable;
            drawn.category = OpCategory::Data;
            drawn.title = node.name;
        } else {
            Look &look = lookOf(node);
            drawn.isKnown = look.spec != nullptr;
            drawn.category = look.category;
            drawn.title = look.title;
            drawn.name = node.name == drawn.title ? std::string() : node.name;
            drawn.detail = detailOf(node, look);
        }
        if (!node.subgraphs.empty()) {
            m_result.owners.push_back(id);
        }
        drawn.folded.reserve(m_uses[id.value].folded);
        m_result.setIndex(id, static_cast<std::uint32_t>(m_result.nodes.size()));
        m_result.nodes.push_back(std::move(drawn));
    }

    void fold(NodeId id, NodeId owner)
    {
        const std::uint32_t index = m_result.indexOf[owner.value];
        m_result.nodes[index].folded.push_back(id);
        m_result.setIndex(id, index);
    }

    void addEdge(const Line &line)
    {
        if (isFolded(line.reader) || (!line.isControl && isFolded(line.value.node))) {
            return;
        }
        const auto from = m_result.find(line.value.node);
        if (!from) {
            return;
        }
        const std::uint32_t to = m_result.indexOf[line.reader.value];
        m_result.edges.push_back({line.value, *from, to, line.position, line.isControl,
                                  line.isControl ? std::string() : m_labels.of(line.value),
                                  line.reader});
    }

    const Graph &m_graph;
    const OpRegistry &m_ops;
    const DrawOptions &m_options;
    LineLabels m_labels;
    OpTexts m_texts;
    std::vector<Look> m_looks; ///< by number of the text
    std::vector<Use> m_uses;   ///< by node, as what follows
    std::vector<bool> m_isFolded;
    std::vector<bool> m_isReached;
    std::vector<Line> m_lines; ///< of all nodes, folded or not
    DrawnGraph m_result;
};

} // namespace

DrawnGraph makeDrawnGraph(const Graph &graph, const OpRegistry &ops, const DrawOptions &options)
{
    return Maker(graph, ops, options).make();
}

} // namespace nervure
