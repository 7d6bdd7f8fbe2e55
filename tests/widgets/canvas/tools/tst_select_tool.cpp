// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/tools/select_tool.h"

#include "core/layout/export/svg_writer.h"
#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/tools/edit_gestures.h"

#include <QHelpEvent>
#include <QMenu>
#include <QTest>
#include <QToolTip>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// data → split1 → join1 with five lines.
Graph parallel()
{
    Graph graph;
    Node data;
    data.name = "data";
    Node split;
    split.op = "my_split";
    split.name = "split1";
    split.inputs = {{graph.add(data)}};
    const NodeId source = graph.add(split);
    Node join;
    join.op = "my_join";
    join.name = "join1";
    for (std::uint32_t i = 0; i < 5; ++i) {
        join.inputs.push_back({source, i});
    }
    graph.setHeads({Entry{graph.add(join)}});
    return graph;
}

/// Forty units in a row, each of which reads `mask` too.
Graph withMask()
{
    Graph graph = diamonds(40);
    Node mask;
    mask.name = "mask";
    const NodeId source = graph.add(mask);
    for (int unit = 0; unit < 40; ++unit) {
        graph.edit(*graph.findByName("a" + std::to_string(unit))).inputs.push_back({source});
    }
    return graph;
}

} // namespace

/// Lines that stand for several, and those that are left out but for their ends.
class TstSelectTool : public QObject {
    Q_OBJECT

private:
    Graph m_graph;
    std::unique_ptr<GraphView> m_view;

