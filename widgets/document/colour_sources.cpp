// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/colour_sources.h"

#include <algorithm>
#include <utility>

namespace nervure {

void ColourSources::addRule(const QString &query)
{
    std::vector<ColourRule> rules = m_rules;
    const auto it = std::find_if(rules.begin(), rules.end(),
                                 [&query](const ColourRule &rule) { return rule.query == query; });
    if (it == rules.end()) {
        rules.push_back({query, true});
    } else {
        it->isOn = true;
    }
    setRules(std::move(rules));
    Q_EMIT rulesWanted();
}

void ColourSources::setRules(std::vector<ColourRule> rules)
{
    if (rules != m_rules) {
        m_rules = std::move(rules);
        Q_EMIT rulesChanged();
    }
}

void ColourSources::setAttachment(NodeData attachment)
{
    m_attachment = std::move(attachment);
    Q_EMIT attachmentChanged();
}

void ColourSources::setLogarithmic(bool isLogarithmic)
{
    if (isLogarithmic != m_isLogarithmic) {
        m_isLogarithmic = isLogarithmic;
        Q_EMIT scaleChanged();
    }
}

} // namespace nervure
