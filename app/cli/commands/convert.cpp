// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/lightnet_options.h"
#include "app/cli/load_model.h"
#include "app/cli/write_output.h"
#include "core/engine/onnx_values.h"
#include "core/formats/project/project_file.h"
#include "core/formats/tensors/params.h"
#include "core/formats/tensors/wts.h"
#include "core/passes/conversion/dialect_change.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;

struct ConvertOptions {
    cli::ModelOptions model;
    cli::WeightOptions weights;
    std::string out;
    std::string to;
    bool canonical = false;
};

std::vector<std::string> writableFormats(const FormatRegistry &formats)
{
    std::vector<std::string> names;
    for (const FormatSpec &format : formats.all()) {
        if (format.write) {
            names.push_back(format.name);
        }
    }
    return names;
}

/// --to, else what only one format's file name ends in, else the format that was read.
const FormatSpec *targetFormat(const ConvertOptions &options, const FormatSpec &source,
                               const FormatRegistry &formats)
{
    if (!options.to.empty()) {
        return formats.find(options.to);
    }
    std::string suffix = toLower(std::filesystem::path(options.out).extension().string());
    if (suffix.starts_with('.')) {
        suffix.erase(0, 1);
    }
    const FormatSpec *found = nullptr;
    for (const FormatSpec &format : formats.all()) {
        const auto &endings = format.extensions;
        if (format.write && std::find(endings.begin(), endings.end(), suffix) != endings.end()) {
            if (found || format.name == source.name) {
                return &source;
            }
            found = &format;
        }
    }
    return found ? found : &source;
}

/// The text of the model, or of what it was changed to.
Result<BytePieces> textIn(const FormatSpec &format, const ConvertOptions &options,
                          const cli::CliModel &model, const ChangedModel *changed,
                          Diagnostics &diagnostics, const OpRegistry &ops)
{
    const FormatContext context{ops, model.semantics, options.out,
                                changed ? &changed->values : nullptr};
    if (changed || options.canonical) {
        return modelPieces({changed ? changed->graph : model.opened.graph, format, context},
                           diagnostics);
    }
    return modelPieces(
        {model.opened.graph, format, context, model.opened.text, model.opened.format}, diagnostics);
}

/// Whether the target's family has operators of another dialect than the source's.
bool changesDialect(const FormatSpec &from, const FormatSpec &to)
{
    return !to.family.empty() && from.family != to.family;
}

/// What lies beside a model: LightNet's weight file, or the parameters of one of NNVM's.
struct ValueFile {
    std::string name;
    std::string bytes;
};

/// Nothing where the model was changed to one that needs none.
Result<std::optional<ValueFile>> valueFile(const ChangedModel *changed, const std::string &out)
{
    const auto beside = [&out](const char *suffix) {
        return std::filesystem::path(out).replace_extension(suffix).string();
    };
    if (changed && !changed->weights.empty()) {
        return std::optional(ValueFile{beside(".wts"), writeWts(changed->weights)});
    }
    if (changed && !changed->params.empty()) {
        ASSIGN_OR_RETURN(std::string bytes, writeParams(changed->params));
        return std::optional(ValueFile{beside(".params"), std::move(bytes)});
    }
    return std::optional<ValueFile>();
}

/// Writes the model, and the file of its values, if there is one: both or neither.
ExitCode deliverAll(const BytePieces &text, const ChangedModel *changed, const std::string &out,
                    cli::CommandContext &context)
{
    const auto values = valueFile(changed, out);
    if (!values) {
        return context.console.fail(ExitCode::InputFault, values.error());
    }
    if (!*values || out == "-") {
        return cli::writeOutput(text, out, context);
    }
    const ValueFile &file = **values;
    const std::string model = text.text();
    const std::array<FileContent, 2> files{FileContent{file.name, file.bytes},
                                           FileContent{out, model}};
    if (const Status status = writeFiles(files); !status) {
        return context.console.fail(ExitCode::InputFault, status.error());
    }
    context.console.document()["weights"] = file.name;
    context.console.remark("weights: " + file.name + "\n");
    return ExitCode::Done;
}

/// What is wrong with the options, whatever the model is; empty if nothing is.
std::string faultOf(const ConvertOptions &options, const FormatRegistry &formats)
{
    if (!options.to.empty() && !formats.find(options.to)) {
        return "there is no format " + quoted(options.to) + ", expected one of "
               + join(writableFormats(formats), ", ");
    }
    // Names that readers would take for something else than a model.
    const std::string suffix = toLower(std::filesystem::path(options.out).extension().string());
    if (suffix == ".wts") {
        return "found the weight file " + quoted(options.out)
               + ", expected a model file; parameters' values go to the same name with .wts";
    }
    if (options.to.empty() && (suffix == ".svg" || suffix == ".png" || suffix == ".pdf")) {
        return "found the picture " + quoted(options.out)
               + ", expected a model file; 'render' draws pictures";
    }
    return {};
}

