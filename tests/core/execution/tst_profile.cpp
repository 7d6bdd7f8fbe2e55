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
    void layersAndLaunchesExplainTheWall();
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

void TstProfile::layersAndLaunchesExplainTheWall()
{
    ProfileData data;
    QCOMPARE(explainedPart(data), 0.0);
    data.wallMs = summarise(std::vector<double>{8, 12});
    data.layers.resize(2);
    data.layers[0].ms = summarise(std::vector<double>{4, 6});
    data.layers[0].launchMeanMs = 1;
    data.layers[1].ms = summarise(std::vector<double>{2, 4});
    QCOMPARE(explainedPart(data), 0.9);
}

QTEST_GUILESS_MAIN(TstProfile)
#include "tst_profile.moc"
