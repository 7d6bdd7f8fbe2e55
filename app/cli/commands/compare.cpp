// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/execution/profile_compare.h"
#include "app/cli/json_output.h"
#include "app/cli/table.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;
using cli::TimeDifference;
using Json = nlohmann::ordered_json;

struct CompareOptions {
    std::string first;
    std::string second;
};

Result<Json> readDocument(const std::string &file)
{
    const Result<std::string> text = readFile(file);
    if (!text) {
        return text.error();
    }
    Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object()) {
        Diagnostic error = makeError("compare", "found no JSON document, expected one of `profile "
                                                "--json` or `run --json`");
        error.where.file = file;
        return error;
    }
    return json;
}

std::string fixed(double value, int digits)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

std::string signedText(double value)
{
    return (value > 0 ? "+" : "") + fixed(value, 3);
}

std::string percentOf(const TimeDifference &time)
{
    const double part = time.first.ms > 0 ? 100 * time.ms() / time.first.ms : 0;
    return time.first.ms > 0 ? (part > 0 ? "+" : "") + fixed(part, 1) + " %" : std::string();
}

std::vector<std::string> cellsOf(const TimeDifference &time)
{
    return {fixed(time.first.ms, 3), fixed(time.second.ms, 3),
            signedText(time.ms()),   signedText(time.low()) + " to " + signedText(time.high()),
            percentOf(time),         std::string(changeName(time.change()))};
}

void addRow(cli::Table &table, const std::string &title, std::vector<std::string> cells)
{
    cells.insert(cells.begin(), title);
    table.add(std::move(cells));
}

/// "conv0 | conv0 + relu0": what stands beside what, once where both are alike.
std::string titleOf(const cli::ComparedLayers &row)
{
    const std::string first = join(row.first, " + ");
    const std::string second = join(row.second, " + ");
    return first == second
               ? first
               : (first.empty() ? "-" : first) + " | " + (second.empty() ? "-" : second);
}

cli::Table profileTable(const cli::ComparedProfiles &compared)
{
    using Align = cli::Table::Align;
    cli::Table table({{"layer"},
                      {"first", Align::Right},
                      {"second", Align::Right},
                      {"change", Align::Right},
                      {"95 % sure", Align::Right},
                      {"", Align::Right},
                      {"verdict"}});
    for (const cli::ComparedLayers &row : compared.layers) {
        std::vector<std::string> cells = cellsOf(row.time);
        if (!row.isInBoth()) {
            cells.back() = row.first.empty() ? "only in the second" : "only in the first";
        }
        addRow(table, titleOf(row), std::move(cells));
    }
    addRow(table, "all layers", cellsOf(compared.device));
    addRow(table, "whole run", cellsOf(compared.wall));
    return table;
}

Json timeJson(const TimeDifference &time)
{
    return {{"first_ms", time.first.ms},
            {"second_ms", time.second.ms},
            {"change_ms", time.ms()},
            {"ci95", {time.low(), time.high()}},
            {"verdict", changeName(time.change())}};
}

Json profilesJson(const cli::ComparedProfiles &compared)
{
    Json layers = Json::array();
    for (const cli::ComparedLayers &row : compared.layers) {
        Json json{{"first", row.first}, {"second", row.second}, {"nodes", row.nodes}};
        json.update(timeJson(row.time));
        layers.push_back(std::move(json));
    }
    return {{"first", compared.firstTitle},
            {"second", compared.secondTitle},
            {"wall", timeJson(compared.wall)},
            {"device", timeJson(compared.device)},
            {"layers", std::move(layers)}};
}

void tellOutputs(const std::vector<cli::ComparedOutput> &outputs, cli::Console &console)
{
    using Align = cli::Table::Align;
    cli::Table table(
        {{"output"}, {"largest difference", Align::Right}, {"relative", Align::Right}, {""}});
    Json list = Json::array();
    for (const cli::ComparedOutput &output : outputs) {
        table.add({output.name, formatNumber(output.largest), formatNumber(output.relative),
                   output.remark});
        list.push_back({{"name", output.name},
                        {"difference", cli::numberJson(output.largest)},
                        {"relative", cli::numberJson(output.relative)},
                        {"remark", output.remark}});
    }
    console.document()["outputs"] = std::move(list);
    console.print(table);
}

ExitCode compareDocuments(const Json &first, const Json &second, cli::Console &console)
{
    if (first.contains("layers")) {
        const auto compared = cli::compareProfiles(first, second);
        if (!compared) {
            return console.fail(ExitCode::InputFault, compared.error());
        }
        console.document().update(profilesJson(*compared));
        console.remark("first:  " + compared->firstTitle + "\nsecond: " + compared->secondTitle
                       + '\n');
        console.print(profileTable(*compared));
        return ExitCode::Done;
    }
    const auto outputs = cli::compareRuns(first, second);
    if (!outputs) {
        return console.fail(ExitCode::InputFault, outputs.error());
    }
    tellOutputs(*outputs, console);
    return ExitCode::Done;
}

ExitCode compare(const CompareOptions &options, cli::CommandContext &context)
{
    const Result<Json> first = readDocument(options.first);
    if (!first) {
        return context.console.fail(ExitCode::InputFault, first.error());
    }
    const Result<Json> second = readDocument(options.second);
    if (!second) {
        return context.console.fail(ExitCode::InputFault, second.error());
    }
    return compareDocuments(*first, *second, context.console);
}

} // namespace

void registerCompare(cli::CommandRegistry &registry)
{
    registry.add(
        {"compare", "two documents of profile --json or run --json beside each other",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<CompareOptions>();
             app.add_option("first", options->first, "what profile or run printed with --json")
                 ->type_name("A.json")
                 ->required();
             app.add_option("second", options->second, "the same of another run")
                 ->type_name("B.json")
                 ->required();
             return [options](cli::CommandContext &context) { return compare(*options, context); };
         }});
}

} // namespace nervure
