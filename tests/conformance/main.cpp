// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "tests/conformance/coreml_suite.h"
#include "tests/conformance/darknet_suite.h"
#include "tests/conformance/device_run.h"
#include "tests/conformance/keras_suite.h"
#include "tests/conformance/lightnet_suite.h"
#include "tests/conformance/mxnet_suite.h"
#include "tests/conformance/nnvm_suite.h"
#include "tests/conformance/onnx_suite.h"
#include "tests/conformance/tensorflow_suite.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <thread>

namespace {

namespace fs = std::filesystem;
using namespace nervure;
using namespace nervure::conformance;

constexpr int exitFailed = 1;
constexpr int exitUnusable = 2;
constexpr int exitDevice = 3; // cannot do what is asked of it, as nervure-cli says
constexpr int exitSkipped = 77;
/// A file may wait for the device while it compiles what other files need.
constexpr double deviceSeconds = 600;

struct Options {
    std::string folder;
    bool isFound = false;
    std::string only;
    std::string device = "reference";
    bool computesInHalf = false;
    std::string filter;
    TaskOptions tasks{std::max(1u, std::thread::hardware_concurrency())};
    bool isJson = false;
    std::vector<std::string> sections;
};

bool isSet(const char *variable)
{
    const char *value = std::getenv(variable);
    return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

std::string defaultFolder()
{
    const char *chosen = std::getenv("NERVURE_ORACLES");
    return chosen != nullptr && *chosen != '\0' ? chosen : NERVURE_DEFAULT_ORACLES;
}

/// Where records were kept back: beside the oracles.
fs::path foundFolder()
{
    return fs::absolute(fs::path(defaultFolder()) / ".." / "found").lexically_normal();
}

int unusable(const std::string &message)
{
    std::cerr << "nervure-conformance: " << message << "\n";
    return exitUnusable;
}

/// Runs the tasks and adds up their reports.
void runAll(const std::vector<Task> &tasks, const Options &options, Summary &summary)
{
    for (const FileReport &report : runTasks(tasks, options.tasks)) {
        summary.add(report);
    }
}

/// What checks run with. They refer to the context that they are made for.
struct Run {
    fs::path folder;
    const Options &options;
    const Builtins &builtins;
    const DeviceRun &device;
    Summary &summary;
};

void runNnvm(const Run &run)
{
    NnvmContext context{run.builtins, *run.builtins.formats.find("nnvm"), run.folder};
    // NNVM's values are computed here entry by entry unless there is a device.
    context.device = run.options.device == "reference" ? DeviceRun() : run.device;
    readNnvmFacts(context);
    runAll(nnvmTasks(context, run.options.filter), run.options, run.summary);
}

void runLightNet(const Run &run)
{
    const LightNetContext context{run.builtins, *run.builtins.formats.find("lightnet"), run.folder,
                                  run.device};
    runAll(lightNetTasks(context, run.options.filter), run.options, run.summary);
}

using FrontendTasks = std::vector<Task> (*)(const FrontendContext &, const std::string &filter);

/// The checks of an importer's framework; `format` reads its models.
template <FrontendTasks tasks>
void runFrontend(const Run &run, const char *format)
{
    const FrontendContext context{run.builtins, *run.builtins.formats.find(format), run.folder,
                                  run.device};
    runAll(tasks(context, run.options.filter), run.options, run.summary);
}

/// The folder of oracles and the checks of it.
struct Suite {
    const char *name;
    void (*run)(const Run &);
};

constexpr std::array suites{
    Suite{"nnvm", runNnvm},
    Suite{"lightnet", runLightNet},
    Suite{"mxnet", [](const Run &run) { runFrontend<mxnetTasks>(run, "mxnet"); }},
    Suite{"onnx", [](const Run &run) { runFrontend<onnxTasks>(run, "onnx"); }},
    Suite{"tensorflow", [](const Run &run) { runFrontend<tensorFlowTasks>(run, "tensorflow"); }},
    Suite{"keras", [](const Run &run) { runFrontend<kerasTasks>(run, "keras"); }},
    Suite{"darknet", [](const Run &run) { runFrontend<darknetTasks>(run, "cfg"); }},
    Suite{"coreml", [](const Run &run) { runFrontend<coreMlTasks>(run, "coreml"); }},
};

std::vector<std::string> suiteNames()
{
    std::vector<std::string> names;
    for (const Suite &suite : suites) {
        names.emplace_back(suite.name);
    }
    return names;
}

/// What the device did not compute.
void tellHostNotes(const HostNotes &notes)
{
    for (const std::string &note : notes) {
        std::cout << "host: " << note << "\n";
    }
}

int run(const Options &options)
{
    const fs::path folder = options.isFound          ? foundFolder()
                            : options.folder.empty() ? fs::path(defaultFolder())
                                                     : fs::path(options.folder);
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
        const bool isOptional = options.isFound || !isSet("NERVURE_REQUIRE_ORACLES");
        if (options.folder.empty() && isOptional) {
            std::cerr << "nervure-conformance: no oracles in " << folder << "\n";
            return exitSkipped;
        }
        return unusable("cannot read the folder " + folder.string());
    }
    const Builtins builtins = makeBuiltins();
    HostNotes left;
    const auto device = openDevice(options.device, builtins, left, options.computesInHalf);
    if (!device) {
        const int code = unusable(device.error().message);
        return device.error().code == "device-half" ? exitDevice : code;
    }
    Summary summary;
    for (const Suite &suite : suites) {
        if (options.only.empty() || options.only == suite.name) {
            suite.run({folder / suite.name, options, builtins, *device, summary});
        }
    }
    if (summary.isEmpty()) {
        return unusable("there is nothing to check in " + folder.string());
    }
    if (options.isJson) {
        std::cout << summary.toJson().dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
                  << "\n";
    } else {
        summary.print(std::cout);
        tellHostNotes(left);
    }
    return summary.count(Finding::Kind::Differs) == 0 ? EXIT_SUCCESS : exitFailed;
}

} // namespace

int main(int argc, char **argv)
{
    Options options;
    CLI::App app{"Compares Nervure with recorded results of the originals", "nervure-conformance"};
    CLI::Option *const folder =
        app.add_option("DIR", options.folder,
                       "folder that holds a folder for each dialect, as nnvm/ and lightnet/");
    app.add_flag("--found", options.isFound, "the folder \"found\" beside the oracles")
        ->excludes(folder);
    app.add_option("--only", options.only, "one dialect alone")->check(CLI::IsMember(suiteNames()));
    app.add_option("--device", options.device, "where graphs are run");
    app.add_flag("--half-arithmetic", options.computesInHalf, "compute float16 in float16");
    app.add_option("--jobs", options.tasks.jobs, "files at a time")->check(CLI::PositiveNumber);
    app.add_option("--filter", options.filter, "cases whose name matches, with * and ?");
    const CLI::Option *seconds =
        app.add_option("--seconds", options.tasks.seconds, "a file that takes longer fails");
    app.add_option("--sections", options.sections, "only these, separated by commas")
        ->delimiter(',');
    app.add_flag("--json", options.isJson, "one JSON document");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return app.exit(error) == 0 ? EXIT_SUCCESS : exitUnusable;
    }
    if (options.device != "reference" && seconds->empty()) {
        options.tasks.seconds = deviceSeconds;
    }
    options.tasks.sections = {options.sections.begin(), options.sections.end()};
    return run(options);
}
