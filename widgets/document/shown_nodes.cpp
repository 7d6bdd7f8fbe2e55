// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/shown_nodes.h"

#include "widgets/document/graph_document.h"

namespace nervure {

GraphOfIds::GraphOfIds(const GraphDocument &document)
    : m_graph(document.stage().graph),
      m_isOfPass(document.stage().isOfPass())
{}

bool GraphOfIds::isShown(const GraphDocument &document) const
{
    const ModelStage &stage = document.stage();
    return m_graph && m_isOfPass == stage.isOfPass() && (!m_isOfPass || m_graph == stage.graph);
}

void whenNodesAreOthers(const GraphDocument &document, QObject *receiver,
                        const std::function<void()> &act)
{
    QObject::connect(&document, &GraphDocument::contentReplaced, receiver, act);
    QObject::connect(&document, &GraphDocument::analysesChanged, receiver,
                     [&document, act, ids = GraphOfIds(document), step = document.shownStep()] {
                         if (document.shownStep() != step || !ids.isShown(document)) {
                             act();
                         }
                     });
}

} // namespace nervure
