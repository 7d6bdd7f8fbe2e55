// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_attributes.h"

#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

namespace nervure {

namespace {

using Json = nlohmann::json;

template <typename T>
std::optional<T> valueOf(const Json &json)
{
    if constexpr (std::is_same_v<T, std::int64_t>) {
        return json.is_number_integer() ? std::optional(json.get<std::int64_t>()) : std::nullopt;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return json.is_string() ? std::optional(json.get<std::string>()) : std::nullopt;
    } else if constexpr (std::is_same_v<T, IntDict>) {
        IntDict dict;
        for (const auto &[key, item] : json.items()) {
            const auto value = valueOf<std::int64_t>(item);
            if (!json.is_object() || !value) {
                return std::nullopt;
            }
            dict[key] = *value;
        }
        return dict;
    } else {
        T items;
        if (!json.is_array()) {
            return std::nullopt;
        }
        for (const Json &item : json) {
            auto value = valueOf<typename T::value_type>(item);
            if (!value) {
                return std::nullopt;
            }
            items.push_back(std::move(*value));
        }
        return items;
    }
}

std::optional<DTypes> typesOf(const Json &json)
{
    const auto codes = valueOf<std::vector<std::int64_t>>(json);
    if (!codes) {
        return std::nullopt;
    }
    DTypes types;
    for (const std::int64_t code : *codes) {
        types.push_back(dtypeFromCode(code).value_or(DType::Unknown));
    }
    return types;
}

std::optional<Shapes> shapesOf(const Json &json)
{
    const auto lists = valueOf<IntTuples>(json);
    if (!lists) {
        return std::nullopt;
    }
    Shapes shapes;
    std::transform(lists->begin(), lists->end(), std::back_inserter(shapes), shapeOfNnvm);
    return shapes;
}

std::optional<ValueTypes> valueTypesOf(const Json &json)
{
    const auto texts = valueOf<std::vector<std::string>>(json);
    if (!texts) {
        return std::nullopt;
    }
    ValueTypes types;
    for (const std::string &text : *texts) {
        types.push_back(ValueType::fromText(text));
    }
    return types;
}

/// Reads one attribute; false when its JSON is not what the tag says.
bool readOne(const GraphAttr &attr, const IndexedGraph &graph, Analyses &analyses)
{
    const Json json = Json::parse(attr.json, nullptr, false);
    const auto put = [&](auto value) {
        using T = typename decltype(value)::value_type;
        if (value) {
            analyses.set(SnapshotKey<T>{attr.name}, std::move(*value), graph);
        }
        return value.has_value();
    };
    if (attr.tag == "list_int") {
        const bool isTypes = attr.name == keys::dtype.name || attr.name == keys::dtypeInputs.name;
        return isTypes ? put(typesOf(json)) : put(valueOf<std::vector<std::int64_t>>(json));
    }
    if (attr.tag == "list_shape") {
        return put(shapesOf(json));
    }
    if (attr.tag == "int" || attr.tag == "size_t") {
        return put(valueOf<std::int64_t>(json));
    }
    if (attr.tag == "str") {
        return put(valueOf<std::string>(json));
    }
    if (attr.tag == "dict_str_int") {
        return put(valueOf<IntDict>(json));
    }
    if (attr.tag == "list_str" && attr.name == keys::valueType.name) {
        return put(valueTypesOf(json));
    }
    const bool isTexts = attr.tag == "list_str" || attr.tag == "list_layout";
    return !isTexts || put(valueOf<std::vector<std::string>>(json));
}

/// A list that is too long costs what is too much; of one that is too short nobody knows what it is about.
template <typename T>
void dropUnlessPerEntry(EntryKey<T> key, const IndexedGraph &graph, Analyses &analyses,
                        Diagnostics &diagnostics)
{
    const auto *values = analyses.find(SnapshotKey<std::vector<T>>{key.name}, graph);
    if (!values || values->size() == graph.entryCount()) {
        return;
    }
    const bool isTooLong = values->size() > graph.entryCount();
    diagnostics.push_back(makeWarning(
        "graph-attr", "graph attribute {} has {} values, expected one for each of {} entries; {}",
        quoted(key.name), values->size(), graph.entryCount(),
        (isTooLong ? "those at the end are left out" : "it is left out")));
    if (isTooLong) {
        std::vector<T> first(values->begin(), values->begin() + graph.entryCount());
        analyses.set(key, std::move(first), graph);
    } else {
        analyses.erase(key.name);
    }
}

/// For each entry of the snapshot, its number in a list of the file; empty: they are numbered alike, or a node is
/// not from the file.
std::vector<std::uint32_t> fileNumbers(const IndexedGraph &graph)
{
    std::vector<std::uint32_t> places(graph.nodeCount());
    std::iota(places.begin(), places.end(), 0U);
    const auto sourceOf = [&graph](std::uint32_t place) {
        return graph.node(place).node->sourceIndex;
    };
    const bool isKnown = std::all_of(places.begin(), places.end(), [&](std::uint32_t place) {
        return sourceOf(place).has_value();
    });
    const auto isBefore = [&](std::uint32_t a, std::uint32_t b) {
        return *sourceOf(a) < *sourceOf(b);
    };
    if (!isKnown || std::is_sorted(places.begin(), places.end(), isBefore)) {
        return {};
    }
    std::stable_sort(places.begin(), places.end(), isBefore);
    std::vector<std::uint32_t> numbers(graph.entryCount());
    std::uint32_t next = 0;
    for (const std::uint32_t place : places) {
        for (std::uint32_t i = 0; i < graph.node(place).outputCount; ++i) {
            numbers[graph.entryId(place, i)] = next++;
        }
    }
    return numbers;
}

/// Puts each value of a list of the file where it belongs.
template <typename T>
void reorder(EntryKey<T> key, const IndexedGraph &graph, const std::vector<std::uint32_t> &numbers,
             Analyses &analyses)
{
    const auto *values = analyses.find(SnapshotKey<std::vector<T>>{key.name}, graph);
    if (!values || values->size() != numbers.size()) {
        return;
    }
    std::vector<T> placed;
    placed.reserve(values->size());
    for (const std::uint32_t number : numbers) {
        placed.push_back((*values)[number]);
    }
    analyses.set(key, std::move(placed), graph);
}

/// Lists over the entries of a file whose nodes stand in another order than that of the snapshot.
void followFile(const IndexedGraph &graph, ListOrder order, Analyses &analyses,
                Diagnostics &diagnostics)
{
    const bool hasLists = analyses.contains(keys::shape.name) || analyses.contains(keys::dtype.name)
                          || analyses.contains(keys::layout.name);
    const auto numbers = hasLists ? fileNumbers(graph) : std::vector<std::uint32_t>();
    if (numbers.empty()) {
        return;
    }
    if (order == ListOrder::Snapshot) {
        diagnostics.push_back(makeWarning(
            "graph-attr",
            "the nodes of the file stand in another order than NNVM counts them in: it "
            "gives the values of shape, dtype and layout to other nodes, expected nodes "
            "in the order in which the results need them, or fixed semantics"));
        return;
    }
    reorder(keys::shape, graph, numbers, analyses);
    reorder(keys::dtype, graph, numbers, analyses);
    reorder(keys::layout, graph, numbers, analyses);
    reorder(keys::storageId, graph, numbers, analyses);
    reorder(keys::dltype, graph, numbers, analyses);
    reorder(keys::deviceIndex, graph, numbers, analyses);
}

/// The values of graphs of TVM's runtime all are known: there a shape without dimensions is a scalar's, and
/// a size of 0 is one. Exact semantics mean unknown ones by both, so that scalars are held as rows of one element.
void takeKnownShapes(const IndexedGraph &graph, Analyses &analyses)
{
    const Shapes *shapes = analyses.find(keys::shape, graph);
    if (!shapes || !analyses.contains(keys::dltype.name)) {
        return;
    }
    Shapes known = *shapes;
    std::replace(known.begin(), known.end(), Shape(), Shape{1});
    for (Shape &shape : known) {
        std::replace(shape.begin(), shape.end(), unknownSize, std::int64_t{0});
    }
    analyses.set(keys::shape, std::move(known), graph);
}

/// Graphs of TVM's runtime only have the names of the types.
void takeTypesByName(const IndexedGraph &graph, Analyses &analyses)
{
    const auto *names = analyses.find(keys::dltype, graph);
    if (!names || analyses.contains(keys::dtype.name)) {
        return;
    }
    DTypes types;
    for (const std::string &name : *names) {
        types.push_back(dtypeFromName(name).value_or(DType::Unknown));
    }
    analyses.set(keys::dtype, std::move(types), graph);
}

/// Tag and JSON of a value; nothing for what NNVM cannot save.
struct Writer {
    std::string_view name;

