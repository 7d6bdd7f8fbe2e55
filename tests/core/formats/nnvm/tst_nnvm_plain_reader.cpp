// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/nnvm/nnvm_plain_reader.h"
#include "core/formats/nnvm/nnvm_reader.h"
#include "core/graph/check/graph_check.h"
#include "core/support/file.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <filesystem>
#include <random>

using namespace nervure;

namespace {

// Not a raw string: moc does not see classes behind quotes that are escaped in one.
constexpr const char *small =
    "{\"nodes\":[\n"
    " {\"op\":\"null\",\"name\":\"x\",\"attrs\":{\"shape\":\"(2, 3)\"},\"inputs\":[]},\n"
    " {\"op\":\"null\",\"name\":\"y \\\"q\\\" é\",\"param\":{},\"inputs\":[],\"backward_source_id\":-1},\n"
    " {\"op\":\"broadcast_add\",\"name\":\"a\",\"attr\":{},\"inputs\":[[0,0],[1,0,0]],\"control_deps\":[0]}],\n"
    " \"arg_nodes\":[0,1],\"node_row_ptr\":[0,1,2,3],\"heads\":[[2,0,0]]\n"
    "}";

/// `small` with one text replaced.
std::string changed(const std::string &what, const std::string &by)
{
    std::string text = small;
    text.replace(text.find(what), what.size(), by);
    return text;
}

} // namespace

class TstNnvmPlainReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsPlainText()
    {
        const auto graph = plainGraph(small);
        QVERIFY(graph);
        QCOMPARE(graph->nodeCount(), std::size_t{3});
        const Node &add = graph->node(NodeId{2});
        QCOMPARE(add.op, std::string("broadcast_add"));
        QCOMPARE(add.inputs.size(), std::size_t{2});
        QVERIFY(add.controlDeps == std::vector<NodeId>{NodeId{0}});
        QVERIFY(add.sourceIndex == 2U);
        QCOMPARE(*graph->node(NodeId{0}).attrs.find("shape"), std::string("(2, 3)"));
        QCOMPARE(graph->node(NodeId{1}).name, std::string("y \"q\" é"));
        QVERIFY(*graph == byTree(small)->graph);
    }

    void equalDictionariesAreShared()
    {
        const std::string text =
            "{\"nodes\":["
            "{\"op\":\"null\",\"name\":\"a\",\"attrs\":{\"k\":\"1\", \"l\":\"2\"},\"inputs\":[]},"
            "{\"op\":\"null\",\"name\":\"b\",\"attrs\":{\"k\":\"}\"},\"inputs\":[]},"
            "{\"op\":\"null\",\"name\":\"c\",\"attr\":{\"k\":\"1\", \"l\":\"2\"},\"inputs\":[]},"
            "{\"op\":\"null\",\"name\":\"d\",\"attrs\":{\"k\":\"}\"},\"inputs\":[]},"
            "{\"op\":\"null\",\"name\":\"e\",\"attrs\":{\"k\":\"1\"},\"inputs\":[]}],"
            "\"arg_nodes\":[0,1,2,3,4],\"heads\":[[0,0],[1,0],[2,0],[3,0],[4,0]]}";
        auto graph = plainGraph(text);
        QVERIFY(graph);
        QVERIFY(*graph == byTree(text)->graph);
        const auto attrs = [&graph](std::uint32_t id) -> const AttrDict & {
            return graph->node(NodeId{id}).attrs;
        };
        QVERIFY(attrs(2).isSame(attrs(0)));
        QVERIFY(!attrs(4).isSame(attrs(0)));
        QVERIFY(attrs(3) == attrs(1));
        graph->edit(NodeId{2}).attrs.set("k", "5");
        QCOMPARE(*attrs(0).find("k"), std::string("1"));
        QCOMPARE(*attrs(2).find("k"), std::string("5"));
        QVERIFY(graph->edit(NodeId{0}).attrs.erase("l"));
        QCOMPARE(attrs(2).size(), std::size_t{2});
        QVERIFY(attrs(0) == attrs(4));
    }

    void readsTheSamples()
    {
        int read = 0;
        for (const auto &file :
             std::filesystem::directory_iterator(tests::sourceFolder() / "resources/samples")) {
            const std::string text = *readFile(file.path());
            const auto graph = plainGraph(text);
            if (text.find("arg_nodes") == std::string::npos) {
                QVERIFY(!graph); // LightNet's
                continue;
            }
            ++read;
            QVERIFY2(graph, file.path().c_str());
            QVERIFY(*graph == byTree(text)->graph);
        }
        QVERIFY(read > 3);
    }

    void leavesTheRestToTheOther_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const std::string &text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("no JSON", "x");
        row("cut off", QByteArray(small).left(300).toStdString());
        row("text after", (QByteArray(small) + 'x').toStdString());
        row("unknown field of a node", changed("\"attr\":", "\"extra\":"));
        row("unknown field of the graph", changed("\"node_row_ptr\"", "\"rows\""));
        row("graph attributes", changed("\"node_row_ptr\":[0,1,2,3]", "\"attrs\":{}"));
        row("subgraphs", changed("\"control_deps\":[0]", "\"subgraphs\":[]"));
        row("a field twice", changed("\"control_deps\":[0]", "\"name\":\"b\""));
        row("two dictionaries", changed("\"control_deps\":[0]", "\"attrs\":{}"));
        row("no name", changed("\"name\":\"a\",", ""));
        row("no inputs", changed(",\"inputs\":[]}", "}"));
        row("no heads", changed(",\"heads\":[[2,0,0]]", ""));
        row("no arg_nodes", changed("\"arg_nodes\":[0,1],", ""));
        row("an operator in arg_nodes", changed("\"arg_nodes\":[0,1]", "\"arg_nodes\":[0,2]"));
        row("nothing in arg_nodes", changed("\"arg_nodes\":[0,1]", "\"arg_nodes\":[0,7]"));
        row("a short entry", changed("[0,0]", "[0]"));
        row("a long entry", changed("[0,0]", "[0,0,0,0]"));
        row("a negative number", changed("[0,0]", "[-1,0]"));
        row("a fraction", changed("[0,0]", "[0.5,0]"));
        row("a number as attribute", changed("\"(2, 3)\"", "2"));
        row("an unusual escape", changed("\"a\"", "\"\\u0041\""));
        row("a raw control character", changed("\"a\"", "\"a\x02\""));
    }
    void leavesTheRestToTheOther()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!plain(text.toStdString()));
    }

    /// Whatever it reads, the other reads as the same graph, with nothing to say about the text.
    void agreesWithTheOther()
    {
        constexpr std::string_view alphabet = "{}[]\",: 0123-.eE\\abnopsd\n";
        std::mt19937 random(5);
        int read = 0;
        for (int i = 0; i < 20000; ++i) {
            std::string text = small;
            for (std::size_t change = random() % 3; change > 0; --change) {
                const std::size_t at = random() % text.size();
                if (random() % 2 == 0) {
                    text[at] = alphabet[random() % alphabet.size()];
                } else {
                    text.insert(at, text.substr(random() % text.size(), random() % 12));
                }
            }
            if (const auto own = plain(text)) {
                ++read;
                QVERIFY2(isSame(*own, *byTree(text)), text.c_str());
            }
        }
        QVERIFY(read > 5000);
    }

    /// Operators that nobody knows: one finding a kind, with all places.
    void strangersAreFoundWhereTheyAre()
    {
        const std::string text = R"( {"nodes": [
 {"op": "null", "name": "a", "inputs": []},
 {"op":"stranger", "name": "b", "inputs": [[0, 0]]},
 {"name": "c", "op" :  "stranger", "inputs": [[1, 0]]},
 {"op": "sofmax", "name": "d", "inputs": [[2, 0]]},
 {"op": "stranger", "name": "stranger", "inputs": [[3, 0]]}],
 "arg_nodes": [0], "heads": [[4, 0]]})";
        const auto own = plain(text);
        QVERIFY(own && isSame(*own, *byTree(text)));
        QCOMPARE(own->diagnostics.size(), std::size_t{3});
        const Diagnostic &first = own->diagnostics.front();
        QCOMPARE(first.message, std::string("node 'b': operator 'stranger' is unknown"));
        QCOMPARE(first.count(), std::size_t{2});
        QCOMPARE(first.places->back().node, NodeId{2});
        QCOMPARE(first.places->back().line, 4);
        QCOMPARE(first.places->back().column, 24);
    }

    void anythingCutOffIsLeft()
    {
        const std::string text = small;
        for (std::size_t size = 0; size < text.size(); ++size) {
            QVERIFY(!plain(std::string_view(text).substr(0, size)));
        }
    }