    void show(Graph graph)
    {
        m_graph = std::move(graph);
        m_view->setDrawing(draw(m_graph));
    }
    [[nodiscard]] NodeId node(const char *name) const { return *m_graph.findByName(name); }
    [[nodiscard]] const CanvasScene &scene() const { return *m_view->scene(); }
    [[nodiscard]] std::uint32_t bundle() const
    {
        return scene().inEdges(*scene().graph().find(node("join1"))).front();
    }
    [[nodiscard]] QPoint middleOfBundle() const
    {
        return m_view->transform().toView(scene().edgePath(bundle()).pointAtPercent(0.3)).toPoint();
    }
    /// In the view, once that shows it.
    [[nodiscard]] QPoint middleOf(const SceneTag &tag) const
    {
        m_view->centerOnBox(tag.tag.box);
        return m_view->transform().toView(tag.rect.center()).toPoint();
    }
    [[nodiscard]] const SceneTag &tagAt(const char *name, bool isAtSource) const
    {
        const std::uint32_t box = *scene().graph().find(node(name));
        const auto &tags = scene().tags();
        return *std::find_if(tags.begin(), tags.end(), [&](const SceneTag &shown) {
            return shown.tag.box == box && shown.tag.isAtSource == isAtSource;
        });
    }
    void click(QPoint at) { QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, at); }
    QString toolTipAt(QPoint at)
    {
        QTest::mouseMove(m_view->viewport(), at);
        QHelpEvent event(QEvent::ToolTip, at, m_view->viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(m_view->viewport(), &event);
        return QToolTip::text();
    }

private Q_SLOTS:
    void init()
    {
        m_view = std::make_unique<GraphView>();
        m_view->setAnimated(false);
        m_view->resize(800, 600);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void clicksOnABundleSelectItsValuesInTurns()
    {
        show(parallel());
        QCOMPARE(scene().linesOf(bundle()).size(), std::size_t(5));
        for (std::uint32_t turn = 0; turn < 6; ++turn) {
            click(middleOfBundle());
            QCOMPARE(m_view->selectedValue(), (Entry{node("split1"), turn % 5}));
            QCOMPARE(m_view->selectedLine()->input, turn % 5);
        }
        QTest::keyClick(m_view->viewport(), Qt::Key_V);
        QCOMPARE(m_view->selectedValue(), (Entry{node("split1"), 1}));
        QTest::keyClick(m_view->viewport(), Qt::Key_V, Qt::ShiftModifier);
        QTest::keyClick(m_view->viewport(), Qt::Key_V, Qt::ShiftModifier);
        QVERIFY(m_view->selectedValue() != (Entry{node("split1"), 0}));
    }

    void hoveringABundleListsWhatItStandsFor()
    {
        show(parallel());
        const QString text = toolTipAt(middleOfBundle());
        QVERIFY2(text.contains(QStringLiteral("from split1 to join1")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("split1:3 → join1")), qPrintable(text));
    }

    void editingABundleAsksWhichLine()
    {
        show(parallel());
        EditGestures gestures(*m_view);
        CanvasPoint place = gestures.placeAt(middleOfBundle());
        QVERIFY(!place.edge && !place.isEmpty());
        QCOMPARE(place.bundle.size(), std::size_t(5));
        QCOMPARE(place.bundle[4].input, std::size_t(4));
        click(middleOfBundle());
        click(middleOfBundle());
        place = gestures.placeAt(middleOfBundle());
        QVERIFY(place.edge.has_value()); // the selected one
        QCOMPARE(place.edge->value, (Entry{node("split1"), 1}));
        QCOMPARE(place.edge->reader, node("join1"));
        QVERIFY(gestures.endHandle(*place.edge, EdgeDrop::End::Target).has_value());
    }

    void aLineToACardKnowsItsReader()
    {
        m_graph = diamonds(2);
        DrawnGraph drawn = makeDrawnGraph(m_graph, OpRegistry());
        for (const DrawnEdge &edge : drawn.edges) {
            QCOMPARE(edge.reader, drawn.nodes[edge.to].node);
        }
    }

    void theWindowDrawsTheLinesThatSvgDraws()
    {
        for (const Graph &graph : {parallel(), withMask()}) {
            show(graph);
            const std::string svg = writeSvg(scene().drawing(), QtTextMeasure());
            std::size_t bundles = 0;
            for (std::uint32_t i = 0; i < scene().graph().edges.size(); ++i) {
                bundles += scene().linesOf(i).size() > 1 ? 1U : 0U;
                if (!scene().labelRect(i).isEmpty()) {
                    const std::string said = '>' + scene().edgeLabel(i).toStdString() + "</text>";
                    QVERIFY(svg.find(said) != std::string::npos);
                }
            }
            const QByteArray text = QByteArray::fromStdString(svg);
            QCOMPARE(static_cast<std::size_t>(text.count("stroke-width=\"2.5\"")), bundles);
            for (const SceneTag &shown : scene().tags()) {
                QVERIFY(text.contains((u'>' + shown.text + QStringLiteral("</text>")).toUtf8()));
            }
            QCOMPARE(static_cast<std::size_t>(text.count("class=\"s\"")), scene().tags().size());
        }
    }

    void clickOnAStubsTagJumpsToTheSource()
    {
        show(withMask());
        const SceneTag &tag = tagAt("a39", false);
        QCOMPARE(tag.text, QStringLiteral("mask"));
        click(middleOf(tag));
        QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{node("mask")});
        QVERIFY(m_view->viewport()->rect().contains(
            m_view->nodeRectInView(node("mask")).center().toPoint()));
    }

    void theTagAtTheSourceLeadsToOneOfItsReaders()
    {
        show(withMask());
        const SceneTag &tag = tagAt("mask", true);
        const QPoint at = middleOf(tag);
        QVERIFY(toolTipAt(at).startsWith(QStringLiteral("read by a")));
        click(at);
        auto *menu = m_view->findChild<QMenu *>(QStringLiteral("tag-menu"));
        QVERIFY(menu);
        QCOMPARE(static_cast<std::size_t>(menu->actions().size()), tag.tag.farEnds.size());
        QAction *last = menu->actions().back();
        QCOMPARE(last->text(), QStringLiteral("a39"));
        menu->setActiveAction(last);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{node("a39")});
    }
};

NERVURE_GUI_TEST(TstSelectTool)
#include "tst_select_tool.moc"
