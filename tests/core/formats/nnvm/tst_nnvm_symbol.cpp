// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/nnvm/nnvm_text.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

std::string symbolOf(const Graph &graph, const Builtins &builtins)
{
    Diagnostics diagnostics;
    const FormatSpec *format = builtins.formats.find("nnvm-symbol");
    return format->write(graph, {builtins.ops, Semantics::Exact, {}}, diagnostics).value();
}

} // namespace

class TstNnvmSymbol : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNodeAloneHasAShortText();
    void faultyReferencesAreShown();
};

void TstNnvmSymbol::aNodeAloneHasAShortText()
{
    const Builtins builtins = makeBuiltins();
    Graph graph;
    Node node;
    node.op = "zeros";
    node.name = "z";
    graph.setHeads({{graph.add(node)}});
    QCOMPARE(symbolOf(graph, builtins), std::string("AtomicFunctor  Op:zeros\n"));
}

void TstNnvmSymbol::faultyReferencesAreShown()
{
    const Builtins builtins = makeBuiltins();
    Graph graph;
    Node node;
    node.op = "__add_symbol__"; // an alias: the operator's own name is printed
    node.name = "sum";
    node.inputs = {{NodeId{77}, 3, 0}};
    node.controlDeps = {NodeId{78}};
    graph.setHeads({{graph.add(node)}});
    QCOMPARE(symbolOf(graph, builtins),
             std::string("Symbol Outputs:\n\toutput[0]=sum(0)\n--------------------\n"
                         "Op:broadcast_add, Name=sum\nInputs:\n\targ[0]=?(3)\n"
                         "Control deps:\n\tcdep[0]=?\n"));
}

NERVURE_TEST(TstNnvmSymbol)
#include "tst_nnvm_symbol.moc"
