// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/node_colors.h"

#include <QCoreApplication>

#include <array>

namespace nervure {

namespace {

constexpr std::array<Colouring, 8> all{
    Colouring::Category, Colouring::Time,       Colouring::Memory, Colouring::Device,
    Colouring::Group,    Colouring::Provenance, Colouring::Rules,  Colouring::Attachment};

} // namespace

std::span<const Colouring> allColourings()
{
    return all;
}

QString colouringName(Colouring colouring)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("Colouring", text); };
    switch (colouring) {
    case Colouring::Category: break;
    case Colouring::Time: return tr(QT_TRANSLATE_NOOP("Colouring", "Time"));
    case Colouring::Memory: return tr(QT_TRANSLATE_NOOP("Colouring", "Memory"));
    case Colouring::Device: return tr(QT_TRANSLATE_NOOP("Colouring", "Device"));
    case Colouring::Group: return tr(QT_TRANSLATE_NOOP("Colouring", "Fusion group"));
    case Colouring::Provenance: return tr(QT_TRANSLATE_NOOP("Colouring", "What the pass did"));
    case Colouring::Rules: return tr(QT_TRANSLATE_NOOP("Colouring", "Rules"));
    case Colouring::Attachment: return tr(QT_TRANSLATE_NOOP("Colouring", "Attached data"));
    }
    return tr(QT_TRANSLATE_NOOP("Colouring", "Kind of operator"));
}

} // namespace nervure
