// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/engine/run_model.h"
#include "core/formats/project/open_model.h"
#include "core/passes/pass_manager.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// A graph of one operator that reads variables x0, x1, …, as a file has it.
std::string controlFlowText(const std::string &op, int inputs, const std::string &attrs,
                            const std::string &bodies, int outputs)
{
    std::string nodes;
    std::string reads;
    std::string heads;
    for (int i = 0; i < inputs; ++i) {
        const std::string number = std::to_string(i);
        nodes += R"({"op": "null", "name": "x)" + number + R"(", "inputs": []}, )";
        reads += (i == 0 ? "[" : ", [") + number + ", 0, 0]";
    }
    for (int i = 0; i < outputs; ++i) {
        heads +=
            (i == 0 ? "[" : ", [") + std::to_string(inputs) + ", " + std::to_string(i) + ", 0]";
    }
    return R"({"nodes": [)" + nodes + R"({"op": ")" + op + R"(", "name": "loop", "attrs": {)"
           + attrs + R"(}, "inputs": [)" + reads + R"(], "subgraphs": [)" + bodies
           + R"(]}], "arg_nodes": [0], "heads": [)" + heads
           + R"(], "attrs": {"mxnet_version": ["int", 10901]}})";
}

/// A body whose operators, one a head, read one variable each: {"square", 0} is square of variable 0.
std::string bodyText(int variables, const std::vector<std::pair<std::string, int>> &heads)
{
    std::string nodes;
    std::string ends;
    for (int i = 0; i < variables; ++i) {
        nodes += (i == 0 ? "" : ", ") + std::string(R"({"op": "null", "name": "v)")
                 + std::to_string(i) + R"(", "inputs": []})";
    }
    for (std::size_t i = 0; i < heads.size(); ++i) {
        nodes += R"(, {"op": ")" + heads[i].first + R"(", "name": "n)" + std::to_string(i)
                 + R"(", "inputs": [[)" + std::to_string(heads[i].second) + ", 0, 0]]}";
        ends +=
            (i == 0 ? "[" : ", [") + std::to_string(variables + static_cast<int>(i)) + ", 0, 0]";
    }
    return R"({"nodes": [)" + nodes + R"(], "arg_nodes": [0], "heads": [)" + ends + "]}";
}

const std::string whileAttrs =
    R"("num_args": "3", "num_outputs": "2", "num_out_data": "1", "max_iterations": "5",
       "cond_input_locs": "[0]", "func_input_locs": "[0]", "func_var_locs": "[0]")";

} // namespace

class TstMxnetControlFlow : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] PassRun lowered(const std::string &text, const TensorMap &values) const
    {
        auto model = openModelText(text, "", m_builtins.formats, m_builtins.ops);
        InputFacts facts;
        for (const auto &[name, tensor] : values) {
            facts.shapes[name] = tensor.shape();
        }
        const std::vector<PassRequest> passes{
            {"InferShape"}, {"InferType"}, {"MXNetToNNVM"}, {"InferShape"}, {"InferType"}};
        return runPasses(model->graph, passes,
                         {.passes = m_builtins.passes,
                          .ops = m_builtins.ops,
                          .inputs = facts,
                          .semantics = Semantics::Fixed});
    }

    /// The elements of all outputs, or the error's text.
    [[nodiscard]] std::string computed(const std::string &text, const TensorMap &values) const
    {
        ExecutionRequest request;
        request.graph = openModelText(text, "", m_builtins.formats, m_builtins.ops)->graph;
        request.semantics = Semantics::Fixed;
        request.device = "reference";
        request.values = values;
        DeviceCatalog devices;
        ExecutionContext context{m_builtins, devices, {}};
        const auto report = runModel(request, context);
        if (!report) {
            return report.error().message;
        }
        std::string all;
        for (const NamedTensor &result : report->outputs) {
            for (std::int64_t i = 0; i < result.tensor.count(); ++i) {
                const double value = elementAsDouble(result.tensor.view(), i);
                all += QString::number(value, 'g', 4).toStdString() + ' ';
            }
            all += "| ";
        }
        return all;
    }

    static Tensor floats(Shape shape, const std::vector<float> &values)
    {
        return Tensor::ofFloats(std::move(shape), values);
    }

