// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/input_section.h"

#include "core/graph/edits/attribute_edits.h"
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
#include <QStyle>

#include <algorithm>

namespace nervure {

InputSection::InputSection(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_shape(new QLineEdit(this)),
      m_type(new QComboBox(this)),
      m_problem(new QLabel(this))
{
    m_shape->setObjectName(QStringLiteral("inspector-input-shape"));
    m_shape->setAccessibleName(tr("Shape of the input"));
    m_shape->setPlaceholderText(tr("as 1,3,224,224"));
    m_shape->setFont(numberFont());
    m_type->setObjectName(QStringLiteral("inspector-input-type"));
    m_type->setAccessibleName(tr("Type of the input"));
    m_type->addItem(tr("not said"));
    m_type->addItems(InputModel::typeNames());
    m_problem->setProperty("isFaulty", true);
    m_problem->setObjectName(QStringLiteral("inspector-input-problem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto *form = new Form(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(16);
    form->addRow(sectionLabel(tr("In the file"), this));
    form->addRow(tr("Shape"), m_shape);
    form->addRow(tr("Type"), m_type);
    form->addRow(m_problem);
    connect(m_shape, &QLineEdit::textEdited, this, &InputSection::checkShape);
    connect(m_shape, &QLineEdit::editingFinished, this, &InputSection::giveShape);
    connect(m_type, &QComboBox::activated, this, &InputSection::giveType);
}

void InputSection::setNode(NodeId node)
{
    const GraphDocument &document = m_context.document;
    const Node *found = document.stage().graph->find(node);
    // What cannot be given a type is no input.
    const bool isInput =
        found != nullptr
        && nervure::setInputType(*document.stage().graph, node, Shape{1}, std::nullopt).ok();
    setVisible(isInput);
    m_node = node;
    if (!isInput) {
        return;
    }
    const bool isEditing = m_shape->hasFocus() && m_shape->isModified();
    const EntryFacts facts = document.factsOf(Entry{node});
    if (!isEditing) {
        const bool isNamed = !facts.shapeText.isEmpty() && isUnknown(facts.shape);
        m_shape->setText(isNamed                 ? facts.shapeText
                         : facts.shape.hasRank() ? formatShape(facts.shape)
                                                 : QString());
        checkShape(m_shape->text());
    }
    const QString type =
        facts.dtype == DType::Unknown ? QString() : toQString(dtypeName(facts.dtype));
    m_type->setCurrentIndex(std::max(0, m_type->findText(type)));
    m_shape->setReadOnly(!isEditable(document));
    m_type->setEnabled(isEditable(document));
}

void InputSection::showProblem(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_shape->setProperty("isFaulty", !problem.isEmpty());
    m_shape->style()->unpolish(m_shape);
    m_shape->style()->polish(m_shape);
}

void InputSection::checkShape(const QString &text)
{
    const Node *node = m_context.document.stage().graph->find(m_node);
    const bool hasNames = node != nullptr && node->dialect == Dialect::Onnx;
    const auto sizes = dimensionsTyped(text.toStdString());
    const bool isFine =
        text.trimmed().isEmpty()
        || (sizes && std::all_of(sizes->begin(), sizes->end(), [hasNames](const Dimension &size) {
                return hasNames || size.isNumber() || size.isUnknown();
            }));
    showProblem(isFine     ? QString()
                : hasNames ? tr("Expected dimensions such as 1,3,224,224 or batch,3,?,?.")
                           : tr("Expected dimensions such as 1,3,224,224."));
}

void InputSection::giveShape()
{
    if (!m_shape->isModified() || m_shape->property("isFaulty").toBool()) {
        return;
    }
    m_shape->setModified(false);
    const auto sizes = dimensionsTyped(m_shape->text().toStdString());
    EditArguments arguments{.nodes = {m_node}};
    if (sizes) {
        arguments.dimensions = sizes;
    } else {
        arguments.shape = Shape{}; // nothing is said any more
    }
    give(arguments);
}

void InputSection::giveType(int choice)
{
    const DType type =
        choice == 0
            ? DType::Unknown
            : dtypeFromName(m_type->itemText(choice).toStdString()).value_or(DType::Unknown);
    give({.nodes = {m_node}, .type = type});
}

void InputSection::give(const EditArguments &arguments)
{
    if (const auto edit = performEdit(m_context.document, EditKind::Type, arguments); !edit) {
        showProblem(diagnosticMessage(edit.error()));
    }
}

} // namespace nervure
