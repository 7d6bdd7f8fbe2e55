// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/execution_options.h"
#include "app/cli/profile_text.h"
#include "core/engine/lightnet_values.h"
#include "core/engine/report_json.h"
#include "core/engine/run_model.h"
#include "core/formats/tensors/npy.h"
#include "core/formats/tensors/npz.h"
#include "core/graph/analysis/parameters.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <set>

namespace nervure {

namespace {

using cli::ExitCode;

struct RunOptions {
    cli::ExecutionOptions execution;
    cli::LightNetOptions lightNet;
    std::string output;
};

/// The output's name as a file name that has not been taken.
std::string fileNameOf(const std::string &name, std::set<std::string> &taken)
{
    std::string stem;
    for (const char c : name.substr(0, 200)) {
        const auto byte = static_cast<unsigned char>(c);
        stem += byte < 0x20 || c == '/' || c == '\\' || c == ':' || byte == 0x7f ? '_' : c;
    }
    if (stem.empty() || stem[0] == '.') {
        stem.insert(0, "_");
    }
    std::string file = stem + ".npy";
    for (int count = 2; !taken.insert(file).second; ++count) {
        file = fmt::format("{}-{}.npy", stem, count);
    }
    return file;
}

Status saveArchive(const RunReport &report, const std::string &file,
                   std::map<std::string, std::string> &files)
{
    TensorMap tensors;
    std::set<std::string> truths;
    for (const NamedTensor &output : report.outputs) {
        tensors.insert_or_assign(output.name, output.tensor);
        files[output.name] = file;
        if (output.isTruth()) {
            truths.insert(output.name);
        }
    }
    const Result<std::string> bytes = writeNpz(tensors, truths);
    return bytes ? writeFile(file, *bytes) : Status(bytes.error());
}

/// A file a tensor in a folder, or all in one .npz.
Status saveOutputs(const RunReport &report, const std::filesystem::path &folder,
                   std::map<std::string, std::string> &files)
{
    if (folder.extension() == ".npz") {
        return saveArchive(report, folder.string(), files);
    }
    std::set<std::string> taken;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return makeError("file-write", "cannot make the folder {}: {}", quoted(folder.string()),
                         error.message());
    }
    for (const NamedTensor &output : report.outputs) {
        const std::filesystem::path file = folder / fileNameOf(output.name, taken);
        RETURN_IF_FAILED(writeFile(file, writeNpy(output.tensor.view(), output.isTruth())));
        files[output.name] = file.string();
    }
    return {};
}

/// A few by name: "inputs 'a', 'b'", "120 inputs ('a', 'b', 'c', …)".
std::string namesOfInputs(const std::vector<std::string> &inputs)
{
    constexpr std::size_t shown = 4;
    if (inputs.size() <= shown) {
        return (inputs.size() == 1 ? "input " : "inputs ") + join(inputs, ", ");
    }
    const std::vector<std::string> first(inputs.begin(), inputs.begin() + shown);
    return fmt::format("{} inputs ({}, …)", inputs.size(), join(first, ", "));
}

/// Says what ran with values that nobody gave.
void tellMadeUp(const ExecutionRequest &request, const RunReport &report,
                cli::CommandContext &context)
{
    const Graph &graph = request.graph;
    const auto parameters = findParameters(graph, context.builtins.ops, request.loadedParams);
    std::size_t missing = 0;
    std::vector<std::string> inputs;
    for (const std::string &name : report.invented) {
        const auto id = graph.findByName(name);
        // An importer gives its parameters names of its own.
        const bool isInput = id && graph.node(*id).isVariable() && parameters.count(*id) == 0;
        if (isInput) {
            inputs.push_back(quoted(name));
        } else {
            ++missing;
        }
    }
    std::vector<std::string> what;
    if (missing > 0) {
        what.push_back(
            fmt::format("{} of {} parameters (--params FILE)", missing, parameters.size()));
    }
    if (!inputs.empty()) {
        what.push_back(namesOfInputs(inputs) + " (--input NAME=FILE)");
    }
    if (!what.empty()) {
        context.console.report(
            Diagnostic{Severity::Note,
                       "values-made-up",
                       fmt::format("no values are given for {}: they are made up from seed {}",
                                   join(what, " and "), request.seed),
                       {}});
    }
}

/// Integers of 64 bits are more than a double holds.
std::string elementText(const NamedTensor &output, std::int64_t i)
{
    const Tensor &tensor = output.tensor;
    const auto at = static_cast<std::size_t>(i);
    if (output.isTruth()) {
        return elementAsDouble(tensor.view(), i) != 0 ? "true" : "false";
    }
    switch (tensor.type()) {
    case DType::Int64: return std::to_string(tensor.elements<std::int64_t>()[at]);
    case DType::UInt64: return std::to_string(tensor.elements<std::uint64_t>()[at]);
    default: return formatNumber(elementAsDouble(tensor.view(), i));
    }
}

/// The first elements of an output in one line.
std::string glance(const NamedTensor &output)
{
    constexpr std::int64_t shown = 8;
    const std::int64_t count = output.tensor.count();
    std::string text = "[";
    for (std::int64_t i = 0; i < std::min(shown, count); ++i) {
        text += (i > 0 ? ", " : "") + elementText(output, i);
    }
    return text + (count > shown ? ", …]" : "]");
}

void tell(const RunReport &report, const std::map<std::string, std::string> &files, bool isLightNet,
          cli::CommandContext &context)
{
    std::string outputs;
    for (const NamedTensor &output : report.outputs) {
        const auto file = files.find(output.name);
        const Shape &shape = output.tensor.shape();
        outputs += output.name + "  " + std::string(output.typeName()) + ' ' + shapeLabel(shape)
                   + "  " + (file != files.end() ? file->second : glance(output)) + '\n';
    }
    const std::string ran = "ran in " + formatNumber(report.wallMs) + " ms on "
                            + deviceTitle(report.device) + '\n' + cli::wireText(report.wire);
    if (!isLightNet) {
        context.console.print(outputs);
        context.console.remark(ran);
        return;
    }
    // What LightNet's print operators print is all that may be on its standard output.
    if (!context.console.isJson()) {
        context.console.write(report.printed);
    }
    context.console.remarkAside(outputs + ran);
}

/// As lightnet opens the weight file when it runs, what is only compiled does without it.
cli::ExecutionOptions neededOptions(const RunOptions &options)
{
    cli::ExecutionOptions needed = options.execution;
    if (options.lightNet.isCompileOnly && !options.lightNet.isRunOnly) {
        needed.weights.file.clear();
    }
    return needed;
}

ExitCode run(const RunOptions &options, cli::CommandContext &context)
{
    ExitCode code = ExitCode::Done;
    auto request = cli::makeExecutionRequest(neededOptions(options), context, code);
    if (!request || !cli::compileAsLightNet(options.lightNet, *request, context, code)) {
        return code;
    }
    if (Status status = useInputs(*request, context.builtins); !status) {
        const bool isUsage = status.error().code == "usage";
        return context.console.fail(isUsage ? ExitCode::WrongUsage : ExitCode::InputFault,
                                    status.error());
    }
    useWeights(*request, context.builtins.ops);
    DeviceCatalog devices;
    devices.probeFirst();
    ExecutionContext execution{context.builtins, devices, {}};
    const Result<RunReport> report = runModel(*request, execution);
    if (!report) {
        return context.console.fail(cli::exitCodeOf(report.error()), report.error());
    }
    tellMadeUp(*request, *report, context);
    context.console.report(report->diagnostics);
    std::map<std::string, std::string> files;
    if (!options.output.empty()) {
        if (Status status = saveOutputs(*report, options.output, files); !status) {
            return context.console.fail(ExitCode::InputFault, status.error());
        }
    }
    context.console.document().update(runJson(*report, files));
    tell(*report, files, request->graph.dialect() == Dialect::LightNet, context);
    return ExitCode::Done;
}

} // namespace

void registerRun(cli::CommandRegistry &registry)
{
    registry.add(
        {"run", "run a model and show or save its outputs",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<RunOptions>();
             cli::addExecutionOptions(app, options->execution);
             cli::addLightNetOptions(app, options->lightNet);
             app.add_option("--output", options->output, "save the outputs as .npy, or in one .npz")
                 ->type_name("DIR|FILE.npz");
             return [options](cli::CommandContext &context) { return run(*options, context); };
         },
         false, true});
}

} // namespace nervure
