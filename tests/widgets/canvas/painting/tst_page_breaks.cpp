// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/page_breaks.h"

#include "tests/support/test_class.h"
#include "widgets/canvas/scene/canvas_scene.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace nervure;

class TstPageBreaks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsGoBetweenCards();
    void whereThereIsNoWayTheFewestAreCut();
    void whatHasNoExtentIsOnePart_data();
    void whatHasNoExtentIsOnePart();

private:
    /// Cards of 100 by 40 around these centers.
    static CanvasScene sceneOf(const std::vector<Point> &centers)
    {
        auto drawing = std::make_shared<Drawing>();
        for (const Point &center : centers) {
            DrawnNode node;
            node.node = NodeId{static_cast<std::uint32_t>(drawing->graph.nodes.size())};
            drawing->graph.setIndex(node.node, node.node.value);
            drawing->graph.nodes.push_back(node);
            drawing->boxes.emplace_back();
            drawing->layout.nodes.push_back({center, 100, 40});
            drawing->layout.width = std::max(drawing->layout.width, center.x + 50);
            drawing->layout.height = std::max(drawing->layout.height, center.y + 20);
        }
        return CanvasScene(std::move(drawing));
    }
};

void TstPageBreaks::cutsGoBetweenCards()
{
    std::vector<Point> centers;
    for (int i = 0; i < 40; ++i) {
        centers.push_back({50, 20 + i * 80.0});
    }
    const CanvasScene scene = sceneOf(centers);
    const double longest = 330; // 4 cards and a half
    for (const Qt::Orientation along : {Qt::Vertical, Qt::Horizontal}) {
        const auto breaks = pageBreaks(scene, scene.bounds(), longest, along);
        QCOMPARE(breaks.back(),
                 along == Qt::Vertical ? scene.bounds().bottom() : scene.bounds().right());
        QCOMPARE(breaks.size(), along == Qt::Vertical ? std::size_t(11) : std::size_t(2));
        for (std::size_t i = 1; i < breaks.size(); ++i) {
            QVERIFY(breaks[i] - breaks[i - 1] <= longest + 1e-6);
            QVERIFY(breaks[i] - breaks[i - 1] >= longest / 2 || i + 1 == breaks.size()
                    || along == Qt::Horizontal);
        }
        for (std::size_t i = 1; along == Qt::Vertical && i + 1 < breaks.size(); ++i) {
            for (std::uint32_t node = 0; node < scene.nodeCount(); ++node) {
                const QRectF card = scene.nodeRect(node);
                QVERIFY(breaks[i] <= card.top() || breaks[i] >= card.bottom());
            }
        }
    }
}

void TstPageBreaks::whereThereIsNoWayTheFewestAreCut()
{
    // Two columns that leave no gap, but for one card that ends early.
    std::vector<Point> centers;
    for (int i = 0; i < 40; ++i) {
        centers.push_back({50, 20 + i * 40.0});
        if (i % 5 != 4) {
            centers.push_back({200, 40 + i * 40.0});
        }
    }
    const CanvasScene scene = sceneOf(centers);
    const auto breaks = pageBreaks(scene, scene.bounds(), 300, Qt::Vertical);
    QVERIFY(breaks.size() >= 6);
    for (std::size_t i = 1; i + 1 < breaks.size(); ++i) {
        int cut = 0;
        for (std::uint32_t node = 0; node < scene.nodeCount(); ++node) {
            const QRectF card = scene.nodeRect(node);
            cut += breaks[i] > card.top() && breaks[i] < card.bottom() ? 1 : 0;
        }
        QVERIFY(cut <= 1);
    }
}

void TstPageBreaks::whatHasNoExtentIsOnePart_data()
{
    QTest::addColumn<double>("height");
    QTest::addColumn<double>("longest");
    const double inf = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("a page of nothing") << 100.0 << 0.0;
    QTest::newRow("a page below nothing") << 100.0 << -10.0;
    QTest::newRow("a page of no number") << 100.0 << nan;
    QTest::newRow("an endless page") << 100.0 << inf;
    QTest::newRow("a picture of no number") << nan << 10.0;
    QTest::newRow("an endless picture") << inf << 10.0;
    QTest::newRow("a picture of nothing") << 0.0 << 10.0;
    QTest::newRow("a picture below nothing") << -50.0 << 10.0;
    QTest::newRow("too many pages") << 1e300 << 1e-300;
    QTest::newRow("pages too small to be added") << 1e17 << 1e-3;
}

void TstPageBreaks::whatHasNoExtentIsOnePart()
{
    QFETCH(double, height);
    QFETCH(double, longest);
    const CanvasScene scene = sceneOf({{50, 20}});
    const auto breaks = pageBreaks(scene, QRectF(0, 0, 100, height), longest, Qt::Vertical);
    QCOMPARE(breaks.size(), std::size_t(2));
    QCOMPARE(breaks.front(), 0.0);
    QVERIFY(breaks.back() == height || std::isnan(height));
}

NERVURE_GUI_TEST(TstPageBreaks)
#include "tst_page_breaks.moc"
