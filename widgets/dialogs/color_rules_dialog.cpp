// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/color_rules_dialog.h"

#include "core/query/query.h"
#include "widgets/text/format.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace nervure {

ColorRulesDialog::ColorRulesDialog(ColorSources &sources, QWidget *parent)
    : QDialog(parent),
      m_sources(sources),
      m_list(new QListWidget(this)),
      m_query(new QLineEdit(this)),
      m_fault(new QLabel(this))
{
    setObjectName(QStringLiteral("colour-rules"));
    setWindowTitle(tr("Color rules"));
    m_list->setObjectName(QStringLiteral("colour-rules-list"));
    m_list->setAccessibleName(tr("Rules; a node takes the color of the first one that matches"));
    m_query->setObjectName(QStringLiteral("colour-rules-query"));
    m_query->setAccessibleName(tr("Query of a new rule"));
    m_query->setPlaceholderText(tr("op:conv2d & params>1M"));
    m_fault->setWordWrap(true);
    m_fault->hide();
    auto *line = new QHBoxLayout;
    line->addWidget(m_query, 1);
    const auto button = [this](const QString &text, const char *name) {
        auto *made = new QPushButton(text, this);
        made->setObjectName(QLatin1StringView(name));
        made->setAutoDefault(false);
        return made;
    };
    QPushButton *addButton = button(tr("Add"), "colour-rules-add");
    line->addWidget(addButton);
    auto *row = new QHBoxLayout;
    QPushButton *up = button(tr("Up"), "colour-rules-up");
    QPushButton *down = button(tr("Down"), "colour-rules-down");
    QPushButton *remove = button(tr("Remove"), "colour-rules-remove");
    row->addWidget(up);
    row->addWidget(down);
    row->addWidget(remove);
    row->addStretch();
    auto *close = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *column = new QVBoxLayout(this);
    column->addWidget(
        new QLabel(tr("A node takes the color of the first rule that matches."), this));
    column->addWidget(m_list, 1);
    column->addLayout(row);
    column->addLayout(line);
    column->addWidget(m_fault);
    column->addWidget(close);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(addButton, &QPushButton::clicked, this, &ColorRulesDialog::add);
    connect(m_query, &QLineEdit::returnPressed, this, &ColorRulesDialog::add);
    connect(up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(down, &QPushButton::clicked, this, [this] { move(1); });
    connect(remove, &QPushButton::clicked, this, [this] {
        delete m_list->takeItem(m_list->currentRow());
        apply();
    });
    connect(m_list, &QListWidget::itemChanged, this, &ColorRulesDialog::apply);
    fill(sources.rules());
    resize(460, 360);
}

QListWidgetItem *ColorRulesDialog::makeItem(const ColorRule &rule)
{
    auto *item = new QListWidgetItem(rule.query);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(rule.isOn ? Qt::Checked : Qt::Unchecked);
    return item;
}

void ColorRulesDialog::fill(const std::vector<ColorRule> &rules)
{
    const QScopedValueRollback<bool> guard(m_isFilling, true);
    m_list->clear();
    for (const ColorRule &rule : rules) {
        m_list->addItem(makeItem(rule));
    }
    m_list->setCurrentRow(0);
}

void ColorRulesDialog::apply()
{
    if (m_isFilling) {
        return;
    }
    std::vector<ColorRule> rules;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem *item = m_list->item(row);
        rules.push_back({item->text(), item->checkState() == Qt::Checked});
    }
    m_sources.setRules(std::move(rules));
}

void ColorRulesDialog::add()
{
    const QString text = m_query->text().trimmed();
    const Result<Query> query = Query::parse(text.toStdString());
    m_fault->setVisible(!query.ok());
    if (!query) {
        m_fault->setText(tr("Column %1: %2")
                             .arg(query.error().where.column)
                             .arg(toQString(query.error().message)));
        return;
    }
    m_sources.addRule(text);
    fill(m_sources.rules());
    m_list->setCurrentRow(m_list->count() - 1);
    m_query->clear();
}

void ColorRulesDialog::move(int by)
{
    const int row = m_list->currentRow();
    const int to = row + by;
    if (row < 0 || to < 0 || to >= m_list->count()) {
        return;
    }
    {
        const QScopedValueRollback<bool> guard(m_isFilling, true);
        m_list->insertItem(to, m_list->takeItem(row));
        m_list->setCurrentRow(to);
    }
    apply();
}

} // namespace nervure
