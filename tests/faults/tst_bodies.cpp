// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTemporaryDir>

using namespace nervure::tests;

/// Faults 07 and 08: nodes of bodies, and what no output needs, were neither found nor counted.
class TstBodies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nodesOfBodiesAreFound();
    void bodiesAreCounted();
    void bodiesAreCompared();
    void whatNoOutputNeedsIsShown();

private:
    static QString branches() { return faultFile("07-bodies-not-searched/branches.onnx"); }
    static QString chain() { return faultFile("08-values-no-output-needs/chain.onnx"); }
};

void TstBodies::nodesOfBodiesAreFound()
{
    NERVURE_NEED_FAULTS();
    const CliResult run = runCli({s("find"), branches(), s("op:MatMul"), s("--json")});
    const QJsonArray nodes = run.json().value(s("nodes")).toArray();
    QVERIFY2(nodes.size() == 1, run.out.constData());
    const QJsonObject node = nodes[0].toObject();
    QCOMPARE(node.value(s("name")).toString(), s("pick/then_branch/inner"));
    QCOMPARE(node.value(s("in")).toString(), s("pick/then_branch"));
    QCOMPARE(node.value(s("shapes")).toArray(), (QJsonArray{QJsonArray{4, 4}}));
    QCOMPARE(node.value(s("dtypes")).toArray(), (QJsonArray{s("float32")}));
    QCOMPARE(node.value(s("macs")).toInt(), 64);
    const CliResult taken = runCli({s("find"), branches(), s("is:variable & shape:\"4,4\"")});
    QVERIFY2(taken.out.contains("pick/then_branch/w") && taken.out.contains("pick/else_branch/x"),
             (taken.out + taken.err).constData());
}

void TstBodies::bodiesAreCounted()
{
    NERVURE_NEED_FAULTS();
    const CliResult run = runCli({s("info"), branches(), s("--json")});
    const QJsonObject info = run.json();
    QCOMPARE(info.value(s("params")).toInt(), 16);
    QCOMPARE(info.value(s("param_bytes")).toInt(), 64);
    QVERIFY2(info.value(s("macs")).isNull(), run.out.constData());
    QCOMPARE(info.value(s("operators")).toObject().value(s("MatMul")).toInt(), 1);
    QCOMPARE(info.value(s("nodes")).toInt(), 3);
}

void TstBodies::bodiesAreCompared()
{
    NERVURE_NEED_FAULTS();
    const QTemporaryDir folder;
    auto bytes = nervure::readFile(branches().toStdString());
    QVERIFY(bytes.ok());
    bytes->replace(bytes->find("Neg"), 3, "Abs");
    const QString other = folder.filePath(s("other.onnx"));
    QVERIFY(nervure::writeFile(other.toStdString(), *bytes));
    const CliResult run = runCli({s("diff"), branches(), other});
    QVERIFY2(run.exitCode == 4, run.err.constData());
    QVERIFY2(run.out.contains("Neg") && run.out.contains("Abs"), run.out.constData());
    QVERIFY2(!run.out.contains("2 graphs"), run.out.constData());
}

void TstBodies::whatNoOutputNeedsIsShown()
{
    NERVURE_NEED_FAULTS();
    const QTemporaryDir folder;
    const QString cut = folder.filePath(s("cut.onnx"));
    NERVURE_VERIFY_EXIT(
        runCli({s("edit"), chain(), s("--delete"), s("last"), s("--allow-errors"), s("-o"), cut}),
        0, "");
    const CliResult info = runCli({s("info"), cut, s("--json")});
    QCOMPARE(info.json().value(s("params")).toInt(), 3);
    const QJsonArray inputs = info.json().value(s("inputs")).toArray();
    QCOMPARE(inputs[0].toObject().value(s("shape")).toArray(), (QJsonArray{2, 3}));
    const CliResult found = runCli({s("find"), cut, s("*"), s("--shape"), s("x=5,3")});
    QVERIFY2(found.out.count("5×3") == 2 && found.err.isEmpty(),
             (found.out + found.err).constData());
}

NERVURE_TEST(TstBodies)
#include "tst_bodies.moc"
