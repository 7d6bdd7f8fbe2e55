// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/node_index_map.h"

#include "core/builtins.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// data -> a -> b, and what edits make of it.
class TstNodeIndexMap : public QObject {
    Q_OBJECT

private:
    using Numbers = std::vector<std::uint32_t>;
    static constexpr std::uint32_t none = NodeIndexMap::none;

    Builtins m_builtins = makeBuiltins();
    Graph m_graph;
    NodeId m_data;
    NodeId m_a;
    NodeId m_b;

    NodeId add(const char *op, const char *name, std::vector<Entry> inputs)
    {
        Node node;
        node.op = op;
        node.name = name;
        node.inputs = std::move(inputs);
        return m_graph.add(std::move(node));
    }
    [[nodiscard]] std::shared_ptr<const IndexedGraph> snapshot() const
    {
        Diagnostics ignored;
        return IndexedGraph::build(m_graph, m_builtins.ops, ignored).value();
    }

private Q_SLOTS:
    void init()
    {
        m_graph = Graph();
        m_data = add("null", "data", {});
        m_a = add("relu", "a", {{m_data}});
        m_b = add("relu", "b", {{m_a}});
        m_graph.setHeads({{m_b}});
    }

    void whatIsGoneAndWhoReadOnAreTold()
    {
        const auto before = snapshot();
        m_graph.edit(m_b).inputs = {{m_data}};
        m_graph.remove(m_a);
        const NodeIndexMap map(*before, *snapshot());
        QVERIFY(map.oldNode == (Numbers{0, 2}));
        QVERIFY(map.newNode == (Numbers{0, none, 1}));
        QVERIFY(map.oldEntry == (Numbers{0, 2}));
        QVERIFY(map.others == Numbers{1});
        QVERIFY(map.gone == Numbers{1});
        QVERIFY(map.keepsOrder);
    }

    void newNodesHaveNoNumberBefore()
    {
        const auto before = snapshot();
        const NodeId c = add("relu", "c", {{m_a}});
        m_graph.edit(m_b).inputs = {{c}};
        const NodeIndexMap map(*before, *snapshot());
        QVERIFY(map.oldNode == (Numbers{0, 1, none, 2}));
        QVERIFY(map.others == (Numbers{2, 3}));
        QVERIFY(map.gone.empty());
    }

    void otherOrdersAreToldOf()
    {
        const NodeId c = add("relu", "c", {{m_data}});
        m_graph.setHeads({{m_b}, {c}});
        const auto before = snapshot();
        m_graph.setHeads({{c}, {m_b}});
        const NodeIndexMap map(*before, *snapshot());
        QVERIFY(map.oldNode == (Numbers{0, 3, 1, 2}));
        QVERIFY(!map.keepsOrder);
        QVERIFY(map.others.empty());
    }

    void moreOutputsMakeAnotherNode()
    {
        m_graph.edit(m_a).op = "split";
        m_graph.edit(m_a).attrs.set("indices_or_sections", "2");
        const auto before = snapshot();
        m_graph.edit(m_a).attrs.set("indices_or_sections", "3");
        const NodeIndexMap map(*before, *snapshot());
        QVERIFY(map.oldEntry == (Numbers{0, 1, 2, none, 3}));
        QVERIFY(map.others == Numbers{1});
    }
};

NERVURE_TEST(TstNodeIndexMap)
#include "tst_node_index_map.moc"
