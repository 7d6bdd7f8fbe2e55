// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/onnx_scan.h"

#include "core/graph/onnx_variable.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/onnx/onnx_flow_maker.h"

#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace nervure {

namespace {

/// The version from which on it goes along one sequence.
constexpr std::uint16_t firstScanWithoutBatches = 9;

std::int64_t numberAt(const std::vector<std::int64_t> &numbers, std::size_t place)
{
    return place < numbers.size() ? numbers[place] : 0;
}

std::size_t axisAt(const std::vector<std::int64_t> &axes, std::size_t place, std::size_t rank)
{
    const std::int64_t axis = numberAt(axes, place);
    return static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
}

/// With one axis moved to another place.
Entry withMovedAxis(const OnnxFlowMaker &maker, const Entry &entry, std::size_t rank,
                    std::size_t from, std::size_t to)
{
    if (from == to) {
        return entry;
    }
    std::vector<std::int64_t> axes(rank);
    std::iota(axes.begin(), axes.end(), 0);
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(from));
    axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(to), static_cast<std::int64_t>(from));
    return maker.make("transpose", {entry}, {{"axes", NnvmAttrText::print(IntTuple(axes))}});
}

/// What a Scan goes along: slices of the first dimension, the last one first where it goes backward.
Status addSlices(OnnxFlowMaker &maker, std::size_t input, std::size_t place,
                 std::vector<ValueType> &types)
{
    ASSIGN_OR_RETURN(Entry entry, maker.inputAt(input));
    ValueType type = withoutElements(maker.valueAt(input));
    const std::size_t rank = type.shape->size();
    const std::size_t axis = axisAt(maker.attrs().integers("scan_input_axes"), place, rank);
    entry = withMovedAxis(maker, entry, rank, axis, 0);
    if (numberAt(maker.attrs().integers("scan_input_directions"), place) != 0) {
        entry = maker.make("flip", {entry}, {{"axis", "0"}});
    }
    if (rank == 1) { // slices are scalars, which have one element
        entry = maker.reshape(entry, {type.numbers()[0], 1});
    }
    type.shape->erase(type.shape->begin() + static_cast<std::ptrdiff_t>(axis));
    maker.addBodyInput(entry);
    types.push_back(std::move(type));
    return {};
}

Entry rowsAsAsked(const OnnxFlowMaker &maker, Entry rows, std::size_t place, std::size_t rank)
{
    if (numberAt(maker.attrs().integers("scan_output_directions"), place) != 0) {
        rows = maker.make("flip", {rows}, {{"axis", "0"}});
    }
    const std::size_t axis = axisAt(maker.attrs().integers("scan_output_axes"), place, rank);
    return rank == 1 ? rows : withMovedAxis(maker, rows, rank, 0, axis);
}

/// What a Scan with batches does with one of them, as a body of a loop over all: its inputs are those of the Scan.
Graph scanOfOneBatch(const Node &scan, std::size_t inputs, std::size_t outputs)
{
    Graph graph;
    graph.setDialect(Dialect::Onnx);
    Node inner = scan;
    inner.opset = firstScanWithoutBatches;
    inner.inputs.clear();
    inner.inputPorts.clear();
    if (const std::string *directions = scan.attrs.find("directions")) {
        inner.attrs.set("scan_input_directions", std::string(*directions));
        inner.attrs.erase("directions");
    }
    for (std::size_t i = 0; i < inputs; ++i) {
        Node variable;
        variable.dialect = Dialect::Onnx;
        variable.name = fmt::format("{}/of_batch_{}", scan.name, i);
        inner.inputPorts.push_back({{}, variable.name, static_cast<std::uint32_t>(i)});
        inner.inputs.push_back({graph.add(std::move(variable)), 0, 0});
    }
    // What the body reads from around it is around the loop, too.
    const Graph &body = *scan.subgraphs.front();
    for (const NodeId id : body.nodes()) {
        if (body.node(id).attrs.find(onnx_variable::outer)) {
            graph.add(Node(body.node(id)));
        }
    }
    const NodeId id = graph.add(std::move(inner));
    std::vector<Entry> heads;
    for (std::uint32_t i = 0; i < outputs; ++i) {
        heads.push_back({id, i, 0});
    }
    graph.setHeads(std::move(heads));
    return graph;
}

/// One batch after the other, each by a Scan of its own.
Result<std::vector<Entry>> lowerBatches(OnnxFlowMaker &maker)
{
    if (maker.has(0)) {
        return makeError("not-supported",
                         "its sequences have lengths of their own (sequence_lens), expected all "
                         "of one length");
    }
    const std::size_t inputs = maker.node().inputs.size();
    std::vector<ValueType> types;
    for (std::size_t i = 0; i < inputs; ++i) {
        RETURN_IF_FAILED(addSlices(maker, i + 1, i, types));
    }
    std::vector<std::size_t> order(maker.outputs().size());
    std::iota(order.begin(), order.end(), 0);
    const Graph batch = scanOfOneBatch(*maker.node().node, inputs, order.size());
    ASSIGN_OR_RETURN(LoweredBody lowered, maker.lower(batch, types, order));
    AttrDict attrs{{"num_out_data", std::to_string(order.size())},
                   {"in_state_locs", placesText({})},
                   {"body_input_locs", placesText(lowered.reads)},
                   {"in_data_locs", placesText(placesBelow(inputs))}};
    std::vector<LoweredBody> bodies{std::move(lowered)};
    return maker.asInferred(
        maker.finish("foreach", std::move(bodies), order.size(), std::move(attrs)));
}

} // namespace

Result<std::vector<Entry>> lowerOnnxScan(OnnxFlowMaker &maker)
{
    if (maker.node().spec->sinceVersion < firstScanWithoutBatches) {
        return lowerBatches(maker);
    }
    const auto slices = static_cast<std::size_t>(maker.attrs().integer("num_scan_inputs"));
    const std::size_t inputs = maker.node().inputs.size();
    const std::size_t states = inputs - std::min(inputs, slices);
    const std::size_t rows = maker.outputs().size() - std::min(maker.outputs().size(), states);
    std::vector<ValueType> types;
    std::vector<std::uint32_t> sliced;
    for (std::size_t i = 0; i < inputs; ++i) {
        if (i >= states) {
            sliced.push_back(static_cast<std::uint32_t>(i));
            RETURN_IF_FAILED(addSlices(maker, i, i - states, types));
            continue;
        }
        ASSIGN_OR_RETURN(const Entry state, maker.inputAt(i));
        maker.addBodyInput(state);
        types.push_back(withoutElements(maker.valueAt(i)));
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < states + rows; ++i) {
        order.push_back(i < rows ? states + i : i - rows);
    }
    const Graph &body = *maker.node().node->subgraphs.front();
    ASSIGN_OR_RETURN(LoweredBody lowered, maker.lower(body, types, order));
    AttrDict attrs{{"num_out_data", std::to_string(rows)},
                   {"in_state_locs", placesText(placesBelow(states))},
                   {"body_input_locs", placesText(lowered.reads)},
                   {"in_data_locs", placesText(sliced)}};
    std::vector<LoweredBody> bodies{std::move(lowered)};
    const auto all = maker.finish("foreach", std::move(bodies), order.size(), std::move(attrs));
    std::vector<Entry> outputs(all.begin() + static_cast<std::ptrdiff_t>(rows), all.end());
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t rank = maker.outputs()[states + i].shape->size();
        outputs.push_back(rowsAsAsked(maker, all[i], i, rank));
    }
    return maker.asInferred(std::move(outputs));
}

} // namespace nervure
