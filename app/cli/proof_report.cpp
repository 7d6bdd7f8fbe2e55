// SPDX-License-Identifier: Apache-2.0
#include "app/cli/proof_report.h"

#include "app/cli/difference_report.h"
#include "app/cli/proof_words.h"
#include "core/proof/comparison_json.h"
#include "core/support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace nervure::cli {

namespace {

std::string verdictOf(const ComparedValue &value)
{
    if (!value.isCompared && !value.isOutput()) {
        return "not compared";
    }
    return std::string(
        verdictName(value.differs() ? ProofVerdict::Different : ProofVerdict::Equal));
}

void addRow(const ComparedValue &value, Table &table)
{
    std::string remark = value.remark;
    if (value.beforeName != value.name) {
        remark = "beside " + value.beforeName + (remark.empty() ? "" : ", " + remark);
    }
    const auto number = [&value](double error) {
        return value.isCompared ? errorText(error) : std::string("-");
    };
    table.add({value.result ? fmt::format("{}", *value.result) : std::string(), value.name,
               value.op, number(value.error.absolute), number(value.error.relative),
               number(value.error.ulps), verdictOf(value), remark});
}

} // namespace

Table modelsTable(const ModelComparison &models)
{
    using Align = Table::Align;
    Table table({{"output", Align::Right},
                 {"node"},
                 {"operator"},
                 {"absolute", Align::Right},
                 {"relative", Align::Right},
                 {"ULP", Align::Right},
                 {"verdict"},
                 {""}});
    for (const ComparedValue *value : resultsOf(models.values)) {
        addRow(*value, table);
    }
    for (const ComparedValue &value : models.values.values) {
        if (!value.result) {
            addRow(value, table);
        }
    }
    return table;
}

std::string modelsSummary(const ModelComparison &models)
{
    const ValueComparison &values = models.values;
    std::string text = "nodes matched: " + matchText(models.match) + '\n';
    if (values.resultsBefore != values.resultsAfter) {
        text += fmt::format("{} outputs and {}: those of equal number were compared\n",
                            values.resultsBefore, values.resultsAfter);
    }
    if (!models.ownVariables.empty()) {
        text += fmt::format(
            "{} of {} variables have values of their own: {}{}\n", models.ownVariables.size(),
            models.ownVariables.size() + models.sharedVariables,
            quoted(models.ownVariables.front()), models.ownVariables.size() > 1 ? ", …" : "");
    }
    for (const auto &[model, source] :
         {std::pair{"first", &values.nonFiniteBefore}, {"second", &values.nonFiniteAfter}}) {
        if (*source) {
            text += fmt::format("the {} model makes NaN or infinity in {}\n", model,
                                nonFiniteText(**source));
        }
    }
    if (values.first && values.resultsDiffer()) {
        const ComparedValue &value = values.values[*values.first];
        text += fmt::format("the first that differs: {} {}, {}\n", value.op, quoted(value.name),
                            errorWords(value));
        text += otherOriginsLine(values.values, value.name);
    }
    const auto others = std::count_if(values.values.begin(), values.values.end(),
                                      [](const auto &value) { return value.differs(); });
    if (others > 0 && !values.resultsDiffer()) {
        text += fmt::format("{} nodes compute something else, which makes no output different\n",
                            others);
    }
    if (!models.assumed.empty()) {
        text += "assumed to compute the same on both sides: " + join(models.assumed, ", ") + '\n';
    }
    if (!models.invented.empty()) {
        text += fmt::format("nobody gave the values of {}{}: they were made from {} seeds\n",
                            quoted(models.invented.front()),
                            models.invented.size() > 1
                                ? fmt::format(" and {} more", models.invented.size() - 1)
                                : std::string(),
                            models.seeds);
    }
    return text
           + (models.verdict == ProofVerdict::Identical
                  ? "identical: the same graph with the same weights\n"
                  : std::string(verdictName(models.verdict)) + '\n');
}

std::vector<JunitCase> modelsCases(const ModelComparison &models)
{
    std::vector<JunitCase> cases;
    const auto add = [&cases](std::string name, const ComparedValue &value) {
        JunitCase one{std::move(name)};
        if (value.differs()) {
            one.failure = errorWords(value);
        }
        cases.push_back(std::move(one));
    };
    for (const ComparedValue *value : resultsOf(models.values)) {
        add(value->name, *value);
    }
    for (const ComparedValue &value : models.values.values) {
        if (value.isBoundary) {
            add("read by an unknown operator: " + value.name, value);
        }
    }
    if (models.values.resultsBefore != models.values.resultsAfter) {
        cases.push_back(
            {"number of outputs", fmt::format("found {}, expected {}", models.values.resultsAfter,
                                              models.values.resultsBefore)});
    }
    return cases;
}

} // namespace nervure::cli
