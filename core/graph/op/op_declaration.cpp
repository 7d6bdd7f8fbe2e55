// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_declaration.h"

#include "core/graph/op/hidden_keys.h"

namespace nervure {

OpDeclaration::OpDeclaration(Dialect dialect, std::string name,
                             std::shared_ptr<void> (*makeDefault)())
{
    m_spec.dialect = dialect;
    m_spec.name = std::move(name);
    m_spec.attrs.makeDefault = makeDefault;
    m_spec.attrs.isHiddenKey = dialect == Dialect::LightNet ? nullptr
                               : dialect == Dialect::MXNet  ? isMXNetHiddenKey
                                                            : isNnvmHiddenKey;
    // Darknet's layers have keys of training, which a run passes over; who reads the file says of others
    // that nobody reads them. So have Keras's, and each version of it has others.
    m_spec.attrs.acceptsAnyKey = dialect == Dialect::Darknet || dialect == Dialect::Keras;
}

void OpDeclaration::addAlias(std::string name)
{
    m_spec.aliases.push_back(std::move(name));
}

void OpDeclaration::addField(AttrField &&field)
{
    m_spec.attrs.decls.push_back(std::move(field).decl(m_spec.dialect));
}

void OpDeclaration::setInputNames(std::vector<std::string> names)
{
    m_spec.inputNames = [names = std::move(names)](const RuleContext &) { return names; };
}

void OpDeclaration::setOutputNames(std::vector<std::string> names)
{
    m_spec.outputNames = [names = std::move(names)](const RuleContext &) { return names; };
}

void OpDeclaration::setInplace(OpSpec::InplacePairs pairs)
{
    m_spec.inplace = [pairs = std::move(pairs)](const RuleContext &) { return pairs; };
}

OpSpec OpDeclaration::build()
{
    m_spec.rewrites = std::make_shared<const RewriteRules>(std::move(m_rewrites));
    return std::move(m_spec);
}

} // namespace nervure
