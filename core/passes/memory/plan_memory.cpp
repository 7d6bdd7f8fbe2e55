// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_checks.h"
#include "core/passes/memory/arena_storage.h"
#include "core/passes/memory/lightnet_stored_plan.h"
#include "core/passes/option_values.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace nervure {

namespace {

/// NNVM's graph attribute with what is planned elsewhere, by entry.
constexpr SnapshotKey<std::vector<std::int64_t>> givenStorage{"storage"};
/// What a file says of its nodes, however many numbers it has.
constexpr SnapshotKey<std::vector<std::int64_t>> givenDevices{keys::device.name};

/// Every color takes a walk over the graph.
constexpr std::int64_t mostColors = 1024;

constexpr std::int64_t largestAlignment = std::int64_t{1} << 20;
constexpr std::int64_t arenaAlignment = 64;

Diagnostic badOption(const std::string &name, const std::string &problem)
{
    return makeError("option-invalid", "option {} of pass PlanMemory {}", name, problem);
}

Diagnostic badAttribute(std::string_view name, std::size_t found, std::size_t expected,
                        const std::string &what)
{
    return makeError("graph-attr",
                     "graph attribute {} has {} values, expected one for each of {} {}",
                     quoted(name), found, expected, what);
}

/// An integer option within limits.
Result<std::int64_t> numberIn(const PassContext &context, const std::string &name,
                              std::int64_t least, std::int64_t most)
{
    const std::int64_t value = integerOption(context, name, least);
    if (value < least || value > most) {
        return badOption(name, fmt::format("is {}, expected {} to {}", value, least, most));
    }
    return value;
}

/// What the graph says is planned elsewhere.
Status readGiven(const PassContext &context, StorageRequest &request)
{
    const IndexedGraph &graph = *context.index;
    if (const auto *given = context.analyses.find(givenStorage, context.index)) {
        if (given->size() != graph.entryCount()) {
            return badAttribute(givenStorage.name, given->size(), graph.entryCount(), "entries");
        }
        for (const std::int64_t id : *given) {
            if (id > storage::none || id < storage::dynamic) {
                return makeError("graph-attr",
                                 "graph attribute 'storage' holds {}, expected -1 (to be planned), "
                                 "-2 (external) or -3 (dynamic)",
                                 id);
            }
        }
        request.given = *given;
    }
    for (const auto &[option, id] :
         {std::pair("external", storage::external), std::pair("dynamic", storage::dynamic)}) {
        ASSIGN_OR_RETURN(const auto entries, entriesOption(context, option));
        for (const Entry &entry : entries) {
            const auto node = graph.find(entry.node);
            if (!node || entry.index >= graph.node(*node).outputCount) {
                return badOption(
                    option,
                    fmt::format("names output {} of {}, which the outputs of the graph do not need",
                                entry.index, quoted(context.graph.node(entry.node).name)));
            }
            request.given.resize(graph.entryCount(), storage::none);
            request.given[graph.entryId(*node, entry.index)] = id;
        }
    }
    return {};
}

Status readNodeRange(const PassContext &context, StorageRequest &request)
{
    const std::string text = textOption(context, "node_range");
    if (text.empty()) {
        return {};
    }
    const std::size_t colon = text.find(':');
    const auto first = parseInteger(std::string_view(text).substr(0, colon));
    const auto end = colon == std::string::npos
                         ? std::nullopt
                         : parseInteger(std::string_view(text).substr(colon + 1));
    const std::uint32_t count = context.index->nodeCount();
    if (!first || !end || *first < 0 || *end < *first || *end > count) {
        return badOption("node_range",
                         fmt::format("is {}, expected FIRST:END within 0:{}", quoted(text), count));
    }
    request.nodeRange = {static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*end)};
    return {};
}

Result<StorageRequest> readStorageRequest(const PassContext &context)
{
    StorageRequest request;
    const auto matchRange =
        numberIn(context, "match_range", 0, std::numeric_limits<std::int64_t>::max());
    const auto colors = numberIn(context, "num_match_color", 1, mostColors);
    if (!matchRange || !colors) {
        return matchRange ? colors.error() : matchRange.error();
    }
    request.matchRange = *matchRange;
    request.matchColors = static_cast<std::uint32_t>(*colors);
    if (const auto *devices = context.analyses.find(givenDevices, context.index)) {
        if (devices->size() != context.index->nodeCount()) {
            return badAttribute(keys::device.name, devices->size(), context.index->nodeCount(),
                                "nodes");
        }
        request.devices = *devices;
    }
    RETURN_IF_FAILED(readGiven(context, request));
    RETURN_IF_FAILED(readNodeRange(context, request));
    return request;
}

/// The plan for the request; with automatic search the best over match ranges of 1, 2, 4, … up to
/// the one asked for.
Result<StoragePlan> searchPlan(const PassContext &context, StorageRequest request)
{
    const std::int64_t largest = request.matchRange;
    const bool isSearch = textOption(context, "auto_search_match_range") == "true" && largest > 0;
    request.matchRange = isSearch ? 1 : largest;
    auto best = planStorage(context, request);
    while (best && isSearch && request.matchRange <= largest / 2) {
        request.matchRange *= 2;
        auto plan = planStorage(context, request);
        if (!plan || plan->allocatedBytes < best->allocatedBytes) {
            best = std::move(plan);
        }
    }
    return best;
}

