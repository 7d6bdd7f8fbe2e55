// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/palette_model.h"

#include "core/graph/op/fitting_operators.h"
#include "widgets/text/core_words.h"
#include "widgets/text/format.h"

#include <QMimeData>
#include <QStringList>

#include <algorithm>
#include <array>

namespace nervure {

namespace {

constexpr std::array categories{
    OpCategory::Convolution, OpCategory::Normalization, OpCategory::Activation,
    OpCategory::Pooling,     OpCategory::Reduction,     OpCategory::Elementwise,
    OpCategory::Layout,      OpCategory::Data,          OpCategory::Other,
};

/// How well an operator answers the words: less is better, negative is not at all.
int rankOf(const OpSpec &spec, const QStringList &words)
{
    const QString name = toQString(spec.name).toLower();
    QString all = name + u' ' + coreWords(spec.summary).toLower() + u' '
                  + categoryTitle(spec.category).toLower();
    for (const std::string &alias : spec.aliases) {
        all += u' ' + toQString(alias).toLower();
    }
    int rank = 0;
    for (const QString &word : words) {
        if (!all.contains(word)) {
            return -1;
        }
        rank += name == word ? 0 : name.startsWith(word) ? 1 : name.contains(word) ? 2 : 3;
    }
    return rank;
}

QString toolTipOf(const PaletteRow &row)
{
    return row.summary;
}

std::vector<const OpSpec *> candidates(const OpRegistry &ops, const PaletteQuery &query)
{
    if (query.hasValue) {
        return fittingOperators(ops, query.dialect, query.semantics, query.shape, query.type,
                                query.opset);
    }
    return usableOperators(ops, query.dialect, query.opset);
}

} // namespace

QString categoryTitle(OpCategory category)
{
    switch (category) {
    case OpCategory::Convolution: return PaletteModel::tr("Convolution and dense");
    case OpCategory::Normalization: return PaletteModel::tr("Normalization");
    case OpCategory::Activation: return PaletteModel::tr("Activation");
    case OpCategory::Pooling: return PaletteModel::tr("Pooling");
    case OpCategory::Reduction: return PaletteModel::tr("Reduction and softmax");
    case OpCategory::Layout: return PaletteModel::tr("Shape and layout");
    case OpCategory::Elementwise: return PaletteModel::tr("Element-wise");
    case OpCategory::Data: return PaletteModel::tr("Data and variables");
    case OpCategory::Other: break;
    }
    return PaletteModel::tr("Other");
}

PaletteModel::PaletteModel(QObject *parent) : TreeModel(parent)
{
    setColumns({Column<PaletteRow>(tr("Operator"), [](const PaletteRow &row) {
                    return row.label;
                }).toolTip(toolTipOf)});
}

void PaletteModel::search(const OpRegistry &ops, const PaletteQuery &query)
{
    const QStringList words = query.words.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::pair<int, const OpSpec *>> found;
    for (const OpSpec *spec : candidates(ops, query)) {
        if (const int rank = rankOf(*spec, words); rank >= 0) {
            found.emplace_back(rank, spec);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
        return a.first != b.first ? a.first < b.first : a.second->name < b.second->name;
    });
    m_count = static_cast<int>(found.size());
    Items items;
    const auto add = [&items](int parent, const OpSpec &spec) {
        addItem(items, parent, {toQString(spec.name), coreWords(spec.summary), &spec, false});
    };
    if (!words.isEmpty()) {
        for (const auto &[rank, spec] : found) {
            add(-1, *spec);
        }
        setItems(std::move(items));
        return;
    }
    for (const OpCategory category : categories) {
        int parent = -1;
        const bool hasVariable = category == OpCategory::Data && !query.hasValue;
        if (hasVariable) {
            parent = addItem(items, -1, {categoryTitle(category), {}, nullptr, false});
            addItem(items, parent,
                    {tr("variable"), tr("A value from outside: an input or a parameter."), nullptr,
                     true});
            ++m_count;
        }
        for (const auto &[rank, spec] : found) {
            if (spec->category == category) {
                if (parent < 0) {
                    parent = addItem(items, -1, {categoryTitle(category), {}, nullptr, false});
                }
                add(parent, *spec);
            }
        }
    }
    setItems(std::move(items));
}

QString PaletteModel::operatorAt(const QModelIndex &index) const
{
    if (!index.isValid()) {
        return {};
    }
    const PaletteRow &row = item(index).row;
    if (row.isVariable) {
        return toQString(variableOp);
    }
    return row.spec == nullptr ? QString() : toQString(row.spec->name);
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = TreeModel::flags(index);
    return operatorAt(index).isEmpty() ? flags : flags | Qt::ItemIsDragEnabled;
}

QStringList PaletteModel::mimeTypes() const
{
    return {QString::fromLatin1(operatorMimeType)};
}

QMimeData *PaletteModel::mimeData(const QModelIndexList &indexes) const
{
    auto *data = new QMimeData;
    if (!indexes.isEmpty()) {
        data->setData(QString::fromLatin1(operatorMimeType), operatorAt(indexes.first()).toUtf8());
    }
    return data;
}

} // namespace nervure
