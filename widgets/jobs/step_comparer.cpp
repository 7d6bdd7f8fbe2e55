// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/step_comparer.h"

#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"

#include <utility>

namespace nervure {

namespace {

/// What is known of a graph, for another thread.
struct SharedKnowledge {
    SharedKnowledge(const GraphDocument &document, int step)
        : graph(document.stagePlace().lineage->sharedGraph(static_cast<std::size_t>(step)))
    {
        if (step > 0) {
            const PassStep &pass = document.passSteps()[static_cast<std::size_t>(step) - 1];
            index = pass.index;
            analyses = pass.analyses;
            stored = pass.stored;
        } else if (!document.passSteps().empty()) {
            stored = document.passSteps().front().storedBefore;
        }
    }
    [[nodiscard]] KnownGraph known() const
    {
        return {*graph, index.get(), &analyses, stored.get()};
    }

    std::shared_ptr<const Graph> graph;
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses;
    std::shared_ptr<const StoredDigests> stored;
};

} // namespace

StepComparer::StepComparer(GraphDocument &document, JobRunner &jobs, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_jobs(jobs)
{
    connect(&document, &GraphDocument::analysesChanged, this, &StepComparer::follow);
}

void StepComparer::follow()
{
    if (!m_document.wantsComparison()) {
        return;
    }
    const StagePlace place = m_document.stagePlace();
    const int base = *m_document.comparedStep();
    const SharedKnowledge before(m_document, base);
    const SharedKnowledge after(m_document, m_document.shownStep());
    m_jobs.start(
        {tr("Comparing steps"), QStringLiteral("compare-steps")}, this,
        [place, base, before, after](const JobControl &) {
            auto provenance = std::make_shared<const Provenance>(
                place.lineage->between(static_cast<std::size_t>(base), place.stage));
            auto difference = std::make_shared<const GraphDifference>(
                differenceOf(before.known(), after.known(), provenance.get()));
            return StepComparison{std::move(difference), std::move(provenance)};
        },
        [this, place, base](StepComparison compared) {
            m_document.setComparison(std::move(compared), base, place);
        });
}

} // namespace nervure
