// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/evaluation.h"

#include "core/support/text.h"

#include <algorithm>
#include <cmath>

namespace nervure::conformance {

namespace {

/// A result computed from at least this many numbers each is behind a long reduction.
constexpr std::int64_t longReduction = 128;

Tolerance wider(const Tolerance &a, const Tolerance &b)
{
    return {std::max(a.absolute, b.absolute), std::max(a.relative, b.relative)};
}

/// How many numbers each output of the node is computed from.
std::int64_t reductionLength(const SizedGraph &graph, std::uint32_t id)
{
    const IndexedNode &node = graph.index->node(id);
    std::vector<Shape> in;
    std::int64_t largest = 0;
    for (const IndexedEntry &entry : node.inputs) {
        in.push_back(graph.shapes[graph.index->entryId(entry)]);
        largest = std::max(largest, elementCount(in.back()).value_or(0));
    }
    std::vector<Shape> out;
    for (std::uint32_t i = 0; i < node.outputCount; ++i) {
        out.push_back(graph.shapes[graph.index->entryId(id, i)]);
    }
    const std::int64_t results =
        std::max<std::int64_t>(out.empty() ? 1 : elementCount(out[0]).value_or(1), 1);
    std::int64_t work = largest;
    if (node.spec && node.spec->macs) {
        const auto macs = node.spec->macs(node.rule(Semantics::Exact), in, out);
        work = std::max(work, macs.value_or(0));
    }
    return work / results;
}

std::string faultOf(const IndexedNode &node, const std::string &message)
{
    return node.node->op + " " + quoted(node.node->name) + ": " + message;
}

} // namespace

Tolerance toleranceOf(DType type)
{
    switch (type) {
    case DType::Float32: return {1e-5, 1e-4};
    case DType::Float64: return {1e-9, 1e-9};
    case DType::Float16: return {1e-2, 1e-2};
    default: return {};
    }
}

Status computeNode(const SizedGraph &graph, std::uint32_t id, EntryValues &values)
{
    const IndexedNode &node = graph.index->node(id);
    if (!node.spec || !node.spec->reference) {
        return makeError("no-reference", faultOf(node, "there is no reference implementation"));
    }
    std::vector<ConstTensorView> in;
    std::vector<TensorView> out;
    std::vector<TensorView> mutated;
    for (const IndexedEntry &entry : node.inputs) {
        in.emplace_back(values.at(graph.index->entryId(entry)).view());
    }
    for (std::uint32_t i = 0; i < node.outputCount; ++i) {
        out.push_back(values.at(graph.index->entryId(id, i)).view());
    }
    for (const std::uint32_t i : node.spec->mutatedInputs) {
        if (i >= node.inputs.size()) {
            return makeError("input-count", faultOf(node, "an input that it changes is missing"));
        }
        mutated.push_back(values.at(graph.index->entryId(node.inputs[i])).view());
    }
    const RuleContext rule = node.rule(Semantics::Exact);
    const Status status = node.spec->reference({rule, in, out, mutated});
    return status ? status
                  : Status(makeError(status.error().code, faultOf(node, status.error().message)));
}

Result<EntryValues> evaluate(const SizedGraph &graph, const TensorMap &variables,
                             const NodeHook &hook)
{
    EntryValues values(graph.index->entryCount());
    for (std::uint32_t id = 0; id < graph.index->nodeCount(); ++id) {
        const IndexedNode &node = graph.index->node(id);
        const std::uint32_t first = graph.index->entryId(id, 0);
        if (node.isVariable()) {
            const auto it = variables.find(node.node->name);
            if (it == variables.end() || it->second.shape() != graph.shapes[first]
                || it->second.type() != graph.types[first]) {
                return makeError("value-missing", "there is no value of this shape and type for "
                                                      + quoted(node.node->name));
            }
            values[first] = it->second;
            continue;
        }
        for (std::uint32_t i = first; i < first + node.outputCount; ++i) {
            Result<Tensor> tensor = Tensor::zeros(graph.types[i], graph.shapes[i]);
            if (!tensor) {
                return makeError(tensor.error().code, faultOf(node, tensor.error().message));
            }
            values[i] = std::move(tensor).value();
        }
        Status status = computeNode(graph, id, values);
        status = status && hook ? hook(id, values) : status;
        if (!status) {
            return status.error();
        }
    }
    return values;
}

bool Tolerance::holds(double found, double expected) const
{
    if (std::isnan(found) || std::isnan(expected)) {
        return std::isnan(found) && std::isnan(expected);
    }
    if (std::isinf(found) || std::isinf(expected)) {
        return found == expected;
    }
    return std::abs(found - expected) <= around(expected);
}

double Tolerance::around(double value) const
{
    return absolute + relative * std::abs(value);
}

std::vector<Tolerance> tolerancesOf(const SizedGraph &graph)
{
    constexpr Tolerance reduced{1e-5, 1e-3};
    std::vector<Tolerance> tolerances(graph.index->entryCount());
    for (std::uint32_t id = 0; id < graph.index->nodeCount(); ++id) {
        const IndexedNode &node = graph.index->node(id);
        Tolerance known;
        for (const IndexedEntry &entry : node.inputs) {
            known = wider(known, tolerances.at(graph.index->entryId(entry)));
        }
        const bool isLong = !node.isVariable() && reductionLength(graph, id) >= longReduction;
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = graph.index->entryId(id, i);
            tolerances[entry] = wider(known, toleranceOf(graph.types[entry]));
            if (isLong && graph.types[entry] == DType::Float32) {
                tolerances[entry] = wider(tolerances[entry], reduced);
            }
        }
    }
    return tolerances;
}

} // namespace nervure::conformance
