// SPDX-License-Identifier: Apache-2.0
#include "core/support/table_text.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// Tables as other programs read them.
class TstTableText : public QObject {
    Q_OBJECT

private:
    const std::vector<TextColumn> m_columns{{"name"}, {"ms", true}};

private Q_SLOTS:
    void cellsAreQuotedWhereTheyMustBe()
    {
        QCOMPARE(csvTable(m_columns, {{"a,b", "1"}, {"say \"x\"", "2.5"}, {"two\nlines"}}),
                 std::string("name,ms\n\"a,b\",1\n\"say \"\"x\"\"\",2.5\n\"two\nlines\",\n"));
    }

    void marksOfMarkdownAreShownAsTheyAre()
    {
        QCOMPARE(
            markdownTable(m_columns, {{"conv_1", "1"}, {"__init__ | *x*", "2"}, {"two\nlines"}}),
            std::string("| name | ms |\n| --- | ---: |\n| conv_1 | 1 |\n"
                        "| \\_\\_init\\_\\_ \\| \\*x\\* | 2 |\n| two lines |  |\n"));
    }
};

NERVURE_TEST(TstTableText)
#include "tst_table_text.moc"
