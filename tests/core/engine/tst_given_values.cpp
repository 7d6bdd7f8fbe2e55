// SPDX-License-Identifier: Apache-2.0
#include "core/engine/given_values.h"

#include "core/builtins.h"
#include "core/engine/input_source.h"
#include "core/engine/run_model.h"
#include "core/graph/edits/model_builder.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// Of an image without its batch, and of as many numbers to add.
ExecutionRequest imageRequest(const OpRegistry &ops)
{
    ModelBuilder model(ops);
    const Entry data = model.variable("data");
    const Entry other = model.variable("other");
    Entry x = model.apply("expand_dims", {data}, {{"axis", "0"}}, "batch");
    x = model.apply("elemwise_add", {x, other}, {}, "sum");
    x = model.apply("conv2d", {x}, {{"channels", "1"}, {"kernel_size", "(1, 1)"}}, "conv");
    ExecutionRequest request;
    request.graph = model.finish({x}).value();
    request.values.emplace("data", Tensor::zeros(DType::Float32, {1, 3, 3}).value());
    request.values.emplace("other", Tensor::zeros(DType::Float32, {1, 1, 3, 3}).value());
    return request;
}

} // namespace

class TstGivenValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesAreAskedWhatTheModelSays()
    {
        ExecutionRequest request = imageRequest(m_builtins.ops);
        request.facts.shapes["data"] = {1, 4, 4};
        NERVURE_VERIFY_ERROR(checkGivenValues(request, m_builtins), "value-mismatch",
                             "found float32 [1,3,3] for 'data', expected");
    }

    /// Without the values expand_dims guesses a shape of one dimension, which conv2d then refuses.
    void whatInferenceGuessesWithoutThemIsNotAsked()
    {
        const ExecutionRequest request = imageRequest(m_builtins.ops);
        QVERIFY(checkGivenValues(request, m_builtins).ok());
    }

    void valuesNeedAVariable()
    {
        ExecutionRequest request = imageRequest(m_builtins.ops);
        request.values.emplace("sum", Tensor::zeros(DType::Float32, {1}).value());
        NERVURE_VERIFY_ERROR(checkGivenValues(request, m_builtins), "usage",
                             "the model has no variable 'sum' to give a value to");
    }

    void aNumberIsAllElementsOfAVariable()
    {
        ModelBuilder model(m_builtins.ops);
        const Entry x = model.apply("relu", {model.variable("x")}, {}, "y");
        ExecutionRequest request;
        request.graph = model.finish({x}).value();
        request.facts.shapes["x"] = {2, 2};
        request.device = "reference";
        QVERIFY(addInputSource("x=2.5", request, m_builtins).ok());
        QCOMPARE(request.constants.at("x"), 2.5);
        DeviceCatalog devices;
        ExecutionContext context{m_builtins, devices, {}};
        const auto report = runModel(request, context);
        QVERIFY2(report.ok(), report ? "" : report.error().message.c_str());
        for (const float value : report->outputs[0].tensor.elements<float>()) {
            QCOMPARE(value, 2.5F);
        }
        QVERIFY(addInputSource("nobody=1", request, m_builtins).ok());
        NERVURE_VERIFY_ERROR(runModel(request, context), "usage",
                             "the model has no variable 'nobody' to give a value to");
        NERVURE_VERIFY_ERROR(addInputSource("x", request, m_builtins), "usage",
                             "expected NAME=FILE.npy, NAME=FILE.png, NAME=NUMBER or FILE.npz");
    }

private:
    const Builtins m_builtins = makeBuiltins();
};

NERVURE_TEST(TstGivenValues)
#include "tst_given_values.moc"
