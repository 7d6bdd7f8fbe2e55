// SPDX-License-Identifier: Apache-2.0
#include "app/settings/translations_loader.h"
#include "core/builtins.h"
#include "tests/support/test_class.h"
#include "widgets/text/core_words.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace nervure;

class TstTranslationsLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLanguageNamesItself();
    void switchingTranslatesTheClassesThemselves();
    void englishHasSingularAndPlural();
    void aLanguageWithoutWordsIsEnglish();
    void whatOperatorsAndPassesSayIsChinese();

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

void TstTranslationsLoader::whatOperatorsAndPassesSayIsChinese()
{
    TranslationsLoader loader;
    loader.load(QStringLiteral("zh_CN"));
    const Builtins builtins = makeBuiltins();
    QStringList missing;
    const auto check = [&missing](const std::string &text) {
        const QString words = coreWords(text);
        const bool isChinese = std::any_of(words.begin(), words.end(), [](QChar letter) {
            return letter.script() == QChar::Script_Han;
        });
        // A formula is the same in every language.
        static const QRegularExpression word(QStringLiteral("\\b[a-z]{3,} [a-z]{2,}\\b"));
        if (!isChinese && word.match(words).hasMatch() && !missing.contains(words)) {
            missing.append(words);
        }
    };
    for (const OpSpec &op : builtins.ops.all()) {
        check(op.summary);
        for (const AttrDecl &attr : op.attrs.decls) {
            check(attr.help);
        }
    }
    for (const PassSpec &pass : builtins.passes.all()) {
        check(pass.summary);
        for (const PassOption &option : pass.options) {
            check(option.help);
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("translations/core_zh_CN.ts lacks\n")
                                           + missing.join(u'\n')));
}

NERVURE_TEST(TstTranslationsLoader)
#include "tst_translations_loader.moc"
