// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet_comments.h"

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
        const std::string blanked = blankLightNetComments(text.toStdString());
        QCOMPARE(QByteArray::fromStdString(blanked), expected);
    }
};

QTEST_APPLESS_MAIN(TstLightNetComments)
#include "tst_lightnet_comments.moc"
