// SPDX-License-Identifier: Apache-2.0
#include "core/engine/input_source.h"

#include "core/engine/given_values.h"
#include "core/engine/image/image_values.h"
#include "core/formats/tensors/npy.h"
#include "core/formats/tensors/npz.h"
#include "core/support/file.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// Largest .npy file that is read, in bytes.
constexpr std::uintmax_t maxTensorFileBytes = std::uintmax_t{16} << 30;

Diagnostic inFile(Diagnostic error, const std::string &file)
{
    error.where.file = file;
    return error;
}

void put(ExecutionRequest &request, const std::string &name, Tensor tensor, const std::string &file)
{
    request.values.insert_or_assign(name, std::move(tensor));
    request.valueFiles.insert_or_assign(name, file);
}

Status addPicture(const std::string &name, const std::string &text, ExecutionRequest &request,
                  const Builtins &builtins)
{
    ASSIGN_OR_RETURN(const ImageSource source, parseImageSource(text));
    ASSIGN_OR_RETURN(const std::string bytes, readFile(source.file, maxTensorFileBytes));
    const DeclaredVariable variable = declaredVariable(request, name, builtins);
    if (!variable.shape.hasRank()) {
        return inFile(makeError("image",
                                "the shape of {} is not known, expected it for a picture: --shape "
                                "{}=1,3,224,224",
                                quoted(name), name),
                      source.file);
    }
    const DType type = variable.type == DType::Unknown ? DType::Float32 : variable.type;
    Result<Tensor> values = imageValues(bytes, source.choices, variable.shape, type);
    if (!values) {
        return inFile(values.error(), source.file);
    }
    put(request, name, std::move(*values), source.file);
    return {};
}

} // namespace

Status addInputSource(const std::string &text, ExecutionRequest &request, const Builtins &builtins)
{
    const std::size_t equals = text.find('=');
    const bool isArchive = equals == std::string::npos && text.ends_with(".npz");
    if (!isArchive && (equals == std::string::npos || equals == 0)) {
        return makeError("usage",
                         "{} names no input, expected NAME=FILE.npy, NAME=FILE.png, NAME=NUMBER or "
                         "FILE.npz",
                         quoted(text));
    }
    const std::string file = isArchive ? text : text.substr(equals + 1);
    if (const auto number = isArchive ? std::nullopt : parseNumber(file)) {
        const std::string name = text.substr(0, equals);
        request.values.erase(name);
        request.constants.insert_or_assign(name, *number);
        return {};
    }
    if (!isArchive && namesImage(file)) {
        return addPicture(text.substr(0, equals), file, request, builtins);
    }
    ASSIGN_OR_RETURN(const std::string bytes, readFile(file, maxTensorFileBytes));
    if (isArchive) {
        Result<TensorMap> tensors = readNpz(bytes);
        if (!tensors) {
            return inFile(tensors.error(), file);
        }
        for (auto &[name, tensor] : *tensors) {
            put(request, name, std::move(tensor), file);
        }
        return {};
    }
    Result<Tensor> tensor = readNpy(bytes);
    if (!tensor) {
        return inFile(tensor.error(), file);
    }
    put(request, text.substr(0, equals), std::move(tensor).value(), file);
    return {};
}

} // namespace nervure
