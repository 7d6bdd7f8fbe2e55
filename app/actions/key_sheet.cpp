// SPDX-License-Identifier: Apache-2.0
#include "app/actions/key_sheet.h"

#include "app/actions/action_set.h"
#include "app/actions/actions.h"
#include "widgets/style/tinted_icon.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

/// Two columns of names and keys, filled from the top.
class KeySheet::Sheet {
public:
    Sheet(QGridLayout *grid, std::vector<Line> &lines) : m_grid(grid), m_lines(lines) {}

    void heading(const QString &text)
    {
        auto *label = new QLabel(text);
        QFont font = label->font();
        font.setWeight(QFont::DemiBold);
        label->setFont(font);
        label->setContentsMargins(0, m_row == 0 ? 0 : 12, 0, 0);
        m_grid->addWidget(label, m_row++, 0, 1, 2);
        m_lines.push_back({label, nullptr});
    }

    void line(const QString &what, const QString &keys)
    {
        auto *label = new QLabel(keys);
        label->setForegroundRole(QPalette::PlaceholderText);
        m_lines.push_back({new QLabel(what), label});
        m_grid->addWidget(m_lines.back().what, m_row, 0);
        m_grid->addWidget(label, m_row++, 1, Qt::AlignRight);
    }

private:
    QGridLayout *m_grid;
    std::vector<Line> &m_lines;
    int m_row = 0;
};

namespace {

QString keysOf(const ActionSpec &spec)
{
    QStringList texts;
    const auto sequences = QKeySequence::listFromString(QString::fromLatin1(spec.keys));
    for (const QKeySequence &keys : sequences) {
        texts.append(keys.toString(QKeySequence::NativeText));
    }
    return texts.join(QStringLiteral(", "));
}

bool isBookmark(const ActionSpec &spec)
{
    return spec.menu == ActionMenu::Bookmarks;
}

/// Of the nine the first stands for all.
bool isLaterBookmark(const ActionSpec &spec)
{
    return isBookmark(spec) && !QLatin1StringView(spec.id).endsWith(u'1');
}

QString labelOf(const ActionSpec &spec)
{
    return isBookmark(spec) ? KeySheet::tr("%1, and so on to 9").arg(actionLabel(spec))
                            : actionLabel(spec);
}

QString titleOf(ActionMenu menu)
{
    switch (menu) {
    case ActionMenu::File: return KeySheet::tr("File");
    case ActionMenu::Edit: return KeySheet::tr("Edit");
    case ActionMenu::Go:
    case ActionMenu::Bookmarks: return KeySheet::tr("Go");
    case ActionMenu::View:
    case ActionMenu::Color:
    case ActionMenu::Lines:
    case ActionMenu::Groups:
    case ActionMenu::Theme: return KeySheet::tr("View");
    case ActionMenu::Workspaces: return KeySheet::tr("Workspace");
    case ActionMenu::Structure: return KeySheet::tr("Structure");
    case ActionMenu::Graph: return KeySheet::tr("Graph");
    case ActionMenu::Help: break;
    }
    return KeySheet::tr("Help");
}

template <typename Sheet>
void addEditing(Sheet &sheet)
{
    sheet.line(KeySheet::tr("Connect"), KeySheet::tr("drag from a node's lower edge"));
    sheet.line(KeySheet::tr("Reconnect"), KeySheet::tr("drag an end of a line"));
    sheet.line(KeySheet::tr("Add an operator"), KeySheet::tr("double-click an empty place"));
}

template <typename Sheet>
void addMouse(Sheet &sheet)
{
    sheet.heading(KeySheet::tr("Mouse on the canvas"));
    addEditing(sheet);
    sheet.line(KeySheet::tr("Pan"), KeySheet::tr("drag"));
    sheet.line(KeySheet::tr("Scroll, or zoom if so set"), KeySheet::tr("wheel"));
    sheet.line(KeySheet::tr("Zoom at the pointer"), KeySheet::tr("Ctrl or Shift with the wheel"));
    sheet.line(KeySheet::tr("Select"), KeySheet::tr("click"));
    sheet.line(KeySheet::tr("Add to the selection"), KeySheet::tr("Ctrl with a click"));
    sheet.heading(KeySheet::tr("Keys on the canvas"));
    sheet.line(KeySheet::tr("Walk from node to node"), KeySheet::tr("arrows"));
    sheet.line(KeySheet::tr("From a value to its ends"), KeySheet::tr("up and down"));
    sheet.line(KeySheet::tr("Back and forward"), KeySheet::tr("the mouse's side buttons"));
    sheet.line(KeySheet::tr("Open recent files"), KeySheet::tr("Ctrl+1 to Ctrl+9"));
}

} // namespace

void KeySheet::addLines(Sheet &sheet, const PanelRegistry &panels)
{
    QString title;
    for (const ActionSpec &spec : actionTable()) {
        if (spec.keys == nullptr || isLaterBookmark(spec)) {
            continue;
        }
        if (title != titleOf(spec.menu)) {
            title = titleOf(spec.menu);
            sheet.heading(title);
        }
        sheet.line(labelOf(spec), keysOf(spec));
    }
    sheet.heading(tr("Panels"));
    for (const PanelSpec &panel : panels.all()) {
        if (!panel.shortcut.isEmpty()) {
            sheet.line(panel.title(), panel.shortcut.toString(QKeySequence::NativeText));
        }
    }
    addMouse(sheet);
}

KeySheet::KeySheet(const PanelRegistry &panels, QWidget *parent)
    : QDialog(parent),
      m_words(new QLineEdit(this)),
      m_none(new QLabel(tr("No key does this."), this))
{
    setObjectName(QStringLiteral("key-sheet"));
    setWindowTitle(tr("Keys"));
    m_words->setObjectName(QStringLiteral("key-sheet-words"));
    m_words->setAccessibleName(tr("Search keys"));
    m_words->setPlaceholderText(tr("What it does, or the key"));
    m_words->setClearButtonEnabled(true);
    m_words->addAction(tintedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(m_words, &QLineEdit::textChanged, this, &KeySheet::showFitting);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_none->setAlignment(Qt::AlignCenter);
    m_none->hide();
    auto *content = new QWidget(this);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(32);
    grid->setVerticalSpacing(4);
    Sheet sheet(grid, m_lines);
    addLines(sheet, panels);
    auto *inside = new QVBoxLayout(content);
    inside->addLayout(grid);
    inside->addWidget(m_none);
    inside->addStretch();
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_words);
    column->addWidget(scroll);
    column->addWidget(buttons);
    resize(content->sizeHint().width() + 64, 560);
    m_words->setFocus();
}

/// A heading is shown with any of its lines.
void KeySheet::showFitting(const QString &words)
{
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    QLabel *heading = nullptr;
    bool isAnyShown = false;
    for (const Line &line : m_lines) {
        if (line.keys == nullptr) {
            heading = line.what;
            heading->setVisible(false);
            continue;
        }
        const QString text = line.what->text() + u' ' + line.keys->text();
        const bool fits = std::all_of(wanted.begin(), wanted.end(), [&text](const QString &word) {
            return text.contains(word, Qt::CaseInsensitive);
        });
        line.what->setVisible(fits);
        line.keys->setVisible(fits);
        if (fits && heading != nullptr) {
            heading->setVisible(true);
        }
        isAnyShown = isAnyShown || fits;
    }
    m_none->setVisible(!isAnyShown);
}

} // namespace nervure
