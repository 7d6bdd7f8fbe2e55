// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kept_models.h"

#include "core/engine/prepared_model.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::size_t mostModels = 4;

/// Of what the models hold: a fourth of the device's memory, or of what any machine has.
std::uint64_t mostBytes(const DeviceInfo &device)
{
    constexpr std::uint64_t leastMemory = std::uint64_t{4} << 30;
    return (device.globalBytes > 0 ? device.globalBytes : leastMemory) / 4;
}

} // namespace

KeptModels::KeptModels() = default;
KeptModels::~KeptModels() = default;

std::shared_ptr<PreparedModel> KeptModels::find(const std::string &key)
{
    const auto found = std::find_if(m_models.begin(), m_models.end(),
                                    [&](const Kept &kept) { return kept.key == key; });
    if (found == m_models.end()) {
        return nullptr;
    }
    std::rotate(m_models.begin(), found, found + 1);
    return m_models.front().model;
}

void KeptModels::keep(std::string key, std::shared_ptr<PreparedModel> model)
{
    const std::uint64_t most = mostBytes(model->device);
    m_models.push_front({std::move(key), std::move(model)});
    std::uint64_t bytes = 0;
    std::size_t count = 0;
    for (const Kept &kept : m_models) {
        bytes += static_cast<std::uint64_t>(kept.model->prepared->prepared().bytes);
        if (count > 0 && (count == mostModels || bytes > most)) {
            break;
        }
        ++count;
    }
    m_models.resize(count);
}

} // namespace nervure
