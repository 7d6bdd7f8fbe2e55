// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/fragment.h"

#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/boundary.h"
#include "core/graph/edits/new_operator.h"
#include "core/graph/edits/node_copier.h"
#include "core/graph/edits/outer_names.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <string>
#include <unordered_map>

namespace nervure {

namespace {

/// A selection of another graph as a graph: its nodes under their ids, with what they read outside
/// still to be settled.
class Cutter {
public:
    Cutter(const Graph &graph, std::span<const NodeId> nodes)
        : m_graph(graph),
          m_boundary(boundaryOf(graph, nodes))
    {
        m_part.setDialect(graph.dialect());
        takeModelFacts(graph, m_part);
        m_part.reserveIds(graph.nextId().value);
        for (const NodeId id : graph.nodes()) {
            if (m_boundary.contains(id)) {
                m_part.insert(id, ownPart(graph.node(id)), m_part.nodeCount());
            }
        }
        if (graph.dialect() != Dialect::LightNet) {
            std::vector<Entry> heads = m_boundary.outputs;
            const auto unread = unreadOutputs(graph, m_boundary);
            std::copy_if(unread.begin(), unread.end(), std::back_inserter(heads),
                         [&heads](const Entry &entry) {
                             return std::find(heads.begin(), heads.end(), entry) == heads.end();
                         });
            m_part.setHeads(std::move(heads));
        }
    }

    [[nodiscard]] const Boundary &boundary() const { return m_boundary; }
    Graph &part() { return m_part; }
    [[nodiscard]] const Node *sourceOf(const Entry &entry) const
    {
        return m_graph.find(entry.node);
    }

    /// Makes all reads of the boundary value reads of output 0 of a node of the part.
    void connect(const Entry &value, NodeId source)
    {
        for (const NodeId id : m_part.nodes()) {
            const Entries inputs = m_part.node(id).inputs;
            if (id == source || std::find(inputs.begin(), inputs.end(), value) == inputs.end()) {
                continue;
            }
            Node &node = m_part.edit(id);
            for (Entry &input : node.inputs) {
                input = input == value ? Entry{source, 0, 0} : input;
            }
        }
    }

    /// LightNet: reads from outside name their tensor.
    void nameTensors()
    {
        const std::vector<NodeId> ids(m_part.nodes().begin(), m_part.nodes().end());
        for (const NodeId id : ids) {
            Node &node = m_part.edit(id);
            for (std::size_t i = 0; i < node.inputs.size() && i < node.inputPorts.size(); ++i) {
                const Node *source = m_graph.find(node.inputs[i].node);
                if (source && !m_part.contains(node.inputs[i].node)
                    && node.inputs[i].index < source->outputPorts.size()) {
                    node.inputPorts[i].tensor = source->outputPorts[node.inputs[i].index].tensor;
                    node.inputs[i] = Entry{};
                }
            }
        }
    }

private:
    [[nodiscard]] Node ownPart(const Node &original) const
    {
        Node node = original;
        if (!storesValues(m_graph.dialect())) {
            node.sourceIndex.reset();
        }
        node.controlDeps.clear();
        for (const NodeId dependency : original.controlDeps) {
            if (m_boundary.contains(dependency)) {
                node.controlDeps.push_back(dependency);
            }
        }
        return node;
    }

