// SPDX-License-Identifier: Apache-2.0
#include "core/execution/static_order.h"
#include "core/formats/open_model.h"
#include "core/support/file.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/oracles.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <map>
#include <set>

using namespace nervure;
using namespace nervure::tests;
using Json = nlohmann::json;

namespace {

std::filesystem::path folder()
{
    return oraclesFolder() / "lightnet";
}

/// A column of a row, which is an object or, in compact records, a list.
Json cell(const Json &driver, const Json &row, const char *table, const char *column)
{
    if (row.is_object()) {
        return row.at(column);
    }
    const Json &columns = driver.at("columns").at(table);
    const auto it = std::find(columns.begin(), columns.end(), Json(column));
    return row.at(static_cast<std::size_t>(it - columns.begin()));
}

/// What we plan, in the form of the records.
struct Planned {
    std::map<std::string, std::int64_t> offsets;
    Json events = Json::array();
    std::int64_t bytes = 0;
};

Planned plannedBy(const PassRun &run)
{
    Planned result;
    const auto &offsets = *run.analyses.find(keys::storageOffset);
    std::vector<std::string> names;
    for (const IndexedNode &node : run.index->nodes()) {
        for (const Port &port : node.node->outputPorts) {
            result.offsets[port.tensor] = offsets[names.size()];
            names.push_back(port.tensor);
        }
    }
    const auto &events = *run.analyses.find(keys::storageEvents);
    for (std::size_t i = 0; i < events.size(); i += 3) {
        if (events[i + 2] > 0) {
            result.events.push_back({"alloc", events[i + 1], events[i + 2],
                                     names[static_cast<std::size_t>(events[i])]});
        } else {
            result.events.push_back({"free", events[i + 1]});
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
    bool areKnown(const Graph &graph)
    {
        return std::all_of(graph.nodes().begin(), graph.nodes().end(),
                           [&](NodeId id) { return m_builtins.ops.find(graph.node(id)); });
    }

private Q_SLOTS:
    void staticTensorsComeFirstAndStay();
    void alignmentIsAnOption();
    void isNotForOtherDialects();
    void plansAsRecorded();
    void ordersAsRecorded();
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
    QVERIFY(!probe.run("InferShape,InferType,PlanMemory{planner=lightnet}").ok);
}

void TstLightNetPlanner::plansAsRecorded()
{
    NERVURE_NEED_ORACLES();
    int files = 0;
    for (const auto &item : std::filesystem::directory_iterator(folder() / "oracle")) {
        const std::string name = item.path().filename().string();
        const Json oracle = Json::parse(nervure::readFile(item.path()).value());
        const Json driver = oracle.value("driver", Json::object());
        const auto corpus = folder() / "corpus" / oracle.at("corpus").get<std::string>();
        if (!driver.contains("compiled") || !driver["compiled"].contains("mem_sizes")) {
            continue;
        }
        const auto model = openModel(corpus, m_builtins.formats, m_builtins.ops, Semantics::Exact);
        QVERIFY2(model.ok(), name.c_str());
        if (!areKnown(model->graph)) {
            continue;
        }
        const PassRun run = plan(model->graph);
        QVERIFY2(run.ok, (name + ": " + (run.ok ? "" : run.diagnostics.back().message)).c_str());
        const Planned planned = plannedBy(run);
        for (const Json &tensor : driver["compiled"]["tensors"]) {
            const auto column = [&](const char *key) {
                return cell(driver, tensor, "tensors", key);
            };
            const std::string text = column("name");
            QVERIFY2(planned.offsets.at(text) == column("offset"), (name + ": " + text).c_str());
        }
        QVERIFY2(planned.bytes == driver["compiled"]["mem_sizes"]["LN_MEM_CPU"], name.c_str());
        if (driver["compiled"].contains("mem_events")) {
            QVERIFY2(planned.events == driver["compiled"]["mem_events"], name.c_str());
        }
        ++files;
    }
    QVERIFY2(files > 150, std::to_string(files).c_str());
    qInfo("%d plans", files);
}

void TstLightNetPlanner::ordersAsRecorded()
{
    NERVURE_NEED_ORACLES();
    int files = 0;
    for (const auto &item : std::filesystem::directory_iterator(folder() / "oracle")) {
        const std::string name = item.path().filename().string();
        const Json oracle = Json::parse(nervure::readFile(item.path()).value());
        const Json driver = oracle.value("driver", Json::object());
        const auto corpus = folder() / "corpus" / oracle.at("corpus").get<std::string>();
        if (!driver.contains("compiled") || !driver["compiled"].contains("ops")) {
            continue;
        }
        const auto model = openModel(corpus, m_builtins.formats, m_builtins.ops, Semantics::Exact);
        QVERIFY2(model.ok(), name.c_str());
        if (!areKnown(model->graph)) {
            continue;
        }
        Json expected = Json::array();
        for (const Json &op : driver["compiled"]["ops"]) {
            expected.push_back(cell(driver, op, "ops", "name"));
        }
        const auto names = [](const Graph &graph) {
            Json found = Json::array();
            for (const NodeId id : graph.nodes()) {
                found.push_back(graph.node(id).name);
            }
            return found;
        };
        const Graph ordered = inStaticOrder(model->graph, m_builtins.ops);
        QVERIFY2(names(ordered) == expected, name.c_str());
        // So a compiled document is planned as the one that it was compiled from.
        QVERIFY2(names(inStaticOrder(ordered, m_builtins.ops)) == expected, name.c_str());
        ++files;
    }
    QVERIFY2(files > 150, std::to_string(files).c_str());
}

QTEST_APPLESS_MAIN(TstLightNetPlanner)
#include "tst_lightnet_planner.moc"
