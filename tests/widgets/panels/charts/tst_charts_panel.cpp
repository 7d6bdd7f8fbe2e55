// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/document/run_list.h"
#include "widgets/panels/chart_axis.h"
#include "widgets/panels/charts/budget_chart.h"
#include "widgets/panels/charts/dot_grid.h"
#include "widgets/panels/charts/roofline_chart.h"
#include "widgets/panels/charts/sample_chart.h"
#include "widgets/panels/charts/timeline_chart.h"

#include <QTabBar>
#include <QWheelEvent>

using namespace nervure;
using nervure::tests::PanelFixture;

/// Pictures of a run, and what a click, a key, the wheel and a drag do in them.
class TstChartsPanel : public QObject {
    Q_OBJECT

private:
    enum Tab { Timeline, Roofline, Budget, Samples };

    static LayerProfile layer(std::uint32_t id, NodeId node, const char *name, double startMs,
                              std::vector<double> samples)
    {
        LayerProfile made;
        made.id = id;
        made.node = {node, name};
        made.nodes = {made.node};
        made.op = "conv2d";
        made.ms = summarize(samples);
        made.samplesMs = std::move(samples);
        made.startMs = startMs;
        made.endMs = startMs + made.ms.median;
        made.flops = made.performedFlops = 4000000;
        made.bytes = id == 0 ? 100000 : 4000000;
        return made;
    }

    /// conv0 takes 4 ms, then fc0 1 ms; a device whose roofs are known.
    static void addRun(PanelFixture &window)
    {
        auto report = std::make_shared<ProfileReport>();
        report->device.name = "made";
        ProfileData &data = report->data;
        data.repeat = 8;
        data.layers = {layer(0, window.node("conv0"), "conv0", 0, {4, 4, 4, 4, 4, 4.1, 4.2, 5}),
                       layer(1, window.node("fc0"), "fc0", 5, {1, 1, 1, 1, 1, 1, 1, 1.1})};
        data.ceilings.emplace();
        data.ceilings->copyGbs = 20;
        data.ceilings->multiplyAddGflops = 100;
        data.wallMs.mean = 6;
        window.document.runs().add(report, window.document.modelState());
    }

