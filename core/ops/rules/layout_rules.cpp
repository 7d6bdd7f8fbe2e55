// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/layout_rules.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

/// The first `count` of them; fails when there are fewer.
template <typename T>
Result<std::span<T>> firstOf(std::span<T> layouts, std::size_t count, const char *what)
{
    if (count == allOfThem) {
        return layouts;
    }
    if (layouts.size() < count) {
        return layoutError(fmt::format("found {} {}, expected {}", layouts.size(), what, count));
    }
    return layouts.first(count);
}

/// The one layout that all defined ones of `layouts` agree on; undefined when none is defined.
Result<Layout> commonLayout(std::span<const Layout> layouts, const std::string &what)
{
    Layout common;
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        if (!layouts[i].isDefined()) {
            continue;
        }
        if (common.isDefined() && !(common == layouts[i])) {
            return layoutError(fmt::format("{} {} has layout {}, expected {}", what, i,
                                           layouts[i].text(), common.text()));
        }
        common = layouts[i];
    }
    return common;
}

/// The layout that a "kept" rule settles on, checked against what is known already.
Result<Layout> settleKept(const LayoutCall &call, std::span<const Layout> in,
                          std::span<const Layout> out)
{
    ASSIGN_OR_RETURN(const auto last, firstOf(call.lastIn, in.size(), "earlier input layouts"));
    auto delivered = commonLayout(in, "input");
    if (!delivered) {
        return delivered;
    }
    auto before = commonLayout(last, "before the rewriting, input");
    if (!before) {
        return before;
    }
    RETURN_IF_FAILED(commonLayout(out, "output"));
    return before->isDefined() ? before : delivered;
}

Status keepLayout(const LayoutCall &call, std::size_t inputs, std::size_t outputs, bool fillsOut)
{
    ASSIGN_OR_RETURN(const auto in, firstOf(std::span<Layout>(call.in), inputs, "inputs"));
    ASSIGN_OR_RETURN(const auto out, firstOf(std::span<Layout>(call.out), outputs, "outputs"));
    ASSIGN_OR_RETURN(const auto kept, settleKept(call, in, out));
    if (kept.isDefined()) {
        std::fill(in.begin(), in.end(), kept);
        if (fillsOut) {
            std::fill(out.begin(), out.end(), kept);
        }
    }
    return {};
}

/// Unlike commonLayout() an undefined layout after a defined one differs from it, as in NNVM.
Status passAnyLayout(const LayoutCall &call, std::size_t inputs, std::size_t outputs)
{
    ASSIGN_OR_RETURN(const auto in, firstOf(std::span<Layout>(call.in), inputs, "inputs"));
    ASSIGN_OR_RETURN(const auto out, firstOf(std::span<Layout>(call.out), outputs, "outputs"));
    Layout common;
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (!common.isDefined()) {
            common = in[i];
        } else if (!(common == in[i])) {
            return layoutError(fmt::format("input {} has layout {}, expected {}", i,
                                           (in[i].isDefined() ? in[i].text() : "undefined"),
                                           common.text()));
        }
    }
    if (common.isDefined()) {
        std::fill(out.begin(), out.end(), common);
    }
    return {};
}

Status lostLayouts(const LayoutCall &call)
{
    const bool hadLayouts = call.lastIn[0].isDefined() || call.lastIn[1].isDefined();
    return hadLayouts
               ? Status(layoutError("an input lost the layout it had: " + call.lastIn[0].text()
                                    + " and " + call.lastIn[1].text()))
               : Status();
}

/// Both inputs are defined, differ, and the right one cannot be turned into the left one.
Status fallBackToLast(const LayoutCall &call)
{
    if (!call.lastIn[0].isDefined() || !(call.lastIn[0] == call.lastIn[1])) {
        return layoutError("the inputs have layouts " + call.in[0].text() + " and "
                           + call.in[1].text() + ", expected layouts of the same dimensions");
    }
    call.in[0] = call.lastIn[0];
    call.in[1] = call.lastIn[0];
    call.out[0] = call.lastIn[0];
    return {};
}

Status followLeft(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 2, 1));
    if (call.lastIn[0].isDefined() != call.lastIn[1].isDefined()) {
        return layoutError("only one input had a layout, expected both or none");
    }
    if (!call.in[0].isDefined() || !call.in[1].isDefined()) {
        RETURN_IF_FAILED(lostLayouts(call));
        const Layout known = call.in[0].isDefined() ? call.in[0] : call.in[1];
        for (Layout *layout : {&call.in[0], &call.in[1], &call.out[0]}) {
            assignLayout(*layout, known);
        }
        return {};
    }
    if (!(call.in[0] == call.in[1]) && !call.in[1].convertibleTo(call.in[0])) {
        return fallBackToLast(call);
    }
    call.in[1] = call.in[0];
    call.out[0] = call.in[0];
    return {};
}

