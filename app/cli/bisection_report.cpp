// SPDX-License-Identifier: Apache-2.0
#include "app/cli/proof_report.h"
#include "app/cli/proof_words.h"
#include "core/support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace nervure::cli {

namespace {

std::string stepErrors(const ProvedStep &step)
{
    return step.compared == 0 ? std::string() : errorText(step.worst.relative);
}

std::string stepRemark(const ProvedStep &step)
{
    std::vector<std::string> remarks;
    if (step.verdict == ProofVerdict::Joined) {
        remarks.push_back("runs only with later steps: " + step.remark);
    } else if (!step.remark.empty()) {
        remarks.push_back(step.remark);
    }
    if (!step.notRunBefore.empty()) {
        remarks.push_back("together with " + join(step.notRunBefore, ", "));
    }
    if (step.madeGood > 0) {
        remarks.push_back(step.madeGood == 1 ? std::string("1 inner value differs, no output does")
                                             : fmt::format("{} inner values differ, no output does",
                                                           step.madeGood));
    }
    if (!step.assumed.empty()) {
        remarks.push_back("assumed equal: " + join(step.assumed, ", "));
    }
    if (step.nonFinite) {
        remarks.push_back("NaN or infinity from " + nonFiniteText(*step.nonFinite));
    }
    return join(remarks, "; ");
}

/// The assumptions of the verdict besides the files.
std::string groundsText(const Bisection &bisection)
{
    std::string text;
    if (const auto assumed = assumedIn(bisection); !assumed.empty()) {
        text += "assumed to compute the same on both sides: " + join(assumed, ", ") + '\n';
    }
    const bool hasRun = std::any_of(bisection.steps.begin(), bisection.steps.end(),
                                    [](const ProvedStep &step) { return step.compared > 0; });
    if (hasRun && !bisection.invented.empty()) {
        const std::size_t count = bisection.invented.size();
        text += fmt::format("nobody gave the values of {}{}: they were made from seeds\n",
                            quoted(bisection.invented.front()),
                            count > 1 ? fmt::format(" and {} more", count - 1) : std::string());
    }
    return text;
}

/// The line about steps that were not compared; empty where there are none.
std::string notRunText(const Bisection &bisection)
{
    const std::size_t count = bisection.countOf(ProofVerdict::NotRun);
    return count == 0 ? std::string()
                      : fmt::format("{} of {} steps were not compared\n", count, bisection.asked());
}

std::string verdictLine(const Bisection &bisection)
{
    const std::size_t asked = bisection.asked();
    const std::string steps = asked == 1 ? "step" : "steps";
    switch (bisection.verdict()) {
    case ProofVerdict::NotRun:
        return fmt::format("INCOMPLETE: {} of {} {} compared\n", bisection.decided(), asked, steps);
    case ProofVerdict::Identical: return "every step leaves the same graph with the same weights\n";
    default:
        return fmt::format("no step changes an output: {} of {} {} compared\n", bisection.decided(),
                           asked, steps);
    }
}

} // namespace

Table bisectionTable(const Bisection &bisection)
{
    using Align = Table::Align;
    Table table({{"", Align::Right},
                 {"step"},
                 {"verdict"},
                 {"values", Align::Right},
                 {"relative", Align::Right},
                 {""}});
    for (std::size_t i = 0; i < bisection.steps.size(); ++i) {
        const ProvedStep &step = bisection.steps[i];
        table.add({fmt::format("{}", i + 1), step.name, std::string(verdictName(step.verdict)),
                   step.compared == 0 ? std::string() : fmt::format("{}", step.compared),
                   stepErrors(step), stepRemark(step)});
    }
    return table;
}

std::string bisectionSummary(const Bisection &bisection)
{
    if (!bisection.found) {
        return verdictLine(bisection) + groundsText(bisection);
    }
    const FirstDifference &first = *bisection.found;
    const ProvedStep &step = bisection.steps[first.step];
    if (!first.value) {
        return fmt::format("{} is the first step that is wrong: {}\n", step.name, step.remark)
               + notRunText(bisection);
    }
    std::string text =
        fmt::format("{} is the first step that changes an output: {} {}, {}\n", step.name,
                    first.value->op, quoted(first.node), errorWords(*first.value));
    text += otherOriginsLine(step.values, first.node);
    if (!step.notRunBefore.empty()) {
        text += fmt::format("it was compared together with {}, which could not be run\n",
                            join(step.notRunBefore, ", "));
    }
    const std::string beside = first.value->beforeName == first.node
                                   ? ""
                                   : "it stands for " + quoted(first.value->beforeName);
    const std::string why = first.reason.empty() ? "" : "the pass says: " + first.reason;
    const std::string both = beside + (beside.empty() || why.empty() ? "" : "; ") + why;
    return text + both + (both.empty() ? "" : "\n") + notRunText(bisection)
           + groundsText(bisection);
}

std::vector<JunitCase> bisectionCases(const Bisection &bisection)
{
    std::vector<JunitCase> cases;
    for (std::size_t i = 0; i < bisection.steps.size(); ++i) {
        const ProvedStep &step = bisection.steps[i];
        JunitCase one{fmt::format("{} {}", i + 1, step.name)};
        const bool isFirst = bisection.found && bisection.found->step == i;
        if (isFirst && bisection.found->value) {
            const ComparedValue &value = *bisection.found->value;
            one.failure = quoted(value.name) + ": " + errorWords(value);
        } else if (isFirst || step.verdict == ProofVerdict::Broken) {
            one.failure = step.remark;
        } else if (step.verdict == ProofVerdict::Different) {
            one.failure = "an output differs: off by " + errorText(step.worst.relative)
                          + " of its greatest element at most";
        } else if (step.verdict == ProofVerdict::NotRun || step.verdict == ProofVerdict::NotAsked) {
            one.skipped = step.remark;
        } else if (step.verdict == ProofVerdict::Joined) {
            one.skipped = stepRemark(step);
        }
        cases.push_back(std::move(one));
    }
    return cases;
}

} // namespace nervure::cli
