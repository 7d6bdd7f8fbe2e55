// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/pass_step_model.h"

#include "widgets/document/graph_changes.h"
#include "widgets/models/gap_words.h"
#include "widgets/text/format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nervure {

namespace {

/// Counters that go with a result are in the tooltip alone.
QString tellingNames(const PassStep &step)
{
    QStringList names = step.provided;
    names.removeIf([](const QString &name) { return name.endsWith(u"_num_unknown_nodes"); });
    return (names.isEmpty() ? step.provided : names).join(QStringLiteral(", "));
}

/// What the program said that a pass is, line by line.
QStringList saidBy(const PassStep &step)
{
    QStringList lines;
    for (const Diagnostic &one : step.diagnostics) {
        if (one.code == "exec-said") {
            lines.append(toQString(one.message));
        }
    }
    return lines;
}

QString resultToolTip(const PassStep &step)
{
    QStringList lines;
    if (step.failed) {
        lines.append(failureWords(step));
    } else if (step.gap) {
        lines.append(gapWords(*step.gap));
    }
    if (const QStringList said = saidBy(step); !said.isEmpty()) {
        lines.append(PassStepModel::tr("The program said: %1").arg(said.join(u'\n')));
    }
    if (!step.provided.isEmpty()) {
        lines.append(PassStepModel::tr("Graph attributes: %1").arg(step.provided.join(u'\n')));
    }
    return lines.join(u'\n');
}

QString resultOf(const StepLine &line)
{
    const PassStep &step = line.step;
    if (line.isStart()) {
        return {};
    }
    if (step.failed) {
        return PassStepModel::tr("failed: %1").arg(failureWords(step));
    }
    QStringList parts;
    if (step.isToldByFile) {
        parts.append(PassStepModel::tr("the file tells where its nodes came from"));
    } else if (step.match) {
        parts.append(PassStepModel::tr("matched: %1").arg(matchWords(*step.match)));
    }
    if (step.gap) {
        parts.append(gapWords(*step.gap));
    }
    if (line.steps.first < line.steps.last) {
        parts.append(PassStepModel::tr("found the same again"));
    } else if (!step.provided.isEmpty()) {
        parts.append(PassStepModel::tr("added %1").arg(tellingNames(step)));
    }
    if (const QStringList said = saidBy(step); !said.isEmpty()) {
        parts.append(PassStepModel::tr("said: %1").arg(said.last()));
    }
    if (step.wasAdded) {
        parts.append(PassStepModel::tr("needed by a later pass"));
    }
    return parts.isEmpty() && !changedSomething(step) ? PassStepModel::tr("changed nothing")
                                                      : parts.join(QStringLiteral("; "));
}

QString findingsOf(const StepLine &line)
{
    const auto count = static_cast<int>(line.step.diagnostics.size());
    return count == 0 ? QString() : PassStepModel::tr("%n finding(s)", nullptr, count);
}

QString findingsToolTip(const StepLine &line)
{
    QStringList lines;
    for (const Diagnostic &diagnostic : line.step.diagnostics) {
        lines.append(toQString(diagnostic.message));
    }
    return lines.join(u'\n');
}

QVariant stepIcon(const StepLine &line)
{
    if (line.isStart()) {
        return {};
    }
    if (line.step.failed) {
        return QStringLiteral("error");
    }
    return line.step.gap ? QStringLiteral("warning") : QStringLiteral("check");
}

const ChangeCounts &countsOf(const StepLine &line)
{
    static const ChangeCounts none;
    return line.step.difference ? line.step.difference->counts : none;
}

/// Nothing where there is none.
QString numberText(std::size_t count)
{
    return count == 0 ? QString() : formatCount(static_cast<std::int64_t>(count));
}

std::size_t shapesOf(const StepLine &line)
{
    return line.step.difference ? line.step.difference->countOf(ValueFact::Sizes) : 0;
}

QString shapesToolTip(const StepLine &line)
{
    if (!line.step.difference) {
        return {};
    }
    const GraphDifference &difference = *line.step.difference;
    const std::array<std::pair<QString, std::size_t>, 5> all{
        {{PassStepModel::tr("Other shapes: %1"), difference.countOf(ValueFact::Sizes)},
         {PassStepModel::tr("Other types: %1"), difference.countOf(ValueFact::Type)},
         {PassStepModel::tr("Other layouts: %1"), difference.countOf(ValueFact::Layout)},
         {PassStepModel::tr("Known now alone: %1"), difference.found},
         {PassStepModel::tr("Known before alone: %1"), difference.lost}}};
    QStringList lines;
    for (const auto &[words, count] : all) {
        if (count > 0) {
            lines.append(words.arg(numberText(count)));
        }
    }
    return lines.join(u'\n');
}

using Amount = std::optional<std::int64_t>;

Amount planOf(const StepLine &line)
{
    return line.step.totals ? line.step.totals->plannedBytes : std::nullopt;
}

Amount peakOf(const StepLine &line)
{
    return line.step.totals ? line.step.totals->peakBytes : std::nullopt;
}

/// A column of bytes, muted where they are what they were.
Column<StepLine> bytesColumn(const QString &title, const QString &hint,
                             Amount (*amount)(const StepLine &))
{
    using Row = StepLine;
    Column<Row> column(title, [amount](const Row &row) {
        const Amount bytes = amount(row);
        return bytes ? formatBytes(*bytes) : QString();
    });
    return column.number()
        .hint(hint)
        .sort([amount](const Row &row) { return qlonglong(amount(row).value_or(-1)); })
        .mutedIf([](const Row &row) { return row.isSamePlan; })
        .toolTip([amount](const Row &row) {
            const Amount bytes = amount(row);
            return bytes ? formatBytesExactly(*bytes) : QString();
        });
}

StepLine lineOf(const std::vector<PassStep> &steps, const StepRow &row)
{
    StepLine line{row, PassStepModel::tr("As opened"), std::nullopt, {}, false};
    if (row.last == 0) {
        return line;
    }
    QStringList names;
    for (int number = row.first; number <= row.last; ++number) {
        const PassStep &step = steps[static_cast<std::size_t>(number) - 1];
        line.ms = step.ms ? std::optional(line.ms.value_or(0) + *step.ms) : line.ms;
        if (!names.contains(step.name)) {
            names.append(step.name);
        }
    }
    line.name = names.join(QStringLiteral(", "));
    line.step = steps[static_cast<std::size_t>(row.last) - 1];
    return line;
}

} // namespace

