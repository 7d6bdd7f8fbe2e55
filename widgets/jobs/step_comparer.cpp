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
        }
    }
    [[nodiscard]] KnownGraph known() const { return {*graph, index.get(), &analyses}; }

    std::shared_ptr<const Graph> graph;
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses;
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
            const Provenance provenance =
                place.lineage->between(static_cast<std::size_t>(base), place.stage);
            return std::make_shared<const GraphDifference>(
                differenceOf(before.known(), after.known(), &provenance));
        },
        [this, place, base](std::shared_ptr<const GraphDifference> difference) {
            m_document.setComparison(std::move(difference), base, place);
        });
}

} // namespace nervure
