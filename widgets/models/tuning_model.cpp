// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/tuning_model.h"

#include <algorithm>

namespace nervure {

namespace {

double gainMs(const TuningRow &row)
{
    return row.choice.isDefault() ? 0 : row.layer.defaultMs - row.layer.winnerMs;
}

QString gainText(const TuningRow &row)
{
    return gainMs(row) == 0 || row.layer.defaultMs <= 0
               ? QString()
               : formatShare(gainMs(row) / row.layer.defaultMs);
}

/// The time that the layer takes with what was chosen; of a choice that is not decided: so far.
QString afterText(const TuningRow &row)
{
    return formatTime(row.choice.isDefault() ? row.layer.defaultMs : row.layer.winnerMs, row.unit);
}

QString chosenText(const TuningRow &row)
{
    const QString winner = toQString(row.choice.winner);
    const QString usual = toQString(row.choice.variants.front().name);
    if (!row.choice.isDecided) {
        return row.choice.isDefault() ? TuningModel::tr("%1 so far").arg(usual)
                                      : TuningModel::tr("%1 so far, not %2").arg(winner, usual);
    }
    return row.choice.isDefault() ? TuningModel::tr("%1 as before").arg(usual)
                                  : TuningModel::tr("%1 instead of %2").arg(winner, usual);
}

/// "16x1 took 1.24 ms", a line for each variant.
QString candidatesText(const TuningRow &row)
{
    QStringList lines;
    for (std::size_t i = 0; i < row.choice.variants.size(); ++i) {
        const TunedVariant &variant = row.choice.variants[i];
        const Statistics &ms = row.layer.ms[i];
        const QString name = toQString(variant.name);
        lines.append(ms.count == 0 ? TuningModel::tr("%1 did not run").arg(name)
                     : variant.isCorrect
                         ? TuningModel::tr("%1 took %2").arg(name, formatTime(ms.median))
                         : TuningModel::tr("%1 computes something else").arg(name));
    }
    return lines.join(u'\n');
}

bool keepsItsKernel(const TuningRow &row)
{
    return row.choice.isDefault() || !row.choice.isDecided;
}

/// All times in one unit, and bars of the largest gain.
void measureGains(std::vector<TuningRow> &rows)
{
    double largest = 0;
    double longest = 0;
    for (const TuningRow &row : rows) {
        largest = std::max(largest, gainMs(row));
        longest = std::max(longest, row.layer.defaultMs);
    }
    for (TuningRow &row : rows) {
        row.largest = largest;
        row.unit = timeUnitFor(longest);
    }
}

} // namespace

TuningModel::TuningModel(QObject *parent) : TableModel(parent)
{
    using Row = TuningRow;
    setColumns({
        Column<Row>(tr("Layer"), [](const Row &row) { return toQString(row.layer.node); })
            .mutedIf(keepsItsKernel)
            .toolTip([](const Row &row) { return toQString(row.layer.op); }),
        Column<Row>(tr("Kernel"),
                    [](const Row &row) { return toQString(kernelClassOf(row.choice)); })
            .muted()
            .hint(tr("The kind of kernel that offers variants")),
        Column<Row>(tr("Before"),
                    [](const Row &row) { return formatTime(row.layer.defaultMs, row.unit); })
            .sort([](const Row &row) { return row.layer.defaultMs; })
            .number()
            .mutedIf(keepsItsKernel)
            .hint(tr("With the variant that is taken where nothing was measured")),
        Column<Row>(tr("After"), afterText)
            .sort([](const Row &row) { return row.layer.winnerMs; })
            .number()
            .mutedIf(keepsItsKernel)
            .hint(tr("With the variant that was chosen")),
        Column<Row>(tr("Gain"), gainText)
            .sort(gainMs)
            .number()
            .mutedIf(keepsItsKernel)
            .hint(tr("What the chosen variant saves of the layer's time"))
            .share([](const Row &row) {
                return row.largest > 0 ? std::max(0.0, gainMs(row)) / row.largest : 0;
            }),
        Column<Row>(tr("Chosen"), chosenText).mutedIf(keepsItsKernel).toolTip(candidatesText),
    });
}

void TuningModel::setReport(const TuneReport &report, const OwnNodes &nodes)
{
    std::vector<TuningRow> rows;
    for (const TunedLayer *layer : oneForEachLayer(report)) {
        rows.push_back(
            {*layer, report.choices[layer->choice], nodes.shown(nodes.named(layer->node))});
    }
    measureGains(rows);
    setRows(std::move(rows));
}

} // namespace nervure
