// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/pipeline_command.h"

#include "widgets/jobs/pass_runner.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

struct PipelineWords {
    Q_DECLARE_TR_FUNCTIONS(PipelineWords)
};

QString nameOf(const PipelinePass &pass)
{
    return toQString(pass.request.name);
}

/// Of lists of the same length, one of which has one pass at another place: that pass; null where it is not so.
const PipelinePass *movedPass(const Pipeline &before, const Pipeline &after)
{
    const auto first = std::mismatch(before.begin(), before.end(), after.begin());
    if (first.first == before.end()) {
        return nullptr;
    }
    for (const PipelinePass *moved : {&*first.second, &*first.first}) {
        Pipeline rest = before;
        Pipeline others = after;
        const auto from = std::find(rest.begin(), rest.end(), *moved);
        const auto to = std::find(others.begin(), others.end(), *moved);
        if (from == rest.end() || to == others.end()) {
            return nullptr;
        }
        rest.erase(from);
        others.erase(to);
        if (rest == others) {
            return moved;
        }
    }
    return nullptr;
}

/// Of lists of the same length.
QString changeWords(const Pipeline &before, const Pipeline &after)
{
    if (const PipelinePass *moved = movedPass(before, after)) {
        return PipelineWords::tr("Move %1").arg(nameOf(*moved));
    }
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i] != after[i]) {
            others.push_back(i);
        }
    }
    const bool isSwitched = std::all_of(others.begin(), others.end(), [&](std::size_t i) {
        return before[i].request == after[i].request;
    });
    if (others.empty() || (others.size() > 1 && !isSwitched)) {
        return {};
    }
    const PipelinePass &one = after[others.front()];
    if (others.size() > 1) {
        return PipelineWords::tr("Switch %n pass(es)", nullptr, static_cast<int>(others.size()));
    }
    if (isSwitched) {
        return (one.isOn ? PipelineWords::tr("Switch %1 on") : PipelineWords::tr("Switch %1 off"))
            .arg(nameOf(one));
    }
    return one.request.name == before[others.front()].request.name
               ? PipelineWords::tr("Set options of %1").arg(nameOf(one))
               : PipelineWords::tr("Replace %1 by %2")
                     .arg(nameOf(before[others.front()]), nameOf(one));
}

} // namespace

PipelineCommand::PipelineCommand(PassRunner &passes, Pipeline before, const QString &text)
    : HistoryCommand(text),
      m_passes(passes),
      m_other(std::move(before))
{}

void PipelineCommand::swap()
{
    m_other = m_passes.exchangePipeline(std::move(m_other));
}

QString pipelineWords(const Pipeline &before, const Pipeline &after)
{
    const auto [rest, added] =
        std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    if (rest == before.end() && after.size() == before.size() + 1) {
        return PipelineWords::tr("Run %1").arg(nameOf(*added));
    }
    if (after.size() + 1 == before.size()
        && std::equal(added, after.end(), rest + 1, before.end())) {
        return PipelineWords::tr("Take out %1").arg(nameOf(*rest));
    }
    const QString words = before.size() == after.size() ? changeWords(before, after) : QString();
    return words.isEmpty() ? PipelineWords::tr("Run %n pass(es)", nullptr,
                                               static_cast<int>(requestsOf(after).size()))
                           : words;
}

} // namespace nervure
