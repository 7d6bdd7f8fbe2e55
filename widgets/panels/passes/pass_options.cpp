// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/pass_options.h"

#include "widgets/style/form.h"
#include "widgets/text/core_words.h"
#include "widgets/text/format.h"

#include <QComboBox>
#include <QFocusEvent>
#include <QIntValidator>
#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>
#include <map>

namespace nervure {

namespace {

QString shownText(const QWidget *editor)
{
    const auto *box = qobject_cast<const QComboBox *>(editor);
    return box != nullptr ? box->currentText() : static_cast<const QLineEdit *>(editor)->text();
}

} // namespace

/// As it was given where nobody touched it: a field may show a text otherwise than it is.
std::string PassOptions::Field::text() const
{
    const QString shown = shownText(editor);
    return shown == toQString(given) ? given : shown.toStdString();
}

PassOptions::PassOptions(QWidget *parent) : QWidget(parent), m_form(new Form(this))
{
    setObjectName(QStringLiteral("passes-options"));
    m_form->setContentsMargins(0, 0, 0, 0);
}

void PassOptions::setPass(const PassSpec *pass)
{
    m_form->shrinkTo(0);
    m_fields.clear();
    if (pass == nullptr) {
        return;
    }
    for (const PassOption &option : pass->options) {
        QWidget *editor = createEditor(option);
        editor->setObjectName(QStringLiteral("option-") + toQString(option.name));
        editor->setAccessibleName(toQString(option.name));
        editor->setToolTip(coreWords(option.help));
        m_form->addRow(toQString(option.name), editor);
        m_fields.push_back({&option, editor, option.defaultText});
    }
}

void PassOptions::setValues(const Texts &given)
{
    const std::map<std::string, std::string> texts(given.begin(), given.end());
    for (Field &field : m_fields) {
        const auto found = texts.find(field.option->name);
        field.given = found != texts.end() ? found->second : field.option->defaultText;
        const QString text = toQString(field.given);
        if (auto *box = qobject_cast<QComboBox *>(field.editor)) {
            if (box->findText(text) < 0) {
                box->addItem(text); // it is none of the choices, and stays until somebody chooses
            }
            box->setCurrentText(text);
        } else {
            auto *line = static_cast<QLineEdit *>(field.editor);
            line->setText(text);
            line->setCursorPosition(0); // long ones are read from their start
        }
    }
}

QWidget *PassOptions::createEditor(const PassOption &option)
{
    if (!option.choices.empty()) {
        auto *box = new QComboBox(this);
        for (const std::string &choice : option.choices) {
            box->addItem(toQString(choice));
        }
        box->setCurrentText(toQString(option.defaultText));
        connect(box, &QComboBox::activated, this, &PassOptions::committed);
        return box;
    }
    auto *line = new QLineEdit(toQString(option.defaultText), this);
    line->installEventFilter(this);
    if (option.isInteger) {
        line->setValidator(new QIntValidator(line));
    }
    return line;
}

PassOptions::Texts PassOptions::values() const
{
    Texts result;
    for (const Field &field : m_fields) {
        if (std::string text = field.text(); text != field.option->defaultText) {
            result.emplace_back(field.option->name, std::move(text));
        }
    }
    return result;
}

bool PassOptions::isEdited() const
{
    return std::any_of(m_fields.begin(), m_fields.end(),
                       [](const Field &field) { return field.text() != field.given; });
}

void PassOptions::takeFocus()
{
    if (!m_fields.empty()) {
        m_fields.front().editor->setFocus(Qt::ShortcutFocusReason);
    }
}

/// Also of a text that its field does not take: it is refused with its reason.
bool PassOptions::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            Q_EMIT committed();
        }
    } else if (event->type() == QEvent::FocusOut) {
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason) {
            Q_EMIT committed();
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace nervure
