// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

QString sample(const char *name)
{
    return QString::fromStdString((sourceFolder() / "resources/samples" / name).string());
}

/// x → op.
QByteArray unaryText(const char *op)
{
    return QByteArray(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
        {"op": ")")
           + op + R"(", "name": "y", "inputs": [[0, 0, 0]]}],
        "arg_nodes": [0], "heads": [[1, 0, 0]]})";
}

/// What is compared of two differences: places and order are those of the files.
QStringList sortedWithoutIndex(const QJsonArray &changes)
{
    QStringList texts;
    for (const QJsonValue change : changes) {
        QJsonObject object = change.toObject();
        object.remove(s("index"));
        texts.append(QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)));
    }
    texts.sort();
    return texts;
}

} // namespace

class TstSteps : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    void write(const char *name, const QByteArray &text, int minutesAgo = 0)
    {
        QFile file(m_folder->filePath(s(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.flush();
        file.setFileTime(QDateTime::currentDateTime().addSecs(-60 * minutesAgo),
                         QFileDevice::FileModificationTime);
    }
    [[nodiscard]] CliResult steps(const QStringList &more = {}) const
    {
        return runCli(QStringList{s("steps"), m_folder->path()} + more);
    }
    [[nodiscard]] QStringList names() const
    {
        QStringList list;
        for (const QJsonValue step : steps({s("--json")}).json()[u"steps"].toArray()) {
            list.append(step[u"name"].toString());
        }
        return list;
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatPassWritesIsReadAgain_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("passes");
        const QString compile = s("Compile{opt_level=3}");
        for (const char *name : {"mlp.json", "resnet18.json", "mobilenet.json"}) {
            QTest::newRow(name) << sample(name) << compile;
        }
        QTest::newRow("device") << sample("resnet18.json")
                                << s("Compile{opt_level=3,target=reference}");
        QTest::newRow("gradient") << sample("mlp.json") << s("InferShape,Gradient");
    }
    /// Fused groups and kernels included, `steps` says of our files what `pass` said.
    void whatPassWritesIsReadAgain()
    {
        QFETCH(QString, file);
        QFETCH(QString, passes);
        const CliResult made = runCli(
            {s("pass"), file, s("--passes"), passes, s("--steps"), m_folder->path(), s("--json")});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        const QJsonArray passed = made.json()[u"passes"].toArray();
        const CliResult result = steps({s("--json")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonArray read = result.json()[u"steps"].toArray();
        QCOMPARE(read.size(), passed.size() + 1);
        for (qsizetype i = 0; i < passed.size(); ++i) {
            const QJsonValue now = read[i + 1];
            QCOMPARE(now[u"name"], passed[i][u"name"]);
            QCOMPARE(now[u"origins"].toString(), s("told"));
            const QJsonValue was = passed[i][u"difference"];
            const QJsonValue is = now[u"difference"];
            QCOMPARE(sortedWithoutIndex(is[u"changes"].toArray()),
                     sortedWithoutIndex(was[u"changes"].toArray()));
            for (const char *key : {"nodes", "attributes", "inputs", "results"}) {
                QCOMPARE(is[s(key)], was[s(key)]);
            }
        }
    }

    void whatOthersWroteIsMatched()
    {
        write("1_start.json", unaryText("relu"));
        write("2_other.json", unaryText("tanh"));
        write("3_same.json", unaryText("tanh"));
        const CliResult result = steps({s("--json")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonArray read = result.json()[u"steps"].toArray();
        QVERIFY(read[0][u"difference"].isNull());
        QCOMPARE(read[1][u"origins"].toString(), s("matched"));
        QCOMPARE(read[1][u"difference"][u"nodes"][u"changed"].toInt(), 1);
        QCOMPARE(read[1][u"match"][u"matches"][1][u"by"].toString(), s("name"));
        QCOMPARE(read[2][u"match"][u"certain"].toInt(), 2);
        const CliResult told = steps();
        QVERIFY2(told.out.contains("~1"), told.out.constData());
        QVERIFY2(told.out.contains("2 certain"), told.out.constData());
        const CliResult one = steps({s("--step"), s("1")});
        QVERIFY2(one.out.contains("operator") && one.out.contains("tanh"), one.out.constData());
        const CliResult none = steps({s("--step"), s("2")});
        QCOMPARE(none.out, QByteArray("step 2 changed nothing\n"));
        NERVURE_VERIFY_EXIT(steps({s("--step"), s("3")}), 2, "expected 1 to 2");
    }

    void theNumberThatTellsThemApartOrders()
    {
        for (const char *name :
             {"net18-pass10-fold.json", "net18-pass9-alter.json", "net18-pass011-fuse.json"}) {
            write(name, unaryText("relu"));
        }
        QCOMPARE(names(), QStringList({s("net18-pass9-alter"), s("net18-pass10-fold"),
                                       s("net18-pass011-fuse")}));
    }

    void withoutNumbersDatesOrder()
    {
        write("b.json", unaryText("relu"), 30);
        write("a.json", unaryText("relu"), 10);
        write("c.json", unaryText("relu"), 20);
        QCOMPARE(names(), QStringList({s("b"), s("c"), s("a")}));
        QCOMPARE(steps({s("--json")}).json()[u"order"].toString(), s("date"));
    }

    void shapesInTheFilesAreTrusted()
    {
        QByteArray text = unaryText("relu");
        text.insert(text.lastIndexOf('}'),
                    R"(, "attrs": {"shape": ["list_shape", [[2, 3], [2, 3]]],
                                   "dtype": ["list_int", [0, 0]]})");
        write("1.json", text);
        write("2.json", text.replace("[2, 3]]]", "[7, 7]]]"));
        const QJsonObject second = steps({s("--json")}).json()[u"steps"][1].toObject();
        const QJsonObject value = second[u"difference"][u"changed_values"][0].toObject();
        QCOMPARE(value[u"node"].toString(), s("y"));
        QCOMPARE(value[u"after"].toString(), s("7×7"));
    }

    void aFileThatTakesTheOriginsOfAnotherIsMatched()
    {
        const QString model = m_folder->filePath(s("model.json"));
        write("model.json", unaryText("relu"));
        const CliResult made = runCli({s("pass"), model, s("--passes"), s("InferShape,InferType"),
                                       s("--steps"), m_folder->path()});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        QFile::remove(model);
        write("00-opened.json", unaryText("tanh")); // not what InferShape was given
        const QJsonArray read = steps({s("--json")}).json()[u"steps"].toArray();
        QCOMPARE(read[1][u"origins"].toString(), s("matched"));
        QCOMPARE(read[2][u"origins"].toString(), s("told"));
    }

    void otherFilesAreLeftOutWithALineEach()
    {
        write("1-a.json", unaryText("relu"));
        write("2-b.json", "{\"nodes\": [");
        write("3-notes.txt", "nothing");
        write("4-empty.json", "");
        write("5-c.json", unaryText("relu"));
        QDir(m_folder->path()).mkdir(s("6-folder.json"));
        QFile::link(m_folder->filePath(s("gone.json")), m_folder->filePath(s("7-gone.json")));
        write(".hidden.json", "{");
        const CliResult result = steps({s("--json")});
        QCOMPARE(result.exitCode, 1); // two of them are called as the steps are
        QCOMPARE(result.json()[u"steps"].toArray().size(), 2);
        for (const char *name : {"2-b.json", "3-notes.txt", "4-empty.json"}) {
            QVERIFY2(result.err.contains(name), result.err.constData());
        }
        QCOMPARE(result.err.count('\n'), 3);
    }

    void foldersWithoutModelsAreFaults()
    {
        NERVURE_VERIFY_EXIT(steps(), 1, "the folder has no files, expected");
        write("notes.txt", "nothing");
        NERVURE_VERIFY_EXIT(steps(), 1, "no file of the folder is a model, expected");
        NERVURE_VERIFY_EXIT(runCli({s("steps"), m_folder->filePath(s("none"))}), 1,
                            "cannot be read as a folder");
        NERVURE_VERIFY_EXIT(runCli({s("steps"), m_folder->filePath(s("notes.txt"))}), 1,
                            "cannot be read as a folder");
        QCOMPARE(runCli({s("steps")}).exitCode, 2);
    }
};

NERVURE_TEST(TstSteps)
#include "tst_steps.moc"
