// SPDX-License-Identifier: Apache-2.0
#include "core/proof/cut_model.h"

#include "core/builtins.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstCutModel : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    /// x → op → tanh, of ONNX.
    [[nodiscard]] static ExecutionRequest request(const char *op)
    {
        ExecutionRequest result;
        Graph &graph = result.graph;
        graph.setDialect(Dialect::Onnx);
        Node x;
        x.dialect = Dialect::Onnx;
        x.name = "x";
        x.attrs = {{"elem_type", "float32"}, {"shape", "[2, 3]"}};
        Node one;
        one.dialect = Dialect::Onnx;
        one.op = op;
        one.name = "one";
        one.inputs.push_back({graph.add(x), 0, 0});
        one.outputPorts.push_back({"", "value", 0});
        Node last = one;
        last.op = "Tanh";
        last.name = "last";
        last.inputs[0].node = graph.add(one);
        last.outputPorts[0].tensor = "y";
        graph.setHeads({{graph.add(last), 0, 0}});
        result.semantics = Semantics::Fixed;
        return result;
    }
    [[nodiscard]] Result<CutModel> made(const ExecutionRequest &asked) const
    {
        std::set<std::string> taken;
        return makeCutModel(asked,
                            [&](const std::vector<NodeId> &unknown) {
                                return cutKeys(asked.graph, unknown, taken);
                            },
                            true, m_builtins, {});
    }

private Q_SLOTS:
    void whatRunsIsNotCut()
    {
        const auto model = made(request("Relu"));
        QVERIFY2(model.ok(), model ? "" : model.error().message.c_str());
        QVERIFY(model->cuts.empty() && model->keys.empty());
        QVERIFY(model->model.isLowered);
    }

    /// Nobody says the shape of its output: what is behind it cannot be run.
    void anUnknownOperatorWithoutAShapeIsNamed()
    {
        const auto model = made(request("MadeUp"));
        QVERIFY(!model.ok());
        QCOMPARE(model.error().code, std::string("no-reference"));
        QVERIFY(model.error().message.find("MadeUp 'one'") != std::string::npos);
    }
};

NERVURE_TEST(TstCutModel)
#include "tst_cut_model.moc"
