// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_sniff.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace nervure {

namespace {

/// Goes over a text that may be JSON, bracket by bracket, and notes which members it has on the two outermost levels.
class KerasMembers {
public:
    explicit KerasMembers(std::string_view text) : m_text(text) {}

    [[nodiscard]] bool areOfModel()
    {
        for (std::size_t at = 0; at < m_text.size() && !hasAll(); ++at) {
            switch (m_text[at]) {
            case '"': at = afterString(at); break;
            case '[':
                m_hasLayers = m_hasLayers || (m_depth == 1 && m_isConfig);
                ++m_depth;
                break;
            case '{': ++m_depth; break;
            case '}':
            case ']':
                if (--m_depth == 0) {
                    return false;
                }
                break;
            default: break;
            }
        }
        return hasAll();
    }

private:
    [[nodiscard]] bool hasAll() const { return m_hasClass && m_hasConfig && m_hasLayers; }

    /// The place of the string's end; a name if a colon follows.
    std::size_t afterString(std::size_t begin)
    {
        std::size_t end = begin + 1;
        while (end < m_text.size() && m_text[end] != '"') {
            end += m_text[end] == '\\' ? 2 : 1;
        }
        end = std::min(end, m_text.size());
        const std::size_t next = m_text.find_first_not_of(" \t\r\n", end + 1);
        if (m_depth <= 2 && next != std::string_view::npos && m_text[next] == ':') {
            note(m_text.substr(begin + 1, end - begin - 1), trim(m_text.substr(next + 1, looked)));
        }
        return end;
    }

    void note(std::string_view name, std::string_view value)
    {
        if (m_depth == 1) {
            m_isConfig = name == "config";
            m_hasConfig = m_hasConfig || m_isConfig;
            m_hasClass = m_hasClass || name == "class_name";
            // Keras's own: the reader says if there are no layers.
            m_hasLayers =
                m_hasLayers
                || (name == "class_name"
                    && (value.starts_with("\"Sequential\"") || value.starts_with("\"Functional\"")
                        || value.starts_with("\"Model\"")));
        } else {
            m_hasLayers = m_hasLayers || (m_isConfig && name == "layers");
        }
    }

    static constexpr std::size_t looked = 64; ///< of a member's value

    std::string_view m_text;
    int m_depth = 0;
    bool m_isConfig = false; ///< the outermost object's member that is under way
    bool m_hasClass = false;
    bool m_hasConfig = false;
    bool m_hasLayers = false; ///< or the config is the list of layers itself
};

} // namespace

bool isKerasJson(std::string_view text)
{
    const std::string_view object = trim(text);
    if (!object.starts_with('{')) {
        return false;
    }
    // Other files have a model's configuration inside: it is one if it begins with one of its own members.
    const std::string_view rest = trim(object.substr(1));
    constexpr std::array<std::string_view, 8> members{
        "\"class_name\"",    "\"config\"",          "\"module\"",       "\"backend\"",
        "\"keras_version\"", "\"registered_name\"", "\"build_config\"", "\"compile_config\""};
    return std::any_of(members.begin(), members.end(),
                       [rest](std::string_view member) { return rest.starts_with(member); })
           && KerasMembers(object).areOfModel();
}

} // namespace nervure
