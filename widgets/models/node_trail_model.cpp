// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/node_trail_model.h"

#include "core/passes/steps/node_trail.h"
#include "widgets/document/graph_changes.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

namespace nervure {

namespace {

constexpr qsizetype mostNames = 3; ///< then their number tells more

QStringList namesIn(const Graph &graph, const std::vector<NodeId> &nodes)
{
    QStringList names;
    for (const NodeId id : nodes) {
        if (const Node *node = graph.find(id)) {
            names.append(toQString(node->name));
        }
    }
    return names;
}

QString shortened(const QStringList &names)
{
    const QString first = names.mid(0, mostNames).join(QStringLiteral(", "));
    return names.size() <= mostNames
               ? first
               : NodeTrailModel::tr("%1 and %n more", nullptr,
                                    static_cast<int>(names.size() - mostNames))
                     .arg(first);
}

/// What a step says of the nodes, in words.
class StepWords {
public:
    StepWords(const TrailStep &step, const Graph &before) : m_before(before)
    {
        for (const NodeChange &change : step.changes) {
            add(change);
        }
        for (const ChangedValue &value : step.values) {
            m_details.append(valueText(value));
        }
        if (step.isGone) {
            m_words.append(changeWord(ChangeMark::Removed));
        }
        const bool isOne = step.kept.size() == 1;
        for (const TrailStep::Kept &kept : step.kept) {
            const QString reason = coreMessage(toQString(kept.reason));
            const Node *node = before.find(kept.node);
            m_details.append(isOne || !node
                                 ? reason
                                 : QStringLiteral("%1: %2").arg(toQString(node->name), reason));
        }
        if (m_words.isEmpty()) {
            m_words.append(step.kept.empty() ? NodeTrailModel::tr("other values")
                                             : NodeTrailModel::tr("left alone"));
        }
        m_words.removeDuplicates();
        m_details.removeDuplicates();
    }

    [[nodiscard]] QString what() const { return m_words.join(QStringLiteral(", ")); }
    [[nodiscard]] const QStringList &details() const { return m_details; }

private:
    void add(const NodeChange &change)
    {
        m_words.append(changeWord(change.mark));
        m_details.append(detailTexts(change.details));
        const QString origin = originText(change, m_before);
        const bool isItself = change.from == std::vector{change.was} && change.reason.empty();
        if (!origin.isEmpty() && !isItself) {
            m_details.append(NodeTrailModel::tr("from %1").arg(origin));
        }
    }

    const Graph &m_before;
    QStringList m_words;
    QStringList m_details;
};

std::vector<TrailStep> trailOf(const StagePlace &place, const std::vector<NodeId> &nodes,
                               const std::vector<PassStep> &steps)
{
    std::vector<FollowedStep> followed;
    for (const PassStep &step : steps) {
        followed.push_back({step.difference.get(), step.kept.get()});
    }
    return nodeTrail(place, nodes, followed);
}

} // namespace

NodeTrailModel::NodeTrailModel(QObject *parent) : TableModel(parent)
{
    using Row = TrailRow;
    setColumns({
        Column<Row>(tr("Pass"), [](const Row &row) { return row.pass; }).icon([](const Row &row) {
            return row.isShown ? QVariant(QStringLiteral("step-forward")) : QVariant();
        }),
        Column<Row>(tr("What"), [](const Row &row) { return row.what; }),
        Column<Row>(tr("Nodes"), [](const Row &row) { return shortened(row.nodes); })
            .toolTip([](const Row &row) { return row.nodes.join(u'\n'); }),
        Column<Row>(tr("Details"),
                    [](const Row &row) { return row.details.join(QStringLiteral("; ")); })
            .muted()
            .toolTip([](const Row &row) { return row.details.join(u'\n'); }),
    });
}

void NodeTrailModel::follow(const GraphDocument &document, const std::vector<NodeId> &nodes)
{
    const std::vector<PassStep> &steps = document.passSteps();
    const StagePlace &place = document.stagePlace();
    std::vector<TrailRow> rows;
    if (nodes.empty() || steps.empty() || !place.lineage) {
        setRows({});
        return;
    }
    const std::vector<TrailStep> trail = trailOf(place, nodes, steps);
    const auto shown = static_cast<int>(place.stage);
    rows.push_back({0,
                    tr("As opened"),
                    trail.front().nodes.empty() ? tr("not there yet") : QString(),
                    namesIn(place.lineage->graph(0), trail.front().nodes),
                    {},
                    shown == 0});
    for (std::size_t i = 1; i < trail.size(); ++i) {
        if (!trail[i].says()) {
            continue;
        }
        const StepWords words(trail[i], place.lineage->graph(i - 1));
        const auto step = static_cast<int>(i);
        rows.push_back({step, steps[i - 1].name, words.what(),
                        namesIn(place.lineage->graph(i), trail[i].nodes), words.details(),
                        step == shown});
    }
    setRows(std::move(rows));
}

} // namespace nervure
