// SPDX-License-Identifier: Apache-2.0
#include "core/passes/steps/step_origins.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// x → f → g, or after a pass x → f.
Graph chain(const std::vector<const char *> &names)
{
    Graph graph;
    for (const char *name : names) {
        Node node;
        node.name = name;
        if (graph.nodeCount() > 0) {
            node.op = "op";
            node.inputs.push_back({graph.nodes().back(), 0, 0});
        }
        const NodeId id = graph.add(std::move(node));
        graph.setHeads({{id, 0, 0}});
    }
    return graph;
}

std::shared_ptr<const IndexedGraph> indexed(const Graph &graph)
{
    Diagnostics ignored;
    return IndexedGraph::build(graph, OpRegistry(), ignored).value();
}

} // namespace

class TstStepOrigins : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRead()
    {
        const auto before = indexed(chain({"x", "f", "g"}));
        Graph result = chain({"x", "f"});
        const NodeId x{0};
        const NodeId f{1};
        const Provenance passed{{{f, {f, NodeId{2}}, "took, what = it could"}}};
        result.setAttrs(originAttributes(*before, *indexed(result), passed));
        const auto read = readOrigins(*before, *indexed(result));
        QVERIFY(read.has_value());
        QVERIFY(!read->hasSharedIds && !read->isMatched);
        QCOMPARE(read->origins.size(), std::size_t{2});
        QCOMPARE(read->origins[0].from, std::vector{x});
        QCOMPARE(read->origins[0].was, x);
        QCOMPARE(read->origins[1].from, (std::vector{f, NodeId{2}}));
        QCOMPARE(read->origins[1].was, f);
        QCOMPARE(read->origins[1].reason, std::string("took, what = it could"));
    }

    void whatIsNewCameFromNothing()
    {
        const auto before = indexed(chain({"x"}));
        Graph result = chain({"x", "made"});
        const Provenance passed{{{NodeId{1}, {}, ""}}};
        result.setAttrs(originAttributes(*before, *indexed(result), passed));
        const auto read = readOrigins(*before, *indexed(result));
        QVERIFY(read && read->origins[1].from.empty());
        QCOMPARE(read->origins[1].was, NodeId());
    }

    void anotherGraphIsNotMeant()
    {
        Graph result = chain({"x", "f"});
        result.setAttrs(originAttributes(*indexed(chain({"x", "f", "g"})), *indexed(result), {}));
        QVERIFY(readOrigins(*indexed(chain({"x", "f", "g"})), *indexed(result)));
        QVERIFY(!readOrigins(*indexed(chain({"x", "f", "h"})), *indexed(result)));
        QVERIFY(!readOrigins(*indexed(chain({"x"})), *indexed(chain({"x"}))));
    }

    void whatIsNoOriginIsNotRead_data()
    {
        QTest::addColumn<QByteArray>("texts");
        for (const char *texts : {"[]", "[\"0\"]", "[\"0=0\",\"7\"]", "[\"0=0\",\"-1\"]",
                                  "[\"0=0\",\"1=x\"]", "[\"0=0\",1]", "{", "[\"0=0\",\"1,,2\"]"}) {
            QTest::newRow(texts) << QByteArray(texts);
        }
    }
    void whatIsNoOriginIsNotRead()
    {
        QFETCH(QByteArray, texts);
        const auto before = indexed(chain({"x", "f", "g"}));
        Graph result = chain({"x", "f"});
        std::vector<GraphAttr> attrs = originAttributes(*before, *indexed(result), {});
        QVERIFY(isOriginAttribute(attrs[0]) && isOriginAttribute(attrs[1]));
        attrs[0].json = texts.toStdString();
        result.setAttrs(attrs);
        QVERIFY(!readOrigins(*before, *indexed(result)));
    }
};

NERVURE_TEST(TstStepOrigins)
#include "tst_step_origins.moc"
