// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/heat_map.h"

#include "core/builtins.h"
#include "core/execution/profile/node_times.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/node_search.h"
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure {

namespace {

/// What find answers with, for all operators; of parameters also those that are drawn.
HeatMapValues amountsOf(const NodeFacts &facts, NodeColoring amount)
{
    HeatMapValues amounts;
    for (const NodeId id : facts.graph().nodes()) {
        const bool isCounted = !facts.node(id).isVariable()
                               || (amount == NodeColoring::Parameters && facts.isParameter(id));
        const auto value = amount == NodeColoring::Parameters ? facts.parameters(id)
                           : amount == NodeColoring::Macs     ? facts.macs(id)
                                                              : facts.bytes(id);
        if (isCounted && value) {
            amounts.emplace(id, *value);
        }
    }
    return amounts;
}

/// Operators without an amount are missing, which is not zero, unless another's holds theirs.
bool hasMissing(const Graph &graph, const HeatMapValues &amounts, const CanvasMarks &marks)
{
    return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](NodeId id) {
        const NodeMark *mark = marks.find(id);
        const bool isHeld = mark && !mark->owner.isEmpty();
        return !graph.node(id).isVariable() && amounts.count(id) == 0 && !isHeld;
    });
}

/// The end of a long name tells it from others, and there is room for few letters.
QString shortName(const QString &name)
{
    constexpr qsizetype most = 6;
    return name.size() <= most ? name : u'…' + name.last(most - 1);
}

/// Nodes in another's layer say whose.
void addOwners(CanvasMarks &marks, const NodeTimes &times, const Graph &graph)
{
    for (const auto &[node, owner] : times.owners) {
        NodeMark &mark = marks.nodes[node];
        mark.owner = toQString(graph.node(owner).name);
        mark.badge = QCoreApplication::translate("AmountMarks", "in %1").arg(shortName(mark.owner));
    }
}

/// The node that stands for layers that are compared: a root of the later run, else what they run.
NodeId firstNodeOf(const ComparedLayers &row, const OwnNodes &nodes)
{
    for (const auto *names : {&row.second, &row.first, &row.nodes}) {
        for (const std::string &name : *names) {
            if (const NodeId node = nodes.shown(nodes.named(name)); node.isValid()) {
                return node;
            }
        }
    }
    return {};
}

/// The two ends of a scale. Linear ones start at zero unless something is below it, logarithmic
/// ones at the least that is above.
struct Range {
    double low = 0;
    double high = 0;
    bool isLogarithmic = false;

    [[nodiscard]] double position(double value) const
    {
        if (high <= low) {
            return 0;
        }
        if (!isLogarithmic) {
            return (value - low) / (high - low);
        }
        return value <= low ? 0 : std::log(value / low) / std::log(high / low);
    }
};

Range rangeOf(const HeatMapValues &amounts, bool isLogarithmic)
{
    double least = 0;
    double leastPositive = std::numeric_limits<double>::infinity();
    double largest = 0;
    for (const auto &[node, amount] : amounts) {
        least = std::min(least, amount);
        largest = std::max(largest, amount);
        leastPositive = amount > 0 ? std::min(leastPositive, amount) : leastPositive;
    }
    const bool canBeLogarithmic = isLogarithmic && leastPositive < largest && least >= 0;
    return {canBeLogarithmic ? leastPositive : least, largest, canBeLogarithmic};
}

} // namespace

void addHeatMap(CanvasMarks &marks, const HeatMapValues &amounts, const HeatMapStyle &look,
                const Graph &graph)
{
    const Range range = rangeOf(amounts, look.isLogarithmic);
    for (const auto &[node, amount] : amounts) {
        marks.nodes[node].heat = range.position(amount);
    }
    marks.scale = HeatScale{look.title, look.format(range.low), look.format(range.high),
                            hasMissing(graph, amounts, marks), range.isLogarithmic};
}

