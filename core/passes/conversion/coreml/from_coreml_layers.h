// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/coreml/coreml_params.h"
#include "core/passes/conversion/coreml/from_coreml_attrs.h"
#include "core/passes/conversion/nnvm_symbols.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Converts layer by layer with NNVM's symbols, and collects the dictionary of arrays.
class CoreMlConversions {
public:
    explicit CoreMlConversions(const OpRegistry &ops) : m_nnvm(ops) {}

    [[nodiscard]] NnvmSymbols &nnvm() { return m_nnvm; }
    [[nodiscard]] std::vector<CoreMlParam> takeParams() { return std::move(m_params); }

    /// coreml_op_to_nnvm(): what a layer or preprocessing makes of these.
    Result<Entry> convert(const CoreMlLayer &layer, const std::vector<Entry> &inputs);

private:
    using Inputs = std::vector<Entry>;

    Result<Entry> call(std::string_view function, const Inputs &inputs, AttrDict attrs = {});
    Result<Entry> scalar(std::string_view function, Entry input, double number);
    /// new_const() of weights in that shape.
    Result<Entry> constant(const CoreMlLayer &layer, std::string_view weights, Shape shape);
    Entry constantOf(CoreMlParam param);

    Result<Entry> table(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> scaler(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> meanImage(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> convolution(const CoreMlLayer &layer, const Inputs &inputs);
    Result<std::optional<std::string>> convolutionPadding(const CoreMlLayer &layer);
    Result<Entry> batchnorm(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> plain(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> activation(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> composedActivation(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> softsign(const Inputs &inputs);
    Result<Entry> parametricSoftplus(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> scale(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> pooling(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> innerProduct(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> chain(std::string_view function, const Inputs &inputs);
    Result<Entry> several(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> flatten(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> padding(const CoreMlLayer &layer, const Inputs &inputs);
    Result<Entry> upsample(const CoreMlLayer &layer, const Inputs &inputs);

    /// Amounts of a padding layer that waits for a convolution or pooling are added to these.
    [[nodiscard]] std::vector<std::int64_t> withPadding(std::vector<std::int64_t> padding);

    NnvmSymbols m_nnvm;
    std::vector<CoreMlParam> m_params;
    std::optional<std::vector<std::int64_t>> m_padding; ///< of a padding layer that nothing took up
};

} // namespace nervure
