// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/proof_model.h"

#include "core/proof/value_nodes.h"
#include "widgets/models/proof_summary.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nervure {

namespace {

QString stepRemark(const ProofLine &line)
{
    const ProvedStep &step = line.step;
    QStringList remarks;
    const QString told = coreMessage(toQString(step.remark));
    if (step.verdict == ProofVerdict::Joined) {
        remarks.append(ProofStepModel::tr("runs only with later steps: %1").arg(told));
    } else if (!told.isEmpty()) {
        remarks.append(told);
    }
    if (!step.notRunBefore.empty()) {
        remarks.append(ProofStepModel::tr("together with %1").arg(joinedNames(step.notRunBefore)));
    }
    if (step.madeGood > 0) {
        remarks.append(ProofStepModel::tr("%n inner value(s) differ, no output does", nullptr,
                                          static_cast<int>(step.madeGood)));
    }
    if (!step.assumed.empty()) {
        remarks.append(ProofStepModel::tr("assumed equal: %1").arg(joinedNames(step.assumed)));
    }
    if (step.nonFinite) {
        remarks.append(nonFiniteWords(*step.nonFinite));
    }
    return remarks.join(QStringLiteral("; "));
}

bool hasErrors(const ProofLine &line)
{
    return line.step.compared > 0;
}

QString valueVerdict(const ProvedValueRow &row)
{
    const ComparedValue &value = row.value;
    QStringList words;
    if (!value.isCompared) {
        words.append(ProvedValueModel::tr("not compared"));
    } else if (row.isMadeGood) {
        words.append(ProvedValueModel::tr("differs, no output does"));
    } else if (row.isFirst) {
        words.append(ProvedValueModel::tr("differs first"));
    } else {
        words.append(value.differs() ? ProvedValueModel::tr("differs")
                                     : ProvedValueModel::tr("equal"));
    }
    if (value.isBoundary) {
        words.append(ProvedValueModel::tr("an unknown operator reads it"));
    }
    if (value.beforeName != value.name) {
        words.append(ProvedValueModel::tr("beside %1").arg(toQString(value.beforeName)));
    }
    if (!value.remark.empty()) {
        words.append(coreMessage(toQString(value.remark)));
    }
    if (value.result) {
        words.append(ProvedValueModel::tr("output %1").arg(*value.result));
    }
    return words.join(QStringLiteral(", "));
}

/// The column of one kind of error.
template <typename Row, typename Read>
Column<Row> errorColumn(const QString &title, const QString &hint, Read read)
{
    return Column<Row>(title,
                       [read](const Row &row) {
                           const auto error = read(row);
                           return error ? formatError(*error) : QStringLiteral("–");
                       })
        .sort([read](const Row &row) { return read(row).value_or(-1); })
        .number()
        .hint(hint);
}

const char *verdictIcon(ProofVerdict verdict)
{
    switch (verdict) {
    case ProofVerdict::Different:
    case ProofVerdict::Broken: return "error";
    case ProofVerdict::NotRun: return "warning";
    default: return "";
    }
}

} // namespace

QString verdictWords(ProofVerdict verdict)
{
    switch (verdict) {
    case ProofVerdict::Identical: return ProofStepModel::tr("identical");
    case ProofVerdict::Equal: return ProofStepModel::tr("equal");
    case ProofVerdict::Joined: return ProofStepModel::tr("with later steps");
    case ProofVerdict::Different: return ProofStepModel::tr("different");
    case ProofVerdict::Broken: return ProofStepModel::tr("broken");
    case ProofVerdict::NotRun: return ProofStepModel::tr("not run");
    case ProofVerdict::NotAsked: return ProofStepModel::tr("not asked");
    }
    return {};
}

QString formatError(double error)
{
    constexpr int digits = 3;
    constexpr double leastWhole = 100;
    constexpr double mostWhole = 1e6;
    if (std::isinf(error)) {
        return QStringLiteral("∞");
    }
    return error >= leastWhole && error < mostWhole ? QLocale().toString(error, 'f', 0)
                                                    : QLocale().toString(error, 'g', digits);
}

