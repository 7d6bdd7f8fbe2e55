// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/color_sources.h"

#include <algorithm>
#include <utility>

namespace nervure {

void ColorSources::addRule(const QString &query)
{
    std::vector<ColorRule> rules = m_rules;
    const auto it = std::find_if(rules.begin(), rules.end(),
                                 [&query](const ColorRule &rule) { return rule.query == query; });
    if (it == rules.end()) {
        rules.push_back({query, true});
    } else {
        it->isOn = true;
    }
    setRules(std::move(rules));
    Q_EMIT rulesWanted();
}

void ColorSources::setRules(std::vector<ColorRule> rules)
{
    if (rules != m_rules) {
        m_rules = std::move(rules);
        Q_EMIT rulesChanged();
    }
}

void ColorSources::setAttachment(NodeData attachment)
{
    m_attachment = std::move(attachment);
    Q_EMIT attachmentChanged();
}

void ColorSources::setLogarithmic(bool isLogarithmic)
{
    if (isLogarithmic != m_isLogarithmic) {
        m_isLogarithmic = isLogarithmic;
        Q_EMIT scaleChanged();
    }
}

} // namespace nervure
