// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/graph/op/op_spec.h"
#include "core/graph/op/rewrite_rules.h"

#include <memory>
#include <string>
#include <vector>

namespace nervure {

/// What OpBuilder does for attributes of any kind, compiled once.
class OpDeclaration {
public:
    /// The declared operator; the declaration is empty afterwards.
    [[nodiscard]] OpSpec build();

protected:
    /// `makeDefault` makes the attributes with their defaults.
    OpDeclaration(Dialect dialect, std::string name, std::shared_ptr<void> (*makeDefault)());
    void addAlias(std::string name);
    void addField(AttrField &&field);
    void setInputNames(std::vector<std::string> names);
    void setOutputNames(std::vector<std::string> names);
    void setInplace(OpSpec::InplacePairs pairs);

    OpSpec m_spec;
    RewriteRules m_rewrites;
};

} // namespace nervure
