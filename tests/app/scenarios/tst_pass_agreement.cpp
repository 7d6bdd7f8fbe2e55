// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"
#include "app/settings/program_paths.h"
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/opencl/device_list.h"
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace nervure;

/// Window and command line do the same for the same requests: steps, graphs, findings.
class TstPassAgreement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windowAndCommandLineDoTheSame_data();
    void windowAndCommandLineDoTheSame();
    void anotherDeviceGivesAnotherGraphOrARefusal();

private:
    void runInWindow(DocumentSession &session, const QString &sample, const QString &pipeline);
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

} // namespace

void TstPassAgreement::runInWindow(DocumentSession &session, const QString &sample,
                                   const QString &pipeline)
{
    auto model = openModel(samplePath(sample).toStdString(), m_builtins.formats, m_builtins.ops);
    QVERIFY(model.ok());
    session.document.setContent(
        {std::move(model->graph), std::move(model->text), model->format->name, {}, {}});
    QSignalSpy finished(&session.passes, &PassRunner::finished);
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
