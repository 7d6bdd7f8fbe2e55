// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_file.h"

#include "core/formats/coreml/cm_model.h"
#include "core/formats/keras/keras_container.h"
#include "core/formats/onnx/carried_values.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/project/parameter_file.h"
#include "core/formats/tensorflow/tf_messages.h"
#include "core/formats/tensorflow/tf_text.h"
#include "core/formats/tensors/mxnet_params.h"
#include "core/formats/tensors/npy.h"
#include "core/formats/tensors/params.h"
#include "core/formats/tensors/wts.h"
#include "core/formats/weights/coreml_weights.h"
#include "core/formats/weights/keras_weights.h"
#include "core/formats/weights/onnx_weights.h"
#include "core/formats/weights/tensorflow_weights.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace fs = std::filesystem;

namespace {

Weight weightOf(const StoredArray &array)
{
    Weight weight;
    weight.name = array.name;
    weight.type = storedTypeOf(array.type);
    weight.typeName = dtypeName(array.type);
    weight.shape.assign(array.shape.begin(), array.shape.end());
    weight.packed = array.elements;
    weight.count = weightCount(weight.shape).value_or(0);
    weight.storedBytes = packedBytes(weight.type, weight.count);
    return weight;
}

Result<FoundWeights> paramsWeights(std::string_view bytes)
{
    ASSIGN_OR_RETURN(const auto arrays, findParams(bytes));
    FoundWeights found;
    for (const StoredArray &array : arrays) {
        found.weights.push_back(weightOf(array));
    }
    return found;
}

Result<FoundWeights> mxnetWeights(std::string_view bytes)
{
    ASSIGN_OR_RETURN(const auto arrays, findMxnetArrays(bytes));
    FoundWeights found;
    for (const MXNetStored &one : arrays) {
        Weight weight = weightOf(one.array);
        if (one.dense) {
            weight.note = storageName(one.storage);
            weight.decode = [dense = one.dense](const JobControl &) -> Result<std::string> {
                return std::string(reinterpret_cast<const char *>(dense->data()),
                                   dense->byteSize());
            };
        }
        found.weights.push_back(std::move(weight));
    }
    return found;
}

Result<FoundWeights> wtsWeights(std::string_view text, const std::string &file)
{
    ASSIGN_OR_RETURN(const auto arrays, findWts(text, file));
    FoundWeights found;
    for (const WtsArray &array : arrays) {
        Weight weight;
        weight.name = array.name;
        weight.type = storedTypeOf(array.type);
        weight.typeName = dtypeName(array.type);
        weight.shape = {array.length};
        weight.count = static_cast<std::uint64_t>(std::max<std::int64_t>(array.length, 0));
        weight.storedBytes = array.elements.size();
        if (array.length < 0) {
            weight.problem =
                fmt::format("found {} elements, expected no negative number", array.length);
        }
        weight.decode = [array](const JobControl &control) {
            return wtsElements(array, [&control] { return !control.cancel.isCanceled(); });
        };
        found.weights.push_back(std::move(weight));
    }
    return found;
}

/// The one array of a NumPy file, which has the file's name.
Result<FoundWeights> npyWeights(std::string_view bytes, const fs::path &file)
{
    ASSIGN_OR_RETURN(const NpyArray array, findNpy(bytes));
    ASSIGN_OR_RETURN(const DType type, npyDType(array));
    Weight weight = weightOf({file.stem().string(), type, array.shape, array.elements});
    if (array.isFortran || weight.packed.size() < weight.storedBytes) {
        weight.problem = array.isFortran ? "its elements are in Fortran order"
                                         : "the file ends inside of its elements";
    }
    FoundWeights found;
    found.weights.push_back(std::move(weight));
    return found;
}

bool isWts(std::string_view text, const fs::path &file)
{
    const std::string_view begin = trim(text.substr(0, 64));
    return toLower(file.extension().string()) == ".wts" && !begin.empty() && begin.front() >= '0'
           && begin.front() <= '9';
}

Result<FoundWeights> findWeights(std::string_view bytes, const fs::path &file,
                                 const AllowedFolders &allowed)
{
    if (isMxnetParams(bytes)) {
        return mxnetWeights(bytes);
    }
    if (isParams(bytes)) {
        return paramsWeights(bytes);
    }
    if (bytes.starts_with("\x93NUMPY")) {
        return npyWeights(bytes, file);
    }
    if (isWts(bytes, file)) {
        return wtsWeights(bytes, file.string());
    }
    if (isKerasFile(bytes)) {
        return kerasWeights(bytes);
    }
    if (coreml::isModel(bytes)) {
        return coreMlWeights(bytes);
    }
    if (tensorflow::isGraphDef(bytes)) {
        return tensorFlowWeights(bytes);
    }
    if (tensorflow::isGraphText(bytes)) {
        ASSIGN_OR_RETURN(std::string binary, tensorflow::binaryOfText(bytes));
        auto converted = std::make_shared<const FileBytes>(std::move(binary));
        ASSIGN_OR_RETURN(FoundWeights found, tensorFlowWeights(converted->view()));
        found.files.push_back(std::move(converted));
        return found;
    }
    if (onnx::readModel(bytes)) {
        return onnxWeights(bytes, file, allowed);
    }
    return makeError(
        "weights-format",
        "found no weights, expected an ONNX model, a TensorFlow graph, a Keras or Core ML model, a .params or a "
        ".wts file");
}

/// The weights of a model that has none inside.
std::optional<fs::path> weightsBeside(const fs::path &model)
{
    if (const auto parameters = parameterFileBeside(model)) {
        return parameters;
    }
    const fs::path wts = fs::path(model).replace_extension(".wts");
    std::error_code error;
    return fs::is_regular_file(wts, error) && wts != model ? std::optional(wts) : std::nullopt;
}

} // namespace

