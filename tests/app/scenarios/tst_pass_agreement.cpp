// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"
#include "app/settings/program_paths.h"
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/opencl/device_list.h"
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"
#include "widgets/models/pass_step_model.h"
#include "widgets/text/format.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

#include <array>
#include <utility>

using namespace nervure;

/// Window and command line do the same for the same requests: steps, graphs, findings.
class TstPassAgreement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windowAndCommandLineDoTheSame_data();
    void windowAndCommandLineDoTheSame();
    void theListTellsTheNumbersOfTheCommandLine_data();
    void theListTellsTheNumbersOfTheCommandLine();
    void bothStopAtTheSameStepAndNodes_data();
    void bothStopAtTheSameStepAndNodes();
    void anotherDeviceGivesAnotherGraphOrARefusal();

private:
    void runInWindow(DocumentSession &session, const QString &sample, const QString &pipeline,
                     const QString &condition = {});
    [[nodiscard]] QJsonObject graphOf(const PassStep &step) const;

    Builtins m_builtins = makeBuiltins();
};

namespace {

QString samplePath(const QString &name)
{
    return QString::fromStdString((tests::sourceFolder() / "resources/samples").string())
           + QLatin1Char('/') + name;
}

QStringList findingsOf(const QJsonArray &diagnostics)
{
    QStringList texts;
    for (const QJsonValue &one : diagnostics) {
        texts.append(one[u"code"].toString() + QStringLiteral(": ") + one[u"message"].toString());
    }
    return texts;
}

QStringList findingsOf(const std::vector<PassStep> &steps)
{
    QStringList texts;
    for (const PassStep &step : steps) {
        for (const Diagnostic &one : step.diagnostics) {
            texts.append(QString::fromStdString(one.code + ": " + one.message));
        }
    }
    return texts;
}

QString stepText(const QString &name, bool isChanged, bool isAdded, bool isOk,
                 const QString &partOf)
{
    return QStringLiteral("%1 changed=%2 added=%3 ok=%4 of=%5")
        .arg(name)
        .arg(isChanged)
        .arg(isAdded)
        .arg(isOk)
        .arg(partOf);
}

constexpr std::array<PassStepModel::Columns, 5> toldColumns{
    PassStepModel::Nodes, PassStepModel::Attributes, PassStepModel::Shapes, PassStepModel::Plan,
    PassStepModel::Peak};

/// What these columns tell of a step of the command line.
QStringList cellsOf(const QJsonObject &step)
{
    const QJsonObject difference = step[u"difference"].toObject();
    const QJsonObject nodes = difference[u"nodes"].toObject();
    const auto count = [&nodes](QStringView key) { return nodes[key].toInt(); };
    const auto number = [](int n) { return n == 0 ? QString() : formatCount(n); };
    QStringList figures;
    const std::array<std::pair<QString, int>, 3> signs{
        {{QStringLiteral("+"), count(u"made")},
         {QStringLiteral("−"), count(u"removed") + count(u"absorbed")},
         {QStringLiteral("~"), count(u"changed") + count(u"renamed")}}};
    for (const auto &[sign, n] : signs) {
        if (n > 0) {
            figures.append(sign + number(n));
        }
    }
    QString text = figures.join(u' ');
    const int grown = count(u"fused") - (count(u"made") - count(u"added") - count(u"replaced"));
    if (grown > 0) {
        text += (text.isEmpty() ? QString() : QStringLiteral(", "))
                + QStringLiteral("%1 fused").arg(number(grown));
    }
    const auto bytes = [&step](QStringView key) {
        return step[key].isNull() ? QString() : formatBytes(step[key].toInteger());
    };
    return {text, number(difference[u"attributes"].toInt()),
            number(difference[u"values"].toObject()[u"shape"].toInt()), bytes(u"planned_bytes"),
            bytes(u"peak_bytes")};
}

} // namespace

void TstPassAgreement::runInWindow(DocumentSession &session, const QString &sample,
                                   const QString &pipeline, const QString &condition)
{
    auto model = openModel(samplePath(sample).toStdString(), m_builtins.formats, m_builtins.ops);
    QVERIFY(model.ok());
    session.document.setContent(
        {std::move(model->graph), std::move(model->text), model->format->name, {}, {}});
    QSignalSpy finished(&session.passes, &PassRunner::finished);
    if (!condition.isEmpty()) {
        session.passes.setBreaks({{condition.toStdString()}});
    }
    session.passes.run(*parsePipeline(pipeline.toStdString()));
    QVERIFY(finished.wait(60000));
}

