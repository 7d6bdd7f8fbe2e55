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

NERVURE_TEST(TstTable)
#include "tst_table.moc"
