// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"
#include "core/graph/value/value_type.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nervure {

class Graph;
class IndexedGraph;
struct FusedGroups;   // fused_groups.h
struct ExecutionPlan; // execution/execution_plan.h

/// NNVM's dict_str_int: numbers by name.
using IntDict = std::map<std::string, std::int64_t>;

/// A graph attribute computed by a pass. Entry attributes are vectors over the entry ids of the
/// indexed graph they were computed on, node attributes over its node ids. What stands behind a
/// pointer is shared by copies and never null; NNVM cannot save it either.
using AnalysisValue =
    std::variant<std::int64_t, std::string, std::vector<std::int64_t>, Shapes, DTypes,
                 std::vector<std::string>, ValueTypes, IntDict, std::shared_ptr<const Graph>,
                 std::shared_ptr<const FusedGroups>, std::shared_ptr<const ExecutionPlan>>;

/// What a graph attribute speaks of: the model as a whole, or nodes and entries by the numbers that they
/// have in one snapshot; EachEntry and EachNode: one value for each of them.
enum class Over : std::uint8_t { Whole, Numbers, EachEntry, EachNode };

/// A graph attribute's name that carries its type. Names are NNVM's. What is over a snapshot can only
/// be set and read together with it.
template <typename T, Over over = Over::Whole>
struct Key {
    std::string_view name;
};
template <typename T>
using EntryKey = Key<std::vector<T>, Over::EachEntry>;
template <typename T>
using NodeKey = Key<std::vector<T>, Over::EachNode>;
template <typename T>
using SnapshotKey = Key<T, Over::Numbers>;

namespace keys {
inline constexpr EntryKey<Shape> shape{"shape"};
/// What InferShape and InferType are given, by variable in the order of the graph.
inline constexpr SnapshotKey<Shapes> shapeInputs{"shape_inputs"};
inline constexpr SnapshotKey<DTypes> dtypeInputs{"dtype_inputs"};
inline constexpr Key<std::int64_t> shapeUnknown{"shape_num_unknown_nodes"};
inline constexpr EntryKey<DType> dtype{"dtype"};
inline constexpr Key<std::int64_t> dtypeUnknown{"dtype_num_unknown_nodes"};
/// Of an ONNX graph, whose dimensions may have names. Written as ValueType::text().
inline constexpr EntryKey<ValueType> valueType{"value_type"};
/// 1 where some of the value_type or shape is known only because the file declares it of this very value
/// (declared_types.h); else 0. Only where there is such a value.
inline constexpr EntryKey<std::int64_t> declared{"declared_type"};
inline constexpr EntryKey<std::int64_t> storageId{"storage_id"};
inline constexpr EntryKey<std::int64_t> storageInplaceIndex{"storage_inplace_index"};
inline constexpr Key<std::int64_t> storageAllocatedBytes{"storage_allocated_bytes"};
inline constexpr Key<std::int64_t> storageNotAllocated{"storage_num_not_allocated"};
/// Layouts as text, "__undef__" where there is none: of every entry, and of every input as given.
inline constexpr EntryKey<std::string> layout{"layout"};
inline constexpr SnapshotKey<std::vector<std::string>> layoutInputs{"layout_inputs"};
/// PrecomputePrune: names of the variables that are parameters, the graph that computes new
/// parameters from them, and the names of its outputs (variables of the pruned graph).
inline constexpr Key<std::vector<std::string>> paramNameList{"param_name_list"};
inline constexpr Key<std::shared_ptr<const Graph>> precomputeGraph{"precompute_graph"};
inline constexpr Key<std::vector<std::string>> precomputeOutputNames{"precompute_output_names"};
/// PlanMemory's, with offsets: bytes from the arena's start by entry, or -1. And its arena's: what no
/// plan can go below; what NNVM's blocks take with true sizes; what NNVM says they take.
inline constexpr EntryKey<std::int64_t> storageOffset{"storage_offset"};
inline constexpr Key<std::int64_t> storageLowerBound{"storage_lower_bound_bytes"};
inline constexpr Key<std::int64_t> storageRecosted{"storage_recosted_bytes"};
inline constexpr Key<std::int64_t> storageNnvmBytes{"storage_nnvm_bytes"};
/// PlanMemory{planner=lightnet}'s: what the planner did in order, three numbers each: the entry whose
/// memory it is about, its offset, and the bytes it was given, or 0 when they were freed.
inline constexpr SnapshotKey<std::vector<std::int64_t>> storageEvents{"storage_events"};
/// By node id, the number of the device that PlaceDevice chose.
inline constexpr NodeKey<std::int64_t> device{"device"};
/// Texts of the whole graph: SaveJSON's, and PrintGraphIR's.
inline constexpr Key<std::string> json{"json"};
inline constexpr Key<std::string> graphIr{"graphir"};
/// FuseOperators': by node id, the root of the group that runs as one step (itself when alone).
inline constexpr NodeKey<std::int64_t> fusedGroup{"fused_group"};
/// NNVM's level for GraphFindFusibleGroups.
inline constexpr Key<std::int64_t> optLevel{"opt_level"};
/// By node id: the last node of the group that is compiled together, the node whose schedule the
/// group takes (-1: none), and the pattern (OpPattern) of what the node became part of.
inline constexpr NodeKey<std::int64_t> groupRoot{"group_root"};
inline constexpr NodeKey<std::int64_t> groupMaster{"group_master"};
inline constexpr NodeKey<std::int64_t> pattern{"pattern"};
inline constexpr SnapshotKey<std::shared_ptr<const FusedGroups>> fusedEntry{"fused_entry"};
/// Of a compiled graph, by entry: the type's name and the device.
inline constexpr EntryKey<std::string> dltype{"dltype"};
inline constexpr EntryKey<std::int64_t> deviceIndex{"device_index"};
/// NNVMToLightNet's: the document's tensors that are the graph's results, in their order.
inline constexpr Key<std::vector<std::string>> outputTensors{"output_tensors"};
/// Set by passes that lower a dialect with value types: by head, the type that the result has in the model ("bool[3]",
/// "float32[]", "float32[3, 0, 5]"). The graph may give it in another form, as NNVM has no truth values, no scalars and
/// no tensors without elements; of the last it gives one zero.
inline constexpr Key<std::vector<std::string>> resultTypes{"result_types"};
/// What runs the graph that was compiled.
inline constexpr Key<std::shared_ptr<const ExecutionPlan>> module{"module"};
} // namespace keys

