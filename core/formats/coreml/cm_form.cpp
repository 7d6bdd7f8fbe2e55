// SPDX-License-Identifier: Apache-2.0
#include "core/formats/coreml/cm_form.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace nervure::coreml {

namespace {

struct KindWord {
    std::string_view word;
    FieldKind kind;
};

constexpr std::array kindWords{
    KindWord{"int", FieldKind::Integer},
    KindWord{"bool", FieldKind::Flag},
    KindWord{"float", FieldKind::Float},
    KindWord{"ints", FieldKind::Integers},
    KindWord{"bools", FieldKind::Flags},
    KindWord{"floats", FieldKind::Floats},
    KindWord{"text", FieldKind::Text},
    KindWord{"border", FieldKind::Border},
    KindWord{"activation", FieldKind::Activation},
    KindWord{"network", FieldKind::Network},
    KindWord{"parameters", FieldKind::Parameters},
    KindWord{"weights", FieldKind::Weights},
    KindWord{"weights*", FieldKind::WeightList},
};

/// Reads a text of fields.
class FormReader {
public:
    explicit FormReader(std::string_view text) : m_left(text) {}

    std::vector<FieldForm> fields()
    {
        std::vector<FieldForm> all;
        while (!m_left.empty() && m_left.front() != ')') {
            all.push_back(field());
            skipBlanks();
        }
        return all;
    }

private:
    /// Up to one of these characters, or the end.
    std::string_view take(std::string_view ends)
    {
        const std::size_t end = std::min(m_left.find_first_of(ends), m_left.size());
        const std::string_view taken = m_left.substr(0, end);
        m_left.remove_prefix(end);
        return taken;
    }
    bool takeOne(char wanted)
    {
        const bool isThere = !m_left.empty() && m_left.front() == wanted;
        m_left.remove_prefix(isThere ? 1 : 0);
        return isThere;
    }
    void skipBlanks()
    {
        while (takeOne(' ')) {
        }
    }

    FieldForm field()
    {
        FieldForm form;
        form.number = static_cast<std::uint32_t>(parseInteger(take(":")).value_or(0));
        takeOne(':');
        form.name = take(":=( )");
        if (takeOne('=')) {
            form.word = take("( )");
            form.kind = FieldKind::Message;
        }
        if (takeOne(':') && (m_left.empty() || m_left.front() != '(')) {
            setKind(form, take(" )"));
        }
        if (takeOne('(')) {
            form.fields = fields();
            takeOne(')');
            form.kind = takeOne('*') ? FieldKind::MessageList : FieldKind::Message;
        }
        assert(form.number != 0 && !form.name.empty() && "a field has number and name");
        return form;
    }

    static void setKind(FieldForm &form, std::string_view text)
    {
        const std::size_t at = text.find('@');
        const std::string_view word = text.substr(0, at);
        const auto known = std::find_if(kindWords.begin(), kindWords.end(),
                                        [word](const KindWord &row) { return row.word == word; });
        const bool isChoice = known == kindWords.end();
        form.kind = isChoice ? FieldKind::Choice : known->kind;
        if (isChoice) {
            form.words = split(word, '|');
        } else if (at != std::string_view::npos) {
            form.words = split(text.substr(at + 1), ',');
        }
    }

    std::string_view m_left;
};

void collectWeights(const std::vector<FieldForm> &fields, std::vector<std::string_view> &names)
{
    for (const FieldForm &field : fields) {
        const bool isKnown = std::find(names.begin(), names.end(), field.name) != names.end();
        if (field.kind == FieldKind::Weights && !isKnown) {
            names.push_back(field.name);
        }
        collectWeights(field.fields, names);
    }
}

} // namespace

std::vector<FieldForm> readFields(std::string_view text)
{
    return FormReader(text).fields();
}

std::vector<std::string_view> LayerForm::weightNames() const
{
    std::vector<std::string_view> names;
    collectWeights(fields, names);
    return names;
}

} // namespace nervure::coreml
