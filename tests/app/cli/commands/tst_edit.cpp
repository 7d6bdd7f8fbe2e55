// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npy.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/large_model.h"
#include "tests/support/cli.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

class TstEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editsApplyFromLeftToRight();
    void aBridgedNodeLeavesNoGap();
    void aNodeThatIsNotThereIsWrongUsage();
    void oneTokenOfAFileChanges();
    void whatCannotBeIsRefusedWithItsReason();
    void structuralWordsWorkTogether();
    void theDifferenceIsShown();
    void whatIsReplacedCanBeKept();
    void selectionsAreExtractedAndModelsMerged();
    void projectsKeepNotesAndTheText();
    void whatTheOriginalWouldRefuseIsSaid();
    void largeModelsAreEditedInPlace();
    void valuesOfOnnxModels();
    void sizesInOtherFiles();
};

namespace {

const QByteArray editedModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "first", "inputs": [[0, 0, 0]]},
    {"op": "clip", "name": "second", "attrs": {"a_max": "6", "a_min": "0"}, "inputs": [[1, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

QJsonArray nodesAfter(const QStringList &edits)
{
    const CliResult result =
        runCli(QStringList{s("edit"), s("-"), s("-o"), s("-")} + edits, editedModel);
    if (result.exitCode != 0) {
        qWarning("%s", result.err.constData());
    }
    return result.json().value(s("nodes")).toArray();
}

QString nameOf(const QJsonArray &nodes, int index)
{
    return nodes.at(index).toObject().value(s("name")).toString();
}

} // namespace

void TstEdit::editsApplyFromLeftToRight()
{
    const QJsonArray nodes =
        nodesAfter({s("--rename"), s("second=last"), s("--set"), s("last.a_max=3"), s("--rename"),
                    s("first=second"), s("--set"), s("last.a_min=1")});
    QCOMPARE(nodes.size(), 3);
    QCOMPARE(nameOf(nodes, 1), s("second"));
    QCOMPARE(nameOf(nodes, 2), s("last"));
    const QJsonObject attrs = nodes.at(2).toObject().value(s("attrs")).toObject();
    QCOMPARE(attrs.value(s("a_max")).toString(), s("3"));
    QCOMPARE(attrs.value(s("a_min")).toString(), s("1"));
}

void TstEdit::aBridgedNodeLeavesNoGap()
{
    const QJsonArray nodes = nodesAfter({s("--delete-bridge"), s("#1")});
    QCOMPARE(nodes.size(), 2);
    QCOMPARE(nameOf(nodes, 1), s("second"));
    QCOMPARE(nodes.at(1).toObject().value(s("inputs")).toArray().first().toArray().first().toInt(),
             0);
}

void TstEdit::aNodeThatIsNotThereIsWrongUsage()
{
    const CliResult result =
        runCli({s("edit"), s("-"), s("-o"), s("-"), s("--delete"), s("frst")}, editedModel);
    QCOMPARE(result.exitCode, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains("did you mean 'first'"), result.err.constData());
}

void TstEdit::oneTokenOfAFileChanges()
{
    NERVURE_NEED_ORACLES();
    const auto file = oraclesFolder() / "nnvm" / "corpus" / "resnet18.json";
    const CliResult result = runCli({s("edit"), QString::fromStdString(file.string()), s("--set"),
                                     s("fc1.units=10"), s("-o"), s("-")});
    QCOMPARE(result.exitCode, 0);
    QByteArray wanted = QByteArray::fromStdString(readFile(file));
    const auto value = wanted.indexOf("1000", wanted.indexOf("\"name\": \"fc1\""));
    QVERIFY(value > 0);
    wanted.replace(value, 4, "10");
    QVERIFY(result.out == wanted);
}

void TstEdit::whatCannotBeIsRefusedWithItsReason()
{
    const CliResult cycle = runCli(
        {s("edit"), s("-"), s("-o"), s("-"), s("--rewire"), s("first:0=second")}, editedModel);
    QCOMPARE(cycle.exitCode, 1);
    QVERIFY2(cycle.err.contains("'first' would depend on its own output"), cycle.err.constData());
    const CliResult taken =
        runCli({s("edit"), s("-"), s("-o"), s("-"), s("--rename"), s("first=second")}, editedModel);
    QCOMPARE(taken.exitCode, 1);
    QVERIFY2(taken.err.contains("'second_1' is free"), taken.err.constData());
    QCOMPARE(runCli({s("edit"), s("-"), s("--set"), s("second.a_max=3")}, editedModel).exitCode, 2);
}

void TstEdit::structuralWordsWorkTogether()
{
    const QJsonArray nodes =
        nodesAfter({s("--insert"), s("second:0=mid=exp"), s("--add"), s("fc=dense{units=4}(mid)"),
                    s("--output"), s("fc"), s("--duplicate"), s("first"), s("--delete-layer"),
                    s("fc"), s("--delete"), s("first_1")});
    QStringList names;
    for (int i = 0; i < nodes.size(); ++i) {
        names += nameOf(nodes, i);
    }
    QCOMPARE(names, (QStringList{s("x"), s("first"), s("mid"), s("second")}));
}

void TstEdit::theDifferenceIsShown()
{
    const CliResult result =
        runCli({s("edit"), s("-"), s("--diff"), s("--set"), s("second.a_max=3")}, editedModel);
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.out.contains("\n@@ -1,5 +1,5 @@\n"), result.out.constData());
    QVERIFY(result.out.contains("\n-    {\"op\": \"clip\""));
    QVERIFY(result.out.contains("\n+    {\"op\": \"clip\", \"name\": \"second\", \"attrs\": "
                                "{\"a_max\": \"3\""));
}

void TstEdit::whatIsReplacedCanBeKept()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(s("m.json"));
    QVERIFY(runCli({s("edit"), s("-"), s("-o"), file}, editedModel).exitCode == 0);
    QVERIFY(runCli({s("edit"), file, s("--rename"), s("first=one"), s("--backup"), s("-o"), file})
                .exitCode
            == 0);
    QVERIFY(QByteArray::fromStdString(readFile((file + s("~")).toStdString())) == editedModel);
    QVERIFY(QByteArray::fromStdString(readFile(file.toStdString())).contains("\"one\""));
}

