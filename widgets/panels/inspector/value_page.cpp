// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/value_page.h"

#include "core/builtins.h"
#include "core/graph/analysis/value_names.h"
#include "core/graph/edits/rename_value.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/models/value_model.h"
#include "widgets/panels/inspector/declared_section.h"
#include "widgets/panels/inspector/tensor_section.h"
#include "widgets/panels/inspector/weight_section.h"
#include "widgets/panels/labels.h"
#include "widgets/panels/node_view.h"
#include "widgets/style/form.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace nervure {

namespace {

QString shapeText(const EntryFacts &facts)
{
    if (facts.shapeText.isEmpty()) {
        return ValuePage::tr("not inferred yet");
    }
    return facts.isDeclared ? ValuePage::tr("%1 (declared)").arg(facts.shapeText) : facts.shapeText;
}

constexpr int widestProducer = 200;

QString typeText(const EntryFacts &facts)
{
    return facts.typeText.isEmpty() ? ValuePage::tr("not inferred yet") : facts.typeText;
}

/// A scalar, whose shape has a text and no sizes, has one.
QString elementsText(const EntryFacts &facts)
{
    const auto count = elementCount(facts.shape);
    return count ? formatCount(*count) : ValuePage::tr("not inferred yet");
}

QString storageText(const EntryFacts &facts)
{
    if (!facts.storageId) {
        return ValuePage::tr("not planned yet");
    }
    if (*facts.storageId < 0) {
        return ValuePage::tr("its own memory");
    }
    const QString id =
        facts.deviceIndex
            ? ValuePage::tr("%1 on device %2").arg(*facts.storageId).arg(*facts.deviceIndex)
            : QString::number(*facts.storageId);
    const bool inPlace = facts.inplaceIndex && *facts.inplaceIndex >= 0;
    return inPlace ? ValuePage::tr("%1, in place").arg(id) : id;
}

} // namespace

ValuePage::ValuePage(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_title(sectionLabel({}, this)),
      m_form(new Form),
      m_name(new QLineEdit(this)),
      m_nameProblem(new QLabel(this)),
      m_producer(new QPushButton(this)),
      m_isOutput(new QCheckBox(tr("Output of the model"), this)),
      m_declared(new DeclaredSection(context, this)),
      m_weight(new WeightSection(context, QStringLiteral("inspector-value-weight"), this)),
      m_tensor(new TensorSection(context, QStringLiteral("inspector-value-tensor"), this)),
      m_readers(new ValueModel(this)),
      m_readerView(new NodeView(QStringLiteral("inspector-readers"), tr("Read by"), this))
{
    m_title->setObjectName(QStringLiteral("inspector-value"));
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    letBreak(m_title);
    m_producer->setObjectName(QStringLiteral("inspector-producer"));
    m_producer->setMinimumWidth(1);
    connect(m_producer, &QPushButton::clicked, this,
            [this] { m_context.selection.jumpTo(m_value.node); });
    m_form->setHorizontalSpacing(16);
    m_form->setVerticalSpacing(6);
    createName();
    m_form->addRow(tr("Made by"), m_producer);
    m_shape = addFact(m_form, QStringLiteral("inspector-value-shape"), tr("Shape"));
    m_type = addFact(m_form, QStringLiteral("inspector-value-type"), tr("Type"));
    m_layout = addFact(m_form, QStringLiteral("inspector-value-layout"), tr("Layout"));
    m_layout->setToolTip(tr("The order of its dimensions, from CorrectLayout"));
    m_elements = addFact(m_form, QStringLiteral("inspector-value-elements"), tr("Elements"));
    m_storage = addFact(m_form, QStringLiteral("inspector-value-storage"), tr("Storage"));
    m_storage->setToolTip(tr("Number in NNVM's memory plan; values with the same number share "
                             "memory"));
    m_isOutput->setObjectName(QStringLiteral("inspector-value-output"));
    m_form->addRow(QString(), m_isOutput);
    connect(m_isOutput, &QCheckBox::clicked, this, [this](bool isOutput) {
        const auto edit =
            performEdit(m_context.document, isOutput ? EditKind::Output : EditKind::NoOutput,
                        {.value = m_value});
        m_isOutput->setToolTip(edit ? QString() : diagnosticMessage(edit.error()));
        m_isOutput->setChecked(nervure::isOutput(m_context.document, m_value));
    });
    createReaders();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_title);
    column->addLayout(m_form);
    column->addWidget(m_declared);
    column->addWidget(m_weight);
    column->addWidget(m_tensor);
    column->addWidget(sectionLabel(tr("Read by"), this));
    column->addWidget(m_readerView, 1);
}

