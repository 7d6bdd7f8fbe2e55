// SPDX-License-Identifier: Apache-2.0
#include "core/passes/inherit.h"
#include "core/passes/use_counts.h"
#include "core/support/text.h"

#include <array>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace nervure {

namespace {

/// The value of an attribute as canonical text, defaults included. Numbers as they are written: printed they may
/// lose digits.
std::string attrText(const IndexedNode &node, std::string_view name)
{
    const AttrDecl *decl = node.spec ? node.spec->attrs.find(name) : nullptr;
    const std::string *written = node.node->attrs.find(name);
    if (decl && decl->kind == AttrKind::Number) {
        return written ? *written : decl->defaultText;
    }
    return decl && node.attrs.data() ? decl->print(node.attrs.data()) : std::string();
}

bool isFoldTarget(const IndexedNode &node)
{
    return node.node->dialect == Dialect::Nnvm && node.inputs.size() >= 2
           && (node.node->op == "conv2d" || node.node->op == "dense");
}

/// Why output channels are not axis 1 of the result, which has `rank` dimensions, and axis 0 of the
/// weight; empty: they are.
std::string layoutRefusal(const IndexedNode &node, std::size_t rank)
{
    if (node.node->op == "dense") {
        return rank == 2 ? std::string()
                         : fmt::format("the result of {} has {} dimensions, expected 2",
                                       quoted(node.node->name), rank);
    }
    const auto isOther = [&node](std::string_view attr, std::string_view expected) {
        const std::string text = attrText(node, attr);
        const bool isUndefined = attr == "out_layout" && (text.empty() || text == "__undef__");
        return isUndefined || text == expected
                   ? std::string()
                   : fmt::format("{} of {} is {}, expected {}", quoted(attr),
                                 quoted(node.node->name), quoted(text), quoted(expected));
    };
    for (const auto &[attr, expected] :
         {std::pair("layout", "NCHW"), {"out_layout", "NCHW"}, {"kernel_layout", "OIHW"}}) {
        if (std::string refusal = isOther(attr, expected); !refusal.empty()) {
            return refusal;
        }
    }
    return {};
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
            const IndexedNode &node = m_index.node(id);
            if (node.node->dialect != Dialect::Nnvm || node.node->op != "batch_norm"
                || node.inputs.size() != 5) {
                continue;
            }
            if (const std::string refusal = refusalOf(id); !refusal.empty()) {
                m_context.kept.tell(node.source, "{}", refusal);
            } else {
                fold({node.inputs[0].nodeId, id});
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

    /// Why a batch norm cannot be folded; empty: it can.
    [[nodiscard]] std::string refusalOf(std::uint32_t id) const
    {
        const IndexedNode &norm = m_index.node(id);
        const IndexedEntry &data = norm.inputs[0];
        const IndexedNode &producer = m_index.node(data.nodeId);
        if (!isFoldTarget(producer)) {
            return fmt::format("its data comes from {}, expected a conv2d or dense",
                               quoted(producer.node->name));
        }
        if (const std::string axis = attrText(norm, "axis"); axis != "1") {
            return fmt::format("axis is {}, expected 1", axis);
        }
        if (const std::uint32_t uses = m_uses.of(data); data.index != 0 || uses != 1) {
            return fmt::format("the result of {} is read {} times, expected once",
                               quoted(producer.node->name), uses);
        }
        if (m_uses.of({id, 1, 0}) != 0 || m_uses.of({id, 2, 0}) != 0) {
            return "its mean or variance is read";
        }
        if (!norm.node->controlDeps.empty() || !producer.node->controlDeps.empty()) {
            return "it or its data waits for another node";
        }
        if (std::string refusal = layoutRefusal(producer, rankOf(data)); !refusal.empty()) {
            return refusal;
        }
        const std::string refusal = computedInput(producer);
        return refusal.empty() ? computedInput(norm) : refusal;
    }

    /// The first input behind the data that is no parameter, in words; empty: all are.
    [[nodiscard]] std::string computedInput(const IndexedNode &node) const
    {
        for (std::size_t i = 1; i < node.inputs.size(); ++i) {
            if (!isParameter(node.inputs[i])) {
                return fmt::format("input {} of {} is no parameter", i, quoted(node.node->name));
            }
        }
        return {};
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
    spec.dialects = {Dialect::Nnvm};
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
