// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMultiHash>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

using namespace nervure::tests;

namespace {

QJsonObject readJson(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

/// A step's file as another compiler might have written it, and which nodes there are the old ones.
class ShuffledStep {
public:
    ShuffledStep(const QJsonObject &json, std::mt19937 &random)
        : m_nodes(json[u"nodes"].toArray()),
          m_attrs(json[u"attrs"].toObject())
    {
        chooseOrder(random);
        QJsonArray nodes;
        for (qsizetype place = 0; place < m_order.size(); ++place) {
            nodes.append(nodeAt(place, random));
        }
        QJsonArray arguments;
        for (qsizetype place = 0; place < nodes.size(); ++place) {
            if (nodes[place][u"op"] == s("null")) {
                arguments.append(int(place));
            }
        }
        QJsonArray heads;
        for (const QJsonValue head : json[u"heads"].toArray()) {
            heads.append(translated(head.toArray()));
        }
        m_json = {{s("nodes"), nodes}, {s("arg_nodes"), arguments}, {s("heads"), heads}};
        keepShapes(json[u"node_row_ptr"].toArray());
    }

    [[nodiscard]] QByteArray text() const { return QJsonDocument(m_json).toJson(); }
    /// The old places of the nodes of that name.
    [[nodiscard]] QList<int> places(const QString &name) const { return m_places.values(name); }
    [[nodiscard]] QString op(int place) const { return m_nodes[place][u"op"].toString(); }
    [[nodiscard]] QString name(int place) const { return m_nodes[place][u"name"].toString(); }
    /// Where a node came from, as the passes told it.
    [[nodiscard]] QSet<int> origins(int place) const
    {
        const QString text = m_attrs[u"nervure_origins"].toArray()[1].toArray()[place].toString();
        QSet<int> result;
        const QString numbers = text.section(u' ', 0, 0).section(u'=', 0, 0);
        for (const QString &number : numbers.split(u',', Qt::SkipEmptyParts)) {
            result.insert(number.toInt());
        }
        return result;
    }

private:
    /// Any order in which nodes stand behind what they read.
    void chooseOrder(std::mt19937 &random)
    {
        QList<int> waiting(m_nodes.size());
        QList<QList<int>> readers(m_nodes.size());
        QList<int> ready;
        for (int i = 0; i < m_nodes.size(); ++i) {
            for (const int source : sources(i)) {
                ++waiting[i];
                readers[source].append(i);
            }
            if (waiting[i] == 0) {
                ready.append(i);
            }
        }
        m_placeOf.resize(m_nodes.size());
        while (!ready.isEmpty()) {
            const int next = ready.takeAt(qsizetype(random() % std::size_t(ready.size())));
            m_placeOf[next] = int(m_order.size());
            m_order.append(next);
            for (const int reader : readers[next]) {
                if (--waiting[reader] == 0) {
                    ready.append(reader);
                }
            }
        }
    }
    [[nodiscard]] QList<int> sources(int node) const
    {
        QList<int> list;
        for (const QJsonValue input : m_nodes[node][u"inputs"].toArray()) {
            list.append(input[0].toInt());
        }
        for (const QJsonValue dependency : m_nodes[node][u"control_deps"].toArray()) {
            list.append(dependency.toInt());
        }
        return list;
    }
    [[nodiscard]] QJsonArray translated(QJsonArray entry) const
    {
        entry[0] = m_placeOf[entry[0].toInt()];
        return entry;
    }
    QJsonObject nodeAt(qsizetype place, std::mt19937 &random)
    {
        QJsonObject node = m_nodes[m_order[place]].toObject();
        QJsonArray inputs;
        for (const QJsonValue input : node[u"inputs"].toArray()) {
            inputs.append(translated(input.toArray()));
        }
        node[s("inputs")] = inputs;
        if (random() % 10 == 0) {
            node[s("name")] = s("renamed_") + QString::number(random());
        }
        m_places.insert(node[u"name"].toString(), m_order[place]);
        return node;
    }
    /// What a compiler writes of its values, and nothing that tells where nodes came from.
    void keepShapes(const QJsonArray &rows)
    {
        QJsonObject attrs;
        for (const char *key : {"shape", "dtype"}) {
            const QJsonArray old = m_attrs[s(key)].toArray();
            if (old.size() != 2 || rows.size() != m_nodes.size() + 1) {
                continue;
            }
            QJsonArray values;
            for (const int node : m_order) {
                for (int entry = rows[node].toInt(); entry < rows[node + 1].toInt(); ++entry) {
                    values.append(old[1].toArray()[entry]);
                }
            }
            attrs[s(key)] = QJsonArray{old[0], values};
        }
        m_json[s("attrs")] = attrs;
        QJsonArray newRows{0};
        for (const int node : m_order) {
            newRows.append(newRows.last().toInt() + rows[node + 1].toInt() - rows[node].toInt());
        }
        m_json[s("node_row_ptr")] = newRows;
    }

    QJsonArray m_nodes; ///< as they were
    QJsonObject m_attrs;
    QJsonObject m_json;
    QList<int> m_order;   ///< old places in the new order
    QList<int> m_placeOf; ///< new places by the old ones
    QMultiHash<QString, int> m_places;
};

struct FileScore {
    int right = 0;
    int wrong = 0;
    int certainlyWrong = 0;
    int certain = 0;
};

void score(const QJsonArray &matches, const ShuffledStep &before, const ShuffledStep &after,
           FileScore &score)
{
    for (const QJsonValue match : matches) {
        const QList<int> sources = before.places(match[u"before"].toString());
        const QList<int> nodes = after.places(match[u"after"].toString());
        const bool isCertain = match[u"certainty"] == s("certain");
        bool isRight = false;
        bool isRemade = false; // by the pass, under its name and operator: who can tell
        for (const int node : nodes) {
            const QSet<int> from = after.origins(node);
            for (const int source : sources) {
                isRight = isRight || from.contains(source);
                isRemade = isRemade
                           || (before.op(source) == after.op(node)
                               && before.name(source) == after.name(node));
            }
        }
        score.right += isRight;
        score.wrong += !isRight && !isRemade;
        score.certain += isCertain;
        score.certainlyWrong += isCertain && !isRight && !isRemade;
    }
}

} // namespace

/// The steps of a compilation as somebody else's files: `steps` finds out which nodes are the same.
class TstShuffledSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nodesAreMatchedAcrossFiles_data()
    {
        QTest::addColumn<QString>("file");
        for (const char *name : {"mlp.json", "resnet18.json", "mobilenet.json",
                                 "squeezenet1.1.json", "resnet50_v1.json"}) {
            QTest::newRow(name) << s(name);
        }
    }
    /// At least 99 % right, and none called certain that is wrong.
    void nodesAreMatchedAcrossFiles()
    {
        QFETCH(QString, file);
        const QTemporaryDir written;
        const QTemporaryDir shuffled;
        const CliResult made = runCli(
            {s("pass"),
             QString::fromStdString((sourceFolder() / "resources/samples").string()) + u'/' + file,
             s("--passes"), s("Compile{opt_level=3}"), s("--steps"), written.path(), s("-q")});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        std::mt19937 random(36);
        std::vector<ShuffledStep> steps;
        for (const QString &name : QDir(written.path()).entryList(QDir::Files, QDir::Name)) {
            steps.emplace_back(readJson(written.filePath(name)), random);
            QFile out(shuffled.filePath(name));
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(steps.back().text());
        }
        const CliResult result = runCli({s("steps"), shuffled.path(), s("--json"), s("-q")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonArray read = result.json()[u"steps"].toArray();
        QCOMPARE(read.size(), qsizetype(steps.size()));
        FileScore total;
        for (qsizetype i = 1; i < read.size(); ++i) {
            QCOMPARE(read[i][u"origins"].toString(), s("matched"));
            score(read[i][u"match"][u"matches"].toArray(), steps[std::size_t(i) - 1],
                  steps[std::size_t(i)], total);
        }
        qInfo("%d right, %d wrong; %d certain, %d of them wrong", total.right, total.wrong,
              total.certain, total.certainlyWrong);
        QVERIFY(total.right > 100);
        QVERIFY(total.certain > total.right / 2);
        QVERIFY(total.wrong * 100 <= total.right + total.wrong);
        QCOMPARE(total.certainlyWrong, 0);
    }

    void filesOfOtherFrameworksAreSteps_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QString>("key");
        const QByteArray mxnet = R"({"nodes": [{"op": "null", "name": "data", "inputs": []},
            {"op": "Activation", "name": "act", "attrs": {"act_type": "relu"}, "inputs": [[0, 0, 0]]}],
            "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]],
            "attrs": {"mxnet_version": ["int", 10901]}})";
        QTest::newRow("MXNet") << mxnet << QByteArray(mxnet).replace("relu", "tanh")
                               << s("act_type");
        const QByteArray tvm = R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "tvm_op", "name": "r", "inputs": [[0, 0, 0]], "attrs": {"func_name": "fuse_relu",
             "flatten_data": "0", "num_inputs": "1", "num_outputs": "1"}}],
            "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]],
            "attrs": {"shape": ["list_shape", [[2, 3], [2, 3]]], "dltype": ["list_str", ["float32",
             "float32"]], "storage_id": ["list_int", [0, 1]]}})";
        QTest::newRow("TVM") << tvm << QByteArray(tvm).replace("fuse_relu", "fuse_relu_1")
                             << s("func_name");
    }
    void filesOfOtherFrameworksAreSteps()
    {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        QFETCH(QString, key);
        const QTemporaryDir folder;
        for (const auto &[name, text] :
             {std::pair("1-start.json", first), {"2-end.json", second}}) {
            QFile file(folder.filePath(s(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        }
        checkOneAttribute(folder.path(), key);
    }

    void onnxFilesAreSteps()
    {
        const QTemporaryDir folder;
        const QTemporaryDir models;
        int number = 0;
        for (const char *alpha : {"0.1", "0.2"}) {
            const QString json = models.filePath(s("model.json"));
            QFile file(json);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(R"({"nodes": [
                {"op": "null", "name": "x", "inputs": [], "attrs": {"shape": "[2, 3]"}},
                {"op": "leaky_relu", "name": "y", "attrs": {"alpha": "ALPHA"}, "inputs": [[0, 0, 0]]}],
                "arg_nodes": [0], "heads": [[1, 0, 0]]})")
                           .replace("ALPHA", alpha));
            file.close();
            const QString onnx = folder.filePath(QString::number(++number) + s("-step.onnx"));
            const CliResult made = runCli({s("convert"), json, onnx});
            QVERIFY2(made.exitCode == 0, made.err.constData());
        }
        checkOneAttribute(folder.path(), s("alpha"));
    }

private:
    static void checkOneAttribute(const QString &folder, const QString &key)
    {
        const CliResult result = runCli({s("steps"), folder, s("--json")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonArray steps = result.json()[u"steps"].toArray();
        QCOMPARE(steps.size(), 2);
        const QJsonArray changes = steps[1][u"difference"][u"changes"].toArray();
        QVERIFY2(changes.size() == 1, result.out.constData());
        QCOMPARE(changes[0][u"details"][0][u"what"].toString(), s("attribute"));
        QCOMPARE(changes[0][u"details"][0][u"key"].toString(), key);
    }
};

NERVURE_TEST(TstShuffledSteps)
#include "tst_shuffled_steps.moc"
