// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstInferType : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void argumentsMayBeGraphAttributesAndOptions()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x", {{"dtype", "1"}, {"kind", "5"}});
        const NodeId a = probe.add("relu", "a", {{x}});
        probe.add("relu", "b", {{a}});
        const auto type = [](const PassRun &run) {
            const DTypes types = PassProbe::valueOf(run, keys::dtype);
            return types.empty() ? DType::Bool : types[2];
        };
        QCOMPARE(type(probe.run("InferType{dtype_attr_key=kind}")), DType::Int8);
        QCOMPARE(type(probe.run("InferType")), DType::Float64);
        probe.graph.setAttrs({{"dtype_inputs", "list_int", "[4]"}});
        QCOMPARE(type(probe.run("InferType")), DType::Int32);
        QVERIFY(!probe.run("InferType").analyses.contains("dtype_inputs"));
        probe.graph.setAttrs({});
        probe.graph.edit(x).attrs = {};
        probe.facts.defaultType = DType::Unknown;
        QCOMPARE(type(probe.run("InferType{dtype_hints=a=float16}")), DType::Float16);
        NERVURE_VERIFY_ERROR(probe.run("InferType{dtype_hints=a=half}"), "option-invalid",
                             "option dtype_hints holds 'a=half', expected NODE=float32");
    }

    void variablesAreFloat32UnlessSaid()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        QCOMPARE(PassProbe::valueOf(probe.run("InferType"), keys::dtype),
                 (DTypes{DType::Float32, DType::Float32}));
        probe.facts.dtypes["x"] = DType::Int8;
        QCOMPARE(PassProbe::valueOf(probe.run("InferType"), keys::dtype),
                 (DTypes{DType::Int8, DType::Int8}));
    }

    void anUnknownGivenTypeStaysUnknown()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.facts.dtypes["x"] = DType::Unknown;
        QCOMPARE(PassProbe::valueOf(probe.run("InferType"), keys::dtypeUnknown), std::int64_t{2});
    }

    void aVariablesDtypeIsANumber()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x", {{"dtype", "4"}});
        probe.add("relu", "r", {{x}});
        QCOMPARE(PassProbe::valueOf(probe.run("InferType"), keys::dtype)[1], DType::Int32);
        probe.graph.edit(x).attrs.set("dtype", "float32");
        NERVURE_VERIFY_ERROR(probe.run("InferType"), "attr-invalid",
                             "variable 'x': attribute 'dtype' is 'float32', expected the number");
    }

    void fixedSemanticsAsksInferenceBeforeTheDefault()
    {
        PassProbe probe;
        probe.add("elemwise_add", "sum", {{probe.variable("x")}, {probe.variable("y")}});
        probe.facts.dtypes["x"] = DType::Float64;
        NERVURE_VERIFY_ERROR(probe.run("InferType"), "infer-mismatch",
                             "elemwise_add 'sum': input 1 is float32, expected float64; lhs is");
        probe.semantics = Semantics::Fixed;
        const PassRun run = probe.run("InferType");
        QVERIFY(run.ok);
        QCOMPARE(PassProbe::valueOf(run, keys::dtype)[1], DType::Float64);
    }

    void operatorsWithoutARuleAgreeOnTheFirstKnownType()
    {
        PassProbe probe;
        probe.add("_assign", "a", {{probe.variable("v")}, {probe.variable("x")}});
        probe.facts.dtypes = {{"v", DType::Unknown}, {"x", DType::Int64}};
        QCOMPARE(PassProbe::valueOf(probe.run("InferType"), keys::dtype),
                 (DTypes{DType::Int64, DType::Int64, DType::Int64}));
    }
};

NERVURE_TEST(TstInferType)
#include "tst_infer_type.moc"
