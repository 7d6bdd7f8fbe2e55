// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile.h"

#include <QTest>

using namespace nervure;

class TstProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statisticsOfNothingAreZero();
    void statisticsOfOneAreThatOne();
    void percentilesInterpolate();
};

void TstProfile::statisticsOfNothingAreZero()
{
    QCOMPARE(summarise({}).count, std::size_t{0});
    QCOMPARE(summarise({}).median, 0.0);
}

void TstProfile::statisticsOfOneAreThatOne()
{
    const Statistics one = summarise(std::vector<double>{3});
    QCOMPARE(one.median, 3.0);
    QCOMPARE(one.p99, 3.0);
    QCOMPARE(one.deviation, 0.0);
}

void TstProfile::percentilesInterpolate()
{
    const Statistics four = summarise(std::vector<double>{4, 1, 3, 2});
    QCOMPARE(four.median, 2.5);
    QCOMPARE(four.min, 1.0);
    QCOMPARE(four.max, 4.0);
    QCOMPARE(four.mean, 2.5);
    QCOMPARE(four.p90, 3.7);
}

QTEST_GUILESS_MAIN(TstProfile)
#include "tst_profile.moc"
