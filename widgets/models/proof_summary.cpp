// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/proof_summary.h"

#include "widgets/models/proof_model.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

#include <QStringList>

#include <algorithm>

namespace nervure {

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

QString joinedNames(const std::vector<std::string> &texts)
{
    QStringList list;
    for (const std::string &text : texts) {
        list.append(toQString(text));
    }
    return list.join(QStringLiteral(", "));
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
                           .arg(joinedNames(assumed)));
    }
    if (!invented.empty()) {
        grounds.append(ProofStepModel::tr("Nobody gave the values of %n variable(s), as %1: they "
                                          "were made from seeds.",
                                          nullptr, static_cast<int>(invented.size()))
                           .arg(toQString(invented.front())));
    }
    return grounds.join(u' ');
}

/// Where differences begin beside the first, in a sentence with a space before it; empty: nowhere.
QString otherOrigins(const std::vector<ComparedValue> &values, const std::string &first)
{
    constexpr qsizetype mostNames = 4;
    QStringList names;
    for (const std::string &name : originNames(values)) {
        if (name != first) {
            names.append(toQString(name));
        }
    }
    const auto more = static_cast<int>(names.size() - mostNames);
    if (names.isEmpty()) {
        return {};
    }
    const QString listed =
        names.first(std::min(names.size(), mostNames)).join(QStringLiteral(", "));
    return u' '
           + (more > 0
                  ? ProofStepModel::tr("Differences begin at %1 and %n more, too.", nullptr, more)
                        .arg(listed)
                  : ProofStepModel::tr("Differences begin at %1, too.").arg(listed));
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
    text += otherOrigins(step.values, first.node);
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

/// The parts that do not fit together; empty: everything does.
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
    const QString others = otherOrigins(values.values, first.name);
    if (!first.isCompared) {
        return ProvedValueModel::tr("%1 computes something else; the first that differs is %2: %3.")
                   .arg(file, toQString(first.name), coreMessage(toQString(first.remark)))
               + others;
    }
    return ProvedValueModel::tr("%1 computes something else; the first that differs is %2, off by "
                                "%3 of its greatest element, expected at most %4.")
               .arg(file, toQString(first.name), formatError(first.error.relative),
                    formatError(first.tolerance))
           + others;
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

} // namespace nervure
