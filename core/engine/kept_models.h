// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>

namespace nervure {

struct PreparedModel;

/// Models that stay prepared on their devices for the next run: who runs one again with the same sizes of
/// its inputs waits for the run alone, and who goes to and fro between sizes does, too. A few, those used
/// last, and of all but the newest together no more than a part of their device's memory. Used by one thread.
class KeptModels {
public:
    KeptModels();
    ~KeptModels();

    /// The model that was kept as `key`, from now on the newest; null if there is none.
    [[nodiscard]] std::shared_ptr<PreparedModel> find(const std::string &key);
    void keep(std::string key, std::shared_ptr<PreparedModel> model);
    /// Forgets all, as before their devices are closed.
    void clear() { m_models.clear(); }

private:
    struct Kept {
        std::string key;
        std::shared_ptr<PreparedModel> model;
    };
    std::deque<Kept> m_models; ///< the newest first
};

} // namespace nervure
