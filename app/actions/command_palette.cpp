// SPDX-License-Identifier: Apache-2.0
#include "app/actions/command_palette.h"

#include "app/actions/fuzzy_match.h"

#include <QCoreApplication>
#include <QFrame>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

constexpr int mostRows = 200;
constexpr int usualWidth = 560;
constexpr int mostRowsAtOnce = 14;
constexpr int topMargin = 60;

} // namespace

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries, MoreEntries more, QWidget *parent)
    : QDialog(parent, Qt::Popup),
      m_entries(std::move(entries)),
      m_more(std::move(more)),
      m_typed(new QLineEdit(this)),
      m_list(new QTreeWidget(this))
{
    setObjectName(QStringLiteral("command-palette"));
    setAccessibleName(tr("Commands"));
    m_typed->setObjectName(QStringLiteral("command-palette-typed"));
    m_typed->setAccessibleName(tr("Command, node, pass or recent file"));
    m_typed->setPlaceholderText(tr("Command, node, pass or recent file"));
    m_typed->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("command-palette-list"));
    m_list->setAccessibleName(tr("What fits"));
    m_list->setColumnCount(2);
    m_list->header()->hide();
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->ensurePolished(); // rows are measured before it is shown
    // A dialog's own border cannot be styled.
    auto *frame = new QFrame(this);
    frame->setObjectName(QStringLiteral("command-palette-frame"));
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(frame);
    auto *column = new QVBoxLayout(frame);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_typed);
    column->addWidget(m_list);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::showFitting);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
    frame->setFixedWidth(usualWidth);
    whole->setSizeConstraint(QLayout::SetFixedSize);
    if (parent) {
        const QPoint top(parent->width() / 2 - usualWidth / 2, topMargin);
        move(parent->mapToGlobal(top));
    }
    showFitting();
    m_typed->setFocus();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_typed && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        switch (key->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: QCoreApplication::sendEvent(m_list, event); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter: runCurrent(); return true;
        default: break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::showFitting()
{
    struct Ranked {
        int score;
        PaletteEntry entry;
    };
    std::vector<Ranked> ranked;
    const QString typed = m_typed->text();
    const auto add = [&](const PaletteEntry &entry) {
        if (const auto score = fuzzyMatch(typed, entry.text)) {
            ranked.push_back({*score + entry.bonus, entry});
        }
    };
    std::for_each(m_entries.begin(), m_entries.end(), add);
    for (const PaletteEntry &entry : m_more(typed)) {
        add(entry);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Ranked &a, const Ranked &b) { return a.score > b.score; });
    m_shown.clear();
    m_list->clear();
    for (Ranked &one : ranked) {
        if (m_shown.size() == mostRows) {
            break;
        }
        auto *item = new QTreeWidgetItem(m_list, {one.entry.text, one.entry.detail});
        item->setIcon(0, one.entry.icon);
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(1, palette().placeholderText());
        item->setDisabled(!one.entry.isEnabled);
        m_shown.push_back(std::move(one.entry));
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
    const int rows = std::min(m_list->topLevelItemCount(), mostRowsAtOnce);
    m_list->setVisible(rows > 0);
    m_list->setFixedHeight(rows * m_list->sizeHintForRow(0));
}

void CommandPalette::runCurrent()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (row < 0 || !m_shown[static_cast<std::size_t>(row)].isEnabled) {
        return;
    }
    // The palette is gone before the command opens anything.
    QTimer::singleShot(0, parent(), m_shown[static_cast<std::size_t>(row)].run);
    accept();
}

} // namespace nervure