PassStepModel::PassStepModel(QObject *parent) : TableModel(parent)
{
    using Row = StepLine;
    setColumns({
        Column<Row>(tr("Pass"), [](const Row &row) { return row.name; })
            .icon(stepIcon)
            .toolTip([](const Row &row) { return row.name; }),
        Column<Row>(tr("Nodes"),
                    [](const Row &row) { return toQString(changeFigures(countsOf(row))); })
            .hint(tr("+ new, − gone, ~ changed"))
            .toolTip([](const Row &row) { return changeWords(countsOf(row)); }),
        Column<Row>(tr("Time"),
                    [](const Row &row) {
                        return row.ms ? formatTime(*row.ms, TimeUnit::Milliseconds) : QString();
                    })
            .sort([](const Row &row) { return row.ms.value_or(-1); })
            .number(),
        Column<Row>(tr("Attributes"),
                    [](const Row &row) { return numberText(countsOf(row).attributes); })
            .hint(tr("Attributes that are otherwise in nodes that are still there"))
            .number(),
        Column<Row>(tr("Shapes"), [](const Row &row) { return numberText(shapesOf(row)); })
            .hint(tr("Values that have another shape now"))
            .toolTip(shapesToolTip)
            .number(),
        bytesColumn(tr("Plan"), tr("Bytes that the memory plan takes after it"), planOf),
        bytesColumn(tr("Peak"), tr("The most bytes of the plan that are in use at one time"),
                    peakOf),
        Column<Row>(tr("Result"), resultOf).toolTip([](const Row &row) {
            return resultToolTip(row.step);
        }),
        Column<Row>(tr("Findings"), findingsOf)
            .sort([](const Row &row) { return qulonglong(row.step.diagnostics.size()); })
            .toolTip(findingsToolTip),
    });
}

void PassStepModel::setSteps(const std::vector<PassStep> &steps, const std::vector<StepRow> &rows)
{
    std::vector<StepLine> lines;
    for (const StepRow &row : rows) {
        StepLine line = lineOf(steps, row);
        line.isSamePlan = !lines.empty() && planOf(line) == planOf(lines.back())
                          && peakOf(line) == peakOf(lines.back());
        lines.push_back(std::move(line));
    }
    setRows(std::move(lines));
}

} // namespace nervure
