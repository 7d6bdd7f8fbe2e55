// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

std::string irOf(const PassRun &run)
{
    return PassProbe::valueOf(run, keys::graphIr);
}

} // namespace

class TstPrintGraphIr : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
        NERVURE_VERIFY_ERROR(probe.run("PrintGraphIR{join_entry_attrs=shape}"),
                             "graph-attr-missing", "the graph has no attribute 'shape' to print");
        NERVURE_VERIFY_ERROR(probe.run("PrintGraphIR{join_entry_attrs=number}"), "graph-attr",
                             "graph attribute 'number' cannot be printed, expected a list of");
    }
};

NERVURE_TEST(TstPrintGraphIr)
#include "tst_print_graph_ir.moc"
