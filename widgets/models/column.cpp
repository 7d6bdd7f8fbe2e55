// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/column.h"

#include <QFontDatabase>

namespace nervure {

QVariant cellStyle(const CellStyle &style, int role)
{
    switch (role) {
    case Qt::TextAlignmentRole:
        return style.isNumber ? int(Qt::AlignRight | Qt::AlignVCenter)
                              : int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::FontRole:
        return style.isNumber || style.isCode ? QFontDatabase::systemFont(QFontDatabase::FixedFont)
                                              : QVariant();
    case MutedRole: return style.isMuted;
    default: return {};
    }
}

} // namespace nervure