void TstEdit::selectionsAreExtractedAndModelsMerged()
{
    QJsonArray nodes = nodesAfter({s("--extract"), s("second")});
    QCOMPARE(nodes.size(), 2);
    QCOMPARE(nameOf(nodes, 0), s("first"));
    const QTemporaryDir folder;
    const QString file = folder.filePath(s("m.json"));
    QVERIFY(runCli({s("edit"), s("-"), s("-o"), file}, editedModel).exitCode == 0);
    nodes = nodesAfter({s("--merge"), file});
    QCOMPARE(nodes.size(), 5);
    QCOMPARE(nameOf(nodes, 3), s("first_1"));
}

void TstEdit::projectsKeepNotesAndTheText()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath(s("p.nervure"));
    const QString again = folder.filePath(s("q.nervure"));
    const CliResult noted = runCli({s("edit"), s("-"), s("--note"), s("first=why?"), s("--rename"),
                                    s("second=last"), s("-o"), project},
                                   editedModel);
    QVERIFY2(noted.exitCode == 0 && noted.err.isEmpty(), noted.err.constData());
    // The model alone: all of the text but the name, and a word about the note.
    const CliResult plain = runCli({s("edit"), project, s("-o"), s("-")});
    QByteArray wanted = editedModel;
    QVERIFY(plain.out == wanted.replace("\"second\"", "\"last\""));
    QVERIFY2(plain.err.contains("1 note is left out, a project file (.nervure) keeps them"),
             plain.err.constData());
    const CliResult info = runCli({s("info"), project, s("--json")});
    QCOMPARE(info.json().value(s("nodes")).toInt(), 3);
    QCOMPARE(runCli({s("convert"), project, again}).exitCode, 0);
    QVERIFY(readFile(project.toStdString()) == readFile(again.toStdString()));
    const CliResult part = runCli({s("edit"), project, s("--extract"), s("first"), s("-o"), again});
    QVERIFY2(part.exitCode == 0, part.err.constData());
    QVERIFY(runCli({s("edit"), again, s("-o"), s("-")}).err.contains("1 note is left out"));
    QCOMPARE(runCli({s("edit"), project, s("--diff"), s("-o"), again}).exitCode, 2);
}

void TstEdit::whatTheOriginalWouldRefuseIsSaid()
{
    const CliResult odd =
        runCli({s("edit"), s("-"), s("-o"), s("-"), s("--add"), s("m=nobody(x)")}, editedModel);
    QCOMPARE(odd.exitCode, 0);
    QVERIFY2(odd.err.contains("NNVM would refuse the file: "), odd.err.constData());
    const CliResult fine =
        runCli({s("edit"), s("-"), s("-o"), s("-"), s("--add"), s("m=exp(x)")}, editedModel);
    QVERIFY2(!fine.err.contains("refuse"), fine.err.constData());
}

