// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/selection_follower.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"

#include <QScopedValueRollback>

namespace nervure {

SelectionFollower::SelectionFollower(GraphDocument &document, Selection &selection, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_selection(selection),
      m_place(document.stagePlace())
{
    connect(&selection, &Selection::selectionChanged, this, &SelectionFollower::note);
    connect(&document, &GraphDocument::analysesChanged, this, &SelectionFollower::follow);
    connect(&document, &GraphDocument::graphChanged, this,
            [this] { m_selection.keepOnly(*m_document.stage().graph); });
}

void SelectionFollower::note()
{
    if (!m_isFollowing) {
        m_chosen = m_selection.nodes();
        m_place = m_document.stagePlace();
    }
}

void SelectionFollower::follow()
{
    const QScopedValueRollback<bool> guard(m_isFollowing, true);
    const StagePlace &now = m_document.stagePlace();
    if (!m_chosen.empty() && !m_selection.value()) {
        m_selection.setNodes(nervure::follow(m_chosen, m_place, now));
    }
    if (m_place.lineage != now.lineage) {
        // The steps that the choice was made among are gone.
        m_chosen = nervure::follow(m_chosen, m_place, now);
        m_place = now;
    }
    m_selection.keepOnly(*m_document.stage().graph);
}

} // namespace nervure
