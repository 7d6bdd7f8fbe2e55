// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/consequence_model.h"

#include "widgets/models/value_model.h"
#include "widgets/text/format.h"

#include <cstdlib>

namespace nervure {

namespace {

/// "1×8×8×8 float16": the type where it says something.
QString textOf(const Shape &shape, DType type, bool showsType)
{
    const QString text = shape.empty() ? ConsequenceModel::tr("unknown") : formatShape(shape);
    return showsType ? text + u' ' + toQString(dtypeName(type)) : text;
}

} // namespace

ConsequenceModel::ConsequenceModel(QObject *parent) : TableModel(parent)
{
    using Row = ConsequenceRow;
    setColumns({
        Column<Row>(tr("Value"), [](const Row &row) { return row.value; }),
        Column<Row>(tr("Before"), [](const Row &row) { return row.before; }).code().muted(),
        Column<Row>(tr("After"), [](const Row &row) { return row.after; }).code(),
    });
}

void ConsequenceModel::setConsequences(const Consequences &consequences, const Graph &graph)
{
    std::vector<ConsequenceRow> rows;
    rows.reserve(consequences.values.size());
    for (const ValueChange &change : consequences.values) {
        const bool showsType = change.typeBefore != change.typeAfter;
        rows.push_back({valueName(graph, change.value),
                        textOf(change.before, change.typeBefore, showsType),
                        textOf(change.after, change.typeAfter, showsType), change.value.node});
    }
    setRows(std::move(rows));
}

QString consequenceText(const Consequences &consequences)
{
    QStringList parts;
    if (!consequences.values.empty()) {
        parts.append(ConsequenceModel::tr("%n shape(s) changed", nullptr,
                                          static_cast<int>(consequences.values.size())));
    }
    if (consequences.bytes != 0) {
        const QString sign = consequences.bytes > 0 ? QStringLiteral("+") : QStringLiteral("−");
        parts.append(sign + formatBytes(std::abs(consequences.bytes)));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace nervure
