// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/op_page.h"
#include "app/cli/table.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

struct OpsOptions {
    std::string name;
    std::string dialect;
    bool allVersions = false;
};

bool isWanted(const OpSpec &op, const OpsOptions &options)
{
    return options.dialect.empty() || dialectName(op.dialect) == options.dialect;
}

cli::ExitCode listOps(const OpsOptions &options, cli::CommandContext &context)
{
    cli::Table table({{"operator"}, {"dialect"}, {"category"}, {"does"}});
    Json list = Json::array();
    for (const OpSpec *op : context.builtins.ops.withDeclared()) {
        if (isWanted(*op, options) && (options.allVersions || context.builtins.ops.isNewest(*op))) {
            table.add({op->name, std::string(dialectName(op->dialect)),
                       std::string(categoryName(op->category)), op->summary});
            list.push_back(cli::opJson(*op));
        }
    }
    context.console.print(table);
    context.console.document()["ops"] = std::move(list);
    return cli::ExitCode::Done;
}

Diagnostic unknownOp(const OpsOptions &options, const OpRegistry &ops)
{
    std::vector<std::string> names;
    for (const Dialect dialect : allDialects) {
        const auto more = ops.names(dialect);
        names.insert(names.end(), more.begin(), more.end());
    }
    const auto similar = nearest(options.name, names);
    return makeError("op-unknown", "there is no operator {}{}", quoted(options.name),
                     (similar ? ", did you mean " + quoted(*similar)
                              : ", expected one of those that 'ops' lists"));
}

cli::ExitCode showOp(const OpsOptions &options, cli::CommandContext &context)
{
    Json list = Json::array();
    for (const Dialect dialect : allDialects) {
        const OpSpec *op = context.builtins.ops.find(dialect, options.name);
        if (op && isWanted(*op, options)) {
            context.console.print((list.empty() ? "" : "\n")
                                  + cli::opPage(*op, context.builtins.ops));
            list.push_back(cli::opJson(*op));
        }
    }
    if (list.empty()) {
        return context.console.fail(cli::ExitCode::WrongUsage,
                                    unknownOp(options, context.builtins.ops));
    }
    context.console.document()["ops"] = std::move(list);
    return cli::ExitCode::Done;
}

} // namespace

void registerOps(cli::CommandRegistry &registry)
{
    registry.add({"ops", "list the operators, or show one: attributes, defaults, rules",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<OpsOptions>();
                      app.add_option("NAME", options->name, "the operator to show");
                      app.add_option("--dialect", options->dialect, "only this dialect")
                          ->type_name(join(dialectNames(), "|"))
                          ->check(CLI::IsMember(dialectNames()));
                      app.add_flag("--all-versions", options->allVersions,
                                   "list operators of ONNX once for each version");
                      return [options](cli::CommandContext &context) {
                          return options->name.empty() ? listOps(*options, context)
                                                       : showOp(*options, context);
                      };
                  }});
}

} // namespace nervure
