// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/pass_list_model.h"

#include "core/graph/dialect_titles.h"
#include "core/passes/lowering_pass.h"
#include "widgets/text/core_words.h"
#include "widgets/text/format.h"

#include <QStringList>

namespace nervure {

namespace {

QString listOf(const std::vector<std::string> &names)
{
    QStringList result;
    for (const std::string &name : names) {
        result.append(toQString(name));
    }
    return result.isEmpty() ? PassListModel::tr("nothing") : result.join(QStringLiteral(", "));
}

} // namespace

PassListModel::PassListModel(const PassRegistry &passes, QObject *parent) : TableModel(parent)
{
    using Row = const PassSpec *;
    setColumns({
        Column<Row>(tr("Pass"), [](const Row &pass) { return toQString(pass->name); })
            .mutedIf([this](const Row &pass) { return !pass->fits(m_dialect); })
            .toolTip([this](const Row &pass) { return toolTip(*pass); }),
        Column<Row>(tr("Does"), [](const Row &pass) { return coreWords(pass->summary); })
            .muted()
            .toolTip([this](const Row &pass) { return toolTip(*pass); }),
    });
    std::vector<const PassSpec *> rows;
    for (const PassSpec &pass : passes.all()) {
        rows.push_back(&pass);
    }
    setRows(std::move(rows));
}

void PassListModel::setDialect(Dialect dialect)
{
    if (dialect != m_dialect) {
        m_dialect = dialect;
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

QString PassListModel::misfit(const PassSpec &pass) const
{
    if (pass.fits(m_dialect)) {
        return {};
    }
    const QString dialect = toQString(dialectTitle(m_dialect));
    const std::string_view lowering = loweringPassOf(m_dialect);
    return lowering.empty() ? tr("%1 knows no operators of %2").arg(toQString(pass.name), dialect)
                            : tr("%1 knows no operators of %2: run %3 first")
                                  .arg(toQString(pass.name), dialect, toQString(lowering));
}

QString PassListModel::toolTip(const PassSpec &pass) const
{
    QString tip = tr("%1\nNeeds: %2\nProvides: %3")
                      .arg(coreWords(pass.summary), listOf(pass.needs), listOf(pass.provides));
    if (pass.changesGraph) {
        tip += u'\n' + tr("Changes the graph");
    }
    const QString why = misfit(pass);
    return why.isEmpty() ? tip : why + u'\n' + tip;
}

} // namespace nervure
