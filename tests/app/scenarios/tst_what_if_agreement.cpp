// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"
#include "app/settings/program_paths.h"
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace nervure;

/// Window and command line ask the same and are told of the same layers.
class TstWhatIfAgreement : public QObject {
    Q_OBJECT

    /// "fc1 dense", in their order.
    static QStringList layersOf(const ProfileReport &report)
    {
        QStringList layers;
        for (const LayerProfile &layer : report.data.layers) {
            layers.append(QString::fromStdString(layer.node.name + ' ' + layer.op));
        }
        return layers;
    }

    static QStringList layersOf(const QJsonObject &run)
    {
        QStringList layers;
        for (const QJsonValue &layer : run[u"layers"].toArray()) {
            layers.append(layer[u"node"].toString() + QLatin1Char(' ') + layer[u"op"].toString());
        }
        return layers;
    }

private Q_SLOTS:
    void bothMeasureTheSameLayers()
    {
        const QString sample = samplesFolder() + QStringLiteral("/mlp.json");
        const QString pipeline = QStringLiteral("device{FuseOperators=off}");
        const Builtins builtins = makeBuiltins();
        DocumentSession session(builtins);
        auto model = openModel(sample.toStdString(), builtins.formats, builtins.ops);
        QVERIFY(model.ok());
        session.document.setContent(
            {std::move(model->graph), std::move(model->text), model->format->name, {}, {}});
        ProfileOptions options;
        options.device = QStringLiteral("reference");
        options.repeat = 1;
        options.warmup = 0;
        options.settles = false;
        options.rounds = 2;
        session.profiles.setOptions(options);
        QSignalSpy finished(&session.profiles, &ProfileRunner::finished);
        session.profiles.measurePipeline(pipeline);
        QVERIFY2(finished.wait(60000), qPrintable(session.profiles.failure()));
        const auto &runs = session.document.runs().history().runs();
        QCOMPARE(runs.size(), std::size_t{2});

        using tests::s;
        const tests::CliResult told = tests::runCli(
            {s("whatif"), sample, s("--device"), s("reference"), s("--repeat"), s("1"),
             s("--warmup"), s("0"), s("--rounds"), s("2"), s("--against"), pipeline, s("--json")});
        QVERIFY2(told.exitCode == 0 || told.exitCode == 4, told.err.constData());
        for (std::size_t i = 0; i < 2; ++i) {
            const QJsonObject run = told.json()[i == 0 ? u"before" : u"after"].toObject();
            QCOMPARE(layersOf(*runs[i].report), layersOf(run));
            QCOMPARE(QString::fromStdString(runs[i].report->pipeline), run[u"pipeline"].toString());
        }
        QVERIFY(layersOf(*runs[0].report) != layersOf(*runs[1].report));
    }
};

NERVURE_GUI_TEST(TstWhatIfAgreement)
#include "tst_what_if_agreement.moc"