void addTimeMarks(CanvasMarks &marks, const GraphDocument &document, bool isLogarithmic)
{
    if (!document.profile()) {
        marks.hint = QCoreApplication::translate("AmountMarks", "No times: run the model first");
        return;
    }
    const Graph &graph = *document.stage().graph;
    const NodeTimes nodes = timesOfShown(document.profile()->data, *document.ownNodes());
    const HeatMapValues &times = nodes.ms;
    addOwners(marks, nodes, graph);
    const double total = totalMs(document.profile()->data);
    double largest = 0;
    for (const auto &[node, ms] : times) {
        largest = std::max(largest, ms);
        // Smaller shares would be noise beside the name.
        constexpr double tellingShare = 0.005;
        if (total > 0 && ms / total >= tellingShare) {
            marks.nodes[node].badge = formatShare(ms / total);
        }
    }
    const TimeUnit unit = timeUnitFor(largest);
    const RunList &runs = document.runs();
    const bool isPresent = runs.isOf(runs.shown(), document.modelState());
    addHeatMap(marks, times,
               {isPresent
                    ? QCoreApplication::translate("AmountMarks", "Time by layer")
                    : QCoreApplication::translate("AmountMarks", "Time by layer, earlier model"),
                [unit](double ms) { return formatTime(ms, unit); }, isLogarithmic},
               graph);
}

void addTimeChangeMarks(CanvasMarks &marks, const GraphDocument &document)
{
    const auto &compared = document.runs().comparison();
    if (!compared) {
        marks.hint = QCoreApplication::translate(
            "AmountMarks", "No comparison: choose a run to compare the shown one with");
        return;
    }
    const auto nodes = document.ownNodes();
    HeatMapValues changes;
    double largest = 0;
    for (const ComparedLayers &row : compared->layers) {
        const NodeId node = row.isInBoth() ? firstNodeOf(row, *nodes) : NodeId();
        if (!node.isValid()) {
            continue;
        }
        const ComparedTime &time = row.time;
        const double change = time.isCalled() ? time.secondMs - time.firstMs : 0;
        changes[node] = change;
        largest = std::max(largest, std::abs(change));
        if (time.isCalled()) {
            const double percent = 100 * (time.ratio - 1);
            marks.nodes[node].badge =
                QCoreApplication::translate("AmountMarks", "%1 %")
                    .arg((percent > 0 ? QStringLiteral("+") : QString())
                         + QLocale().toString(percent, 'f', std::abs(percent) < 10 ? 1 : 0));
        }
    }
    if (largest <= 0) {
        marks.hint =
            QCoreApplication::translate("AmountMarks", "No layer is surely faster or slower");
        return;
    }
    for (const auto &[node, change] : changes) {
        marks.nodes[node].heat = 0.5 + change / largest / 2;
    }
    const QString end = formatTime(largest);
    marks.scale = HeatScale{QCoreApplication::translate("AmountMarks", "Change of time by layer"),
                            QStringLiteral("−") + end, QStringLiteral("+") + end,
                            hasMissing(*document.stage().graph, changes, marks)};
    marks.scale->isDiverging = true;
}

void addAmountMarks(CanvasMarks &marks, const GraphDocument &document, NodeColoring amount,
                    bool isLogarithmic)
{
    const NodeFacts facts(querySource(document), document.builtins().ops);
    const HeatMapValues amounts = amountsOf(facts, amount);
    if (amounts.empty()) {
        marks.hint = QCoreApplication::translate("AmountMarks", "No shapes: infer them first");
        return;
    }
    const auto inBytes = [](double bytes) { return formatBytes(static_cast<std::int64_t>(bytes)); };
    const bool isBytes = amount == NodeColoring::Bytes;
    addHeatMap(marks, amounts,
               {coloringName(amount),
                isBytes ? std::function<QString(double)>(inBytes) : formatAmount, isLogarithmic},
               facts.graph());
}

} // namespace nervure