    const Graph &m_graph;
    Boundary m_boundary;
    Graph m_part;
};

/// The name of a value outside of a selection: ONNX's own, else the node's, with a number beyond output 0.
std::string valueName(const Node &source, std::uint32_t index)
{
    if (source.dialect == Dialect::Onnx && index < source.outputPorts.size()
        && !source.outputPorts[index].tensor.empty()) {
        return source.outputPorts[index].tensor;
    }
    return index == 0 ? source.name : fmt::format("{}_{}", source.name, index);
}

/// An input of an extracted graph that stands for a value.
NodeId addInput(Graph &part, const Node &source, const Entry &value, const ShapeAndType &known)
{
    if (source.isVariable() && part.contains(value.node)) {
        return value.node; // another version of it
    }
    if (source.isVariable()) {
        Node copy = source;
        if (!storesValues(part.dialect())) {
            copy.sourceIndex.reset();
        }
        part.insert(value.node, std::move(copy), 0);
        return value.node;
    }
    if (part.dialect() == Dialect::Onnx) {
        // The name is that of a value, which operators may have too.
        Node variable;
        variable.dialect = Dialect::Onnx;
        variable.name = valueName(source, value.index);
        variable.attrs = known.attrs;
        const NodeId id = part.nextId();
        part.insert(id, std::move(variable), 0);
        return id;
    }
    EditDraft draft(part);
    NodeId id;
    if (part.dialect() == Dialect::LightNet) {
        const bool isNamed = value.index < source.outputPorts.size();
        const std::string name = isNamed ? source.outputPorts[value.index].tensor : source.name;
        id = draftVariable(draft, name, known.shape, known.type, 0);
    } else {
        id = draftVariable(draft, valueName(source, value.index), {}, DType::Unknown, 0);
        if (!isUnknown(known.shape)) {
            const Result<Edit> typing = setInputType(
                draft.graph(), id, known.shape,
                known.type == DType::Unknown ? std::nullopt : std::optional(known.type));
            [[maybe_unused]] const bool isSet = typing && draft.add(*typing).ok();
            assert(isSet && "a new variable takes a shape");
        }
    }
    part = draft.graph();
    return id;
}

/// The Constants of an ONNX graph that a selection reads: stored values, as initializers are.
std::vector<NodeId> constantsOf(const Graph &graph, std::span<const NodeId> nodes)
{
    std::vector<NodeId> constants;
    for (const Entry &value : boundaryOf(graph, nodes).inputs) {
        const Node *source = graph.find(value.node);
        if (source && source->dialect == Dialect::Onnx && source->op == "Constant") {
            constants.push_back(value.node);
        }
    }
    return constants;
}

/// What a graph has under the names that variables of a fragment have.
class NamedPlaces {
public:
    explicit NamedPlaces(const Graph &graph) : m_graph(graph)
    {
        if (graph.dialect() == Dialect::Onnx) {
            m_places = valuesByName(graph);
            return;
        }
        for (const NodeId id : graph.nodes()) {
            m_places.emplace(graph.node(id).name, Entry{id, 0, 0});
        }
    }