private:
    static bool isSame(const LoadedGraph &one, const LoadedGraph &other)
    {
        const auto isSameFinding = [](const Diagnostic &a, const Diagnostic &b) {
            const auto isSamePlace = [](const FindingPlace &x, const FindingPlace &y) {
                return x.node == y.node && x.line == y.line && x.column == y.column;
            };
            return a.message == b.message && a.where.line == b.where.line
                   && a.where.column == b.where.column && a.count() == b.count()
                   && std::equal(a.places->begin(), a.places->end(), b.places->begin(),
                                 isSamePlace);
        };
        return one.graph == other.graph
               && std::equal(one.diagnostics.begin(), one.diagnostics.end(),
                             other.diagnostics.begin(), other.diagnostics.end(), isSameFinding);
    }
    std::optional<LoadedGraph> plain(std::string_view text) const
    {
        return readPlainNnvmJson(text, {m_builtins.ops, Semantics::Exact, {}});
    }
    std::optional<Graph> plainGraph(std::string_view text) const
    {
        auto read = plain(text);
        return read ? std::optional(std::move(read->graph)) : std::nullopt;
    }
    Result<LoadedGraph> byTree(std::string_view text) const
    {
        return readNnvmJsonByTree(text, {m_builtins.ops, Semantics::Exact, {}});
    }

    const Builtins m_builtins = makeBuiltins();
};

NERVURE_TEST(TstNnvmPlainReader)
#include "tst_nnvm_plain_reader.moc"
