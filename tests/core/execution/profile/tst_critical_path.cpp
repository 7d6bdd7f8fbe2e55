// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/critical_path.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// A layer of that many milliseconds, after those.
void addLayer(ProfileData &data, double ms, std::vector<std::uint32_t> after)
{
    LayerProfile layer;
    layer.id = static_cast<std::uint32_t>(data.layers.size());
    layer.ms.median = ms;
    layer.after = std::move(after);
    data.layers.push_back(std::move(layer));
}

} // namespace

class TstCriticalPath : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theShorterBranchHasSlack()
    {
        ProfileData data;
        addLayer(data, 1, {});
        addLayer(data, 5, {0});
        addLayer(data, 2, {0});
        addLayer(data, 0.5, {2});
        addLayer(data, 1, {1, 3});
        const CriticalPath path = criticalPathOf(data);
        QCOMPARE(path.ms, 7.0);
        QCOMPARE(path.slackMs, (std::vector<double>{0, 0, 2.5, 2.5, 0}));
        QCOMPARE(path.layers, std::size_t{3});
    }

    void whatNothingWaitsForHasSlackToTheEnd()
    {
        ProfileData data;
        addLayer(data, 3, {});
        addLayer(data, 1, {});
        addLayer(data, 1, {0});
        QCOMPARE(criticalPathOf(data).slackMs, (std::vector<double>{0, 3, 0}));
    }

    void withoutWordOfWhatWaitsAllDo()
    {
        ProfileData data;
        addLayer(data, 3, {});
        addLayer(data, 1, {});
        const CriticalPath path = criticalPathOf(data);
        QCOMPARE(path.ms, 4.0);
        QCOMPARE(path.layers, std::size_t{2});
        QCOMPARE(criticalPathOf({}).ms, 0.0);
    }

    void whatAFileSaysOfLaterLayersIsPassedOver()
    {
        ProfileData data;
        addLayer(data, 3, {1, 0, 7});
        addLayer(data, 1, {0});
        QCOMPARE(criticalPathOf(data).ms, 4.0);
    }
};

NERVURE_TEST(TstCriticalPath)
#include "tst_critical_path.moc"
