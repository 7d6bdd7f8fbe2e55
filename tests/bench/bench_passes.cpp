// SPDX-License-Identifier: Apache-2.0
// NNVM's loader, writer, index and analyses on a residual net and on chains of growing length, in
// units of a yardstick measured in the same run: nlohmann's SAX parser reading the same text with
// a handler that does nothing. Then the time to find out which nodes of two graphs are the same.
//
//     bench_passes [MOST_NODES [SECONDS_A_CASE]]
#include "core/builtins.h"
#include "core/frontends/models/models.h"
#include "core/graph/difference/graph_match.h"
#include "core/passes/pass_manager.h"
#include "core/support/heap.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>

using namespace nervure;

namespace {

/// A measured step: its target and NNVM's own time on chains of 100k nodes, in yardsticks.
struct Task {
    const char *name;
    double target;
    double nnvm;
};

enum TaskId { Yardstick, Load, Save, Index, InferShapes, InferTypes, PlanStorage, AllPasses };
constexpr std::array<Task, 8> tasks{{{"SAX parse (yardstick)", 0, 0},
                                     {"LoadJSON", 2.2, 6.5},
                                     {"SaveJSON", 1.5, 4.1},
                                     {"index", 0.35, 1.5},
                                     {"InferShape", 0.16, 0.16},
                                     {"InferType", 0.06, 0.06},
                                     {"PlanMemory", 0.15, 0.15},
                                     {"pass manager, all three", 0, 0}}};

/// More than this times the time for ten times the nodes is too much.
constexpr double mostGrowth = 15;
constexpr double mostBytesPerNode = 1024;

struct Measured {
    std::array<double, tasks.size()> ms{};
    double bytesPerNode = 0;
    std::size_t nodes = 0;
    std::size_t entries = 0;
    std::size_t textBytes = 0;
};

using Events = nlohmann::json_sax<nlohmann::json>;

/// The yardstick's handler.
class Ignore : public Events {
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t &) override { return true; }
    bool string(string_t &) override { return true; }
    bool binary(binary_t &) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(string_t &) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string &, const nlohmann::json::exception &) override
    {
        return false;
    }
};

/// One line of JSON: the variable `data`, then operators on the node before; every tenth adds the
/// node six before it.
std::string chainText(std::size_t nodes)
{
    constexpr std::array<const char *, 9> heads{
        R"("relu","name")",           R"("tanh","name")", R"("sigmoid","name")",
        R"("__add_scalar__","name")", R"("exp","name")",  R"("negative","name")",
        R"("__mul_scalar__","name")", R"("relu","name")", R"("sigmoid","name")"};
    std::string text = R"({"nodes":[{"op":"null","name":"data","inputs":[]})";
    for (std::size_t i = 1; i < nodes; ++i) {
        const std::size_t kind = i % 10;
        text += R"(,{"op":)";
        text += kind == 0 ? R"("elemwise_add","name")" : heads[kind - 1];
        text += R"(:"n)" + std::to_string(i) + '"';
        text += kind == 4   ? R"(,"attrs":{"scalar":"1"})"
                : kind == 7 ? R"(,"attrs":{"scalar":"0.5"})"
                            : "";
        text += R"(,"inputs":[[)" + std::to_string(i - 1) + ",0,0]";
        text += kind == 0 ? ",[" + std::to_string(i - 6) + ",0,0]]}" : "]}";
    }
    return text + R"(],"arg_nodes":[0],"heads":[[)" + std::to_string(nodes - 1) + ",0,0]]}";
}

std::size_t heapBytes()
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

double milliseconds(auto &&work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - start;
    return passed.count();
}

[[noreturn]] void fail(const Diagnostic &why)
{
    std::fprintf(stderr, "%s\n", formatDiagnostic(why).c_str());
    std::exit(1);
}

template <typename T>
T orFail(Result<T> result)
{
    if (!result) {
        fail(result.error());
    }
    return std::move(result).value();
}

/// Everything that is done with one text. Each round takes every step once; what a step needs is
/// made before its clock starts, and taken apart after it has stopped.
class Case {
public:
    Case(const Builtins &builtins, std::string text, InputFacts facts)
        : m_builtins(builtins),
          m_format(*builtins.formats.find("nnvm")),
          m_context{builtins.ops, Semantics::Exact, {}},
          m_text(std::move(text)),
          m_facts(std::move(facts))
    {}

