// SPDX-License-Identifier: Apache-2.0
#include "widgets/manual/manual_window.h"

#include "widgets/manual/manual_browser.h"
#include "widgets/manual/manual_pages.h"
#include "widgets/style/tinted_icon.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

constexpr int sideWidth = 220;
constexpr QSize usualSize(980, 720);
constexpr int nameRole = Qt::UserRole;

QToolButton *button(const QString &name, const QString &icon, const QString &words)
{
    auto *made = new QToolButton;
    made->setObjectName(name);
    made->setIcon(tintedIcon(icon));
    made->setToolTip(words);
    made->setAccessibleName(words);
    made->setAutoRaise(true);
    made->setEnabled(false);
    return made;
}

} // namespace

ManualWindow::ManualWindow(QWidget *parent)
    : QDialog(parent),
      m_language(manualLanguage()),
      m_search(new QLineEdit(this)),
      m_nothing(new QLabel(tr("No page has these words."), this)),
      m_pages(new QListWidget(this)),
      m_text(new ManualBrowser(this))
{
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Manual"));
    setWindowFlags(Qt::Window);
    auto *columns = new QSplitter(this);
    columns->setChildrenCollapsible(false);
    columns->addWidget(makeSide());
    columns->addWidget(m_text);
    columns->setStretchFactor(1, 1);
    columns->setSizes({sideWidth, usualSize.width() - sideWidth});
    auto *inside = new QVBoxLayout(this);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->addWidget(columns);
    resize(usualSize);
    addKeys();
    // Until the signal is over, source() is the page before.
    connect(m_text, &QTextBrowser::sourceChanged, this,
            [this](const QUrl &address) { followPage(manualPageOf(address.toString())); });
    m_text->setFocus();
}

QWidget *ManualWindow::makeBar()
{
    auto *back =
        button(QStringLiteral("manual-back"), QStringLiteral("step-back"), tr("Back (Alt+Left)"));
    auto *forward = button(QStringLiteral("manual-forward"), QStringLiteral("step-forward"),
                           tr("Forward (Alt+Right)"));
    connect(back, &QToolButton::clicked, m_text, &QTextBrowser::backward);
    connect(forward, &QToolButton::clicked, m_text, &QTextBrowser::forward);
    connect(m_text, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(m_text, &QTextBrowser::forwardAvailable, forward, &QWidget::setEnabled);
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(back);
    row->addWidget(forward);
    row->addWidget(m_search, 1);
    return bar;
}

QWidget *ManualWindow::makeSide()
{
    m_search->setObjectName(QStringLiteral("manual-search"));
    m_search->setAccessibleName(tr("Search the manual"));
    m_search->setPlaceholderText(tr("Search (Ctrl+F)"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, &ManualWindow::goToNext);
    m_pages->setObjectName(QStringLiteral("manual-pages"));
    m_pages->setAccessibleName(tr("Pages of the manual"));
    m_pages->setFrameShape(QFrame::NoFrame);
    for (const QString &name : manualPageNames()) {
        auto *item = new QListWidgetItem(manualTitle(m_language, name), m_pages);
        item->setData(nameRole, name);
    }
    connect(m_pages, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item != nullptr && item->data(nameRole).toString() != page()) {
            showPage(item->data(nameRole).toString());
        }
    });
    m_nothing->setWordWrap(true);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->hide();
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->addWidget(makeBar());
    column->addWidget(m_nothing);
    column->addWidget(m_pages, 1);
    return side;
}

void ManualWindow::addKeys()
{
    const auto add = [this](const QKeySequence &keys, const auto &act) {
        auto *action = new QAction(this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
    };
    add(QKeySequence(QStringLiteral("Ctrl+F")), [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    add(QKeySequence(QStringLiteral("F3")), [this] { goToNext(); });
    add(QKeySequence(QStringLiteral("Alt+Left")), [this] { m_text->backward(); });
    add(QKeySequence(QStringLiteral("Alt+Right")), [this] { m_text->forward(); });
}

void ManualWindow::showPage(const QString &page)
{
    m_text->showPage(m_language, page);
}

QString ManualWindow::page() const
{
    return m_text->page();
}

/// Leaves the pages that have all the words, and marks them on the page.
void ManualWindow::search(const QString &text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    bool isAnyShown = false;
    for (int row = 0; row < m_pages->count(); ++row) {
        QListWidgetItem *item = m_pages->item(row);
        const QString page = manualWords(m_language, item->data(nameRole).toString());
        const bool fits = std::all_of(words.begin(), words.end(), [&page](const QString &word) {
            return page.contains(word, Qt::CaseInsensitive);
        });
        item->setHidden(!fits);
        isAnyShown = isAnyShown || fits;
    }
    m_nothing->setVisible(!isAnyShown);
    m_text->markWords(words);
}

/// To the next place of the words on this page, else to the first on the next page that has them.
void ManualWindow::goToNext()
{
    if (m_text->extraSelections().isEmpty() && m_search->text().isEmpty()) {
        return;
    }
    const QListWidgetItem *current = m_pages->currentItem();
    const bool isHere = current != nullptr && !current->isHidden();
    if (isHere && m_text->goToNextMark()) {
        return;
    }
    const int from = m_pages->currentRow();
    for (int step = 1; step <= m_pages->count(); ++step) {
        const int row = (from + step) % m_pages->count();
        if (!m_pages->item(row)->isHidden()) {
            m_pages->setCurrentRow(row);
            m_text->moveCursor(QTextCursor::Start);
            m_text->goToNextMark();
            return;
        }
    }
}

void ManualWindow::followPage(const QString &page)
{
    for (int row = 0; row < m_pages->count(); ++row) {
        if (m_pages->item(row)->data(nameRole).toString() == page) {
            const QSignalBlocker shown(m_pages);
            m_pages->setCurrentRow(row);
        }
    }
}

} // namespace nervure
