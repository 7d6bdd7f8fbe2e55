// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "tests/core/passes/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

struct LayoutAttr {
    std::string layout = "NCHW";
};

/// conv: works in its attribute `layout`; any: in whichever layout it had; same: in any; shy: as conv,
/// but asks for blocks only where others have them.
OpRegistry layoutOperators()
{
    OpRegistry ops;
    const auto shape = [](const RuleContext &, Shapes &in, Shapes &out) -> Status {
        out[0] = in[0];
        return {};
    };
    ops.add(OpBuilder<LayoutAttr>(Dialect::Nnvm, "conv")
                .attr(field("layout", &LayoutAttr::layout, "layout"))
                .shape(OpSpec::ShapeRule(shape))
                .layout([](const LayoutCall &call) -> Status {
                    const auto layout = Layout::parse(call.rule.attrs.as<LayoutAttr>().layout);
                    call.in[0] = call.out[0] = *layout;
                    return {};
                })
                .alter([](const AlterCall &call) {
                    const bool isLiked = call.device.preferredFloatVector == 8
                                         && call.inShapes[0][1] % 8 == 0
                                         && call.inTypes[0] == DType::Float32;
                    return isLiked ? AttrDict{{"layout", "NCHW8c"}} : AttrDict{};
                })
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "any")
                .acceptsAnyKey()
                .shape(OpSpec::ShapeRule(shape))
                .layout([](const LayoutCall &call) -> Status {
                    call.in[0] = call.lastIn[0].isDefined() ? call.lastIn[0] : call.in[0];
                    call.out[0] = call.in[0];
                    return {};
                })
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "same")
                .pattern(OpPattern::Elementwise)
                .shape(OpSpec::ShapeRule(shape))
                .build());
    ops.add(OpBuilder<LayoutAttr>(Dialect::Nnvm, "shy")
                .attr(field("layout", &LayoutAttr::layout, "layout"))
                .shape(OpSpec::ShapeRule(shape))
                .layout([](const LayoutCall &call) -> Status {
                    const auto layout = Layout::parse(call.rule.attrs.as<LayoutAttr>().layout);
                    call.in[0] = call.out[0] = *layout;
                    return {};
                })
                .alter([](const AlterCall &call) {
                    return call.readsWholeChannels ? AttrDict{} : AttrDict{{"layout", "NCHW8c"}};
                })
                .build());
    return ops;
}

using Texts = std::vector<std::string>;

RewriteProbe network()
{
    RewriteProbe probe(layoutOperators());
    const NodeId first = probe.add("conv", "c1", {probe.variable("x")});
    probe.add("any", "a", {probe.add("conv", "c2", {first})});
    probe.facts.shapes["x"] = {1, 16, 4, 4};
    return probe;
}

} // namespace

class TstAlterOpLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutATableNothingChanges();
    void layoutsOfReadersComeBack();
    void rowsChangeOperators();
    void othersKeepTheirLayouts();
    void aRowForANodeGoesFirst();
    void operatorsAreAskedAboutTheDevice();
    void resultsKeepTheirLayout();
    void whatADeviceDoesNotLikeStays();
    void operatorsKnowWhoseChannelsAreWhole();
    void faultyTablesAreRefused_data();
    void faultyTablesAreRefused();
    void shapesAndTypesAreNeeded();
};

void TstAlterOpLayout::withoutATableNothingChanges()
{
    const PassRun run = network().run("CorrectLayout,InferShape,InferType,AlterOpLayout");
    QVERIFY2(run.ok, firstError(run).c_str());
    QVERIFY(!run.steps.back().changed);
    QCOMPARE(*run.analyses.find(keys::layout, run.index), (Texts{"NCHW", "NCHW", "NCHW", "NCHW"}));
    QVERIFY(!network().run("InferShape,InferType,AlterOpLayout").analyses.contains("layout"));
}

