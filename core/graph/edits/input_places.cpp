// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/input_places.h"

#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/wiring_edits.h"
#include "core/graph/op/value_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

/// Where input `at` stands in the operator's list: ONNX's may leave out some before it.
std::size_t placeOf(const Node &node, std::size_t at)
{
    return node.dialect == Dialect::Onnx && at < node.inputPorts.size() ? node.inputPorts[at].listed
                                                                        : at;
}

std::string numbered(std::size_t place)
{
    return fmt::format("input {}", place);
}

/// What ONNX declares: inputs that may be left out, and at the end any number of one.
std::vector<InputPlace> declaredPlaces(const Node &node, const ValueSignature &signature)
{
    std::vector<InputPlace> places;
    std::size_t end = 0;
    for (std::size_t at = 0; at < node.inputs.size(); ++at) {
        const std::size_t place = placeOf(node, at);
        const FormalValue *formal = signature.input(place);
        std::string name = formal ? formal->name : numbered(place);
        if (formal && formal->isVariadic) {
            name = fmt::format("{} {}", name, place + 1 - (signature.inputs.size() - 1));
        }
        places.push_back({std::move(name), place, at});
        end = std::max(end, place + 1);
    }
    for (std::size_t place = 0; place < signature.inputs.size(); ++place) {
        const FormalValue &formal = signature.inputs[place];
        if (formal.isVariadic) {
            places.push_back({formal.name, std::max(end, place), {}, true});
        } else if (std::none_of(places.begin(), places.end(),
                                [&](const InputPlace &one) { return one.place == place; })) {
            places.push_back({formal.name, place, {}});
        }
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const InputPlace &a, const InputPlace &b) { return a.place < b.place; });
    return places;
}

std::vector<std::string> namesOf(const OpSpec &spec, const Node &node, Semantics semantics)
{
    Diagnostics ignored;
    const ParsedAttrs attrs = parseAttrs(spec.attrs, node.attrs, spec.name, node.name, ignored);
    return spec.inputNames(RuleContext{node, attrs, semantics});
}

Diagnostic noSuchPlace(const Node &node, std::string_view name,
                       const std::vector<InputPlace> &places)
{
    std::string known;
    for (const InputPlace &place : places) {
        known += (known.empty() ? "" : ", ") + place.name;
    }
    return makeErrorAt(node.name, "no-such-input", "{} has no input {}, expected {}",
                       quoted(node.name), quoted(name),
                       known.empty() ? "an operator with inputs" : "one of " + known);
}

/// Fills a place that was left out, among the inputs that stand around it in the operator's list.
Result<Edit> fillPlace(const Graph &graph, NodeId node, std::size_t place, const Entry &source)
{
    const Node &present = graph.node(node);
    SetInputs change = inputsOf(graph, node);
    std::vector<Port> ports;
    std::size_t at = 0;
    for (std::size_t i = 0; i < change.inputs.size(); ++i) {
        Port port = i < change.ports.size() ? change.ports[i] : Port{};
        port.listed = static_cast<std::uint32_t>(placeOf(present, i));
        at += port.listed < place ? 1 : 0;
        ports.push_back(std::move(port));
    }
    const auto offset = static_cast<std::ptrdiff_t>(at);
    change.inputs.insert(change.inputs.begin() + offset, source);
    ports.insert(ports.begin() + offset, Port{{}, {}, static_cast<std::uint32_t>(place)});
    // As when it is read from a file: ports are needed where the lists differ.
    bool isNeeded = false;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        isNeeded = isNeeded || ports[i].listed != i || !graph.contains(change.inputs[i].node);
    }
    change.ports = isNeeded ? std::move(ports) : std::vector<Port>();
    EditDraft draft(graph);
    RETURN_IF_FAILED(draft.add({std::move(change)}));
    RETURN_IF_FAILED(checkNoCycle(draft.graph(), node));
    return draft.finish();
}

} // namespace

