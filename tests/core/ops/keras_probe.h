// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/passes/pass_manager.h"

#include <map>
#include <string>
#include <vector>

namespace nervure::tests {

/// A layer as Keras's JSON has it: kerasLayer("Dense", "\"units\": 2").
[[nodiscard]] std::string kerasLayer(const std::string &className, const std::string &config,
                                     const std::string &name = "layer");
/// A sequence of these layers, for an input `x` of that shape.
[[nodiscard]] std::string kerasSequence(const Shape &input, const std::string &layers);
/// A graph with inputs `a` and `b` of these shapes, and one layer that reads both.
[[nodiscard]] std::string kerasPair(const Shape &a, const Shape &b, const std::string &className,
                                    const std::string &config);

/// A graph with inputs `a` and `b` of these shapes, and one operation that is called on `args`: JSON in which $a and
/// $b stand for the inputs.
[[nodiscard]] std::string kerasOperation(const Shape &a, const Shape &b,
                                         const std::string &className, const std::string &config,
                                         const std::string &args, const std::string &kwargs = {});
/// The same of a function of TensorFlow: `call` is what stands in inbound_nodes.
[[nodiscard]] std::string kerasFunction(const Shape &a, const Shape &b, const std::string &function,
                                        const std::string &call);

/// A small model of Keras: what its layers give, and what they become.
class KerasProbe {
public:
    explicit KerasProbe(std::string json) : m_json(std::move(json)) {}

    /// Of the last result.
    [[nodiscard]] Result<Shape> shape() const;
    /// The last result for values of variables by their names; of those that are not given biases, means and
    /// what is called beta are 0, all else 1.
    [[nodiscard]] Result<std::vector<float>> computed(
        std::map<std::string, std::vector<float>> values) const;

private:
    [[nodiscard]] PassRun ran(const char *pipeline) const;

    std::string m_json;
};

/// The values of one layer for the input `x`, or nothing where there is an error.
[[nodiscard]] std::vector<float> kerasValues(const Shape &shape, const std::string &className,
                                             const std::string &config, std::vector<float> x,
                                             std::map<std::string, std::vector<float>> arrays = {});
/// The shape of what the layer gives; empty where there is an error.
[[nodiscard]] Shape kerasShape(const Shape &shape, const std::string &className,
                               const std::string &config);
/// Why the layer has no shape, or no lowering.
[[nodiscard]] std::string kerasFault(const Shape &shape, const std::string &className,
                                     const std::string &config);

/// What the rule of an operator gives for inputs of these shapes; nothing where it refuses them.
[[nodiscard]] Shapes kerasRule(std::string op, AttrDict attrs, Shapes in);

/// The values of an operation of the inputs `a` and `b`; nothing where there is an error.
[[nodiscard]] std::vector<float> operationValues(const std::string &model, std::vector<float> a,
                                                 std::vector<float> b = {});

using Floats = std::vector<float>;
[[nodiscard]] bool isNear(double found, double expected);
/// The numbers from 1 on.
[[nodiscard]] std::vector<float> countedFrom1(std::size_t count);

} // namespace nervure::tests