    /// The panel on the net with a run, at one of its charts.
    template <typename Chart>
    static Chart *open(PanelFixture &window, Tab tab, const char *name)
    {
        window.openNet();
        addRun(window);
        if (window.show("charts", {800, 320}) == nullptr) {
            return nullptr;
        }
        auto *tabs = window.child<QTabBar>("charts-tabs");
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tab).center());
        auto *chart = window.child<Chart>(name);
        return QTest::qWaitFor([chart] { return chart->isVisible(); }) ? chart : nullptr;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void withoutARunItOffersOne()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("charts", {800, 320}));
        QVERIFY(!window.child<QWidget>("charts-timeline")->isVisible());
        QVERIFY(window.child<QWidget>("empty-state-action")->isVisible());
    }

    void aClickOnASliceSelectsItsNode()
    {
        PanelFixture window;
        auto *chart = open<TimelineChart>(window, Timeline, "charts-timeline");
        QVERIFY(chart);
        const QRectF slice = chart->rectOf(TimelineRow::Layers, 1);
        QVERIFY(slice.width() > 20);
        QTest::mouseClick(chart, Qt::LeftButton, {}, slice.center().toPoint());
        QCOMPARE(window.selection.current(), window.node("fc0"));
        QTest::keyClick(chart, Qt::Key_Left);
        QCOMPARE(window.selection.current(), window.node("conv0"));
    }

    void keysAndTheWheelZoomAndMove()
    {
        PanelFixture window;
        auto *chart = open<TimelineChart>(window, Timeline, "charts-timeline");
        QVERIFY(chart);
        const double all = chart->shown().length();
        QTest::keyClick(chart, Qt::Key_W);
        QVERIFY(chart->shown().length() < all);
        const double from = chart->shown().from;
        QTest::keyClick(chart, Qt::Key_D);
        QVERIFY(chart->shown().from > from);
        QTest::keyClick(chart, Qt::Key_Home);
        QCOMPARE(chart->shown().length(), all);
        QWheelEvent wheel(QPointF(400, 40), chart->mapToGlobal(QPointF(400, 40)), {}, {0, 120},
                          Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(chart, &wheel);
        QVERIFY(chart->shown().length() < all);
        for (int i = 0; i < 60; ++i) {
            QTest::keyClick(chart, Qt::Key_S);
        }
        QCOMPARE(chart->shown().from, 0.0);
        QCOMPARE(chart->shown().length(), all);
    }

    void aDraggedAreaSelectsItsLayers()
    {
        PanelFixture window;
        auto *chart = open<TimelineChart>(window, Timeline, "charts-timeline");
        QVERIFY(chart);
        const QPoint from = chart->rectOf(TimelineRow::Layers, 0).center().toPoint();
        const QPoint to = chart->rectOf(TimelineRow::Layers, 1).center().toPoint();
        QTest::mousePress(chart, Qt::LeftButton, {}, from);
        QTest::mouseMove(chart, (from + to) / 2);
        QTest::mouseMove(chart, to);
        QTest::mouseRelease(chart, Qt::LeftButton, {}, to);
        QCOMPARE(window.selection.nodes(), (std::vector{window.node("conv0"), window.node("fc0")}));
    }

    void aDotSelectsItsNodeAndLiesWhereItsNumbersSay()
    {
        PanelFixture window;
        auto *chart = open<RooflineChart>(window, Roofline, "charts-roofline");
        QVERIFY(chart);
        const QRectF conv = chart->dotOf(0);
        const QRectF dense = chart->dotOf(1);
        // 40 and 1 operations a byte, 1 and 4 GFLOP/s, 80 % and 20 % of the time.
        QVERIFY(conv.center().x() > dense.center().x());
        QVERIFY(conv.center().y() > dense.center().y());
        QVERIFY(conv.width() > dense.width());
        QTest::mouseClick(chart, Qt::LeftButton, {}, dense.center().toPoint());
        QCOMPARE(window.selection.current(), window.node("fc0"));
    }

    /// Where dots lie on each other the topmost is found, as if all had been looked at.
    void dotsAreFoundAmongMany()
    {
        std::vector<QRectF> rects;
        for (int i = 0; i < 900; ++i) {
            const double across = 3 + i * 7 % 40;
            rects.emplace_back(i * 37 % 331 - 8, i * 53 % 197 - 8, across, across);
        }
        const DotGrid grid(rects, {300, 180});
        for (double x = 0; x < 300; x += 5.5) {
            for (double y = 0; y < 180; y += 5.5) {
                std::optional<std::uint32_t> top;
                for (std::uint32_t i = 0; i < rects.size(); ++i) {
                    top = rects[i].contains(x, y) ? std::optional(i) : top;
                }
                QCOMPARE(grid.at({x, y}), top);
            }
        }
        QVERIFY(!DotGrid().at({1, 1}).has_value());
    }

    /// The picture is kept, and drawn anew where anything of it is another.
    void theRooflineFollowsSizeColorsAndRuns()
    {
        PanelFixture window;
        auto *chart = open<RooflineChart>(window, Roofline, "charts-roofline");
        QVERIFY(chart);
        const QImage plain = chart->grab().toImage();
        QCOMPARE(chart->grab().toImage(), plain);
        chart->setCurrentLayer(0);
        QVERIFY(chart->grab().toImage() != plain);
        chart->setCurrentLayer(std::nullopt);
        QCOMPARE(chart->grab().toImage(), plain);
        QPalette dark = chart->palette();
        dark.setColor(QPalette::Base, Qt::black);
        chart->setPalette(dark);
        QCOMPARE(chart->grab().toImage().pixelColor(2, chart->height() / 2), QColor(Qt::black));
        const QRectF before = chart->dotOf(1);
        chart->resize(chart->width() / 2, chart->height() / 2);
        const QRectF dot = chart->dotOf(1);
        QVERIFY(dot.center() != before.center());
        QVERIFY(chart->grab().toImage().pixelColor(dot.center().toPoint()) != QColor(Qt::black));
        QTest::mouseClick(chart, Qt::LeftButton, {}, dot.center().toPoint());
        QCOMPARE(window.selection.current(), window.node("fc0"));
    }

    /// Of many dots each frame draws some; in the end the picture is that of all at once.
    void manyDotsAreDrawnFrameByFrame()
    {
        auto report = std::make_shared<ProfileReport>();
        for (std::uint32_t i = 0; i < 1000; ++i) {
            LayerProfile &layer = report->data.layers.emplace_back();
            layer.id = i;
            layer.node.name = "layer" + std::to_string(i);
            layer.ms.median = 0.001 * (1 + i % 7);
            layer.performedFlops = 1000 * (1 + i % 100);
            layer.bytes = 1000 + i;
        }
        auto before = std::make_shared<ProfileReport>(*report);
        for (LayerProfile &layer : before->data.layers) {
            layer.ms.median *= 3;
        }
        const auto framesOf = [&](RooflineChart &chart, std::chrono::milliseconds time) {
            chart.resize(400, 300);
            chart.setFrameTime(time);
            chart.setContent({report, {}, before});
            int frames = 0;
            do {
                chart.grab();
                ++frames;
            } while (!chart.isWhole());
            return frames;
        };
        RooflineChart slices(nullptr);
        RooflineChart whole(nullptr);
        QCOMPARE(framesOf(slices, std::chrono::milliseconds(0)), 8); // 2000 dots and arrows
        QCOMPARE(framesOf(whole, std::chrono::hours(1)), 1);
        QCOMPARE(slices.grab().toImage(), whole.grab().toImage());
        // Nobody has to ask for the frames.
        slices.show();
        QVERIFY(QTest::qWaitForWindowExposed(&slices));
        slices.resize(500, 300);
        QTRY_VERIFY(slices.isWhole());
    }

    void arrowsLeadFromTheRunThatIsComparedWith()
    {
        PanelFixture window;
        auto *chart = open<RooflineChart>(window, Roofline, "charts-roofline");
        QVERIFY(chart);
        QVERIFY(!chart->arrowFrom(0).has_value());
        RunList &runs = window.document.runs();
        const std::uint32_t first = runs.shown();
        auto faster = std::make_shared<ProfileReport>(*runs.shownReport());
        faster->data.layers[0].ms.median /= 8;
        faster->data.layers[1].node.name = "another";
        runs.add(faster, window.document.modelState());
        runs.compareWith(first);
        QTRY_VERIFY(chart->arrowFrom(0).has_value());
        // As many operations a byte, eight times as fast: straight up.
        QCOMPARE(chart->arrowFrom(0)->x(), chart->dotOf(0).center().x());
        QVERIFY(chart->arrowFrom(0)->y() > chart->dotOf(0).center().y() + 10);
        QVERIFY(!chart->arrowFrom(1).has_value());
        runs.compareWith(0);
        QTRY_VERIFY(!chart->arrowFrom(0).has_value());
    }

    void aBarOfTheBudgetSelectsItsLayers()
    {
        PanelFixture window;
        auto *chart = open<BudgetChart>(window, Budget, "charts-budget");
        QVERIFY(chart);
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->barOf(0).center().toPoint());
        QCOMPARE(window.selection.nodes().size(), std::size_t{2});
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->barOf(1).center().toPoint());
        QCOMPARE(window.selection.current(), window.node("conv0"));
    }

    void theTimesOfTheSelectedLayerAreCounted()
    {
        PanelFixture window;
        auto *chart = open<SampleChart>(window, Samples, "charts-samples");
        QVERIFY(chart);
        QVERIFY(chart->counts().empty());
        window.selection.select(window.node("conv0"));
        // Of eight samples: four bars from 3.95 to 5.05.
        QCOMPARE(chart->counts(), (std::vector<std::size_t>{7, 0, 0, 1}));
        QVERIFY(!chart->grab().isNull());
    }

    void ticksAreRound()
    {
        QCOMPARE(niceTicks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(niceTicks(0.11, 0.39, 3), (std::vector<double>{0.2, 0.30000000000000004}));
        QVERIFY(niceTicks(1, 1, 5).empty());
        QCOMPARE(decades(0.5, 200), (std::vector<double>{1, 10, 100}));
    }
};

NERVURE_GUI_TEST(TstChartsPanel)
#include "tst_charts_panel.moc"
