// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_graph.h"

#include "core/formats/keras/keras_binding.h"
#include "core/formats/keras/keras_calls.h"
#include "core/formats/keras/keras_masks.h"
#include "core/formats/keras/keras_node.h"
#include "core/graph/keras_arrays.h"
#include "core/graph/tensor_type.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

/// Models inside, counted as often as they are called, may have so many calls together.
constexpr std::size_t mostKerasCalls = 1'000'000;

/// No layer gives more; a faulty file may say that it reads any number of them.
constexpr std::uint32_t mostDeclaredOutputs = 1024;

using KerasEntries = std::vector<Entry>;

/// Puts models into one graph.
class KerasGraphBuilder {
public:
    explicit KerasGraphBuilder(const KerasDocument &document)
        : m_document(document),
          m_masks(document.version)
    {
        m_built.graph.setDialect(Dialect::Keras);
    }

    Result<KerasGraph> build()
    {
        const KerasModel &model = m_document.model;
        listLayers(model, {});
        ASSIGN_OR_RETURN(KerasEntries heads, model.isSequence
                                                 ? sequence(model, {}, std::nullopt)
                                                 : functional(model, {}, std::nullopt));
        m_built.graph.setHeads(std::move(heads));
        addAttributes();
        return std::move(m_built);
    }

private:
    /// Where a model's layers stand: their names, and what they are called in the graph.
    struct Scope {
        std::vector<std::string> path;
        std::vector<std::string> classes;
        std::string prefix;         ///< "inner/"
        bool isDistributed = false; ///< each layer is called at each step of sequences
        bool trains = false;        ///< and as in training
    };

    /// The scope of a model that is a layer.
    static Scope scopeInside(const KerasLayer &layer, const Scope &scope)
    {
        Scope inner = scope;
        inner.path.push_back(layer.name);
        inner.classes.push_back(layer.className);
        inner.isDistributed = scope.isDistributed || layer.isDistributed;
        return inner;
    }

    /// Those that may have arrays, in Keras's order, in which a file of weights has them.
    void listLayers(const KerasModel &model, const Scope &scope)
    {
        for (const KerasLayer &layer : model.layers) {
            const Scope inner = scopeInside(layer, scope);
            if (layer.inner) {
                listLayers(*layer.inner, inner);
            } else if (!layer.isInput() && !layer.isOperation()) {
                m_places.emplace(&layer, m_built.layers.size());
                m_built.layers.push_back({inner.path, inner.classes, {}});
            }
        }
    }

    Result<KerasEntries> modelOf(const KerasModel &model, const Scope &scope,
                                 const KerasEntries &inputs)
    {
        return model.isSequence ? sequence(model, scope, inputs) : functional(model, scope, inputs);
    }

    NodeId addVariable(std::string name, AttrDict attrs, std::optional<std::uint32_t> place)
    {
        Node node;
        node.dialect = Dialect::Keras;
        node.name = freeName(std::move(name));
        node.attrs = std::move(attrs);
        node.sourceIndex = place;
        return m_built.graph.add(std::move(node));
    }

    /// The name, or with the first number that makes it another one than all before.
    std::string freeName(std::string name)
    {
        if (m_names.insert(name).second) {
            return name;
        }
        for (std::size_t &i = ++m_numbers[name];; ++i) {
            std::string numbered = name + '_' + std::to_string(i);
            if (m_names.insert(numbered).second) {
                return numbered;
            }
        }
    }

    /// One layer after the other. The first may say what it reads; else the sequence does.
    Result<KerasEntries> sequence(const KerasModel &model, const Scope &scope,
                                  std::optional<KerasEntries> inputs)
    {
        KerasEntries values = inputs ? *inputs : KerasEntries();
        for (std::size_t i = 0; i < model.layers.size(); ++i) {
            const KerasLayer &layer = model.layers[i];
            const bool isTop = scope.prefix.empty();
            const auto place = static_cast<std::uint32_t>(i);
            if (layer.isInput()) {
                if (values.empty()) {
                    values = {{addVariable(scope.prefix + layer.name,
                                           kerasInputAttrs(layer.batchShape, layer.dtype), place)}};
                }
                continue;
            }
            if (values.empty()) {
                const auto shape = firstShape(layer, model);
                values = {{addVariable(scope.prefix + layer.name + "_input",
                                       kerasInputAttrs(shape, layer.dtype), std::nullopt)}};
            }
            noteNested(isTop, layer, place);
            declareInputs(layer, {}, values);
            ASSIGN_OR_RETURN(values, call(layer, scope, values,
                                          scope.trains ? inTraining(layer, {}) : KerasBinding(),
                                          isTop ? place : m_place));
            values.resize(std::min<std::size_t>(values.size(), 1));
        }
        return values.empty() ? Result<KerasEntries>(kerasGraphError("the model has no layers"))
                              : Result<KerasEntries>(values);
    }

