// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/dialogs/preferences.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;

namespace nervure {

class FileListField;

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
    void addThemeRow(QFormLayout *form, ThemeChoice theme);
    void addLanguageRow(QFormLayout *form, const QList<LanguageChoice> &languages,
                        const QString &language);
    void addSemanticsRow(QFormLayout *form, std::optional<Semantics> semantics);
    void addOperatorsRow(QFormLayout *form, const QStringList &files);
    void addSavingRow(QFormLayout *form, bool showsDifference);
    void addWheelRow(QFormLayout *form, WheelChoice wheel);
    void addFoldedRow(QFormLayout *form, bool opensFolded);
    void addMotionRow(QFormLayout *form, bool animates);
    void addWindowRow(QFormLayout *form, bool opensTabs);
    void addStartRow(QFormLayout *form, bool reopens);
    void addWorkerRow(QFormLayout *form, const QString &command);

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
