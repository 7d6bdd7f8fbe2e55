// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/pass_list_model.h"

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

QString passToolTip(const PassSpec *pass)
{
    QString tip = PassListModel::tr("%1\nNeeds: %2\nProvides: %3")
                      .arg(coreWords(pass->summary), listOf(pass->needs), listOf(pass->provides));
    if (pass->changesGraph) {
        tip += u'\n' + PassListModel::tr("Changes the graph");
    }
    return tip;
}

} // namespace

PassListModel::PassListModel(const PassRegistry &passes, QObject *parent) : TableModel(parent)
{
    using Row = const PassSpec *;
    setColumns({
        Column<Row>(tr("Pass"), [](const Row &pass) { return toQString(pass->name); })
            .toolTip(passToolTip),
        Column<Row>(tr("Does"), [](const Row &pass) { return coreWords(pass->summary); })
            .muted()
            .toolTip(passToolTip),
    });
    std::vector<const PassSpec *> rows;
    for (const PassSpec &pass : passes.all()) {
        rows.push_back(&pass);
    }
    setRows(std::move(rows));
}

} // namespace nervure
