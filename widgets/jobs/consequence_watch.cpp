// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/consequence_watch.h"

#include "widgets/document/graph_document.h"
#include "widgets/jobs/pass_runner.h"

namespace nervure {

ConsequenceWatch::ConsequenceWatch(GraphDocument &document, PassRunner &passes, QObject *parent)
    : QObject(parent)
{
    connect(&passes, &PassRunner::followed, this, &ConsequenceWatch::take);
    connect(&document, &GraphDocument::contentReplaced, this, [this] { take({}); });
}

void ConsequenceWatch::take(const Consequences &consequences)
{
    m_latest = consequences;
    Q_EMIT changed();
}

} // namespace nervure
