// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/node_trail_model.h"

#include "widgets/document/graph_changes.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <algorithm>
#include <unordered_set>

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

/// The followed nodes in every stage.
using Stages = std::vector<std::vector<NodeId>>;

Stages stagesOf(const StagePlace &place, const std::vector<NodeId> &nodes)
{
    const NodeLineage &lineage = *place.lineage;
    Stages stages(lineage.stageCount());
    stages[place.stage] = nodes;
    for (std::size_t i = place.stage; i > 0; --i) {
        stages[i - 1] = lineage.follow(stages[i], i, i - 1);
    }
    for (std::size_t i = place.stage; i + 1 < stages.size(); ++i) {
        stages[i + 1] = lineage.follow(stages[i], i, i + 1);
    }
    return stages;
}

class StepReader {
public:
    StepReader(const PassStep &step, const Graph &before, const std::vector<NodeId> &was,
               const std::vector<NodeId> &now)
        : m_before(before),
          m_now(now.begin(), now.end())
    {
        if (step.difference) {
            read(*step.difference);
        }
        if (!was.empty() && now.empty()) {
            add(ChangeMark::Removed);
        }
    }

    [[nodiscard]] QString what() const { return m_words.join(QStringLiteral(", ")); }
    [[nodiscard]] const QStringList &details() const { return m_details; }

private:
    void add(ChangeMark mark)
    {
        const QString word = changeWord(mark);
        if (!m_words.contains(word)) {
            m_words.append(word);
        }
    }
    void read(const GraphDifference &difference)
    {
        for (const NodeChange &change : difference.nodes) {
            if (change.mark == ChangeMark::Removed || m_now.count(change.node) == 0) {
                continue;
            }
            add(change.mark);
            m_details.append(detailTexts(change.details));
            const QString origin = originText(change, m_before);
            const bool isItself = change.from == std::vector{change.was} && change.reason.empty();
            if (!origin.isEmpty() && !isItself) {
                m_details.append(NodeTrailModel::tr("from %1").arg(origin));
            }
        }
        for (const ChangedValue &value : difference.values) {
            if (m_now.count(value.node) != 0) {
                m_details.append(valueText(value));
            }
        }
        m_details.removeDuplicates();
    }

    const Graph &m_before;
    std::unordered_set<NodeId> m_now;
    QStringList m_words;
    QStringList m_details;
};

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
    const Stages stages = stagesOf(place, nodes);
    const auto shown = static_cast<int>(place.stage);
    rows.push_back({0,
                    tr("As opened"),
                    stages.front().empty() ? tr("not there yet") : QString(),
                    namesIn(place.lineage->graph(0), stages.front()),
                    {},
                    shown == 0});
    for (std::size_t i = 1; i < stages.size(); ++i) {
        const StepReader reader(steps[i - 1], place.lineage->graph(i - 1), stages[i - 1],
                                stages[i]);
        const auto step = static_cast<int>(i);
        if (!reader.what().isEmpty() || !reader.details().isEmpty()) {
            rows.push_back({step, steps[i - 1].name,
                            reader.what().isEmpty() ? tr("other values") : reader.what(),
                            namesIn(place.lineage->graph(i), stages[i]), reader.details(),
                            step == shown});
        }
    }
    setRows(std::move(rows));
}

} // namespace nervure
