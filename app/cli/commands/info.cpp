// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/load_model.h"
#include "app/cli/pass_report.h"
#include "app/cli/pipeline.h"
#include "app/cli/table.h"
#include "core/engine/report_json.h"
#include "core/formats/nnvm/tvm_debug_dump.h"
#include "core/graph/analysis/graph_totals.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/analysis/value_labels.h"
#include "core/graph/analysis/value_names.h"
#include "core/graph/kernel_calls.h"
#include "core/graph/op/kernel_parts.h"
#include "core/support/units.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

/// An input or output as it is shown.
struct Value {
    std::string name;
    std::optional<Dimensions> sizes{}; ///< nothing: the rank is unknown
    DType dtype = DType::Unknown;
    std::string valueType{}; ///< of an ONNX value, with the names of dimensions
    std::string shapeText{}; ///< as people read it; empty: unknown
    std::string typeText{};
    bool isDeclared = false; ///< some of it is known only because the file declares it
};

struct Info {
    std::string format;
    std::string title;
    std::string release; ///< of the program that wrote the file, where it says so
    std::size_t nodes = 0;
    std::size_t bodyNodes = 0; ///< in graphs that nodes hold
    std::string paramsFile;    ///< where the parameters' values are; empty: not known
    std::map<std::string, int> operators;
    std::map<std::string, int> kernels;      ///< of compiled graphs: how often each is called
    std::map<std::string, int> kernelTitles; ///< the same by what they compute
    std::map<std::string, double> kernelMs;  ///< of those, where a debugger of TVM measured them
    std::vector<Value> inputs;
    std::vector<Value> outputs;
    GraphTotals totals;
    Semantics semantics = Semantics::Exact;
    Diagnostics findings; ///< by inference
};

class Facts {
public:
    explicit Facts(const PassRun &inferred)
        : m_index(inferred.index.get()),
          m_types(inferred.analyses.find(keys::dtype, inferred.index)),
          m_valueTypes(inferred.analyses.find(keys::valueType, inferred.index)),
          m_labels(m_index ? ValueLabels(inferred.analyses, *m_index) : ValueLabels())
    {}

    [[nodiscard]] Value value(std::string name, const Entry &entry) const
    {
        Value result;
        result.name = std::move(name);
        const auto id = m_index ? m_index->find(entry.node) : std::nullopt;
        if (id) {
            const std::uint32_t at = m_index->entryId(*id, entry.index);
            result.shapeText = m_labels.shape(at);
            result.typeText = m_labels.type(at);
            result.isDeclared = m_labels.isDeclared(at);
            result.valueType = m_valueTypes ? (*m_valueTypes)[at].text() : "";
            result.sizes = m_labels.sizes(at);
            result.dtype = m_types && at < m_types->size() ? (*m_types)[at] : DType::Unknown;
        }
        return result;
    }

private:
    const IndexedGraph *m_index;
    const DTypes *m_types;
    const ValueTypes *m_valueTypes;
    ValueLabels m_labels;
};

/// LightNet's outputs: the tensors that no operator reads.
void addUnreadTensors(Info &info, const Graph &graph, const Facts &facts)
{
    std::set<std::pair<std::uint32_t, std::uint32_t>> read;
    for (const NodeId id : graph.nodes()) {
        for (const Entry &input : graph.node(id).inputs) {
            read.insert({input.node.value, input.index});
        }
    }
    for (const NodeId id : graph.nodes()) {
        const auto &ports = graph.node(id).outputPorts;
        for (std::uint32_t i = 0; i < ports.size(); ++i) {
            if (read.count({id.value, i}) == 0) {
                info.outputs.push_back(facts.value(ports[i].tensor, {id, i}));
            }
        }
    }
}

/// What inference found beyond what opening the file told. Inputs without a shape are seen in the table.
Diagnostics newFindings(const Diagnostics &found, const Diagnostics &told)
{
    Diagnostics fresh;
    for (const Diagnostic &finding : found) {
        const auto isSame = [&finding](const Diagnostic &other) {
            return other.code == finding.code && other.where.node == finding.where.node
                   && other.where.attribute == finding.where.attribute;
        };
        if (finding.code != "input-missing" && std::none_of(told.begin(), told.end(), isSame)) {
            fresh.push_back(finding);
        }
    }
    return fresh;
}

