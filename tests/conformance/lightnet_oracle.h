// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <nlohmann/json.hpp>

#include <string>

namespace nervure::conformance {

/// What LightNet did with one document. A view of the record, which must outlive it.
class LightNetOracle {
public:
    explicit LightNetOracle(const nlohmann::json &record);

    /// Whether LightNet accepted the document: it was parsed and all shapes were inferred.
    [[nodiscard]] bool isAccepted() const { return m_driver.contains(m_front); }
    /// Whether it was compiled: ordered and planned.
    [[nodiscard]] bool isCompiled() const { return m_driver.contains("compiled"); }
    /// Whether compiling it takes the expander out of the way.
    [[nodiscard]] bool isExpanderSkipped() const;
    /// Whether the program itself ended well.
    [[nodiscard]] bool isRun() const;
    /// What LightNet said when it stopped.
    [[nodiscard]] std::string complaint() const;

    /// A list of the parsed form, or of the compiled one where only that is recorded, and of the
    /// compiled form: "ops" or "tensors", each row an object.
    [[nodiscard]] nlohmann::json parsed(const char *table) const;
    [[nodiscard]] nlohmann::json compiled(const char *table) const;

    [[nodiscard]] const nlohmann::json &record() const { return m_record; }
    [[nodiscard]] const nlohmann::json &driver() const { return m_driver; }

private:
    [[nodiscard]] nlohmann::json rows(const nlohmann::json &stage, const char *table) const;

    const nlohmann::json &m_record;
    nlohmann::json m_driver;
    std::string m_front;
};

/// The operator that a message of LightNet's names; empty: none.
[[nodiscard]] std::string operatorIn(const std::string &complaint);

} // namespace nervure::conformance
