// SPDX-License-Identifier: Apache-2.0
#include "app/cli/junit.h"

#include "app/cli/console.h"
#include "core/layout/export/svg_text.h"
#include "core/support/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::cli {

namespace {

/// Text of XML.
std::string escaped(const std::string &text)
{
    // Bytes that are not UTF-8 become replacement characters.
    const nlohmann::json json(text);
    const std::string valid =
        nlohmann::json::parse(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
            .get<std::string>();
    std::string result;
    append(result, Escaped{valid});
    return result;
}

std::string caseText(const std::string &suite, const JunitCase &one)
{
    std::string text =
        fmt::format("  <testcase classname=\"{}\" name=\"{}\"", escaped(suite), escaped(one.name));
    if (!one.failure && !one.skipped) {
        return text + "/>\n";
    }
    const std::string &words = one.failure ? *one.failure : *one.skipped;
    return text
           + fmt::format(">\n    <{} message=\"{}\"/>\n  </testcase>\n",
                         one.failure ? "failure" : "skipped", escaped(words));
}

} // namespace

std::string junitText(const std::string &suite, const std::vector<JunitCase> &cases)
{
    const auto failures =
        std::count_if(cases.begin(), cases.end(), [](const JunitCase &one) { return one.failure; });
    const auto skipped = std::count_if(cases.begin(), cases.end(), [](const JunitCase &one) {
        return !one.failure && one.skipped;
    });
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    text += fmt::format("<testsuites>\n <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
                        "errors=\"0\" skipped=\"{}\">\n",
                        escaped(suite), cases.size(), failures, skipped);
    for (const JunitCase &one : cases) {
        text += caseText(suite, one);
    }
    return text + " </testsuite>\n</testsuites>\n";
}

void addJunitOption(CLI::App &app, std::string &file)
{
    app.add_option("--junit", file, "write what was compared as JUnit test cases, too")
        ->type_name("FILE");
}

ExitCode giveJunit(const std::string &file, const std::string &suite,
                   const std::vector<JunitCase> &cases, ExitCode code, CommandContext &context)
{
    if (file.empty()) {
        return code;
    }
    const Status written = writeFile(file, junitText(suite, cases));
    return written ? code : context.console.fail(ExitCode::InputFault, written.error());
}

} // namespace nervure::cli