void ValuePage::createName()
{
    m_name->setObjectName(QStringLiteral("inspector-value-name"));
    m_name->setAccessibleName(tr("Name of the value"));
    m_nameProblem->setObjectName(QStringLiteral("inspector-value-problem"));
    m_nameProblem->setProperty("isFaulty", true);
    m_nameProblem->setWordWrap(true);
    m_form->addRow(tr("Name"), m_name);
    m_form->addRow(m_nameProblem);
    connect(m_name, &QLineEdit::textEdited, this, &ValuePage::checkName);
    connect(m_name, &QLineEdit::editingFinished, this, &ValuePage::giveName);
}

/// Values without names of their own are called by their nodes.
void ValuePage::showName()
{
    const Graph &graph = *m_context.document.stage().graph;
    const bool canRename = canRenameValue(graph, m_value);
    m_form->setRowVisible(m_name, canRename);
    m_form->setRowVisible(m_nameProblem, false);
    m_name->setReadOnly(!isEditable(m_context.document));
    if (!m_name->hasFocus() || !m_name->isModified()) {
        m_name->setText(toQString(valueName(graph, m_context.document.builtins().ops, m_value)));
        m_name->setCursorPosition(0);
    }
}

void ValuePage::checkName(const QString &name)
{
    const Result<Edit> edit =
        renameValue(m_context.document.graph(), m_value, name.trimmed().toStdString());
    m_nameProblem->setText(edit ? QString() : diagnosticMessage(edit.error()));
    m_form->setRowVisible(m_nameProblem, !edit);
}

void ValuePage::giveName()
{
    if (!m_name->isModified()) {
        return;
    }
    m_name->setModified(false);
    const auto edit =
        performEdit(m_context.document, EditKind::RenameValue,
                    {.value = m_value, .text = m_name->text().trimmed().toStdString()});
    if (!edit) {
        showName(); // what is wrong was told while it was typed
    }
}

void ValuePage::createReaders()
{
    m_readerView->setRows(m_readers);
    for (const int column : {ValueModel::ShapeColumn, ValueModel::Type, ValueModel::Storage}) {
        m_readerView->setColumnHidden(column, true);
    }
    connect(m_readerView, &NodeView::nodeActivated, this,
            [this](NodeId node) { m_context.selection.jumpTo(node); });
}

void ValuePage::setValue(const Entry &value)
{
    if (value != m_value && m_name->isModified()) {
        giveName(); // a click elsewhere takes the focus only after it took the selection
    }
    m_value = value;
    const GraphDocument &document = m_context.document;
    const Graph &graph = *document.stage().graph;
    const Node &producer = graph.node(value.node);
    const EntryFacts facts = document.factsOf(value);
    const QString title = isOutput(document, value) && !document.stage().isOfPass()
                              ? tr("Output %1")
                              : tr("Value %1");
    m_title->setText(breakable(title.arg(valueTitle(graph, value))));
    showName();
    const QString made = toQString(producer.name);
    m_producer->setText(withoutMnemonics(
        m_producer->fontMetrics().elidedText(made, Qt::ElideMiddle, widestProducer)));
    m_producer->setToolTip(tr("Goes to %1, which makes this value").arg(made));
    m_shape->setText(shapeText(facts));
    m_shape->setToolTip(facts.isDeclared
                            ? tr("The file declares it; it does not follow from the inputs")
                            : QString());
    m_type->setText(typeText(facts));
    m_layout->setText(facts.layout.isEmpty() ? tr("any") : facts.layout);
    m_elements->setText(elementsText(facts));
    m_storage->setText(storageText(facts));
    m_isOutput->setChecked(isOutput(document, value));
    m_isOutput->setEnabled(isEditable(document));
    // In LightNet's dialect what nothing reads is the output.
    m_isOutput->setVisible(document.graph().dialect() != Dialect::LightNet);
    m_declared->setValue(value);
    m_weight->setNode(value.node);
    m_tensor->setEntry(m_weight->isHidden() ? std::optional(value) : std::nullopt);
    m_readers->setReaders(document, value);
    m_readerView->resizeColumnToContents(ValueModel::Role);
}

} // namespace nervure
