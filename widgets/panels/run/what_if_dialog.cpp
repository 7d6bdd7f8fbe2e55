// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/what_if_dialog.h"

#include "core/engine/pipeline_choice.h"
#include "core/engine/what_if/what_if.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/style/form.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace nervure {

namespace {
constexpr int pipelineWidth = 420;
}

WhatIfDialog::WhatIfDialog(const QStringList &passes, int rounds, QWidget *parent)
    : QDialog(parent),
      m_pipeline(new QLineEdit(this)),
      m_rounds(new QSpinBox(this)),
      m_fault(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    createRows(passes);
    m_rounds->setValue(rounds);
    connect(m_pipeline, &QLineEdit::textChanged, this, &WhatIfDialog::check);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

void WhatIfDialog::createRows(const QStringList &passes)
{
    setObjectName(QStringLiteral("what-if-dialog"));
    setWindowTitle(tr("What if"));
    m_pipeline->setObjectName(QStringLiteral("what-if-pipeline"));
    m_pipeline->setMinimumWidth(pipelineWidth);
    m_pipeline->setText(QStringLiteral("device{EliminateCommonSubexpressions=on}"));
    m_rounds->setObjectName(QStringLiteral("what-if-rounds"));
    m_rounds->setRange(1, static_cast<int>(WhatIf::mostRounds));
    m_rounds->setToolTip(tr("How often the two are measured by turns"));
    m_fault->setObjectName(QStringLiteral("what-if-fault"));
    m_fault->setWordWrap(true);
    m_fault->setTextFormat(Qt::PlainText);
    auto *note = new QLabel(
        tr("The model is measured by turns as it is and with these passes. device{PASS=off} "
           "leaves a pass out, device{PASS=on} adds one, device{PASS.option=value} sets an "
           "option; none and nnvm:2 are other pipelines. The device's passes are: %1.")
            .arg(passes.join(QStringLiteral(", "))),
        this);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("&Measure"));
    auto *form = new Form;
    form->addRow(tr("&Passes"), m_pipeline);
    form->addRow(tr("&Rounds"), m_rounds);
    auto *column = new QVBoxLayout(this);
    column->addWidget(note);
    column->addLayout(form);
    column->addWidget(m_fault);
    column->addWidget(m_buttons);
}

QString WhatIfDialog::pipeline() const
{
    return m_pipeline->text().trimmed();
}

int WhatIfDialog::rounds() const
{
    return m_rounds->value();
}

void WhatIfDialog::check()
{
    const Result<PipelineChoice> choice = parsePipelineChoice(pipeline().toStdString());
    m_fault->setText(choice ? QString() : coreMessage(toQString(choice.error().message)));
    m_fault->setVisible(!choice);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(choice.ok());
}

void askWhatIf(ProfileRunner &runner, const GraphDocument &document, QWidget *parent)
{
    QStringList passes;
    for (const PassRequest &pass : devicePassesOf(document.graph(), document.builtins())) {
        passes.append(toQString(pass.name));
    }
    WhatIfDialog dialog(passes, runner.options().rounds, parent);
    if (dialog.exec() == QDialog::Accepted) {
        ProfileOptions options = runner.options();
        options.rounds = dialog.rounds();
        runner.setOptions(options);
        runner.measurePipeline(dialog.pipeline());
    }
}

} // namespace nervure
