// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/gap_words.h"

#include "widgets/document/pass_step.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

#include <array>

namespace nervure {

namespace {

struct GapWords {
    Q_DECLARE_TR_FUNCTIONS(GapWords)
};

QString amountWords(const StepGap &gap)
{
    const QString missing = formatCount(gap.missing);
    const QString all = formatCount(gap.all);
    switch (gap.kind) {
    case StepGap::Kind::OfShapes: return GapWords::tr("%1 of %2 shapes unknown").arg(missing, all);
    case StepGap::Kind::OfTypes: return GapWords::tr("%1 of %2 types unknown").arg(missing, all);
    case StepGap::Kind::OfStorage: break;
    }
    return GapWords::tr("%1 of %2 values not planned").arg(missing, all);
}

QString causeWords(const StepGap &gap)
{
    const QString name = toQString(gap.name);
    const bool isType = gap.kind == StepGap::Kind::OfTypes;
    switch (gap.cause) {
    case StepGap::Cause::Input:
        return isType ? GapWords::tr("input %1 has no type").arg(name)
                      : GapWords::tr("input %1 has no shape").arg(name);
    case StepGap::Cause::UnknownOperator:
        return GapWords::tr("operator %1 of %2 is unknown").arg(toQString(gap.op), name);
    case StepGap::Cause::Inference: break;
    }
    return isType ? GapWords::tr("the type of %1 could not be inferred").arg(name)
                  : GapWords::tr("the shape of %1 could not be inferred").arg(name);
}

} // namespace

QString gapWords(const StepGap &gap)
{
    return GapWords::tr("%1: %2", "what is missing, and why")
        .arg(amountWords(gap), causeWords(gap));
}

std::optional<StepGap> planGap(const ModelStage &stage)
{
    const std::array<std::string, 1> plan{std::string(keys::storageId.name)};
    return stage.index ? findGap(plan, *stage.index, stage.analyses) : std::nullopt;
}

QString planWords(std::int64_t bytes, const std::optional<StepGap> &gap)
{
    if (!gap) {
        return formatBytes(bytes);
    }
    return gap->missing == gap->all ? GapWords::tr("none of %1 values").arg(formatCount(gap->all))
                                    : GapWords::tr("%1, %2 values open")
                                          .arg(formatBytes(bytes), formatCount(gap->missing));
}

} // namespace nervure
