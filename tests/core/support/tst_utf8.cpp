// SPDX-License-Identifier: Apache-2.0
#include "core/support/utf8.h"

#include "tests/support/test_class.h"

using namespace nervure;

class TstUtf8 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lengths_data();
    void lengths();
};

void TstUtf8::lengths_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("length");
    QTest::newRow("nothing") << QByteArray() << 0;
    QTest::newRow("ASCII") << QByteArray("ab") << 1;
    QTest::newRow("two bytes") << QByteArray("\xc3\xa4x") << 2;
    QTest::newRow("three") << QByteArray("\xe2\x82\xac") << 3;
    QTest::newRow("four") << QByteArray("\xf0\x9f\x98\x80") << 4;
    QTest::newRow("cut off") << QByteArray("\xe2\x82") << 0;
    QTest::newRow("continuation alone") << QByteArray("\x82") << 0;
    QTest::newRow("overlong") << QByteArray("\xc0\x80") << 0;
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << 0;
    QTest::newRow("beyond Unicode") << QByteArray("\xf4\x90\x80\x80") << 0;
}

void TstUtf8::lengths()
{
    QFETCH(QByteArray, text);
    QFETCH(int, length);
    QCOMPARE(utf8Length(text.toStdString()), std::size_t(length));
}

NERVURE_TEST(TstUtf8)
#include "tst_utf8.moc"
