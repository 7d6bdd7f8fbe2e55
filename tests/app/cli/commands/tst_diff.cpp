// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/core_ml_model.h"
#include "tests/support/environment.h"
#include "tests/support/graph_def.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace nervure::tests;

namespace {

QString sample(const char *name)
{
    return QString::fromStdString((sourceFolder() / "resources/samples" / name).string());
}

/// x → conv(w) → relu.
QByteArray convText(const char *conv, const char *strides, const char *activation)
{
    QByteArray text = R"json({"nodes": [
        {"op": "null", "name": "x", "inputs": []},
        {"op": "null", "name": "w", "inputs": []},
        {"op": "conv2d", "name": "CONV", "attrs": {"channels": "8", "kernel_size": "(3, 3)",
            "use_bias": "False", "strides": "STRIDES"}, "inputs": [[0, 0, 0], [1, 0, 0]]},
        {"op": "ACTIVATION", "name": "act", "inputs": [[2, 0, 0]]}],
        "arg_nodes": [0, 1], "heads": [[3, 0, 0]]})json";
    text.replace("CONV", conv).replace("STRIDES", strides).replace("ACTIVATION", activation);
    return text;
}

} // namespace

class TstDiff : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString written(const char *name, const QByteArray &text)
    {
        QFile file(m_folder.filePath(s(name)));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }
    static CliResult diff(const QString &first, const QString &second, const QStringList &more = {})
    {
        return runCli(QStringList{s("diff"), first, second} + more);
    }

