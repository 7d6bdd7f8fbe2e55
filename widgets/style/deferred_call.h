// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>

namespace nervure {

/// Calls a function from the event loop, once however often it was requested before. What a widget changes about its
/// layout, or its children's, because its size is another goes through this: a layout that is at work must not be
/// changed, and Qt writes outside of its memory where it is.
class DeferredCall : public QObject {
public:
    /// `owner` owns this, and `call` is not called when it is gone.
    DeferredCall(QObject *owner, std::function<void()> call);

    void request();

private:
    std::function<void()> m_call;
    bool m_isRequested = false;
};

} // namespace nervure
