// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/line_difference_model.h"

#include "widgets/text/format.h"

namespace nervure {

namespace {

using Kind = ComparedLine::Kind;

QString lineText(const ComparedLine &row)
{
    switch (row.kind) {
    case Kind::Gap:
        return LineDifferenceModel::tr("… %n line(s) alike", nullptr,
                                       static_cast<int>(row.skipped));
    case Kind::Removed: return QStringLiteral("− ") + toQString(row.line.text);
    case Kind::Added: return QStringLiteral("+ ") + toQString(row.line.text);
    case Kind::Same: break;
    }
    return QStringLiteral("  ") + toQString(row.line.text);
}

} // namespace

LineDifferenceModel::LineDifferenceModel(QObject *parent) : TableModel(parent)
{
    using Row = ComparedLine;
    setColumns(
        {Column<Row>(tr("Text"), lineText).code().toolTip(lineText).mutedIf([](const Row &row) {
            return row.kind == Kind::Same || row.kind == Kind::Gap;
        })});
}

} // namespace nervure
