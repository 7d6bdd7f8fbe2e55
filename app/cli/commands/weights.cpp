// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/model_options.h"
#include "app/cli/table.h"
#include "core/engine/weight_json.h"
#include "core/support/text.h"
#include "core/support/units.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct WeightsOptions {
    std::string file;
    std::string name;
    std::string slice;
    std::string npy;
    std::vector<std::string> allowedPaths;
};

std::string shapeOf(const std::vector<std::int64_t> &shape)
{
    std::vector<std::string> sizes;
    for (const std::int64_t size : shape) {
        sizes.push_back(std::to_string(size));
    }
    return sizes.empty() ? "scalar" : join(sizes, "×");
}

/// Where it is and what is to be known of it.
std::string remarkOn(const Weight &weight)
{
    std::string remark = weight.file.empty() ? std::string() : "in " + weight.file;
    for (const std::string &more : {weight.note, weight.problem}) {
        remark += (remark.empty() || more.empty() ? "" : "; ") + more;
    }
    return remark;
}

Json weightJson(const Weight &weight)
{
    Json json = {{"name", weight.name},
                 {"dtype", weight.typeName},
                 {"shape", weight.shape},
                 {"bytes", weight.storedBytes}};
    for (const auto &[key, text] :
         {std::pair("file", weight.file), {"note", weight.note}, {"problem", weight.problem}}) {
        if (!text.empty()) {
            json[key] = text;
        }
    }
    return json;
}

ExitCode list(const WeightFile &file, cli::CommandContext &context)
{
    Json &document = context.console.document();
    document = {{"file", file.path().string()}, {"weights", Json::array()}};
    cli::Table table({{"name"},
                      {"type"},
                      {"shape", cli::Table::Align::Right},
                      {"bytes", cli::Table::Align::Right},
                      {""}});
    std::uint64_t bytes = 0;
    for (const Weight &weight : file.weights()) {
        bytes += weight.storedBytes;
        if (context.console.isJson()) {
            document["weights"].push_back(weightJson(weight));
        } else {
            table.add({weight.name, weight.typeName, shapeOf(weight.shape),
                       std::to_string(weight.storedBytes), remarkOn(weight)});
        }
    }
    if (!table.empty()) {
        context.console.print(table);
    }
    context.console.remark(fmt::format("{} {}, {} bytes\n", file.weights().size(),
                                       (file.weights().size() == 1 ? "weight" : "weights"), bytes));
    return ExitCode::Done;
}

/// A row of blocks, each as high as its part is full.
std::string histogramText(const std::vector<std::uint64_t> &histogram)
{
    constexpr std::array<std::string_view, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const std::uint64_t most = *std::max_element(histogram.begin(), histogram.end());
    std::string text;
    for (const std::uint64_t count : histogram) {
        const double part = static_cast<double>(count) / static_cast<double>(most);
        const auto height = static_cast<std::size_t>(part * (blocks.size() - 1));
        text += blocks[count > 0 ? std::max<std::size_t>(height, 1) : 0];
    }
    return text;
}

void print(const WeightReport &report, cli::Console &console)
{
    const WeightStatistics &numbers = report.statistics;
    console.print(fmt::format("{}  {} {}, {} bytes{}{}\n", report.name, report.typeName,
                              shapeOf(report.shape), report.storedBytes,
                              (report.file.empty() ? "" : " in " + report.file),
                              (report.note.empty() ? "" : "; " + report.note)));
    if (!numbers.histogram.empty()) {
        console.print(fmt::format("min {:.6g}  max {:.6g}  mean {:.6g}  std {:.6g}\n",
                                  numbers.least, numbers.greatest, numbers.mean,
                                  numbers.deviation));
        console.print("[" + histogramText(numbers.histogram) + "]\n");
    }
    if (report.typeName != "string") {
        console.print(fmt::format("NaN {}  infinite {}  zero {}  of {}\n", numbers.nans,
                                  numbers.infinities, numbers.zeros, numbers.count));
    }
    const bool isCut = report.values.size() < report.slice.count();
    console.print(fmt::format("values of shape {}: {}{}\n", shapeOf(report.slice.shape()),
                              join(report.values, ", "), (isCut ? ", …" : "")));
}

ExitCode exitCodeFor(const Diagnostic &error)
{
    return error.code == "slice" || error.code == "no-such-weight" ? ExitCode::WrongUsage
                                                                   : ExitCode::InputFault;
}

/// Who asks for a slice wants to see it.
WeightRequest requestOf(const WeightsOptions &options)
{
    constexpr std::uint64_t mostOfSlice = 4096;
    WeightRequest request;
    request.slice = options.slice;
    request.mostValues = options.slice.empty() ? request.mostValues : mostOfSlice;
    return request;
}

ExitCode weights(const WeightsOptions &options, cli::CommandContext &context)
{
    if (options.name.empty() && (!options.slice.empty() || !options.npy.empty())) {
        return context.console.fail(
            ExitCode::WrongUsage,
            makeError("usage", "--slice and --npy are of one weight, expected its name"));
    }
    const auto file =
        WeightFile::open(options.file, {options.allowedPaths.begin(), options.allowedPaths.end()});
    if (!file) {
        return context.console.fail(ExitCode::InputFault, file.error());
    }
    if (options.name.empty()) {
        return list(*file, context);
    }
    if (!options.npy.empty()) {
        const Status status = exportWeight(*file, options.name, options.slice, options.npy, {});
        if (!status) {
            return context.console.fail(exitCodeFor(status.error()), status.error());
        }
        context.console.document() = {{"name", options.name}, {"npy", options.npy}};
        return ExitCode::Done;
    }
    const auto report = reportWeight(*file, options.name, requestOf(options), {});
    if (!report) {
        return context.console.fail(exitCodeFor(report.error()), report.error());
    }
    context.console.document() = weightReportJson(*report);
    print(*report, context.console);
    return ExitCode::Done;
}

} // namespace

void registerWeights(cli::CommandRegistry &registry)
{
    registry.add(
        {"weights", "the weights of a model or parameter file: statistics, values, NumPy files",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<WeightsOptions>();
             app.add_option("file", options->file,
                            "a model that holds weights, a parameter file, or a model beside one")
                 ->type_name("FILE")
                 ->required();
             app.add_option("name", options->name, "one of them; all are listed without")
                 ->type_name("NAME");
             app.add_option("--slice", options->slice,
                            "a part, as NumPy takes it: 0,2:5,::2; the last dimensions may be "
                            "left out")
                 ->type_name("SLICE");
             app.add_option("--npy", options->npy, "write it, or the slice, as a NumPy file")
                 ->type_name("FILE");
             cli::addRepeated(app, "--allow-path", options->allowedPaths,
                              "a folder beside the model's that its data may be read from", "DIR");
             return [options](cli::CommandContext &context) { return weights(*options, context); };
         }});
}

} // namespace nervure