private Q_SLOTS:
    void aFileIsTheSameAsItself()
    {
        for (const char *name : {"resnet18.json", "mobilenet.json"}) {
            const CliResult result = diff(sample(name), sample(name), {s("--json")});
            QVERIFY2(result.exitCode == 0, result.err.constData());
            const QJsonObject document = result.json();
            QVERIFY(document[u"same"].toBool());
            QVERIFY(document[u"difference"][u"changes"].toArray().isEmpty());
            QCOMPARE(document[u"match"][u"guess"].toInt(), 0);
            QCOMPARE(document[u"match"][u"likely"].toInt(), 0);
        }
        QVERIFY(diff(sample("mobilenet.json"), sample("mobilenet.json")).out.contains("the same"));
    }

    void eachThingThatDiffersIsTold()
    {
        const QString first = written("a.json", convText("conv", "(1, 1)", "relu"));
        const QString second = written("b.json", convText("conv", "(2, 2)", "tanh"));
        const QStringList shape{s("--shape"), s("x=1,3,32,32")};
        const CliResult told = diff(first, second, shape);
        QCOMPARE(told.exitCode, 4);
        QVERIFY2(told.out.contains("attribute strides"), told.out.constData());
        QVERIFY2(told.out.contains("~2, 2 shapes"), told.out.constData());
        const QJsonObject document = diff(first, second, shape + QStringList{s("--json")}).json();
        const QJsonObject difference = document[u"difference"].toObject();
        QCOMPARE(difference[u"nodes"][u"changed"].toInt(), 2);
        QCOMPARE(difference[u"attributes"].toInt(), 1);
        const QJsonObject conv = difference[u"changes"][0].toObject();
        QCOMPARE(conv[u"node"].toString(), s("conv"));
        QCOMPARE(conv[u"index"].toInt(), 2);
        QCOMPARE(conv[u"details"][0].toObject(), (QJsonObject{{s("what"), s("attribute")},
                                                              {s("key"), s("strides")},
                                                              {s("before"), s("(1, 1)")},
                                                              {s("after"), s("(2, 2)")}}));
        const QJsonObject value = difference[u"changed_values"][0].toObject();
        QCOMPARE(value[u"what"].toString(), s("shape"));
        QCOMPARE(value[u"before"].toString(), s("1×8×30×30"));
        QCOMPARE(value[u"after"].toString(), s("1×8×15×15"));
    }

    void whatOnlyHasAnotherNameIsRenamed()
    {
        const QString first = written("a.json", convText("conv", "(1, 1)", "relu"));
        const QString second = written("b.json", convText("c1", "[1,1]", "relu"));
        const CliResult told = diff(first, second);
        QCOMPARE(told.exitCode, 4);
        QVERIFY2(told.out.startsWith("change"), told.out.constData());
        QVERIFY2(told.out.contains("renamed"), told.out.constData());
        const QJsonObject document = diff(first, second, {s("--json")}).json();
        QCOMPARE(document[u"difference"][u"nodes"][u"renamed"].toInt(), 1);
        QCOMPARE(document[u"difference"][u"nodes"][u"changed"].toInt(), 0);
        QCOMPARE(document[u"difference"][u"changes"].toArray().size(), 1);
    }

    void anotherTextOfTheSameGraphIsTheSame()
    {
        const QString back = m_folder.filePath(s("back.json"));
        const CliResult canonical =
            runCli({s("convert"), sample("mobilenet.json"), back, s("--canonical")});
        QVERIFY2(canonical.exitCode == 0, canonical.err.constData());
        const CliResult result = diff(sample("mobilenet.json"), back);
        QVERIFY2(result.exitCode == 0, result.out.constData());
    }

    void twoFormatsAreCompared()
    {
        const QString first = written("a.json", convText("conv", "(1, 1)", "relu"));
        const QString onnx = m_folder.filePath(s("a.onnx"));
        const CliResult made = runCli({s("convert"), first, onnx, s("--shape"), s("x=1,3,8,8")});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        const CliResult result = diff(first, onnx, {s("--json")});
        QVERIFY2(result.exitCode == 4, result.err.constData());
        QCOMPARE(result.json()[u"second"][u"format"].toString(), s("onnx"));
        QCOMPARE(result.json()[u"match"][u"certain"].toInt()
                     + result.json()[u"match"][u"likely"].toInt(),
                 4);
    }

    /// One element of one weight decides, in whatever file it lies.
    void oneWeightIsSeen_data()
    {
        QTest::addColumn<QString>("extension");
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("changed");
        QFile keras(
            QString::fromStdString((sourceFolder() / "tests/fuzz/seeds/keras/dense.h5").string()));
        QVERIFY(keras.open(QIODevice::ReadOnly));
        const QByteArray dense = keras.readAll();
        constexpr int kernelsFirstElement = 4096; // 1 as float32
        QByteArray halved = dense;
        halved[kernelsFirstElement + 2] = 0;
        QTest::newRow("Keras") << s("h5") << dense << halved;
        const auto graphDef = [](float last) {
            std::vector<float> values(100, 1);
            values.back() = last;
            return QByteArray::fromStdString(
                GraphDef()
                    .placeholder("x", {1, 100})
                    .constant("w", {100}, values)
                    .node("y", "Mul", {"x", "w"}, {{"T", GraphDef::type(1)}})
                    .bytes());
        };
        QTest::newRow("TensorFlow") << s("pb") << graphDef(1) << graphDef(2);
        const auto coreMl = [](float last) {
            std::vector<float> values(100, 1);
            values.back() = last;
            const std::string bias = CoreMl::integers(1, {100}) + CoreMl::weights(2, values);
            return QByteArray::fromStdString(
                CoreMl::model({CoreMl::array("x", {100, 1, 1})}, {"out"},
                              CoreMl::layer("bias", {"x"}, {"out"}, 250, bias)));
        };
        QTest::newRow("Core ML") << s("mlmodel") << coreMl(1) << coreMl(2);
    }
    void oneWeightIsSeen()
    {
        QFETCH(QString, extension);
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, changed);
        const QString first = written(qPrintable(s("first.") + extension), model);
        const QString copy = written(qPrintable(s("copy.") + extension), model);
        const QString other = written(qPrintable(s("other.") + extension), changed);
        const CliResult same = diff(first, copy, {s("--json")});
        QVERIFY2(same.exitCode == 0, (same.out + same.err).constData());
        QCOMPARE(same.json()[u"verdict"].toString(), s("identical"));
        const CliResult different = diff(first, other, {s("--json")});
        QVERIFY2(different.exitCode == 4, (different.out + different.err).constData());
        QCOMPARE(different.json()[u"verdict"].toString(), s("different"));
        QVERIFY2(diff(first, other).out.contains("values"), different.out.constData());
    }

    void aTableIsNoWiderThanAskedFor()
    {
        const CliResult result =
            diff(sample("resnet18.json"), sample("mobilenet.json"), {s("--width"), s("80")});
        QCOMPARE(result.exitCode, 4);
        const auto lines = QString::fromUtf8(result.out).split(QLatin1Char('\n'));
        QVERIFY(lines.size() > 50);
        for (const QString &line : lines.first(lines.size() - 4)) {
            QVERIFY2(line.size() <= 80, qPrintable(line));
        }
    }

    void differencesAreTestCases()
    {
        const QString first = written("a.json", convText("conv", "(1, 1)", "relu"));
        const QString second = written("b.json", convText("conv", "(2, 2)", "relu"));
        const QString junit = m_folder.filePath(s("diff.xml"));
        QCOMPARE(diff(first, second, {s("--shape"), s("x=1,3,8,8"), s("--junit"), junit}).exitCode,
                 4);
        QFile file(junit);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QStringList failed;
        QStringList cases;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.name() == u"testcase") {
                cases.append(xml.attributes().value(s("name")).toString());
            } else if (xml.isStartElement() && xml.name() == u"failure") {
                failed.append(cases.last());
                QVERIFY(!xml.attributes().value(s("message")).isEmpty());
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(cases.size(), 6);
        QCOMPARE(failed, QStringList({s("nodes"), s("shapes")}));
        NERVURE_VERIFY_EXIT(diff(first, second, {s("--junit"), s("/nowhere/at/all.xml")}), 1,
                            "/nowhere/at/all.xml");
    }

    void faultsAreNoDifferences()
    {
        const QString good = written("a.json", convText("conv", "(1, 1)", "relu"));
        const CliResult missing = diff(good, m_folder.filePath(s("none.json")));
        NERVURE_VERIFY_EXIT(missing, 1, "none.json");
        const CliResult broken = diff(written("broken.json", "{\"nodes\": ["), good);
        NERVURE_VERIFY_EXIT(broken, 1, "broken.json");
        NERVURE_VERIFY_EXIT(diff(good, good, {s("--shape"), s("y=1")}), 2, "no input 'y'");
        QCOMPARE(runCli({s("diff"), good}).exitCode, 2);
    }
};

NERVURE_TEST(TstDiff)
#include "tst_diff.moc"
