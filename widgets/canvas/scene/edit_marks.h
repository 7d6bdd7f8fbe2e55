// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/live/value_changes.h"
#include "widgets/document/graph_changes.h"

#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

namespace nervure {

/// Which nodes are marked as changed since the file was read or written: those that edits changed, and
/// those whose values followed, until they are looked at or are again as they were.
class EditMarks {
public:
    using Marks = std::unordered_map<NodeId, ChangeMark>;

    /// From now on this is what the file holds; nothing is changed.
    void restart(std::shared_ptr<const Graph> file);
    /// Takes in an edit, an undo or a redo.
    void follow(const Graph &before, const Graph &now);
    /// Takes in what followed from it.
    void follow(const InferenceDelta &inferenceDelta);
    /// Somebody has seen the node; false when it had no mark.
    bool lookAt(NodeId node);
    [[nodiscard]] const Marks &marks() const { return m_marks; }

private:
    struct Known {
        Shape shape;
        DType type = DType::Unknown;
    };

    void mend(NodeId node, const Graph &now);
    void followValue(const ValueChange &change);
    [[nodiscard]] bool hasOtherValues(NodeId node) const;

    std::shared_ptr<const Graph> m_file; ///< null: no model
    Marks m_marks;
    Marks m_own; ///< of the nodes themselves, looked at or not
    std::map<Entry, Known>
        m_values; ///< those that are other ones than in the file: as they were there
};

} // namespace nervure
