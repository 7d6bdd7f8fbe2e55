// SPDX-License-Identifier: Apache-2.0
#include "app/save_queue.h"

#include <utility>

namespace nervure {

void SaveQueue::start(Save save)
{
    if (m_isBusy) {
        m_next = std::move(save);
        return;
    }
    m_isBusy = true;
    save();
}

void SaveQueue::end(End end)
{
    m_lastEnd = end;
    m_isBusy = false;
    const Save next = std::exchange(m_next, {});
    if (next && end != End::Stopped) {
        start(next);
    } else {
        Q_EMIT ended();
    }
}

} // namespace nervure
