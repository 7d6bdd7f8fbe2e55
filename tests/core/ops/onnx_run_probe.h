// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nervure::tests {

/// One operator of ONNX's, or of another dialect with such values, lowered and run by the references.
class OnnxRunProbe {
public:
    /// `opset` chooses the version.
    OnnxRunProbe(std::string op, std::uint16_t opset, AttrDict attrs = {});

    /// The outputs for inputs such as "float32[2, 1] = 1, 2.5" and "" (left out): "int64[2] 3, 4; float32[1] 0",
    /// rounded to 4 digits, or "error: " and what is wrong.
    [[nodiscard]] std::string outputs(const std::vector<std::string> &inputs,
                                      std::size_t count = 1) const;

protected:
    OnnxRunProbe(Dialect dialect, std::string op, AttrDict attrs);

private:
    Dialect m_dialect = Dialect::Onnx;
    std::string m_op;
    std::uint16_t m_opset = 0;
    AttrDict m_attrs;
};

/// One operator of TensorFlow's.
class TfRunProbe : public OnnxRunProbe {
public:
    explicit TfRunProbe(std::string op, AttrDict attrs = {})
        : OnnxRunProbe(Dialect::TensorFlow, std::move(op), std::move(attrs))
    {}
};

/// One layer of Core ML's.
class CmRunProbe : public OnnxRunProbe {
public:
    explicit CmRunProbe(std::string op, AttrDict attrs = {})
        : OnnxRunProbe(Dialect::CoreML, std::move(op), std::move(attrs))
    {}
};

} // namespace nervure::tests