void addOperators(Info &info, const std::vector<ShownBody> &bodies)
{
    for (const ShownBody &body : bodies) {
        info.bodyNodes += body.graph->nodeCount();
        for (const NodeId id : body.graph->nodes()) {
            const Node &node = body.graph->node(id);
            info.operators[node.op] += node.isVariable() ? 0 : 1;
        }
    }
    info.operators.erase(std::string(variableOp));
}

/// Counts what the file holds, and the cost of a run of its outputs: of all nodes where it has no outputs.
GraphTotals totalsOf(const cli::CliModel &model, const PassRun &inferred,
                     const std::unordered_set<NodeId> &parameters,
                     const std::vector<ShownBody> &bodies, const Builtins &builtins)
{
    const KernelMacs macs = bodyMacs(bodies, model.semantics);
    const auto totals = [&](const PassRun &run) {
        return graphTotals(*run.index, run.analyses, parameters, model.semantics, &macs);
    };
    GraphTotals all = totals(inferred);
    const Graph &graph = model.opened.graph;
    if (!graph.heads().empty() && inferred.graph.heads().size() > graph.heads().size()) {
        if (const PassRun needed = cli::inferNeeded(model, builtins); needed.index) {
            const GraphTotals held = all;
            all = totals(needed);
            all.parameters = held.parameters;
            all.parameterBytes = held.parameterBytes;
        }
    }
    addBodyParameters(bodies, builtins.ops, model.semantics, all);
    return all;
}

Info collect(const cli::CliModel &model, const Builtins &builtins)
{
    const Graph &graph = model.opened.graph;
    const PassRun inferred = cli::infer(model, builtins);
    const Facts facts(inferred);
    const auto parameters = findParameters(graph, builtins.ops, model.loadedNames());
    Info info;
    info.format = model.opened.format->name;
    info.title = formatTitle(*model.opened.format, graph);
    if (const auto &release = model.opened.format->release) {
        info.release = release(model.opened.graph);
    }
    info.nodes = graph.nodeCount();
    info.semantics = model.semantics;
    info.paramsFile = model.paramsFile;
    const std::vector<ShownBody> bodies = cli::bodiesOf(model, builtins);
    addOperators(info, bodies);
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.isVariable()) {
            ++info.operators[node.op];
            if (const std::string *kernel = calledKernel(node)) {
                ++info.kernels[*kernel];
                ++info.kernelTitles[kernelTitle(*kernel)];
            }
        }
        if (holdsValues(node, builtins.ops) && parameters.count(id) == 0) {
            info.inputs.push_back(facts.value(
                node.outputPorts.empty() ? node.name : node.outputPorts.front().tensor, {id}));
        }
    }
    for (const Entry &head : graph.heads()) {
        info.outputs.push_back(facts.value(valueName(graph, builtins.ops, head), head));
    }
    if (graph.dialect() == Dialect::LightNet) {
        addUnreadTensors(info, graph, facts);
    }
    if (inferred.index) {
        info.totals = totalsOf(model, inferred, parameters, bodies, builtins);
    }
    Diagnostics ofTrace;
    for (const DebugTime &time : timesBesideDump(model.opened.path, graph, ofTrace)) {
        info.kernelMs[nodeTitle(graph.node(time.node))] += time.ms;
    }
    info.findings = newFindings(inferred.diagnostics, model.opened.diagnostics);
    info.findings.insert(info.findings.end(), ofTrace.begin(), ofTrace.end());
    return info;
}

Json valuesJson(const std::vector<Value> &values)
{
    Json list = Json::array();
    for (const Value &value : values) {
        const bool isTyped = value.dtype != DType::Unknown;
        list.push_back({{"name", value.name},
                        {"shape", sizesJson(value.sizes)},
                        {"dtype", isTyped ? Json(dtypeName(value.dtype)) : Json()}});
        if (!value.valueType.empty()) {
            list.back()["type"] = value.valueType;
        }
        if (value.isDeclared) {
            list.back()["declared"] = true;
        }
    }
    return list;
}

void fill(Json &document, const Info &info)
{
    Json operators = Json::object();
    for (const auto &[op, count] : info.operators) {
        operators[op] = count;
    }
    document = {{"format", info.format},
                {"nodes", info.nodes},
                {"operators", operators},
                {"inputs", valuesJson(info.inputs)},
                {"outputs", valuesJson(info.outputs)},
                {"semantics", semanticsName(info.semantics)}};
    if (info.bodyNodes > 0) {
        document["body_nodes"] = info.bodyNodes;
    }
    if (!info.release.empty()) {
        document["release"] = info.release;
    }
    document.update(cli::totalsJson(info.totals));
    if (!info.paramsFile.empty()) {
        document["params_file"] = info.paramsFile;
    }
    if (!info.kernels.empty()) {
        document["kernels"] = info.kernels;
        document["kernel_operators"] = info.kernelTitles;
        if (!info.kernelMs.empty()) {
            document["kernel_ms"] = info.kernelMs;
        }
    }
}

