// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/declared_section.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/edits/type_edits.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/models/input_model.h"
#include "widgets/panels/labels.h"
#include "widgets/style/fonts.h"
#include "widgets/style/form.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QComboBox>
#include <QLineEdit>

#include <algorithm>

namespace nervure {

DeclaredSection::DeclaredSection(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_shape(new QLineEdit(this)),
      m_type(new QComboBox(this)),
      m_problem(new QLabel(this))
{
    m_shape->setObjectName(QStringLiteral("inspector-declared-shape"));
    m_shape->setAccessibleName(tr("Declared shape"));
    m_shape->setPlaceholderText(tr("as 1,3,224,224"));
    m_shape->setFont(numberFont());
    m_type->setObjectName(QStringLiteral("inspector-declared-type"));
    m_type->setAccessibleName(tr("Declared type"));
    m_type->addItem(tr("not said"));
    m_type->addItems(InputModel::typeNames());
    m_problem->setObjectName(QStringLiteral("inspector-declared-problem"));
    m_problem->setProperty("isFaulty", true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto *form = new Form(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(16);
    form->addRow(sectionLabel(tr("Declared in the file"), this));
    form->addRow(tr("Shape"), m_shape);
    form->addRow(tr("Type"), m_type);
    form->addRow(m_problem);
    connect(m_shape, &QLineEdit::editingFinished, this, &DeclaredSection::giveShape);
    connect(m_type, &QComboBox::activated, this, &DeclaredSection::giveType);
}

void DeclaredSection::setValue(const Entry &value)
{
    if (value != m_value && m_shape->isModified()) {
        giveShape(); // a click elsewhere takes the focus only after it took the selection
    }
    m_value = value;
    const GraphDocument &document = m_context.document;
    const Node *node = document.graph().find(value.node);
    setVisible(node != nullptr && !node->isVariable() && canDeclare(document, value));
    if (isHidden()) {
        return;
    }
    const ValueType declared = declaredTypeOf(document.graph(), value);
    if (!m_shape->hasFocus() || !m_shape->isModified()) {
        m_shape->setText(declared.shape ? toQString(dimensionsLabel(*declared.shape)) : QString());
        tell({});
    }
    const QString type = declared.element == ElementType::Undefined
                             ? QString()
                             : toQString(std::string(elementTypeName(declared.element)));
    if (!type.isEmpty() && m_type->findText(type) < 0) {
        m_type->addItem(type); // one that is not computed with
    }
    m_type->setCurrentIndex(std::max(0, m_type->findText(type)));
}

void DeclaredSection::giveShape()
{
    if (!m_shape->isModified()) {
        return;
    }
    const QString text = m_shape->text().trimmed();
    const auto sizes = dimensionsTyped(text.toStdString());
    if (!sizes && !text.isEmpty()) {
        tell(tr("Expected dimensions such as 1,3,224,224 or batch,3,?,?."));
        return;
    }
    m_shape->setModified(false);
    const auto edit = declareValue(m_context.document, m_value, sizes, std::nullopt);
    tell(edit ? QString() : diagnosticMessage(edit.error()));
}

void DeclaredSection::giveType(int choice)
{
    const auto type =
        choice == 0 ? std::nullopt : dtypeFromName(m_type->itemText(choice).toStdString());
    if (choice != 0 && !type) {
        return; // it is the one that is declared
    }
    const auto edit = declareValue(m_context.document, m_value, std::nullopt, type);
    tell(edit ? QString() : diagnosticMessage(edit.error()));
}

void DeclaredSection::tell(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

} // namespace nervure
