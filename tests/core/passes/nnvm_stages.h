// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/graph/rewrite_rules.h"
#include "core/passes/graph_attributes.h"
#include "core/passes/layout_attributes.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"
#include "tests/support/oracles.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace nervure::tests {

/// What NNVM's compiler made of one graph, stage by stage, and our passes run on the same. The
/// stages are those of the oracles' `opt_level` (oracles/nnvm/README.md).
class NnvmStages {
public:
    using Json = nlohmann::json;

    explicit NnvmStages(const std::string &name)
        : oracle(parse("oracle", name)),
          m_text(readFile(folder() / "corpus" / (name + ".json")))
    {
        const Json given = oracle.value("inputs", Json::object());
        for (const auto &[variable, what] : given.items()) {
            if (what.contains("shape")) {
                facts.shapes[variable] = what["shape"].get<Shape>();
            }
        }
        const Json names = oracle.value("input_names", Json::array());
        const Json types = oracle.value("dtype", Json::array());
        for (std::size_t i = 0; i < names.size() && !types.empty(); ++i) {
            const auto node = oracle["index"]["arg_nodes"][i].get<std::size_t>();
            const auto entry = oracle["index"]["node_row_ptr"][node].get<std::size_t>();
            facts.dtypes[names[i].get<std::string>()] =
                dtypeFromCode(types.at(entry).get<int>()).value_or(DType::Unknown);
        }
    }

    const Json oracle;
    const Builtins builtins = makeBuiltins();
    InputFacts facts;

    /// One row for each oracle with compiler stages.
    static void addRows()
    {
        QTest::addColumn<std::string>("name");
        std::vector<std::string> names;
        for (const auto &file : std::filesystem::directory_iterator(folder() / "oracle")) {
            const std::string name = file.path().stem().string();
            if (file.path().extension() == ".json" && !name.ends_with(".tvm")) {
                names.push_back(name);
            }
        }
        std::sort(names.begin(), names.end());
        for (const std::string &name : names) {
            if (!name.starts_with("part_") && !name.starts_with("legacy_")
                && std::filesystem::exists(folder() / "corpus" / (name + ".json"))) {
                QTest::newRow(name.c_str()) << name;
            }
        }
    }

    /// The stages of a level; empty when NNVM stops there.
    [[nodiscard]] Json stages(const char *level) const
    {
        const Json list = oracle.value("opt_level", Json::object()).value(level, Json::array());
        return list.is_array() ? list : Json::array();
    }
    /// Whether NNVM stops at this level.
    [[nodiscard]] bool stops(const char *level) const
    {
        return oracle.value("opt_level", Json::object()).value(level, Json()).is_object();
    }
    [[nodiscard]] const Json &graphOf(const Json &stage, const char *key = "graph") const
    {
        return oracle["graphs"][stage[key].get<std::string>()];
    }

    /// Which rules of the operators a test needs.
    enum class Rules { Declared, Simplify, Layout };

