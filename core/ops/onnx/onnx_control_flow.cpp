// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>

namespace nervure {

namespace {

using namespace onnx;
using Kind = ValueType::Kind;

/// Values that a loop carries settle after a few runs of its body: each run can only make less known.
constexpr int mostRuns = 4;

ValueType carried(ValueType type)
{
    type.elements.reset();
    return type;
}

/// What holds of a value that comes from either branch: of one that is not known, its element type.
ValueType ofEitherBranch(const ValueType &a, const ValueType &b)
{
    if (a.kind == Kind::Unknown || b.kind == Kind::Unknown) {
        ValueType known = carried(a.kind == Kind::Unknown ? b : a);
        known.shape.reset();
        return known;
    }
    return common(a, b);
}

std::size_t bodyNamed(const ValueCall &call, std::string_view name)
{
    return static_cast<std::size_t>(std::find(call.bodies.begin(), call.bodies.end(), name)
                                    - call.bodies.begin());
}

Status branch(ValueCall &call)
{
    if (!call.inferBody) {
        return {};
    }
    const auto condition = call.numbers(0);
    const bool isDecided = condition && condition->size() == 1;
    const char *taken = isDecided && condition->front() != 0 ? "then_branch" : "else_branch";
    const char *other = isDecided ? taken : "then_branch";
    ASSIGN_OR_RETURN(const auto first, call.inferBody(bodyNamed(call, taken), {}));
    ASSIGN_OR_RETURN(const auto second, call.inferBody(bodyNamed(call, other), {}));
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        if (i < first.size() && i < second.size()) {
            call.setType(i, ofEitherBranch(first[i], second[i]));
        }
    }
    return {};
}

/// The values that a loop's body carries from run to run, and what one run gives beside them.
struct Carried {
    std::vector<ValueType> values;
    std::vector<ValueType> results;
    ValueType first; ///< the body's first output, in its last run
};

/// Runs the body until what is known of the carried values holds for every run. The body takes `before`, the
/// carried values and `behind`; it gives `given` values and then the carried ones and the results.
Result<Carried> settle(ValueCall &call, const std::vector<ValueType> &before,
                       std::vector<ValueType> values, const std::vector<ValueType> &behind,
                       std::size_t given)
{
    Carried settled{std::move(values), {}, {}};
    for (int run = 0; run < mostRuns; ++run) {
        std::vector<ValueType> inputs = before;
        inputs.insert(inputs.end(), settled.values.begin(), settled.values.end());
        inputs.insert(inputs.end(), behind.begin(), behind.end());
        ASSIGN_OR_RETURN(auto outputs, call.inferBody(0, std::move(inputs)));
        bool isSettled = true;
        for (std::size_t i = 0; i < settled.values.size(); ++i) {
            const std::size_t at = given + i;
            ValueType after =
                at < outputs.size() ? carried(common(settled.values[i], outputs[at])) : ValueType();
            isSettled = isSettled && after == settled.values[i];
            settled.values[i] = std::move(after);
        }
        settled.first = outputs.empty() ? ValueType() : outputs.front();
        const std::size_t first = given + settled.values.size();
        settled.results.clear();
        for (std::size_t i = first; i < outputs.size(); ++i) {
            settled.results.push_back(carried(std::move(outputs[i])));
        }
        if (isSettled) {
            return settled;
        }
    }
    for (ValueType &value : settled.values) {
        value.shape.reset();
    }
    for (ValueType &result : settled.results) {
        result.shape.reset();
    }
    return settled;
}

/// A value with a row for each run along a dimension.
ValueType stacked(ValueType one, const Dimension &runs, std::int64_t axis)
{
    if (one.shape) {
        const auto rank = axisOf(axis, one.shape->size() + 1);
        if (!rank) {
            return ValueType::tensor(one.element);
        }
        one.shape->insert(one.shape->begin() + static_cast<std::ptrdiff_t>(*rank), runs);
    }
    return one;
}

/// True if the condition is known to be that.
bool isKnown(const ValueType &condition, bool value)
{
    return condition.elements && condition.elements->whole.size() == 1
           && condition.elements->whole.front().is(value ? 1 : 0);
}

/// The steps that a loop runs: as many as are given where no condition ends it early, none where they are not positive
/// or the condition is false before the first.
Dimension stepsOf(const ValueCall &call, bool staysTrue)
{
    const auto *count = call.whole(0);
    const Dimension given = count && count->size() == 1 ? count->front() : Dimension();
    const auto number = given.number();
    const bool isNone = (number && *number < 1) || (call.has(1) && isKnown(call.in(1), false));
    return isNone ? Dimension(0) : staysTrue ? given : Dimension();
}

Status loop(ValueCall &call)
{
    if (!call.inferBody) {
        return {};
    }
    std::vector<ValueType> values;
    for (std::size_t i = 2; i < call.inputs.size(); ++i) {
        values.push_back(carried(call.in(i)));
    }
    std::vector<ValueType> before{ValueType::tensor(ElementType::Int64, Dimensions()),
                                  ValueType::tensor(ElementType::Bool, Dimensions())};
    if (!call.has(1) || isKnown(call.in(1), true)) {
        before[1].elements = elementsFromText(ElementType::Bool, "true");
    }
    ASSIGN_OR_RETURN(Carried settled, settle(call, before, std::move(values), {}, 1));
    std::size_t output = 0;
    for (ValueType &value : settled.values) {
        call.setType(output++, std::move(value));
    }
    const Dimension rows = stepsOf(call, isKnown(settled.first, true));
    for (ValueType &result : settled.results) {
        call.setType(output++, stacked(std::move(result), rows, 0));
    }
    return {};
}

/// Scan's inputs beside the states, and how they are walked along.
struct ScanInputs {
    std::vector<ValueType> states;
    std::vector<ValueType> slices;
    Dimension runs;
};

std::int64_t axisAt(const std::vector<std::int64_t> &axes, std::size_t place)
{
    return place < axes.size() ? axes[place] : 0;
}

Result<ScanInputs> scanInputs(const ValueCall &call, std::size_t first, bool isBatched)
{
    ScanInputs found;
    const auto slices =
        static_cast<std::size_t>(std::max<std::int64_t>(call.attrs.integer("num_scan_inputs"), 0));
    const std::size_t count = call.inputs.size() - std::min(call.inputs.size(), first);
    if (slices > count) {
        return makeError("infer-shape", "num_scan_inputs is {}, but there are {} inputs", slices,
                         count);
    }
    const auto withoutBatch = [isBatched](ValueType value) {
        if (isBatched && value.shape && !value.shape->empty()) {
            value.shape->erase(value.shape->begin());
        }
        return carried(std::move(value));
    };
    for (std::size_t i = first; i < call.inputs.size(); ++i) {
        ValueType value = withoutBatch(call.in(i));
        if (i < call.inputs.size() - slices) {
            found.states.push_back(std::move(value));
            continue;
        }
        const std::size_t place = i - (call.inputs.size() - slices);
        if (value.shape) {
            ASSIGN_OR_RETURN(
                const std::size_t axis,
                axisOf(axisAt(call.attrs.integers("scan_input_axes"), place), value.shape->size()));
            const auto at = value.shape->begin() + static_cast<std::ptrdiff_t>(axis);
            ASSIGN_OR_RETURN(found.runs, same(found.runs, *at, "lengths of sequences"));
            value.shape->erase(at);
        }
        found.slices.push_back(std::move(value));
    }
    return found;
}

Status scanWith(ValueCall &call, std::size_t first, bool isBatched)
{
    if (!call.inferBody) {
        return {};
    }
    ASSIGN_OR_RETURN(ScanInputs inputs, scanInputs(call, first, isBatched));
    ASSIGN_OR_RETURN(Carried settled, settle(call, {}, inputs.states, inputs.slices, 0));
    Dimension batch;
    for (std::size_t i = first; isBatched && i < call.inputs.size(); ++i) {
        const MaybeShape &shape = call.shape(i);
        if (shape && !shape->empty()) {
            ASSIGN_OR_RETURN(batch, same(batch, shape->front(), "sizes of batches"));
        }
    }
    std::size_t output = 0;
    for (ValueType &state : settled.values) {
        call.setType(output++, isBatched ? stacked(std::move(state), batch, 0) : std::move(state));
    }
    for (std::size_t i = 0; i < settled.results.size(); ++i) {
        const std::int64_t axis = axisAt(call.attrs.integers("scan_output_axes"), i);
        ValueType rows = stacked(std::move(settled.results[i]), inputs.runs, axis);
        call.setType(output++, isBatched ? stacked(std::move(rows), batch, 0) : std::move(rows));
    }
    return {};
}

Status scanBatches(ValueCall &call)
{
    return scanWith(call, 1, true);
}

Status scan(ValueCall &call)
{
    return scanWith(call, 0, false);
}

/// Rows in which operators with bodies take up types, one set after the other.
std::vector<Version> withBodyTypes(std::vector<Version> versions)
{
    const auto row = [](std::uint16_t since, const char *types) {
        Version version;
        version.since = since;
        version.types = types;
        return version;
    };
    versions.push_back(row(13, "V += seq(any)"));
    versions.push_back(row(16, "V += bf16 seq(bf16) opt(any bf16) optseq(any bf16)"));
    versions.push_back(row(19, "V += f8 seq(f8) opt(f8)"));
    versions.push_back(row(21, "V += int4 uint4 seq(int4 uint4) opt(int4 uint4)"));
    versions.push_back(row(23, "V += f4 seq(f4) opt(f4)"));
    versions.push_back(row(24, "V += e8m0 seq(e8m0) opt(e8m0)"));
    versions.push_back(row(25, "V += int2 uint2 seq(int2 uint2) opt(int2 uint2)"));
    return versions;
}

void declareScan(OpRegistry &ops)
{
    const Attribute body = opaque("body", "the graph that runs once for each slice").required();
    const Attribute count =
        integer("num_scan_inputs", "how many of the last inputs are walked along").required();
    add(ops, OpCategory::Other, "Scan", "a graph that runs once for each slice of its inputs",
        withSmallTypes(
            {{8,
              "sequence_lens:I? initial_state_and_scan_inputs:V...~ -> "
              "final_state_and_scan_outputs:V...~",
              "I = i64; V = any",
              std::vector{body, integers("directions", "0 forward, 1 backward, for each input"),
                          count},
              scanBatches},
             {9,
              "initial_state_and_scan_inputs:V...~ -> final_state_and_scan_outputs:V...~",
              {},
              std::vector{
                  body, count,
                  integers("scan_input_axes", "for each input the dimension walked along"),
                  integers("scan_input_directions", "0 forward, 1 backward, for each input"),
                  integers("scan_output_axes", "for each output where its rows lie"),
                  integers("scan_output_directions", "0 behind, 1 before the rows there are")},
              scan,
              "without batches"},
             {11, {}, {}, {}, {}, "negative axes count from the last"},
             {16, {}, "V += bf16"}},
            "V", 19));
}

} // namespace

void registerOnnxControlFlow(OpRegistry &ops)
{
    add(ops, OpCategory::Other, "If", "one of two graphs, as a condition says",
        withBodyTypes(
            {{1, "cond:B -> outputs:V...~", "V = any; B = bool",
              std::vector{opaque("else_branch", "the graph that runs if it is false").required(),
                          opaque("then_branch", "the graph that runs if it is true").required()},
              branch},
             {11}}));
    add(ops, OpCategory::Other, "Loop",
        "a graph that runs a number of times, or while a condition holds",
        withBodyTypes(
            {{1, "M:I? cond:B? v_initial:V...~ -> v_final_and_scan_outputs:V...~",
              "V = any; I = i64; B = bool",
              std::vector{opaque("body", "the graph that runs each time").required()}, loop},
             {11, "M:I? cond:B? v_initial:V...~0 -> v_final_and_scan_outputs:V...~"}}));
    declareScan(ops);
}

} // namespace nervure
