// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/parameter_file.h"

#include "core/formats/darknet/darknet_weights.h"
#include "core/formats/keras/keras_values.h"
#include "core/formats/project/open_model.h"
#include "core/formats/project/project_file.h"
#include "core/formats/tensors/tensor_file.h"
#include "core/support/file.h"
#include "core/support/file_bytes.h"
#include "core/support/text.h"

#include <array>

namespace nervure {

namespace {

/// How programs name a graph and its parameters: the name of the one is that of the other but for the end.
struct FilePair {
    std::string_view model;
    std::string_view parameters;
    std::string_view folder = ""; ///< of the parameters, from the model's
};

/// The first file that is there is taken.
constexpr std::array filePairs{
    FilePair{"-symbol.json", "-0000.params"}, // MXNet's export
    FilePair{".json", ".params"},             // mod.json of tvmc, deploy.json
    FilePair{".nervure", ".params"},          // of a project that was no file before
    FilePair{"_graph.json", "_param.params"}, FilePair{"_graph.json", "_params.params"},
    FilePair{"_graph.json", ".params"}, FilePair{"graph.json", "param.params"},
    FilePair{"graph.json", "params.params"}, FilePair{"graph.json", "params.bin"},
    // TVM's Model Library Format: executor-config/graph and parameters.
    FilePair{".graph", ".params", "../../parameters"},
    FilePair{"graph.json", "default.params", "../../parameters"},
    FilePair{".cfg", ".weights"},                               // Darknet
    FilePair{".json", ".weights.h5"}, FilePair{".json", ".h5"}, // Keras
};

/// NAME-0012.params of the greatest number: a checkpoint of training, which has the number of its epoch.
std::optional<std::filesystem::path> newestCheckpoint(const std::filesystem::path &folder,
                                                      std::string_view name)
{
    constexpr std::string_view digits = "0123456789";
    std::optional<std::filesystem::path> newest;
    std::pair<std::size_t, std::string> greatest; // of numbers of one length the text decides
    std::error_code error;
    for (auto file = std::filesystem::directory_iterator(folder, error);
         !error && file != std::filesystem::directory_iterator(); file.increment(error)) {
        const std::string found = file->path().stem().string();
        if (!found.starts_with(name) || found.size() < name.size() + 5 || found[name.size()] != '-'
            || file->path().extension() != ".params") {
            continue;
        }
        const std::string epoch = found.substr(name.size() + 1);
        std::pair number{epoch.size(), epoch};
        if (epoch.find_first_not_of(digits) == std::string::npos && number > greatest) {
            newest = file->path();
            greatest = std::move(number);
        }
    }
    return newest;
}

std::set<std::string_view> variableNames(const Graph &graph)
{
    std::set<std::string_view> names;
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).isVariable()) {
            names.insert(graph.node(id).name);
        }
    }
    return names;
}

/// Darknet's arrays have no names but the network's.
Result<ModelParameters> readWeightsFile(const std::filesystem::path &file, const Graph &graph,
                                        const OpRegistry &ops, Semantics semantics)
{
    ASSIGN_OR_RETURN(const auto bytes, FileBytes::map(file));
    ModelParameters parameters;
    parameters.file = file;
    Result<TensorMap> tensors =
        readDarknetWeights(bytes->view(), graph, ops, parameters.diagnostics, semantics);
    const Status isWhole = bytes->checkUnchanged();
    if (!tensors || !isWhole) {
        Diagnostic error = tensors ? isWhole.error() : tensors.error();
        error.where.file = file.string();
        return error;
    }
    parameters.tensors = std::move(*tensors);
    for (Diagnostic &diagnostic : parameters.diagnostics) {
        diagnostic.where.file = file.string();
    }
    return parameters;
}

Result<ModelParameters> readKerasFile(const std::filesystem::path &file, const Graph &graph)
{
    ASSIGN_OR_RETURN(const auto bytes, FileBytes::map(file));
    ModelParameters parameters;
    parameters.file = file;
    Result<TensorMap> tensors = readKerasValues(bytes->view(), graph);
    const Status isWhole = bytes->checkUnchanged();
    if (!tensors || !isWhole) {
        Diagnostic error = tensors ? isWhole.error() : tensors.error();
        error.where.file = file.string();
        return error;
    }
    parameters.tensors = std::move(*tensors);
    return parameters;
}

} // namespace

