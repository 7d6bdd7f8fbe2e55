// SPDX-License-Identifier: Apache-2.0
#include "app/settings/settings.h"
#include "tests/support/test_class.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

class TstSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNewInstallationHasTheDefaults();
    void preferencesSurviveARestart();
    void wordsNobodyKnowsAreTheDefault();
    void theSamePreferencesAreNoChange();

private:
    [[nodiscard]] QString file() const { return m_folder.filePath(QStringLiteral("s.ini")); }

    QTemporaryDir m_folder;
};

void TstSettings::aNewInstallationHasTheDefaults()
{
    QSettings store(file(), QSettings::IniFormat);
    const Settings settings(store);
    QVERIFY(settings.preferences() == Preferences());
}

void TstSettings::preferencesSurviveARestart()
{
    Preferences wanted;
    wanted.theme = ThemeChoice::Dark;
    wanted.language = QStringLiteral("zh_CN");
    wanted.semantics = Semantics::Exact;
    wanted.wheel = WheelChoice::Zoom;
    wanted.workerCommand = QStringLiteral("ssh host nervure-cli worker");
    {
        QSettings store(file(), QSettings::IniFormat);
        Settings(store).setPreferences(wanted);
    }
    QSettings store(file(), QSettings::IniFormat);
    QVERIFY(Settings(store).preferences() == wanted);
}

void TstSettings::wordsNobodyKnowsAreTheDefault()
{
    QSettings store(file(), QSettings::IniFormat);
    store.setValue(QStringLiteral("view/theme"), QStringLiteral("sepia"));
    QCOMPARE(Settings(store).preferences().theme, ThemeChoice::System);
}

void TstSettings::theSamePreferencesAreNoChange()
{
    QSettings store(file(), QSettings::IniFormat);
    Settings settings(store);
    QSignalSpy changed(&settings, &Settings::preferencesChanged);
    settings.setPreferences(settings.preferences());
    QCOMPARE(changed.count(), 0);
    Preferences other = settings.preferences();
    other.language = QStringLiteral("en");
    settings.setPreferences(other);
    QCOMPARE(changed.count(), 1);
}

NERVURE_TEST(TstSettings)
#include "tst_settings.moc"
