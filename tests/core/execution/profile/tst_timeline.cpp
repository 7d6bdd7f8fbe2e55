// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/timeline.h"

#include "core/execution/profile/time_budget.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

LayerProfile layer(std::uint32_t id, const char *name, double startMs, double ms)
{
    LayerProfile made;
    made.id = id;
    made.node = {NodeId{id}, name};
    made.startMs = startMs;
    made.endMs = startMs + ms;
    made.ms.mean = ms;
    made.launchMeanMs = 0.25;
    return made;
}

/// Two layers of one scope, one beside them, an upload; a run of 10 ms.
ProfileData profile()
{
    ProfileData data;
    data.repeat = 5;
    data.layers = {layer(0, "stage1_conv", 1, 4), layer(1, "stage1_relu", 5, 1),
                   layer(2, "head", 6, 2)};
    LaunchProfile launch;
    launch.kernel = "direct";
    launch.last = {0, 0, 0.5, 0.75, 1, 5};
    data.layers[0].launches = {launch};
    TransferProfile upload;
    upload.name = "data";
    upload.isUpload = true;
    upload.endMs = 0.5;
    upload.ms.mean = 0.5;
    data.transfers = {upload};
    data.wallMs.mean = 10;
    return data;
}

/// The scopes of the layers' nodes, of the same ids.
Graph graph()
{
    Graph made;
    for (const LayerProfile &layer : profile().layers) {
        Node node;
        node.op = "relu";
        node.name = layer.node.name;
        made.add(std::move(node));
    }
    return made;
}

} // namespace

/// A run over time, and by scope.
class TstTimeline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAreInTheOrderOfTime()
    {
        const std::vector<TimelineSlice> slices = timelineOf(profile());
        QStringList told;
        for (const TimelineSlice &slice : slices) {
            told.append(QStringLiteral("%1 %2 %3-%4")
                            .arg(QString::fromStdString(std::string(timelineRowName(slice.row))),
                                 QString::fromStdString(slice.name))
                            .arg(slice.startMs)
                            .arg(slice.endMs));
        }
        QCOMPARE(told, (QStringList{QStringLiteral("queued direct 0.5-0.75"),
                                    QStringLiteral("submitted direct 0.75-1"),
                                    QStringLiteral("kernels direct 1-5"),
                                    QStringLiteral("layers stage1_conv 1-5"),
                                    QStringLiteral("layers stage1_relu 5-6"),
                                    QStringLiteral("layers head 6-8"),
                                    QStringLiteral("transfers data 0-0.5")}));
        QCOMPARE(slices[2].layer, 0U);
        QCOMPARE(slices.back().layer, TimelineSlice::noLayer);
    }

    void aBudgetAddsUp()
    {
        const ProfileData data = profile();
        const std::vector<BudgetItem> items = timeBudget(data, graph());
        QCOMPARE(items.front().kind, BudgetItem::Kind::Run);
        QCOMPARE(items.front().ms, data.wallMs.mean);
        std::vector<double> below(items.size());
        for (std::size_t i = 1; i < items.size(); ++i) {
            QVERIFY(items[i].parent < static_cast<int>(i));
            below[static_cast<std::size_t>(items[i].parent)] += items[i].ms;
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            QVERIFY(below[i] == 0 || qFuzzyCompare(below[i], items[i].ms));
        }
    }

    void aBudgetHasScopesAndTheRest()
    {
        const std::vector<BudgetItem> items = timeBudget(profile(), graph());
        const auto find = [&items](BudgetItem::Kind kind, const char *name = "") {
            return std::find_if(items.begin(), items.end(), [&](const BudgetItem &item) {
                return item.kind == kind && item.name == name;
            });
        };
        const auto stage = find(BudgetItem::Kind::Scope, "stage1");
        QVERIFY(stage != items.end());
        QCOMPARE(stage->ms, 5.0);
        const auto conv = find(BudgetItem::Kind::Layer, "conv");
        QCOMPARE(conv->parent, static_cast<int>(stage - items.begin()));
        QCOMPARE(find(BudgetItem::Kind::Layer, "head")->parent, 0);
        QCOMPARE(find(BudgetItem::Kind::Launches)->ms, 0.75);
        QCOMPARE(find(BudgetItem::Kind::Transfers)->ms, 0.5);
        QCOMPARE(find(BudgetItem::Kind::Remainder)->ms, 1.75);
    }

    void layersOfAnotherGraphStandBelowTheRun()
    {
        for (const BudgetItem &item : timeBudget(profile(), Graph())) {
            QVERIFY(item.parent <= 0);
        }
    }
};

NERVURE_TEST(TstTimeline)
#include "tst_timeline.moc"
