// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/analysis/declared_types.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTemporaryDir>

using namespace nervure;
using namespace nervure::tests;

/// Types that files declare for values: 04, 05, 06, 19 and value_info of 29.
class TstDeclaredTypes : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    QTemporaryDir m_folder;

    [[nodiscard]] QString fileIn(const char *name) const { return m_folder.filePath(s(name)); }

    /// What `edit` makes of the model of 04 with these options.
    [[nodiscard]] OpenedModel edited(const QStringList &options, QByteArray *said = nullptr) const
    {
        const QString out = fileIn("edited.onnx");
        const CliResult run =
            runCli(QStringList{s("edit"), faultFile("04-stale-types-after-edit/net.onnx")} + options
                   + QStringList{s("-o"), out});
        if (said) {
            *said = run.err;
        }
        auto model = openModel(out.toStdString(), m_builtins.formats, m_builtins.ops);
        return run.exitCode == 0 && model ? std::move(*model) : OpenedModel();
    }

    /// "c float32[1, 2, 8, 8]", of each operator's value.
    static QStringList declaredIn(const OpenedModel &model)
    {
        QStringList list;
        for (const NodeId id : model.graph.nodes()) {
            const Node &node = model.graph.node(id);
            for (std::uint32_t i = 0; i < node.outputPorts.size(); ++i) {
                list.append(QString::fromStdString(node.outputPorts[i].tensor + ' '
                                                   + declaredOutput(node, i).text()));
            }
        }
        return list;
    }

    static QString typeOfOutput(const CliResult &run, int output = 0)
    {
        return run.json()[s("outputs")].toArray().at(output).toObject()[s("type")].toString();
    }
    static bool isDeclared(const CliResult &run, int output = 0)
    {
        return run.json()[s("outputs")].toArray().at(output).toObject()[s("declared")].toBool();
    }

