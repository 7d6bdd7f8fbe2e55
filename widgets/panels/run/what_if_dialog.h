// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QStringList>

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace nervure {

class GraphDocument;
class ProfileRunner;

/// Asks for the pipeline that a model is measured with beside itself, as `whatif` has it on the command line: passes
/// switched on and off, options, another pipeline; and for the number of rounds.
class WhatIfDialog : public QDialog {
    Q_OBJECT

public:
    /// `passes`: what the device's pipeline runs, for the help.
    WhatIfDialog(const QStringList &passes, int rounds, QWidget *parent = nullptr);

    /// A text that parsePipelineChoice() reads.
    [[nodiscard]] QString pipeline() const;
    [[nodiscard]] int rounds() const;

private:
    void createRows(const QStringList &passes);
    void check();

    QLineEdit *m_pipeline;
    QSpinBox *m_rounds;
    QLabel *m_fault;
    QDialogButtonBox *m_buttons;
};

/// Asks, and measures the document's model.
void askWhatIf(ProfileRunner &runner, const GraphDocument &document, QWidget *parent);

} // namespace nervure
