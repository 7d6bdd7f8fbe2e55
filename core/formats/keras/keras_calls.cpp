// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_calls.h"

#include "core/support/text.h"

namespace nervure {

Diagnostic kerasGraphError(const std::string &message)
{
    return makeError("keras-config", message);
}

KerasCalls::KerasCalls(const KerasModel &model) : m_model(model)
{
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        m_places.emplace(model.layers[i].name, i);
    }
    m_offsets.assign(model.layers.size(), 0);
    for (const KerasLayer &layer : model.layers) {
        for (const auto &call : layer.calls) {
            learnOffsets(call.values);
        }
    }
    learnOffsets(model.outputs);
}

Result<KerasCalls::Call> KerasCalls::of(const KerasValue &value) const
{
    const auto place = m_places.find(value.layer);
    if (place == m_places.end()) {
        return kerasGraphError("there is no layer " + quoted(value.layer));
    }
    const KerasLayer &layer = m_model.layers[place->second];
    const std::size_t offset = m_offsets[place->second];
    const std::size_t number = value.call >= offset ? value.call - offset : 0;
    if (!layer.isInput() && number >= layer.calls.size()) {
        return kerasGraphError("layer " + quoted(value.layer) + " has no call "
                               + std::to_string(value.call));
    }
    return Call{place->second, layer.isInput() ? 0 : number};
}

Result<std::vector<KerasCalls::Call>> KerasCalls::ordered() const
{
    std::vector<Call> order;
    std::map<Call, bool> isDone; // false: under way
    for (std::size_t i = 0; i < m_model.layers.size(); ++i) {
        const KerasLayer &layer = m_model.layers[i];
        const std::size_t calls = layer.isInput() ? 1 : layer.calls.size();
        for (std::size_t call = 0; call < calls; ++call) {
            RETURN_IF_FAILED(visit({i, call}, isDone, order));
        }
    }
    return order;
}

const std::vector<KerasValue> &KerasCalls::inputs(const Call &call) const
{
    static const std::vector<KerasValue> none;
    const KerasLayer &layer = m_model.layers[call.first];
    return layer.isInput() ? none : layer.calls[call.second].values;
}

void KerasCalls::learnOffsets(const std::vector<KerasValue> &values)
{
    for (const KerasValue &value : values) {
        const auto place = m_places.find(value.layer);
        if (place != m_places.end() && m_model.layers[place->second].inner
            && value.call == m_model.layers[place->second].calls.size()) {
            m_offsets[place->second] = 1;
        }
    }
}

/// Without recursion: a model may be a hundred thousand layers deep.
Status KerasCalls::visit(const Call &first, std::map<Call, bool> &isDone,
                         std::vector<Call> &order) const
{
    std::vector<std::pair<Call, std::size_t>> open{{first, 0}};
    while (!open.empty()) {
        const Call call = open.back().first;
        const std::size_t next = open.back().second++;
        if (next == 0 && !isDone.emplace(call, false).second) {
            open.pop_back();
            continue;
        }
        const auto &values = inputs(call);
        if (next == values.size()) {
            isDone[call] = true;
            order.push_back(call);
            open.pop_back();
            continue;
        }
        ASSIGN_OR_RETURN(const Call source, of(values[next]));
        const auto known = isDone.find(source);
        if (known != isDone.end() && !known->second) {
            return kerasGraphError("layers read each other in a circle, "
                                   + quoted(values[next].layer) + " among them");
        }
        if (known == isDone.end()) {
            open.push_back({source, 0});
        }
    }
    return {};
}

} // namespace nervure
