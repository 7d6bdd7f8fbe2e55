// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/find_model.h"

#include "core/graph/op/kernel_parts.h"
#include "widgets/text/format.h"

#include <utility>

namespace nervure {

FindModel::FindModel(QObject *parent) : TableModel(parent)
{
    using Row = FindRow;
    setColumns({
        Column<Row>(tr("Name"),
                    [this](const Row &row) {
                        const ModelFacts::Part &in = part(row);
                        return toQString(in.path + in.facts.node(row.found).name);
                    }),
        Column<Row>(tr("Operator"), [this](const Row &row) { return op(row); }).muted(),
        Column<Row>(tr("Match"), [this](const Row &row) { return match(row); }).code(),
    });
}

const ModelFacts::Part &FindModel::part(const FindRow &row) const
{
    return m_model->parts()[row.part];
}

QString FindModel::op(const FindRow &row) const
{
    const Node &node = part(row).facts.node(row.found);
    return node.isVariable() ? tr("variable") : toQString(nodeTitle(node));
}

QString FindModel::match(const FindRow &row) const
{
    return m_query ? toQString(m_query->reason(part(row).facts, row.found)) : QString();
}

void FindModel::setFound(const Query &query, const FoundNodes &found)
{
    clear();
    m_query = query;
    m_model = found.model;
    std::vector<FindRow> rows;
    rows.reserve(found.nodes.front().size());
    for (const NodeId node : found.nodes.front()) {
        rows.push_back({node});
    }
    for (const FoundNode &one : found.inBodies.front()) {
        rows.push_back({m_model->parts()[one.part].place.front().first, one.part, one.node});
    }
    setRows(std::move(rows));
}

std::optional<InnerNode> FindModel::inner(const FindRow &row) const
{
    const BodyPath &place = part(row).place;
    return place.empty() ? std::nullopt : std::optional(InnerNode{place, row.found});
}

std::vector<NodeId> FindModel::nodes() const
{
    std::vector<NodeId> nodes;
    nodes.reserve(rows().size());
    for (const FindRow &row : rows()) {
        if (row.part == 0 || nodes.empty() || nodes.back() != row.node) {
            nodes.push_back(row.node);
        }
    }
    return nodes;
}

void FindModel::clear()
{
    setRows({});
}

} // namespace nervure