    /// Rounds until the time is up, at least three. The shortest time of each step counts: what
    /// else goes on in the machine only ever adds to it.
    Measured run(double seconds)
    {
        measureMemory();
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        for (int i = 0; i < 3 || std::chrono::steady_clock::now() < end; ++i) {
            round();
        }
        for (std::size_t task = 0; task < tasks.size(); ++task) {
            m_measured.ms[task] = *std::min_element(m_times[task].begin(), m_times[task].end());
        }
        return m_measured;
    }

private:
    Graph load() { return orFail(m_format.read(m_text, m_context)).graph; }

    void measureMemory()
    {
        { // what is allocated once, by the first load, is no part of the graph
            const Graph first = load();
        }
        malloc_trim(0);
        const std::size_t before = heapBytes();
        const Graph graph = load();
        m_measured.nodes = graph.nodeCount();
        m_measured.textBytes = m_text.size();
        m_measured.bytesPerNode =
            static_cast<double>(heapBytes() - before) / static_cast<double>(m_measured.nodes);
    }

    void time(TaskId task, auto &&work) { m_times[task].push_back(milliseconds(work)); }

    void round()
    {
        time(Yardstick, [&] {
            Ignore handler;
            if (!nlohmann::json::sax_parse(m_text, &handler)) {
                fail(makeError("json-syntax", "the text is no JSON"));
            }
        });
        Graph graph;
        time(Load, [&] { graph = load(); });
        Diagnostics diagnostics;
        std::string saved;
        time(Save, [&] { saved = orFail(m_format.write(graph, m_context, diagnostics)); });
        std::shared_ptr<const IndexedGraph> index;
        time(Index,
             [&] { index = orFail(IndexedGraph::build(graph, m_builtins.ops, diagnostics)); });
        m_measured.entries = index->entryCount();
        passes(graph, index);
    }

    void passes(Graph &graph, const std::shared_ptr<const IndexedGraph> &index)
    {
        Analyses analyses;
        time(InferShapes, [&] { pass("InferShape", graph, analyses, index); });
        time(InferTypes, [&] { pass("InferType", graph, analyses, index); });
        time(PlanStorage, [&] { pass("PlanMemory", graph, analyses, index); });
        if (*analyses.find(keys::shapeUnknown) + *analyses.find(keys::dtypeUnknown) > 0) {
            fail(makeError("infer-incomplete", "shapes or types stay unknown"));
        }
        const auto pipeline = orFail(parsePipeline("InferShape,InferType,PlanMemory"));
        const PassEnvironment environment{m_builtins.passes, m_builtins.ops, m_facts};
        PassRun all;
        time(AllPasses, [&] { all = runPasses(std::move(graph), pipeline, environment); });
        if (!all.ok) {
            fail(all.diagnostics.front());
        }
    }

    void pass(const char *name, Graph &graph, Analyses &analyses,
              const std::shared_ptr<const IndexedGraph> &index)
    {
        const PassSpec &spec = *m_builtins.passes.find(name);
        std::map<std::string, std::string> options;
        for (const PassOption &option : spec.options) {
            options[option.name] = option.defaultText;
        }
        Provenance provenance;
        Diagnostics diagnostics;
        PassContext context{graph,   analyses, provenance,       diagnostics, m_builtins.ops,
                            m_facts, options,  Semantics::Exact, {},          index};
        if (const Status status = spec.run(context); !status) {
            fail(status.error());
        }
    }

    const Builtins &m_builtins;
    const FormatSpec &m_format;
    FormatContext m_context;
    std::string m_text;
    InputFacts m_facts;
    std::array<std::vector<double>, tasks.size()> m_times;
    Measured m_measured;
};

void print(const char *title, const Measured &measured)
{
    std::printf("%s: %zu nodes, %zu entries, %zu bytes of text, %.0f bytes a node after loading\n",
                title, measured.nodes, measured.entries, measured.textBytes, measured.bytesPerNode);
    for (std::size_t task = 0; task < tasks.size(); ++task) {
        std::printf("  %-24s %10.3f ms", tasks[task].name, measured.ms[task]);
        std::printf(" %8.3f", measured.ms[task] / measured.ms[Yardstick]);
        if (tasks[task].target > 0) {
            std::printf("   target %5.2f   NNVM %5.2f", tasks[task].target, tasks[task].nnvm);
        }
        std::printf("\n");
    }
    std::fflush(stdout);
}

