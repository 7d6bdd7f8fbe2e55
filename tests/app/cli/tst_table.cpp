// SPDX-License-Identifier: Apache-2.0
#include "app/cli/table.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure::cli;

class TstTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columnsLineUp();
    void wideCharactersCountTwice();
    void brokenUtf8IsCountedByByte();
    void theWidestTextsGiveWay();
    void textsAreCutAtTheirEnd();
};

void TstTable::columnsLineUp()
{
    Table table({{"name"}, {"ms", Table::Align::Right}});
    table.add({"conv", "1.2"});
    table.add({"a longer one", "12.25"});
    QCOMPARE(table.text(), std::string("name             ms\n"
                                       "conv            1.2\n"
                                       "a longer one  12.25\n"));
}

void TstTable::wideCharactersCountTwice()
{
    QCOMPARE(displayWidth("1×3"), std::size_t(3));
    QCOMPARE(displayWidth("卷积"), std::size_t(4));
}

void TstTable::brokenUtf8IsCountedByByte()
{
    QCOMPARE(displayWidth("\xE5\xE5"
                          "a"),
             std::size_t(3));
}

void TstTable::theWidestTextsGiveWay()
{
    Table table({{"name"}, {"ms", Table::Align::Right}, {"what"}});
    table.add({"stage1_unit1_conv1", "123456.2", "a word or two"});
    QCOMPARE(table.text(32), std::string("name              ms  what\n"
                                         "stage1_un…  123456.2  a word or…\n"));
    // Numbers stay whole, and no text gets narrower than some letters.
    QCOMPARE(table.text(5), std::string("name            ms  what\n"
                                        "stage1_…  123456.2  a word …\n"));
    QCOMPARE(table.text(100), table.text());
}

void TstTable::textsAreCutAtTheirEnd()
{
    QCOMPARE(elided("conv", 4), std::string("conv"));
    QCOMPARE(elided("conv0", 4), std::string("con…"));
    QCOMPARE(elided("卷积网络", 4), std::string("卷…"));
    QCOMPARE(elided("conv0", 0), std::string());
}

NERVURE_TEST(TstTable)
#include "tst_table.moc"
