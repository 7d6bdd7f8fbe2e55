// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/pass_step_model.h"

#include "widgets/models/gap_words.h"
#include "widgets/text/format.h"

#include <algorithm>

namespace nervure {

namespace {

/// Counters that go with a result are in the tooltip alone.
QString tellingNames(const PassStep &step)
{
    QStringList names = step.provided;
    names.removeIf([](const QString &name) { return name.endsWith(u"_num_unknown_nodes"); });
    return (names.isEmpty() ? step.provided : names).join(QStringLiteral(", "));
}

QString resultToolTip(const PassStep &step)
{
    QStringList lines;
    if (step.failed) {
        lines.append(failureWords(step));
    } else if (step.gap) {
        lines.append(gapWords(*step.gap));
    }
    if (!step.provided.isEmpty()) {
        lines.append(PassStepModel::tr("Graph attributes: %1").arg(step.provided.join(u'\n')));
    }
    return lines.join(u'\n');
}

bool isStart(const PassStep &step)
{
    return step.name.isEmpty();
}

QString resultOf(const PassStep &step)
{
    if (isStart(step)) {
        return {};
    }
    if (step.failed) {
        return PassStepModel::tr("failed: %1").arg(failureWords(step));
    }
    QStringList parts;
    if (step.changedGraph) {
        parts.append(PassStepModel::tr("changed the graph"));
    }
    if (step.gap) {
        parts.append(gapWords(*step.gap));
    }
    if (!step.provided.isEmpty()) {
        parts.append(PassStepModel::tr("added %1").arg(tellingNames(step)));
    }
    if (step.wasAdded) {
        parts.append(PassStepModel::tr("needed by a later pass"));
    }
    return parts.isEmpty() ? PassStepModel::tr("changed nothing")
                           : parts.join(QStringLiteral("; "));
}

QString findingsOf(const PassStep &step)
{
    return step.diagnostics.empty() ? QString()
                                    : PassStepModel::tr("%n finding(s)", nullptr,
                                                        static_cast<int>(step.diagnostics.size()));
}

QString findingsToolTip(const PassStep &step)
{
    QStringList lines;
    for (const Diagnostic &diagnostic : step.diagnostics) {
        lines.append(toQString(diagnostic.message));
    }
    return lines.join(u'\n');
}

QVariant stepIcon(const PassStep &step)
{
    if (isStart(step)) {
        return {};
    }
    if (step.failed) {
        return QStringLiteral("error");
    }
    return step.gap ? QStringLiteral("warning") : QStringLiteral("check");
}

} // namespace

PassStepModel::PassStepModel(QObject *parent) : TableModel(parent)
{
    using Row = PassStep;
    setColumns({
        Column<Row>(tr("Pass"),
                    [](const Row &row) { return isStart(row) ? tr("As opened") : row.name; })
            .icon(stepIcon),
        Column<Row>(tr("Time"),
                    [](const Row &row) {
                        return isStart(row) ? QString()
                                            : formatTime(row.ms, TimeUnit::Milliseconds);
                    })
            .sort([](const Row &row) { return row.ms; })
            .number(),
        Column<Row>(tr("Result"), resultOf).toolTip(resultToolTip),
        Column<Row>(tr("Findings"), findingsOf)
            .sort([](const Row &row) { return qulonglong(row.diagnostics.size()); })
            .toolTip(findingsToolTip),
    });
}

void PassStepModel::setSteps(const std::vector<PassStep> &steps)
{
    std::vector<PassStep> rows(1);
    rows.insert(rows.end(), steps.begin(), steps.end());
    setRows(std::move(rows));
}

} // namespace nervure
