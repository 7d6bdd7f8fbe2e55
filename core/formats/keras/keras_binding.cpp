// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_binding.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace nervure {

namespace {

using Names = std::vector<std::string_view>;

template <std::size_t count>
bool isAmong(std::string_view name, const std::array<std::string_view, count> &names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The parameters of a layer's call by their places, as Keras 3 has them: Keras 2 writes all but the first by name.
const Names &layerParameters(std::string_view layer)
{
    static const Names recurrent{"inputs", "initial_state", "mask", "training"};
    static const std::map<std::string_view, Names> table{
        {"SimpleRNN", recurrent},
        {"LSTM", recurrent},
        {"GRU", recurrent},
        {"RNN", recurrent},
        {"ConvLSTM2D", recurrent},
        {"Bidirectional", recurrent},
        {"MultiHeadAttention",
         {"query", "value", "key", "query_mask", "value_mask", "key_mask", "attention_mask",
          "return_attention_scores", "training", "use_causal_mask"}},
        {"Attention", {"inputs", "mask", "training", "return_attention_scores", "use_causal_mask"}},
        {"BatchNormalization", {"inputs", "training", "mask"}},
        {"Dropout", {"inputs", "training"}},
        {"Softmax", {"inputs", "mask"}},
    };
    static const Names others{"inputs"};
    const auto found = table.find(layer);
    return found == table.end() ? others : found->second;
}

/// Those of an operation, where they are not x, or x1 and x2.
const Names &operationParameters(std::string_view operation)
{
    static const std::map<std::string_view, Names> table{
        {"ops.Where", {"condition", "x1", "x2"}},
        {"ops.Take", {"x", "indices"}},
        {"ops.GetItem", {"x", "key"}},
        {"ops.Average", {"x", "weights"}},
        {"ops.Concatenate", {"xs"}},
        {"ops.Stack", {"x"}},
        {"ops.Reshape", {"x", "newshape"}},
        {"tf.concat", {"values", "axis"}},
        {"tf.stack", {"values", "axis"}},
        {"tf.where", {"condition", "x", "y"}},
        {"tf.linalg.matmul", {"a", "b"}},
        {"tf.math.add_n", {"inputs"}},
    };
    static const Names none;
    const auto found = table.find(operation);
    return found == table.end() ? none : found->second;
}

/// Layers that training alone makes random, or that measure the data.
bool isOtherInTraining(const KerasLayer &layer)
{
    constexpr std::array<std::string_view, 7> noise{
        "Dropout",          "AlphaDropout",     "GaussianDropout", "GaussianNoise",
        "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D"};
    const std::string *inner = layer.attrs.find("layer");
    const std::string_view name = inner ? *inner : layer.className;
    const auto isMore = [&layer](const char *attribute) {
        const std::string *text = layer.attrs.find(attribute);
        const auto number = text ? parseNumber(*text) : std::nullopt;
        return number && *number != 0;
    };
    return isAmong(name, noise) || name.starts_with("Random") || isMore("dropout")
           || isMore("recurrent_dropout") || (inner && name == "BatchNormalization");
}

/// Puts one argument after the other in its place.
class KerasBinder {
public:
    KerasBinder(const KerasLayer &layer, const KerasCall &call) : m_layer(layer), m_call(call) {}

    KerasBinding bind()
    {
        std::size_t place = 0;
        for (const KerasArgument &argument : m_call.arguments) {
            const std::string name = argument.name.empty() ? parameterAt(place++) : argument.name;
            if (!argument.isNone()) {
                take(name, argument);
            }
        }
        addOrdered();
        return std::move(m_binding);
    }

private:
    [[nodiscard]] std::string parameterAt(std::size_t place) const
    {
        if (m_layer.isOperation()) {
            const Names &known = operationParameters(m_layer.className);
            if (place < known.size()) {
                return std::string(known[place]);
            }
            return isOneUnnamed() ? "x" : "x" + std::to_string(place + 1);
        }
        const Names &known = layerParameters(m_layer.className);
        return place < known.size() ? std::string(known[place])
                                    : "argument_" + std::to_string(place + 1);
    }

    [[nodiscard]] bool isOneUnnamed() const
    {
        return m_call.arguments.size() < 2 || !m_call.arguments[1].name.empty();
    }

    void take(const std::string &name, const KerasArgument &argument)
    {
        if (argument.isMixed) {
            refuse(name, argument);
        } else if (m_layer.isOperation()) {
            takeOfOperation(name, argument);
        } else {
            takeOfLayer(name, argument);
        }
    }

    void takeOfOperation(const std::string &name, const KerasArgument &argument)
    {
        if (!argument.values.empty()) {
            m_named.emplace_back(name, argument.values);
        } else if (name != "name" && argument.text != "False") {
            m_binding.attrs.set(name, argument.text);
        }
    }

    void takeOfLayer(const std::string &name, const KerasArgument &argument)
    {
        const bool isAttention = m_layer.className == "MultiHeadAttention";
        const bool isFirst = name == layerParameters(m_layer.className).front();
        if (isFirst && argument.values.size() > 1 && isRecurrent()) {
            m_binding.values = {argument.values.front()};
            m_binding.states.assign(argument.values.begin() + 1, argument.values.end());
        } else if (isFirst && !argument.values.empty()) {
            m_named.emplace_back(name, argument.values);
        } else if (name == "training") {
            takeTraining(name, argument);
        } else if (isAttention && (name == "value" || name == "key")
                   && argument.values.size() == 1) {
            m_named.emplace_back(name, argument.values);
        } else if (isAttention && name == "attention_mask" && argument.values.size() < 2) {
            m_binding.attrs.set(name, argument.values.empty() ? argument.text : "True");
            m_named.emplace_back(name, argument.values);
        } else if (name == "initial_state" && isRecurrent() && !argument.values.empty()) {
            m_binding.states = argument.values;
        } else if (name == "mask" && isRecurrent() && argument.values.size() == 1
                   && m_layer.className != "ConvLSTM2D") {
            m_binding.mask = argument.values;
        } else if (argument.values.empty() && isFlag(name)) {
            if (argument.text != "False") {
                m_binding.attrs.set(name, argument.text);
            }
        } else {
            refuse(name, argument);
        }
    }

    [[nodiscard]] bool isRecurrent() const
    {
        const Names &known = layerParameters(m_layer.className);
        return known.size() > 1 && known[1] == "initial_state";
    }

    [[nodiscard]] bool isFlag(std::string_view name) const
    {
        const bool isAttention = m_layer.className.ends_with("Attention")
                                 && m_layer.className.find('>') == std::string::npos;
        return isAttention && (name == "use_causal_mask" || name == "return_attention_scores");
    }

    /// A layer that is not trained stays as it is in training, too.
    void takeTraining(const std::string &name, const KerasArgument &argument)
    {
        const bool isOff = m_call.isOfKeras3 || argument.text == "False" || argument.text == "0";
        if (argument.values.empty() && isOff) {
            return;
        }
        if (!argument.values.empty() || isOtherInTraining(m_layer)) {
            refuse(name, argument);
        } else if (m_layer.inner) {
            m_binding.trains = true;
        } else if (m_layer.className == "BatchNormalization" && m_layer.isTrained) {
            m_binding.attrs.set(name, "True");
        }
    }

    void refuse(const std::string &name, const KerasArgument &argument)
    {
        m_binding.unknown.push_back(name);
        m_named.emplace_back(name, argument.values);
        if (!argument.text.empty()) {
            m_binding.attrs.set(name, argument.text);
        }
    }

    /// Values stand in the order of the parameters, whichever way they were given.
    void addOrdered()
    {
        const Names &order = m_layer.isOperation() ? operationParameters(m_layer.className)
                                                   : layerParameters(m_layer.className);
        const auto placeOf = [&order](const std::string &name) {
            return std::find(order.begin(), order.end(), name) - order.begin();
        };
        std::stable_sort(m_named.begin(), m_named.end(), [&](const auto &a, const auto &b) {
            return placeOf(a.first) < placeOf(b.first);
        });
        for (const auto &[name, values] : m_named) {
            m_binding.values.insert(m_binding.values.end(), values.begin(), values.end());
        }
    }

    const KerasLayer &m_layer;
    const KerasCall &m_call;
    KerasBinding m_binding;
    std::vector<std::pair<std::string, std::vector<KerasValue>>> m_named;
};

} // namespace

KerasBinding bindKerasCall(const KerasLayer &layer, const KerasCall &call)
{
    return KerasBinder(layer, call).bind();
}

KerasBinding inTraining(const KerasLayer &layer, KerasBinding binding)
{
    KerasCall call;
    call.arguments.push_back({"training", {}, "True"});
    const KerasBinding more = bindKerasCall(layer, call);
    binding.trains = more.trains;
    binding.unknown.insert(binding.unknown.end(), more.unknown.begin(), more.unknown.end());
    for (const auto &[key, text] : more.attrs) {
        binding.attrs.set(key, text);
    }
    return binding;
}

std::string kerasOperator(const KerasLayer &layer, const KerasBinding &binding)
{
    return binding.unknown.empty() ? layer.className
                                   : layer.className + '(' + join(binding.unknown, ", ") + ')';
}

} // namespace nervure