Result<WeightFile> WeightFile::open(const fs::path &file, const AllowedFolders &allowed)
{
    ASSIGN_OR_RETURN(auto bytes, FileBytes::map(file));
    auto found = ofBytes(std::move(bytes), file, allowed);
    if (found || found.error().code != "weights-format") {
        return found;
    }
    const auto beside = weightsBeside(file);
    return beside ? open(*beside, allowed) : std::move(found);
}

Result<WeightFile> WeightFile::ofBytes(std::shared_ptr<const FileBytes> bytes, const fs::path &file,
                                       const AllowedFolders &allowed)
{
    auto found = findWeights(bytes->view(), file, allowed);
    if (!found) {
        // What another program cut short has no weights any more.
        RETURN_IF_FAILED(bytes->checkUnchanged());
        Diagnostic error = found.error();
        error.where.file = file.string();
        return error;
    }
    WeightFile weights;
    weights.m_path = file;
    weights.m_weights = std::move(found->weights);
    weights.m_files = std::move(found->files);
    weights.m_files.push_back(std::move(bytes));
    return weights;
}

Result<WeightFile> WeightFile::ofCarried(const Node &variable)
{
    ASSIGN_OR_RETURN(onnx::GivenValues values, onnx::carriedValues(variable.attrs));
    WeightFile weights;
    Weight &weight = weights.m_weights.emplace_back();
    weight.name = variable.name;
    weight.type = storedTypeOf(values.dataType);
    weight.typeName = onnx::elementTypeName(values.dataType);
    weight.shape = std::move(values.dims);
    weight.count = weightCount(weight.shape).value_or(0);
    weight.storedBytes = values.bytes.size();
    weights.m_files = values.bytes.files();
    if (weights.m_files.empty()) {
        weights.m_files.push_back(std::make_shared<const FileBytes>(values.bytes.text()));
        weight.packed = weights.m_files.front()->view();
    } else if (!values.bytes.pieces().empty()) {
        weights.m_path = weights.m_files.front()->path();
        weight.packed = values.bytes.pieces().front();
    }
    return weights;
}

const Weight *WeightFile::find(NodeId node) const
{
    const auto found = std::find_if(m_weights.begin(), m_weights.end(), [&](const Weight &weight) {
        return node.isValid() && weight.node == node;
    });
    return found == m_weights.end() ? nullptr : &*found;
}

Result<const Weight *> WeightFile::find(std::string_view name) const
{
    std::vector<std::string> names;
    for (const Weight &weight : m_weights) {
        if (weight.name == name) {
            return &weight;
        }
        names.push_back(weight.name);
    }
    const auto similar = nearest(std::string(name), names);
    Diagnostic error = makeError("no-such-weight", "there is no weight {}{}", quoted(name),
                                 (similar ? ", did you mean " + quoted(*similar) : ""));
    error.where.file = m_path.string();
    return error;
}

Status WeightFile::checkUnchanged() const
{
    for (const auto &file : m_files) {
        RETURN_IF_FAILED(file->checkUnchanged());
    }
    return {};
}

} // namespace nervure
