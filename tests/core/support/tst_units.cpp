// SPDX-License-Identifier: Apache-2.0
#include "core/support/units.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstUnits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void largeCountsAreGrouped();
    void bytesTakeTheUnitOfTheirSize();
    void timesHaveThreeSignificantDigits_data();
    void timesHaveThreeSignificantDigits();
};

void TstUnits::largeCountsAreGrouped()
{
    QCOMPARE(groupedText(0), std::string("0"));
    QCOMPARE(groupedText(999), std::string("999"));
    QCOMPARE(groupedText(1000), std::string("1,000"));
    QCOMPARE(groupedText(-1234567), std::string("-1,234,567"));
    QCOMPARE(groupedText(-999), std::string("-999"));
}

void TstUnits::bytesTakeTheUnitOfTheirSize()
{
    QCOMPARE(bytesText(512), std::string("512 B"));
    QCOMPARE(bytesText(3211264), std::string("3.21 MB"));
    QCOMPARE(bytesText(999999), std::string("1.00 MB"));
    QCOMPARE(countText(1814073344), std::string("1.81 G"));
    QCOMPARE(countText(7), std::string("7"));
}

void TstUnits::timesHaveThreeSignificantDigits_data()
{
    QTest::addColumn<double>("ms");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("zero") << 0.0 << QByteArray("0 ms");
    QTest::newRow("milliseconds") << 1.2449 << QByteArray("1.24 ms");
    QTest::newRow("carry") << 9.996 << QByteArray("10.0 ms");
    QTest::newRow("microseconds") << 0.0123 << QByteArray("12.3 µs");
    QTest::newRow("seconds") << 2066.0 << QByteArray("2.07 s");
}

void TstUnits::timesHaveThreeSignificantDigits()
{
    QFETCH(double, ms);
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(durationText(ms)), text);
}

NERVURE_TEST(TstUnits)
#include "tst_units.moc"
