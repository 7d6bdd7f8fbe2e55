// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/card_lines.h"

#include "core/layout/diagram/subgraph_bodies.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/canvas_controller.h"

#include <QTest>
#include <QTranslator>

#include <algorithm>

using namespace nervure;

namespace {

/// Says every word of card lines backwards.
class Backwards : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char *context, const char *source, const char * /*hint*/,
                                    int /*number*/) const override
    {
        QString text = QString::fromLatin1(source);
        std::reverse(text.begin(), text.end());
        return QLatin1StringView(context) == QLatin1StringView("CardLines") ? text : QString();
    }
};

/// A node of that operator that holds `parts` subgraphs of one variable each.
DrawnGraph drawn(const std::string &op, int parts, const CanvasSwitches &switches)
{
    Graph inner;
    Node variable;
    variable.name = "y";
    inner.setHeads({Entry{inner.add(variable)}});
    Node owner;
    owner.op = op;
    owner.dialect = Dialect::MXNet;
    owner.name = "one: two";
    for (int i = 0; i < parts; ++i) {
        owner.subgraphs.push_back(std::make_shared<const Graph>(inner));
    }
    Graph graph;
    graph.add(std::move(owner));
    DrawnGraph picture = makeDrawnGraph(graph, OpRegistry());
    GroupTree tree = groupBoxes(picture, graph, Grouping::None);
    addSubgraphBodies(picture, tree, graph, OpRegistry());
    picture = foldGroups(std::move(picture), tree, {});
    setLines(picture, switches);
    return picture;
}

} // namespace

class TstCardLines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesAreSwitchedOff()
    {
        CanvasSwitches switches;
        QCOMPARE(drawn("my_if", 2, switches).nodes[0].detail, std::string("2 subgraphs"));
        switches.attributes = false;
        switches.names = false;
        const DrawnGraph bare = drawn("my_if", 2, switches);
        QCOMPARE(bare.nodes[0].detail, std::string());
        QCOMPARE(bare.nodes[0].name, std::string());
        QVERIFY(!bare.nodes[1].name.empty()); // how large it is
    }

    void partsOfANodeAreNamedInTheLanguageOfTheWindow()
    {
        QCOMPARE(drawn("_cond", 3, {}).nodes[2].title, std::string("one: two: then"));
        Backwards language;
        QVERIFY(QCoreApplication::installTranslator(&language));
        const DrawnGraph known = drawn("_cond", 3, {});
        const DrawnGraph unknown = drawn("my_if", 2, {});
        const DrawnGraph single = drawn("my_if", 1, {});
        QCoreApplication::removeTranslator(&language);
        QCOMPARE(known.nodes[1].title, std::string("one: two: noitidnoc"));
        QCOMPARE(known.groups[2].label, std::string("one: two: esle"));
        QCOMPARE(unknown.nodes[2].title, std::string("one: two: hpargbus 2"));
        QCOMPARE(known.groups[2].part.owner, std::string("one: two"));
        QVERIFY(known.groups[2].part.kind == SubgraphPart::Kind::Else);
        QCOMPARE(known.groups[2].part.number, std::uint32_t(0));
        QCOMPARE(unknown.groups[1].part.number, std::uint32_t(2));
        QCOMPARE(single.nodes[1].title, std::string("one: two: hpargbus"));
    }
};

NERVURE_GUI_TEST(TstCardLines)
#include "tst_card_lines.moc"
