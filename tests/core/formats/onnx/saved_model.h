// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/formats/project/open_model.h"

#include <string>
#include <utility>

namespace nervure::tests {

/// ONNX models that are read from bytes and saved again.
class SavedModel {
protected:
    const Builtins m_builtins = makeBuiltins();

    /// Empty where the bytes are none.
    [[nodiscard]] OpenedModel opened(std::string bytes) const
    {
        auto model =
            openModelText(std::move(bytes), "net.onnx", m_builtins.formats, m_builtins.ops);
        return model ? std::move(*model) : OpenedModel();
    }

    /// The bytes, or why there are none.
    [[nodiscard]] std::string saved(const OpenedModel &model) const
    {
        Diagnostics ignored;
        const auto bytes = model.format->writePreserving(
            model.graph, model.text->view(), {m_builtins.ops, Semantics::Fixed, {}}, ignored);
        return bytes ? *bytes : "failed: " + bytes.error().message;
    }
};

} // namespace nervure::tests
