// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTest>

using namespace nervure::tests;

namespace {

/// A dense layer with a relu behind it, which are one kernel unless somebody forbids it.
const QByteArray askedModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "fc_weight", "inputs": []},
    {"op": "dense", "name": "fc", "attrs": {"units": "4", "use_bias": "False"},
     "inputs": [[0, 0, 0], [1, 0, 0]]},
    {"op": "relu", "name": "y", "inputs": [[2, 0, 0]]}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3, 4], "heads": [[3, 0, 0]]})";

CliResult whatIf(const QStringList &options, const char *repeat = "2",
                 const QString &device = s("reference"))
{
    return runCli(QStringList{s("whatif"), s("-"), s("--shape"), s("x=2,64"), s("--device"), device,
                              s("--repeat"), s(repeat), s("--warmup"), s("1")}
                      + options,
                  askedModel);
}

QStringList namesOfLayers(const QJsonObject &run)
{
    QStringList names;
    for (const QJsonValue &layer : run[s("layers")].toArray()) {
        names.append(layer[s("node")].toString());
    }
    return names;
}

} // namespace

class TstWhatif : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAttributeIsAskedAbout();
    void aPassIsSwitchedOff();
    void anotherMachineIsAskedTheSame();
    void whatCannotBeAskedIsOneLine();
};

void TstWhatif::anAttributeIsAskedAbout()
{
    const CliResult run =
        whatIf({s("--set"), s("fc.units=4096"), s("--rounds"), s("6"), s("--json")});
    QVERIFY2(run.exitCode == 0 || run.exitCode == 4, run.err.constData());
    const QJsonObject json = run.json();
    QCOMPARE(json.value(s("changes")).toString(), s("fc.units=4096"));
    QCOMPARE(json.value(s("rounds")).toInt(), 6);
    QCOMPARE(json.value(s("failed")).toBool(), run.exitCode == 4);
    const QJsonObject before = json.value(s("before")).toObject();
    const QJsonObject after = json.value(s("after")).toObject();
    const auto together = [](const QJsonObject &side) {
        return side.value(s("together")).toObject();
    };
    QCOMPARE(together(before).value(s("id")), together(after).value(s("id")));
    QCOMPARE(together(after).value(s("round_wall_ms")).toArray().size(), 6);
    QVERIFY(before.value(s("model")).toObject() != after.value(s("model")).toObject());
    const QJsonObject layer = before.value(s("layers")).toArray().first().toObject();
    QCOMPARE(layer.value(s("samples_ms")).toArray().size(), 12);
    QVERIFY(json.value(s("layers")).toArray().first().toObject().contains(s("ratio_interval")));
}

void TstWhatif::aPassIsSwitchedOff()
{
    const CliResult run = whatIf({s("--pipeline"), s("device"), s("--switch-off"),
                                  s("FuseOperators"), s("--rounds"), s("1"), s("--json")});
    QCOMPARE(run.exitCode, 0); // one round tells nothing
    const auto layers = [&run](const char *side) {
        return run.json().value(s(side)).toObject().value(s("layers")).toArray().size();
    };
    QCOMPARE(layers("before"), 1);
    QCOMPARE(layers("after"), 2);
    QCOMPARE(run.json().value(s("after")).toObject().value(s("pipeline")).toString(),
             s("device{FuseOperators=off}"));
    const CliResult table = whatIf({s("--switch-off"), s("FuseOperators"), s("--rounds"), s("1")});
    QVERIFY2((table.out + table.err).contains("what if: FuseOperators off"), table.out.constData());
    QVERIFY(table.out.contains("whole run"));
}

/// Both models go there, with one connection, and the answer is that of this machine.
void TstWhatif::anotherMachineIsAskedTheSame()
{
    qputenv("NERVURE_SSH",
            "bash "
                + QByteArray::fromStdString((sourceFolder() / "tests/support/fake_ssh").string()));
    const QStringList asked{s("--set"),    s("fc.units=6"), s("--switch-off"), s("FuseOperators"),
                            s("--rounds"), s("2"),          s("--json")};
    const QString place =
        s("ssh:there=%1/reference").arg(QString::fromStdString(program("nervure-cli").string()));
    const QJsonObject here = whatIf(asked).json();
    const CliResult away = whatIf(asked, "2", place);
    qunsetenv("NERVURE_SSH");
    QVERIFY2(away.exitCode == 0, away.err.constData());
    for (const QString &side : {s("before"), s("after")}) {
        const QJsonObject there = away.json()[side].toObject();
        const QJsonObject expected = here[side].toObject();
        QCOMPARE(there[s("device_info")][s("id")].toString(), place);
        QCOMPARE(there[s("wire")][s("host")].toString(), s("there"));
        QCOMPARE(there[s("model")], expected[s("model")]);
        QCOMPARE(there[s("pipeline")], expected[s("pipeline")]);
        QCOMPARE(namesOfLayers(there), namesOfLayers(expected));
    }
    QCOMPARE(away.json()[s("rounds")].toInt(), 2);
    QVERIFY(namesOfLayers(here[s("before")].toObject())
            != namesOfLayers(here[s("after")].toObject()));
}

void TstWhatif::whatCannotBeAskedIsOneLine()
{
    NERVURE_VERIFY_EXIT(whatIf({}), 2, "nothing is changed, expected --set");
    NERVURE_VERIFY_EXIT(whatIf({s("--switch-off"), s("Fuse")}), 2,
                        "runs no pass 'Fuse', expected one of RemoveIdentity");
    NERVURE_VERIFY_EXIT(whatIf({s("--switch-on"), s("Fuse")}), 2, "there is no pass");
    NERVURE_VERIFY_EXIT(whatIf({s("--pass-option"), s("Fuse=1")}), 2, "expected PASS.OPTION=VALUE");
    NERVURE_VERIFY_EXIT(whatIf({s("--set"), s("fd.units=4")}), 2, "fd");
    NERVURE_VERIFY_EXIT(whatIf({s("--set"), s("fc.units=8"), s("--rounds"), s("100")}, "11"), 2,
                        "at most 1000 runs in all");
    NERVURE_VERIFY_EXIT(whatIf({s("--set"), s("fc.units=8"), s("--fail-over"), s("much")}), 2,
                        "--fail-over");
}

NERVURE_TEST(TstWhatif)
#include "tst_whatif.moc"
