// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution/execution_options.h"

#include "app/cli/console.h"
#include "core/formats/npy.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>

namespace nervure::cli {

namespace {

/// Largest .npy file that is read, in bytes.
constexpr std::uintmax_t maxTensorFileBytes = std::uintmax_t{16} << 30;

/// The name and the tensor of one "x=F.npy".
Result<std::pair<std::string, Tensor>> readInput(const std::string &text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        return makeError("usage", quoted(text) + " names no input, expected NAME=FILE.npy");
    }
    const std::string file = text.substr(equals + 1);
    const Result<std::string> bytes = readFile(file, maxTensorFileBytes);
    if (!bytes) {
        return bytes.error();
    }
    Result<Tensor> tensor = readNpy(*bytes);
    if (!tensor) {
        Diagnostic error = tensor.error();
        error.where.file = file;
        return error;
    }
    return std::pair(text.substr(0, equals), std::move(tensor).value());
}

/// CLI11 takes negative and too large numbers for some others.
std::string isSeed(const std::string &text)
{
    std::uint64_t seed = 0;
    const char *end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, seed);
    return parsed.ec == std::errc() && parsed.ptr == end
               ? std::string()
               : "found " + quoted(text) + ", expected a whole number from 0 to 2^64 - 1";
}

} // namespace

void addExecutionOptions(CLI::App &app, ExecutionOptions &options)
{
    addModelOptions(app, options.model);
    app.add_option("--device", options.device,
                   "reference, P.D as `devices` lists them, or a part of a device's name")
        ->type_name("DEVICE");
    app.add_option("--pipeline", options.pipeline,
                   "device: compiled for the device; none: one kernel a node; nnvm[:N]")
        ->type_name("NAME");
    addRepeated(app, "--input", options.inputs, "values of a variable: x=F.npy", "NAME=FILE");
    app.add_option("--seed", options.seed, "what values that are not given are made from")
        ->type_name("NUMBER")
        ->check(isSeed);
    addWeightOptions(app, options.weights);
}

std::optional<ExecutionRequest> makeExecutionRequest(const ExecutionOptions &options,
                                                     CommandContext &context, ExitCode &code)
{
    std::optional<CliModel> model = loadModel(options.model, OnFaults::Refuse, context, code);
    if (!model) {
        return std::nullopt;
    }
    const std::filesystem::path file = model->opened.path;
    ExecutionRequest request;
    request.graph = std::move(model->opened.graph);
    request.facts = std::move(model->facts);
    request.semantics = model->semantics;
    request.device = options.device;
    request.pipeline = options.pipeline;
    request.seed = options.seed;
    request.loadedParams = model->loadedNames();
    request.values = std::move(model->params);
    for (const std::string &text : options.inputs) {
        auto input = readInput(text);
        if (!input) {
            const bool isUsage = input.error().code == "usage";
            code = context.console.fail(isUsage ? ExitCode::WrongUsage : ExitCode::InputFault,
                                        input.error());
            return std::nullopt;
        }
        request.values.insert_or_assign(input->first, std::move(input->second));
    }
    if (!loadWeights(options.weights, file, request, context, code)) {
        return std::nullopt;
    }
    return request;
}

} // namespace nervure::cli