/// What the model's variables hold: ONNX's initializers, TensorFlow's constants, Keras's and LightNet's weights, or
/// parameters.
Result<TensorMap> valuesOf(cli::CliModel &model, const ConvertOptions &options,
                           cli::CommandContext &context, ExitCode &code)
{
    if (storesValues(model.opened.graph.dialect()) && model.params.empty()) {
        return readOnnxValues(model.opened, context.builtins.ops);
    }
    ExecutionRequest request;
    request.graph = model.opened.graph;
    request.facts = model.facts;
    request.semantics = model.semantics;
    if (!cli::loadWeights(options.weights, model.opened.path, request, context, code)) {
        return TensorMap();
    }
    return options.weights.file.empty() ? std::move(model.params) : std::move(request.weights);
}

/// Nothing: `code` says why, and it has been told.
std::optional<ChangedModel> inOtherDialect(cli::CliModel &model, Dialect target,
                                           const ConvertOptions &options,
                                           cli::CommandContext &context, ExitCode &code)
{
    if (hasErrors(model.opened.diagnostics)) {
        code = ExitCode::InputFault;
        return std::nullopt;
    }
    auto values = valuesOf(model, options, context, code);
    if (code != ExitCode::Done) {
        return std::nullopt;
    }
    if (!values) {
        code = context.console.fail(ExitCode::InputFault, values.error());
        return std::nullopt;
    }
    Diagnostics diagnostics;
    const PassEnvironment environment{context.builtins.passes, context.builtins.ops, model.facts,
                                      model.semantics};
    auto changed =
        changeDialect({model.opened.graph, target, std::move(*values), options.out != "-"},
                      environment, diagnostics);
    context.console.report(diagnostics);
    if (!changed) {
        code = context.console.fail(ExitCode::InputFault, changed.error());
        return std::nullopt;
    }
    return std::move(*changed);
}

ExitCode convert(const ConvertOptions &options, cli::CommandContext &context)
{
    const FormatRegistry &formats = context.builtins.formats;
    if (const std::string fault = faultOf(options, formats); !fault.empty()) {
        return context.console.fail(ExitCode::WrongUsage, makeError("usage", fault));
    }
    ExitCode code = ExitCode::Done;
    auto model = cli::loadModel(options.model, cli::OnFaults::Tolerate, context, code);
    if (!model) {
        return code;
    }
    const FormatSpec &source = *model->opened.format;
    const FormatSpec &target = *targetFormat(options, source, formats);
    const bool keepsText = &source == &target && !options.canonical && target.writePreserving;
    if (!target.write && !keepsText) {
        return context.console.fail(ExitCode::InputFault,
                                    makeError("format-write",
                                              "the format {} cannot be written, only read",
                                              quoted(target.name)));
    }
    const bool isChanged = changesDialect(source, target);
    if (isChanged && hasProjectName(options.out)) {
        return context.console.fail(
            ExitCode::WrongUsage,
            makeError("usage",
                      "a project keeps the model that it was made from, expected no --to of"
                      " another dialect"));
    }
    const auto other =
        isChanged ? inOtherDialect(*model, target.dialect, options, context, code) : std::nullopt;
    if (isChanged && !other) {
        return code;
    }
    const ChangedModel *changed = other ? &*other : nullptr;
    Diagnostics diagnostics;
    const bool isProject = hasProjectName(options.out);
    const auto text =
        isProject && !changed
            ? inOnePiece(projectText(model->opened, formats, context.builtins.ops))
            : textIn(target, options, *model, changed, diagnostics, context.builtins.ops);
    context.console.report(diagnostics);
    if (!text) {
        return context.console.fail(ExitCode::InputFault, text.error());
    }
    context.console.document() = {{"from", source.name},
                                  {"to", isProject ? "nervure" : target.name},
                                  {"file", options.out},
                                  {"bytes", text->size()}};
    return deliverAll(*text, changed, options.out, context);
}

} // namespace

void registerConvert(cli::CommandRegistry &registry)
{
    registry.add(
        {"convert", "read one format, write another", [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<ConvertOptions>();
             cli::addModelOptions(app, options->model);
             cli::addWeightOptions(app, options->weights);
             app.add_option("OUT", options->out,
                            "where to write, replacing what is there; - is standard output;"
                            " parameters' values go to OUT's name with .wts or .params, or into"
                            " an ONNX model itself")
                 ->required();
             app.add_option("--to", options->to, "the format to write")->type_name("FORMAT");
             app.add_flag("--canonical", options->canonical,
                          "write the format's own layout instead of keeping the file's");
             return [options](cli::CommandContext &context) { return convert(*options, context); };
         }});
}

} // namespace nervure
