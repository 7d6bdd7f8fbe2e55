// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

class QObject;

namespace nervure {

class Graph;
class GraphDocument;

/// The graph that ids of nodes are of, kept beside them by what shows them later than it found them: another stage may
/// be shown by then.
class GraphOfIds {
public:
    /// For no graph.
    GraphOfIds() = default;
    /// For the stage that is shown now.
    explicit GraphOfIds(const GraphDocument &document);

    /// True if the ids mean the same nodes in the stage that is shown by now. Edits leave them as they are.
    [[nodiscard]] bool isShown(const GraphDocument &document) const;

private:
    std::shared_ptr<const Graph> m_graph;
    bool m_isOfPass = false;
};

/// Calls `act`, as long as `receiver` lives, when the ids of nodes that are shown now mean others: another model was
/// read, or another stage is shown. Edits leave ids as they are. What names nodes and stays open, such as a menu,
/// closes then.
void whenNodesAreOthers(const GraphDocument &document, QObject *receiver,
                        const std::function<void()> &act);

} // namespace nervure
