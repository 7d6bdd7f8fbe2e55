// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>

namespace nervure {

/// Asks long work to stop. Copies share one flag; any thread may cancel or ask.
class CancelToken {
public:
    CancelToken() : m_canceled(std::make_shared<std::atomic<bool>>(false)) {}

    void cancel() const { m_canceled->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isCanceled() const { return m_canceled->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_canceled;
};

/// Receives progress of long work: a fraction in [0, 1] (negative: unknown) and what is being done.
/// Called on the thread that does the work.
using ProgressSink = std::function<void(double fraction, std::string_view stage)>;

/// What every long function takes: a way to be stopped and a way to tell how far it is.
struct JobControl {
    CancelToken cancel;
    ProgressSink progress; ///< may be empty

    void report(double fraction, std::string_view stage) const
    {
        if (progress) {
            progress(fraction, stage);
        }
    }
};

} // namespace nervure
