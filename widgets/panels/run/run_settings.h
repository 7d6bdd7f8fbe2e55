// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QList>

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace nervure {

class GraphDocument;
class ProfileRunner;

/// All that can be chosen of a run but for the device: opens below a button, and takes effect at once.
class RunSettings : public QFrame {
    Q_OBJECT

public:
    RunSettings(ProfileRunner &runner, const GraphDocument &document, QWidget *parent);

    /// Shows it below that widget.
    void openBelow(const QWidget *anchor);
    /// How many choices differ from the usual ones.
    [[nodiscard]] int changedCount() const;

private:
    void createRuns(QFormLayout *form);
    void createChoices(QFormLayout *form);
    void addFileChoice(QLineEdit *field, const QString &title, const QString &filter);
    void showInputs();
    void addInput(const QString &name, const QString &shape);
    void showOptions();

    ProfileRunner &m_runner;
    const GraphDocument &m_document;
    QFormLayout *m_form;
    int m_fixedRows = 0; ///< of the form; those of inputs follow
    QSpinBox *m_warmup;
    QCheckBox *m_settles;
    QLineEdit *m_seed;
    QLineEdit *m_parameters;
    QList<QCheckBox *> m_choices;
};

} // namespace nervure
