// SPDX-License-Identifier: Apache-2.0
#include "app/files/save_queue.h"

#include <algorithm>
#include <utility>

namespace nervure {

void SaveQueue::start(const QString &target, Save save)
{
    if (!m_isBusy) {
        m_isBusy = true;
        save();
        return;
    }
    const auto same = std::find_if(m_waiting.begin(), m_waiting.end(),
                                   [&](const Waiting &other) { return other.target == target; });
    if (same != m_waiting.end()) {
        same->save = std::move(save);
    } else {
        m_waiting.push_back({target, std::move(save)});
    }
}

void SaveQueue::end(End end)
{
    m_lastEnd = end;
    m_isBusy = false;
    if (end == End::Stopped) {
        m_waiting.clear();
    }
    if (m_waiting.empty()) {
        Q_EMIT ended();
        return;
    }
    const Waiting next = std::move(m_waiting.front());
    m_waiting.pop_front();
    start(next.target, next.save);
}

} // namespace nervure
