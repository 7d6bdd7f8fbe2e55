// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/missing_inputs.h"

#include "widgets/document/graph_document.h"
#include "widgets/models/input_model.h"
#include "widgets/text/format.h"

#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace nervure {

MissingInputs::MissingInputs(QWidget *parent)
    : QWidget(parent),
      m_form(new QFormLayout),
      m_failure(new QLabel(this))
{
    setObjectName(QStringLiteral("passes-missing"));
    auto *title = new QLabel(tr("These inputs have no shape yet:"), this);
    m_failure->setObjectName(QStringLiteral("passes-missing-failure"));
    m_failure->setWordWrap(true);
    m_failure->hide();
    auto *use = new QPushButton(tr("Use these shapes"), this);
    use->setObjectName(QStringLiteral("passes-use-shapes"));
    connect(use, &QPushButton::clicked, this, &MissingInputs::giveShapes);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(title);
    column->addLayout(m_form);
    column->addWidget(m_failure);
    column->addWidget(use, 0, Qt::AlignLeft);
}

void MissingInputs::setDocument(const GraphDocument &document)
{
    std::vector<QString> missing;
    for (const InputRow &input : inputsOf(document)) {
        if (isUnknown(input.shape)) {
            missing.push_back(input.name);
        }
    }
    setVisible(!missing.empty());
    const bool isSame = std::equal(missing.begin(), missing.end(), m_lines.begin(), m_lines.end(),
                                   [](const QString &a, const auto &b) { return a == b.first; });
    if (isSame) {
        return; // keeps what is being typed
    }
    while (m_form->rowCount() > 0) {
        m_form->removeRow(0);
    }
    m_lines.clear();
    for (const QString &name : missing) {
        auto *line = new QLineEdit(this);
        line->setObjectName(QStringLiteral("shape-") + name);
        line->setAccessibleName(tr("Shape of %1").arg(name));
        line->setPlaceholderText(QStringLiteral("1,3,224,224"));
        line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        connect(line, &QLineEdit::returnPressed, this, &MissingInputs::giveShapes);
        m_form->addRow(name, line);
        m_lines.emplace_back(name, line);
    }
}

void MissingInputs::giveShapes()
{
    std::vector<std::pair<QString, Shape>> shapes;
    for (const auto &[name, line] : m_lines) {
        const std::optional<Shape> shape = parseShape(line->text());
        if (!shape) {
            m_failure->setText(
                line->text().trimmed().isEmpty()
                    ? tr("%1 needs a shape, as 1,3,224,224.").arg(name)
                    : tr("%1 is no shape for %2; expected dimensions as 1,3,224,224.")
                          .arg(line->text(), name));
            m_failure->show();
            line->setFocus(Qt::OtherFocusReason);
            return;
        }
        shapes.emplace_back(name, *shape);
    }
    m_failure->hide();
    Q_EMIT shapesGiven(shapes);
}

} // namespace nervure
