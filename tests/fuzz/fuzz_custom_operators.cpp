// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of declarations; what reads is asked all its rules for nodes with known, half
// known and unknown inputs, and lowered.
#include "core/graph/op/rewrite_rules.h"
#include "core/graph/op/value_rules.h"
#include "core/ops/custom/declaration_reader.h"
#include "tests/fuzz/all_builtins.h"

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace nervure;

/// A node of the operator with so many inputs, and what it reads.
void askRules(const OpSpec &spec, std::size_t inputs, const Shape &shape, DType type)
{
    Graph graph;
    Node node;
    node.op = spec.name;
    node.dialect = spec.dialect;
    for (std::size_t i = 0; i < inputs; ++i) {
        node.inputs.push_back({graph.add({}), 0, 0});
    }
    const NodeId id = graph.add(node);
    const ParsedAttrs attrs{spec.attrs.makeDefault()};
    const RuleContext rule{graph.node(id), attrs, Semantics::Fixed};
    const std::size_t outputs = outputNamesOf(&spec, rule, 1).size();
    Shapes in(inputs, shape);
    Shapes out(outputs);
    DTypes inTypes(inputs, type);
    DTypes outTypes(outputs, DType::Unknown);
    if (spec.inferShape && spec.inferShape(rule, in, out)) {
        for (const Shape &found : out) {
            if (!isUnknown(found) && !elementCount(found)) {
                std::abort();
            }
        }
    }
    if (spec.inferType) {
        (void)spec.inferType(rule, inTypes, outTypes);
    }
    if (spec.values) {
        ValueCall call{attrs.as<OnnxAttrs>()};
        const auto element = elementTypeNamed(dtypeName(type)).value_or(ElementType::Undefined);
        const Dimensions named(shape.size(), Dimension::named("n"));
        call.inputs.assign(inputs, ValueType::tensor(element, named));
        call.given.assign(inputs, true);
        call.outputs.resize(outputs);
        (void)inferValues(*spec.values, call);
    }
    if (spec.macs) {
        (void)spec.macs(rule, in, out);
    }
    if (spec.inplace) {
        for (const auto &[input, output] : spec.inplace(rule)) {
            if (input >= inputs || output >= outputs) {
                std::abort();
            }
        }
    }
    if (spec.rewrites && spec.rewrites->lower) {
        const std::vector<Entry> entries(node.inputs.begin(), node.inputs.end());
        const RewriteCall call{rule, id, entries, in, graph, out, inTypes, outTypes};
        if (const auto made = spec.rewrites->lower(call); made && made->size() != outputs) {
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char *>(data), size);
    const auto specs = readCustomOperators(text, "own.json", fuzz::builtins().ops);
    if (!specs) {
        if (specs.error().message.empty() || specs.error().where.file != "own.json") {
            std::abort();
        }
        return 0;
    }
    for (const OpSpec &spec : *specs) {
        for (std::size_t inputs = 0; inputs < 4; ++inputs) {
            askRules(spec, inputs, {}, DType::Unknown);
            askRules(spec, inputs, {2, 0, 5}, DType::Float32);
            askRules(spec, inputs, {2, 3}, DType::Int8);
        }
    }
    return 0;
}
