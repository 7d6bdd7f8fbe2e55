// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/qt_text_measure.h"

#include "widgets/style/fonts.h"

#include <QString>

namespace nervure {

QtTextMeasure::Face::Face(TextStyle style)
    : metrics(pictureFont(style)),
      times(metrics.horizontalAdvance(QChar(0xD7))),
      arrow(metrics.horizontalAdvance(QChar(0x2192))),
      ellipsis(metrics.horizontalAdvance(QChar(0x2026)))
{
    for (char c = 32; c < 127; ++c) {
        ascii[static_cast<std::size_t>(c)] = metrics.horizontalAdvance(QLatin1Char(c));
    }
}

QtTextMeasure::QtTextMeasure()
    : m_faces{Face(TextStyle::Title), Face(TextStyle::Name), Face(TextStyle::Detail),
              Face(TextStyle::Label), Face(TextStyle::Badge)}
{}

double QtTextMeasure::width(std::string_view text, TextStyle style) const
{
    const Face &face = m_faces[static_cast<std::size_t>(style)];
    double sum = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const std::string_view rest = text.substr(at);
        if (byte < 128) {
            sum += face.ascii[byte];
        } else if (rest.starts_with("×")) {
            sum += face.times;
            at += 1;
        } else if (rest.starts_with("→")) {
            sum += face.arrow;
            at += 2;
        } else if (rest.starts_with("…")) {
            sum += face.ellipsis;
            at += 2;
        } else {
            return face.metrics.horizontalAdvance(
                QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        }
    }
    return sum;
}

} // namespace nervure