/// What passes computed for one revision of a graph: never stored beside edited data. Copies share
/// the values. A value over a snapshot keeps the revision of its graph: for every other graph it is not
/// there, so that numbers of one are never taken for those of another.
class Analyses {
public:
    /// A value and its name; both live in the Analyses they came from.
    using Item = std::pair<const std::string &, const AnalysisValue &>;

    template <typename T>
    void set(Key<T> key, T value)
    {
        store(key.name, makeValue<T>(std::move(value)), std::nullopt);
    }
    template <typename T, Over over>
    void set(Key<T, over> key, T value, const IndexedGraph &graph)
    {
        store(key.name, makeValue<T>(std::move(value)), revisionOf(graph));
    }
    /// The value, or null when no pass has provided it.
    template <typename T>
    [[nodiscard]] const T *find(Key<T> key) const
    {
        const AnalysisValue *value = find(key.name);
        return value ? std::get_if<T>(value) : nullptr;
    }
    /// The value; null when no pass has provided it, when it is over another graph than this snapshot's,
    /// or has not one item for each entry or node where it should.
    template <typename T, Over over>
    [[nodiscard]] const T *find(Key<T, over> key, const IndexedGraph &graph) const
    {
        const AnalysisValue *value = findOver(key.name, graph);
        const T *found = value ? std::get_if<T>(value) : nullptr;
        if constexpr (over == Over::EachEntry || over == Over::EachNode) {
            return found && found->size() == countOf(over, graph) ? found : nullptr;
        } else {
            return found;
        }
    }
    /// The same; null without a snapshot, too.
    template <typename T, Over over>
    [[nodiscard]] const T *find(Key<T, over> key,
                                const std::shared_ptr<const IndexedGraph> &graph) const
    {
        return graph ? find(key, *graph) : nullptr;
    }
    /// The value of any type, or null; for showing and writing, whatever graph it is over.
    [[nodiscard]] const AnalysisValue *find(std::string_view name) const
    {
        const auto it = m_values.find(name);
        return it == m_values.end() ? nullptr : it->second.value.get();
    }
    [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }
    /// Whether there is a value, and it is over the snapshot's graph or over none.
    [[nodiscard]] bool holds(std::string_view name, const IndexedGraph &graph) const
    {
        return findOver(name, graph) != nullptr;
    }
    /// Both have the attribute with the same value, or neither has it.
    [[nodiscard]] bool agreesOn(std::string_view name, const Analyses &other) const
    {
        const AnalysisValue *mine = find(name);
        const AnalysisValue *its = other.find(name);
        return mine == its || (mine && its && *mine == *its);
    }
    /// Shares a value with other analyses; without it there, it goes here, too. What is over a snapshot
    /// is from now on over this one, which numbers its nodes and entries alike.
    void take(std::string_view name, const Analyses &from, const IndexedGraph &graph);
    /// What is over the graph of one revision is from now on over the snapshot's, which numbers nodes and
    /// entries alike; what is over any third goes.
    void follow(std::uint64_t revision, const IndexedGraph &graph);
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
        for (const auto &[name, stored] : m_values) {
            items.emplace_back(name, *stored.value);
        }
        return items;
    }

private:
    using Value = std::shared_ptr<const AnalysisValue>;
    struct Stored {
        Value value;
        std::optional<std::uint64_t> revision; ///< of the graph it is over; nothing: over none
    };

    template <typename T>
    [[nodiscard]] static Value makeValue(T value)
    {
        return std::make_shared<const AnalysisValue>(std::in_place_type<T>, std::move(value));
    }
    [[nodiscard]] static std::uint64_t revisionOf(const IndexedGraph &graph);
    [[nodiscard]] static std::size_t countOf(Over over, const IndexedGraph &graph);
    [[nodiscard]] const AnalysisValue *findOver(std::string_view name,
                                                const IndexedGraph &graph) const;
    void store(std::string_view name, Value value, std::optional<std::uint64_t> revision)
    {
        m_values.insert_or_assign(std::string(name), Stored{std::move(value), revision});
    }

    std::map<std::string, Stored, std::less<>> m_values;
};

} // namespace nervure
