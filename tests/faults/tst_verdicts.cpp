// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/steps/carried_values.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace nervure;
using namespace nervure::tests;

/// Steps of compilers on which verdicts were wrong: 29.
class TstVerdicts : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    /// A copy of a folder of steps without some of its files.
    [[nodiscard]] QString copyOf(const char *name, const QStringList &without = {}) const
    {
        const QDir from(faultFile(name));
        const QString to = m_folder->filePath(s("steps"));
        QDir(to).removeRecursively();
        QDir().mkpath(to);
        for (const QString &file : from.entryList(QDir::Files)) {
            if (!without.contains(file)) {
                QFile::copy(from.filePath(file), to + u'/' + file);
            }
        }
        return to;
    }
    static CliResult bisect(const QString &folder, const QStringList &more = {})
    {
        return runCli(QStringList{s("bisect"), s("--steps"), folder, s("--device"), s("reference"),
                                  s("--json")}
                      + more);
    }
    static QStringList verdictsOf(const QJsonObject &json)
    {
        QStringList verdicts;
        for (const QJsonValue step : json[u"steps"].toArray()) {
            verdicts.append(step[u"verdict"].toString());
        }
        return verdicts;
    }

private Q_SLOTS:
    void initTestCase() { NERVURE_NEED_FAULTS(); }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    /// Weights that change under their old names.
    void eachChangedWeightIsFound()
    {
        const QString one = s("1-drop-identity-and-double-a-weight.onnx");
        const QString two = s("2-transpose-q-in-place.onnx");
        const struct {
            QStringList without;
            const char *guilty;
        } cases[]{{{}, "drop-identity-and-double-a-weight"},
                  {{s("0-import.onnx")}, "transpose-q-in-place"},
                  {{s("0-import.onnx"), one}, "zero-head-bias-in-place"}};
        for (const auto &[without, guilty] : cases) {
            const CliResult result = bisect(copyOf("29-proof/in-place-weights", without));
            QVERIFY2(result.exitCode == 4, result.err.constData());
            const QJsonObject found = result.json()[u"found"].toObject();
            QCOMPARE(found[u"pass"].toString(), s(guilty));
            QCOMPARE(found[u"step"].toInt(), 1);
        }
        const CliResult all = bisect(faultFile("29-proof/in-place-weights"),
                                     {s("--all"), s("--against"), s("before")});
        QCOMPARE(verdictsOf(all.json()),
                 QStringList({s("different"), s("different"), s("different")}));
    }

    /// What compares graphs, and what compares values, agree.
    void allCommandsSeeAChangedWeight()
    {
        const QString folder = faultFile("29-proof/in-place-weights");
        const QString before = folder + s("/1-drop-identity-and-double-a-weight.onnx");
        const QString after = folder + s("/2-transpose-q-in-place.onnx");
        const CliResult diff = runCli({s("diff"), before, after, s("--json")});
        QVERIFY2(diff.exitCode == 4, diff.err.constData());
        QCOMPARE(diff.json()[u"verdict"].toString(), s("different"));
        const QJsonArray changes = diff.json()[u"difference"][u"changes"].toArray();
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes[0][u"node"].toString(), s("q.weight"));
        QCOMPARE(changes[0][u"details"][0][u"what"].toString(), s("values"));
        const CliResult numeric = runCli({s("compare"), before, after, s("--numeric"),
                                          s("--device"), s("reference"), s("--json")});
        QVERIFY2(numeric.exitCode == 4, numeric.err.constData());
        const CliResult steps = runCli({s("steps"), folder, s("--json")});
        QVERIFY2(steps.exitCode == 0, steps.err.constData());
        for (int i = 1; i < 4; ++i) {
            QCOMPARE(steps.json()[u"steps"][i][u"verdict"].toString(), s("different"));
        }
        const CliResult same = runCli({s("diff"), before, before, s("--json")});
        QCOMPARE(same.exitCode, 0);
        QCOMPARE(same.json()[u"verdict"].toString(), s("identical"));
    }

    /// A scale that is folded into weights changes inner values and no output.
    void rightRewritesAreNotGuilty()
    {
        const QStringList operators{s("--operators"), faultFile("29-proof/my_ops.json")};
        const CliResult result = bisect(faultFile("29-proof/my_ok"), operators);
        QVERIFY2(result.exitCode == 0, (result.err + result.out.left(400)).constData());
        const QJsonObject json = result.json();
        QCOMPARE(json[u"verdict"].toString(), s("equal"));
        QCOMPARE(json[u"steps"].toArray().size(), 15);
        QCOMPARE(json[u"compared_steps"].toInt(), 15);
        const QJsonObject folded = json[u"steps"][6].toObject();
        QCOMPARE(folded[u"name"].toString(), s("fold-attn-scale"));
        QVERIFY(folded[u"made_good"].toInt() > 0);
        QCOMPARE(folded[u"seeds"].toInt(), 3);
    }

    /// Without the declarations, steps of which nothing is known are not run, and that is said.
    void whatWasNotComparedIsSaid()
    {
        const QString junit = m_folder->filePath(s("report.xml"));
        const QString folder = faultFile("29-proof/my_ok");
        const CliResult result = bisect(folder, {s("--junit"), junit});
        QVERIFY2(result.exitCode == 5, result.err.constData());
        const QJsonObject json = result.json();
        QCOMPARE(json[u"verdict"].toString(), s("incomplete"));
        QVERIFY(!json[u"complete"].toBool());
        QVERIFY(json[u"steps"][5][u"remark"].toString().contains(
            s("unknown operator my.compiler:Gelu")));
        QFile file(junit);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("<skipped"));
        const CliResult told =
            runCli({s("bisect"), s("--steps"), folder, s("--device"), s("reference")});
        QVERIFY2(told.out.contains("INCOMPLETE: "), told.out.constData());
        QCOMPARE(bisect(folder, {s("--allow-incomplete")}).exitCode, 0);
    }

    /// Parameters first, as everybody writes them who does not sort as NNVM does.
    void shapeListsGoByTheFilesOwnNumbers()
    {
        const Builtins builtins = makeBuiltins();
        const std::string path = faultFile("29-proof/nnvm-json-order/0-import.json").toStdString();
        const auto model = openModel(path, builtins.formats, builtins.ops, Semantics::Exact);
        QVERIFY(model.ok());
        const GraphValues values = carriedValues(model->graph, builtins.ops);
        const Shapes &shapes = *values.analyses.find(keys::shape, values.index);
        const auto shapeOf = [&](const char *name) {
            const auto place = values.index->find(*model->graph.findByName(name));
            return shapes[values.index->entryId(*place, 0)];
        };
        QCOMPARE(shapeOf("x"), (Shape{8, 16}));
        QCOMPARE(shapeOf("b"), (Shape{4}));
        QCOMPARE(shapeOf("dot_general.1"), (Shape{8, 4}));
        QCOMPARE(shapeOf("transpose.5"), (Shape{4, 8}));
        const CliResult exact = runCli({s("pass"), QString::fromStdString(path), s("--passes"),
                                        s("InferShape"), s("--semantics"), s("exact")});
        QVERIFY2(exact.err.contains("stand in another order"), exact.err.constData());
    }
};

NERVURE_TEST(TstVerdicts)
#include "tst_verdicts.moc"
