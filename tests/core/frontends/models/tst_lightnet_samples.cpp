// SPDX-License-Identifier: Apache-2.0
#include "core/frontends/models/lightnet_samples.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/support/file.h"
#include "tests/core/ops/ln_probe.h"
#include "tests/support/environment.h"
#include "tests/support/golden.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;

class TstLightnetSamples : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    static std::filesystem::path pathOf(std::string_view name)
    {
        return tests::sourceFolder() / "resources/samples" / (std::string(name) + ".json");
    }
    std::string textOf(const Graph &graph)
    {
        Diagnostics diagnostics;
        const FormatContext context{m_builtins.ops, Semantics::Fixed, {}};
        return m_builtins.formats.find("lightnet")->write(graph, context, diagnostics).value();
    }

private Q_SLOTS:
    void samplesAreWhatTheBuildersWrite();
    void samplesOpenWithoutComplaint();
    void exampleIsThatOfTheDocumentation();
    void exampleShowsItsBlock();
    void convnetGivesProbabilities();
};

void TstLightnetSamples::samplesAreWhatTheBuildersWrite()
{
    for (const models::LightNetSample &sample : models::lightNetSamples()) {
        const std::string text = textOf(sample.build());
        if (tests::isSwitchedOn("NERVURE_UPDATE_GOLDEN")) {
            QVERIFY(writeFile(pathOf(sample.name), text).ok());
        }
        const std::string committed = tests::readFile(pathOf(sample.name));
        QVERIFY2(committed == text, tests::describeDifference(committed, text).c_str());
    }
}

void TstLightnetSamples::samplesOpenWithoutComplaint()
{
    for (const models::LightNetSample &sample : models::lightNetSamples()) {
        const auto model = openModel(pathOf(sample.name), m_builtins.formats, m_builtins.ops);
        QVERIFY(model.ok());
        QVERIFY2(model->diagnostics.empty(),
                 model->diagnostics.empty() ? "" : model->diagnostics.front().message.c_str());
        QCOMPARE(model->graph.nodeCount(), sample.build().nodeCount());
    }
}

void TstLightnetSamples::exampleIsThatOfTheDocumentation()
{
    NERVURE_NEED_ORACLES();
    const auto original = openModel(tests::oraclesFolder() / "lightnet/corpus/doc_example.json",
                                    m_builtins.formats, m_builtins.ops);
    QVERIFY(original.ok());
    QCOMPARE(textOf(original->graph), textOf(models::buildLightNetExample()));
}

void TstLightnetSamples::exampleShowsItsBlock()
{
    const auto run = tests::runLightNet(textOf(models::buildLightNetExample()), m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(run.printed, std::string("tensor2:\n[[2.000 3.000 4.000]\n [6.000 7.000 8.000]]\n"));
}

void TstLightnetSamples::convnetGivesProbabilities()
{
    const auto run = tests::runLightNet(textOf(models::buildLightNetConvnet()), m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    double sum = 0;
    for (const float value : run.tensors.at("probabilities").elements<float>()) {
        QVERIFY(value > 0 && value < 1);
        sum += static_cast<double>(value);
    }
    QVERIFY(std::fabs(sum - 1) < 1e-5);
    QVERIFY(run.printed.rfind("probabilities:\n[[0.", 0) == 0);
}

NERVURE_TEST(TstLightnetSamples)
#include "tst_lightnet_samples.moc"
