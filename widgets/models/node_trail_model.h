// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

#include <QStringList>

#include <vector>

namespace nervure {

class GraphDocument;

/// What a step did to the nodes that are followed.
struct TrailRow {
    int step = 0;
    QString pass;
    QString what;         ///< "new", "changed", …
    QStringList nodes;    ///< what stands for them after it
    QStringList details;  ///< from what to what; from which nodes
    bool isShown = false; ///< the document shows that step
};

/// Nodes through all steps of the passes: from the model as it was opened, by each step that made, changed,
/// fused or removed them.
class NodeTrailModel : public TableModel<TrailRow> {
    Q_OBJECT

public:
    enum Columns { Pass, What, Nodes, Details };

    explicit NodeTrailModel(QObject *parent = nullptr);

    /// Follows nodes of the step that the document shows. None, or no steps: no rows.
    void follow(const GraphDocument &document, const std::vector<NodeId> &nodes);
};

} // namespace nervure
