// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/analysis/parameters.h"
#include "core/passes/pass_manager.h"
#include "core/query/query.h"
#include "core/query/query_keys.h"
#include "core/query/query_reference.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

using namespace nervure;

namespace {

const char *const model = R"json({"nodes": [
  {"op": "null", "name": "data", "inputs": []},
  {"op": "null", "name": "conv0_weight", "inputs": []},
  {"op": "null", "name": "conv0_bias", "inputs": []},
  {"op": "conv2d", "name": "conv0",
   "attrs": {"channels": "16", "kernel_size": "(3, 3)", "padding": "(1, 1)"},
   "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]},
  {"op": "relu", "name": "relu0", "inputs": [[3, 0, 0]]},
  {"op": "sigmoid", "name": "gate 1", "inputs": [[3, 0, 0]]},
  {"op": "elemwise_add", "name": "sum0", "inputs": [[4, 0, 0], [5, 0, 0]]},
  {"op": "mystery", "name": "Last", "inputs": [[6, 0, 0]]}],
  "arg_nodes": [0, 1, 2], "heads": [[7, 0, 0]]})json";

QuerySource sourceOf(const Graph &graph, const Builtins &builtins)
{
    QuerySource source;
    source.graph = std::make_shared<const Graph>(graph);
    InputFacts facts;
    facts.shapes["data"] = {1, 3, 8, 8};
    const std::array<PassRequest, 2> requests{PassRequest{"InferShape"}, PassRequest{"InferType"}};
    const PassRun run = runPasses(graph, requests, {builtins.passes, builtins.ops, facts});
    source.index = run.index;
    source.analyses = run.analyses;
    source.parameters = findParameters(graph, builtins.ops);
    return source;
}

} // namespace

class TstQuery : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();
    std::optional<NodeFacts> m_facts;

    [[nodiscard]] QStringList find(const QString &text) const
    {
        const Result<Query> query = Query::parse(text.toStdString());
        if (!query) {
            return {QString::fromStdString(query.error().message)};
        }
        QStringList names;
        for (const NodeId id : query->find(*m_facts)) {
            names.append(QString::fromStdString(m_facts->node(id).name));
        }
        return names;
    }

