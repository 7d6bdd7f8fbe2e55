// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/column_choice.h"

#include "widgets/panels/node_view.h"
#include "widgets/text/mnemonics.h"

#include <QHeaderView>
#include <QInputDialog>
#include <QMenu>
#include <QSettings>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

QStringList numbersOf(const std::set<int> &columns)
{
    QStringList numbers;
    for (const int column : columns) {
        numbers.append(QString::number(column));
    }
    return numbers;
}

/// Settings may come from another version, or from anybody: what is no column is left out.
std::set<int> columnsFrom(const QStringList &numbers, const std::set<int> &all)
{
    std::set<int> columns;
    for (const QString &number : numbers) {
        if (all.count(number.toInt()) != 0) {
            columns.insert(number.toInt());
        }
    }
    return columns;
}

} // namespace

ColumnChoice::ColumnChoice(NodeView &view, std::vector<ColumnPreset> presets)
    : QObject(&view),
      m_view(view),
      m_presets(std::move(presets)),
      m_shown(allColumns())
{
    m_presets.insert(m_presets.begin(), {tr("All"), allColumns()});
    view.header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view.header(), &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        auto *menu = new QMenu(&m_view);
        menu->setObjectName(QStringLiteral("columns-menu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fill(*menu);
        menu->popup(m_view.header()->mapToGlobal(at));
    });
}

void ColumnChoice::addTo(QMenu &menu)
{
    fill(*menu.addMenu(tr("Columns")));
}

void ColumnChoice::setTelling(int column, bool isTelling)
{
    isTelling ? m_silent.erase(column) : m_silent.insert(column).second;
    apply();
}

void ColumnChoice::fill(QMenu &menu)
{
    for (const auto *presets : {&m_presets, &m_own}) {
        for (const ColumnPreset &preset : *presets) {
            addPreset(menu, preset);
        }
    }
    menu.addSeparator();
    addColumns(menu);
    menu.addSeparator();
    addOwn(menu);
}

void ColumnChoice::addPreset(QMenu &menu, const ColumnPreset &preset)
{
    QAction *action = menu.addAction(withoutMnemonics(preset.name), this,
                                     [this, columns = preset.columns] { show(columns); });
    action->setObjectName(QStringLiteral("columns-preset-") + preset.name);
    action->setCheckable(true);
    action->setChecked(preset.columns == m_shown);
}

void ColumnChoice::addColumns(QMenu &menu)
{
    for (const int column : allColumns()) {
        const QString title = m_view.model()->headerData(column, Qt::Horizontal).toString();
        QAction *action = menu.addAction(withoutMnemonics(title), this, [this, column](bool isOn) {
            std::set<int> columns = m_shown;
            isOn ? columns.insert(column).second : columns.erase(column);
            show(std::move(columns));
        });
        action->setObjectName(QStringLiteral("column-%1").arg(column));
        action->setCheckable(true);
        action->setChecked(m_shown.count(column) != 0);
        action->setEnabled(column != 0);
    }
}

void ColumnChoice::addOwn(QMenu &menu)
{
    menu.addAction(tr("Keep as a preset…"), this, &ColumnChoice::keepAsPreset)
        ->setObjectName(QStringLiteral("columns-keep"));
    for (const ColumnPreset &preset : m_own) {
        menu.addAction(
            tr("Remove “%1”").arg(withoutMnemonics(preset.name)), this, [this, name = preset.name] {
                m_own.erase(
                    std::remove_if(m_own.begin(), m_own.end(),
                                   [&](const ColumnPreset &own) { return own.name == name; }),
                    m_own.end());
            });
    }
}

void ColumnChoice::keepAsPreset()
{
    const QString name =
        QInputDialog::getText(&m_view, tr("Keep as a preset"), tr("Name:")).trimmed();
    if (name.isEmpty()) {
        return;
    }
    const auto old = std::find_if(m_own.begin(), m_own.end(),
                                  [&](const ColumnPreset &own) { return own.name == name; });
    (old == m_own.end() ? m_own.emplace_back(ColumnPreset{name, {}}) : *old).columns = m_shown;
}

void ColumnChoice::show(std::set<int> columns)
{
    columns.insert(0);
    m_shown = std::move(columns);
    apply();
}

void ColumnChoice::apply()
{
    for (const int column : allColumns()) {
        const bool isHidden = m_shown.count(column) == 0 || m_silent.count(column) != 0;
        const bool isNew = m_view.isColumnHidden(column) && !isHidden;
        m_view.setColumnHidden(column, isHidden);
        if (isNew) {
            m_view.resizeColumnToContents(column);
        }
    }
}

std::set<int> ColumnChoice::allColumns() const
{
    std::set<int> all;
    for (int column = 0; column < m_view.model()->columnCount(); ++column) {
        all.insert(column);
    }
    return all;
}

void ColumnChoice::save(QSettings &store) const
{
    store.beginGroup(QStringLiteral("columns/") + m_view.objectName());
    store.remove(QString());
    if (m_shown != allColumns()) {
        store.setValue(QStringLiteral("shown"), numbersOf(m_shown));
    }
    store.beginWriteArray(QStringLiteral("presets"));
    for (std::size_t i = 0; i < m_own.size(); ++i) {
        store.setArrayIndex(static_cast<int>(i));
        store.setValue(QStringLiteral("name"), m_own[i].name);
        store.setValue(QStringLiteral("columns"), numbersOf(m_own[i].columns));
    }
    store.endArray();
    store.endGroup();
}

void ColumnChoice::restore(const QSettings &store)
{
    const QString group = QStringLiteral("columns/%1/").arg(m_view.objectName());
    const std::set<int> all = allColumns();
    const int count = std::min(store.value(group + QStringLiteral("presets/size")).toInt(), 100);
    m_own.clear();
    for (int i = 1; i <= count; ++i) {
        const QString preset = group + QStringLiteral("presets/%1/").arg(i);
        m_own.push_back(
            {store.value(preset + QStringLiteral("name")).toString(),
             columnsFrom(store.value(preset + QStringLiteral("columns")).toStringList(), all)});
    }
    const QVariant shown = store.value(group + QStringLiteral("shown"));
    show(shown.isValid() ? columnsFrom(shown.toStringList(), all) : all);
}

} // namespace nervure
