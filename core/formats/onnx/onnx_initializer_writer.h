// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/onnx/data_files.h"
#include "core/formats/protobuf/wire_pieces.h"
#include "core/graph/graph.h"

#include <filesystem>
#include <string_view>

namespace nervure::onnx {

/// Where values are that are not in the model, and where they move that are to leave it.
struct ValueFiles {
    const std::filesystem::path &model; ///< in whose folder external data lies
    DataFiles &moved;
    const TensorMap *given = nullptr; ///< of new initializers, by name; may be null
};

/// A TensorProto of the file whose values are to come from elsewhere.
struct InitializerRewrite {
    std::string_view message; ///< empty: there is none yet
    std::string_view file;
    const AttrDict &before; ///< of its variable
    const Node &now;
    ValueFiles files;
};

/// Whether the attributes of a variable (onnx_variable.h) say other values than before.
[[nodiscard]] bool saysOtherValues(const AttrDict &before, const AttrDict &now);

/// The message with the values of the array that `array` names, of the file, or for a new one such as are given
/// (givenValues()), and these inside or in a file
/// beside the model, as `data` says. They are not read: the pieces hold the files. Fails with code
/// "onnx-values".
Result<WirePieces> rewriteInitializer(const InitializerRewrite &rewrite);

} // namespace nervure::onnx