    template <typename T>
    std::optional<GraphAttr> operator()(const std::shared_ptr<T> &) const
    {
        return std::nullopt;
    }
    std::optional<GraphAttr> operator()(std::int64_t value) const
    {
        return attr("size_t", Json(value));
    }
    std::optional<GraphAttr> operator()(const std::string &value) const
    {
        return attr("str", Json(value));
    }
    std::optional<GraphAttr> operator()(const std::vector<std::int64_t> &value) const
    {
        return attr("list_int", Json(value));
    }
    std::optional<GraphAttr> operator()(const Shapes &value) const
    {
        Json lists = Json::array();
        for (const Shape &shape : value) {
            lists.push_back(nnvmSizes(shape));
        }
        return attr("list_shape", lists);
    }
    std::optional<GraphAttr> operator()(const DTypes &value) const
    {
        Json codes = Json::array();
        for (const DType type : value) {
            codes.push_back(dtypeCode(type));
        }
        return attr("list_int", codes);
    }
    std::optional<GraphAttr> operator()(const std::vector<std::string> &value) const
    {
        const bool isLayouts = name == keys::layout.name || name == keys::layoutInputs.name;
        return attr(isLayouts ? "list_layout" : "list_str", Json(value));
    }
    std::optional<GraphAttr> operator()(const ValueTypes &value) const
    {
        return (*this)(textsOf(value));
    }
    std::optional<GraphAttr> operator()(const IntDict &value) const
    {
        return attr("dict_str_int", Json(value));
    }

private:
    [[nodiscard]] GraphAttr attr(const char *tag, const Json &json) const
    {
        return {std::string(name), tag, json.dump(-1, ' ', false, Json::error_handler_t::replace)};
    }
};

} // namespace

Analyses readGraphAttributes(const IndexedGraph &graph, ListOrder order, Diagnostics &diagnostics)
{
    Analyses analyses;
    for (const GraphAttr &attr : graph.graph().attrs()) {
        if (!readOne(attr, graph, analyses)) {
            diagnostics.push_back(makeWarning("graph-attr",
                                              "graph attribute {} is not what its tag {} says",
                                              quoted(attr.name), quoted(attr.tag)));
        }
    }
    dropUnlessPerEntry(keys::shape, graph, analyses, diagnostics);
    dropUnlessPerEntry(keys::dtype, graph, analyses, diagnostics);
    dropUnlessPerEntry(keys::layout, graph, analyses, diagnostics);
    dropUnlessPerEntry(keys::storageId, graph, analyses, diagnostics);
    dropUnlessPerEntry(keys::dltype, graph, analyses, diagnostics);
    dropUnlessPerEntry(keys::deviceIndex, graph, analyses, diagnostics);
    followFile(graph, order, analyses, diagnostics);
    takeTypesByName(graph, analyses);
    takeKnownShapes(graph, analyses);
    return analyses;
}

std::vector<GraphAttr> writeGraphAttributes(const Analyses &analyses)
{
    std::vector<GraphAttr> attrs;
    for (const auto &[name, value] : analyses.all()) {
        if (auto attr = std::visit(Writer{name}, value)) {
            attrs.push_back(std::move(*attr));
        }
    }
    return attrs;
}

std::vector<GraphAttr> withoutEntryAttributes(const std::vector<GraphAttr> &attrs)
{
    std::vector<GraphAttr> kept;
    std::copy_if(attrs.begin(), attrs.end(), std::back_inserter(kept), [](const GraphAttr &attr) {
        return attr.tag != "list_shape" && attr.tag != "list_int" && attr.tag != "list_layout"
               && attr.tag != "size_t" && attr.name != keys::dltype.name;
    });
    return kept;
}

} // namespace nervure
