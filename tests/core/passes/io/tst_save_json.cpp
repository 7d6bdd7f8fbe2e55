// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace nervure;
using namespace nervure::tests;

class TstSaveJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTextIsThatOfTheFormat()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x", {{"shape", "(1, 2)"}})}});
        Diagnostics ignored;
        const auto text = probe.builtins.formats.find("nnvm")->write(
            probe.graph, {probe.builtins.ops, Semantics::Exact, {}}, ignored);
        QCOMPARE(PassProbe::valueOf(probe.run("SaveJSON"), keys::json), *text);
    }

    void whatIsKnownIsSavedWithTheGraph()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.graph.setAttrs({{"mine", "int", "7"}, {"shape", "list_shape", "[[5], []]"}});
        const PassRun run = probe.run("InferShape,PrintGraphIR,SaveJSON,SaveJSON");
        QVERIFY(run.ok);
        QVERIFY(!run.steps[2].changed);
        const auto saved = nlohmann::json::parse(PassProbe::valueOf(run, keys::json))["attrs"];
        QCOMPARE(saved.dump(), std::string(R"({"mine":["size_t",7],)"
                                           R"("shape":["list_shape",[[5],[5]]],)"
                                           R"("shape_num_unknown_nodes":["size_t",0]})"));
    }
};

NERVURE_TEST(TstSaveJson)
#include "tst_save_json.moc"