void TstAlterOpLayout::layoutsOfReadersComeBack()
{
    // x is given a layout by c1 only after a has passed it on undefined.
    RewriteProbe probe(layoutOperators());
    const NodeId x = probe.variable("x");
    const NodeId any = probe.add("any", "a", {x});
    const NodeId conv = probe.add("conv", "c1", {x});
    probe.graph.setHeads({{any, 0, 0}, {conv, 0, 0}});
    const PassRun run = probe.run("CorrectLayout,InferShape,InferType,AlterOpLayout");
    QCOMPARE(*run.analyses.find(keys::layout, run.index), (Texts{"NCHW", "__undef__", "NCHW"}));
}

void TstAlterOpLayout::rowsChangeOperators()
{
    RewriteProbe probe = network();
    const PassRun run = probe.run("CorrectLayout,InferShape,InferType,"
                                  "AlterOpLayout{table=conv:layout=NCHW8c:op=conv_blocked}");
    QVERIFY2(run.ok, firstError(run).c_str());
    const auto id = run.graph.findByName("c1");
    QVERIFY(id.has_value());
    QCOMPARE(run.graph.node(*id).op, std::string("conv_blocked"));
    QCOMPARE(*run.graph.node(*id).attrs.find("layout"), std::string("NCHW8c"));
    QCOMPARE(probe.text(run), std::string("a(c2(c1(x)))"));
}

void TstAlterOpLayout::othersKeepTheirLayouts()
{
    RewriteProbe probe = network();
    const PassRun run = probe.run("CorrectLayout,InferShape,InferType,"
                                  "AlterOpLayout{table=conv:layout=NCHW8c},CorrectLayout");
    QVERIFY2(run.ok, firstError(run).c_str());
    QCOMPARE(probe.text(run), std::string("a(c2_NCHW(c2(c1(x))))"));
    QCOMPARE(*run.analyses.find(keys::layout, run.index),
             (Texts{"NCHW8c", "NCHW8c", "NCHW8c", "NCHW", "NCHW"}));
}

void TstAlterOpLayout::aRowForANodeGoesFirst()
{
    RewriteProbe probe = network();
    const PassRun run =
        probe.run("CorrectLayout,InferShape,InferType,"
                  "AlterOpLayout{table=conv:layout=NCHW8c;@c2:layout=NCHW4c},CorrectLayout");
    QCOMPARE(probe.text(run), std::string("a(c2_NCHW(c2(c1_NCHW4c(c1(x)))))"));
}

namespace {

/// The network with layouts as a device of this vector length likes them; "gone" is no device.
PassRun runFor(RewriteProbe &probe, std::uint32_t lanes, const std::string &options)
{
    PassEnvironment environment = probe.environment();
    environment.targets = [lanes](const std::string &name) -> Result<DeviceTraits> {
        if (name == "gone") {
            return makeError("device-unknown", "no device gone");
        }
        DeviceTraits traits;
        traits.preferredFloatVector = lanes;
        return traits;
    };
    return runPasses(probe.graph,
                     *parsePipeline("CorrectLayout,InferShape,InferType,AlterOpLayout{" + options
                                    + "},CorrectLayout"),
                     environment);
}

} // namespace

void TstAlterOpLayout::operatorsAreAskedAboutTheDevice()
{
    RewriteProbe probe = network();
    const PassRun run = runFor(probe, 8, "device=any name");
    QVERIFY2(run.ok, firstError(run).c_str());
    QCOMPARE(probe.text(run), std::string("a(c2_NCHW(c2(c1(x))))"));
    // The table goes before the operator.
    QCOMPARE(probe.text(runFor(probe, 8, "device=0.0,table=@c1:layout=NCHW4c")),
             std::string("a(c2_NCHW(c2(c1_NCHW8c(c1(x)))))"));
    QCOMPARE(runFor(probe, 8, "device=gone").diagnostics.back().code,
             std::string("device-unknown"));
}

