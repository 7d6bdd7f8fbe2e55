// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/qt_text_measure.h"

#include "widgets/style/fonts.h"

#include <QString>

namespace nervure {

QtTextMeasure::QtTextMeasure()
    : m_metrics{
        QFontMetricsF(pictureFont(TextStyle::Title)), QFontMetricsF(pictureFont(TextStyle::Name)),
        QFontMetricsF(pictureFont(TextStyle::Detail)), QFontMetricsF(pictureFont(TextStyle::Label)),
        QFontMetricsF(pictureFont(TextStyle::Badge))}
{}

double QtTextMeasure::width(std::string_view text, TextStyle style) const
{
    return m_metrics[static_cast<std::size_t>(style)].horizontalAdvance(
        QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
}

} // namespace nervure
