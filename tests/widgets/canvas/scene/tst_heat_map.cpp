// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/heat_map.h"

#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

using namespace nervure;
using nervure::tests::PanelFixture;

class TstHeatMap : public QObject {
    Q_OBJECT

private:
    /// conv0 and relu0 as one layer of 2 ms, fc0 of 8 ms.
    static RunProfile profile(const GraphDocument &document)
    {
        RunProfile result;
        result.revision = document.revision();
        ProfileLayer conv;
        conv.node = QStringLiteral("conv0");
        conv.nodes = {QStringLiteral("conv0"), QStringLiteral("relu0")};
        conv.ms = {2, 2, 2};
        ProfileLayer dense;
        dense.node = QStringLiteral("fc0");
        dense.nodes = {QStringLiteral("fc0")};
        dense.ms = {8, 8, 8};
        result.layers = {conv, dense};
        return result;
    }

private Q_SLOTS:
    void withoutAProfileNothingIsColored()
    {
        PanelFixture window;
        window.openNet();
        CanvasMarks marks;
        addTimeMarks(marks, window.document);
        QVERIFY(marks.nodes.empty());
        QVERIFY(!marks.scale);
    }

    void aFusedTimeIsToldOnce()
    {
        PanelFixture window;
        window.openNet();
        window.document.setProfile(profile(window.document));
        CanvasMarks marks;
        addTimeMarks(marks, window.document);
        const NodeMark *root = marks.find(window.node("conv0"));
        QVERIFY(root && root->heat);
        QCOMPARE(*root->heat, 0.25);
        QCOMPARE(QString(root->badge).replace(QChar(0x00a0), u' '), QStringLiteral("20.0 %"));
        const NodeMark *fused = marks.find(window.node("relu0"));
        QVERIFY(fused && !fused->heat);
        QCOMPARE(fused->badge, QStringLiteral("in conv0"));
        QCOMPARE(fused->owner, QStringLiteral("conv0"));
        QCOMPARE(*marks.find(window.node("fc0"))->heat, 1.0);
        // flatten0 was not measured, which is not the same as no time.
        const NodeMark *view = marks.find(window.node("flatten0"));
        QVERIFY(!view || !view->heat);
        QVERIFY(marks.scale && marks.scale->hasMissing);
        QCOMPARE(marks.scale->high.replace(QChar(0x00a0), u' '), QStringLiteral("8.00 ms"));
    }

    void whatWasFoldedSaysWhereItIs()
    {
        PanelFixture window;
        window.openNet();
        RunProfile folding = profile(window.document);
        folding.folded = {{QStringLiteral("flatten0"), QStringLiteral("fc0")}};
        window.document.setProfile(folding);
        CanvasMarks marks;
        addTimeMarks(marks, window.document);
        QCOMPARE(marks.find(window.node("flatten0"))->badge, QStringLiteral("in fc0"));
        QVERIFY(marks.scale && !marks.scale->hasMissing);
    }

    void memoryIsColoredByTheBytesOfOutputs()
    {
        PanelFixture window;
        window.openNet();
        CanvasMarks marks;
        addMemoryMarks(marks, window.document);
        QVERIFY(!marks.scale);
        window.giveFacts();
        addMemoryMarks(marks, window.document);
        QCOMPARE(*marks.find(window.node("conv0"))->heat, 1.0);
        QCOMPARE(*marks.find(window.node("fc0"))->heat, 10.0 / 512);
        QVERIFY(!marks.find(window.node("data")));
        QVERIFY(marks.scale && !marks.scale->hasMissing);
    }
};

NERVURE_GUI_TEST(TstHeatMap)
#include "tst_heat_map.moc"
