// SPDX-License-Identifier: Apache-2.0
#include "app/cli/proof_report.h"
#include "app/cli/proof_words.h"
#include "core/support/text.h"

#include <fmt/format.h>

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
    if (step.madeGood > 0) {
        remarks.push_back(fmt::format("{} others, made good behind", step.madeGood));
    }
    if (step.nonFinite) {
        remarks.push_back("NaN or infinity from " + nonFiniteText(*step.nonFinite));
    }
    return join(remarks, "; ");
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
        const std::size_t open =
            bisection.countOf(ProofVerdict::Open) + bisection.countOf(ProofVerdict::Unread);
        return open == 0
                   ? "no step changes a value\n"
                   : fmt::format("no step is known to change a value; {} could not be compared\n",
                                 open);
    }
    const FirstDifference &first = *bisection.found;
    const ProvedStep &step = bisection.steps[first.step];
    if (!first.value) {
        return fmt::format("{} is the first step that is wrong: {}\n", step.name, step.remark);
    }
    std::string text =
        fmt::format("{} is the first step that changes a value: {} {}, {}\n", step.name,
                    first.value->op, quoted(first.node), errorWords(*first.value));
    const std::string beside = first.value->beforeName == first.node
                                   ? ""
                                   : "it stands for " + quoted(first.value->beforeName);
    const std::string why = first.reason.empty() ? "" : "the pass says: " + first.reason;
    const std::string both = beside + (beside.empty() || why.empty() ? "" : "; ") + why;
    return both.empty() ? text : text + both + '\n';
}

std::vector<JunitCase> bisectionCases(const Bisection &bisection)
{
    std::vector<JunitCase> cases;
    for (std::size_t i = 0; i < bisection.steps.size(); ++i) {
        const ProvedStep &step = bisection.steps[i];
        JunitCase one{fmt::format("{} {}", i + 1, step.name)};
        if (bisection.found && bisection.found->step == i) {
            const auto &value = bisection.found->value;
            one.failure = value ? quoted(value->name) + ": " + errorWords(*value) : step.remark;
        } else if (step.verdict == ProofVerdict::Unread) {
            one.skipped = step.remark;
        } else if (step.verdict == ProofVerdict::Open) {
            one.skipped =
                step.remark.empty() ? "the graph before could not be compared" : step.remark;
        } else if (step.verdict == ProofVerdict::Joined) {
            one.skipped = stepRemark(step);
        }
        cases.push_back(std::move(one));
    }
    return cases;
}

} // namespace nervure::cli
