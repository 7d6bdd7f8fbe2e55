// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/step_change_model.h"

#include "core/graph/op/kernel_parts.h"
#include "widgets/document/graph_changes.h"
#include "widgets/text/format.h"

namespace nervure {

namespace {

QString withSign(ChangeMark mark, const QString &word)
{
    return QStringLiteral("%1 %2").arg(changeSign(mark), word);
}

QString changeText(const StepChangeRow &row)
{
    if (row.change != nullptr) {
        return withSign(row.change->mark, changeWord(row.change->mark));
    }
    if (row.absorbed != nullptr) {
        return withSign(ChangeMark::Removed, StepChangeModel::tr("replaced"));
    }
    return row.value != nullptr ? StepChangeModel::tr("= its value")
                                : withSign(ChangeMark::Changed, StepChangeModel::tr("result"));
}

/// In the order of a list that is sorted by what happened.
int rankOf(const StepChangeRow &row)
{
    constexpr int behindMarks = static_cast<int>(ChangeMark::Removed) + 1;
    if (row.change != nullptr) {
        return static_cast<int>(row.change->mark);
    }
    return behindMarks + (row.absorbed != nullptr ? 0 : row.value != nullptr ? 1 : 2);
}

QString operatorOf(const StepChangeRow &row)
{
    return row.node == nullptr || row.node->isVariable() ? QString()
                                                         : toQString(nodeTitle(*row.node));
}

} // namespace

StepChangeModel::StepChangeModel(QObject *parent) : TableModel(parent)
{
    using Row = StepChangeRow;
    setColumns({
        Column<Row>(tr("Change"), changeText).sort(rankOf),
        Column<Row>(
            tr("Node"),
            [](const Row &row) { return row.node ? toQString(row.node->name) : QString(); }),
        Column<Row>(tr("Operator"), operatorOf).muted(),
        Column<Row>(tr("What"),
                    [this](const Row &row) { return whatOf(row).join(QStringLiteral("; ")); })
            .muted()
            .toolTip([this](const Row &row) { return whatOf(row).join(u'\n'); }),
        Column<Row>(tr("Match"), [this](const Row &row) { return matchOf(row); })
            .hint(tr("What two nodes were taken for one by, and how sure that is"))
            .muted(),
    });
}

/// From what to what, or where it came from, or went.
QStringList StepChangeModel::whatOf(const StepChangeRow &row) const
{
    if (row.value != nullptr) {
        return {valueText(*row.value)};
    }
    if (row.result != nullptr) {
        return {detailText(*row.result)};
    }
    if (row.absorbed != nullptr) {
        return {tr("now in %1").arg(toQString(m_stage.graph->node(row.absorbed->into).name))};
    }
    QStringList lines = detailTexts(row.change->details);
    const bool isFrom = row.change->from.size() > 1 || row.change->was == NodeId();
    const QString origin = isFrom || lines.isEmpty() ? originText(*row.change, *m_stage.before)
                                                     : toQString(row.change->reason);
    if (!origin.isEmpty()) {
        lines.append(isFrom ? tr("from %1").arg(origin) : origin);
    }
    return lines;
}

QString StepChangeModel::matchOf(const StepChangeRow &row) const
{
    const bool isGone = row.change != nullptr && row.change->mark == ChangeMark::Removed;
    const NodeId node = row.change != nullptr ? row.change->node : nodeOf(row);
    const auto &alone = isGone ? m_gone : m_new;
    if (const auto one = alone.find(node); one != alone.end()) {
        return one->second->alike == 0 ? tr("no counterpart") : tr("several are alike");
    }
    const auto match = isGone ? m_matches.end() : m_matches.find(node);
    return match == m_matches.end() ? QString() : matchText(*match->second);
}

void StepChangeModel::setStage(const ModelStage &stage)
{
    setRows({});
    m_stage = stage;
    m_matches.clear();
    m_new.clear();
    m_gone.clear();
    if (m_stage.match) {
        for (const NodeMatch &one : m_stage.match->matches) {
            m_matches[one.after] = &one;
        }
        for (const UnmatchedNode &one : m_stage.match->onlyAfter) {
            m_new[one.node] = &one;
        }
        for (const UnmatchedNode &one : m_stage.match->onlyBefore) {
            m_gone[one.node] = &one;
        }
    }
    std::vector<StepChangeRow> rows;
    if (m_stage.isOfPass() && m_stage.difference) {
        const GraphDifference &all = *m_stage.difference;
        for (const NodeChange &change : all.nodes) {
            const bool isGone = change.mark == ChangeMark::Removed;
            const Graph &graph = isGone ? *m_stage.before : *m_stage.graph;
            rows.push_back({.change = &change, .node = &graph.node(change.node)});
        }
        for (const AbsorbedNode &one : all.absorbed) {
            rows.push_back({.absorbed = &one, .node = &m_stage.before->node(one.node)});
        }
        for (const ChangedValue &value : all.values) {
            rows.push_back({.value = &value, .node = &m_stage.graph->node(value.node)});
        }
        for (const ChangeDetail &result : all.results) {
            rows.push_back({.result = &result});
        }
    }
    setRows(std::move(rows));
}

/// Of a node that went into another one, that one.
NodeId StepChangeModel::nodeOf(const StepChangeRow &row) const
{
    if (row.change != nullptr) {
        return row.change->mark == ChangeMark::Removed ? NodeId() : row.change->node;
    }
    if (row.absorbed != nullptr) {
        return row.absorbed->into;
    }
    return row.value != nullptr ? row.value->node : NodeId();
}

} // namespace nervure
