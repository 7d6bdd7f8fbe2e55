// SPDX-License-Identifier: Apache-2.0
#include "app/translations_loader.h"

#include <QTest>

using namespace nervure;

class TstTranslationsLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLanguageNamesItself();
    void switchingTranslatesAndEnglishIsTheSource();
};

void TstTranslationsLoader::everyLanguageNamesItself()
{
    const QList<LanguageChoice> languages = TranslationsLoader::languages();
    QCOMPARE(languages.first().code, QStringLiteral("en"));
    QVERIFY(languages.size() >= 2);
    for (const LanguageChoice &language : languages) {
        QVERIFY(!language.name.isEmpty());
    }
}

void TstTranslationsLoader::switchingTranslatesAndEnglishIsTheSource()
{
    TranslationsLoader loader;
    const char *context = "nervure::SettingsDialog";
    loader.load(QStringLiteral("zh_CN"));
    QCOMPARE(loader.isLoaded(), true);
    loader.load(QStringLiteral("en"));
    QCOMPARE(loader.isLoaded(), false);
    QCOMPARE(QCoreApplication::translate(context, "Settings"), QStringLiteral("Settings"));
}

QTEST_GUILESS_MAIN(TstTranslationsLoader)
#include "tst_translations_loader.moc"
