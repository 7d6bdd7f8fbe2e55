// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/node_colors.h"

#include <QCoreApplication>

#include <array>

namespace nervure {

namespace {

constexpr std::array<NodeColoring, 8> all{NodeColoring::Category, NodeColoring::Time,
                                          NodeColoring::Memory,   NodeColoring::Device,
                                          NodeColoring::Group,    NodeColoring::Provenance,
                                          NodeColoring::Rules,    NodeColoring::Attachment};

} // namespace

std::span<const NodeColoring> allColorings()
{
    return all;
}

QString coloringName(NodeColoring coloring)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("Colouring", text); };
    switch (coloring) {
    case NodeColoring::Category: break;
    case NodeColoring::Time: return tr(QT_TRANSLATE_NOOP("Colouring", "Time"));
    case NodeColoring::Memory: return tr(QT_TRANSLATE_NOOP("Colouring", "Memory"));
    case NodeColoring::Device: return tr(QT_TRANSLATE_NOOP("Colouring", "Device"));
    case NodeColoring::Group: return tr(QT_TRANSLATE_NOOP("Colouring", "Fusion group"));
    case NodeColoring::Provenance: return tr(QT_TRANSLATE_NOOP("Colouring", "What the pass did"));
    case NodeColoring::Rules: return tr(QT_TRANSLATE_NOOP("Colouring", "Rules"));
    case NodeColoring::Attachment: return tr(QT_TRANSLATE_NOOP("Colouring", "Attached data"));
    }
    return tr(QT_TRANSLATE_NOOP("Colouring", "Kind of operator"));
}

} // namespace nervure
