// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/inference_delta_watch.h"

#include "widgets/document/graph_document.h"
#include "widgets/jobs/pass_runner.h"

namespace nervure {

InferenceDeltaWatch::InferenceDeltaWatch(GraphDocument &document, PassRunner &passes,
                                         QObject *parent)
    : QObject(parent)
{
    connect(&passes, &PassRunner::followed, this, &InferenceDeltaWatch::take);
    connect(&document, &GraphDocument::contentReplaced, this, [this] { take({}); });
}

void InferenceDeltaWatch::take(const InferenceDelta &inferenceDelta)
{
    m_latest = inferenceDelta;
    Q_EMIT changed();
}

} // namespace nervure