QJsonObject TstPassAgreement::graphOf(const PassStep &step) const
{
    Graph graph = *step.graph;
    const FormatSpec *format = m_builtins.formats.find(dialectName(graph.dialect()));
    Diagnostics ignored;
    const auto text = format->write(graph, {m_builtins.ops, Semantics::Exact, {}}, ignored);
    const QByteArray bytes = text ? QByteArray::fromStdString(*text) : QByteArray();
    QJsonObject json = QJsonDocument::fromJson(bytes).object();
    json.remove(QStringLiteral("attrs"));
    return json;
}

void TstPassAgreement::windowAndCommandLineDoTheSame_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("pipeline");
    const QStringList pipelines{QStringLiteral("SimplifyInference"),
                                QStringLiteral("PlanMemory{planner=arena}"),
                                QStringLiteral("SimplifyInference,FoldScaleAxis,PlanMemory"),
                                QStringLiteral("GraphFuse"),
                                QStringLiteral("GraphCompile"),
                                QStringLiteral("PlaceDevice"),
                                QStringLiteral("Compile{opt_level=3}"),
                                QStringLiteral("Compile{opt_level=3,target=opencl}"),
                                QStringLiteral("Compile{target=reference}"),
                                QStringLiteral("Compile{opt_level=3,target=pocl}"),
                                QStringLiteral("Compile{target=0.0}"),
                                QStringLiteral("Compile{target=foo}"),
                                QStringLiteral("InferShape,PlanMemory{planer=arena}"),
                                QStringLiteral("InferShape,PlanMemory{match_range=few}"),
                                QStringLiteral("InferShape,LightNetCompile"),
                                QStringLiteral("InferShape,NoSuchPass")};
    for (const char *sample : {"mlp.json", "squeezenet1.1.json", "resnet18.json"}) {
        for (const QString &pipeline : pipelines) {
            QTest::addRow("%s %s", sample, qPrintable(pipeline))
                << QString::fromLatin1(sample) << pipeline;
        }
    }
    QTest::addRow("lightnet") << QStringLiteral("lightnet_convnet.json")
                              << QStringLiteral("LightNetToNNVM,PlanMemory");
}

void TstPassAgreement::windowAndCommandLineDoTheSame()
{
    QFETCH(QString, sample);
    QFETCH(QString, pipeline);
    DocumentSession session(m_builtins);
    runInWindow(session, sample, pipeline);
    const QJsonObject told =
        tests::runCli({QStringLiteral("pass"), samplePath(sample), QStringLiteral("--passes"),
                       pipeline, QStringLiteral("--json"), QStringLiteral("-q")})
            .json();
    QStringList window;
    for (const PassStep &step : session.document.passSteps()) {
        window.append(
            stepText(step.name, step.changedGraph, step.wasAdded, !step.failed, step.partOf));
    }
    QStringList commandLine;
    for (const QJsonValue &step : told[u"passes"].toArray()) {
        commandLine.append(stepText(step[u"name"].toString(), step[u"changed"].toBool(),
                                    step[u"added"].toBool(), step[u"ok"].toBool(),
                                    step[u"part_of"].toString()));
    }
    QVERIFY(!window.isEmpty());
    QCOMPARE(window.join(u'\n'), commandLine.join(u'\n'));
    QCOMPARE(findingsOf(session.document.passSteps()).join(u'\n'),
             findingsOf(told[u"diagnostics"].toArray()).join(u'\n'));
    QJsonObject graph = told[u"graph"].toObject();
    graph.remove(QStringLiteral("attrs"));
    QVERIFY(!graph.isEmpty());
    QVERIFY(graphOf(session.document.passSteps().back()) == graph);
}

void TstPassAgreement::theListTellsTheNumbersOfTheCommandLine_data()
{
    QTest::addColumn<QString>("sample");
    for (const char *sample : {"mlp.json", "squeezenet1.1.json", "resnet18.json", "mobilenet.json",
                               "resnet50_v1.json"}) {
        QTest::addRow("%s", sample) << QString::fromLatin1(sample);
    }
}

