// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/profile.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersAndLaunchesExplainTheWall();
};

void TstProfile::layersAndLaunchesExplainTheWall()
{
    ProfileData data;
    QCOMPARE(explainedPart(data), 0.0);
    data.wallMs = summarize(std::vector<double>{8, 12});
    data.layers.resize(2);
    data.layers[0].ms = summarize(std::vector<double>{4, 6});
    data.layers[0].launchMeanMs = 1;
    data.layers[1].ms = summarize(std::vector<double>{2, 4});
    QCOMPARE(explainedPart(data), 0.9);
}

NERVURE_TEST(TstProfile)
#include "tst_profile.moc"
