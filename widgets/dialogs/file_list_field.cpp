// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/file_list_field.h"

#include "widgets/style/tinted_icon.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QListWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace nervure {

namespace {

constexpr int shownRows = 3;

QToolButton *makeButton(const QString &icon, const QString &text, const QString &name)
{
    auto *button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(tintedIcon(icon));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    return button;
}

} // namespace

FileListField::FileListField(const QString &name, const QString &title, QString filter,
                             QWidget *parent)
    : QWidget(parent),
      m_filter(std::move(filter)),
      m_list(new QListWidget(this)),
      m_remove(makeButton(QStringLiteral("remove"), tr("Remove"), name + QStringLiteral("-remove")))
{
    setObjectName(name);
    m_list->setObjectName(name + QStringLiteral("-list"));
    m_list->setAccessibleName(title);
    m_list->setTextElideMode(Qt::ElideLeft);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setFixedHeight(shownRows * m_list->fontMetrics().lineSpacing()
                           + shownRows * m_list->fontMetrics().descent()
                           + 2 * m_list->frameWidth());
    auto *add = makeButton(QStringLiteral("add"), tr("Add…"), name + QStringLiteral("-add"));
    auto *buttons = new QVBoxLayout;
    buttons->setSpacing(0);
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_list, 1);
    row->addLayout(buttons);
    setFocusProxy(m_list);
    connect(add, &QToolButton::clicked, this, &FileListField::add);
    connect(m_remove, &QToolButton::clicked, this, &FileListField::removeChosen);
    const auto enable = [this] { m_remove->setEnabled(!m_list->selectedItems().isEmpty()); };
    connect(m_list, &QListWidget::itemSelectionChanged, this, enable);
    enable();
}

QStringList FileListField::paths() const
{
    QStringList paths;
    for (int i = 0; i < m_list->count(); ++i) {
        paths << m_list->item(i)->data(Qt::UserRole).toString();
    }
    return paths;
}

void FileListField::setPaths(const QStringList &paths)
{
    m_list->clear();
    for (const QString &path : paths) {
        auto *item = new QListWidgetItem(QDir::toNativeSeparators(path), m_list);
        item->setData(Qt::UserRole, path);
        item->setToolTip(QDir::toNativeSeparators(path));
    }
}

void FileListField::add()
{
    const QStringList chosen = QFileDialog::getOpenFileNames(this, {}, {}, m_filter);
    QStringList all = paths();
    for (const QString &path : chosen) {
        if (!all.contains(path)) {
            all << path;
        }
    }
    setPaths(all);
}

void FileListField::removeChosen()
{
    qDeleteAll(m_list->selectedItems());
}

} // namespace nervure
