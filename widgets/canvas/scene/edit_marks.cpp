// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/edit_marks.h"

namespace nervure {

void EditMarks::restart(std::shared_ptr<const Graph> file)
{
    m_file = std::move(file);
    m_marks.clear();
    m_own.clear();
    m_values.clear();
}

void EditMarks::follow(const Graph &before, const Graph &now)
{
    for (const NodeChange &change : changesBetween(before, now, nullptr)) {
        if (change.mark == ChangeMark::Added) {
            m_own[change.node] = m_marks[change.node] = change.mark;
        } else if (change.mark == ChangeMark::Changed) {
            m_own.try_emplace(change.node, change.mark);
            m_marks.try_emplace(change.node, change.mark);
        }
        mend(change.node, now);
    }
}

/// Takes the mark off a node that is gone, or as it is in the file.
void EditMarks::mend(NodeId node, const Graph &now)
{
    const Node *is = now.find(node);
    const Node *was = m_file ? m_file->find(node) : nullptr;
    if (is && !(was && *was == *is)) {
        return;
    }
    m_own.erase(node);
    if (!is || !hasOtherValues(node)) {
        m_marks.erase(node);
    }
}

void EditMarks::follow(const InferenceDelta &inferenceDelta)
{
    for (const ValueChange &change : inferenceDelta.values) {
        followValue(change);
    }
}

void EditMarks::followValue(const ValueChange &change)
{
    const auto [value, isNew] =
        m_values.try_emplace(change.value, Known{change.before, change.typeBefore});
    const NodeId node = change.value.node;
    if (change.after != value->second.shape || change.typeAfter != value->second.type) {
        m_marks.try_emplace(node, ChangeMark::Changed);
        return;
    }
    m_values.erase(value);
    if (m_own.count(node) == 0 && !hasOtherValues(node)) {
        m_marks.erase(node);
    }
}

bool EditMarks::hasOtherValues(NodeId node) const
{
    const auto first = m_values.lower_bound(Entry{node, 0, 0});
    return first != m_values.end() && first->first.node == node;
}

bool EditMarks::lookAt(NodeId node)
{
    return m_marks.erase(node) != 0;
}

} // namespace nervure