ProofStepModel::ProofStepModel(QObject *parent) : TableModel(parent)
{
    using Row = ProofLine;
    const auto error = [](double TensorError::*kind) {
        return [kind](const Row &line) {
            return hasErrors(line) ? std::optional(line.step.worst.*kind) : std::nullopt;
        };
    };
    const auto isQuiet = [](const Row &line) {
        return line.step.verdict == ProofVerdict::Identical
               || line.step.verdict == ProofVerdict::NotAsked;
    };
    setColumns({
        Column<Row>(QString(),
                    [](const Row &line) {
                        return line.number > 0 ? QString::number(line.number) : QStringLiteral("–");
                    })
            .sort([](const Row &line) { return line.number; })
            .number()
            .muted(),
        Column<Row>(tr("Step"), [](const Row &line) { return toQString(line.step.name); })
            .mutedIf(isQuiet),
        Column<Row>(tr("Verdict"),
                    [](const Row &line) {
                        return line.isFirst ? tr("%1 first").arg(verdictWords(line.step.verdict))
                                            : verdictWords(line.step.verdict);
                    })
            .icon(
                [](const Row &line) { return QString::fromLatin1(verdictIcon(line.step.verdict)); })
            .mutedIf(isQuiet),
        errorColumn<Row>(tr("Relative"), tr("In parts of the greatest element of its tensor"),
                         error(&TensorError::relative)),
        errorColumn<Row>(tr("ULP"), tr("In units of the last place of the type"),
                         error(&TensorError::ulps)),
        errorColumn<Row>(tr("Absolute"), tr("The greatest difference of two elements"),
                         error(&TensorError::absolute)),
        Column<Row>(tr("Values"),
                    [](const Row &line) {
                        return hasErrors(line)
                                   ? formatCount(static_cast<std::int64_t>(line.step.compared))
                                   : QStringLiteral("–");
                    })
            .sort([](const Row &line) { return static_cast<qulonglong>(line.step.compared); })
            .number()
            .hint(tr("How many were compared")),
        Column<Row>(tr("Remark"), stepRemark).toolTip(stepRemark),
    });
}

void ProofStepModel::setProof(const Bisection &proof, const std::function<int(std::size_t)> &number)
{
    std::vector<ProofLine> lines;
    for (std::size_t i = 0; i < proof.steps.size(); ++i) {
        lines.push_back({number(i), proof.steps[i], proof.found && proof.found->step == i});
        lines.back().step.values.clear(); // the other table has them
    }
    setRows(std::move(lines));
}

ProvedValueModel::ProvedValueModel(QObject *parent) : TableModel(parent)
{
    using Row = ProvedValueRow;
    const auto error = [](double TensorError::*kind) {
        return [kind](const Row &row) {
            return row.value.isCompared ? std::optional(row.value.error.*kind) : std::nullopt;
        };
    };
    setColumns({
        Column<Row>(tr("Value"), [](const Row &row) { return toQString(row.value.name); })
            .toolTip([](const Row &row) { return toQString(row.value.name); }),
        errorColumn<Row>(tr("Relative"), tr("In parts of the greatest element of the tensor"),
                         error(&TensorError::relative)),
        errorColumn<Row>(tr("ULP"), tr("In units of the last place of the type"),
                         error(&TensorError::ulps)),
        errorColumn<Row>(tr("Absolute"), tr("The greatest difference of two elements"),
                         error(&TensorError::absolute)),
        Column<Row>(tr("Verdict"), valueVerdict).toolTip(valueVerdict).icon([](const Row &row) {
            return row.value.differs() && !row.isMadeGood ? QStringLiteral("error") : QString();
        }),
        Column<Row>(tr("Operator"), [](const Row &row) { return toQString(row.value.op); }).muted(),
        Column<Row>(tr("Shape"), [](const Row &row) { return formatShape(row.value.shape); })
            .code(),
    });
}

void ProvedValueModel::setValues(const Bisection &proof, std::size_t step,
                                 const PassStep &documentStep)
{
    const ProvedStep &proved = proof.steps[step];
    const Graph unknown; // where nothing is known of the step's
    ValueNodes nodes(documentStep.graph ? *documentStep.graph : unknown, documentStep.index.get());
    std::vector<ProvedValueRow> rows;
    for (const ComparedValue &value : proved.values) {
        ProvedValueRow row{value, nodes.find(value.name, value.place, value.output)};
        row.isFirst = value.isOrigin;
        row.isMadeGood = value.differs() && proved.verdict == ProofVerdict::Equal;
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

void ProvedValueModel::setComparison(const ToldComparison &comparison, const ModelStage &shown,
                                     bool isSecond)
{
    const std::vector<ComparedValue> &values = comparison.values.values;
    ValueNodes nodes(*shown.graph, shown.index.get());
    std::vector<ProvedValueRow> rows;
    const auto add = [&](const ComparedValue &value) {
        ProvedValueRow row{
            value, isSecond ? nodes.find(value.name, value.place, value.output)
                            : nodes.find(value.beforeName, value.beforePlace, value.beforeOutput)};
        row.isFirst = value.isOrigin;
        row.isMadeGood = value.differs() && !comparison.values.resultsDiffer();
        rows.push_back(std::move(row));
    };
    for (const ComparedValue *value : resultsOf(comparison.values)) {
        add(*value);
    }
    for (const ComparedValue &value : values) {
        if (!value.result) {
            add(value);
        }
    }
    setRows(std::move(rows));
}

} // namespace nervure
