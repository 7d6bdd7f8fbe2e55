// SPDX-License-Identifier: Apache-2.0
#include "app/files/model_conversion.h"

#include "core/builtins.h"
#include "core/engine/onnx_values.h"
#include "core/formats/project/open_model.h"
#include "core/formats/tensors/params.h"
#include "core/formats/tensors/wts.h"
#include "core/passes/conversion/dialect_change.h"
#include "core/support/stoppable_write.h"

namespace nervure {

bool needsConversion(const FormatRegistry &formats, const std::string &from, const std::string &to)
{
    const FormatSpec *source = formats.find(from);
    const FormatSpec *target = formats.find(to);
    return source != nullptr && target != nullptr && !target->family.empty()
           && source->family != target->family;
}

Result<ConvertedModel> convertModel(const SaveSource &source, const Builtins &builtins,
                                    const InputFacts &inputs, const std::string &format,
                                    const JobControl &control)
{
    ConvertedModel model;
    PassEnvironment environment{builtins.passes, builtins.ops, inputs, source.semantics, control};
    const FormatSpec *spec = builtins.formats.find(format);
    TensorMap values;
    // A project's name would make a project of it.
    const std::filesystem::path file =
        std::filesystem::path(source.path).replace_extension(".onnx");
    if (source.graph.dialect() == Dialect::Onnx) {
        ASSIGN_OR_RETURN(std::string bytes, bytesToSave(source, builtins, file, source.formatName,
                                                        {}, model.diagnostics));
        ASSIGN_OR_RETURN(values, readOnnxValues(std::make_shared<const FileBytes>(std::move(bytes)),
                                                source.path, {}, control));
    }
    ASSIGN_OR_RETURN(
        const ChangedModel changed,
        changeDialect({source.graph, spec->dialect, values, true}, environment, model.diagnostics));
    const FormatContext context{builtins.ops, source.semantics, {}};
    ASSIGN_OR_RETURN(std::string text,
                     modelText({changed.graph, *spec, context}, model.diagnostics));
    model.text = std::move(text);
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
    const FileContent files[]{{values, model.values}, {file, model.text}};
    return writeFiles(files, control);
}

} // namespace nervure
