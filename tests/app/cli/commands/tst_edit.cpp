// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace nervure::tests;

class TstEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editsApplyFromLeftToRight();
    void aBridgedNodeLeavesNoGap();
    void aNodeThatIsNotThereIsWrongUsage();
};

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

const QByteArray model = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "first", "inputs": [[0, 0, 0]]},
    {"op": "clip", "name": "second", "attrs": {"a_max": "6", "a_min": "0"}, "inputs": [[1, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

QJsonArray nodesAfter(const QStringList &edits)
{
    const CliResult result = runCli(QStringList{s("edit"), s("-"), s("-o"), s("-")} + edits, model);
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
        runCli({s("edit"), s("-"), s("-o"), s("-"), s("--delete"), s("frst")}, model);
    QCOMPARE(result.exitCode, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains("did you mean 'first'"), result.err.constData());
}

QTEST_GUILESS_MAIN(TstEdit)
#include "tst_edit.moc"
