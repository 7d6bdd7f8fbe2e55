// SPDX-License-Identifier: Apache-2.0
#include "core/support/text.h"
#include "tests/core/passes/pass_oracle.h"

#include <QTest>

#include <algorithm>
#include <regex>
#include <sstream>

using namespace nervure;
using namespace nervure::tests;

namespace {

std::string irOf(const PassRun &run)
{
    return PassProbe::valueOf(run, keys::graphIr);
}

/// The text with the attributes of each node and the last line's names in order: NNVM's are in
/// that of a hash table.
std::string sortedIr(const std::string &text)
{
    static const std::regex attribute("(\\w+)='([^']*)'");
    static const std::regex name("\\w+");
    std::string result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::regex &item = line.starts_with("graph_attr_keys") ? name : attribute;
        std::vector<std::string> found;
        for (std::sregex_iterator it(line.begin(), line.end(), item), end; it != end; ++it) {
            found.push_back(it->str());
        }
        std::sort(found.begin(), found.end());
        result += std::regex_replace(line, item, "") + join(found, " ") + '\n';
    }
    return result;
}

} // namespace

class TstPrintGraphIr : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textsAsNnvmPrintsThem()
    {
        NERVURE_NEED_ORACLES();
        int count = 0;
        for (const auto &item : nnvmOracle("ir_prints.json")) {
            const auto name = item["model"].get<std::string>();
            const auto oracle = nnvmOracle("oracle/" + name + ".json");
            PassProbe probe;
            if (oracle.is_discarded()) {
                continue; // not all models that were printed are in the corpus
            }
            probe.graph = oracleGraph(nnvmCorpus(name), probe.builtins);
            QCOMPARE(sortedIr(irOf(probe.run("PrintGraphIR"))),
                     sortedIr(item["plain"].get<std::string>()));
            for (const auto &[input, value] : oracle["inputs"].items()) {
                probe.facts.shapes[input] = value["shape"].get<Shape>();
            }
            const PassRun run =
                probe.run("InferShape,InferType,PrintGraphIR{join_entry_attrs=shape;dtype}");
            if (run.analyses.contains("graphir")
                && PassProbe::valueOf(run, keys::shapeUnknown) == 0) {
                ++count;
                QCOMPARE(sortedIr(irOf(run)),
                         sortedIr(item["with_shape_dtype"].get<std::string>()));
            }
        }
        QVERIFY(count > 0);
    }

    void nodeAttributesAreLookedUpByEntryInExactSemantics()
    {
        PassProbe probe;
        const NodeId d = probe.add("dropout", "d", {{probe.variable("x")}});
        probe.add("relu", "r", {{d}});
        probe.graph.setAttrs(
            {{"device", "list_int", "[7, 8, 9]"}, {"join_node_attrs", "list_str", "[\"device\"]"}});
        const PassRun exact = probe.run("PrintGraphIR");
        QVERIFY(exact.ok);
        QVERIFY(irOf(exact).find("relu(%1.0), device=?\n") != std::string::npos);
        QCOMPARE(exact.diagnostics.back().severity, Severity::Warning);
        QVERIFY(!exact.analyses.contains("join_node_attrs"));
        probe.semantics = Semantics::Fixed;
        QVERIFY(irOf(probe.run("PrintGraphIR")).find("relu(%1.0), device=9\n")
                != std::string::npos);
    }

    void whatCannotBePrintedIsAnError()
    {
        PassProbe probe;
        probe.variable("x");
        probe.graph.setAttrs({{"number", "int", "1"}});
        QVERIFY(!probe.run("PrintGraphIR{join_entry_attrs=shape}").ok);
        QVERIFY(!probe.run("PrintGraphIR{join_entry_attrs=number}").ok);
    }
};

QTEST_APPLESS_MAIN(TstPrintGraphIr)
#include "tst_print_graph_ir.moc"
