// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/card_lines.h"

#include "widgets/canvas/canvas_controller.h"

#include <QCoreApplication>

#include <array>

namespace nervure {

namespace {

/// "choice: then", "mine: subgraph 2"
QString labelOf(const SubgraphPart &part)
{
    static constexpr std::array<const char *, 5> words{
        // by kind
        QT_TRANSLATE_NOOP("CardLines", "subgraph"), QT_TRANSLATE_NOOP("CardLines", "condition"),
        QT_TRANSLATE_NOOP("CardLines", "body"), QT_TRANSLATE_NOOP("CardLines", "then"),
        QT_TRANSLATE_NOOP("CardLines", "else")};
    const QString label =
        QString::fromStdString(part.owner) + QStringLiteral(": ")
        + QCoreApplication::translate("CardLines", words.at(static_cast<std::size_t>(part.kind)));
    return part.number == 0 ? label : label + QStringLiteral(" %1").arg(part.number);
}

} // namespace

void setLines(DrawnGraph &drawn, const CanvasSwitches &switches)
{
    for (DrawnGroup &group : drawn.groups) {
        if (group.subgraph) {
            group.label = labelOf(group.part).toStdString();
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