/// How many leading axes of each side the other one lacks.
struct BroadcastOffsets {
    std::size_t left = 0;
    std::size_t right = 0;
};

/// Walks both layouts: axes that only one side has may stand in front of the shared ones alone.
Result<BroadcastOffsets> broadcastOffsets(const Layout &left, const Layout &right)
{
    const auto clash = [&] {
        return layoutError("layouts " + left.text() + " and " + right.text()
                           + " do not stretch to each other");
    };
    BroadcastOffsets offsets;
    bool matched = false;
    for (std::size_t l = 0, r = 0; l < left.rank() && r < right.rank();) {
        const bool leftOnly = !right.contains(Layout::dimensionOf(left.axis(l)));
        const bool rightOnly = !leftOnly && !left.contains(Layout::dimensionOf(right.axis(r)));
        if (matched && (leftOnly || rightOnly)) {
            return clash();
        }
        if (leftOnly) {
            offsets.left = ++l;
        } else if (rightOnly) {
            offsets.right = ++r;
        } else {
            matched = true;
            ++l;
            ++r;
        }
    }
    return offsets.left > 0 && offsets.right > 0 ? Result<BroadcastOffsets>(clash())
                                                 : Result<BroadcastOffsets>(offsets);
}

/// Both sides are defined: the one with more leading axes decides, else the left one.
Status stretchLayouts(const LayoutCall &call)
{
    ASSIGN_OR_RETURN(const auto offsets, broadcastOffsets(call.in[0], call.in[1]));
    const bool rightDecides = offsets.right > 0;
    const std::size_t offset = rightDecides ? offsets.right : offsets.left;
    const Layout whole = rightDecides ? call.in[1] : call.in[0];
    ASSIGN_OR_RETURN(const auto tail, whole.part(offset, whole.rank() - offset));
    assignLayout(call.in[rightDecides ? 0 : 1], tail);
    call.out[0] = whole;
    return {};
}

Status followBroadcast(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 2, 1));
    const bool left = call.in[0].isDefined();
    if (left && call.in[1].isDefined()) {
        if (call.in[0] == call.in[1]) {
            call.out[0] = call.in[0];
            return {};
        }
        return stretchLayouts(call);
    }
    const std::size_t known = left ? 0 : 1;
    const Layout &last = call.lastIn[known];
    if (!call.in[known].isDefined() || !last.isDefined()) {
        return {};
    }
    if (!call.in[known].convertibleTo(last)) {
        return layoutError("layout " + call.in[known].text()
                           + " cannot be turned back into the original " + last.text());
    }
    call.in[known] = last;
    return {};
}

} // namespace

Diagnostic layoutError(std::string message)
{
    return makeError("layout-mismatch", std::move(message));
}

void assignLayout(Layout &target, const Layout &value)
{
    if (value.isDefined()) {
        target = value;
    }
}

Layout lastOrDelivered(const LayoutCall &call, std::size_t index)
{
    return call.lastIn[index].isDefined() ? call.lastIn[index] : call.in[index];
}

Status checkLayoutCounts(const LayoutCall &call, std::size_t inputs, std::size_t outputs)
{
    if (call.in.size() != inputs || call.out.size() != outputs || call.lastIn.size() != inputs) {
        return layoutError(fmt::format("found {} inputs and {} outputs, expected {} and {}",
                                       call.in.size(), call.out.size(), inputs, outputs));
    }
    return {};
}

RewriteRules::LayoutRule noLayout()
{
    return [](const LayoutCall &) { return Status(); };
}

RewriteRules::LayoutRule anyLayout(std::size_t inputs, std::size_t outputs)
{
    return
        [inputs, outputs](const LayoutCall &call) { return passAnyLayout(call, inputs, outputs); };
}

RewriteRules::LayoutRule keptLayout(std::size_t inputs, std::size_t outputs)
{
    return [inputs, outputs](const LayoutCall &call) {
        return keepLayout(call, inputs, outputs, true);
    };
}

RewriteRules::LayoutRule keptInputLayout(std::size_t inputs)
{
    return [inputs](const LayoutCall &call) { return keepLayout(call, inputs, 1, false); };
}

RewriteRules::LayoutRule leftLayout()
{
    return followLeft;
}

RewriteRules::LayoutRule broadcastLayout()
{
    return followBroadcast;
}

} // namespace nervure
