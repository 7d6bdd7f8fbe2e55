// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_attributes.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstGraphAttributes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void attributesOfTheFileBecomeAnalyses()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.graph.setAttrs({{"shape", "list_shape", "[[1], [1]]"},
                              {"dtype", "list_int", "[0, -1]"},
                              {"note", "str", "\"v\""},
                              {"count", "size_t", "7"}});
        const PassRun run = probe.run("InferShape");
        QCOMPARE(PassProbe::valueOf(run, keys::dtype), (DTypes{DType::Float32, DType::Unknown}));
        QCOMPARE(PassProbe::valueOf(run, Key<std::string>{"note"}), std::string("v"));
        QCOMPARE(PassProbe::valueOf(run, Key<std::int64_t>{"count"}), std::int64_t{7});
    }

    /// Types with named dimensions are texts in files alone.
    void typesOfValues()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        const std::string texts = R"(["float32[batch, 2]","?"])";
        probe.graph.setAttrs({{"value_type", "list_str", texts}});
        const PassRun run = probe.run("InferType");
        const ValueTypes types = PassProbe::valueOf(run, keys::valueType);
        QCOMPARE(textsOf(types), (std::vector<std::string>{"float32[batch, 2]", "?"}));
        Analyses written;
        written.set(keys::valueType, types, *run.index);
        const std::vector<GraphAttr> attrs = writeGraphAttributes(written);
        QCOMPARE(attrs.size(), std::size_t{1});
        QVERIFY(attrs[0] == (GraphAttr{"value_type", "list_str", texts}));
    }

    void listsOfAnotherLengthAreLeftOut()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.graph.setAttrs({{"dtype", "list_int", "[0]"}});
        const PassRun run = probe.run("InferShape");
        QVERIFY(!run.analyses.contains("dtype"));
        QCOMPARE(run.diagnostics.front().code, std::string("graph-attr"));
    }

    void listsThatAreTooLongAreCut()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.graph.setAttrs({{"shape", "list_shape", "[[2], [2], [7]]"}});
        const PassRun run = probe.run("InferShape");
        QVERIFY(run.ok);
        QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{2}, {2}}));
        QCOMPARE(run.diagnostics.front().code, std::string("graph-attr"));
        QCOMPARE(run.diagnostics.front().severity, Severity::Warning);
    }

    void inputListsThatAreTooLongAreCutInFixedSemantics()
    {
        PassProbe probe;
        probe.semantics = Semantics::Fixed;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.graph.setAttrs({{"shape_inputs", "list_shape", "[[2], [7]]"}});
        const PassRun run = probe.run("InferShape");
        QVERIFY(run.ok);
        QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{2}, {2}}));
        probe.semantics = Semantics::Exact;
        NERVURE_VERIFY_ERROR(probe.run("InferShape"), "graph-attr",
                             "graph attribute 'shape_inputs' has 2 values, expected at most one");
    }

    void analysesAreWrittenWithNnvmsTags()
    {
        const IndexedGraph graph;
        Analyses analyses;
        analyses.set(keys::shape, {{2, 3}, {}}, graph);
        analyses.set(keys::dtype, {DType::Int32}, graph);
        analyses.set(keys::shapeUnknown, std::int64_t{1});
        QCOMPARE(writeGraphAttributes(analyses),
                 (std::vector<GraphAttr>{{"dtype", "list_int", "[4]"},
                                         {"shape", "list_shape", "[[2,3],[]]"},
                                         {"shape_num_unknown_nodes", "size_t", "1"}}));
    }
};

NERVURE_TEST(TstGraphAttributes)
#include "tst_graph_attributes.moc"
