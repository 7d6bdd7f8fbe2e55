// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/statistics.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

using namespace nervure;

class TstStatistics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsZero();
    void oneIsThatOne();
    void percentilesInterpolate();
    void fewerThanFiveHaveNoInterval();
    void confidenceIsWhatTheRanksGive();
    void intervalHoldsTheMedianAsOftenAsItSays();
    void outliersAreCounted();
    void equalTimesHaveNoOutliers();
    void driftIsSeenAndNoiseIsNot();
    void coldRunsAreCounted_data();
    void coldRunsAreCounted();
};

void TstStatistics::nothingIsZero()
{
    QCOMPARE(summarize({}).count, std::size_t{0});
    QCOMPARE(summarize({}).median, 0.0);
    QCOMPARE(unsettledRuns({}), std::size_t{0});
    QCOMPARE(driftOf({}).change, 0.0);
}

void TstStatistics::oneIsThatOne()
{
    const Statistics one = summarize(std::vector<double>{3});
    QCOMPARE(one.median, 3.0);
    QCOMPARE(one.p99, 3.0);
    QVERIFY(!one.interval);
    QVERIFY(!one.uncertainty());
    QCOMPARE(one.deviation, 0.0);
    QCOMPARE(one.outliers, std::size_t{0});
}

void TstStatistics::percentilesInterpolate()
{
    const Statistics four = summarize(std::vector<double>{4, 1, 3, 2});
    QCOMPARE(four.median, 2.5);
    QCOMPARE(four.min, 1.0);
    QCOMPARE(four.max, 4.0);
    QCOMPARE(four.mean, 2.5);
    QCOMPARE(four.p90, 3.7);
    QCOMPARE(four.mad, 1.0);
}

void TstStatistics::fewerThanFiveHaveNoInterval()
{
    QVERIFY(!summarize(std::vector<double>{5, 1, 4, 2}).interval);
    const Statistics five = summarize(std::vector<double>{5, 1, 4, 2, 3});
    QVERIFY(five.interval);
    QCOMPARE(five.interval->low, 1.0);
    QCOMPARE(five.interval->high, 5.0);
    // All five on one side of their median: twice one in 32.
    QCOMPARE(five.interval->confidence, 1 - 2.0 / 32);
    QCOMPARE(*five.uncertainty(), 2.0 / 3);
}

void TstStatistics::confidenceIsWhatTheRanksGive()
{
    std::vector<double> sample(10);
    std::iota(sample.begin(), sample.end(), 1.0);
    const Statistics ten = summarize(sample);
    QCOMPARE(ten.interval->low, 2.0);
    QCOMPARE(ten.interval->high, 9.0);
    QCOMPARE(ten.interval->confidence, 1 - 2 * 11.0 / 1024);
}

void TstStatistics::intervalHoldsTheMedianAsOftenAsItSays()
{
    // An exponential distribution: skewed, as times are. Its median is ln 2.
    std::mt19937 random(7);
    std::exponential_distribution<double> times(1);
    constexpr int rounds = 2000;
    int held = 0;
    double width = 0;
    for (int round = 0; round < rounds; ++round) {
        std::vector<double> sample(20);
        std::generate(sample.begin(), sample.end(), [&] { return times(random); });
        const Statistics of = summarize(sample);
        held += of.interval->low <= 0.6931 && of.interval->high >= 0.6931 ? 1 : 0;
        width += of.interval->high - of.interval->low;
    }
    QVERIFY2(held > 0.94 * rounds, qPrintable(QString::number(held)));
    // And it is no empty promise: far narrower than the sample.
    QVERIFY(width / rounds < 1.2);
}

void TstStatistics::outliersAreCounted()
{
    const Statistics of = summarize(std::vector<double>{10, 11, 10, 9, 10, 11, 9, 10, 40, 95});
    QCOMPARE(of.outliers, std::size_t{2});
}

void TstStatistics::equalTimesHaveNoOutliers()
{
    QCOMPARE(summarize(std::vector<double>(9, 2.5)).outliers, std::size_t{0});
    QCOMPARE(summarize(std::vector<double>{2.5, 2.5, 2.5, 2.5, 2.51}).outliers, std::size_t{0});
}

void TstStatistics::driftIsSeenAndNoiseIsNot()
{
    std::vector<double> growing;
    for (int i = 0; i < 30; ++i) {
        growing.push_back(10 + 0.1 * i);
    }
    QVERIFY(driftOf(growing).isSignificant);
    QVERIFY(driftOf(growing).change > 0.15);
    std::reverse(growing.begin(), growing.end());
    QVERIFY(driftOf(growing).isSignificant);
    QVERIFY(driftOf(growing).change < -0.1);
    std::shuffle(growing.begin(), growing.end(), std::mt19937(3));
    QVERIFY(!driftOf(growing).isSignificant);
    QVERIFY(!driftOf(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}).isSignificant);
}

void TstStatistics::coldRunsAreCounted_data()
{
    QTest::addColumn<std::vector<double>>("times");
    QTest::addColumn<int>("cold");
    QTest::newRow("none") << std::vector<double>{10, 10.1, 9.9, 10, 10.2, 10} << 0;
    QTest::newRow("two") << std::vector<double>{500, 20, 10, 10.1, 9.9, 10, 10.2, 10} << 2;
    QTest::newRow("a late outlier") << std::vector<double>{10, 10, 10, 40, 10, 10, 10, 40} << 0;
    QTest::newRow("too few") << std::vector<double>{500, 10, 10} << 0;
}

void TstStatistics::coldRunsAreCounted()
{
    QFETCH(std::vector<double>, times);
    QFETCH(int, cold);
    QCOMPARE(unsettledRuns(times), static_cast<std::size_t>(cold));
}

NERVURE_TEST(TstStatistics)
#include "tst_statistics.moc"