std::vector<InputPlace> inputPlaces(const Graph &graph, const OpRegistry &ops, NodeId node,
                                    Semantics semantics)
{
    const Node *found = graph.find(node);
    if (!found || found->isVariable()) {
        return {};
    }
    const OpSpec *spec = ops.find(*found);
    if (spec && spec->values && found->dialect == Dialect::Onnx) {
        return declaredPlaces(*found, spec->values->signature);
    }
    std::vector<std::string> names;
    if (spec && spec->inputNames) {
        names = namesOf(*spec, *found, semantics);
    }
    const bool isLightNet = found->dialect == Dialect::LightNet;
    std::vector<InputPlace> places;
    for (std::size_t i = 0; i < std::max(found->inputs.size(), names.size()); ++i) {
        const bool isThere = i < found->inputs.size();
        const bool hasRole = isLightNet && i < found->inputPorts.size();
        places.push_back({hasRole            ? found->inputPorts[i].role
                          : i < names.size() ? names[i]
                                             : numbered(i),
                          i, isThere ? std::optional(i) : std::nullopt});
    }
    if (takesAnyInputs(graph, ops, node)) {
        places.push_back({numbered(places.size()), places.size(), {}, true});
    }
    return places;
}

Result<Edit> connectInput(const Graph &graph, const OpRegistry &ops, NodeId node,
                          std::string_view name, const Entry &source)
{
    RETURN_IF_FAILED(checkNodes(graph, {&node, 1}));
    RETURN_IF_FAILED(checkEntry(graph, source));
    const std::vector<InputPlace> places = inputPlaces(graph, ops, node);
    const Node &present = graph.node(node);
    const auto chosen = std::find_if(places.begin(), places.end(),
                                     [&](const InputPlace &one) { return one.name == name; });
    if (chosen == places.end()) {
        return noSuchPlace(present, name, places);
    }
    if (chosen->at) {
        return rewireInput(graph, node, *chosen->at, source);
    }
    if (present.dialect == Dialect::Onnx) {
        return fillPlace(graph, node, chosen->place, source);
    }
    if (chosen->place > present.inputs.size()) {
        return makeErrorAt(present.name, "no-such-input",
                           "{} has {} inputs, expected those before {} to be connected first",
                           quoted(present.name), present.inputs.size(), quoted(name));
    }
    return addInput(graph, ops, node, source);
}

Result<Edit> moveEdgeTo(const Graph &graph, const OpRegistry &ops, const EdgeEnd &from, NodeId node,
                        std::string_view name)
{
    RETURN_IF_FAILED(checkNodes(graph, {&from.node, 1}));
    const Entries &inputs = graph.node(from.node).inputs;
    if (from.index >= inputs.size()) {
        return makeErrorAt(graph.node(from.node).name, "no-such-input",
                           "{} has no input {}, expected less than {}",
                           quoted(graph.node(from.node).name), from.index, inputs.size());
    }
    EditDraft draft(graph);
    ASSIGN_OR_RETURN(Edit connected, connectInput(graph, ops, node, name, inputs[from.index]));
    RETURN_IF_FAILED(draft.add(std::move(connected)));
    EdgeEnd left = from;
    if (from.node == node && draft.graph().node(node).inputs.size() > inputs.size()) {
        // The new one may stand before this one.
        const std::vector<InputPlace> places = inputPlaces(graph, ops, node);
        const auto filled = std::find_if(places.begin(), places.end(),
                                         [&](const InputPlace &one) { return one.name == name; });
        const bool isBefore =
            filled != places.end() && filled->place < placeOf(graph.node(node), from.index);
        left.index += isBefore ? 1 : 0;
    }
    ASSIGN_OR_RETURN(Edit freed, removeEdges(draft.graph(), ops, {&left, 1}));
    RETURN_IF_FAILED(draft.add(std::move(freed)));
    return draft.finish();
}

} // namespace nervure
