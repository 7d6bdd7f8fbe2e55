// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/settings_dialog.h"

#include "widgets/dialogs/file_list_field.h"
#include "widgets/style/form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace nervure {

namespace {

constexpr int byDialect = -1;
constexpr int hintWidth = 340;

/// A field with a line of explanation right under it.
void addRowWithHint(Form *form, const QString &title, QWidget *field, const QString &hint)
{
    auto *words = new QLabel(hint);
    words->setWordWrap(true);
    words->setForegroundRole(QPalette::PlaceholderText);
    // A dialog is opened at its hint, which knows no height for a width.
    words->setMinimumSize(hintWidth, words->heightForWidth(hintWidth));
    auto *column = new QVBoxLayout;
    column->setSpacing(4);
    column->addWidget(field);
    column->addWidget(words);
    auto *label = new QLabel(title);
    label->setBuddy(field);
    form->addRow(label, column);
}

template <typename Value>
void choose(QComboBox *box, const Value &value)
{
    box->setCurrentIndex(qMax(0, box->findData(QVariant::fromValue(value))));
}

} // namespace

SettingsDialog::SettingsDialog(const Preferences &preferences,
                               const QList<LanguageChoice> &languages, QWidget *parent)
    : QDialog(parent),
      m_theme(new QComboBox(this)),
      m_language(new QComboBox(this)),
      m_semantics(new QComboBox(this)),
      m_wheel(new QComboBox(this)),
      m_operators(new FileListField(QStringLiteral("settings-operators"),
                                    tr("Operators of your own"),
                                    tr("Declarations of operators (*.json)"), this)),
      m_difference(new QCheckBox(tr("Show the di&fference before overwriting a file"), this)),
      m_folded(new QCheckBox(tr("Open f&olded"), this)),
      m_animates(new QCheckBox(tr("Show how pictures change, in &motion"), this)),
      m_tabs(new QCheckBox(tr("Open models as &tabs of one window"), this)),
      m_reopens(new QCheckBox(tr("&Reopen the models of the last session"), this)),
      m_worker(new QLineEdit(this))
{
    setWindowTitle(tr("Settings"));
    setObjectName(QStringLiteral("settings-dialog"));
    auto *form = new Form;
    form->setVerticalSpacing(12);
    addThemeRow(form, preferences.theme);
    addLanguageRow(form, languages, preferences.language);
    addWheelRow(form, preferences.wheel);
    addFoldedRow(form, preferences.opensFolded);
    addMotionRow(form, preferences.animates);
    addWindowRow(form, preferences.opensTabs);
    addStartRow(form, preferences.reopens);
    addSemanticsRow(form, preferences.semantics);
    addOperatorsRow(form, preferences.operatorFiles);
    addSavingRow(form, preferences.showsDifference);
    addWorkerRow(form, preferences.workerCommand);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addLayout(form);
    layout->addSpacing(12);
    layout->addStretch();
    layout->addWidget(buttons);
    setMinimumWidth(480);
}

void SettingsDialog::addThemeRow(Form *form, ThemeChoice theme)
{
    m_theme->setObjectName(QStringLiteral("settings-theme"));
    m_theme->addItem(tr("As the desktop"), static_cast<int>(ThemeChoice::System));
    m_theme->addItem(tr("Light"), static_cast<int>(ThemeChoice::Light));
    m_theme->addItem(tr("Dark"), static_cast<int>(ThemeChoice::Dark));
    choose(m_theme, static_cast<int>(theme));
    form->addRow(tr("&Colors"), m_theme);
}

void SettingsDialog::addLanguageRow(Form *form, const QList<LanguageChoice> &languages,
                                    const QString &language)
{
    m_language->setObjectName(QStringLiteral("settings-language"));
    m_language->addItem(tr("As the desktop"), QString());
    for (const LanguageChoice &choice : languages) {
        m_language->addItem(choice.name, choice.code);
    }
    choose(m_language, language);
    addRowWithHint(form, tr("&Language"), m_language,
                   tr("A new language shows when Nervure is started again."));
}

