// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/card_lines.h"

#include "widgets/canvas/canvas_controller.h"

#include <QCoreApplication>

#include <array>

namespace nervure {

namespace {

/// What core/layout calls a subgraph within the node that holds it, for people.
QString partWord(const QString &part)
{
    static constexpr std::array<const char *, 5> words{
        QT_TRANSLATE_NOOP("CardLines", "condition"), QT_TRANSLATE_NOOP("CardLines", "body"),
        QT_TRANSLATE_NOOP("CardLines", "then"), QT_TRANSLATE_NOOP("CardLines", "else"),
        QT_TRANSLATE_NOOP("CardLines", "subgraph")};
    for (const char *word : words) {
        const QLatin1StringView plain(word);
        if (part.startsWith(plain)) { // a number may follow
            return QCoreApplication::translate("CardLines", word) + part.mid(plain.size());
        }
    }
    return part;
}

void setLabel(DrawnGroup &group)
{
    const QString label = QString::fromStdString(group.label);
    const qsizetype part = label.lastIndexOf(QLatin1StringView(": ")) + 2;
    group.label = (label.left(part) + partWord(label.mid(part))).toStdString();
}

} // namespace

void setLines(DrawnGraph &drawn, const CanvasSwitches &switches)
{
    for (DrawnGroup &group : drawn.groups) {
        if (group.subgraph) {
            setLabel(group);
        }
    }
    for (DrawnNode &node : drawn.nodes) {
        if (node.kind == DrawnKind::Group) {
            const DrawnGroup &group = drawn.groups[static_cast<std::size_t>(node.group)];
            node.title = group.label;
            const auto times = static_cast<int>(group.occurrences);
            node.name = CanvasController::tr("%Ln node(s)", nullptr, static_cast<int>(group.size))
                            .toStdString();
            node.detail =
                times > 1 ? CanvasController::tr("occurs %Ln time(s)", nullptr, times).toStdString()
                          : std::string();
            continue;
        }
        if (!switches.names) {
            node.name.clear();
        }
        if (!switches.attributes) {
            node.detail.clear();
        }
    }
}

} // namespace nervure
