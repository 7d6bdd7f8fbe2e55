// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/graph_changes.h"

#include "widgets/text/format.h"

#include <QCoreApplication>

namespace nervure {

namespace {

struct GraphChanges {
    Q_DECLARE_TR_FUNCTIONS(GraphChanges)
};

} // namespace

QString changeSign(ChangeMark mark)
{
    switch (mark) {
    case ChangeMark::None: return {};
    case ChangeMark::Added: return QStringLiteral("+");
    case ChangeMark::Changed: return QStringLiteral("~");
    case ChangeMark::Fused: return QStringLiteral("⊕");
    case ChangeMark::Removed: return QStringLiteral("−");
    }
    return {};
}

QString changeWord(ChangeMark mark)
{
    switch (mark) {
    case ChangeMark::None: return {};
    case ChangeMark::Added: return GraphChanges::tr("new");
    case ChangeMark::Changed: return GraphChanges::tr("changed");
    case ChangeMark::Fused: return GraphChanges::tr("fused");
    case ChangeMark::Removed: return GraphChanges::tr("removed");
    }
    return {};
}

QString originText(const NodeChange &change, const Graph &before)
{
    return toQString(originWords(change, before));
}

} // namespace nervure
