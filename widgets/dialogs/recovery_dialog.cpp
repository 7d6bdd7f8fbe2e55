// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/recovery_dialog.h"

#include "widgets/text/format.h"

#include <QDir>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace nervure {

namespace {

constexpr QSize firstRecoverySize{820, 480};
constexpr int previewWidth = 320;
constexpr int rowHeight = 24;
constexpr int entryRole = Qt::UserRole;

QString homeRelative(const QString &path)
{
    const QString home = QDir::homePath();
    return path.startsWith(home + u'/') ? u'~' + path.mid(home.size()) : path;
}

QTreeWidgetItem *makeItem(int number, const RecoveryEntry &entry)
{
    auto *item =
        new QTreeWidgetItem({entry.title, QLocale().toString(entry.changed, QLocale::ShortFormat),
                             formatCount(entry.edits)});
    item->setData(0, entryRole, number);
    item->setSizeHint(0, {0, rowHeight});
    item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(0, entry.path);
    item->setToolTip(1, QLocale().toString(entry.changed, QLocale::LongFormat));
    return item;
}

} // namespace

RecoveryDialog::RecoveryDialog(const QList<RecoveryEntry> &entries, QWidget *parent)
    : QDialog(parent),
      m_list(new QTreeWidget(this)),
      m_picture(new QLabel(this)),
      m_summary(new QLabel(this)),
      m_changes(new QListWidget(this)),
      m_recover(new QPushButton(tr("&Recover"), this)),
      m_discard(new QPushButton(tr("&Discard…"), this))
{
    setObjectName(QStringLiteral("recovery-dialog"));
    setWindowTitle(tr("Unsaved work"));
    resize(firstRecoverySize);
    auto *words = new QLabel(
        tr("The program ended before this work was saved. Recovered work opens with its changes "
           "in the history; the files stay as they are until you save."),
        this);
    words->setWordWrap(true);
    m_list->setObjectName(QStringLiteral("recovery-list"));
    m_list->setAccessibleName(tr("Unsaved work"));
    m_list->setHeaderLabels({tr("Model"), tr("Last change"), tr("Changes")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    for (int i = 0; i < entries.size(); ++i) {
        m_list->addTopLevelItem(makeItem(i, entries.at(i)));
        const QString &path = entries.at(i).path;
        m_list->topLevelItem(i)->setData(
            1, entryRole, path.isEmpty() ? tr("not a file yet") : homeRelative(path));
    }
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_list, 1);
    row->addWidget(makePreview());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(words);
    column->addLayout(row, 1);
    column->addWidget(makeButtons());
    connect(m_list, &QTreeWidget::currentItemChanged, this, &RecoveryDialog::showChosen);
    connect(m_list, &QTreeWidget::itemActivated, m_recover, &QPushButton::click);
    m_list->setCurrentItem(m_list->topLevelItem(0));
    m_list->setFocus();
}

QWidget *RecoveryDialog::makePreview()
{
    auto *preview = new QWidget(this);
    preview->setFixedWidth(previewWidth);
    m_picture->setObjectName(QStringLiteral("recovery-picture"));
    m_picture->setAccessibleName(tr("Picture of the model"));
    m_picture->setAlignment(Qt::AlignCenter);
    m_picture->setFixedHeight(pictureSize().height());
    m_summary->setObjectName(QStringLiteral("recovery-summary"));
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_changes->setObjectName(QStringLiteral("recovery-changes"));
    m_changes->setAccessibleName(tr("What would be changed"));
    m_changes->setUniformItemSizes(true);
    auto *column = new QVBoxLayout(preview);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_picture);
    column->addWidget(m_summary);
    column->addWidget(m_changes, 1);
    return preview;
}

QWidget *RecoveryDialog::makeButtons()
{
    auto *buttons = new QWidget(this);
    auto *later = new QPushButton(tr("&Later"), buttons);
    later->setObjectName(QStringLiteral("recovery-later"));
    later->setToolTip(tr("Asks again at the next start; until then it is in the File menu"));
    later->setAutoDefault(false);
    m_discard->setObjectName(QStringLiteral("recovery-discard"));
    m_discard->setAutoDefault(false);
    m_recover->setObjectName(QStringLiteral("recovery-recover"));
    m_recover->setDefault(true);
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_discard);
    row->addStretch();
    row->addWidget(later);
    row->addWidget(m_recover);
    connect(later, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_discard, &QPushButton::clicked, this, &RecoveryDialog::askToDiscard);
    connect(m_recover, &QPushButton::clicked, this, [this] {
        m_recover->setEnabled(false);
        Q_EMIT recoverRequested(chosen());
    });
    return buttons;
}

QSize RecoveryDialog::pictureSize()
{
    return {previewWidth, 128};
}

int RecoveryDialog::chosen() const
{
    const QTreeWidgetItem *item = m_list->currentItem();
    return item == nullptr ? -1 : item->data(0, entryRole).toInt();
}

QTreeWidgetItem *RecoveryDialog::itemOf(int entry) const
{
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        QTreeWidgetItem *item = m_list->topLevelItem(row);
        if (item->data(0, entryRole).toInt() == entry) {
            return item;
        }
    }
    return nullptr;
}

void RecoveryDialog::showChosen()
{
    const int entry = chosen();
    m_changes->clear();
    m_picture->clear();
    const auto known = m_previews.constFind(entry);
    m_recover->setEnabled(known != m_previews.constEnd() && known->canRecover);
    m_discard->setEnabled(entry >= 0);
    if (entry < 0) {
        m_summary->clear();
    } else if (known == m_previews.constEnd()) {
        m_summary->setText(tr("Reading…"));
        QMetaObject::invokeMethod(
            this, [this, entry] { Q_EMIT previewWanted(entry); }, Qt::QueuedConnection);
    } else {
        const QString place = m_list->currentItem()->data(1, entryRole).toString();
        m_summary->setText(place + u'\n' + known->summary);
        m_picture->setPixmap(QPixmap::fromImage(known->picture));
        m_changes->addItems(known->changes);
    }
    m_picture->setVisible(!m_picture->pixmap(Qt::ReturnByValue).isNull());
    m_changes->setVisible(m_changes->count() > 0);
}

void RecoveryDialog::setPreview(int entry, const RecoveryPreview &preview)
{
    m_previews.insert(entry, preview);
    if (entry == chosen()) {
        showChosen();
    }
}

void RecoveryDialog::removeEntry(int entry)
{
    delete itemOf(entry);
    if (m_list->topLevelItemCount() == 0) {
        accept();
    } else {
        showChosen();
    }
}

void RecoveryDialog::showFailure(int entry, const QString &message)
{
    setPreview(entry, {message, {}, {}, false});
}

void RecoveryDialog::askToDiscard()
{
    const QTreeWidgetItem *item = m_list->currentItem();
    if (item == nullptr) {
        return;
    }
    QMessageBox box(this);
    box.setObjectName(QStringLiteral("recovery-discard-question"));
    box.setIcon(QMessageBox::Warning);
    box.setWindowTitle(tr("Discard unsaved work"));
    box.setTextFormat(Qt::PlainText);
    box.setText(tr("Discard the unsaved changes of “%1”?").arg(item->text(0)));
    box.setInformativeText(tr("They cannot be brought back."));
    const QPushButton *discard = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    const int entry = chosen();
    box.exec();
    if (box.clickedButton() == discard) {
        Q_EMIT discardRequested(entry);
    }
}

} // namespace nervure
