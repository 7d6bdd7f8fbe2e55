// SPDX-License-Identifier: Apache-2.0
#include "app/actions/key_sheet.h"

#include "app/actions/action_set.h"
#include "app/actions/actions.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QKeySequence>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace nervure {

namespace {

/// Two columns of names and keys, filled from the top.
class Sheet {
public:
    explicit Sheet(QGridLayout *grid) : m_grid(grid) {}

    void heading(const QString &text)
    {
        auto *label = new QLabel(text);
        QFont font = label->font();
        font.setWeight(QFont::DemiBold);
        label->setFont(font);
        label->setContentsMargins(0, m_row == 0 ? 0 : 12, 0, 0);
        m_grid->addWidget(label, m_row++, 0, 1, 2);
    }

    void line(const QString &what, const QString &keys)
    {
        auto *label = new QLabel(keys);
        label->setForegroundRole(QPalette::PlaceholderText);
        m_grid->addWidget(new QLabel(what), m_row, 0);
        m_grid->addWidget(label, m_row++, 1, Qt::AlignRight);
    }

private:
    QGridLayout *m_grid;
    int m_row = 0;
};

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
    case ActionMenu::Structure: return KeySheet::tr("Structure");
    case ActionMenu::Graph: return KeySheet::tr("Graph");
    case ActionMenu::Help: break;
    }
    return KeySheet::tr("Help");
}

void addEditing(Sheet &sheet)
{
    sheet.line(KeySheet::tr("Connect"), KeySheet::tr("drag from a node's lower edge"));
    sheet.line(KeySheet::tr("Reconnect"), KeySheet::tr("drag an end of a line"));
    sheet.line(KeySheet::tr("Add an operator"), KeySheet::tr("double-click beside everything"));
}

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
    sheet.line(KeySheet::tr("Walk over the values at a node"), KeySheet::tr("V, Shift+V"));
    sheet.line(KeySheet::tr("From a value to its ends"), KeySheet::tr("up and down"));
    sheet.line(KeySheet::tr("Back and forward"), KeySheet::tr("the mouse's side buttons"));
    sheet.line(KeySheet::tr("Unfold the selected group or subgraphs, fold the one around"),
               KeySheet::tr("+, −"));
    sheet.line(KeySheet::tr("Open recent files"), KeySheet::tr("Ctrl+1 to Ctrl+9"));
}

} // namespace

KeySheet::KeySheet(QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("key-sheet"));
    setWindowTitle(tr("Keys"));
    auto *content = new QWidget(this);
    auto *grid = new QGridLayout(content);
    grid->setHorizontalSpacing(32);
    grid->setVerticalSpacing(4);
    Sheet sheet(grid);
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
    addMouse(sheet);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(scroll);
    column->addWidget(buttons);
    resize(content->sizeHint().width() + 64, 560);
}

} // namespace nervure