void SettingsDialog::addWheelRow(Form *form, WheelChoice wheel)
{
    m_wheel->setObjectName(QStringLiteral("settings-wheel"));
    m_wheel->addItem(tr("Scrolls (with Ctrl: zooms)"), static_cast<int>(WheelChoice::Scroll));
    m_wheel->addItem(tr("Zooms (with Ctrl: scrolls)"), static_cast<int>(WheelChoice::Zoom));
    choose(m_wheel, static_cast<int>(wheel));
    form->addRow(tr("Mouse &wheel"), m_wheel);
}

void SettingsDialog::addFoldedRow(Form *form, bool opensFolded)
{
    m_folded->setObjectName(QStringLiteral("settings-folded"));
    m_folded->setChecked(opensFolded);
    addRowWithHint(form, tr("Large models"), m_folded,
                   tr("By node names or repeating blocks, where that gives a readable picture."));
}

void SettingsDialog::addMotionRow(Form *form, bool animates)
{
    m_animates->setObjectName(QStringLiteral("settings-motion"));
    m_animates->setChecked(animates);
    addRowWithHint(form, tr("Motion"), m_animates,
                   tr("From step to step of a compiler. Where the desktop asks for no motion "
                      "there is none."));
}

void SettingsDialog::addWindowRow(Form *form, bool opensTabs)
{
    m_tabs->setObjectName(QStringLiteral("settings-tabs"));
    m_tabs->setChecked(opensTabs);
    form->addRow(tr("Windows"), m_tabs);
}

void SettingsDialog::addStartRow(Form *form, bool reopens)
{
    m_reopens->setObjectName(QStringLiteral("settings-reopens"));
    m_reopens->setChecked(reopens);
    form->addRow(tr("At the start"), m_reopens);
}

void SettingsDialog::addSemanticsRow(Form *form, std::optional<Semantics> semantics)
{
    m_semantics->setObjectName(QStringLiteral("settings-semantics"));
    m_semantics->addItem(tr("By dialect: NNVM exact, LightNet fixed"), byDialect);
    m_semantics->addItem(tr("Exact: what the original does"), static_cast<int>(Semantics::Exact));
    m_semantics->addItem(tr("Fixed: what its documentation promises"),
                         static_cast<int>(Semantics::Fixed));
    choose(m_semantics, semantics ? static_cast<int>(*semantics) : byDialect);
    addRowWithHint(
        form, tr("&Semantics"), m_semantics,
        tr("Exact repeats what NNVM or LightNet computes, faults included; fixed follows their "
           "documentation. Applies to models opened from now on."));
}

void SettingsDialog::addOperatorsRow(Form *form, const QStringList &files)
{
    m_operators->setPaths(files);
    addRowWithHint(form, tr("Operators of &your own"), m_operators,
                   tr("Files that declare the operators of your compiler."));
}

void SettingsDialog::addSavingRow(Form *form, bool showsDifference)
{
    m_difference->setObjectName(QStringLiteral("settings-difference"));
    m_difference->setChecked(showsDifference);
    form->addRow(tr("Saving"), m_difference);
}

void SettingsDialog::addWorkerRow(Form *form, const QString &command)
{
    m_worker->setObjectName(QStringLiteral("settings-worker"));
    m_worker->setText(command);
    m_worker->setPlaceholderText(tr("this computer"));
    m_worker->setClearButtonEnabled(true);
    addRowWithHint(form, tr("&Device work"), m_worker,
                   tr("A command that answers as a worker, for example "
                      "“ssh host nervure-cli worker”. Empty: this computer."));
}

Preferences SettingsDialog::preferences() const
{
    Preferences result;
    result.theme = static_cast<ThemeChoice>(m_theme->currentData().toInt());
    result.language = m_language->currentData().toString();
    result.wheel = static_cast<WheelChoice>(m_wheel->currentData().toInt());
    result.opensFolded = m_folded->isChecked();
    result.animates = m_animates->isChecked();
    result.opensTabs = m_tabs->isChecked();
    result.reopens = m_reopens->isChecked();
    const int semantics = m_semantics->currentData().toInt();
    if (semantics != byDialect) {
        result.semantics = static_cast<Semantics>(semantics);
    }
    result.operatorFiles = m_operators->paths();
    result.showsDifference = m_difference->isChecked();
    result.workerCommand = m_worker->text().trimmed();
    return result;
}

} // namespace nervure