private Q_SLOTS:
    void initTestCase()
    {
        auto opened = openModelText(model, "model", m_builtins.formats, m_builtins.ops);
        QVERIFY(opened.ok());
        QuerySource source = sourceOf(opened->graph, m_builtins);
        source.times[*opened->graph.findByName("conv0")] = 1.5;
        source.selection = {*opened->graph.findByName("relu0")};
        m_facts.emplace(std::move(source), m_builtins.ops);
    }

    void findsWhatItAsksFor_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("found");
        const auto row = [](const char *query, const char *found) {
            QTest::newRow(query) << QString::fromUtf8(query) << QString::fromUtf8(found);
        };
        row("RELU", "relu0");
        row("conv2d", "conv0");
        row("conv0", "conv0 conv0_weight conv0_bias");
        row("conv0 weight", "conv0_weight");
        row("\"gate 1\"", "gate 1");
        row("conv0_*s", "conv0_bias");
        row("\"*\"", "");
        row("op:conv2d", "conv0");
        row("op:conv", "");
        row("op~conv", "conv0");
        row("op:variable & !is:parameter", "data");
        row("name:last", "Last");
        row("relu | sigmoid", "relu0 gate 1");
        row("relu || sigmoid && gate", "relu0 gate 1");
        row("!(is:variable | op:conv2d)", "relu0 gate 1 sum0 Last");
        row("category:activation", "relu0 gate 1");
        row("attr.kernel_size:\"[3, 3]\"", "conv0");
        row("attr.kernel_size:\"(3,3)\"", "conv0");
        row("attr.kernel_size:\"(3, 4)\"", "");
        row("attr.channels>8", "conv0");
        row("attr.channels = 16.0", "conv0");
        row("attr.groups:1", "conv0");
        row("attr.kernel_size & op:conv2d", "conv0");
        row("shape~\"16,*,8\"", "conv0 relu0 gate 1 sum0");
        row("shape:\"1,...\" & is:variable", "data");
        row("shape:16x3x3x3", "conv0_weight");
        row("shape:1,3,8,8", "data");
        row("dtype:float32 & is:variable", "data conv0_weight conv0_bias");
        row("params>400", "conv0 conv0_weight");
        row("params:448", "conv0");
        row("bytes>=4kB & op:relu", "relu0");
        row("macs>20k", "conv0");
        row("time>1ms", "conv0");
        row("time<1600us", "conv0");
        row("time!=7", "conv0");
        row("index<2", "data conv0_weight");
        row("inputs:3", "conv0");
        row("users>1", "conv0");
        row("is:output", "Last");
        row("is:unknown", "Last");
        row("is:selected", "relu0");
        row("is!=operator", "data conv0_weight conv0_bias");
        row("dialect:nnvm & is:input", "data");
        row("ancestors(relu0)", "conv0 data conv0_weight conv0_bias");
        row("descendants(conv0)", "relu0 gate 1 sum0 Last");
        row("operands(sum0)", "relu0 gate 1");
        row("users(conv0)", "relu0 gate 1");
        row("path(data, Last)", "data conv0 relu0 sum0 Last");
        row("path(Last, data)", "data conv0 relu0 sum0 Last");
        row("between(conv0, sum0)", "conv0 relu0 gate 1 sum0");
        row("between(op:sigmoid, Last) & !last", "gate 1 sum0");
        row("path(op:conv2d, \"gate 1\")", "conv0 gate 1");
    }
    void findsWhatItAsksFor()
    {
        QFETCH(QString, query);
        QFETCH(QString, found);
        QCOMPARE(find(query).join(u' '), found);
    }

    void anErrorSaysWhereAndWhatWasExpected_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("told");
        const auto row = [](const char *query, int column, const char *told) {
            QTest::newRow(query) << QString::fromUtf8(query) << column << QString::fromUtf8(told);
        };
        row("", 1, "is empty");
        row("conv &", 7, "the query ends, expected a word");
        row("(conv", 6, "expected ')'");
        row("conv)", 5, "expected the end");
        row("& conv", 1, "found '&', expected a word");
        row("\"conv", 1, "the quote has no end");
        row("opp:conv2d", 1, "'op' is near");
        row("params>many", 8, "is no number");
        row("params~3", 7, "expected : != <");
        row("op>conv", 3, "expected : != or ~");
        row("shape:a,b", 7, "is no shape");
        row("is:parametre", 4, "'parameter' is near");
        row("dtype:float31", 7, "is no dtype");
        row("category:convolutoin", 10, "'convolution' is near");
        row("op:", 4, "expected a value");
        row("attr.kernel_size:(3, 3)", 18, "quotes hold one");
        row("ancestor(conv0)", 1, "'ancestors' is near");
        row("path(a)", 7, "expected ','");
        row("ancestors(a", 12, "expected ')'");
        row("attr.x>y", 8, "is no number");
    }
    void anErrorSaysWhereAndWhatWasExpected()
    {
        QFETCH(QString, query);
        QFETCH(int, column);
        QFETCH(QString, told);
        const Result<Query> result = Query::parse(query.toStdString());
        QVERIFY(!result.ok());
        QCOMPARE(result.error().where.column, column);
        QVERIFY2(result.error().message.find(told.toStdString()) != std::string::npos,
                 result.error().message.c_str());
    }

    void deepAndLongQueriesAreRefused()
    {
        NERVURE_VERIFY_ERROR(Query::parse(QByteArray(5000, '!').append('a').toStdString()),
                             "query-syntax",
                             ":66: the query is nested deeper than 64 levels, expected fewer");
        NERVURE_VERIFY_ERROR(Query::parse(std::string(5000, '(')), "query-syntax",
                             ":66: the query is nested deeper than 64 levels, expected fewer");
        NERVURE_VERIFY_ERROR(Query::parse(std::string(20'000, 'a')), "query-syntax",
                             ":10001: the query is longer than 10000 bytes, expected a shorter");
        QVERIFY(Query::parse(QByteArray(60, '!').append('a').toStdString()).ok());
    }

    void everyExampleOfTheReferenceParses()
    {
        for (const QueryKey &key : queryKeys()) {
            QVERIFY2(Query::parse(key.example).ok(), std::string(key.example).c_str());
            QVERIFY(queryReference().find(key.example) != std::string::npos);
        }
        for (const QueryFunction &function : queryFunctions()) {
            QVERIFY2(Query::parse(function.example).ok(), std::string(function.example).c_str());
        }
        for (const OpSpec &op : m_builtins.ops.all()) {
            const std::string query = queryForOperator(op);
            QVERIFY2(Query::parse(query).ok(), query.c_str());
        }
    }

    void theReasonIsWhatWasAskedFor()
    {
        const auto query = Query::parse("params>1 attr.kernel_size shape~8 name~conv");
        QVERIFY(query.ok());
        const std::string reason = query->reason(*m_facts, *m_facts->graph().findByName("conv0"));
        QCOMPARE(reason, std::string("params 448, kernel_size (3, 3), 1×16×8×8"));
        const auto one = Query::parse("op:conv2d attr.kernel_size");
        QVERIFY(one.ok());
        QCOMPARE(one->reason(*m_facts, *m_facts->graph().findByName("conv0")),
                 std::string("(3, 3)"));
    }

    /// Sets obey the laws of sets whatever the parts are.
    void negationAndBracketsKeepTheLaws()
    {
        const QStringList parts{QStringLiteral("relu"),         QStringLiteral("is:variable"),
                                QStringLiteral("params>100"),   QStringLiteral("shape~8"),
                                QStringLiteral("users(conv0)"), QStringLiteral("attr.padding")};
        QRandomGenerator random(7);
        for (int i = 0; i < 300; ++i) {
            const QString a = parts.at(random.bounded(parts.size()));
            const QString b = parts.at(random.bounded(parts.size()));
            const QString c = parts.at(random.bounded(parts.size()));
            QCOMPARE(find(QStringLiteral("!(%1 | %2)").arg(a, b)),
                     find(QStringLiteral("!%1 & !%2").arg(a, b)));
            QCOMPARE(find(QStringLiteral("%1 & (%2 | %3)").arg(a, b, c)),
                     find(QStringLiteral("%1 %2 | %1 %3").arg(a, b, c)));
            QCOMPARE(find(QStringLiteral("!!%1").arg(a)), find(a));
            QCOMPARE(find(QStringLiteral("%1 | !%1").arg(a)).size(), 8);
        }
    }

    void anyTextParsesOrIsRefusedInOneLine()
    {
        QRandomGenerator random(3);
        const QByteArray letters("abop:~=!<>&|()\",. *[]1kM-path(is:attr.");
        for (int i = 0; i < 20'000; ++i) {
            std::string text;
            for (int n = random.bounded(24); n > 0; --n) {
                text += letters.at(random.bounded(letters.size()));
            }
            const Result<Query> query = Query::parse(text);
            if (query) {
                QVERIFY(query->find(*m_facts).size() <= 8);
            } else {
                QVERIFY(query.error().where.column >= 1);
                QVERIFY(query.error().where.column <= static_cast<int>(text.size()) + 1);
                QVERIFY(query.error().message.find("expected") != std::string::npos);
            }
        }
    }

    void largeGraphsAreSearchedInNoTime()
    {
        Graph graph;
        Node data;
        data.name = "data";
        NodeId last = graph.add(std::move(data));
        for (int i = 0; i < 100'000; ++i) {
            Node node;
            node.op = "relu";
            node.name = "stage" + std::to_string(i % 16) + "_relu" + std::to_string(i);
            node.inputs.push_back({last, 0, 0});
            last = graph.add(std::move(node));
        }
        graph.setHeads({{last, 0, 0}});
        const NodeFacts facts(sourceOf(graph, m_builtins), m_builtins.ops);
        const auto query = Query::parse("op:relu & shape~\"3,8\" & params:0 & stage7 & !is:output "
                                        "& ancestors(name~relu99999)");
        QVERIFY(query.ok());
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(query->find(facts).size(), std::size_t(6250));
        // Ten times what it takes, for slow machines and sanitizers.
        QVERIFY2(timer.elapsed() < 3000, QByteArray::number(timer.elapsed()).constData());
        qInfo("100,001 nodes: %lld ms", timer.elapsed());
        CancelToken cancel;
        cancel.cancel();
        QVERIFY(query->find(facts, cancel).empty());
    }

    void onnxNodesHaveDomainsSetsAndNamesOfValues()
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node gelu;
        gelu.op = "com.microsoft:Gelu";
        gelu.name = "gelu";
        gelu.dialect = Dialect::Onnx;
        gelu.opset = 1;
        gelu.outputPorts = {{{}, "hidden", 0}};
        graph.add(gelu);
        Node relu = gelu;
        relu.op = "Relu";
        relu.name = "relu";
        relu.opset = 17;
        relu.outputPorts = {{{}, "logits", 0}};
        graph.add(relu);
        const NodeFacts facts(sourceOf(graph, m_builtins), m_builtins.ops);
        const auto found = [&facts](const char *text) {
            std::string names;
            for (const NodeId id : Query::parse(text)->find(facts)) {
                names += facts.node(id).name + ' ';
            }
            return names;
        };
        QCOMPARE(found("domain:com.microsoft"), std::string("gelu "));
        QCOMPARE(found("domain:ai.onnx"), std::string("relu "));
        QCOMPARE(found("opset>=11"), std::string("relu "));
        QCOMPARE(found("value:hidden"), std::string("gelu "));
    }

    void whatNeedsInferenceIsTold()
    {
        for (const char *text : {"params>1M", "op:relu & shape:1x2", "a | dtype:int8"}) {
            QVERIFY2(Query::parse(text)->asksForInference(), text);
        }
        for (const char *text : {"relu", "op:conv2d & inputs>1", "attr.units:10"}) {
            QVERIFY2(!Query::parse(text)->asksForInference(), text);
        }
    }
};

NERVURE_TEST(TstQuery)
#include "tst_query.moc"
