// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QList>

class QCheckBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace nervure {

class Form;
class GraphDocument;
class ProfileRunner;

/// All that can be chosen of a run but for the device: opens below a button, and takes effect at once. Kernels are
/// tuned from here, too, since that is another way to run the model.
class RunSettings : public QFrame {
    Q_OBJECT

public:
    RunSettings(ProfileRunner &runner, const GraphDocument &document, QWidget *parent);

    /// Shows it below that widget.
    void openBelow(const QWidget *anchor);
    /// How many choices differ from the usual ones.
    [[nodiscard]] int changedCount() const;

private:
    void createRuns(Form *form);
    void createChoices(Form *form);
    void createTune();
    void addFileChoice(QLineEdit *field, const QString &title, const QString &filter);
    void showInputs();
    void addInput(const QString &name, const QString &shape);
    void showOptions();

    ProfileRunner &m_runner;
    const GraphDocument &m_document;
    Form *m_form;
    int m_fixedRows = 0; ///< of the form; those of inputs follow
    QSpinBox *m_warmup;
    QCheckBox *m_settles;
    QLineEdit *m_seed;
    QLineEdit *m_parameters;
    QList<QCheckBox *> m_choices;
    QPushButton *m_tune;
};

} // namespace nervure
