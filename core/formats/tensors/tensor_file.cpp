// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/tensor_file.h"

#include "core/formats/tensors/mxnet_params.h"
#include "core/formats/tensors/npz.h"
#include "core/formats/tensors/params.h"
#include "core/formats/zip_archive.h"

namespace nervure {

Result<TensorMap> readTensorFile(std::string_view bytes)
{
    if (isMxnetParams(bytes)) {
        return readMxnetParams(bytes);
    }
    if (isZip(bytes)) {
        return readNpz(bytes);
    }
    if (bytes.starts_with("\x93NUMPY")) {
        return makeError("params-invalid",
                         "found one NumPy array without a name, expected named tensors: a .params "
                         "or .npz file (--input NAME=FILE.npy gives one variable its value)");
    }
    return readParams(bytes);
}

} // namespace nervure
