// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/op/value_rules.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <utility>

using namespace nervure;

namespace {

using Types = std::vector<std::string>;

/// The outputs of a node whose bodies give these types for their inputs.
std::string outputsOf(const char *op, const Types &inputs, std::vector<std::string> bodies,
                      const BodyRule &body, OnnxAttrs attrs = {}, std::size_t count = 2)
{
    static const Builtins builtins = makeBuiltins();
    const OpSpec *spec = builtins.ops.find(Dialect::Onnx, op, 21);
    ValueCall call{attrs};
    call.version = spec->sinceVersion;
    for (const std::string &input : inputs) {
        const std::size_t equals = input.find('=');
        call.inputs.push_back(ValueType::fromText(input.substr(0, equals)));
        if (equals != std::string::npos) {
            call.inputs.back().elements =
                elementsFromText(call.inputs.back().element, input.substr(equals + 1));
        }
        call.given.push_back(!input.empty());
    }
    call.outputs.resize(count);
    call.bodies = std::move(bodies);
    call.inferBody = body;
    if (const Status status = inferValues(*spec->values, call); !status) {
        return "error: " + status.error().message;
    }
    std::string text;
    for (const ValueType &output : call.outputs) {
        text += (text.empty() ? "" : "; ") + output.text();
    }
    return text;
}

} // namespace

class TstOnnxControlFlow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eitherBranchMayBeTaken()
    {
        const BodyRule body = [](std::size_t at, const std::vector<ValueType> &) {
            return std::vector{ValueType::fromText(at == 0 ? "float32[2, 3]" : "float32[2, 4]")};
        };
        QCOMPARE(outputsOf("If", {"bool[]"}, {"else_branch", "then_branch"}, body, {}, 1),
                 std::string("float32[2, ?]"));
    }

    void loopsForgetWhatChanges()
    {
        // The second value grows from run to run.
        const BodyRule body = [](std::size_t, std::vector<ValueType> in) {
            in[3].shape->front() = in[3].shape->front() + Dimension(1);
            return std::vector{in[1], in[2], in[3], ValueType::fromText("int64[3]")};
        };
        QCOMPARE(outputsOf("Loop", {"int64[]", "bool[]", "float32[batch]", "float32[1, 5]"},
                           {"body"}, body, {}, 3),
                 std::string("float32[batch]; float32[?, 5]; int64[?, 3]"));
    }

    void aConditionThatStaysTrueMakesAsManyRowsAsThereAreRuns()
    {
        const BodyRule body = [](std::size_t, const std::vector<ValueType> &in) {
            return std::vector{in[1], ValueType::fromText("int64[3]")};
        };
        OnnxAttrs attrs;
        QCOMPARE(outputsOf("Loop", {"int64[] = 5", ""}, {"body"}, body, attrs, 1),
                 std::string("int64[5, 3]"));
        QCOMPARE(outputsOf("Loop", {"int64[] = 5", "bool[]"}, {"body"}, body, attrs, 1),
                 std::string("int64[?, 3]"));
    }

    void scanWalksAlongItsInputs()
    {
        OnnxAttrs attrs;
        attrs.set("num_scan_inputs", std::int64_t{1});
        const BodyRule body = [](std::size_t, const std::vector<ValueType> &in) { return in; };
        QCOMPARE(outputsOf("Scan", {"float32[4]", "float32[seq, 3]"}, {"body"}, body, attrs),
                 std::string("float32[4]; float32[seq, 3]"));
        attrs.set("num_scan_inputs", std::int64_t{3});
        QCOMPARE(outputsOf("Scan", {"float32[4]", "float32[seq, 3]"}, {"body"}, body, attrs),
                 std::string("error: num_scan_inputs is 3, but there are 2 inputs"));
    }

    void whatABodyRefusesIsTold()
    {
        const BodyRule body = [](std::size_t, const std::vector<ValueType> &) {
            return Result<std::vector<ValueType>>(makeError("infer-shape", "does not fit"));
        };
        QCOMPARE(outputsOf("If", {"bool[]"}, {"else_branch", "then_branch"}, body, {}, 1),
                 std::string("error: does not fit"));
    }
};

NERVURE_TEST(TstOnnxControlFlow)
#include "tst_onnx_control_flow.moc"