private Q_SLOTS:
    void foreachGivesRowsAndTheLastState()
    {
        const std::string text = controlFlowText(
            "_foreach", 2,
            R"("num_args": "3", "num_outputs": "2", "num_out_data": "1", "in_data_locs": "[0]",
               "in_state_locs": "[1]", "remain_locs": "[]")",
            bodyText(2, {{"negative", 0}, {"square", 1}}), 2);
        const TensorMap values{{"x0", floats({3, 2}, {1, 2, 3, 4, 5, 6})},
                               {"x1", floats({1}, {2})}};
        QCOMPARE(computed(text, values), std::string("-1 -2 -3 -4 -5 -6 | 256 | "));
        const PassRun run = lowered(text, values);
        const auto loop = run.graph.findByName("loop");
        QVERIFY(loop.has_value());
        const Node &node = run.graph.node(*loop);
        QCOMPARE(node.op, std::string("foreach"));
        QCOMPARE(node.subgraphs.size(), std::size_t{1});
        QVERIFY(node.subgraphs[0]->findByName("n1").has_value());
        QCOMPARE(run.steps[2].provenance.origins.size(), std::size_t{1});
        QCOMPARE(run.steps[2].provenance.origins[0].from, std::vector<NodeId>{NodeId{2}});
    }

    /// The condition is whether the number, squared in each step, is still more than a half.
    void whileStopsWhenItsConditionIsZero()
    {
        const std::string text = controlFlowText(
            "_while_loop", 1, whileAttrs,
            bodyText(1, {{"round", 0}}) + ", " + bodyText(1, {{"_copy", 0}, {"square", 0}}), 2);
        QCOMPARE(computed(text, {{"x0", floats({1}, {0.9F})}}),
                 std::string("0.9 0.81 0.6561 0 0 | 0.4305 | "));
    }

    void condTakesABranch()
    {
        const std::string text =
            controlFlowText("_cond", 2,
                            R"("num_args": "5", "num_outputs": "1", "cond_input_locs": "[1]",
               "then_input_locs": "[0]", "else_input_locs": "[0]")",
                            bodyText(1, {{"_copy", 0}}) + ", " + bodyText(1, {{"square", 0}}) + ", "
                                + bodyText(1, {{"negative", 0}}),
                            1);
        const Tensor x = floats({2, 2}, {1, 2, 3, 4});
        QCOMPARE(computed(text, {{"x0", x}, {"x1", floats({1}, {0.25F})}}),
                 std::string("1 4 9 16 | "));
        QCOMPARE(computed(text, {{"x0", x}, {"x1", floats({1}, {0})}}),
                 std::string("-1 -2 -3 -4 | "));
    }

    void whatIsWrongIsSaid()
    {
        const TensorMap values{{"x0", floats({1}, {0.9F})}};
        const auto saysOf = [&](const std::string &bodies, const std::string &attrs) {
            return computed(controlFlowText("_while_loop", 1, attrs, bodies, 2), values);
        };
        const std::string body = bodyText(1, {{"_copy", 0}, {"square", 0}});
        const std::string condition = bodyText(1, {{"round", 0}});
        const auto isSaid = [](const std::string &text, const std::string &part) {
            const bool isThere = text.find(part) != std::string::npos;
            if (!isThere) {
                qWarning("%s", text.c_str());
            }
            return isThere;
        };
        QVERIFY(isSaid(saysOf(condition, whileAttrs), "found 1 subgraphs, expected 2"));
        QVERIFY(isSaid(saysOf(condition + ", " + condition, whileAttrs),
                       "subgraph 1 has 1 variables and 1 heads, expected 1 and 2"));
        QVERIFY(isSaid(saysOf(bodyText(1, {{"MyOwn", 0}}) + ", " + body, whileAttrs),
                       "operator 'MyOwn' of its subgraph 0 is unknown"));
        std::string places = whileAttrs;
        places.replace(places.find("[0]"), 3, "[7]");
        QVERIFY(isSaid(saysOf(condition + ", " + body, places), "cond_input_locs is '[7]'"));
    }
};

NERVURE_TEST(TstMxnetControlFlow)
#include "tst_mxnet_control_flow.moc"
