// SPDX-License-Identifier: Apache-2.0
#include "app/cli/comparison_report.h"

#include "app/cli/compare_text.h"
#include "app/cli/compared_time_text.h"
#include "app/cli/junit.h"
#include "app/cli/write_output.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace nervure::cli {

void addComparisonOutput(CLI::App &app, ComparisonOutput &output)
{
    app.add_option(
           "--fail-over", output.failOver,
           "for times: exit with 4 only where something is surely slower, by more than that; with 5 "
           "where that could not have been seen")
        ->type_name("PART");
    app.add_option("--markdown", output.markdown, "for times: write the table as Markdown")
        ->type_name("FILE");
    addJunitOption(app, output.junit);
    app.footer(
        "\nExits with 0 where nothing is different, with 4 where something is; with --fail-over "
        "with 4 where something is slower by more than that, with 5 where a whole run that is could "
        "not have been seen.");
}

Result<std::optional<double>> failOverOf(const ComparisonOutput &output)
{
    const std::string &text = output.failOver;
    if (text.empty()) {
        return std::optional<double>();
    }
    const bool isPercent = text.ends_with('%');
    const auto number = parseNumber(isPercent ? text.substr(0, text.size() - 1) : text);
    if (!number || !std::isfinite(*number) || *number < 0) {
        return makeError("usage", "--fail-over: found {}, expected a part as 5% or 0.05",
                         quoted(text));
    }
    return std::optional(isPercent ? *number / 100 : *number);
}

ExitCode tellComparison(const ProfileSeries &series, const ComparisonOutput &output,
                        const char *command, CommandContext &context)
{
    Console &console = context.console;
    const std::optional<double> failOver = failOverOf(output).value();
    const ComparisonTexts texts = comparisonTexts(series, failOver);
    console.document().update(texts.json);
    console.print(texts.table);
    console.remark(texts.summary);
    const bool fails = failOver ? series.isSlowerBy(*failOver) : series.isDifferent();
    console.document()["failed"] = fails;
    ExitCode code = fails ? ExitCode::Different : ExitCode::Done;
    if (failOver) {
        const bool isBlind = !fails && series.mayMiss(*failOver);
        console.document()["gate"] = fails ? "failed" : isBlind ? "inconclusive" : "passed";
        if (isBlind) {
            code = ExitCode::Undecided;
            console.remark(
                fmt::format("inconclusive: a whole run that is slower by {} would not have been "
                            "seen; measure more processes or rounds\n",
                            percentText(*failOver)));
        }
    }
    if (!output.markdown.empty()) {
        const ExitCode written = writeOutput(comparisonMarkdown(texts), output.markdown, context);
        code = written == ExitCode::Done ? code : written;
    }
    return giveJunit(output.junit, command, texts.cases, code, context);
}

} // namespace nervure::cli