std::set<std::string, std::less<>> ModelParameters::names() const
{
    std::set<std::string, std::less<>> names;
    for (const auto &[name, tensor] : tensors) {
        names.insert(name);
    }
    return names;
}

Result<ModelParameters> readParameterFile(const std::filesystem::path &file, const Graph &graph,
                                          const OpRegistry &ops, Semantics semantics)
{
    if (graph.dialect() == Dialect::Darknet) {
        return readWeightsFile(file, graph, ops, semantics);
    }
    if (graph.dialect() == Dialect::Keras && file.extension() != ".params"
        && file.extension() != ".npz") {
        return readKerasFile(file, graph);
    }
    ASSIGN_OR_RETURN(const std::string bytes, readFile(file, maxParameterFileBytes));
    Result<TensorMap> tensors = readTensorFile(bytes);
    if (!tensors) {
        Diagnostic error = tensors.error();
        error.where.file = file.string();
        return error;
    }
    const auto variables = variableNames(graph);
    ModelParameters parameters;
    parameters.file = file;
    for (auto &[name, tensor] : *tensors) {
        if (variables.count(name) != 0) {
            parameters.tensors.insert_or_assign(name, std::move(tensor));
            continue;
        }
        parameters.diagnostics.push_back(makeWarning(
            "params-unused", "the model has no variable {} for this parameter", quoted(name)));
        parameters.diagnostics.back().where.file = file.string();
        parameters.diagnostics.back().where.attribute = name;
    }
    return parameters;
}

std::optional<std::filesystem::path> parameterFileBeside(const std::filesystem::path &model)
{
    const std::string name = model.filename().string();
    for (const FilePair &pair : filePairs) {
        if (!name.ends_with(pair.model)) {
            continue;
        }
        const std::string stem = name.substr(0, name.size() - pair.model.size());
        const std::filesystem::path file =
            (model.parent_path() / pair.folder / (stem + std::string(pair.parameters)))
                .lexically_normal();
        std::error_code error;
        if (std::filesystem::is_regular_file(file, error)) {
            return file;
        }
    }
    constexpr std::string_view symbol = "-symbol.json";
    if (name.ends_with(symbol)) {
        const std::string_view stem = std::string_view(name).substr(0, name.size() - symbol.size());
        return newestCheckpoint(model.has_parent_path() ? model.parent_path() : ".", stem);
    }
    return std::nullopt;
}

std::optional<ModelParameters> parametersBeside(const OpenedModel &model, const OpRegistry &ops,
                                                Diagnostics &diagnostics)
{
    // A project lies where its model did, as a rule.
    const auto file = parameterFileBeside(
        model.project ? model.path.parent_path() / model.project->name : model.path);
    // HDF5 files are Keras's, whatever else lies under the name.
    const bool isHdf5File = file && file->extension() == ".h5";
    if (!file || variableNames(model.graph).empty()
        || (isHdf5File && model.graph.dialect() != Dialect::Keras)) {
        return std::nullopt;
    }
    Result<ModelParameters> parameters =
        readParameterFile(*file, model.graph, ops, model.semantics);
    if (!parameters) {
        Diagnostic warning = parameters.error();
        diagnostics.push_back(makeWarning(
            "params-beside", "the parameters beside the model are not used: {}", warning.message));
        diagnostics.back().where = warning.where;
        return std::nullopt;
    }
    if (parameters->tensors.empty()) {
        return std::nullopt;
    }
    diagnostics.emplace_back(Severity::Note, "params-beside",
                             "the parameters beside the model are taken");
    diagnostics.back().where.file = file->string();
    diagnostics.insert(diagnostics.end(), parameters->diagnostics.begin(),
                       parameters->diagnostics.end());
    return std::optional(std::move(*parameters));
}

} // namespace nervure
