// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/dialogs/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QToolButton>

using namespace nervure;

class TstSettingsDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void untouchedItGivesBackWhatItShows();
    void choicesAreGivenBack();
    void filesAreTakenOut();
};

namespace {

const QList<LanguageChoice> languages{{QStringLiteral("en"), QStringLiteral("English")},
                                      {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};

} // namespace

void TstSettingsDialog::untouchedItGivesBackWhatItShows()
{
    Preferences preferences;
    preferences.theme = ThemeChoice::Dark;
    preferences.language = QStringLiteral("zh_CN");
    preferences.semantics = Semantics::Fixed;
    preferences.wheel = WheelChoice::Zoom;
    preferences.showsDifference = true;
    preferences.operatorFiles = {QStringLiteral("/a/own.json")};
    preferences.workerCommand = QStringLiteral("ssh host nervure-cli worker");
    QVERIFY(SettingsDialog(preferences, languages).preferences() == preferences);
    QVERIFY(SettingsDialog({}, languages).preferences() == Preferences());
}

void TstSettingsDialog::choicesAreGivenBack()
{
    SettingsDialog dialog({}, languages);
    dialog.show();
    auto *theme = dialog.findChild<QComboBox *>(QStringLiteral("settings-theme"));
    QTest::keyClick(theme, Qt::Key_End);
    auto *worker = dialog.findChild<QLineEdit *>(QStringLiteral("settings-worker"));
    auto *difference = dialog.findChild<QCheckBox *>(QStringLiteral("settings-difference"));
    QTest::keyClick(difference, Qt::Key_Space);
    QVERIFY(dialog.preferences().showsDifference);
    QTest::keyClicks(worker, QStringLiteral(" my worker "));
    QCOMPARE(dialog.preferences().theme, ThemeChoice::Dark);
    QCOMPARE(dialog.preferences().workerCommand, QStringLiteral("my worker"));
    QVERIFY(!dialog.preferences().semantics);
}

void TstSettingsDialog::filesAreTakenOut()
{
    Preferences preferences;
    preferences.operatorFiles = {QStringLiteral("/a/one.json"), QStringLiteral("/a/two.json")};
    SettingsDialog dialog(preferences, languages);
    dialog.show();
    auto *list = dialog.findChild<QListWidget *>(QStringLiteral("settings-operators-list"));
    auto *remove = dialog.findChild<QToolButton *>(QStringLiteral("settings-operators-remove"));
    QVERIFY(!remove->isEnabled());
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(list->item(0)).center());
    QTRY_VERIFY(remove->isEnabled());
    QTest::mouseClick(remove, Qt::LeftButton);
    QCOMPARE(dialog.preferences().operatorFiles, QStringList{QStringLiteral("/a/two.json")});
}

NERVURE_GUI_TEST(TstSettingsDialog)
#include "tst_settings_dialog.moc"
