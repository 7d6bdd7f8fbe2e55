// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

Result<std::vector<Entry>> squareGradient(const RewriteCall &call, std::span<const Entry> grads)
{
    return std::vector<Entry>{
        call.make("t_mul", call.rule.node.name + "_grad", {grads[0], call.inputs[0]})};
}

Result<std::vector<Entry>> mulGradient(const RewriteCall &call, std::span<const Entry> grads)
{
    const std::string &name = call.rule.node.name;
    return std::vector<Entry>{call.make("t_mul", name + "_left", {grads[0], call.inputs[1]}),
                              call.make("t_mul", name + "_right", {grads[0], call.inputs[0]})};
}

/// Both outputs' gradients reach the one input.
Result<std::vector<Entry>> forkGradient(const RewriteCall &call, std::span<const Entry> grads)
{
    return std::vector<Entry>{
        call.make("t_mul", call.rule.node.name + "_grad", {grads[0], grads[1]})};
}

OpSpec op(const std::string &name, std::vector<std::string> inputs,
          RewriteRules::GradientRule gradient)
{
    OpBuilder<> builder(Dialect::Nnvm, name);
    builder.inputs(std::move(inputs));
    if (gradient) {
        builder.gradient(std::move(gradient));
    }
    return builder.build();
}

/// A probe with operators of our own: their rules are known here.
PassProbe makeProbe()
{
    PassProbe probe;
    OpRegistry &ops = probe.builtins.ops;
    ops.add(op("t_square", {"x"}, squareGradient));
    ops.add(op("t_mul", {"a", "b"}, mulGradient));
    ops.add(op("t_hard", {"x"}, {}));
    ops.add(op("t_zeros", {"x"}, {}));
    ops.add(op("t_id", {"x", "like"}, {}));
    ops.add(OpBuilder<>(Dialect::Nnvm, "t_fork")
                .inputs({"x"})
                .outputs({"left", "right"})
                .gradient(forkGradient)
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "t_sum").acceptsAnyKey().build());
    return probe;
}

/// The operators of a graph: "NAME = OP(INPUT, …); … -> HEAD, …".
std::string textOf(const PassRun &run)
{
    if (!run.ok) {
        return run.diagnostics.empty() ? "failed" : "error: " + run.diagnostics.back().message;
    }
    const auto entry = [&](const IndexedEntry &e) {
        return run.index->node(e.nodeId).node->name
               + (e.index > 0 ? "." + std::to_string(e.index) : "");
    };
    std::string text;
    for (const IndexedNode &node : run.index->nodes()) {
        if (!node.isVariable()) {
            std::string inputs;
            for (const IndexedEntry &input : node.inputs) {
                inputs += (inputs.empty() ? "" : ", ") + entry(input);
            }
            text += node.node->name + " = " + node.node->op + "(" + inputs + "); ";
        }
    }
    std::string heads;
    for (const IndexedEntry &head : run.index->heads()) {
        heads += (heads.empty() ? "" : ", ") + entry(head);
    }
    return text + "-> " + heads;
}

} // namespace

