// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_completion.h"

#include "core/query/query_keys.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::string_view completedWordEnds = " \t&|()!<>=~:\",";
constexpr std::size_t mostTexts = 40;

/// Those that start so come before those that only have it inside.
class Candidates {
public:
    explicit Candidates(std::string_view typed) : m_typed(toLower(typed)) {}

    void add(std::string text)
    {
        const std::size_t at = toLower(text).find(m_typed);
        if (at == 0) {
            m_starting.push_back(std::move(text));
        } else if (at != std::string::npos && m_typed.size() > 1) {
            m_holding.push_back(std::move(text));
        }
    }
    void addAll(const std::vector<std::string> &texts)
    {
        for (const std::string &text : texts) {
            add(text);
        }
    }
    std::vector<std::string> take()
    {
        m_starting.insert(m_starting.end(), m_holding.begin(), m_holding.end());
        if (m_starting.size() > mostTexts) {
            m_starting.resize(mostTexts);
        }
        // What stands there already is no help.
        if (m_starting.size() == 1 && toLower(m_starting.front()) == m_typed) {
            m_starting.clear();
        }
        return std::move(m_starting);
    }

private:
    std::string m_typed;
    std::vector<std::string> m_starting;
    std::vector<std::string> m_holding;
};

bool isInQuotes(std::string_view text)
{
    bool isOpen = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && isOpen) {
            ++i;
        } else if (text[i] == '"') {
            isOpen = !isOpen;
        }
    }
    return isOpen;
}

std::size_t wordStart(std::string_view text, std::size_t end)
{
    const std::size_t before = text.substr(0, end).find_last_of(completedWordEnds);
    return before == std::string_view::npos ? 0 : before + 1;
}

/// The key in front of the comparison that ends at `at`, or null.
const QueryKey *keyBefore(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end > 0 && std::string_view(":=!~<>").find(text[end - 1]) != std::string_view::npos) {
        --end;
    }
    if (end == at) {
        return nullptr;
    }
    const std::size_t start = wordStart(text, end);
    return findQueryKey(text.substr(start, end - start));
}

void addAttributes(Candidates &candidates, const QueryKey &key, const QueryVocabulary &vocabulary)
{
    for (const std::string &name : vocabulary.attributes) {
        candidates.add(std::string(key.name) + name);
    }
}

void addStarts(Candidates &candidates, bool isAttribute, const QueryVocabulary &vocabulary)
{
    for (const QueryKey &key : queryKeys()) {
        if (key.kind == QueryKeyKind::Attribute) {
            if (isAttribute) {
                addAttributes(candidates, key, vocabulary);
            } else {
                candidates.add(std::string(key.name));
            }
        } else {
            candidates.add(std::string(key.name) + (key.kind == QueryKeyKind::Number ? ">" : ":"));
        }
    }
    for (const QueryFunction &function : queryFunctions()) {
        candidates.add(std::string(function.name) + "(");
    }
    candidates.addAll(vocabulary.operators);
}

void addValues(Candidates &candidates, const QueryKey &key, const QueryVocabulary &vocabulary)
{
    if (key.name == "op") {
        candidates.add("variable");
        candidates.addAll(vocabulary.operators);
    } else if (key.choices) {
        candidates.addAll(key.choices());
    }
}

} // namespace

QueryCompletion completeQuery(std::string_view text, std::size_t cursor,
                              const QueryVocabulary &vocabulary)
{
    const std::size_t end = std::min(cursor, text.size());
    const std::size_t start = wordStart(text, end);
    QueryCompletion completion{start, end, {}};
    const std::string_view typed = text.substr(start, end - start);
    if (isInQuotes(text.substr(0, end))) {
        return completion;
    }
    Candidates candidates(typed);
    if (const QueryKey *key = keyBefore(text, start)) {
        addValues(candidates, *key, vocabulary);
    } else if (!typed.empty()) {
        addStarts(candidates, toLower(typed).starts_with("attr."), vocabulary);
    } else {
        return completion;
    }
    completion.texts = candidates.take();
    return completion;
}

} // namespace nervure
