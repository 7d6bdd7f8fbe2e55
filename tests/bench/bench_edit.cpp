// SPDX-License-Identifier: Apache-2.0
// How long the shapes, types and memory plan of a network that is being edited take to follow: an edit
// and inference of what it reaches, beside inference of the whole graph in the same run.
//
//     bench_edit [MOST_OPERATORS]
#include "core/builtins.h"
#include "core/passes/live/live_inference.h"
#include "core/support/heap.h"
#include "tests/bench/bench_edits.h"
#include "tests/support/graph_families.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace nervure;

namespace {

/// From edit to new shapes at 10,000 operators.
constexpr double mostMs = 100;
constexpr std::size_t rounds = 7;

double milliseconds(const std::function<void()> &work)
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

/// One network with the result of its inference.
class Bench {
public:
    Bench(const Builtins &builtins, Graph graph) : m_builtins(builtins), m_graph(std::move(graph))
    {
        m_facts.shapes["data"] = {1, 64, 56, 56};
    }

    [[nodiscard]] std::size_t nodeCount() const { return m_graph.nodeCount(); }

    /// Milliseconds from nothing.
    [[nodiscard]] double wholeMs()
    {
        std::vector<double> times;
        for (std::size_t i = 0; i < rounds; ++i) {
            LiveInference live(m_builtins.ops, m_builtins.passes);
            times.push_back(milliseconds([&] {
                live.update({m_graph, m_facts, Semantics::Exact});
            }));
            if (!live.result().ok) {
                fail(live.result().diagnostics.empty() ? makeError("bench", "inference failed")
                                                       : live.result().diagnostics.front());
            }
        }
        return median(times);
    }

    struct Followed {
        double ms = 0;
        std::size_t steps = 0;
        std::size_t changes = 0;
    };
    /// The edit, what it reaches, and back again (not timed), at nodes all over the network.
    [[nodiscard]] Followed followedMs(const bench::EditKind &kind)
    {
        LiveInference live(m_builtins.ops, m_builtins.passes);
        live.update({m_graph, m_facts, Semantics::Exact});
        std::vector<double> times;
        Followed followed;
        for (std::size_t i = 0; times.size() < rounds && i < m_graph.nodeCount(); ++i) {
            const std::size_t at = (i + 1) * 7919 % m_graph.nodeCount();
            const auto edit = kind.make(m_graph, m_graph.nodes()[at]);
            if (!edit) {
                continue;
            }
            const Graph before = m_graph;
            bool isApplied = false;
            const double ms = milliseconds([&] {
                isApplied = apply(m_graph, *edit).ok();
                live.update({m_graph, m_facts, Semantics::Exact});
            });
            if (isApplied && live.result().steps) {
                times.push_back(ms);
                followed.steps = std::max(followed.steps, *live.result().steps);
                followed.changes = std::max(followed.changes, live.result().changes.values.size());
            }
            m_graph = before;
            live.update({m_graph, m_facts, Semantics::Exact});
        }
        followed.ms = times.empty() ? -1 : median(times);
        return followed;
    }

private:
    static double median(std::vector<double> times)
    {
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }

    const Builtins &m_builtins;
    Graph m_graph;
    InputFacts m_facts;
};

} // namespace

int main(int argc, char **argv)
{
    keepFreedMemory();
    const std::size_t most = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100000;
    const Builtins builtins = makeBuiltins();
    std::printf("%-10s %8s %9s %10s %10s %6s %7s %8s\n", "edit", "ops", "nodes", "whole ms",
                "edit ms", "ratio", "steps", "changes");
    bool isFast = true;
    for (std::size_t operators = 1000; operators <= most; operators *= 10) {
        Result<Graph> graph = tests::fittingNetwork(builtins.ops, operators);
        if (!graph) {
            fail(graph.error());
        }
        Bench bench(builtins, std::move(*graph));
        const double whole = bench.wholeMs();
        for (const bench::EditKind &kind : bench::editKinds()) {
            const Bench::Followed followed = bench.followedMs(kind);
            std::printf("%-10s %8zu %9zu %10.2f %10.2f %6.2f %7zu %8zu\n", kind.name, operators,
                        bench.nodeCount(), whole, followed.ms, followed.ms / whole, followed.steps,
                        followed.changes);
            isFast = isFast && (operators != 10000 || followed.ms <= mostMs);
        }
    }
    if (!isFast) {
        std::printf("slower than %.0f ms at 10000 operators\n", mostMs);
    }
    return isFast ? 0 : 1;
}
