// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npz.h"

#include "core/formats/tensors/npy.h"
#include "core/formats/zip_archive.h"

#include <limits>

namespace nervure {

namespace {

std::string withoutSuffix(const std::string &name)
{
    constexpr std::string_view npyEnding = ".npy";
    return name.ends_with(npyEnding) ? name.substr(0, name.size() - npyEnding.size()) : name;
}

Diagnostic asNpz(Diagnostic error)
{
    error.code = error.code == "zip-format" ? "npz-format" : error.code;
    return error;
}

} // namespace

Result<TensorMap> readNpz(std::string_view bytes)
{
    TensorMap tensors;
    const auto take = [&tensors](const std::string &name, const Result<std::string> &content) {
        Result<Tensor> tensor = content ? readNpy(*content) : Result<Tensor>(content.error());
        if (!tensor) {
            return Status(tensor.error());
        }
        tensors.insert_or_assign(withoutSuffix(name), std::move(tensor).value());
        return Status();
    };
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    const Status status = readZip(bytes, any, take);
    return status ? Result<TensorMap>(std::move(tensors)) : asNpz(status.error());
}

Result<std::string> writeNpz(const TensorMap &tensors, const std::set<std::string> &truths)
{
    ZipWriter archive;
    for (const auto &[name, tensor] : tensors) {
        const std::string bytes = writeNpy(tensor.view(), truths.count(name) != 0);
        if (const Status status = archive.add(name + ".npy", bytes, false); !status) {
            Diagnostic error = asNpz(status.error());
            error.message += ": save single .npy files";
            return error;
        }
    }
    return archive.finish();
}

} // namespace nervure
