// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/graph_examiner.h"

#include "core/builtins.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"

#include <utility>

namespace nervure {

GraphExaminer::GraphExaminer(GraphDocument &document, JobRunner &jobs, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_jobs(jobs)
{
    connect(&document, &GraphDocument::graphChanged, this, &GraphExaminer::follow);
}

void GraphExaminer::follow()
{
    m_jobs.cancel(m_job); // of another graph, whose revision may have the same number
    if (m_document.isExamined()) {
        return;
    }
    m_job = m_jobs.start(
        {tr("Checking the graph"), QStringLiteral("examine")}, this,
        [graph = m_document.graph(), &ops = m_document.builtins().ops,
         semantics = m_document.semantics(),
         loaded = m_document.inputFacts().loaded](const JobControl &control) {
            return control.cancel.isCanceled() ? GraphExamination()
                                               : examine(graph, ops, semantics, loaded);
        },
        [this](GraphExamination found) { m_document.setExamination(std::move(found)); });
}

} // namespace nervure
