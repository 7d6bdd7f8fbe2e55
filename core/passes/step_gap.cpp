// SPDX-License-Identifier: Apache-2.0
#include "core/passes/step_gap.h"

#include "core/graph/analysis/value_labels.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

StepGap::Cause causeAt(const IndexedNode &node)
{
    if (node.isVariable()) {
        return StepGap::Cause::Input;
    }
    return node.spec ? StepGap::Cause::Inference : StepGap::Cause::UnknownOperator;
}

/// Counts the entries that are not known; the first decides about the cause.
template <typename IsCounted, typename IsKnown>
std::optional<StepGap> gapIn(const IndexedGraph &index, StepGap::Kind kind, IsCounted &&isCounted,
                             IsKnown &&isKnown)
{
    StepGap gap;
    gap.kind = kind;
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        const IndexedNode &node = index.node(id);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = index.entryId(id, i);
            if (!isCounted(node, entry)) {
                continue;
            }
            ++gap.all;
            if (isKnown(entry)) {
                continue;
            }
            if (++gap.missing == 1) {
                gap.cause = causeAt(node);
                gap.node = node.source;
                gap.name = node.node->name;
                gap.op = node.node->op;
            }
        }
    }
    return gap.missing > 0 ? std::optional(gap) : std::nullopt;
}

/// Of a plan, the reason lies where the first shape is missing.
std::optional<StepGap> storageGap(const IndexedGraph &index, const Analyses &analyses)
{
    const auto *storage = analyses.find(keys::storageId, index);
    const auto *shapes = analyses.find(keys::shape, index);
    const std::int64_t *missing = analyses.find(keys::storageNotAllocated);
    if (!storage || !shapes || (missing && *missing == 0)) {
        return std::nullopt;
    }
    const auto isKnown = [shapes](std::uint32_t entry) { return !isUnknown((*shapes)[entry]); };
    const auto all = [](const IndexedNode &, std::uint32_t) { return true; };
    const auto made = [](const IndexedNode &node, std::uint32_t) { return !node.isVariable(); };
    auto gap =
        gapIn(index, StepGap::Kind::OfStorage, made, [storage, &isKnown](std::uint32_t entry) {
            return (*storage)[entry] != -1 || isKnown(entry);
        });
    const auto first = gapIn(index, StepGap::Kind::OfShapes, all, isKnown);
    if (gap && first) {
        gap->cause = first->cause;
        gap->node = first->node;
        gap->name = first->name;
        gap->op = first->op;
    }
    return gap;
}

const char *nounOf(const StepGap &gap)
{
    switch (gap.kind) {
    case StepGap::Kind::OfShapes: return gap.all == 1 ? "shape" : "shapes";
    case StepGap::Kind::OfTypes: return gap.all == 1 ? "type" : "types";
    case StepGap::Kind::OfStorage: break;
    }
    return gap.all == 1 ? "value" : "values";
}

} // namespace

std::optional<StepGap> findGap(std::span<const std::string> provides, const IndexedGraph &index,
                               const Analyses &analyses)
{
    const auto gives = [provides](std::string_view name) {
        return std::find(provides.begin(), provides.end(), name) != provides.end();
    };
    const auto all = [](const IndexedNode &, std::uint32_t) { return true; };
    if (gives(keys::storageId.name)) {
        return storageGap(index, analyses);
    }
    const auto isComplete = [&analyses](Key<std::int64_t> unknown) {
        const std::int64_t *missing = analyses.find(unknown);
        return missing && *missing == 0;
    };
    if (analyses.find(keys::shape, index) && gives(keys::shape.name)
        && !isComplete(keys::shapeUnknown)) {
        return gapIn(index, StepGap::Kind::OfShapes, all,
                     [labels = ValueLabels(analyses, index)](std::uint32_t entry) {
                         return labels.isShapeKnown(entry);
                     });
    }
    if (const auto *types = analyses.find(keys::dtype, index);
        types && gives(keys::dtype.name) && !isComplete(keys::dtypeUnknown)) {
        return gapIn(index, StepGap::Kind::OfTypes, all,
                     [types](std::uint32_t entry) { return (*types)[entry] != DType::Unknown; });
    }
    return std::nullopt;
}

std::string gapText(const StepGap &gap)
{
    const bool isOne = gap.missing == 1;
    const std::string what = fmt::format("{} of {} {}{}", gap.missing, gap.all, nounOf(gap),
                                         (gap.kind == StepGap::Kind::OfStorage
                                              ? (isOne ? " has no storage: " : " have no storage: ")
                                              : (isOne ? " is unknown: " : " are unknown: ")));
    const std::string fact = gap.kind == StepGap::Kind::OfTypes ? "type" : "shape";
    switch (gap.cause) {
    case StepGap::Cause::Input: return what + "input " + quoted(gap.name) + " has no " + fact;
    case StepGap::Cause::UnknownOperator:
        return what + "operator " + quoted(gap.op) + " of " + quoted(gap.name) + " is unknown";
    case StepGap::Cause::Inference: break;
    }
    return what + "the " + fact + " of " + gap.op + ' ' + quoted(gap.name)
           + " could not be inferred";
}

} // namespace nervure
