// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/text/format.h"

#include <QLocale>
#include <QTest>

#include <limits>

using namespace nervure;

class TstFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void timesHaveThreeDigits_data()
    {
        QTest::addColumn<double>("ms");
        QTest::addColumn<QString>("text");
        QTest::newRow("one") << 1.2449 << QStringLiteral("1.24 ms");
        QTest::newRow("ten") << 12.449 << QStringLiteral("12.4 ms");
        QTest::newRow("hundred") << 124.49 << QStringLiteral("124 ms");
        QTest::newRow("rounds up") << 9.999 << QStringLiteral("10.0 ms");
        QTest::newRow("second") << 2071.0 << QStringLiteral("2.07 s");
        QTest::newRow("micro") << 0.0124 << QStringLiteral("12.4 µs");
        QTest::newRow("below one") << 0.5 << QStringLiteral("0.500 ms");
    }
    void timesHaveThreeDigits()
    {
        QFETCH(double, ms);
        QFETCH(QString, text);
        QCOMPARE(formatTime(ms).replace(QChar(0x00a0), u' '), text);
    }

    void aColumnHasOneUnit()
    {
        const TimeUnit unit = timeUnitFor(120);
        QCOMPARE(formatTime(0.004, unit).replace(QChar(0x00a0), u' '), QStringLiteral("0.004 ms"));
        QCOMPARE(formatTime(0, unit).replace(QChar(0x00a0), u' '), QStringLiteral("0.00 ms"));
    }

    void unknownIsADash()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(formatTime(nan, TimeUnit::Milliseconds), QStringLiteral("–"));
        QCOMPARE(formatBytes(-1), QStringLiteral("–"));
        QCOMPARE(formatShare(nan), QStringLiteral("–"));
    }

    void bytesCountInTens_data()
    {
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("exact") << qint64(640) << QStringLiteral("640 B");
        QTest::newRow("kilo") << qint64(4136) << QStringLiteral("4.1 kB");
        QTest::newRow("mega") << qint64(3145728) << QStringLiteral("3.1 MB");
        QTest::newRow("hundred") << qint64(553431000) << QStringLiteral("553 MB");
        QTest::newRow("border") << qint64(999999) << QStringLiteral("1.0 MB");
    }
    void bytesCountInTens()
    {
        QFETCH(qint64, bytes);
        QFETCH(QString, text);
        QCOMPARE(formatBytes(bytes).replace(QChar(0x00a0), u' '), text);
    }

    void countsAreGrouped()
    {
        QCOMPARE(formatCount(11689512), QStringLiteral("11,689,512"));
        QCOMPARE(formatAmount(1814073344).replace(QChar(0x00a0), u' '), QStringLiteral("1.81 G"));
        QCOMPARE(formatShare(0.1234).replace(QChar(0x00a0), u' '), QStringLiteral("12.3 %"));
    }

    void longLinesBreakBetweenWords()
    {
        const QString word(30, u'w');
        const QString line = QStringList(7, word).join(u' ');
        QCOMPARE(inShortLines(QStringLiteral("a\nb c")), QStringLiteral("a\nb c"));
        QCOMPARE(inShortLines(line), QStringList({QStringList(3, word).join(u' '),
                                                  QStringList(3, word).join(u' '), word})
                                         .join(u'\n'));
        QCOMPARE(inShortLines(QString(300, u'w')), QString(300, u'w'));
    }

    void shapesAreReadAsPeopleTypeThem_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isShape");
        QTest::newRow("commas") << QStringLiteral("1,3,224,224") << true;
        QTest::newRow("x") << QStringLiteral("1x3x224x224") << true;
        QTest::newRow("times") << QStringLiteral(" 1 × 3 × 224 × 224 ") << true;
        QTest::newRow("brackets") << QStringLiteral("[1, 3, 224, 224]") << true;
        QTest::newRow("parentheses") << QStringLiteral("(1,3,224,224)") << true;
        QTest::newRow("zero") << QStringLiteral("0,3,224,224") << false;
        QTest::newRow("negative") << QStringLiteral("-1,3,224,224") << false;
        QTest::newRow("words") << QStringLiteral("large") << false;
        QTest::newRow("empty") << QString() << false;
        QTest::newRow("overflow") << QStringLiteral("4294967296,4294967296,4") << false;
    }
    void shapesAreReadAsPeopleTypeThem()
    {
        QFETCH(QString, text);
        QFETCH(bool, isShape);
        const auto shape = parseShape(text);
        QCOMPARE(shape.has_value(), isShape);
        if (isShape) {
            QVERIFY(*shape == (Shape{1, 3, 224, 224}));
            QCOMPARE(formatShape(*shape), QStringLiteral("1×3×224×224"));
        }
    }
};

NERVURE_TEST(TstFormat)
#include "tst_format.moc"
