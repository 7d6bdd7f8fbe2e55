// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/find_nodes.h"
#include "app/cli/pipeline.h"
#include "app/cli/table.h"
#include "core/engine/report_json.h"
#include "core/graph/op/kernel_parts.h"
#include "core/query/model_facts.h"
#include "core/query/query_reference.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct FindOptions {
    cli::ModelOptions model;
    std::string query;
    std::string profile;
};

Json optionalJson(const std::optional<double> &value)
{
    return value ? Json(static_cast<std::int64_t>(*value)) : Json();
}

/// `path` leads to the graph that the node is in: "pick/then_branch/"; empty for the model's own.
Json nodeJson(const NodeFacts &facts, NodeId id, const std::string &path, const std::string &reason)
{
    const Node &node = facts.node(id);
    Json shapes = Json::array();
    for (const std::optional<Dimensions> &shape : facts.shapes(id)) {
        shapes.push_back(sizesJson(shape));
    }
    Json types = Json::array();
    facts.dtypes(id, [&types](std::string_view name) { types.push_back(name); });
    const auto time = facts.time(id);
    const auto owner = facts.timeOwner(id);
    return {{"index", optionalJson(facts.index(id))},
            {"name", path + node.name},
            {"in", path.empty() ? Json() : Json(path.substr(0, path.size() - 1))},
            {"op", node.op},
            {"shapes", shapes},
            {"dtypes", types},
            {"params", optionalJson(facts.parameters(id))},
            {"bytes", optionalJson(facts.bytes(id))},
            {"macs", optionalJson(facts.macs(id))},
            {"ms", time ? Json(*time) : Json()},
            {"time_in", owner ? Json(facts.node(*owner).name) : Json()},
            {"match", reason}};
}

void print(cli::Console &console, const Query &query, const ModelFacts &model,
           const std::vector<FoundNode> &found)
{
    cli::Table table(
        {{"index", cli::Table::Align::Right}, {"name"}, {"operator"}, {"shape"}, {"match"}});
    for (const auto &[part, id] : found) {
        const auto &[place, path, facts] = model.parts()[part];
        const Node &node = facts.node(id);
        table.add({std::to_string(static_cast<std::int64_t>(facts.index(id).value_or(0))),
                   path + node.name, node.isVariable() ? "variable" : nodeTitle(node),
                   factText(facts, id, "shape"), query.reason(facts, id)});
    }
    if (!table.empty()) {
        console.print(table);
    }
    console.remark(fmt::format("{}{} of {}\n", found.size(),
                               (found.size() == 1 ? " node" : " nodes"), model.nodeCount()));
}

ExitCode find(const FindOptions &options, cli::CommandContext &context)
{
    const Result<Query> query = Query::parse(options.query);
    if (!query) {
        return context.console.fail(ExitCode::WrongUsage, cli::inQuery(query.error()));
    }
    ExitCode code = ExitCode::Done;
    const auto model = cli::loadModel(options.model, cli::OnFaults::Tolerate, context, code);
    if (!model) {
        return code;
    }
    const auto facts = cli::nodeFacts(*model, options.profile, context, code);
    if (!facts) {
        return code;
    }
    const ModelFacts all(*facts, cli::bodiesOf(*model, context.builtins), context.builtins.ops);
    const std::vector<FoundNode> found = findInModel(*query, all);
    Json &document = context.console.document();
    document = {{"query", options.query}, {"count", found.size()}, {"nodes", Json::array()}};
    if (context.console.isJson()) {
        for (const auto &[part, id] : found) {
            const auto &[place, path, known] = all.parts()[part];
            document["nodes"].push_back(nodeJson(known, id, path, query->reason(known, id)));
        }
    } else {
        print(context.console, *query, all, found);
    }
    return ExitCode::Done;
}

} // namespace

void registerFind(cli::CommandRegistry &registry)
{
    registry.add(
        {"find", "find nodes: by operator, attribute, shape, cost, neighbourhood",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<FindOptions>();
             cli::addModelOptions(app, options->model);
             app.add_option("query", options->query, "what to find, as 'op:conv2d & params>1M'")
                 ->type_name("QUERY")
                 ->required();
             app.add_option("--profile", options->profile,
                            "times, as 'profile --json' or TVM's debugger wrote them")
                 ->type_name("FILE");
             app.footer("\n" + queryReference());
             return [options](cli::CommandContext &context) { return find(*options, context); };
         }});
}

} // namespace nervure
