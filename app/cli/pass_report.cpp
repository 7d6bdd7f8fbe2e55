// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pass_report.h"

#include "app/cli/console.h"
#include "app/cli/difference_report.h"
#include "app/cli/json_output.h"
#include "app/cli/table.h"
#include "core/graph/op/kernel_parts.h"
#include "core/passes/graph_attributes.h"
#include "core/support/units.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

namespace {

/// One cell of the table of entries; nothing for values that are not lists over the entries.
struct CellOf {
    std::size_t entry;

    std::string operator()(std::int64_t) const { return {}; }
    std::string operator()(const std::string &) const { return {}; }
    std::string operator()(const IntDict &) const { return {}; }
    std::string operator()(const std::vector<std::int64_t> &values) const
    {
        return std::to_string(values[entry]);
    }
    std::string operator()(const Shapes &values) const { return shapeLabel(values[entry]); }
    std::string operator()(const DTypes &values) const
    {
        return values[entry] == DType::Unknown ? "?" : std::string(dtypeName(values[entry]));
    }
    std::string operator()(const std::vector<std::string> &values) const { return values[entry]; }
    std::string operator()(const ValueTypes &values) const { return values[entry].text(); }
    template <typename T>
    std::string operator()(const std::shared_ptr<T> &) const
    {
        return {};
    }
};

struct LengthOf {
    std::size_t operator()(std::int64_t) const { return 0; }
    std::size_t operator()(const std::string &) const { return 0; }
    std::size_t operator()(const IntDict &) const { return 0; }
    template <typename T>
    std::size_t operator()(const std::vector<T> &values) const
    {
        return values.size();
    }
    template <typename T>
    std::size_t operator()(const std::shared_ptr<T> &) const
    {
        return 0;
    }
};

using Attr = std::pair<std::string, const AnalysisValue *>;

std::vector<Attr> entryAttrs(const PassRun &run)
{
    std::vector<Attr> attrs;
    for (const auto &[name, value] : run.analyses.all()) {
        const std::size_t length = std::visit(LengthOf(), value);
        if (length > 0 && length == run.index->entryCount()
            && run.analyses.holds(name, *run.index)) {
            attrs.emplace_back(name, &value);
        }
    }
    return attrs;
}

/// That a sum is not that of all values.
std::string partNote(const std::string &name, const Analyses &analyses)
{
    const std::int64_t *missing = analyses.find(keys::storageNotAllocated);
    const bool isPart = name == keys::storageAllocatedBytes.name && missing && *missing > 0;
    return isPart ? " without " + groupedText(*missing) + (*missing == 1 ? " value" : " values")
                        + " of unknown size"
                  : "";
}

void printScalars(Console &console, const Analyses &analyses)
{
    for (const auto &[name, value] : analyses.all()) {
        if (const auto *number = std::get_if<std::int64_t>(&value)) {
            console.print(name + ": " + groupedText(*number) + partNote(name, analyses) + '\n');
        } else if (const auto *text = std::get_if<std::string>(&value)) {
            const bool isLong = text->find('\n') != std::string::npos;
            console.print(name + (isLong ? ":\n" : ": ") + *text
                          + (text->ends_with('\n') ? "" : "\n"));
        }
    }
}

bool isDerived(const std::string &name, const PassRegistry &passes)
{
    return std::any_of(passes.all().begin(), passes.all().end(), [&name](const PassSpec &pass) {
        return std::find(pass.provides.begin(), pass.provides.end(), name) != pass.provides.end();
    });
}

Json amountJson(const std::optional<std::int64_t> &amount)
{
    return amount ? Json(*amount) : Json();
}

/// What a step left open: of how many values, and why.
Json gapJson(const StepGap &gap)
{
    static constexpr const char *kinds[]{"shape", "dtype", "storage"};
    return {{"what", kinds[static_cast<int>(gap.kind)]},
            {"missing", gap.missing},
            {"of", gap.all},
            {"node", gap.name},
            {"message", gapText(gap)}};
}

KnownGraph knownAfter(const PassResult &step)
{
    return {*step.graph, step.index.get(), &step.analyses};
}

Json failureJson(const PassResult &step)
{
    const Diagnostic *failure = step.ok ? nullptr : failureOf(step);
    return failure ? diagnosticJson(*failure) : Json();
}

std::string stepOutcome(const GraphDifference &difference, const PassResult &step)
{
    if (const Diagnostic *failure = step.ok ? nullptr : failureOf(step)) {
        return "failed: " + failure->message;
    }
    std::string text = "unchanged";
    if (step.changed) {
        text = "changed: " + differenceText(difference);
    }
    if (step.wasAdded) {
        text += ", run because a later pass needs it";
    }
    return step.gap ? text + "; " + gapText(*step.gap) : text;
}

} // namespace