    /// An operator of the graph that has not all these rules yet; empty when none is missing.
    [[nodiscard]] std::string unfinishedOperator(const Graph &graph, Rules rules) const
    {
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            const OpSpec *spec = builtins.ops.find(node);
            const bool simplifies = node.op == "batch_norm" || node.op == "dropout";
            const auto *found = spec ? spec->rewrites.get() : nullptr;
            if (!node.isVariable()
                && (!spec || (rules == Rules::Layout && (!found || !found->layout))
                    || (rules != Rules::Declared && simplifies && (!found || !found->simplify)))) {
                return node.op;
            }
        }
        return {};
    }

    /// The graph of the file; of a JSON graph.
    [[nodiscard]] Graph input() const { return load(m_text); }
    [[nodiscard]] Graph load(const std::string &text) const
    {
        return builtins.formats.find("nnvm")
            ->read(text, {builtins.ops, Semantics::Exact, {}})
            ->graph;
    }

    [[nodiscard]] PassRun run(Graph graph, std::string_view pipeline) const
    {
        return runPasses(std::move(graph), *parsePipeline(pipeline),
                         {builtins.passes, builtins.ops, facts});
    }

    /// The graph after a run with the attributes that the run provided.
    [[nodiscard]] static Graph withAttributes(const PassRun &run)
    {
        Graph graph = run.graph;
        graph.setAttrs(writeGraphAttributes(run.analyses));
        return graph;
    }

    /// The first steps of nnvm.compiler.build, which then knows the shapes of all variables by name.
    [[nodiscard]] PassRun begin()
    {
        PassRun corrected = run(input(), "CorrectLayout");
        const PassRun inferred = run(corrected.graph, "InferShape,InferType");
        if (const Shapes *shapes = inferred.analyses.find(keys::shape)) {
            for (const std::uint32_t id : inferred.index->inputNodes()) {
                facts.shapes[inferred.index->node(id).node->name] =
                    (*shapes)[inferred.index->entryId(id, 0)];
            }
        }
        return corrected.ok && !inferred.ok ? inferred : corrected;
    }

    /// What a level adds before GraphFindFusibleGroups. Continues from begin().
    [[nodiscard]] PassRun optimize(const PassRun &corrected, const char *level)
    {
        const std::string_view text(level);
        PassRun run = corrected;
        if (text == "3") {
            facts.layouts = inputLayouts(*run.index, run.analyses);
            run = this->run(withAttributes(run),
                            "CorrectLayout,InferShape,InferType,AlterOpLayout,CorrectLayout");
        }
        if (run.ok) {
            run = this->run(run.graph, text == "3" ? "InferShape,SimplifyInference,InferShape,"
                                                     "FoldScaleAxis,InferShape,InferType"
                                                   : "InferShape,SimplifyInference,InferShape,"
                                                     "InferType");
        }
        if (!run.ok) {
            return run;
        }
        facts.parameters = parametersOf(*run.index);
        const bool prunes = text >= "2" && !facts.parameters->empty();
        return prunes ? this->run(withAttributes(run), "PrecomputePrune,InferShape") : run;
    }

    /// Every variable that is still there but the data, as the oracles were made.
    [[nodiscard]] std::set<std::string, std::less<>> parametersOf(const IndexedGraph &graph) const
    {
        std::set<std::string, std::less<>> names;
        for (const std::uint32_t id : graph.inputNodes()) {
            names.insert(graph.node(id).node->name);
        }
        for (const Json &name : oracle["data_inputs"]) {
            names.erase(name.get<std::string>());
        }
        return names;
    }

    /// The structure that the oracles store: without graph attributes.
    [[nodiscard]] Json structure(Graph graph) const
    {
        graph.setAttrs({});
        Diagnostics found;
        const auto text = builtins.formats.find("nnvm")->write(
            graph, {builtins.ops, Semantics::Exact, {}}, found);
        return text ? Json::parse(*text, nullptr, false) : Json(text.error().message);
    }

    /// Empty, or where two JSON values differ first.
    static std::string difference(const Json &found, const Json &expected)
    {
        const Json changes = Json::diff(expected, found);
        return changes.empty() ? "" : changes.front().dump();
    }

private:
    static std::filesystem::path folder() { return oraclesFolder() / "nnvm"; }
    static Json parse(const char *kind, const std::string &name)
    {
        return Json::parse(readFile(folder() / kind / (name + ".json")), nullptr, false);
    }

    std::string m_text;
};

/// For test functions on a recorded graph: skips while an operator's rules are missing.
#define NERVURE_NEED_RULES(stages, graph, rules)                                                   \
    do {                                                                                           \
        if (const std::string op = (stages).unfinishedOperator(graph, NnvmStages::Rules::rules);   \
            !op.empty()) {                                                                         \
            QSKIP(("no rules yet: " + op).c_str());                                                \
        }                                                                                          \
    } while (false)

/// The message of the first error of a run.
inline std::string firstError(const PassRun &run)
{
    for (const Diagnostic &diagnostic : run.diagnostics) {
        if (diagnostic.severity == Severity::Error) {
            return diagnostic.message;
        }
    }
    return "no error";
}

} // namespace nervure::tests
