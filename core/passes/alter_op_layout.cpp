// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_rewriter.h"
#include "core/passes/layout_attributes.h"
#include "core/passes/layout_table.h"

namespace nervure {

namespace {

class LayoutAlterer {
public:
    LayoutAlterer(PassContext &context, const LayoutTable &table)
        : m_context(context),
          m_rewriter(context),
          m_index(*context.index),
          m_table(table)
    {}

    Status run()
    {
        const auto layouts = givenLayouts(m_context);
        if (!layouts) {
            return layouts.error();
        }
        Status status = replaceNodes(
            m_rewriter, [this](std::uint32_t id, NodeId node) { return replacementOf(id, node); });
        if (!status || layouts->empty()) {
            m_context.analyses.erase(keys::layout.name);
            return status;
        }
        return restoreLayouts(*layouts);
    }

private:
    Result<Replacement> replacementOf(std::uint32_t id, NodeId nodeId)
    {
        const IndexedNode &node = m_index.node(id);
        const LayoutTable::Row *row = node.isVariable() ? nullptr : m_table.find(*node.node);
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

    /// Nodes that stayed bring the layouts they had, of their inputs too; altered ones have none.
    Status restoreLayouts(const std::vector<Layout> &before)
    {
        const auto index = resultIndex(m_context);
        if (!index) {
            return index.error();
        }
        std::unordered_map<NodeId, std::uint32_t> unchanged;
        for (const auto &[id, now] : m_unchanged) {
            unchanged[m_rewriter.resultId(now)] = id;
        }
        std::vector<Layout> after((*index)->entryCount());
        for (std::uint32_t id = 0; id < (*index)->nodeCount(); ++id) {
            const IndexedNode &node = (*index)->node(id);
            const auto old = unchanged.find(node.source);
            if (old == unchanged.end()) {
                continue;
            }
            const IndexedNode &oldNode = m_index.node(old->second);
            for (std::size_t i = 0; i < node.inputs.size() && i < oldNode.inputs.size(); ++i) {
                after[(*index)->entryId(node.inputs[i])] =
                    before[m_index.entryId(oldNode.inputs[i])];
            }
            for (std::uint32_t i = 0; i < node.outputCount; ++i) {
                after[(*index)->entryId(id, i)] = before[m_index.entryId(old->second, i)];
            }
        }
        setLayouts(m_context.analyses, after);
        return {};
    }

    PassContext &m_context;
    GraphRewriter m_rewriter;
    const IndexedGraph &m_index;
    const LayoutTable &m_table;
    std::vector<std::pair<std::uint32_t, NodeId>> m_unchanged; ///< snapshot's id, rewriter's id
};

Status run(PassContext &context)
{
    if (Status status = requireNnvmGraph(context, "AlterOpLayout"); !status) {
        return status;
    }
    const auto shapes = entryAttribute(context, keys::shape, "AlterOpLayout");
    const auto types = entryAttribute(context, keys::dtype, "AlterOpLayout");
    if (!shapes || !types) {
        return shapes ? types.error() : shapes.error();
    }
    const auto table = LayoutTable::parse(context.options.at("table"));
    return table ? LayoutAlterer(context, *table).run() : Status(table.error());
}

} // namespace

void registerAlterOpLayout(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "AlterOpLayout";
    spec.summary = "gives operators the layouts that a device likes best, from a table";
    spec.changesGraph = true;
    spec.needs = {std::string(keys::shape.name), std::string(keys::dtype.name)};
    spec.provides = {std::string(keys::layout.name)};
    spec.options = {{"table",
                     "",
                     "which operators change: rows conv2d:layout=NCHW8c:op=NAME, or @NODE:…, "
                     "separated by semicolons; empty: none, as NNVM without tuning records",
                     {}}};
    spec.run = run;
    passes.add(std::move(spec));
}

} // namespace nervure