Json totalsJson(const GraphTotals &totals)
{
    return {{"params", amountJson(totals.parameters)},
            {"param_bytes", amountJson(totals.parameterBytes)},
            {"macs", amountJson(totals.macs)},
            {"activation_bytes", amountJson(totals.activationBytes)},
            {"planned_bytes", amountJson(totals.plannedBytes)},
            {"peak_bytes", amountJson(totals.peakBytes)}};
}

Json attrsJson(const Analyses &analyses)
{
    Json attrs = Json::object();
    for (const auto &[name, value] : analyses.all()) {
        attrs[name] = analysisJson(value);
    }
    return attrs;
}

Json stepsJson(const KnownGraph &start, const std::vector<PassResult> &steps,
               const std::vector<GraphDifference> &differences)
{
    Json list = Json::array();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const PassResult &step = steps[i];
        const KnownGraph before = i == 0 ? start : knownAfter(steps[i - 1]);
        const KnownGraph after = knownAfter(step);
        list.push_back({{"name", step.name},
                        {"ms", step.ms},
                        {"changed", step.changed},
                        {"part_of", step.partOf.empty() ? Json() : Json(step.partOf)},
                        {"added", step.wasAdded},
                        {"ok", step.ok},
                        {"open", step.gap ? gapJson(*step.gap) : Json()},
                        {"failure", failureJson(step)}});
        list.back().update(totalsJson(step.totals));
        list.back()["difference"] = differenceJson(before, after, differences[i]);
    }
    return list;
}

std::vector<GraphAttr> attrsAfter(const std::vector<GraphAttr> &before, const Analyses &analyses,
                                  const PassRegistry &passes, bool keep)
{
    // A compiled graph is nothing without the lists of its file.
    const bool isCompiled = std::any_of(before.begin(), before.end(), [](const GraphAttr &attr) {
        return attr.name == keys::dltype.name;
    });
    std::vector<GraphAttr> attrs;
    std::copy_if(before.begin(), before.end(), std::back_inserter(attrs),
                 [&](const GraphAttr &attr) {
                     return (isCompiled && !keep) || !isDerived(attr.name, passes);
                 });
    if (keep) {
        for (GraphAttr &attr : writeGraphAttributes(analyses)) {
            attrs.push_back(std::move(attr));
        }
    }
    return attrs;
}

void printEntries(Console &console, const PassRun &run)
{
    if (!run.index) {
        return;
    }
    const std::vector<Attr> attrs = entryAttrs(run);
    std::vector<Table::Column> columns{{"entry", Table::Align::Right}, {"node"}, {"op"}};
    for (const Attr &attr : attrs) {
        const bool isNumber = std::holds_alternative<std::vector<std::int64_t>>(*attr.second);
        columns.push_back({attr.first, isNumber ? Table::Align::Right : Table::Align::Left});
    }
    Table table(columns);
    for (std::uint32_t id = 0; id < run.index->nodeCount(); ++id) {
        const IndexedNode &node = run.index->node(id);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = run.index->entryId(id, i);
            std::vector<std::string> cells{std::to_string(entry), node.node->name,
                                           nodeTitle(*node.node)};
            for (const Attr &attr : attrs) {
                cells.push_back(std::visit(CellOf{entry}, *attr.second));
            }
            table.add(std::move(cells));
        }
    }
    console.print(table);
    console.print("\n");
    printScalars(console, run.analyses);
}

void printSteps(Console &console, const std::vector<PassResult> &steps,
                const std::vector<GraphDifference> &differences)
{
    Table table({{"pass"},
                 {"time", Table::Align::Right},
                 {"graph"},
                 {"parameters", Table::Align::Right},
                 {"MACs", Table::Align::Right},
                 {"planned", Table::Align::Right}});
    const auto known = [](const std::optional<std::int64_t> &amount, auto &&text) {
        return amount ? text(*amount) : std::string("?");
    };
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const PassResult &step = steps[i];
        const GraphTotals &totals = step.totals;
        table.add({step.name, durationText(step.ms), stepOutcome(differences[i], step),
                   known(totals.parameters, groupedText), known(totals.macs, countText),
                   known(totals.plannedBytes, bytesText)});
    }
    console.remark("\n");
    console.remark(table);
}

} // namespace nervure::cli
