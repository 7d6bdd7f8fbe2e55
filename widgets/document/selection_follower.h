// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/node_lineage.h"

#include <QObject>

#include <vector>

namespace nervure {

class GraphDocument;
class Selection;

/// Keeps on the selection what people selected, from step to step of the passes: what stands for a node in
/// the step that is shown is selected in its place, and the node itself again where they come back. What
/// is nowhere any more is dropped.
class SelectionFollower : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it.
    SelectionFollower(GraphDocument &document, Selection &selection, QObject *parent = nullptr);

    /// What people selected last, and where; may be nothing.
    [[nodiscard]] const std::vector<NodeId> &chosen() const { return m_chosen; }
    [[nodiscard]] const StagePlace &place() const { return m_place; }

private:
    void note();
    void follow();

    GraphDocument &m_document;
    Selection &m_selection;
    std::vector<NodeId> m_chosen;
    StagePlace m_place;
    bool m_isFollowing = false;
};

} // namespace nervure
