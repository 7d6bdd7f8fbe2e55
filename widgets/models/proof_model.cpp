// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/proof_model.h"

#include "core/proof/value_nodes.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nervure {

namespace {

QString nonFiniteWords(const NonFiniteSource &source)
{
    const QString node = toQString(source.name);
    if (source.count.infinities == 0) {
        return ProofStepModel::tr("%1 makes %2 NaN of numbers")
            .arg(node, formatCount(source.count.nans));
    }
    if (source.count.nans == 0) {
        return ProofStepModel::tr("%1 makes %2 infinities of numbers")
            .arg(node, formatCount(source.count.infinities));
    }
    return ProofStepModel::tr("%1 makes %2 NaN and %3 infinities of numbers")
        .arg(node, formatCount(source.count.nans), formatCount(source.count.infinities));
}

QString joined(const std::vector<std::string> &texts)
{
    QStringList list;
    for (const std::string &text : texts) {
        list.append(toQString(text));
    }
    return list.join(QStringLiteral(", "));
}

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
        remarks.append(ProofStepModel::tr("together with %1").arg(joined(step.notRunBefore)));
    }
    if (step.madeGood > 0) {
        remarks.append(ProofStepModel::tr("%n inner value(s) differ, no output does", nullptr,
                                          static_cast<int>(step.madeGood)));
    }
    if (!step.assumed.empty()) {
        remarks.append(ProofStepModel::tr("assumed equal: %1").arg(joined(step.assumed)));
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

namespace {

/// Who makes what is no number first; empty: nobody.
QString nonFiniteSummary(const Bisection &proof)
{
    for (const ProvedStep &step : proof.steps) {
        if (step.nonFinite) {
            return ProofStepModel::tr("After %1, %2.")
                .arg(toQString(step.name), nonFiniteWords(*step.nonFinite));
        }
    }
    return {};
}

/// Where no step is known to be wrong.
QString undisturbedSummary(const Bisection &proof)
{
    const auto decided = static_cast<int>(proof.decided());
    const auto asked = static_cast<int>(proof.asked());
    switch (proof.verdict()) {
    case ProofVerdict::NotRun:
        return ProofStepModel::tr("INCOMPLETE: %1 of %n step(s) compared.", nullptr, asked)
            .arg(decided);
    case ProofVerdict::Identical:
        return ProofStepModel::tr("Every step leaves the same graph with the same weights.");
    default:
        return ProofStepModel::tr("No step changes an output: %1 of %n step(s) compared.", nullptr,
                                  asked)
            .arg(decided);
    }
}

/// The assumptions of the verdict besides the files.
QString groundsSummary(const std::vector<std::string> &assumed,
                       const std::vector<std::string> &invented)
{
    QStringList grounds;
    if (!assumed.empty()) {
        grounds.append(ProofStepModel::tr("Assumed to compute the same on both sides: %1.")
                           .arg(joined(assumed)));
    }
    if (!invented.empty()) {
        grounds.append(ProofStepModel::tr("Nobody gave the values of %n variable(s), as %1: they "
                                          "were made from seeds.",
                                          nullptr, static_cast<int>(invented.size()))
                           .arg(toQString(invented.front())));
    }
    return grounds.join(u' ');
}

QString differenceSummary(const Bisection &proof)
{
    if (!proof.found) {
        return undisturbedSummary(proof);
    }
    const FirstDifference &first = *proof.found;
    const ProvedStep &step = proof.steps[first.step];
    if (!first.value) {
        return ProofStepModel::tr("%1 is the first step that is wrong: %2")
            .arg(toQString(step.name), coreMessage(toQString(step.remark)));
    }
    QString text =
        ProofStepModel::tr("%1 is the first step that changes an output: %2 is off by %3 of its "
                           "greatest element, expected at most %4.")
            .arg(toQString(step.name), toQString(first.node),
                 formatError(first.value->error.relative), formatError(first.value->tolerance));
    if (!first.reason.empty()) {
        text += u' ' + ProofStepModel::tr("The pass says: %1").arg(toQString(first.reason));
    }
    return text;
}

} // namespace

QString proofSummary(const Bisection &proof)
{
    const bool hasRun = std::any_of(proof.steps.begin(), proof.steps.end(),
                                    [](const ProvedStep &step) { return step.compared > 0; });
    QStringList parts{
        differenceSummary(proof), nonFiniteSummary(proof),
        groundsSummary(assumedIn(proof), hasRun ? proof.invented : std::vector<std::string>())};
    parts.removeAll(QString());
    return parts.join(u' ');
}

namespace {

/// What does not fit together; empty: everything does.
QStringList comparisonGaps(const ToldComparison &comparison)
{
    const ValueComparison &values = comparison.values;
    QStringList gaps;
    if (values.resultsBefore != values.resultsAfter) {
        gaps.append(ProvedValueModel::tr("%1 outputs here, %2 there: those of equal number were "
                                         "compared.")
                        .arg(values.resultsBefore)
                        .arg(values.resultsAfter));
    }
    if (!comparison.ownVariables.empty()) {
        gaps.append(ProvedValueModel::tr("%n variable(s) have values of their own, as %1.", nullptr,
                                         static_cast<int>(comparison.ownVariables.size()))
                        .arg(toQString(comparison.ownVariables.front())));
    }
    if (comparison.unmatchedNodes > 0) {
        gaps.append(ProvedValueModel::tr("%n node(s) have no counterpart.", nullptr,
                                         static_cast<int>(comparison.unmatchedNodes)));
    }
    if (values.nonFiniteBefore) {
        gaps.append(ProvedValueModel::tr("Here %1.").arg(nonFiniteWords(*values.nonFiniteBefore)));
    }
    if (values.nonFiniteAfter) {
        gaps.append(ProvedValueModel::tr("There %1.").arg(nonFiniteWords(*values.nonFiniteAfter)));
    }
    return gaps;
}

QString comparisonVerdict(const ToldComparison &comparison, const QString &file)
{
    const ValueComparison &values = comparison.values;
    if (!values.resultsDiffer()) {
        const auto others = static_cast<int>(
            std::count_if(values.values.begin(), values.values.end(),
                          [](const ComparedValue &value) { return value.differs(); }));
        if (comparison.verdict == ProofVerdict::Identical) {
            return ProvedValueModel::tr("%1 is identical: the same graph with the same weights.")
                .arg(file);
        }
        return others == 0 ? ProvedValueModel::tr("%1 computes the same.").arg(file)
                           : ProvedValueModel::tr("The outputs of %1 are the same; %n node(s) on "
                                                  "the way compute something else.",
                                                  nullptr, others)
                                 .arg(file);
    }
    if (!values.first) {
        return ProvedValueModel::tr("%1 computes something else.").arg(file);
    }
    const ComparedValue &first = values.values[*values.first];
    if (!first.isCompared) {
        return ProvedValueModel::tr("%1 computes something else; the first that differs is %2: %3.")
            .arg(file, toQString(first.name), coreMessage(toQString(first.remark)));
    }
    return ProvedValueModel::tr("%1 computes something else; the first that differs is %2, off by "
                                "%3 of its greatest element, expected at most %4.")
        .arg(file, toQString(first.name), formatError(first.error.relative),
             formatError(first.tolerance));
}

} // namespace

QString comparisonSummary(const ToldComparison &comparison, const QString &file)
{
    QStringList parts =
        QStringList{comparisonVerdict(comparison, file)} + comparisonGaps(comparison);
    parts.append(groundsSummary(comparison.assumed, comparison.invented));
    parts.removeAll(QString());
    return parts.join(u' ');
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
    const bool isBlamed = proof.found && proof.found->step == step && proof.found->value;
    const Graph unknown; // where nothing is known of the step's
    ValueNodes nodes(documentStep.graph ? *documentStep.graph : unknown, documentStep.index.get());
    std::vector<ProvedValueRow> rows;
    for (const ComparedValue &value : proved.values) {
        ProvedValueRow row{value, nodes.find(value.name, value.place, value.output)};
        row.isFirst = isBlamed && proof.found->value->place == value.place
                      && proof.found->value->output == value.output;
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
        row.isFirst = comparison.values.first && &value == &values[*comparison.values.first];
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