std::string valueText(const Value &value)
{
    std::string text = value.name + "  " + (value.shapeText.empty() ? "?" : value.shapeText);
    if (!value.typeText.empty() && value.typeText != dtypeName(DType::Float32)) {
        text += "  " + value.typeText;
    }
    return value.isDeclared ? text + "  (declared)" : text;
}

void addValues(cli::Table &table, const std::string &title, const std::vector<Value> &values)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        table.add({i == 0 ? title : "", valueText(values[i])});
    }
}

void printCounts(cli::Console &console, const char *what, const std::map<std::string, int> &counts)
{
    cli::Table table({{what}, {"count", cli::Table::Align::Right}});
    for (const auto &[name, count] : counts) {
        table.add({name, std::to_string(count)});
    }
    if (!table.empty()) {
        console.print("\n");
        console.print(table);
    }
}

/// With the times that TVM's debugger measured, the slowest first.
void printKernels(cli::Console &console, const Info &info)
{
    if (info.kernelMs.empty()) {
        printCounts(console, "kernel", info.kernelTitles);
        return;
    }
    std::vector<std::pair<double, std::string>> slowest;
    double total = 0;
    for (const auto &[title, ms] : info.kernelMs) {
        slowest.emplace_back(-ms, title);
        total += ms;
    }
    std::sort(slowest.begin(), slowest.end());
    using Align = cli::Table::Align;
    cli::Table table(
        {{"kernel"}, {"count", Align::Right}, {"ms", Align::Right}, {"%", Align::Right}});
    constexpr double percent = 100;
    for (const auto &[ms, title] : slowest) {
        const double share = total > 0 ? -ms / total * percent : 0;
        table.add({title, std::to_string(info.kernelTitles.at(title)), fmt::format("{:.3f}", -ms),
                   fmt::format("{:.1f}", share)});
    }
    console.print("\n");
    console.print(table);
}

void print(cli::Console &console, const Info &info)
{
    cli::Table table({{""}, {""}});
    table.add({"format", info.title + " (" + std::string(semanticsName(info.semantics)) + ")"});
    const std::string inside =
        info.bodyNodes == 0 ? std::string()
                            : fmt::format(" and {} in bodies",
                                          groupedText(static_cast<std::int64_t>(info.bodyNodes)));
    table.add({"nodes", groupedText(static_cast<std::int64_t>(info.nodes)) + inside});
    addValues(table, "inputs", info.inputs);
    addValues(table, "outputs", info.outputs);
    const GraphTotals &totals = info.totals;
    const std::string bytes =
        totals.parameterBytes ? " (" + bytesText(*totals.parameterBytes) + ")" : std::string();
    table.add(
        {"parameters", totals.parameters ? groupedText(*totals.parameters) + bytes : "unknown"});
    table.add({"MACs", totals.macs ? countText(*totals.macs) : "unknown"});
    table.add(
        {"activations", totals.activationBytes ? bytesText(*totals.activationBytes) : "unknown"});
    table.add({"planned", totals.plannedBytes ? bytesText(*totals.plannedBytes) : "unknown"});
    console.print(table);
    printCounts(console, "operator", info.operators);
    printKernels(console, info);
}

ExitCode run(const cli::ModelOptions &options, cli::CommandContext &context)
{
    ExitCode code = ExitCode::Done;
    const auto model = cli::loadModel(options, cli::OnFaults::Tolerate, context, code);
    if (!model) {
        return code;
    }
    const Info info = collect(*model, context.builtins);
    context.console.report(info.findings);
    fill(context.console.document(), info);
    print(context.console, info);
    return ExitCode::Done;
}

} // namespace

void registerInfo(cli::CommandRegistry &registry)
{
    registry.add({"info", "what a file holds: counts, inputs, outputs, parameters, MACs, findings",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<cli::ModelOptions>();
                      cli::addModelOptions(app, *options);
                      return [options](cli::CommandContext &context) {
                          return run(*options, context);
                      };
                  }});
}

} // namespace nervure
