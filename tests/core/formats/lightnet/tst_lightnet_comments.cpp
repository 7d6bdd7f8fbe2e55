// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/lightnet_comments.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstLightNetComments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void blanks_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const char *text, const char *expected) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
        };
        row("line",
            "a /"
            "/ b\nc",
            "a     \nc");
        row("block",
            "a /"
            "* b\nc *"
            "/ d",
            "a     \n     d");
        row("in a string",
            "\"/"
            "/\" /"
            "/",
            "\"/"
            "/\"   ");
        row("behind an escaped quote",
            "\"a\\\"/"
            "/ b\" c\nd",
            "\"a\\\"       \nd");
        row("line without end",
            "a /"
            "/",
            "a   ");
        row("block without end",
            "a /"
            "* b",
            "a     ");
        row("string without end",
            "\"a /"
            "/",
            "\"a /"
            "/");
        row("slash at the end", "a /", "a /");
    }

    void blanks()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        const BlankedComments blanked = blankLightNetComments(text.toStdString());
        QCOMPARE(QByteArray::fromStdString(blanked.text), expected);
    }

    void aBlockWithoutEndIsTold_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("openAt"); // -1: none is open
        QTest::newRow("no comment") << QByteArray("a") << -1;
        QTest::newRow("closed") << QByteArray("a /"
                                              "* b *"
                                              "/ c")
                                << -1;
        QTest::newRow("open") << QByteArray("a /"
                                            "* b")
                              << 2;
        QTest::newRow("open behind a closed one") << QByteArray("/"
                                                                "* a *"
                                                                "/ /"
                                                                "* b")
                                                  << 8;
        QTest::newRow("in a line comment") << QByteArray("a /"
                                                         "/ /"
                                                         "* b\nc")
                                           << -1;
        QTest::newRow("in a string") << QByteArray("\"/"
                                                   "* b\"")
                                     << -1;
        QTest::newRow("closed by its own star") << QByteArray("/"
                                                              "*"
                                                              "/")
                                                << 0;
    }

    void aBlockWithoutEndIsTold()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, openAt);
        const BlankedComments blanked = blankLightNetComments(text.toStdString());
        QCOMPARE(blanked.openAt.has_value() ? static_cast<int>(*blanked.openAt) : -1, openAt);
    }
};

NERVURE_TEST(TstLightNetComments)
#include "tst_lightnet_comments.moc"
