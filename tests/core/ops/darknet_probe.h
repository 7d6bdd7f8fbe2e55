// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/passes/pass_manager.h"

#include <map>
#include <string>
#include <vector>

namespace nervure::tests {

/// A small Darknet network: what its layers give, and what they become.
class DarknetProbe {
public:
    /// `layers` are the sections behind [net], whose input has that shape: [1, c, h, w] or [1, n].
    DarknetProbe(Shape input, const std::string &layers);

    /// Of the last layer's result.
    [[nodiscard]] Result<Shape> shape() const;
    /// The last layer's values for that input. Arrays by their variables' names; of those that are not given
    /// scales, variances and weights are 1, biases and means 0.
    [[nodiscard]] Result<std::vector<float>> computed(
        std::vector<float> input, std::map<std::string, std::vector<float>> arrays = {}) const;

private:
    [[nodiscard]] PassRun ran(const char *pipeline) const;

    std::string m_text;
};

/// The last layer's values, or nothing where there is an error: for a network of this one layer.
[[nodiscard]] std::vector<float> darknetValues(
    const Shape &shape, const std::string &layers, std::vector<float> input,
    std::map<std::string, std::vector<float>> arrays = {});
/// What the rule of an operator gives for inputs of these shapes; nothing where it refuses them.
[[nodiscard]] Shapes darknetRule(std::string op, AttrDict attrs, Shapes in);

/// Why the layer has no shape.
[[nodiscard]] std::string darknetFault(const Shape &shape, const std::string &layers);

} // namespace nervure::tests
