// SPDX-License-Identifier: Apache-2.0
#include "app/files/model_conversion.h"

#include "core/builtins.h"
#include "core/engine/onnx_values.h"
#include "core/formats/project/open_model.h"
#include "core/formats/project/parameter_file.h"
#include "core/formats/tensors/params.h"
#include "core/formats/tensors/wts.h"
#include "core/support/stoppable_write.h"
#include "widgets/document/graph_document.h"

namespace nervure {

bool needsConversion(const FormatRegistry &formats, const std::string &from, const std::string &to)
{
    const FormatSpec *source = formats.find(from);
    const FormatSpec *target = formats.find(to);
    return source != nullptr && target != nullptr && !target->family.empty()
           && source->family != target->family;
}

namespace {

/// Of the model itself, or of the file of its parameters.
Result<TensorMap> valuesOf(const ModelConversion &conversion, const Builtins &builtins,
                           Diagnostics &diagnostics, const JobControl &control)
{
    const SaveSource &source = conversion.source;
    if (source.graph.dialect() == Dialect::Onnx) {
        // A project's name would make a project of it.
        const auto file = std::filesystem::path(source.path).replace_extension(".onnx");
        ASSIGN_OR_RETURN(std::string bytes,
                         bytesToSave(source, builtins, file, source.formatName, {}, diagnostics));
        return readOnnxValues(std::make_shared<const FileBytes>(std::move(bytes)), source.path, {},
                              control);
    }
    if (storesValues(source.graph.dialect()) && source.original
        && conversion.parameterFile.empty()) {
        return readOnnxValues(source.original, source.path, {}, control);
    }
    if (conversion.parameterFile.empty()) {
        return TensorMap();
    }
    ASSIGN_OR_RETURN(ModelParameters parameters,
                     readParameterFile(conversion.parameterFile, source.graph, builtins.ops));
    return std::move(parameters.tensors);
}

} // namespace

ModelConversion conversionOf(const GraphDocument &document, std::string format)
{
    return {document.saveSource(), document.inputFacts(), document.parameterFile().toStdString(),
            std::move(format)};
}

Result<ChangedModel> changedModel(const ModelConversion &conversion, const Builtins &builtins,
                                  Diagnostics &diagnostics, const JobControl &control)
{
    const SaveSource &source = conversion.source;
    const FormatSpec *spec = builtins.formats.find(conversion.format);
    PassEnvironment environment{builtins.passes, builtins.ops, conversion.inputs, source.semantics,
                                control};
    ASSIGN_OR_RETURN(TensorMap values, valuesOf(conversion, builtins, diagnostics, control));
    return changeDialect({source.graph, spec->dialect, std::move(values), true}, environment,
                         diagnostics);
}

Result<ConvertedModel> convertModel(const ModelConversion &conversion, const Builtins &builtins,
                                    const JobControl &control)
{
    ConvertedModel model;
    const FormatSpec *spec = builtins.formats.find(conversion.format);
    ASSIGN_OR_RETURN(ChangedModel changed,
                     changedModel(conversion, builtins, model.diagnostics, control));
    model.inside = std::move(changed.values);
    const FormatContext context{builtins.ops, conversion.source.semantics, {}, &model.inside};
    ASSIGN_OR_RETURN(model.text, modelPieces({changed.graph, *spec, context}, model.diagnostics));
    if (!changed.weights.empty()) {
        model.values = writeWts(changed.weights);
        model.valuesSuffix = ".wts";
    } else if (!changed.params.empty()) {
        ASSIGN_OR_RETURN(model.values, writeParams(changed.params));
        model.valuesSuffix = ".params";
    }
    return model;
}

Status writeConverted(const ConvertedModel &model, const std::filesystem::path &file,
                      const JobControl &control)
{
    if (model.values.empty()) {
        return writeFile(file, model.text, control);
    }
    const std::filesystem::path values =
        std::filesystem::path(file).replace_extension(model.valuesSuffix);
    const std::string text = model.text.text();
    const FileContent files[]{{values, model.values}, {file, text}};
    return writeFiles(files, control);
}

} // namespace nervure
