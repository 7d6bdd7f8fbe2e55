// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/step_rows.h"

#include <set>

namespace nervure {

namespace {

/// Whether a step that was done before found out the same again.
bool isRepeat(const PassStep &step, const std::set<QString> &done)
{
    return done.count(step.name) != 0 && !changedSomething(step) && !step.failed && !step.gap;
}

} // namespace

std::vector<StepRow> stepRows(const std::vector<PassStep> &steps, bool onlyChanges)
{
    std::vector<StepRow> rows(1);
    std::set<QString> done;
    bool wasRepeat = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const int number = static_cast<int>(i) + 1;
        const bool repeats = isRepeat(steps[i], done);
        done.insert(steps[i].name);
        if (onlyChanges && !changedSomething(steps[i]) && !steps[i].failed) {
            continue;
        }
        if (repeats && wasRepeat) {
            rows.back().last = number;
        } else {
            rows.push_back({number, number});
        }
        wasRepeat = repeats;
    }
    return rows;
}

std::size_t rowOfStep(const std::vector<StepRow> &rows, int step)
{
    std::size_t row = 0;
    for (std::size_t i = 0; i < rows.size() && rows[i].first <= step; ++i) {
        row = i;
    }
    return row;
}

} // namespace nervure
