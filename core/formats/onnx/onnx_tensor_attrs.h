// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_tensor.h"
#include "core/graph/attr_dict.h"
#include "core/support/file_bytes.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace nervure::onnx {

/// Says of variables what the tensors that they stand for do (graph/onnx_variable.h): large models have
/// many of few shapes, whose variables share what is said of them.
class TensorDescriptions {
public:
    /// `model` is the file, beside which others with values lie; empty: there is none.
    explicit TensorDescriptions(std::filesystem::path model = {}) : m_model(std::move(model)) {}

    /// Sets a tensor's type and shape, for which what the graph says of the variable gives way, where its values
    /// are, and few of them.
    void describe(const TensorMessage &tensor, AttrDict &attrs);

private:
    [[nodiscard]] std::vector<std::string> valuesOutside(const TensorMessage &tensor);
    /// Null where the file cannot be read.
    [[nodiscard]] const FileBytes *fileAt(std::string_view location);

    /// Type, dimensions and, of values outside, their file, whose name is kept by whoever asks.
    using Kind =
        std::tuple<std::int64_t, std::vector<std::int64_t>, std::optional<std::string_view>>;

    std::filesystem::path m_model;
    std::map<Kind, AttrDict> m_shared;
    std::map<std::string, std::shared_ptr<const FileBytes>, std::less<>> m_files; ///< by location
};

} // namespace nervure::onnx
