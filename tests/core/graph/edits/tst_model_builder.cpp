// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/model_builder.h"

#include "core/builtins.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstModelBuilder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingInputsBecomeVariablesWithTheAttributes()
    {
        ModelBuilder model(m_builtins.ops);
        const Entry x = model.apply("dense", {model.variable("data")}, {{"units", "7"}}, "fc");
        const Graph graph = *model.finish({x});
        const Node &dense = graph.node(x.node);
        QCOMPARE(dense.inputs.size(), std::size_t{3});
        const Node &weight = graph.node(dense.inputs[1].node);
        QCOMPARE(weight.name, std::string("fc_weight"));
        QVERIFY(weight.attrs == dense.attrs);
        QCOMPARE(graph.node(dense.inputs[2].node).name, std::string("fc_bias"));
    }

    void namesCountPerOperator()
    {
        ModelBuilder model(m_builtins.ops);
        const Entry a = model.apply("relu", {model.variable("x")});
        const Entry b = model.apply("relu", {a}, {}, "mine");
        const Entry c = model.apply("relu", {b});
        const Entry d = model.apply("flatten", {c});
        const Graph graph = *model.finish({d});
        QCOMPARE(graph.node(a.node).name, std::string("relu0"));
        QCOMPARE(graph.node(c.node).name, std::string("relu1"));
        QCOMPARE(graph.node(d.node).name, std::string("flatten0"));
    }

    void changedVariablesGetNewVersions()
    {
        ModelBuilder model(m_builtins.ops);
        const Entry norm = model.apply("batch_norm", {model.variable("x")}, {}, "bn");
        const Graph graph = *model.finish({norm});
        std::vector<std::uint32_t> versions;
        for (const Entry &input : graph.node(norm.node).inputs) {
            versions.push_back(input.version);
        }
        QCOMPARE(versions, (std::vector<std::uint32_t>{0, 0, 0, 1, 1}));
    }

    void mistakesAreKeptForTheEnd()
    {
        ModelBuilder unknown(m_builtins.ops);
        const Entry made = unknown.apply("no_such_operator", {});
        NERVURE_VERIFY_ERROR(unknown.finish({made}), "model-builder",
                             "in 'no_such_operator0': operator 'no_such_operator' is not");

        ModelBuilder badAttribute(m_builtins.ops);
        const Entry fc = badAttribute.apply("dense", {badAttribute.variable("x")}, {}, "fc");
        const auto graph = badAttribute.finish({fc});
        QVERIFY(!graph.ok());
        QCOMPARE(graph.error().where.attribute, std::string("units"));
    }

private:
    const Builtins m_builtins = makeBuiltins();
};

NERVURE_TEST(TstModelBuilder)
#include "tst_model_builder.moc"