void TstPassAgreement::theListTellsTheNumbersOfTheCommandLine()
{
    QFETCH(QString, sample);
    DocumentSession session(m_builtins);
    const QString pipeline = QStringLiteral("Compile{opt_level=3}");
    runInWindow(session, sample, pipeline);
    PassStepModel list;
    std::vector<StepRow> rows(1);
    for (int step = 1; step <= static_cast<int>(session.document.passSteps().size()); ++step) {
        rows.push_back({step, step});
    }
    list.setSteps(session.document.passSteps(), rows);
    const QJsonArray told =
        tests::runCli({QStringLiteral("pass"), samplePath(sample), QStringLiteral("--passes"),
                       pipeline, QStringLiteral("--json"), QStringLiteral("-q")})
            .json()[u"passes"]
            .toArray();
    QCOMPARE(list.rowCount(), told.size() + 1);
    for (int row = 1; row < list.rowCount(); ++row) {
        const QJsonObject step = told[row - 1].toObject();
        const QString what = step[u"name"].toString();
        QCOMPARE(list.index(row, PassStepModel::Name).data().toString(), what);
        const QStringList cells = cellsOf(step);
        for (std::size_t i = 0; i < toldColumns.size(); ++i) {
            const QString cell = list.index(row, toldColumns[i]).data().toString();
            QVERIFY2(
                cell == cells[static_cast<qsizetype>(i)],
                qPrintable(QStringLiteral("%1: %2, not %3").arg(what, cell, cells.join(u'|'))));
        }
    }
}

void TstPassAgreement::bothStopAtTheSameStepAndNodes_data()
{
    QTest::addColumn<QString>("condition");
    QTest::newRow("vanishes") << QStringLiteral("vanishes op:batch_norm & name:stage1");
    QTest::newRow("appears") << QStringLiteral("appears op:expand_dims");
    QTest::newRow("reshapes") << QStringLiteral("reshapes name:fc");
    QTest::newRow("slower") << QStringLiteral("slower 0");
    QTest::newRow("never") << QStringLiteral("appears op:lrn");
}

void TstPassAgreement::bothStopAtTheSameStepAndNodes()
{
    QFETCH(QString, condition);
    const QString sample = QStringLiteral("resnet18.json");
    const QString pipeline = QStringLiteral("Compile{opt_level=3}");
    DocumentSession session(m_builtins);
    runInWindow(session, sample, pipeline, condition);
    const QJsonObject told =
        tests::runCli({QStringLiteral("pass"), samplePath(sample), QStringLiteral("--passes"),
                       pipeline, QStringLiteral("--break"), condition, QStringLiteral("--json"),
                       QStringLiteral("-q")})
            .json();
    const QJsonObject stop = told[u"break"].toObject();
    const auto &hit = session.passes.hit();
    QCOMPARE(stop.isEmpty(), !hit.has_value());
    QCOMPARE(static_cast<qsizetype>(session.document.passSteps().size()),
             told[u"passes"].toArray().size());
    if (!hit) {
        return;
    }
    QCOMPARE(stop[u"step"].toInteger(), static_cast<qint64>(hit->step));
    QCOMPARE(stop[u"pass"].toString(), QString::fromStdString(hit->pass));
    QCOMPARE(stop[u"condition"].toString(), QString::fromStdString(hit->condition));
    QJsonArray nodes;
    for (const std::string &node : hit->nodes) {
        nodes.append(QString::fromStdString(node));
    }
    QCOMPARE(stop[u"nodes"].toArray(), nodes);
    // They are selected; of those that are gone what stands for them.
    QCOMPARE(session.document.shownStep(), static_cast<int>(hit->step));
    QCOMPARE(session.selection.nodes().empty(), nodes.isEmpty());
    if (!hit->isBefore) {
        QCOMPARE(session.selection.nodes(), hit->ids);
    }
}

void TstPassAgreement::anotherDeviceGivesAnotherGraphOrARefusal()
{
    const auto devices = listDevices();
    NERVURE_NEED_OPENCL(devices && !devices->empty());
    DocumentSession session(m_builtins);
    const auto outcome = [&](const char *target) {
        runInWindow(session, QStringLiteral("squeezenet1.1.json"),
                    QStringLiteral("Compile{opt_level=3,target=%1}").arg(QLatin1String(target)));
        return session.document.passSteps().back();
    };
    const PassStep any = outcome("opencl");
    const PassStep first = outcome("0.0");
    const PassStep none = outcome("foo");
    QVERIFY(!any.failed && !first.failed && none.failed);
    QVERIFY(failureWords(none).contains(QStringLiteral("'foo'")));
    QVERIFY(graphOf(any) != graphOf(first)); // blocks of channels as wide as the device's vectors
}

NERVURE_TEST(TstPassAgreement)
#include "tst_pass_agreement.moc"
