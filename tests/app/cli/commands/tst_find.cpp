// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

using namespace nervure::tests;

namespace {

const QByteArray searchedModel =
    QByteArray("{'nodes': ["
               "{'op': 'null', 'name': 'x', 'inputs': []},"
               "{'op': 'relu', 'name': 'first', 'inputs': [[0, 0, 0]]},"
               "{'op': 'sigmoid', 'name': 'second', 'inputs': [[1, 0, 0]]}],"
               "'arg_nodes': [0], 'node_row_ptr': [0, 1, 2, 3], 'heads': [[2, 0, 0]]}")
        .replace('\'', '"');

} // namespace

class TstFind : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTableNamesWhatFits()
    {
        const CliResult result = runCli(
            {s("find"), s("-"), s("category:activation & shape~3"), s("--shape"), s("x=2,3")},
            searchedModel);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY(result.out.contains("first") && result.out.contains("second"));
        QVERIFY(result.out.contains("2×3"));
        QVERIFY(result.out.contains("2 nodes of 3"));
    }

    void jsonHasTheNodesWithTheirFacts()
    {
        const QJsonObject json =
            runCli({s("find"), s("-"), s("op:relu"), s("--json"), s("--shape"), s("x=2,3")},
                   searchedModel)
                .json();
        QCOMPARE(json[s("count")].toInt(), 1);
        const QJsonObject node = json[s("nodes")].toArray().at(0).toObject();
        QCOMPARE(node[s("name")].toString(), s("first"));
        QCOMPARE(node[s("bytes")].toInt(), 24);
        QCOMPARE(node[s("index")].toInt(), 1);
    }

    void timesComeFromAProfile()
    {
        QTemporaryFile profile;
        QVERIFY(profile.open());
        profile.write(
            QByteArray("{'layers': [{'node': 'first', 'nodes': ['first'], 'ms': {'median': 2.5}}]}")
                .replace('\'', '"'));
        profile.flush();
        const QJsonObject json = runCli({s("find"), s("-"), s("time>1ms"), s("--json"),
                                         s("--profile"), profile.fileName()},
                                        searchedModel)
                                     .json();
        QCOMPARE(json[s("count")].toInt(), 1);
        profile.seek(0);
        profile.write("[");
        profile.flush();
        const CliResult bad =
            runCli({s("find"), s("-"), s("x"), s("--profile"), profile.fileName()}, searchedModel);
        QCOMPARE(bad.exitCode, 1);
        QVERIFY2(bad.err.contains("expected the document of"), bad.err.constData());
    }

    /// What TVM's debugger writes: the times lie beside the graph, or are given.
    void timesComeFromATraceOfTvm()
    {
        const QTemporaryDir folder;
        const QString dump = folder.filePath(s("_tvmdbg_graph_dump.json"));
        const QString trace = folder.filePath(s("_tvmdbg_execution_trace.json"));
        const auto put = [](const QString &path, QByteArray text) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text.replace('\'', '"')) > 0;
        };
        QVERIFY(put(dump, R"({'nodes': [
            {'op': 'param', 'name': 'x', 'inputs': [], 'attrs': {'T': 'type: float32'}, 'shape': [2]},
            {'op': 'fused_nn_relu', 'name': 'y', 'inputs': ['x'], 'shape': [2], 'attrs': {
             'func_name': 'fused_nn_relu', 'num_inputs': '1', 'num_outputs': '1',
             'flatten_data': '0', 'T': 'type: float32'}}]})"));
        QVERIFY(put(trace, R"({'traceEvents': [
            {'ts': 0.0, 'name': 'x', 'ph': 'B'}, {'ts': 0.0, 'name': 'x', 'ph': 'E'},
            {'ts': 0.0, 'name': 'y', 'ph': 'B'}, {'ts': 1500.0, 'name': 'y', 'ph': 'E'}]})"));
        const auto count = [&](const QString &query, const QStringList &more) {
            return runCli(QStringList{s("find"), dump, query, s("--json")} + more)
                .json()[s("count")]
                .toInt();
        };
        QCOMPARE(count(s("time>1ms"), {}), 1);
        QCOMPARE(count(s("time>2ms"), {}), 0);
        const QString moved = folder.filePath(s("trace.json"));
        QVERIFY(QFile::rename(trace, moved));
        QCOMPARE(count(s("time>1ms"), {}), 0);
        QCOMPARE(count(s("time>1ms"), {s("--profile"), moved}), 1);
        const CliResult other =
            runCli({s("find"), s("-"), s("time>1ms"), s("--profile"), moved}, searchedModel);
        QCOMPARE(other.exitCode, 1);
        QVERIFY2(other.err.contains("trace.json: the trace is of another graph"),
                 other.err.constData());
    }

    void aFusedTimeIsFoundOnce()
    {
        QTemporaryFile profile;
        QVERIFY(profile.open());
        profile.write(QByteArray("{'layers': [{'node': 'first', 'nodes': ['first', 'second'],"
                                 "'ms': {'median': 2.5}}]}")
                          .replace('\'', '"'));
        profile.flush();
        const auto find = [&](const char *query) {
            return runCli({s("find"), s("-"), s(query), s("--json"), s("--profile"),
                           profile.fileName()},
                          searchedModel)
                .json();
        };
        const QJsonObject slow = find("time>1ms");
        QCOMPARE(slow[s("count")].toInt(), 1);
        QCOMPARE(slow[s("nodes")][0][s("name")].toString(), s("first"));
        const QJsonObject held = find("second")[s("nodes")][0].toObject();
        QVERIFY(held[s("ms")].isNull());
        QCOMPARE(held[s("time_in")].toString(), s("first"));
    }

    void nodesOfOneNameHaveTheirOwnTimes()
    {
        QByteArray model = searchedModel;
        model.replace("first", "second");
        const QByteArray written =
            runCli({s("profile"), s("-"), s("--device"), s("reference"), s("--pipeline"), s("none"),
                    s("--shape"), s("x=64,64"), s("--json")},
                   model)
                .out;
        QTemporaryFile profile;
        QVERIFY(profile.open());
        profile.write(written);
        profile.flush();
        const QJsonArray layers = QJsonDocument::fromJson(written)[s("layers")].toArray();
        QCOMPARE(layers.size(), 2);
        const QJsonArray nodes = runCli({s("find"), s("-"), s("second"), s("--json"),
                                         s("--profile"), profile.fileName()},
                                        model)
                                     .json()[s("nodes")]
                                     .toArray();
        QCOMPARE(nodes.size(), 2);
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(nodes[i][s("ms")], layers[i][s("ms")][s("median")]);
        }
    }

    void aWrongQueryIsWrongUsageWithItsColumn()
    {
        const CliResult result = runCli({s("find"), s("-"), s("op:relu &")}, searchedModel);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(":10:") || result.err.contains("column 10"),
                 result.err.constData());
        QVERIFY(result.err.contains("expected a word"));
    }

    void theHelpIsTheReference()
    {
        const CliResult result = runCli({s("find"), s("--help")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains("attr.NAME"));
        QVERIFY(result.out.contains("between(conv0, fc1)"));
    }
};

NERVURE_TEST(TstFind)
#include "tst_find.moc"
