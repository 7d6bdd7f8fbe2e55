// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lightnet_options.h"

#include "app/cli/console.h"
#include "app/cli/model_options.h"
#include "app/cli/write_output.h"
#include "core/engine/lightnet_values.h"
#include "core/formats/lightnet/lightnet_writer.h"
#include "core/support/file.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace nervure::cli {

namespace {

namespace fs = std::filesystem;

/// Largest weight file that is read, in bytes.
constexpr std::uintmax_t maxWeightFileBytes = std::uintmax_t{16} << 30;

/// Whether the file lies in the folder or one below it, when all links are followed.
bool liesIn(const fs::path &file, const fs::path &folder)
{
    std::error_code error;
    const fs::path inner = fs::weakly_canonical(fs::absolute(file), error);
    const fs::path outer = error ? fs::path() : fs::weakly_canonical(fs::absolute(folder), error);
    if (error) {
        return false;
    }
    // A folder written with a slash at its end has an empty last part.
    const fs::path base = outer.has_filename() ? outer : outer.parent_path();
    return std::mismatch(base.begin(), base.end(), inner.begin(), inner.end()).first == base.end();
}

bool isAllowed(const WeightOptions &options, const fs::path &model)
{
    const fs::path folder = model == "-" ? fs::path() : model.parent_path();
    return liesIn(options.file, folder.empty() ? fs::path(".") : folder)
           || std::any_of(options.allowedPaths.begin(), options.allowedPaths.end(),
                          [&](const std::string &path) { return liesIn(options.file, path); });
}

/// Tells what went wrong; always false.
bool fail(const Diagnostic &failure, CommandContext &context, ExitCode &code,
          ExitCode kind = ExitCode::InputFault)
{
    code = context.console.fail(kind, failure);
    return false;
}

bool failRun(const PassRun &run, CommandContext &context, ExitCode &code)
{
    context.console.report(run.diagnostics);
    code = ExitCode::InputFault;
    return false;
}

bool writeCompiled(const PassRun &run, const std::string &file, const ExecutionRequest &request,
                   CommandContext &context, ExitCode &code)
{
    if (file.empty() || file == "!") {
        return true;
    }
    Diagnostics diagnostics;
    const auto text =
        writeLightNetJson(run.graph, {context.builtins.ops, request.semantics, {}}, diagnostics);
    context.console.report(diagnostics);
    if (!text) {
        return fail(text.error(), context, code);
    }
    code = writeOutput(*text, file, context);
    return code == ExitCode::Done;
}

} // namespace

void addWeightOptions(CLI::App &app, WeightOptions &options)
{
    app.add_option("-f,--weights", options.file,
                   "LightNet: elements of tensors that are created from a file (.wts)")
        ->type_name("FILE");
    addRepeated(app, "--allow-path", options.allowedPaths,
                "LightNet: a folder beside the model's that weights may be read from", "DIR");
}

void addLightNetOptions(CLI::App &app, LightNetOptions &options)
{
    app.add_option("-o,--compiled", options.compiled,
                   "LightNet: write the compiled document; - is standard output, ! nowhere")
        ->type_name("FILE");
    app.add_flag("-c,--compile-only", options.isCompileOnly, "LightNet: compile, do not run");
    app.add_flag("-r,--run-only", options.isRunOnly,
                 "LightNet: run a document that is compiled already");
}

bool loadWeights(const WeightOptions &options, const fs::path &model, ExecutionRequest &request,
                 CommandContext &context, ExitCode &code)
{
    if (options.file.empty()) {
        return true;
    }
    if (request.graph.dialect() != Dialect::LightNet) {
        return fail(makeError("usage", "-f is for models of LightNet, expected --params"), context,
                    code, ExitCode::WrongUsage);
    }
    if (!isAllowed(options, model)) {
        Diagnostic error = makeError("path-outside", "the weights lie outside the model's folder, "
                                                     "expected --allow-path with theirs");
        error.where.file = options.file;
        return fail(error, context, code);
    }
    const Result<std::string> text = readFile(options.file, maxWeightFileBytes);
    if (!text) {
        return fail(text.error(), context, code);
    }
    const PassRun inferred = runLightNetPasses(request, "InferShape,InferType", context.builtins);
    if (!inferred.ok || !inferred.index) {
        return failRun(inferred, context, code);
    }
    Diagnostics unused;
    auto weights = readWts(*text, options.file, weightTensors(inferred), unused);
    context.console.report(unused);
    if (!weights) {
        return fail(weights.error(), context, code);
    }
    request.weights = std::move(weights).value();
    return true;
}

bool compileAsLightNet(const LightNetOptions &options, ExecutionRequest &request,
                       CommandContext &context, ExitCode &code)
{
    const bool isAsked = !options.compiled.empty() || options.isCompileOnly || options.isRunOnly;
    if (request.graph.dialect() != Dialect::LightNet) {
        return !isAsked
               || fail(makeError("usage", "-o, -c and -r are for models of LightNet"), context,
                       code, ExitCode::WrongUsage);
    }
    if (options.isRunOnly && !options.isCompileOnly) {
        const PassRun planned = runLightNetPasses(
            request, "InferShape,InferType,PlanMemory{planner=stored}", context.builtins);
        request.isPlanned = true;
        return planned.ok || failRun(planned, context, code);
    }
    if (!isAsked && request.semantics == Semantics::Fixed) {
        return true;
    }
    const PassRun compiled =
        runLightNetPasses(request, "InferShape,InferType,LightNetCompile", context.builtins);
    if (!compiled.ok) {
        return failRun(compiled, context, code);
    }
    return writeCompiled(compiled, options.compiled, request, context, code)
           && (options.isRunOnly || !options.isCompileOnly);
}

} // namespace nervure::cli
