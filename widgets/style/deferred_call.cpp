// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/deferred_call.h"

namespace nervure {

DeferredCall::DeferredCall(QObject *owner, std::function<void()> call)
    : QObject(owner),
      m_call(std::move(call))
{}

void DeferredCall::request()
{
    if (m_isRequested) {
        return;
    }
    m_isRequested = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isRequested = false;
            m_call();
        },
        Qt::QueuedConnection);
}

} // namespace nervure
