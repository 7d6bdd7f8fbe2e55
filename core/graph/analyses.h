// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nervure {

class Graph;
struct FusedGroups;   // fused_groups.h
struct ExecutionPlan; // execution/execution_plan.h

/// NNVM's dict_str_int: numbers by name.
using IntDict = std::map<std::string, std::int64_t>;

/// A graph attribute computed by a pass. Entry attributes are vectors over the entry ids of the
/// indexed graph they were computed on, node attributes over its node ids. What stands behind a
/// pointer is shared by copies and never null; NNVM cannot save it either.
using AnalysisValue =
    std::variant<std::int64_t, std::string, std::vector<std::int64_t>, Shapes, DTypes,
                 std::vector<std::string>, IntDict, std::shared_ptr<const Graph>,
                 std::shared_ptr<const FusedGroups>, std::shared_ptr<const ExecutionPlan>>;

/// A graph attribute's name that carries its type. Names are NNVM's.
template <typename T>
struct Key {
    std::string_view name;
};

namespace keys {
inline constexpr Key<Shapes> shape{"shape"};
/// What InferShape and InferType are given, by variable in the order of the graph.
inline constexpr Key<Shapes> shapeInputs{"shape_inputs"};
inline constexpr Key<DTypes> dtypeInputs{"dtype_inputs"};
inline constexpr Key<std::int64_t> shapeUnknown{"shape_num_unknown_nodes"};
inline constexpr Key<DTypes> dtype{"dtype"};
inline constexpr Key<std::int64_t> dtypeUnknown{"dtype_num_unknown_nodes"};
inline constexpr Key<std::vector<std::int64_t>> storageId{"storage_id"};
inline constexpr Key<std::vector<std::int64_t>> storageInplaceIndex{"storage_inplace_index"};
inline constexpr Key<std::int64_t> storageAllocatedBytes{"storage_allocated_bytes"};
inline constexpr Key<std::int64_t> storageNotAllocated{"storage_num_not_allocated"};
/// Layouts as text, "__undef__" where there is none: of every entry, and of every input as given.
inline constexpr Key<std::vector<std::string>> layout{"layout"};
inline constexpr Key<std::vector<std::string>> layoutInputs{"layout_inputs"};
/// PrecomputePrune: names of the variables that are parameters, the graph that computes new
/// parameters from them, and the names of its outputs (variables of the pruned graph).
inline constexpr Key<std::vector<std::string>> paramNameList{"param_name_list"};
inline constexpr Key<std::shared_ptr<const Graph>> precomputeGraph{"precompute_graph"};
inline constexpr Key<std::vector<std::string>> precomputeOutputNames{"precompute_output_names"};
/// PlanMemory's, with offsets: bytes from the arena's start by entry, or -1. And its arena's: what no
/// plan can go below; what NNVM's blocks take with true sizes; what NNVM says they take.
inline constexpr Key<std::vector<std::int64_t>> storageOffset{"storage_offset"};
inline constexpr Key<std::int64_t> storageLowerBound{"storage_lower_bound_bytes"};
inline constexpr Key<std::int64_t> storageRecosted{"storage_recosted_bytes"};
inline constexpr Key<std::int64_t> storageNnvmBytes{"storage_nnvm_bytes"};
/// PlanMemory{planner=lightnet}'s: what the planner did in order, three numbers each: the entry whose
/// memory it is about, its offset, and the bytes it was given, or 0 when they were freed.
inline constexpr Key<std::vector<std::int64_t>> storageEvents{"storage_events"};
/// By node id, the number of the device that PlaceDevice chose.
inline constexpr Key<std::vector<std::int64_t>> device{"device"};
/// Texts of the whole graph: SaveJSON's, and PrintGraphIR's.
inline constexpr Key<std::string> json{"json"};
inline constexpr Key<std::string> graphIr{"graphir"};
/// FuseOperators': by node id, the root of the group that runs as one step (itself when alone).
inline constexpr Key<std::vector<std::int64_t>> fusedGroup{"fused_group"};
/// NNVM's level for GraphFindFusibleGroups.
inline constexpr Key<std::int64_t> optLevel{"opt_level"};
/// By node id: the last node of the group that is compiled together, the node whose schedule the
/// group takes (-1: none), and the pattern (OpPattern) of what the node became part of.
inline constexpr Key<std::vector<std::int64_t>> groupRoot{"group_root"};
inline constexpr Key<std::vector<std::int64_t>> groupMaster{"group_master"};
inline constexpr Key<std::vector<std::int64_t>> pattern{"pattern"};
inline constexpr Key<std::shared_ptr<const FusedGroups>> fusedEntry{"fused_entry"};
/// Of a compiled graph, by entry: the type's name and the device.
inline constexpr Key<std::vector<std::string>> dltype{"dltype"};
inline constexpr Key<std::vector<std::int64_t>> deviceIndex{"device_index"};
/// NNVMToLightNet's: the document's tensors that are the graph's results, in their order.
inline constexpr Key<std::vector<std::string>> outputTensors{"output_tensors"};
/// What runs the graph that was compiled.
inline constexpr Key<std::shared_ptr<const ExecutionPlan>> module{"module"};
} // namespace keys

/// What passes computed for one revision of a graph: never stored beside edited data. Copies share
/// the values.
class Analyses {
public:
    /// A value and its name; both live in the Analyses they came from.
    using Item = std::pair<const std::string &, const AnalysisValue &>;

    template <typename T>
    void set(Key<T> key, T value)
    {
        m_values[std::string(key.name)] =
            std::make_shared<const AnalysisValue>(std::in_place_type<T>, std::move(value));
    }
    /// The value, or null when no pass has provided it.
    template <typename T>
    [[nodiscard]] const T *find(Key<T> key) const
    {
        const AnalysisValue *value = find(key.name);
        return value ? std::get_if<T>(value) : nullptr;
    }
    /// The value of any type, or null.
    [[nodiscard]] const AnalysisValue *find(std::string_view name) const
    {
        const auto it = m_values.find(name);
        return it == m_values.end() ? nullptr : it->second.get();
    }
    [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }
    /// Both have the attribute with the same value, or neither has it.
    [[nodiscard]] bool agreesOn(std::string_view name, const Analyses &other) const
    {
        const auto mine = m_values.find(name);
        const auto its = other.m_values.find(name);
        if (mine == m_values.end() || its == other.m_values.end()) {
            return mine == m_values.end() && its == other.m_values.end();
        }
        return mine->second == its->second || *mine->second == *its->second;
    }
    /// Shares a value with other analyses; without it there, it goes here, too.
    void take(std::string_view name, const Analyses &from)
    {
        if (const auto its = from.m_values.find(name); its != from.m_values.end()) {
            m_values[std::string(name)] = its->second;
        } else {
            erase(name);
        }
    }
    void erase(std::string_view name)
    {
        if (const auto it = m_values.find(name); it != m_values.end()) {
            m_values.erase(it);
        }
    }
    void clear() { m_values.clear(); }
    /// All values, sorted by name.
    [[nodiscard]] std::vector<Item> all() const
    {
        std::vector<Item> items;
        for (const auto &[name, value] : m_values) {
            items.emplace_back(name, *value);
        }
        return items;
    }

private:
    std::map<std::string, std::shared_ptr<const AnalysisValue>, std::less<>> m_values;
};

} // namespace nervure
