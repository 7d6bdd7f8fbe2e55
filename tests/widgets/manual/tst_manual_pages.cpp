// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/manual/manual_pages.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

using namespace nervure;

namespace {

QStringList linesThatFit(const QString &text, const QString &pattern)
{
    QStringList found;
    const QRegularExpression expression(pattern);
    const QStringList lines = text.split(u'\n');
    for (const QString &line : lines) {
        if (const auto match = expression.match(line); match.hasMatch()) {
            found.append(match.captured(1));
        }
    }
    return found;
}

/// All that follows "](" in a text.
QStringList linkTargets(const QString &text)
{
    QStringList found;
    const QRegularExpression link(QStringLiteral("\\]\\(([^)]*)\\)"));
    for (auto matches = link.globalMatch(text); matches.hasNext();) {
        found.append(matches.next().captured(1));
    }
    return found;
}

} // namespace

class TstManualPages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLanguageHasEveryPageAndNoOther();
    void pagesHaveTheSameHeadingsTablesAndCommands_data() { addPages(); }
    void pagesHaveTheSameHeadingsTablesAndCommands();
    void linksLeadToPages_data() { addPages(); }
    void linksLeadToPages();
    void addressesAndNamesBelongTogether();

private:
    static void addPages()
    {
        QTest::addColumn<QString>("page");
        for (const QString &page : manualPageNames()) {
            QTest::newRow(qPrintable(page)) << page;
        }
    }
};

void TstManualPages::everyLanguageHasEveryPageAndNoOther()
{
    QCOMPARE(manualLanguages(), QStringList({QStringLiteral("en"), QStringLiteral("zh")}));
    QStringList wanted;
    for (const QString &page : manualPageNames()) {
        wanted.append(page + QStringLiteral(".md"));
    }
    wanted.sort();
    for (const QString &language : manualLanguages()) {
        const QDir folder(QStringLiteral(":/nervure/manual/") + language);
        QCOMPARE(folder.entryList(QDir::Files, QDir::Name), wanted);
    }
}

void TstManualPages::pagesHaveTheSameHeadingsTablesAndCommands()
{
    QFETCH(QString, page);
    const QString english = manualText(QStringLiteral("en"), page);
    QVERIFY(english.startsWith(QStringLiteral("# ")));
    for (const QString &language : manualLanguages()) {
        const QString text = manualText(language, page);
        for (const char *pattern : {"^(#+) ", "^    (.*)$", "^(\\|[ |-]+\\|)$", "^(-) "}) {
            QCOMPARE(linesThatFit(text, QString::fromLatin1(pattern)),
                     linesThatFit(english, QString::fromLatin1(pattern)));
        }
        QCOMPARE(linesThatFit(text, QStringLiteral("^(\\|)")).size(),
                 linesThatFit(english, QStringLiteral("^(\\|)")).size());
        QStringList links = linkTargets(text);
        QStringList wanted = linkTargets(english);
        links.sort();
        wanted.sort();
        QCOMPARE(links, wanted);
    }
}

void TstManualPages::linksLeadToPages()
{
    QFETCH(QString, page);
    const QString text = manualText(QStringLiteral("en"), page);
    for (const QString &link : linkTargets(text)) {
        const bool isPicture = link.startsWith(QStringLiteral("pictures/"));
        QVERIFY2(isPicture || !manualPageOf(link).isEmpty(), qPrintable(link));
    }
}

void TstManualPages::addressesAndNamesBelongTogether()
{
    const QString files = QStringLiteral("files");
    QCOMPARE(manualPageOf(manualAddress(QStringLiteral("zh"), files)), files);
    QVERIFY(manualPageOf(QStringLiteral("https://www.qt.io/files")).isEmpty());
    QVERIFY(manualPageOf(QStringLiteral("nothing.md")).isEmpty());
    QVERIFY(manualText(QStringLiteral("en"), QStringLiteral("nothing")).isEmpty());
    QCOMPARE(manualTitle(QStringLiteral("zh"), files), QStringLiteral("文件"));
    QVERIFY(!manualWords(QStringLiteral("en"), files).contains(u'`'));
}

NERVURE_GUI_TEST(TstManualPages)
#include "tst_manual_pages.moc"
