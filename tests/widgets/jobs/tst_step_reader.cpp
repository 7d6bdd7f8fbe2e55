// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/step_reader.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/steps/step_folder.h"
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_changes.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace nervure;

/// Steps that a compiler wrote to files, as the window reads them and as the command line does.
class TstStepReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        const auto result =
            tests::runCli({QStringLiteral("pass"), sample(), QStringLiteral("--passes"),
                           QStringLiteral("SimplifyInference,FoldScaleAxis,GraphFuse"),
                           QStringLiteral("--steps"), m_folder.path(), QStringLiteral("-q"),
                           QStringLiteral("-o"), m_other.filePath(QStringLiteral("result.json"))});
        QVERIFY2(result.exitCode == 0, result.err.constData());
    }

    void theyAreWhatTheCommandLineTells()
    {
        const std::vector<PassStep> steps = read();
        const QJsonArray told =
            tests::runCli({QStringLiteral("steps"), m_folder.path(), QStringLiteral("--json")})
                .json()[u"steps"]
                .toArray();
        QCOMPARE(static_cast<qsizetype>(steps.size()), told.size() - 1); // the first is the model
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const QJsonObject one = told[static_cast<qsizetype>(i) + 1].toObject();
            QCOMPARE(steps[i].name, one[u"name"].toString());
            QCOMPARE(steps[i].isToldByFile, one[u"origins"].toString() == QStringLiteral("told"));
            const QJsonObject nodes = one[u"difference"].toObject()[u"nodes"].toObject();
            const ChangeCounts &counts = steps[i].difference->counts;
            QCOMPARE(static_cast<int>(counts.made), nodes[u"made"].toInt());
            QCOMPARE(static_cast<int>(counts.removed), nodes[u"removed"].toInt());
            QCOMPARE(static_cast<int>(counts.changed), nodes[u"changed"].toInt());
            const QJsonObject match = one[u"match"].toObject();
            QCOMPARE(static_cast<int>(steps[i].match->countOf(Certainty::Certain)),
                     match[u"certain"].toInt());
        }
        QCOMPARE(std::count_if(steps.begin(), steps.end(), changedSomething), std::ptrdiff_t{2});
    }

    void filesThatAreNoModelsAreLeftOutAndSaid()
    {
        QFile other(m_folder.filePath(QStringLiteral("99-notes.txt")));
        QVERIFY(other.open(QFile::WriteOnly));
        other.write("no model");
        other.close();
        const std::vector<PassStep> steps = read();
        other.remove();
        QVERIFY(!steps.empty());
        const Diagnostics &findings = steps.back().diagnostics;
        QVERIFY(!findings.empty());
        QVERIFY(findings.back().severity == Severity::Warning);
        QVERIFY(findings.back().message.starts_with("left out: "));
        QVERIFY(findings.back().where.file.ends_with("99-notes.txt"));
    }

private:
    static QString sample()
    {
        return QString::fromStdString(
            (tests::sourceFolder() / "resources/samples/resnet18.json").string());
    }
    [[nodiscard]] std::vector<PassStep> read() const
    {
        auto files = stepFiles(m_folder.path().toStdString()).value().files;
        const auto model = openModel(files.front(), m_builtins.formats, m_builtins.ops);
        files.erase(files.begin());
        return readSteps(model->graph, files, {m_builtins, {}, Semantics::Exact}, {});
    }

    QTemporaryDir m_folder;
    QTemporaryDir m_other;
    Builtins m_builtins = makeBuiltins();
};

NERVURE_TEST(TstStepReader)
#include "tst_step_reader.moc"