    /// What the file says of the values that a call reads. A layer that is called on several says only what it was
    /// built on.
    void declareInputs(const KerasLayer &layer, const std::vector<KerasValue> &said,
                       const KerasEntries &values)
    {
        const bool isBuiltOnIt = layer.calls.size() <= 1 && values.size() == 1 && !layer.inner;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::optional<KerasSizes> built = isBuiltOnIt ? layer.builtOn : std::nullopt;
            const bool isSaid = i < said.size() && said[i].sizes;
            const std::optional<KerasSizes> &sizes = isSaid ? said[i].sizes : built;
            if (sizes && m_built.graph.contains(values[i].node)) {
                declare(values[i], *sizes, isSaid ? said[i].dtype : std::string());
            }
        }
    }

    /// What is declared first stays.
    void declare(const Entry &value, const KerasSizes &sizes, const std::string &dtype)
    {
        if (m_built.graph.node(value.node).isVariable() || value.index >= mostDeclaredOutputs) {
            return;
        }
        Dimensions dimensions;
        for (const std::int64_t size : sizes) {
            dimensions.push_back(isUnknownSize(size) ? Dimension() : Dimension(size));
        }
        RareVector<ValueType> &types = m_built.graph.edit(value.node).declaredTypes;
        types.resize(std::max<std::size_t>(types.size(), value.index + 1));
        if (types[value.index].kind == ValueType::Kind::Unknown) {
            types[value.index] = ValueType::tensor(
                elementTypeNamed(dtype).value_or(ElementType::Undefined), std::move(dimensions));
        }
    }

    /// What a sequence says of its input, itself or through its first layer, which may be a model.
    static std::optional<std::vector<std::int64_t>> firstShape(const KerasLayer &layer,
                                                               const KerasModel &model)
    {
        const KerasLayer *first = &layer;
        while (!first->batchShape && first->inner && !first->inner->layers.empty()) {
            first = &first->inner->layers.front();
        }
        return first->batchShape ? first->batchShape : model.inputShape;
    }

    void noteNested(bool isTop, const KerasLayer &layer, std::uint32_t place)
    {
        if (isTop) {
            m_place = place;
            if (layer.inner) {
                m_nested.emplace_back(place, layer.className);
            }
        }
    }

    /// One call of a layer on these values, those of the binding; its outputs.
    Result<KerasEntries> call(const KerasLayer &layer, const Scope &scope,
                              const KerasEntries &inputs, const KerasBinding &said,
                              std::uint32_t place)
    {
        if (++m_callCount > mostKerasCalls) {
            return kerasGraphError("has more than " + std::to_string(mostKerasCalls)
                                   + " calls of layers");
        }
        if (layer.inner && said.unknown.empty()) {
            Scope inner = scopeInside(layer, scope);
            inner.prefix = freeName(scope.prefix + layer.name) + '/';
            inner.trains = scope.trains || said.trains;
            return modelOf(*layer.inner, inner, inputs);
        }
        Node node = kerasNode(layer, said, m_document.version, scope.isDistributed);
        node.name = freeName(scope.prefix + layer.name);
        node.sourceIndex = place;
        const std::size_t values = inputs.size() - said.states.size() - said.mask.size();
        node.inputs.assign(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(values));
        const std::vector<Entry> read = node.inputs;
        for (const NodeId array : arraysOf(layer, scope)) {
            node.inputs.push_back({array});
        }
        for (std::size_t i = values; i < inputs.size(); ++i) {
            node.inputs.push_back(inputs[i]);
        }
        const auto mask = said.mask.empty() ? m_masks.take(node, read) : std::nullopt;
        if (mask) {
            node.inputs.push_back(*mask);
        }
        if (mask || !said.mask.empty()) {
            node.attrs.set("masked", "True");
        }
        const NodeId id = m_built.graph.add(std::move(node));
        m_masks.follow(id, m_built.graph.node(id), read);
        return outputsOf(id);
    }

    KerasEntries outputsOf(NodeId id) const
    {
        const std::uint32_t count = kerasOutputCount(m_built.graph.node(id));
        KerasEntries outputs;
        for (std::uint32_t i = 0; i < count; ++i) {
            outputs.push_back({id, i});
        }
        return outputs;
    }

    /// The layer's variables, made when it is called first.
    const std::vector<NodeId> &arraysOf(const KerasLayer &layer, const Scope &scope)
    {
        const auto [known, isNew] = m_arrays.try_emplace(&layer);
        const auto listed = m_places.find(&layer);
        if (!isNew || listed == m_places.end()) {
            return known->second;
        }
        KerasGraphLayer &list = m_built.layers[listed->second];
        for (const KerasArray &array : kerasArrays(layer.className, layer.attrs)) {
            if (!array.isRead) {
                list.arrays.push_back({{}, array.place, false});
                continue;
            }
            const NodeId id = addVariable(scope.prefix + layer.name + '/' + array.name,
                                          kerasArrayAttrs(), std::nullopt);
            known->second.push_back(id);
            list.arrays.push_back(
                {m_built.graph.node(id).name, array.place, array.isTrained && layer.isTrained});
        }
        return known->second;
    }

    Result<KerasEntries> functional(const KerasModel &model, const Scope &scope,
                                    std::optional<KerasEntries> inputs)
    {
        const KerasCalls calls(model);
        ASSIGN_OR_RETURN(const auto order, calls.ordered());
        std::map<KerasCalls::Call, KerasEntries> made;
        RETURN_IF_FAILED(takeInputs(model, calls, inputs, made));
        for (const KerasValue &value : model.inputs) {
            ASSIGN_OR_RETURN(const KerasCalls::Call input, calls.of(value));
            addInput(model, scope, input, made);
        }
        const bool isTop = scope.prefix.empty();
        for (const KerasCalls::Call &one : order) {
            const KerasLayer &layer = model.layers[one.first];
            if (layer.isInput()) {
                addInput(model, scope, one, made);
                continue;
            }
            KerasBinding said = bindKerasCall(layer, layer.calls[one.second]);
            said = scope.trains ? inTraining(layer, std::move(said)) : said;
            std::vector<KerasValue> read = said.values;
            read.insert(read.end(), said.states.begin(), said.states.end());
            read.insert(read.end(), said.mask.begin(), said.mask.end());
            KerasEntries values;
            for (const KerasValue &value : read) {
                ASSIGN_OR_RETURN(const Entry entry, entryOf(calls, value, made));
                values.push_back(entry);
            }
            const auto place = static_cast<std::uint32_t>(one.first);
            noteNested(isTop, layer, place);
            declareInputs(layer, read, values);
            ASSIGN_OR_RETURN(made[one], call(layer, scope, values, said, isTop ? place : m_place));
        }
        KerasEntries outputs;
        for (const KerasValue &value : model.outputs) {
            ASSIGN_OR_RETURN(const Entry entry, entryOf(calls, value, made));
            outputs.push_back(entry);
        }
        return outputs.empty()
                   ? Result<KerasEntries>(kerasGraphError("the model has no output_layers"))
                   : Result<KerasEntries>(outputs);
    }

    /// An input's variable, unless the model is called on something.
    void addInput(const KerasModel &model, const Scope &scope, const KerasCalls::Call &input,
                  std::map<KerasCalls::Call, KerasEntries> &made)
    {
        const KerasLayer &layer = model.layers[input.first];
        if (layer.isInput() && made.count(input) == 0) {
            made[input] = {{addVariable(scope.prefix + layer.name,
                                        kerasInputAttrs(layer.batchShape, layer.dtype),
                                        static_cast<std::uint32_t>(input.first))}};
        }
    }

    /// A model inside reads what it is called on, in the order of its inputs.
    static Status takeInputs(const KerasModel &model, const KerasCalls &calls,
                             const std::optional<KerasEntries> &inputs,
                             std::map<KerasCalls::Call, KerasEntries> &made)
    {
        for (std::size_t i = 0; inputs && i < model.inputs.size() && i < inputs->size(); ++i) {
            ASSIGN_OR_RETURN(const KerasCalls::Call input, calls.of(model.inputs[i]));
            made[input] = {(*inputs)[i]};
        }
        return {};
    }

    static Result<Entry> entryOf(const KerasCalls &calls, const KerasValue &value,
                                 const std::map<KerasCalls::Call, KerasEntries> &made)
    {
        ASSIGN_OR_RETURN(const KerasCalls::Call call, calls.of(value));
        const auto found = made.find(call);
        if (found == made.end() || found->second.empty()) {
            return kerasGraphError("layer " + quoted(value.layer) + " gives nothing");
        }
        // What outputs an unknown layer has it does not say.
        const KerasEntries &outputs = found->second;
        return value.output < outputs.size()
                   ? outputs[value.output]
                   : Entry{outputs[0].node, static_cast<std::uint32_t>(value.output)};
    }

    void addAttributes()
    {
        std::string nested;
        for (const auto &[place, name] : m_nested) {
            nested += (nested.empty() ? "" : ",") + ('[' + std::to_string(place) + ',')
                      + jsonQuoted(name) + ']';
        }
        std::vector<GraphAttr> attrs{
            {keras_attribute::className, "str", jsonQuoted(m_document.model.className)},
            {keras_attribute::version, "str", jsonQuoted(m_document.version)},
            {keras_attribute::backend, "str", jsonQuoted(m_document.backend)}};
        if (!nested.empty()) {
            attrs.push_back({keras_attribute::nested, "list", '[' + nested + ']'});
        }
        m_built.graph.setAttrs(std::move(attrs));
    }

    const KerasDocument &m_document;
    KerasGraph m_built;
    std::unordered_map<const KerasLayer *, std::vector<NodeId>> m_arrays;
    std::set<std::string> m_names;
    std::unordered_map<std::string, std::size_t> m_numbers;
    std::vector<std::pair<std::uint32_t, std::string>> m_nested;
    std::size_t m_callCount = 0;
    KerasMasks m_masks;
    std::unordered_map<const KerasLayer *, std::size_t> m_places; ///< in the list of layers
    std::uint32_t m_place = 0; ///< of the outermost model's layer that is under way
};

} // namespace

Result<KerasGraph> buildKerasGraph(const KerasDocument &document)
{
    return KerasGraphBuilder(document).build();
}

} // namespace nervure
