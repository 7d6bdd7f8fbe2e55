// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/dialogs/preferences.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace nervure {

class FileListField;
class Form;

/// A language the interface has: its code and its own name for itself.
struct LanguageChoice {
    QString code;
    QString name;
};

/// Edits the preferences. What was chosen is to be read after accept().
class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    SettingsDialog(const Preferences &preferences, const QList<LanguageChoice> &languages,
                   QWidget *parent = nullptr);

    [[nodiscard]] Preferences preferences() const;

private:
    void addThemeRow(Form *form, ThemeChoice theme);
    void addLanguageRow(Form *form, const QList<LanguageChoice> &languages,
                        const QString &language);
    void addSemanticsRow(Form *form, std::optional<Semantics> semantics);
    void addOperatorsRow(Form *form, const QStringList &files);
    void addSavingRow(Form *form, bool showsDifference);
    void addWheelRow(Form *form, WheelChoice wheel);
    void addFoldedRow(Form *form, bool opensFolded);
    void addMotionRow(Form *form, bool animates);
    void addWindowRow(Form *form, bool opensTabs);
    void addStartRow(Form *form, bool reopens);
    void addWorkerRow(Form *form, const QString &command);

    QComboBox *m_theme;
    QComboBox *m_language;
    QComboBox *m_semantics;
    QComboBox *m_wheel;
    FileListField *m_operators;
    QCheckBox *m_difference;
    QCheckBox *m_folded;
    QCheckBox *m_animates;
    QCheckBox *m_tabs;
    QCheckBox *m_reopens;
    QLineEdit *m_worker;
};

} // namespace nervure
