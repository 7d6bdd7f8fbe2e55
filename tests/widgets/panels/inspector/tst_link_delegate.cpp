// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/link_delegate.h"

#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/document/document_edits.h"
#include "widgets/models/attribute_model.h"
#include "widgets/models/value_model.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>

using namespace nervure;
using nervure::tests::PanelFixture;

/// It is clear what is connected to what, however long the names are and however narrow the panel.
class TstLinkDelegate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void factsStandBelowTheName()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("inspector", {360, 720}));
        window.selection.select(window.node("relu0"));
        auto *inputs = window.child<QTreeView>("inspector-inputs");
        const QModelIndex conv = PanelFixture::findCell(inputs, QStringLiteral("conv0"));
        QCOMPARE(LinkDelegate::factsOf(conv), QStringLiteral("1×8×8×8  float32  storage 0"));
        QVERIFY(inputs->isColumnHidden(ValueModel::ShapeColumn));
        QVERIFY(inputs->columnWidth(ValueModel::Value) > 200);
    }

    void aLongNameTakesMoreLinesAndNoMoreWidth()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {300, 720}));
        window.selection.select(window.node("relu0"));
        auto *inputs = window.child<QTreeView>("inspector-inputs");
        QTRY_VERIFY(inputs->columnWidth(ValueModel::Value) > 100);
        const int before = inputs->height();
        const std::string name = "resnetv10_stage4_a_name_of_a_scope_within_scopes_conv12_forward";
        QVERIFY(performEdit(window.document, EditKind::Rename,
                            {.nodes = {window.node("conv0")}, .text = name})
                    .ok());
        window.selection.select(window.node("fc0"));
        window.selection.select(window.node("relu0"));
        QTRY_VERIFY(inputs->height() > before);
        const auto row = inputs->visualRect(inputs->model()->index(0, ValueModel::Value));
        QVERIFY(row.right() <= inputs->viewport()->width());
        QVERIFY(row.bottom() <= inputs->viewport()->height());
        // The node itself: neither its name nor its operator widens the page.
        window.selection.select(*window.document.graph().findByName(name));
        const auto *operation = window.child<QLabel>("inspector-operator");
        const QWidget *page = operation->parentWidget();
        QVERIFY(page->width() <= window.panel->width());
        QVERIFY(operation->geometry().right() <= page->width());
    }

    void aLongOperatorBreaksIntoLines()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {260, 720}));
        window.selection.select(window.node("relu0"));
        auto *operation = window.child<QLabel>("inspector-operator");
        const int oneLine = operation->height();
        Node node;
        node.op = "fuse_conv2d_broadcast_mul_broadcast_add_relu_max_pool2d_transpose_reshape";
        node.name = "long";
        node.inputs = {Entry{window.node("data")}};
        Graph graph = window.document.graph();
        const NodeId added = graph.add(node);
        graph.setHeads({Entry{added}});
        window.document.setContent({graph, {}, "nnvm", {}, {}});
        window.selection.select(added);
        QTRY_VERIFY(operation->height() > oneLine);
        QVERIFY(operation->parentWidget()->width() <= window.panel->width());
    }

    void theTablesLineUp()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("inspector", {380, 720}));
        window.selection.select(window.node("conv0"));
        const auto firstOf = [&window](const char *name) {
            return window.child<QTreeView>(name)->columnWidth(0);
        };
        QTRY_COMPARE(firstOf("inspector-inputs"), firstOf("inspector-attributes"));
        QCOMPARE(firstOf("inspector-outputs"), firstOf("inspector-attributes"));
    }

    void valuesHaveRoomInANarrowPanel()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {340, 720}));
        window.selection.select(window.node("conv0"));
        auto *view = window.child<QTreeView>("inspector-attributes");
        QTRY_VERIFY(view->isColumnHidden(AttributeModel::Type));
        QVERIFY2(view->columnWidth(AttributeModel::Value) >= 80,
                 qPrintable(QString::number(view->columnWidth(AttributeModel::Value))));
        window.panel->resize(640, 720);
        QTRY_VERIFY(!view->isColumnHidden(AttributeModel::Type));
    }

    void anotherNodeStartsAtItsTop()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {380, 240}));
        window.selection.select(window.node("conv0"));
        QWidget *page = window.child<QLabel>("inspector-operator")->parentWidget();
        auto *area = qobject_cast<QScrollArea *>(page->parentWidget()->parentWidget());
        QVERIFY(area != nullptr);
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        window.selection.select(window.node("fc0"));
        QCOMPARE(area->verticalScrollBar()->value(), 0);
    }

    void whatTheNodeHoldsAndCostsIsTold()
    {
        PanelFixture window;
        window.openNet();
        InputFacts facts;
        facts.shapes["data"] = {1, 3, 8, 8};
        window.document.setInputFacts(facts);
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        window.passes.runUsual();
        QVERIFY(finished.wait());
        QVERIFY(window.show("inspector", {380, 720}));
        window.selection.select(window.node("conv0"));
        // 8 channels of 3×3×3 weights and a bias, over 8×8 places.
        QVERIFY2(window.child<QLabel>("inspector-node-parameters")
                     ->text()
                     .startsWith(QStringLiteral("224 · 896")),
                 qPrintable(window.child<QLabel>("inspector-node-parameters")->text()));
        const auto *macs = window.child<QLabel>("inspector-node-macs");
        QVERIFY(macs->isVisible() && !macs->text().isEmpty());
        window.selection.select(window.node("relu0"));
        QVERIFY(!window.child<QLabel>("inspector-node-parameters")->isVisible());
    }
};

NERVURE_GUI_TEST(TstLinkDelegate)
#include "tst_link_delegate.moc"
