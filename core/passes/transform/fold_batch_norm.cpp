// SPDX-License-Identifier: Apache-2.0
#include "core/passes/inherit.h"
#include "core/passes/use_counts.h"

#include <array>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

namespace {

/// The value of an attribute as canonical text, defaults included.
std::string attrText(const IndexedNode &node, std::string_view name)
{
    const AttrDecl *decl = node.spec ? node.spec->attrs.find(name) : nullptr;
    return decl && node.attrs.data() ? decl->print(node.attrs.data()) : std::string();
}

/// Whether output channels are axis 1 of the result, which has `rank` dimensions, and axis 0 of the
/// weight.
bool hasFoldableLayout(const IndexedNode &node, std::size_t rank)
{
    if (node.node->op == "dense") {
        return rank == 2;
    }
    const std::string layout = attrText(node, "layout");
    const std::string outLayout = attrText(node, "out_layout");
    const std::string kernelLayout = attrText(node, "kernel_layout");
    return node.node->op == "conv2d" && layout == "NCHW" && kernelLayout == "OIHW"
           && (outLayout.empty() || outLayout == "__undef__" || outLayout == "NCHW");
}

/// One place where the fold applies: node ids of the snapshot.
struct Match {
    std::uint32_t producer = 0;
    std::uint32_t norm = 0;
};

class Folder {
public:
    Folder(PassContext &context, const Shapes &shapes)
        : m_context(context),
          m_index(*context.index),
          m_shapes(shapes),
          m_uses(m_index),
          m_parameters(parametersOf(context))
    {}

    void run()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (const std::optional<Match> match = matchAt(id)) {
                fold(*match);
            }
        }
        redirectUsers();
    }

private:
    [[nodiscard]] bool isParameter(const IndexedEntry &entry) const
    {
        return m_parameters.count(m_index.node(entry.nodeId).source) != 0;
    }

    [[nodiscard]] std::size_t rankOf(const IndexedEntry &entry) const
    {
        return m_shapes[m_index.entryId(entry)].size();
    }

    [[nodiscard]] std::optional<Match> matchAt(std::uint32_t id) const
    {
        const IndexedNode &norm = m_index.node(id);
        if (norm.node->dialect != Dialect::Nnvm || norm.node->op != "batch_norm"
            || norm.inputs.size() != 5 || attrText(norm, "axis") != "1") {
            return std::nullopt;
        }
        const IndexedEntry &data = norm.inputs[0];
        const IndexedNode &producer = m_index.node(data.nodeId);
        const bool isOnlyUser = data.index == 0 && m_uses.of(data) == 1;
        const bool isInference = m_uses.of({id, 1, 0}) == 0 && m_uses.of({id, 2, 0}) == 0;
        const bool isPlain = norm.node->controlDeps.empty() && producer.node->controlDeps.empty();
        if (!isOnlyUser || !isInference || !isPlain || producer.node->dialect != Dialect::Nnvm
            || !hasFoldableLayout(producer, rankOf(data)) || producer.inputs.size() < 2) {
            return std::nullopt;
        }
        for (std::size_t i = 1; i < producer.inputs.size(); ++i) {
            if (!isParameter(producer.inputs[i])) {
                return std::nullopt;
            }
        }
        for (std::size_t i = 1; i < norm.inputs.size(); ++i) {
            if (!isParameter(norm.inputs[i])) {
                return std::nullopt;
            }
        }
        return Match{data.nodeId, id};
    }

    [[nodiscard]] Entry entryOf(const IndexedEntry &entry) const
    {
        return {m_index.node(entry.nodeId).source, entry.index, entry.version};
    }

    /// Adds one of our two operators that compute with parameters alone.
    Entry addComputation(const std::string &op, const Match &match, std::vector<Entry> inputs,
                         const std::vector<std::string_view> &copied)
    {
        const IndexedNode &norm = m_index.node(match.norm);
        const IndexedNode &producer = m_index.node(match.producer);
        Node node;
        node.op = op;
        node.dialect = Dialect::Nervure;
        node.name =
            producer.node->name + (op == "batch_norm_weight" ? "_folded_weight" : "_folded_bias");
        for (const std::string_view name : copied) {
            node.attrs.set(name, attrText(norm, name));
        }
        if (op == "batch_norm_bias") {
            node.attrs.set("use_bias", producer.inputs.size() > 2 ? "True" : "False");
        }
        node.inputs = std::move(inputs);
        const NodeId id = m_context.graph.add(std::move(node));
        m_context.provenance.origins.push_back(
            {id, {producer.source, norm.source}, "computed for a folded batch_norm"});
        return {id, 0, 0};
    }

    void fold(const Match &match)
    {
        const IndexedNode &norm = m_index.node(match.norm);
        const IndexedNode &producer = m_index.node(match.producer);
        std::array<Entry, 5> of{};
        for (std::size_t i = 1; i < of.size(); ++i) {
            of[i] = entryOf(norm.inputs[i]);
        }
        const Entry weight =
            addComputation("batch_norm_weight", match, {entryOf(producer.inputs[1]), of[1], of[4]},
                           {"epsilon", "scale"});
        std::vector<Entry> biasInputs{of[1], of[2], of[3], of[4]};
        if (producer.inputs.size() > 2) {
            biasInputs.push_back(entryOf(producer.inputs[2]));
        }
        const Entry bias = addComputation("batch_norm_bias", match, std::move(biasInputs),
                                          {"epsilon", "scale", "center"});
        Node &node = m_context.graph.edit(producer.source);
        node.inputs = {node.inputs[0], weight, bias};
        node.attrs.set("use_bias", "True");
        m_context.provenance.origins.push_back({producer.source,
                                                {producer.source, norm.source},
                                                "folded batch_norm into " + producer.node->op});
        m_replaced[norm.source] = {producer.source, 0, 0};
        m_context.graph.remove(norm.source);
    }

    void redirectUsers()
    {
        const auto redirect = [this](Entry &entry) {
            const auto it = m_replaced.find(entry.node);
            if (it != m_replaced.end()) {
                entry = it->second;
                return true;
            }
            return false;
        };
        if (m_replaced.empty()) {
            return;
        }
        redirectEntries(m_context.graph, redirect);
    }

    PassContext &m_context;
    const IndexedGraph &m_index;
    const Shapes &m_shapes;
    const UseCounts m_uses;
    const std::unordered_set<NodeId> m_parameters;
    std::unordered_map<NodeId, Entry> m_replaced;
};

} // namespace

void registerFoldBatchNorm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "FoldBatchNorm";
    spec.summary = "puts inference batch norms into the weights of the conv2d or dense before them";
    spec.changesGraph = true;
    spec.needs = {std::string(keys::shape.name)};
    spec.run = [](PassContext &context) -> Status {
        const Shapes *shapes = context.analyses.find(keys::shape, context.index);
        if (!shapes) {
            return makeError("missing-attribute", "FoldBatchNorm needs the graph attribute shape");
        }
        Folder(context, *shapes).run();
        return {};
    };
    passes.add(std::move(spec));
}

} // namespace nervure
