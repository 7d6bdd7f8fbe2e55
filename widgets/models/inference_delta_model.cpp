// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/inference_delta_model.h"

#include "widgets/models/value_model.h"
#include "widgets/text/format.h"

#include <cstdlib>

namespace nervure {

namespace {

/// "1×8×8×8 float16": the type where it says something.
QString textOf(const Shape &shape, DType type, bool showsType)
{
    const QString text = shape.hasRank() ? formatShape(shape) : InferenceDeltaModel::tr("unknown");
    return showsType ? text + u' ' + toQString(dtypeName(type)) : text;
}

} // namespace

InferenceDeltaModel::InferenceDeltaModel(QObject *parent) : TableModel(parent)
{
    using Row = InferenceDeltaRow;
    setColumns({
        Column<Row>(tr("Value"), [](const Row &row) { return row.value; }),
        Column<Row>(tr("Before"), [](const Row &row) { return row.before; }).code().muted(),
        Column<Row>(tr("After"), [](const Row &row) { return row.after; }).code(),
    });
}

void InferenceDeltaModel::setInferenceDelta(const InferenceDelta &inferenceDelta,
                                            const Graph &graph)
{
    std::vector<InferenceDeltaRow> rows;
    rows.reserve(inferenceDelta.values.size());
    for (const ValueChange &change : inferenceDelta.values) {
        const bool showsType = change.typeBefore != change.typeAfter;
        rows.push_back({valueName(graph, change.value),
                        textOf(change.before, change.typeBefore, showsType),
                        textOf(change.after, change.typeAfter, showsType), change.value.node});
    }
    setRows(std::move(rows));
}

QString inferenceDeltaText(const InferenceDelta &inferenceDelta)
{
    QStringList parts;
    if (!inferenceDelta.values.empty()) {
        parts.append(InferenceDeltaModel::tr("%n shape(s) changed", nullptr,
                                             static_cast<int>(inferenceDelta.values.size())));
    }
    if (!inferenceDelta.bytes) {
        parts.append(InferenceDeltaModel::tr("memory not known"));
    } else if (*inferenceDelta.bytes != 0) {
        const QString sign = *inferenceDelta.bytes > 0 ? QStringLiteral("+") : QStringLiteral("−");
        parts.append(sign + formatBytes(std::abs(*inferenceDelta.bytes)));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace nervure