    /// The value that a variable of a fragment stands for; nothing where it stands for itself.
    [[nodiscard]] std::optional<Entry> find(const Node &variable, Connect connect) const
    {
        // An initializer has values of its own, whatever else has its name.
        const bool hasValues = variable.dialect == Dialect::Onnx && holdsOnnxValues(variable.attrs);
        const std::string *output = variable.attrs.find(referenceKey);
        if (!variable.isVariable() || connect == Connect::Nothing || hasValues
            || (!output && connect != Connect::Inputs)) {
            return std::nullopt;
        }
        const auto found = m_places.find(variable.name);
        if (found == m_places.end()) {
            return std::nullopt;
        }
        Entry entry = found->second;
        if (output && m_graph.dialect() != Dialect::Onnx) {
            std::from_chars(output->data(), output->data() + output->size(), entry.index);
        }
        return checkEntry(m_graph, entry) ? std::optional(entry) : std::nullopt;
    }

private:
    const Graph &m_graph;
    std::unordered_map<std::string_view, Entry> m_places;
};

/// Fails where what a variable says of its type cannot be true of the value that it is to be.
Status checkTypes(const Node &variable, const Entry &value, const KnownTypes &types)
{
    const AttrDict known = types ? types(value).attrs : AttrDict();
    if (typesFit(variable.attrs, known)) {
        return {};
    }
    return makeErrorAt(variable.name, "merge-types",
                       "the input {} that is added is {}, and the value of that name is {}: rename "
                       "one of them first",
                       quoted(variable.name), variableTypeText(variable.attrs),
                       variableTypeText(known));
}

/// Connects what a LightNet fragment reads by name to what the graph defines under that name.
void connectTensors(EditDraft &draft, const std::vector<NodeId> &added, const Graph &graph,
                    const Graph &fragment)
{
    std::unordered_map<std::string_view, Entry> tensors;
    for (const NodeId id : graph.nodes()) {
        const auto &ports = graph.node(id).outputPorts;
        for (std::uint32_t i = 0; i < ports.size(); ++i) {
            tensors.emplace(ports[i].tensor, Entry{id, i, 0});
        }
    }
    for (std::size_t n = 0; n < added.size(); ++n) {
        const Node &original = fragment.node(fragment.nodes()[n]);
        for (std::size_t i = 0; i < original.inputs.size() && i < original.inputPorts.size(); ++i) {
            const auto found = tensors.find(original.inputPorts[i].tensor);
            if (!fragment.contains(original.inputs[i].node) && found != tensors.end()) {
                draft.setInput(added[n], i, found->second);
            }
        }
    }
}

Status checkDialect(const Graph &graph, const Graph &other)
{
    if (other.nodeCount() == 0) {
        return makeError("no-nodes", "there is nothing to paste, expected at least one node");
    }
    if (graph.nodeCount() != 0 && graph.dialect() != other.dialect()) {
        return makeError("dialect", "the nodes are of dialect {}, expected {}",
                         dialectName(other.dialect()), dialectName(graph.dialect()));
    }
    return {};
}

Result<Edit> paste(const Graph &graph, const Graph &fragment, const PasteOptions &options,
                   bool takesHeads)
{
    RETURN_IF_FAILED(checkDialect(graph, fragment));
    EditDraft draft(graph);
    NodeCopier copier(draft, fragment);
    copier.setPrefix(options.prefix);
    const NamedPlaces places(graph);
    std::vector<NodeId> copied;
    for (const NodeId id : fragment.nodes()) {
        if (const auto entry = places.find(fragment.node(id), options.connect)) {
            RETURN_IF_FAILED(checkTypes(fragment.node(id), *entry, options.types));
            copier.replace(id, *entry);
        } else {
            copied.push_back(id);
        }
    }
    if (copied.empty()) {
        return makeError("no-nodes", "all that would be pasted is there already");
    }
    const auto outside = [](const Entry &) { return Entry{}; };
    copier.copy(copied, outside, options.position);
    if (graph.dialect() == Dialect::LightNet && options.connect != Connect::Nothing) {
        std::vector<NodeId> added;
        for (const NodeId id : copied) {
            added.push_back(copier.copied({id, 0, 0}, outside).node);
        }
        connectTensors(draft, added, graph, fragment);
    }
    if (takesHeads && !fragment.heads().empty()) {
        std::vector<Entry> heads = graph.heads();
        for (const Entry &head : fragment.heads()) {
            heads.push_back(copier.copied(head, outside));
        }
        if (const Status status = draft.add({SetHeads{std::move(heads)}}); !status) {
            return status.error();
        }
    }
    return draft.finish();
}

} // namespace

Result<Graph> copyFragment(const Graph &graph, std::span<const NodeId> nodes,
                           const KnownTypes &types)
{
    RETURN_IF_FAILED(checkNodes(graph, nodes));
    Cutter cutter(graph, nodes);
    if (graph.dialect() == Dialect::LightNet) {
        cutter.nameTensors();
        return std::move(cutter.part());
    }
    std::size_t place = 0;
    for (const Entry &value : cutter.boundary().inputs) {
        const Node *source = cutter.sourceOf(value);
        if (!source) {
            continue;
        }
        Node reference;
        reference.dialect = graph.dialect();
        reference.name =
            graph.dialect() == Dialect::Onnx ? valueName(*source, value.index) : source->name;
        reference.attrs =
            types && graph.dialect() == Dialect::Onnx ? types(value).attrs : AttrDict();
        reference.attrs.set(referenceKey, std::to_string(value.index));
        const NodeId id = cutter.part().nextId();
        cutter.part().insert(id, std::move(reference), place++);
        cutter.connect(value, id);
    }
    return std::move(cutter.part());
}

Result<Graph> extractGraph(const Graph &graph, std::span<const NodeId> nodes,
                           const KnownTypes &types)
{
    RETURN_IF_FAILED(checkNodes(graph, nodes));
    std::vector<NodeId> all(nodes.begin(), nodes.end());
    const std::vector<NodeId> constants = constantsOf(graph, nodes);
    all.insert(all.end(), constants.begin(), constants.end());
    Cutter cutter(graph, all);
    std::vector<Entry> heads = cutter.part().heads();
    std::erase_if(heads, [&constants](const Entry &head) {
        return std::find(constants.begin(), constants.end(), head.node) != constants.end();
    });
    cutter.part().setHeads(std::move(heads));
    for (auto value = cutter.boundary().inputs.rbegin(); value != cutter.boundary().inputs.rend();
         ++value) {
        if (const Node *source = cutter.sourceOf(*value)) {
            const ShapeAndType known = types ? types(*value) : ShapeAndType{};
            cutter.connect(*value, addInput(cutter.part(), *source, *value, known));
        }
    }
    return std::move(cutter.part());
}

Result<Edit> pasteFragment(const Graph &graph, const Graph &fragment, const PasteOptions &options)
{
    return paste(graph, fragment, options, false);
}

Result<Edit> duplicateNodes(const Graph &graph, std::span<const NodeId> nodes)
{
    RETURN_IF_FAILED(checkNodes(graph, nodes));
    std::vector<bool> isMeant(graph.idLimit(), false);
    for (const NodeId id : nodes) {
        isMeant[id.value] = true;
    }
    std::vector<NodeId> inOrder;
    std::size_t place = 0;
    for (std::size_t i = 0; i < graph.nodeCount(); ++i) {
        if (isMeant[graph.nodes()[i].value]) {
            inOrder.push_back(graph.nodes()[i]);
            place = i + 1;
        }
    }
    EditDraft draft(graph);
    NodeCopier copier(draft, graph);
    copier.stayInModel();
    copier.copy(
        inOrder, [](const Entry &entry) { return entry; }, place);
    return draft.finish();
}

Result<Edit> mergeGraph(const Graph &graph, const Graph &other, const PasteOptions &options)
{
    return paste(graph, other, options, true);
}

} // namespace nervure
