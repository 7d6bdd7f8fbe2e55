// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/pass_options.h"

#include "widgets/text/core_words.h"
#include "widgets/text/format.h"

#include <QComboBox>
#include <QFormLayout>
#include <QIntValidator>
#include <QLineEdit>

namespace nervure {

PassOptions::PassOptions(QWidget *parent) : QWidget(parent), m_form(new QFormLayout(this))
{
    setObjectName(QStringLiteral("passes-options"));
    m_form->setContentsMargins(0, 0, 0, 0);
}

void PassOptions::setPass(const PassSpec *pass)
{
    while (m_form->rowCount() > 0) {
        m_form->removeRow(0);
    }
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
        m_fields.push_back({&option, editor});
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
        return box;
    }
    auto *line = new QLineEdit(toQString(option.defaultText), this);
    if (option.isInteger) {
        line->setValidator(new QIntValidator(line));
    }
    return line;
}

std::vector<std::pair<std::string, std::string>> PassOptions::values() const
{
    std::vector<std::pair<std::string, std::string>> result;
    for (const Field &field : m_fields) {
        const auto *box = qobject_cast<const QComboBox *>(field.editor);
        const QString text =
            box != nullptr ? box->currentText() : static_cast<QLineEdit *>(field.editor)->text();
        if (text != toQString(field.option->defaultText)) {
            result.emplace_back(field.option->name, text.toStdString());
        }
    }
    return result;
}

} // namespace nervure