void storeArena(PassContext &context, ArenaStorage arena, std::int64_t nnvmBytes)
{
    context.analyses.set(keys::storageId, std::move(arena.id), *context.index);
    context.analyses.set(keys::storageOffset, std::move(arena.offset), *context.index);
    context.analyses.set(keys::storageAllocatedBytes, arena.bytes);
    context.analyses.set(keys::storageLowerBound, arena.lowerBound);
    context.analyses.set(keys::storageRecosted, arena.recosted);
    context.analyses.set(keys::storageNnvmBytes, nnvmBytes);
}

/// What planners may leave of earlier ones.
void eraseStale(PassContext &context)
{
    for (const std::string_view stale :
         {givenStorage.name, keys::storageOffset.name, keys::storageLowerBound.name,
          keys::storageRecosted.name, keys::storageNnvmBytes.name, keys::storageEvents.name}) {
        context.analyses.erase(stale);
    }
}

/// LightNet's own plan, or with `isStored` the one that the document brings along.
Status runLightNet(PassContext &context, std::int64_t alignment, bool isStored)
{
    if (context.graph.dialect() != Dialect::LightNet) {
        return badOption("planner", "is for LightNet, expected another one for this graph");
    }
    ASSIGN_OR_RETURN(auto plan,
                     isStored ? storedLightNetPlan(context) : planLightNet(context, alignment));
    eraseStale(context);
    std::vector<std::int64_t> events;
    for (const LightNetPlan::Event &event : plan.events) {
        events.insert(events.end(), {event.entry, event.offset, event.bytes});
    }
    context.analyses.set(keys::storageId, std::move(plan.id), *context.index);
    context.analyses.set(keys::storageOffset, std::move(plan.offset), *context.index);
    context.analyses.set(keys::storageInplaceIndex, std::move(plan.inplaceIndex), *context.index);
    context.analyses.set(keys::storageAllocatedBytes, plan.bytes);
    context.analyses.set(keys::storageNotAllocated, std::int64_t{0});
    context.analyses.set(keys::storageEvents, std::move(events), *context.index);
    return {};
}

Status runPlanMemory(PassContext &context)
{
    RETURN_IF_FAILED(checkEntries(*context.index, context.semantics));
    ASSIGN_OR_RETURN(const auto alignment, numberIn(context, "alignment", 0, largestAlignment));
    const std::string planner = textOption(context, "planner");
    const bool isLightNet = context.graph.dialect() == Dialect::LightNet;
    if (planner == "lightnet" || planner == "stored" || (planner == "auto" && isLightNet)) {
        return runLightNet(context, std::max<std::int64_t>(alignment, 1), planner == "stored");
    }
    ASSIGN_OR_RETURN(const auto request, readStorageRequest(context));
    ASSIGN_OR_RETURN(auto plan, searchPlan(context, request));
    eraseStale(context);
    if (planner == "arena") {
        ASSIGN_OR_RETURN(auto arena, arrangeInArena(context, plan, request.devices,
                                                    alignment > 0 ? alignment : arenaAlignment));
        storeArena(context, std::move(arena), plan.allocatedBytes);
    } else {
        context.analyses.set(keys::storageId, std::move(plan.id), *context.index);
        context.analyses.set(keys::storageAllocatedBytes, plan.allocatedBytes);
    }
    context.analyses.set(keys::storageInplaceIndex, std::move(plan.inplaceIndex), *context.index);
    context.analyses.set(keys::storageNotAllocated, plan.notAllocated);
    return {};
}

} // namespace

void registerPlanMemory(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "PlanMemory";
    spec.summary = "decides which entries share storage, by lifetimes and in-place options";
    spec.needs = {"shape", "dtype"};
    spec.provides = {"storage_id",
                     "storage_inplace_index",
                     "storage_allocated_bytes",
                     "storage_num_not_allocated",
                     "storage_offset",
                     "storage_lower_bound_bytes",
                     "storage_recosted_bytes",
                     "storage_nnvm_bytes",
                     "storage_events"};
    spec.options = {
        {"planner",
         "auto",
         "nnvm: blocks as NNVM gives them; lightnet: offsets as LightNet gives them; stored: those "
         "of a compiled LightNet document; arena: offsets in one arena, with true element sizes; "
         "auto: that of the graph's dialect",
         {"auto", "nnvm", "lightnet", "stored", "arena"}},
        {"match_range",
         "16",
         "a free block fits if it is at most this many times larger or smaller; 0: never",
         {},
         true},
        {"auto_search_match_range",
         "false",
         "try match ranges 1, 2, 4, … up to match_range and keep the smallest plan",
         {"false", "true"}},
        {"num_match_color",
         "1",
         "share blocks among nodes of one path alone, so that this many paths can run at once",
         {},
         true},
        {"external", "", "entries whose memory comes from outside, as a;split0:1", {}},
        {"dynamic", "", "entries that are allocated while the graph runs, as a;split0:1", {}},
        {"node_range", "", "plan these nodes alone, as FIRST:END", {}},
        {"alignment",
         "0",
         "offsets (and the arena's sizes) are multiples of this many bytes; 0: 64 in the arena, 1 "
         "in "
         "LightNet's plan, as for its CPU",
         {},
         true}};
    spec.takesFaultyGraphs = true;
    spec.run = runPlanMemory;
    passes.add(std::move(spec));
}

} // namespace nervure
