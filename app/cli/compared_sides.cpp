// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compared_sides.h"

#include "app/cli/model_options.h"
#include "core/engine/device_catalog.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>

namespace nervure::cli {

namespace {

/// An option of `profile` that is passed on. Given once for each model, each has its own.
struct PassedOption {
    const char *name;
    const char *help;
    const char *typeName;
    bool isForAll; ///< may be given often, and is always for all
    /// Where --numeric puts it; null: it is about times.
    void (*take)(ExecutionOptions &options, const std::string &value) = nullptr;
};

constexpr std::array<PassedOption, 11> passedOptions{{
    {"--shape", "shape of an input, of all models", "NAME=N,…", true,
     [](auto &options, const auto &value) { options.model.shapes.push_back(value); }},
    {"--dtype", "type of an input, of all models", "NAME=TYPE", true,
     [](auto &options, const auto &value) { options.model.dtypes.push_back(value); }},
    {"--input", "values of a variable, of all models", "NAME=FILE", true,
     [](auto &options, const auto &value) { options.inputs.push_back(value); }},
    {"--params", "parameters; once for all, or once for each", "FILE", false,
     [](auto &options, const auto &value) { options.model.params = value; }},
    {"--semantics", "exact or fixed; once for all, or once for each", "NAME", false,
     [](auto &options, const auto &value) { options.model.semantics = value; }},
    {"--device", "where to run, all: on each OpenCL device; once for all, or once for each",
     "DEVICE", false, [](auto &options, const auto &value) { options.device = value; }},
    {"--pipeline", "device, none or nnvm[:N]; once for all, or once for each", "NAME", false},
    {"--algorithm", "auto or direct; once for all, or once for each", "NAME", false,
     [](auto &options, const auto &value) { options.algorithm = value; }},
    {"--mode", "serialised or pipelined; once for all, or once for each", "NAME", false},
    {"--repeat", "timed runs of a process", "N", false},
    {"--warmup", "runs before them", "N", false},
}};

constexpr std::size_t deviceOption = 5;
static_assert(passedOptions[deviceOption].name == std::string_view("--device"));

/// The values of an option for a side.
std::vector<std::string> valuesFor(const ComparedSides &sides, std::size_t option, std::size_t side)
{
    const std::vector<std::string> &values = sides.passed[option];
    if (passedOptions[option].isForAll || values.size() < 2) {
        return values;
    }
    return {values[side]};
}

const std::string &fileOf(const ComparedSides &sides, std::size_t side)
{
    return sides.files[sides.files.size() == 1 ? 0 : side];
}

Status checkOption(const ComparedSides &sides, std::size_t number, Comparison comparison)
{
    const PassedOption &option = passedOptions[number];
    const std::size_t count = sides.passed[number].size();
    if (comparison == Comparison::Results && count > 0) {
        return makeError("usage", "{} is for models that are run, not for results", option.name);
    }
    if (comparison == Comparison::Values && count > 0 && !option.take) {
        return makeError("usage", "{} is for times, not for --numeric", option.name);
    }
    if (!option.isForAll && count > 1 && count != sideCount(sides)) {
        return makeError("usage", "{} is given {} times, expected once, or once for each of {}",
                         option.name, count, sideCount(sides));
    }
    return {};
}

} // namespace

void addSides(CLI::App &app, ComparedSides &sides)
{
    app.add_option("files", sides.files,
                   "models, what profile or run printed with --json, or runs that a project keeps "
                   "(P.nervure#2); one model alone with options given once for each side")
        ->type_name("FILE")
        ->required();
    sides.passed.resize(passedOptions.size());
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        const PassedOption &option = passedOptions[i];
        addRepeated(app, option.name, sides.passed[i], option.help, option.typeName);
    }
    app.add_flag("--no-invented", sides.refusesInvented,
                 "for models: fail where values of an input or a parameter are not given");
}

Status nameAllDevices(ComparedSides &sides)
{
    std::vector<std::string> &devices = sides.passed[deviceOption];
    const auto all = std::find(devices.begin(), devices.end(), "all");
    if (all == devices.end()) {
        return {};
    }
    Diagnostics found;
    std::vector<std::string> ids;
    for (const DeviceInfo &device : DeviceCatalog().list(found)) {
        if (device.id != "reference") {
            ids.push_back(device.id);
        }
    }
    if (ids.empty()) {
        return found.empty() ? makeError("device", "there is no OpenCL device") : found.front();
    }
    devices.insert(devices.erase(all), ids.begin(), ids.end());
    return {};
}

std::size_t sideCount(const ComparedSides &sides)
{
    std::size_t count = sides.files.size();
    for (std::size_t i = 0; i < passedOptions.size() && sides.files.size() == 1; ++i) {
        count = passedOptions[i].isForAll ? count : std::max(count, sides.passed[i].size());
    }
    return count;
}

Status checkSides(const ComparedSides &sides, Comparison comparison)
{
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        RETURN_IF_FAILED(checkOption(sides, i, comparison));
    }
    if (sideCount(sides) < 2) {
        return makeError("usage", "found one thing to compare, expected another file, or an option "
                                  "such as --device given twice");
    }
    if (comparison == Comparison::Values && sideCount(sides) > 2) {
        return makeError("usage", "--numeric compares two models, found {}", sideCount(sides));
    }
    return {};
}

std::vector<std::string> profileArguments(const ComparedSides &sides, std::size_t side)
{
    std::vector<std::string> arguments{fileOf(sides, side)};
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        for (const std::string &value : valuesFor(sides, i, side)) {
            arguments.emplace_back(passedOptions[i].name);
            arguments.push_back(value);
        }
    }
    if (sides.refusesInvented) {
        arguments.emplace_back("--no-invented");
    }
    return arguments;
}

ExecutionOptions executionOf(const ComparedSides &sides, std::size_t side)
{
    ExecutionOptions execution;
    execution.model.file = fileOf(sides, side);
    execution.refusesInvented = sides.refusesInvented;
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        for (const std::string &value : valuesFor(sides, i, side)) {
            if (passedOptions[i].take) {
                passedOptions[i].take(execution, value);
            }
        }
    }
    return execution;
}

} // namespace nervure::cli
