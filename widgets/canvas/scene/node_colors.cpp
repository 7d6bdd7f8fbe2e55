// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/node_colors.h"

#include <QCoreApplication>

#include <array>

namespace nervure {

namespace {

constexpr std::array all{
    NodeColoring::Category,   NodeColoring::Time,      NodeColoring::TimeChange,
    NodeColoring::Parameters, NodeColoring::Macs,      NodeColoring::Bytes,
    NodeColoring::Device,     NodeColoring::Group,     NodeColoring::Provenance,
    NodeColoring::Rules,      NodeColoring::Attachment};

} // namespace

std::span<const NodeColoring> allColorings()
{
    return all;
}

QString coloringName(NodeColoring coloring)
{
    const auto words = [](const char *text) {
        return QCoreApplication::translate("Colouring", text);
    };
    switch (coloring) {
    case NodeColoring::Category: break;
    case NodeColoring::Time: return words(QT_TRANSLATE_NOOP("Colouring", "Time"));
    case NodeColoring::TimeChange: return words(QT_TRANSLATE_NOOP("Colouring", "Change of time"));
    case NodeColoring::Parameters: return words(QT_TRANSLATE_NOOP("Colouring", "Parameters"));
    case NodeColoring::Macs: return words(QT_TRANSLATE_NOOP("Colouring", "MACs"));
    case NodeColoring::Bytes: return words(QT_TRANSLATE_NOOP("Colouring", "Output bytes"));
    case NodeColoring::Device: return words(QT_TRANSLATE_NOOP("Colouring", "Device"));
    case NodeColoring::Group: return words(QT_TRANSLATE_NOOP("Colouring", "Fusion group"));
    case NodeColoring::Provenance:
        return words(QT_TRANSLATE_NOOP("Colouring", "What the pass did"));
    case NodeColoring::Rules: return words(QT_TRANSLATE_NOOP("Colouring", "Rules"));
    case NodeColoring::Attachment: return words(QT_TRANSLATE_NOOP("Colouring", "Attached data"));
    }
    return words(QT_TRANSLATE_NOOP("Colouring", "Kind of operator"));
}

} // namespace nervure
