// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/shown_nodes.h"

#include "widgets/document/graph_document.h"

namespace nervure {

void whenNodesAreOthers(const GraphDocument &document, QObject *receiver,
                        const std::function<void()> &act)
{
    QObject::connect(&document, &GraphDocument::contentReplaced, receiver, act);
    const bool isOfPass = document.stage().isOfPass();
    QObject::connect(
        &document, &GraphDocument::analysesChanged, receiver,
        [&document, act, isOfPass, step = document.shownStep(), graph = document.stage().graph] {
            const bool isSame = document.shownStep() == step
                                && document.stage().isOfPass() == isOfPass
                                && (!isOfPass || document.stage().graph == graph);
            if (!isSame) {
                act();
            }
        });
}

} // namespace nervure
