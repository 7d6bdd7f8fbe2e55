// SPDX-License-Identifier: Apache-2.0
#include "tests/core/proof/planted_faults.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/document/document_edits.h"
#include "widgets/panels/inspector/heat_map_view.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstTensorSection : public QObject {
    Q_OBJECT

private:
    static bool open(PanelFixture &window)
    {
        window.document.setContent({faultyNetwork(window.builtins.ops), {}, "nnvm", {}, {}});
        ProofOptions options;
        options.device = QStringLiteral("reference");
        window.proofs.setOptions(options);
        return window.show("inspector", {360, 1400}) != nullptr;
    }
    static QString text(PanelFixture &window, const char *name)
    {
        return window.child<QLabel>(name)->text();
    }
    /// Goes to the node and waits until its values are there.
    static bool isShown(PanelFixture &window)
    {
        auto *values = window.child<QLabel>("inspector-tensor-values");
        return QTest::qWaitFor([values] { return values->isVisible(); }, 30000);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(anyWarning()); }

    void valuesAreComputedWhenAskedForAndThenGoAlong()
    {
        PanelFixture window(QString::fromStdString(program("nervure-cli").string()));
        QVERIFY(open(window));
        window.selection.select(window.node("relu"));
        auto *compute = window.child<QPushButton>("inspector-tensor-compute");
        QTRY_VERIFY(compute->isVisible());
        QVERIFY(!window.child<QLabel>("inspector-tensor-values")->isVisible());
        QTest::mouseClick(compute, Qt::LeftButton);
        QVERIFY(isShown(window));
        QVERIFY(!compute->isVisible());
        QVERIFY(text(window, "inspector-tensor-range").startsWith(QStringLiteral("0 to ")));
        auto *map = window.child<HeatMapView>("inspector-tensor-heat-map");
        QVERIFY(map->isVisible());
        QCOMPARE(map->map().rows, 9);
        // Another channel, by its field.
        const std::vector<double> first = map->map().cells;
        auto *channel = window.child<QSpinBox>("inspector-tensor-index-1");
        channel->setFocus();
        QTest::keyClick(channel, Qt::Key_Up);
        QTRY_VERIFY(map->map().cells != first);
        QCOMPARE(map->map().at, (std::vector<std::int64_t>{0, 1}));
        // Channels downwards: of 6 × 9 × 9 those at the first row.
        auto *down = window.child<QComboBox>("inspector-tensor-down");
        QCOMPARE(down->currentIndex(), 2);
        down->setFocus();
        QTest::keyClick(down, Qt::Key_Up);
        QTRY_COMPARE(map->map().axes, std::optional(PlaneAxes{1, 3}));
        QCOMPARE(map->map().rows, 6);
        QCOMPARE(map->map().columns, 9);
        QCOMPARE(map->map().cell(0, 4), first[4]);
        // Across what was downwards: they change places.
        auto *across = window.child<QComboBox>("inspector-tensor-across");
        across->setFocus();
        QTest::keyClick(across, Qt::Key_Up);
        QTest::keyClick(window.child<QComboBox>("inspector-tensor-across"), Qt::Key_Up);
        QTRY_COMPARE(map->map().axes, std::optional(PlaneAxes{2, 1}));
        QCOMPARE(map->map().columns, 6);
        // A part of it.
        auto *slice = window.child<QLineEdit>("inspector-tensor-slice");
        slice->setFocus();
        QTest::keyClicks(slice, QStringLiteral("0,0,0,:3"));
        QTest::keyClick(slice, Qt::Key_Return);
        QTRY_COMPARE(text(window, "inspector-tensor-values").split(QStringLiteral("  ")).size(), 3);
        // The next node needs no click.
        window.selection.select(window.node("prob"));
        QVERIFY(isShown(window));
        QTRY_COMPARE(map->map().columns, 6);
        double sum = 0;
        for (const double cell : map->map().cells) {
            sum += cell;
        }
        QVERIFY(std::fabs(sum - 1) < 1e-5);
    }

    void anEditMakesThemVoid()
    {
        PanelFixture window(QString::fromStdString(program("nervure-cli").string()));
        QVERIFY(open(window));
        window.selection.select(window.node("relu"));
        QTest::mouseClick(window.child<QPushButton>("inspector-tensor-compute"), Qt::LeftButton);
        QVERIFY(isShown(window));
        QVERIFY(performEdit(window.document, EditKind::Set,
                            {.nodes = {window.node("bn")}, .key = "epsilon", .text = "0.5"})
                    .ok());
        QTRY_VERIFY(window.child<QPushButton>("inspector-tensor-compute")->isVisible());
        QVERIFY(!window.child<QLabel>("inspector-tensor-values")->isVisible());
    }

    void aProofShowsBothSidesAndTheirDifference()
    {
        PanelFixture window(QString::fromStdString(program("nervure-cli").string()));
        QVERIFY(open(window));
        QSignalSpy ran(&window.passes, &PassRunner::finished);
        window.passes.run({{"SimplifyInference", {}}});
        QVERIFY(ran.wait());
        QSignalSpy proved(&window.proofs, &ProofRunner::finished);
        window.proofs.prove(ProofExtent::All);
        QVERIFY(proved.wait(30000));
        const auto relu = window.document.stage().graph->findByName("relu");
        window.selection.select(*relu);
        QVERIFY(isShown(window));
        auto *side = window.child<QComboBox>("inspector-tensor-side");
        QVERIFY(side->isVisible());
        auto *map = window.child<HeatMapView>("inspector-tensor-heat-map");
        const std::vector<double> after = map->map().cells;
        side->setFocus();
        QTest::keyClick(side, Qt::Key_End);
        QTRY_VERIFY(map->map().cells != after && map->isVisible());
        QVERIFY(map->scale().isDiverging);
        QVERIFY(map->scale().greatest < 1e-4); // rounding
        auto *down = window.child<QComboBox>("inspector-tensor-down");
        down->setFocus();
        QTest::keyClick(down, Qt::Key_Up);
        QTRY_COMPARE(map->map().axes, std::optional(PlaneAxes{1, 3}));
        QCOMPARE(map->map().rows, 6);
        QVERIFY(map->scale().isDiverging);
    }

    void whatCannotRunIsTold()
    {
        PanelFixture window(QString::fromStdString(program("nervure-cli").string()));
        window.openNet(); // nothing says a shape
        ProofOptions options;
        options.device = QStringLiteral("reference");
        window.proofs.setOptions(options);
        QVERIFY(window.show("inspector", {360, 1200}));
        window.selection.select(window.node("relu0"));
        QTest::mouseClick(window.child<QPushButton>("inspector-tensor-compute"), Qt::LeftButton);
        auto *problem = window.child<QLabel>("inspector-tensor-problem");
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(QStringLiteral("data")), qPrintable(problem->text()));
    }

    void heatMapsTellTheirCells()
    {
        HeatMap map;
        map.rows = 4;
        map.columns = 6;
        map.height = 2;
        map.width = 3;
        map.cells = {-1, 0, 2, std::nan(""), INFINITY, 0.5};
        QWidget parent;
        parent.resize(300, 300);
        auto *view = new HeatMapView(&parent);
        view->resize(200, 100);
        view->setMap(map, HeatScale::of(-1, 2, false));
        parent.show();
        QVERIFY(QTest::qWaitForWindowExposed(&parent));
        QCOMPARE(view->scale().least, -2.0);
        QCOMPARE(view->tipAt({3, 3}), QStringLiteral("row 0 to 1, column 0 to 1: -1"));
        QVERIFY(view->tipAt({3, 40}).endsWith(QStringLiteral("nan")));
        QVERIFY(view->tipAt({190, 3}).isEmpty());
        const QImage image = view->grab().toImage();
        const QColor least = image.pixelColor(3, 3);
        const QColor zero = image.pixelColor(31, 3);
        const QColor odd = image.pixelColor(3, 40);
        QVERIFY(least != zero && zero != odd && least != odd);
        QVERIFY(image.pixelColor(31, 40) != odd); // infinity has its own
        const HeatScale positive = HeatScale::of(1, 3, false);
        QVERIFY(!positive.isDiverging);
        QCOMPARE(positive.positionOf(2), 0.5);
        QVERIFY(HeatScale::of(1, 3, true).isDiverging);
        QCOMPARE(HeatScale::of(0, 0, true).positionOf(0), 0.5);
    }
};

NERVURE_GUI_TEST(TstTensorSection)
#include "tst_tensor_section.moc"