void TstAlterOpLayout::resultsKeepTheirLayout()
{
    RewriteProbe probe(layoutOperators());
    probe.facts.shapes["x"] = {1, 16, 4, 4};
    probe.add("conv", "c1", {probe.variable("x")});
    // NNVM forgets the layouts of what it alters; for a device that of a result is remembered.
    const PassRun byTable = probe.run("CorrectLayout,InferShape,InferType,"
                                      "AlterOpLayout{table=conv:layout=NCHW8c}");
    QCOMPARE(byTable.analyses.find(keys::layout, byTable.index)->back(), std::string("__undef__"));
    const PassRun run = runFor(probe, 8, "device=0.0");
    QVERIFY2(run.ok, firstError(run).c_str());
    QCOMPARE(run.steps[3].analyses.find(keys::layout, run.steps[3].index)->back(),
             std::string("NCHW"));
}

void TstAlterOpLayout::whatADeviceDoesNotLikeStays()
{
    const std::string before = "a(c2(c1(x)))";
    RewriteProbe probe = network();
    QCOMPARE(probe.text(runFor(probe, 16, "device=0.0")), before);
    QCOMPARE(probe.text(runFor(probe, 8, "device=reference")), before);
    QCOMPARE(probe.text(runFor(probe, 8, "device=opencl")), before);
    QCOMPARE(probe.text(runFor(probe, 8, "device=")), before);
    probe.facts.shapes["x"] = {1, 12, 4, 4};
    QCOMPARE(probe.text(runFor(probe, 8, "device=0.0")), before);
    probe.facts.shapes["x"] = {1, 16, 4, 4};
    probe.facts.dtypes["x"] = DType::Float64;
    QCOMPARE(probe.text(runFor(probe, 8, "device=0.0")), before);
}

void TstAlterOpLayout::operatorsKnowWhoseChannelsAreWhole()
{
    const auto layoutOf = [](const std::vector<const char *> &before) {
        RewriteProbe probe(layoutOperators());
        probe.facts.shapes["x"] = {1, 16, 4, 4};
        NodeId last = probe.variable("x");
        for (const char *op : before) {
            last = probe.add(op, op, {last});
        }
        probe.add("shy", "shy", {last});
        const PassRun run = runFor(probe, 8, "device=0.0");
        const auto id = run.graph.findByName("shy");
        const std::string *layout = id ? run.graph.node(*id).attrs.find("layout") : nullptr;
        return layout ? *layout : std::string("none");
    };
    QCOMPARE(layoutOf({}), std::string("none"));
    QCOMPARE(layoutOf({"same"}), std::string("none"));
    QCOMPARE(layoutOf({"conv"}), std::string("NCHW8c"));
    QCOMPARE(layoutOf({"conv", "same"}), std::string("NCHW8c"));
    QCOMPARE(layoutOf({"conv", "any", "same"}), std::string("none"));
}

void TstAlterOpLayout::faultyTablesAreRefused_data()
{
    QTest::addColumn<std::string>("table");
    for (const char *table : {"conv", "@:layout=NCHW", ":layout=NCHW", "conv:layout", "conv:=NCHW",
                              "conv:layout=NCHW;conv:layout=NHWC"}) {
        QTest::newRow(table) << std::string(table);
    }
}

void TstAlterOpLayout::faultyTablesAreRefused()
{
    QFETCH(std::string, table);
    const PassRun run = network().run("InferShape,InferType,AlterOpLayout{table=" + table + "}");
    QVERIFY(!run.ok);
    QCOMPARE(run.diagnostics.back().code, std::string("option-invalid"));
}

void TstAlterOpLayout::shapesAndTypesAreNeeded()
{
    QCOMPARE(network().run("AlterOpLayout").diagnostics.back().code, std::string("pass-needs"));
    QCOMPARE(network().run("InferShape,AlterOpLayout").diagnostics.back().code,
             std::string("pass-needs"));
}

NERVURE_TEST(TstAlterOpLayout)
#include "tst_alter_op_layout.moc"
