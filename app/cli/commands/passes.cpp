// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/table.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

struct PassesOptions {
    std::string dialect; ///< empty: all
};

/// The names of the dialects whose operators it knows.
std::vector<std::string> dialectsOf(const PassSpec &pass)
{
    std::vector<std::string> names;
    for (const Dialect dialect : allDialects) {
        if (pass.fits(dialect)) {
            names.emplace_back(dialectName(dialect));
        }
    }
    return names;
}

bool isWanted(const PassSpec &pass, const PassesOptions &options)
{
    const auto isMeant = [&options](Dialect dialect) {
        return dialectName(dialect) == options.dialect;
    };
    const auto *dialect = std::find_if(allDialects.begin(), allDialects.end(), isMeant);
    return dialect == allDialects.end() || pass.fits(*dialect);
}

Json optionJson(const PassOption &option)
{
    Json json{{"name", option.name}, {"default", option.defaultText}, {"help", option.help}};
    if (!option.choices.empty()) {
        json["choices"] = option.choices;
    }
    json["integer"] = option.isInteger;
    return json;
}

Json passJson(const PassSpec &pass)
{
    Json options = Json::array();
    for (const PassOption &option : pass.options) {
        options.push_back(optionJson(option));
    }
    return {{"name", pass.name},
            {"summary", pass.summary},
            {"dialects", dialectsOf(pass)},
            {"needs", pass.needs},
            {"needs_in_fixed", pass.needsInFixed},
            {"provides", pass.provides},
            {"options", options},
            {"changes_graph", pass.changesGraph}};
}

/// "shape,dtype"; in brackets what is needed in fixed semantics alone.
std::string needsText(const PassSpec &pass)
{
    std::string text = join(pass.needs, ",");
    if (!pass.needsInFixed.empty()) {
        text += (text.empty() ? "" : ",") + ("(" + join(pass.needsInFixed, ",") + ")");
    }
    return text;
}

cli::ExitCode listPasses(const PassesOptions &wanted, cli::CommandContext &context)
{
    cli::Table table({{"pass"}, {"needs"}, {"provides"}, {"options"}, {"does"}});
    Json list = Json::array();
    for (const PassSpec &pass : context.builtins.passes.all()) {
        if (!isWanted(pass, wanted)) {
            continue;
        }
        std::vector<std::string> options;
        for (const PassOption &option : pass.options) {
            options.push_back(option.name + '=' + option.defaultText);
        }
        table.add({pass.name, needsText(pass), join(pass.provides, ","), join(options, ","),
                   pass.summary});
        list.push_back(passJson(pass));
    }
    context.console.print(table);
    context.console.document()["passes"] = std::move(list);
    return cli::ExitCode::Done;
}

} // namespace

void registerPasses(cli::CommandRegistry &registry)
{
    registry.add({"passes", "list the passes: what they need, give and take as options",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<PassesOptions>();
                      app.add_option("--dialect", options->dialect,
                                     "only those that know operators of this dialect")
                          ->type_name(join(dialectNames(), "|"))
                          ->check(CLI::IsMember(dialectNames()));
                      return [options](cli::CommandContext &context) {
                          return listPasses(*options, context);
                      };
                  }});
}

} // namespace nervure
