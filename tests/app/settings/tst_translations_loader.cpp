// SPDX-License-Identifier: Apache-2.0
#include "app/settings/translations_loader.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstTranslationsLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLanguageNamesItself();
    void switchingTranslatesTheClassesThemselves();
    void englishHasSingularAndPlural();
    void aLanguageWithoutWordsIsEnglish();

private:
    static QString selected(int nodes)
    {
        return QCoreApplication::translate("nervure::StatusBar", "%n node(s) selected", nullptr,
                                           nodes);
    }
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

void TstTranslationsLoader::switchingTranslatesTheClassesThemselves()
{
    TranslationsLoader loader;
    loader.load(QStringLiteral("zh_CN"));
    QCOMPARE(SettingsDialog::tr("Settings"), QStringLiteral("设置"));
    QCOMPARE(selected(2), QStringLiteral("已选中 2 个节点"));
    loader.load(QStringLiteral("en"));
    QCOMPARE(SettingsDialog::tr("Settings"), QStringLiteral("Settings"));
}

void TstTranslationsLoader::englishHasSingularAndPlural()
{
    TranslationsLoader loader;
    loader.load(QStringLiteral("en"));
    QCOMPARE(selected(1), QStringLiteral("1 node selected"));
    QCOMPARE(selected(2), QStringLiteral("2 nodes selected"));
}

void TstTranslationsLoader::aLanguageWithoutWordsIsEnglish()
{
    TranslationsLoader loader;
    loader.load(QStringLiteral("C"));
    QCOMPARE(selected(1), QStringLiteral("1 node selected"));
    loader.load(QStringLiteral("eo"));
    QCOMPARE(selected(2), QStringLiteral("2 nodes selected"));
}

NERVURE_TEST(TstTranslationsLoader)
#include "tst_translations_loader.moc"
