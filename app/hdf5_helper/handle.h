// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hdf5.h>

#include <utility>

namespace nervure {

/// Owns an identifier of libhdf5; negative ones are none.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : m_id(id), m_close(close) {}
    Handle(Handle &&other) noexcept : m_id(std::exchange(other.m_id, -1)), m_close(other.m_close) {}
    Handle &operator=(Handle &&) = delete;
    ~Handle()
    {
        if (m_id >= 0) {
            m_close(m_id);
        }
    }

    [[nodiscard]] bool isOpen() const { return m_id >= 0; }
    [[nodiscard]] hid_t get() const { return m_id; }

private:
    hid_t m_id;
    herr_t (*m_close)(hid_t);
};

} // namespace nervure
