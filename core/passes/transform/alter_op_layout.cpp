// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/graph_rewriter.h"
#include "core/passes/layout_attributes.h"
#include "core/passes/target_traits.h"
#include "core/passes/transform/layout_table.h"

#include <algorithm>
#include <optional>

namespace nervure {

namespace {

class LayoutAlterer {
public:
    /// `device`: what operators are asked about; nothing: they are not asked.
    LayoutAlterer(PassContext &context, const LayoutTable &table,
                  const std::optional<DeviceTraits> &device)
        : m_context(context),
          m_rewriter(context),
          m_index(*context.index),
          m_table(table),
          m_device(device),
          m_isWhole(m_index.nodeCount())
    {}

    Status run()
    {
        ASSIGN_OR_RETURN(const auto layouts, givenLayouts(m_context));
        Status status = replaceNodes(
            m_rewriter, [this](std::uint32_t id, NodeId node) { return replacementOf(id, node); });
        if (!status || layouts.empty()) {
            m_context.analyses.erase(keys::layout.name);
            return status;
        }
        return restoreLayouts(layouts);
    }

private:
    Result<Replacement> replacementOf(std::uint32_t id, NodeId nodeId)
    {
        const IndexedNode &node = m_index.node(id);
        const std::optional<LayoutTable::Row> row = changeOf(id);
        m_isWhole[id] = !row && (!passesLayoutsOn(node) || readsWholeChannels(node));
        if (!row) {
            m_unchanged.emplace_back(id, nodeId);
            return Replacement{};
        }
        const NodeId altered = nodeId == node.source ? m_rewriter.copy(id) : nodeId;
        row->apply(m_rewriter.graph().edit(altered));
        std::vector<Entry> entries;
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            entries.push_back({altered, i, 0});
        }
        return Replacement{std::move(entries)};
    }

    /// What the table says of a node, else what its operator says of the device.
    [[nodiscard]] std::optional<LayoutTable::Row> changeOf(std::uint32_t id) const
    {
        const IndexedNode &node = m_index.node(id);
        if (node.isVariable()) {
            return std::nullopt;
        }
        if (const LayoutTable::Row *row = m_table.find(*node.node)) {
            return *row;
        }
        if (!m_device || !node.spec || !node.spec->rewrites || !node.spec->rewrites->alter) {
            return std::nullopt;
        }
        const Shapes &shapes = *m_context.analyses.find(keys::shape, m_context.index);
        const DTypes &types = *m_context.analyses.find(keys::dtype, m_context.index);
        Shapes in;
        Shapes out;
        DTypes inTypes;
        for (const IndexedEntry &input : node.inputs) {
            in.push_back(shapes[m_index.entryId(input)]);
            inTypes.push_back(types[m_index.entryId(input)]);
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            out.push_back(shapes[m_index.entryId(id, i)]);
        }
        const auto isKnown = [](const Shape &shape) { return !isUnknown(shape); };
        if (!std::all_of(in.begin(), in.end(), isKnown)
            || !std::all_of(out.begin(), out.end(), isKnown)) {
            m_context.kept.tell(node.source, "not all of its shapes are known");
            return std::nullopt;
        }
        std::string refusal;
        AttrDict attrs =
            node.spec->rewrites->alter({node.rule(m_context.semantics), in, out, inTypes, *m_device,
                                        readsWholeChannels(node), refusal});
        if (attrs.empty()) {
            m_context.kept.tell(node.source, "{}", refusal);
            return std::nullopt;
        }
        return LayoutTable::Row{std::nullopt, std::move(attrs)};
    }

    /// Whether its results may lie as its inputs do; others, and inputs, have whole channels.
    [[nodiscard]] static bool passesLayoutsOn(const IndexedNode &node)
    {
        if (node.isVariable() || !node.spec) {
            return false;
        }
        const std::optional<OpPattern> pattern = node.spec->pattern;
        return pattern == OpPattern::Elementwise || pattern == OpPattern::Broadcast
               || (node.spec->rewrites && node.spec->rewrites->followsLayouts);
    }

    [[nodiscard]] bool readsWholeChannels(const IndexedNode &node) const
    {
        return std::all_of(node.inputs.begin(), node.inputs.end(),
                           [this](const IndexedEntry &input) { return m_isWhole[input.nodeId]; });
    }

    /// Nodes that stayed bring the layouts they had, of their inputs too; altered ones have none.
    Status restoreLayouts(const std::vector<Layout> &before)
    {
        ASSIGN_OR_RETURN(const auto index, resultIndex(m_context));
        std::unordered_map<NodeId, std::uint32_t> unchanged;
        for (const auto &[id, now] : m_unchanged) {
            unchanged[m_rewriter.resultId(now)] = id;
        }
        std::vector<Layout> after(index->entryCount());
        for (std::uint32_t id = 0; id < index->nodeCount(); ++id) {
            const IndexedNode &node = index->node(id);
            const auto old = unchanged.find(node.source);
            if (old == unchanged.end()) {
                continue;
            }
            const IndexedNode &oldNode = m_index.node(old->second);
            for (std::size_t i = 0; i < node.inputs.size() && i < oldNode.inputs.size(); ++i) {
                after[index->entryId(node.inputs[i])] = before[m_index.entryId(oldNode.inputs[i])];
            }
            for (std::uint32_t i = 0; i < node.outputCount; ++i) {
                after[index->entryId(id, i)] = before[m_index.entryId(old->second, i)];
            }
        }
        for (std::size_t i = 0; m_device && i < index->heads().size(); ++i) {
            // Results are to be as they were, whatever makes them now.
            after[index->entryId(index->heads()[i])] = before[m_index.entryId(m_index.heads()[i])];
        }
        setLayouts(m_context.analyses, after, *index);
        return {};
    }

    PassContext &m_context;
    GraphRewriter m_rewriter;
    const IndexedGraph &m_index;
    const LayoutTable &m_table;
    const std::optional<DeviceTraits> &m_device;
    std::vector<std::pair<std::uint32_t, NodeId>> m_unchanged; ///< snapshot's id, rewriter's id
    std::vector<bool> m_isWhole; ///< by node: its results have whole channels
};

Status runAlterOpLayout(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "AlterOpLayout"));
    const auto shapes = entryAttribute(context, keys::shape, "AlterOpLayout");
    const auto types = entryAttribute(context, keys::dtype, "AlterOpLayout");
    if (!shapes || !types) {
        return shapes ? types.error() : shapes.error();
    }
    ASSIGN_OR_RETURN(const auto table, LayoutTable::parse(context.options.at("table")));
    const std::string &device = context.options.at("device");
    ASSIGN_OR_RETURN(const auto traits, targetTraits(device, context.targets));
    return LayoutAlterer(context, table, device.empty() ? std::nullopt : traits).run();
}

} // namespace

void registerAlterOpLayout(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "AlterOpLayout";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "gives operators the layouts that a device likes best";
    spec.changesGraph = true;
    spec.needs = {std::string(keys::shape.name), std::string(keys::dtype.name)};
    spec.provides = {std::string(keys::layout.name)};
    spec.options = {
        {"table",
         "",
         "which operators change: rows conv2d:layout=NCHW8c:op=NAME, or @NODE:…, "
         "separated by semicolons; empty: none, as NNVM without tuning records",
         {}},
        {"device",
         "",
         "a device as run takes it: operators that are not in the table get the layouts "
         "in which it computes them fastest; empty: they stay",
         {},
         false,
         true}};
    spec.run = runAlterOpLayout;
    passes.add(std::move(spec));
}

} // namespace nervure
