// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/stage_summary.h"

#include "widgets/document/graph_changes.h"
#include "widgets/document/graph_document.h"
#include "widgets/models/gap_words.h"
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace nervure {

namespace {

struct StageSummary {
    Q_DECLARE_TR_FUNCTIONS(StageSummary)
};

QString changesOf(const ModelStage &stage)
{
    const QString words = stage.difference ? changeWords(stage.difference->counts) : QString();
    return words.isEmpty() ? StageSummary::tr("the graph is unchanged") : words;
}

QString plannedBytes(const GraphDocument &document, std::size_t step)
{
    const std::vector<PassStep> &steps = document.passSteps();
    const auto bytesAfter = [&steps](std::size_t number) {
        const bool isKnown = number > 0 && steps[number - 1].totals;
        return isKnown ? steps[number - 1].totals->plannedBytes : std::nullopt;
    };
    const auto now = bytesAfter(step);
    if (!now) {
        return {};
    }
    const auto before = bytesAfter(step - 1);
    if (const auto gap = planGap(document.stage())) {
        return StageSummary::tr("planned %1").arg(planWords(*now, gap));
    }
    return before && *before != *now ? StageSummary::tr("planned %1, before %2")
                                           .arg(formatBytes(*now), formatBytes(*before))
                                     : StageSummary::tr("planned %1").arg(formatBytes(*now));
}

} // namespace

QString stepTitle(const GraphDocument &document, int step)
{
    return step == 0 ? StageSummary::tr("As opened")
                     : document.passSteps()[static_cast<std::size_t>(step) - 1].name;
}

QString stageSummary(const GraphDocument &document)
{
    if (document.passSteps().empty()) {
        return {};
    }
    const auto step = static_cast<std::size_t>(document.shownStep());
    if (step == 0) {
        return StageSummary::tr("The model before any pass");
    }
    const ModelStage &stage = document.stage();
    const PassStep &pass = document.passSteps()[step - 1];
    if (pass.failed) {
        return StageSummary::tr("%1 failed: %2. The graph is unchanged.")
            .arg(pass.name, failureWords(pass));
    }
    QStringList parts{changesOf(stage), plannedBytes(document, step),
                      pass.gap ? gapWords(*pass.gap) : QString()};
    parts.removeAll(QString());
    const QString what = parts.join(QStringLiteral(" · "));
    if (const auto base = document.comparedStep(); base && document.baseStep() == *base) {
        return StageSummary::tr("%1, compared with %2: %3")
            .arg(pass.name, stepTitle(document, *base), what);
    }
    return StageSummary::tr("%1: %2").arg(pass.name, what);
}

} // namespace nervure
