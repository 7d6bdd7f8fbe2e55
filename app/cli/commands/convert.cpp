// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/deliver.h"
#include "app/cli/dialect_change.h"
#include "app/cli/load_model.h"
#include "core/formats/wts.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;

struct ConvertOptions {
    cli::ModelOptions model;
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

Result<std::string> textIn(const FormatSpec &format, const ConvertOptions &options,
                           const cli::CliModel &model, Diagnostics &diagnostics,
                           const OpRegistry &ops)
{
    const FormatContext context{ops, model.semantics, options.out};
    if (!format.write) {
        return makeError("format-write",
                         "the format " + quoted(format.name) + " cannot be written, only read");
    }
    if (options.canonical) {
        return format.write(model.opened.graph, context, diagnostics);
    }
    return modelText({model.opened.graph, format, context, model.opened.text, model.opened.format},
                     diagnostics);
}

/// Whether the target's family has operators of another dialect than the source's.
bool changesDialect(const FormatSpec &from, const FormatSpec &to)
{
    return !to.family.empty() && from.family != to.family;
}

/// The weight file beside a document; none beside standard output.
std::string weightFile(const std::string &out)
{
    return out == "-" ? std::string()
                      : std::filesystem::path(out).replace_extension(".wts").string();
}

/// Writes the model in the other dialect, and what its weight file holds.
ExitCode convertDialect(const ConvertOptions &options, const FormatSpec &target,
                        const cli::CliModel &model, cli::CommandContext &context)
{
    if (!target.write) {
        return context.console.fail(
            ExitCode::InputFault, makeError("format-write", "the format " + quoted(target.name)
                                                                + " cannot be written, only read"));
    }
    ExitCode code = ExitCode::Done;
    const std::string weights = weightFile(options.out);
    const auto changed = cli::changeDialect(model, !weights.empty(), context, code);
    if (!changed) {
        return code;
    }
    Diagnostics diagnostics;
    const auto text = target.write(
        changed->graph, {context.builtins.ops, model.semantics, options.out}, diagnostics);
    context.console.report(diagnostics);
    if (!text) {
        return context.console.fail(ExitCode::InputFault, text.error());
    }
    context.console.document() = {{"from", model.opened.format->name},
                                  {"to", target.name},
                                  {"file", options.out},
                                  {"bytes", text->size()}};
    if (!changed->weights.empty()) {
        if (const Status status = writeFile(weights, writeWts(changed->weights)); !status) {
            return context.console.fail(ExitCode::InputFault, status.error());
        }
        context.console.document()["weights"] = weights;
        context.console.remark("weights: " + weights + "\n");
    }
    return cli::deliver(*text, options.out, context);
}

/// Names that readers would take for something else than a model.
bool isPicture(const std::string &file)
{
    const std::string suffix = toLower(std::filesystem::path(file).extension().string());
    return suffix == ".svg" || suffix == ".png" || suffix == ".pdf";
}

ExitCode convert(const ConvertOptions &options, cli::CommandContext &context)
{
    const FormatRegistry &formats = context.builtins.formats;
    if (!options.to.empty() && !formats.find(options.to)) {
        return context.console.fail(ExitCode::WrongUsage,
                                    makeError("usage", "there is no format " + quoted(options.to)
                                                           + ", expected one of "
                                                           + join(writableFormats(formats), ", ")));
    }
    if (options.to.empty() && isPicture(options.out)) {
        return context.console.fail(
            ExitCode::WrongUsage,
            makeError("usage", "found the picture " + quoted(options.out)
                                   + ", expected a model file; 'render' draws pictures"));
    }
    ExitCode code = ExitCode::Done;
    const auto model = cli::loadModel(options.model, cli::OnFaults::Tolerate, context, code);
    if (!model) {
        return code;
    }
    const FormatSpec &source = *model->opened.format;
    const FormatSpec &target = *targetFormat(options, source, formats);
    if (changesDialect(source, target)) {
        return convertDialect(options, target, *model, context);
    }
    Diagnostics diagnostics;
    const auto text = textIn(target, options, *model, diagnostics, context.builtins.ops);
    context.console.report(diagnostics);
    if (!text) {
        return context.console.fail(ExitCode::InputFault, text.error());
    }
    context.console.document() = {
        {"from", source.name}, {"to", target.name}, {"file", options.out}, {"bytes", text->size()}};
    return cli::deliver(*text, options.out, context);
}

} // namespace

void registerConvert(cli::CommandRegistry &registry)
{
    registry.add(
        {"convert", "read one format, write another", [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<ConvertOptions>();
             cli::addModelOptions(app, options->model);
             app.add_option("OUT", options->out, "where to write; - is standard output")
                 ->required();
             app.add_option("--to", options->to, "the format to write")->type_name("FORMAT");
             app.add_flag("--canonical", options->canonical,
                          "write the format's own layout instead of keeping the file's");
             return [options](cli::CommandContext &context) { return convert(*options, context); };
         }});
}

} // namespace nervure