class TstGradient : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rulesAreAppliedFromTheLastOperatorToTheFirst()
    {
        PassProbe probe = makeProbe();
        const NodeId x = probe.variable("x");
        const NodeId a = probe.add("t_square", "a", {{x}});
        probe.add("t_square", "b", {{a}});
        const PassRun run = probe.run("Gradient");
        QCOMPARE(textOf(run), std::string("a = t_square(x); b = t_square(a); "
                                          "ones_like0 = ones_like(b); "
                                          "b_grad = t_mul(ones_like0, a); "
                                          "a_grad = t_mul(b_grad, x); -> a_grad"));
        for (const auto &origin : run.steps[0].provenance.origins) {
            const std::string &name = run.graph.node(origin.node).name;
            QCOMPARE(origin.from.size(), std::size_t{1});
            QCOMPARE(origin.from[0] == a, name == "a_grad");
        }
        QCOMPARE(run.steps[0].provenance.origins.size(), std::size_t{3});
    }

    void severalGradientsAreAdded()
    {
        PassProbe probe = makeProbe();
        const NodeId x = probe.variable("x");
        probe.add("t_mul", "m", {{x}, {x}});
        QCOMPARE(textOf(probe.run("Gradient")),
                 std::string("m = t_mul(x, x); ones_like0 = ones_like(m); "
                             "m_left = t_mul(ones_like0, x); m_right = t_mul(ones_like0, x); "
                             "grad_sum = elemwise_sum(m_left, m_right); -> grad_sum"));
        QVERIFY(textOf(probe.run("Gradient{grad_aggregate_fun=t_sum}"))
                    .find("grad_sum = t_sum(m_left, m_right)")
                != std::string::npos);
    }

    void whereNothingArrivesAreZeros()
    {
        PassProbe probe = makeProbe();
        const NodeId fork = probe.add("t_fork", "f", {{probe.variable("x")}});
        probe.graph.setHeads({{fork, 1}});
        QCOMPARE(textOf(probe.run("Gradient")),
                 std::string("zero_grad = zeros(); f = t_fork(x); ones_like0 = ones_like(f.1); "
                             "f_grad = t_mul(zero_grad, ones_like0); -> f_grad"));
    }

    void entriesCanBeNamed()
    {
        PassProbe probe = makeProbe();
        const NodeId x = probe.variable("x");
        const NodeId seed = probe.variable("seed");
        const NodeId a = probe.add("t_square", "a", {{x}});
        const NodeId b = probe.add("t_square", "b", {{a}});
        probe.graph.setHeads({{b}, {seed}});
        QCOMPARE(textOf(probe.run("Gradient{grad_ys=a,grad_xs=x;a,grad_ys_out_grad=seed}")),
                 std::string("a_grad = t_mul(seed, x); -> a_grad, seed"));
        QVERIFY(textOf(probe.run("Gradient{grad_ys=a,grad_xs=b}")).find("not reached")
                != std::string::npos);
        NERVURE_VERIFY_ERROR(probe.run("Gradient{grad_xs=nobody}"), "option-invalid",
                             "there is no 'nobody', expected a node of the graph or NODE:OUTPUT");
        NERVURE_VERIFY_ERROR(probe.run("Gradient{grad_ys=a,grad_ys_out_grad=seed;x}"),
                             "option-invalid",
                             "grad_ys_out_grad has 2 values, expected one for each of 1 of");
        NERVURE_VERIFY_ERROR(probe.run("Gradient{grad_ys=a:1}"), "entry-index",
                             "grad_ys takes output 1 of 'a', which has 1");
    }

    void anOperatorWithoutRuleIsAnError()
    {
        PassProbe probe = makeProbe();
        probe.add("t_hard", "h", {{probe.variable("x")}});
        const PassRun run = probe.run("Gradient");
        QVERIFY(!run.ok);
        QCOMPARE(run.diagnostics.back().code, std::string("gradient-missing"));
        QCOMPARE(run.diagnostics.back().where.node, std::string("h"));
    }

    void zerosNeedNoRule()
    {
        PassProbe probe = makeProbe();
        const NodeId hard = probe.add("t_hard", "h", {{probe.variable("x")}});
        const NodeId zeros = probe.add("t_zeros", "z", {{hard}});
        probe.graph.setHeads({{hard}, {zeros}});
        const PassRun run = probe.run("Gradient{grad_ys=h,grad_ys_out_grad=z,zero_ops=t_zeros}");
        QCOMPARE(textOf(run), std::string("h = t_hard(x); h_backward = t_zeros(x); -> h_backward"));
        const NodeId made = run.graph.heads()[0].node;
        QCOMPARE(run.graph.node(made).controlDeps, (std::vector<NodeId>{hard}));
    }

    void mirroredOperatorsAreComputedAgain()
    {
        PassProbe probe = makeProbe();
        const NodeId x = probe.variable("x");
        const NodeId a = probe.add("t_square", "a", {{x}});
        probe.add("t_square", "b", {{a}});
        QCOMPARE(textOf(probe.run("Gradient{grad_mirror_fun=a;b}")),
                 std::string("a = t_square(x); b = t_square(a); ones_like0 = ones_like(b); "
                             "a_mirror = t_square(x); "
                             "b_mirror_grad = t_mul(ones_like0, a_mirror); "
                             "a_mirror_grad = t_mul(b_mirror_grad, x); -> a_mirror_grad"));
        QCOMPARE(textOf(probe.run("Gradient{grad_mirror_fun=t_square}")),
                 textOf(probe.run("Gradient{grad_mirror_fun=a;b}")));
    }

    void hintsAreGivenWhereNoOperatorTellsTheShape()
    {
        PassProbe probe = makeProbe();
        const NodeId x = probe.variable("x");
        probe.add("t_square", "a", {{x}});
        // t_mul has no shape rule, and nothing tells the shape of the gradient that is given.
        QCOMPARE(textOf(probe.run("Gradient{attr_hint_fun=t_id}")),
                 std::string("a = t_square(x); ones_like0 = ones_like(a); "
                             "ones_like0_id = t_id(ones_like0, a); "
                             "a_grad = t_mul(ones_like0_id, x); a_grad_id = t_id(a_grad, x); "
                             "-> a_grad_id"));
        NERVURE_VERIFY_ERROR(probe.run("Gradient{attr_hint_fun=nothing}"), "option-invalid",
                             "option attr_hint_fun names 'nothing', expected an operator");
        NERVURE_VERIFY_ERROR(probe.run("Gradient{attr_hint_fun=t_id;t_mul}"), "option-invalid",
                             "option attr_hint_fun names 2 operators, expected one");
    }

    void sharedGradientsAreCopied()
    {
        PassProbe probe = makeProbe();
        const NodeId x = probe.variable("x");
        const NodeId y = probe.variable("y");
        const NodeId seed = probe.variable("seed");
        probe.graph.setHeads({{x}, {y}, {seed}});
        const std::string options =
            "Gradient{grad_ys=x;y,grad_ys_out_grad=seed;seed,grad_xs=x;y,copy_op=copy}";
        QCOMPARE(textOf(probe.run(options)),
                 std::string("seed_1_copy = copy(seed); -> seed, seed_1_copy"));
        const std::string twice =
            "Gradient{grad_ys=x,grad_ys_out_grad=seed,grad_xs=x;x,copy_op=copy}";
        QCOMPARE(textOf(probe.run(twice)), std::string("zero_grad = zeros(); -> seed, zero_grad"));
        probe.semantics = Semantics::Fixed;
        QCOMPARE(textOf(probe.run(twice)),
                 std::string("seed_1_copy = copy(seed); -> seed, seed_1_copy"));
    }
};

NERVURE_TEST(TstGradient)
#include "tst_gradient.moc"