/// How many times longer each step takes when the chain is ten times as long.
void printGrowth(const std::vector<Measured> &chains)
{
    std::printf("times the time for ten times the nodes (at most %.0f)\n  %-24s", mostGrowth, "");
    for (std::size_t i = 1; i < chains.size(); ++i) {
        std::printf(" %8zuk", chains[i].nodes / 1000);
    }
    for (std::size_t task = 0; task < tasks.size(); ++task) {
        std::printf("\n  %-24s", tasks[task].name);
        for (std::size_t i = 1; i < chains.size(); ++i) {
            const double growth = chains[i].ms[task] / chains[i - 1].ms[task];
            std::printf(" %8.1f%s", growth, growth > mostGrowth ? "!" : " ");
        }
    }
    std::printf("\n");
}

/// Whether every target for chains of 100k nodes is reached.
bool printMisses(const std::vector<Measured> &chains)
{
    bool reached = true;
    for (const Measured &chain : chains) {
        for (std::size_t task = 0; task < tasks.size() && chain.nodes == 100000; ++task) {
            const double ratio = chain.ms[task] / chain.ms[Yardstick];
            if (tasks[task].target > 0 && ratio > tasks[task].target) {
                std::printf("%s misses its target: %.3f, expected at most %.2f\n", tasks[task].name,
                            ratio, tasks[task].target);
                reached = false;
            }
        }
        if (chain.bytesPerNode > mostBytesPerNode) {
            std::printf("%zu nodes take %.0f bytes each, expected at most %.0f\n", chain.nodes,
                        chain.bytesPerNode, mostBytesPerNode);
            reached = false;
        }
    }
    return reached;
}

/// A chain and the same one with a node less, and with other names where `isRenamed`.
double matchMilliseconds(const Builtins &builtins, std::size_t nodes, bool isRenamed)
{
    const FormatContext context{builtins.ops, Semantics::Exact, {}};
    const Graph before =
        orFail(builtins.formats.find("nnvm")->read(chainText(nodes), context)).graph;
    Graph after = before;
    const NodeId gone = before.nodes()[nodes / 2];
    for (const NodeId id : before.nodes()) {
        Node &node = after.edit(id);
        node.name = (isRenamed ? "other_" : "") + node.name;
        for (Entry &input : node.inputs) {
            input = input.node == gone ? before.node(gone).inputs[0] : input;
        }
    }
    after.remove(gone);
    std::size_t matched = 0;
    const double ms = milliseconds([&] {
        matched = matchGraphs({before, nullptr, nullptr}, {after, nullptr, nullptr}).matches.size();
    });
    if (matched + 1 != nodes) {
        fail(makeError("match", "{} of {} nodes are matched", matched, nodes - 1));
    }
    return ms;
}

/// Whether graphs of 10k nodes are matched in a second.
bool printMatching(const Builtins &builtins)
{
    bool reached = true;
    for (const std::size_t nodes : {10000, 100000}) {
        const double named = matchMilliseconds(builtins, nodes, false);
        const double renamed = matchMilliseconds(builtins, nodes, true);
        std::printf("matching %zu nodes: by name %.0f ms, all renamed %.0f ms\n", nodes, named,
                    renamed);
        reached = reached && (nodes > 10000 || (named < 1000 && renamed < 1000));
    }
    return reached;
}

} // namespace

int main(int argc, char **argv)
{
    keepFreedMemory(); // as the programs do
    const std::size_t mostNodes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
    const double seconds = argc > 2 ? std::strtod(argv[2], nullptr) : 5;
    const Builtins builtins = makeBuiltins();
    Diagnostics diagnostics;
    const Graph resnet = orFail(models::buildResnet152(builtins.ops));
    const FormatContext context{builtins.ops, Semantics::Exact, {}};
    std::string text = orFail(builtins.formats.find("nnvm")->write(resnet, context, diagnostics));
    print("residual net of 152 layers", Case(builtins, std::move(text), {}).run(seconds));
    std::vector<Measured> chains;
    for (std::size_t nodes = 10000; nodes <= mostNodes; nodes *= 10) {
        InputFacts facts;
        facts.shapes["data"] = {64};
        chains.push_back(Case(builtins, chainText(nodes), facts).run(seconds));
        print("chain", chains.back());
    }
    printGrowth(chains);
    const bool isMatchingFast = printMatching(builtins);
    return printMisses(chains) && isMatchingFast ? 0 : 1;
}
