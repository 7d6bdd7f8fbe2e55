// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution_options.h"

#include "app/cli/console.h"
#include "core/engine/input_source.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>

namespace nervure::cli {

namespace {

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
    app.add_option(
           "--pipeline", options.pipeline,
           "device: compiled for the device; none: one kernel a node; nnvm[:N]; with passes "
           "switched: device{FuseOperators=off}")
        ->type_name("NAME");
    addRunOptions(app, options);
}

void addRunOptions(CLI::App &app, ExecutionOptions &options)
{
    app.add_option("--device", options.device,
                   "reference, P.D as `devices` lists them, or a part of a device's name; "
                   "ssh:HOST/DEVICE: that of another machine")
        ->type_name("DEVICE");
    app.add_option("--algorithm", options.algorithm,
                   "auto: the fastest; direct: no convolution that rounds otherwise than its plain "
                   "sum of products (Winograd)")
        ->type_name("NAME")
        ->check(CLI::IsMember({"auto", "direct"}));
    app.add_flag(
        "--half-arithmetic", options.computesInHalf,
        "compute values of float16 tensors in float16 instead of float, sums excepted; for "
        "devices with cl_khr_fp16");
    addRepeated(
        app, "--input", options.inputs,
        "values of a variable: x=F.npy, x=1.5 for all of them, a picture "
        "x=F.png{scale=255,mean=0.5,std=0.5,layout=nchw,fit=crop,order=rgb}; of several: F.npz",
        "NAME=FILE|NUMBER");
    app.add_option("--seed", options.seed, "what values that are not given are made from")
        ->type_name("NUMBER")
        ->check(isSeed);
    app.add_flag("--fallback", options.fallsBack,
                 "run operators whose kernels the device cannot build on the host");
    app.add_flag("--no-invented", options.refusesInvented,
                 "fail where values of an input or a parameter are not given, instead of making "
                 "them up from the seed");
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
    const AllowedFolders allowed(options.weights.allowedPaths.begin(),
                                 options.weights.allowedPaths.end());
    Result<ExecutionRequest> made = requestOf(std::move(*model), context.builtins.ops, allowed);
    if (!made) {
        code = context.console.fail(ExitCode::InputFault, made.error());
        return std::nullopt;
    }
    ExecutionRequest request = std::move(made).value();
    request.device = options.device;
    request.pipeline = options.pipeline;
    request.isDirectOnly = options.algorithm == "direct";
    request.computesInHalf = options.computesInHalf;
    request.seed = options.seed;
    request.fallsBack = options.fallsBack;
    request.refusesInvented = options.refusesInvented;
    for (const std::string &text : options.inputs) {
        if (Status status = addInputSource(text, request, context.builtins); !status) {
            const bool isUsage = status.error().code == "usage";
            code = context.console.fail(isUsage ? ExitCode::WrongUsage : ExitCode::InputFault,
                                        status.error());
            return std::nullopt;
        }
    }
    if (!loadWeights(options.weights, file, request, context, code)) {
        return std::nullopt;
    }
    return request;
}

} // namespace nervure::cli
