// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/open_model.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <map>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Where a plan puts the tensors, by name.
struct Planned {
    std::map<std::string, std::int64_t> offsets;
    std::int64_t bytes = 0;
};

Planned plannedBy(const PassRun &run)
{
    Planned result;
    const auto &offsets = *run.analyses.find(keys::storageOffset, run.index);
    std::size_t entry = 0;
    for (const IndexedNode &node : run.index->nodes()) {
        for (const Port &port : node.node->outputPorts) {
            result.offsets[port.tensor] = offsets[entry++];
        }
    }
    result.bytes = *run.analyses.find(keys::storageAllocatedBytes);
    return result;
}

std::string create(const std::string &name, const std::string &dims)
{
    return R"({"name":")" + name + R"(","optype":"create","tensors_in":[],"tensors_out":[)"
           + R"({"arg_name":"dst","name":")" + name + R"("}],"params":[)"
           + R"({"arg_name":"dtype","value":"TL_FLOAT"},{"arg_name":"dims","value":)" + dims
           + R"(},{"arg_name":"ran","value":[0,0]},{"arg_name":"data","value":[0]},)"
           + R"({"arg_name":"from_file","value":false}]})";
}

std::string relu(const std::string &from, const std::string &to)
{
    return R"({"name":")" + to + R"(","optype":"relu","tensors_in":[{"arg_name":"src","name":")"
           + from + R"("}],"tensors_out":[{"arg_name":"dst","name":")" + to + R"("}],"params":[]})";
}

} // namespace

class TstLightNetPlanner : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    PassRun plan(const Graph &graph, std::string_view planner = "PlanMemory")
    {
        return runPasses(graph, *parsePipeline("InferShape,InferType," + std::string(planner)),
                         {.passes = m_builtins.passes, .ops = m_builtins.ops});
    }
    Graph open(const std::string &ops)
    {
        return openModelText(R"({"ops":[)" + ops + "]}", "test.json", m_builtins.formats,
                             m_builtins.ops)
            .value()
            .graph;
    }

private Q_SLOTS:
    void staticTensorsComeFirstAndStay();
    void alignmentIsAnOption();
    void isNotForOtherDialects();
};

void TstLightNetPlanner::staticTensorsComeFirstAndStay()
{
    const PassRun run = plan(open(create("a", "[2]") + "," + relu("a", "b") + "," + relu("b", "c")
                                  + "," + relu("c", "d") + "," + create("e", "[3]")));
    QVERIFY(run.ok);
    const Planned planned = plannedBy(run);
    const std::map<std::string, std::int64_t> expected{
        {"a", 1}, {"e", 9}, {"b", 21}, {"c", 29}, {"d", 21}};
    QCOMPARE(planned.offsets, expected);
    QCOMPARE(planned.bytes, std::int64_t{37});
}

void TstLightNetPlanner::alignmentIsAnOption()
{
    const PassRun run = plan(open(create("a", "[2]") + "," + create("b", "[2]")),
                             "PlanMemory{planner=lightnet,alignment=32}");
    QVERIFY(run.ok);
    QCOMPARE(plannedBy(run).offsets.at("b"), std::int64_t{64});
}

void TstLightNetPlanner::isNotForOtherDialects()
{
    PassProbe probe;
    probe.add("relu", "y", {{probe.variable("x")}});
    probe.facts.shapes["x"] = {2};
    NERVURE_VERIFY_ERROR(probe.run("InferShape,InferType,PlanMemory{planner=lightnet}"),
                         "option-invalid",
                         "option planner of pass PlanMemory is for LightNet, expected");
}

NERVURE_TEST(TstLightNetPlanner)
#include "tst_lightnet_planner.moc"