private Q_SLOTS:
    void editsBringTypesAlong_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QStringList>("declared");
        const auto row = [](const char *option, const char *value, const char *c, const char *y,
                            const char *z) {
            QTest::newRow(value) << QStringList{s(option), s(value)}
                                 << QStringList{s(c), s(y), s(z)};
        };
        row("--set", "cast.to=1", "c float32[1, 2, 8, 8]", "y float32[1, 2, 8, 8]",
            "z float32[1, 2, 8, 8]");
        row("--set", "pool.strides=2,2", "c float32[1, 2, 4, 4]", "y float32[1, 2, 4, 4]",
            "z float16[1, 2, 4, 4]");
        row("--type", "x=4,2,8,8", "c float32[4, 2, 8, 8]", "y float32[4, 2, 8, 8]",
            "z float16[4, 2, 8, 8]");
        row("--type", "x=N,2,8,8", "c float32[N, 2, 8, 8]", "y float32[N, 2, 8, 8]",
            "z float16[N, 2, 8, 8]");
        row("--type", "x=N,2,?,8:float32", "c float32[N, 2, ?, 8]", "y float32[N, 2, ?, 8]",
            "z float16[N, 2, ?, 8]");
        row("--set", "x.shape=[N,2,8,8]", "c float32[N, 2, 8, 8]", "y float32[N, 2, 8, 8]",
            "z float16[N, 2, 8, 8]");
        row("--rename", "relu=other", "c float32[1, 2, 8, 8]", "y float32[1, 2, 8, 8]",
            "z float16[1, 2, 8, 8]");
    }
    void editsBringTypesAlong()
    {
        NERVURE_NEED_FAULTS();
        QFETCH(QStringList, options);
        QFETCH(QStringList, declared);
        const OpenedModel model = edited(options);
        QCOMPARE(declaredIn(model), declared);
        const CliResult info = runCli({s("info"), fileIn("edited.onnx")});
        QVERIFY2(!info.err.contains("declared"), info.err.constData());
    }

    void sizesThatAreNotKnownAnyMoreAreReported()
    {
        NERVURE_NEED_FAULTS();
        const QString out = fileIn("custom.onnx");
        const CliResult run = runCli({s("edit"), faultFile("05-declared-types-unused/custom.onnx"),
                                      s("--type"), s("x=8,3"), s("-o"), out});
        NERVURE_VERIFY_EXIT(run, 0,
                            "the size of output 'y', declared as float32[4, 7], is no longer");
        QCOMPARE(typeOfOutput(runCli({s("info"), out, s("--json")})), s("float32[?, ?]"));
    }

    void typesThatAFileDeclaresAreUsed()
    {
        NERVURE_NEED_FAULTS();
        const QString file = faultFile("05-declared-types-unused/custom.onnx");
        const CliResult info = runCli({s("info"), file, s("--json")});
        QCOMPARE(typeOfOutput(info), s("float32[4, 7]"));
        QVERIFY(!isDeclared(info)); // it follows from what is declared of t
        const CliResult found = runCli({s("find"), file, s("*")});
        QVERIFY2(found.out.contains("4×7"), found.out.constData());
        const CliResult nobody =
            runCli({s("info"), faultFile("29-proof/value_info.onnx"), s("--json")});
        QCOMPARE(typeOfOutput(nobody), s("float32[2, 4]"));
        QVERIFY(isDeclared(nobody));
        const CliResult text = runCli({s("info"), faultFile("29-proof/value_info.onnx")});
        QVERIFY2(text.out.contains("y  2×4  (declared)"), text.out.constData());
    }

    void aRunNeverRestsOnThem()
    {
        NERVURE_NEED_FAULTS();
        const CliResult run = runCli({s("run"), faultFile("05-declared-types-unused/custom.onnx")});
        QVERIFY2(run.exitCode != 0, run.out.constData());
    }

    void kerasDeclaresThem()
    {
        NERVURE_NEED_FAULTS();
        const CliResult info = runCli(
            {s("info"), faultFile("05-declared-types-unused/keras_custom.json"), s("--json")});
        QCOMPARE(info.json()[s("outputs")].toArray().at(0).toObject()[s("shape")].toArray(),
                 (QJsonArray{1, 3}));
        QCOMPARE(info.json()[s("params")].toInt(), 15);
    }

    void contradictionsAreFindings()
    {
        NERVURE_NEED_FAULTS();
        const CliResult info = runCli({s("info"), faultFile("06-contradiction-unsaid/shape.onnx")});
        QCOMPARE(info.exitCode, 0);
        QVERIFY2(info.err.contains("the file declares 'y' as float32[2, 4], expected "
                                   "float32[2, 3], which follows from the inputs"),
                 info.err.constData());
    }

    void namedDimensionsWhereShapesAreAsked()
    {
        NERVURE_NEED_FAULTS();
        const QString file = faultFile("19-named-dimensions-in-edits/net.onnx");
        const CliResult asked =
            runCli({s("info"), file, s("--json"), s("--shape"), s("x=N,2,8,8")});
        QCOMPARE(typeOfOutput(asked), s("float32[N, 2, 8, 8]"));
        const CliResult bound = runCli(
            {s("info"), file, s("--json"), s("--shape"), s("x=N,2,8,8"), s("--shape"), s("N=3")});
        QCOMPARE(typeOfOutput(bound), s("float32[3, 2, 8, 8]"));
        const CliResult open = runCli({s("info"), file, s("--json"), s("--shape"), s("x=?,2,8,8")});
        QCOMPARE(typeOfOutput(open), s("float32[?, 2, 8, 8]"));
        NERVURE_VERIFY_EXIT(
            runCli({s("edit"), file, s("--type"), s("x=2z,3"), s("-o"), fileIn("no.onnx")}), 2,
            "expected a shape and a type, as N,3,224,224:float32");
    }
};

NERVURE_TEST(TstDeclaredTypes)
#include "tst_declared_types.moc"