void TstEdit::largeModelsAreEditedInPlace()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(s("large.onnx"));
    QVERIFY(nervure::writeFile(file.toStdString(), largeModel()).ok());
    const QStringList edit{s("edit"), file, s("--set"), s("softmax.axis=300")};
    const CliResult difference = runCli(edit + QStringList{s("--diff")});
    QVERIFY2(difference.exitCode == 0 && difference.out.contains("attribute axis"),
             (difference.out + difference.err).constData());
    QCOMPARE(runCli(edit + QStringList{s("-o"), file, s("--backup")}).exitCode, 0);
    QVERIFY(nervure::readFile(file.toStdString()).value() == largeModel(300));
    QVERIFY(nervure::readFile(file.toStdString() + "~").value() == largeModel());
    // A project refers to it.
    const QString project = folder.filePath(s("p.nervure"));
    QCOMPARE(runCli({s("edit"), file, s("--note"), s("softmax=why"), s("-o"), project}).exitCode,
             0);
    QVERIFY(QFileInfo(project).size() < 10000);
    QCOMPARE(runCli({s("info"), project}).exitCode, 0);
}

void TstEdit::valuesOfOnnxModels()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(s("m.onnx"));
    const QString array = folder.filePath(s("w.npy"));
    QVERIFY(nervure::writeFile(file.toStdString(),
                               modelOf(initializerField("w", 4) + nodeField("Relu", {"w"}, {"y"})
                                       + valueField(graph::output, "y", {"4"})))
                .ok());
    const std::vector<float> values{7, 8};
    QVERIFY(nervure::writeFile(array.toStdString(),
                               nervure::writeNpy(nervure::Tensor::ofFloats({2}, values).view()))
                .ok());
    QCOMPARE(runCli({s("edit"), file, s("--values"), s("w=") + array, s("-o"), file}).exitCode, 0);
    QVERIFY(runCli({s("weights"), file, s("w")}).out.contains("values of shape 2: 7, 8"));
    QCOMPARE(runCli({s("edit"), file, s("--make-input"), s("w"), s("-o"), file}).exitCode, 0);
    NERVURE_VERIFY_EXIT(runCli({s("weights"), file, s("w")}), 2, "there is no weight 'w'");
    NERVURE_VERIFY_EXIT(runCli({s("edit"), file, s("--embed"), s("w"), s("-o"), file}), 1,
                        "w: the file has no values for it");
    NERVURE_VERIFY_EXIT(runCli({s("edit"), file, s("--values"), s("w=none.npy"), s("-o"), file}), 1,
                        "none.npy: cannot open: No such file or directory");
}

/// Sizes decide shapes at once, and wherever they lie.
void TstEdit::sizesInOtherFiles()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(s("m.onnx"));
    const QString array = folder.filePath(s("sizes.npy"));
    const std::string two("\2\0\0\0\0\0\0\0", 8);
    const std::string three("\3\0\0\0\0\0\0\0", 8);
    const auto model = [](const std::string &values) {
        return modelOf(valueField(graph::input, "x", {"6"})
                       + bytesField(graph::initializer, integerField(tensor::dims, 2)
                                                            + integerField(tensor::dataType, 7)
                                                            + bytesField(tensor::name, "sizes")
                                                            + values)
                       + nodeField("Reshape", {"x", "sizes"}, {"y"})
                       + valueField(graph::output, "y", {"2", "3"}));
    };
    const auto write = [](const QString &path, const std::string &bytes) {
        return nervure::writeFile(path.toStdString(), bytes).ok();
    };
    QVERIFY(write(file, model(bytesField(tensor::rawData, two + three))));
    // NumPy's own numbers are of another type than the model's.
    const std::vector<float> sizes{3, 2};
    QVERIFY(write(array, nervure::writeNpy(nervure::Tensor::ofFloats({2}, sizes).view())));
    const QString other = folder.filePath(s("other.onnx"));
    const CliResult given =
        runCli({s("edit"), file, s("--values"), s("sizes=") + array, s("-o"), other});
    NERVURE_VERIFY_EXIT(given, 0, "");
    QVERIFY2(!given.err.contains("no longer known"), given.err.constData());
    QVERIFY(runCli({s("info"), other}).out.contains("y  3×2\n"));
    // ONNX Runtime refuses to load models whose sizes lie outside.
    NERVURE_VERIFY_EXIT(
        runCli({s("edit"), other, s("--move-out"), s("sizes=w.bin"), s("-o"), file}), 1,
        "'sizes' may decide a size");
    QVERIFY(write(folder.filePath(s("w.bin")), three + two));
    QVERIFY(write(file, model(externalFields("w.bin", 0))));
    const CliResult outside = runCli({s("info"), file});
    QVERIFY2(outside.err.contains("expected float32[3, 2]"), outside.err.constData());
    QVERIFY2(outside.out.contains("y  3×2\n"), outside.out.constData());
    QVERIFY(QFile::remove(folder.filePath(s("w.bin"))));
    QVERIFY(runCli({s("info"), file}).out.contains("y  2×3"));
}

NERVURE_TEST(TstEdit)
#include "tst_edit.moc"
