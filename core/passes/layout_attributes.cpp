// SPDX-License-Identifier: Apache-2.0
#include "core/passes/layout_attributes.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// Every text is the layout of something; few differ, so each is read once.
class LayoutTexts {
public:
    Result<Layout> layoutOf(const std::string &text)
    {
        if (const auto it = m_known.find(text); it != m_known.end()) {
            return it->second;
        }
        auto layout = Layout::parse(text);
        if (layout) {
            m_known[text] = *layout;
        }
        return layout;
    }

    Result<std::vector<Layout>> layoutsOf(const std::vector<std::string> &texts)
    {
        std::vector<Layout> layouts;
        layouts.reserve(texts.size());
        for (const std::string &text : texts) {
            ASSIGN_OR_RETURN(auto layout, layoutOf(text));
            layouts.push_back(std::move(layout));
        }
        return layouts;
    }

private:
    std::map<std::string, Layout> m_known;
};

/// What the option `inputs` says, by name.
Result<std::map<std::string, std::string>> inputsOption(const PassContext &context)
{
    std::map<std::string, std::string> byName;
    const auto option = context.options.find("inputs");
    if (option == context.options.end()) {
        return byName;
    }
    for (const std::string_view part : split(option->second, ';')) {
        const std::size_t equals = part.rfind('=');
        const std::string name(trim(part.substr(0, equals)));
        if (trim(part).empty()) {
            continue;
        }
        const auto inputs = context.index->inputNodes();
        const bool isInput = std::any_of(inputs.begin(), inputs.end(), [&](std::uint32_t id) {
            return context.index->node(id).node->name == name;
        });
        if (equals == std::string_view::npos || !isInput) {
            return makeError("option-invalid",
                             "option inputs has {}, expected INPUT=LAYOUT of the graph",
                             quoted(part));
        }
        byName[name] = trim(part.substr(equals + 1));
    }
    return byName;
}

Diagnostic wrongLength(std::string_view name, std::size_t found, std::size_t expected,
                       const char *what)
{
    return makeError("graph-attr",
                     "graph attribute {} has {} values, expected one for each of {} {}",
                     quoted(name), found, expected, what);
}

} // namespace

Result<std::vector<Layout>> givenInputLayouts(const PassContext &context)
{
    const IndexedGraph &index = *context.index;
    const std::size_t count = index.inputNodes().size();
    std::vector<std::string> texts(count, std::string(Layout::undefinedText));
    if (const auto *given = context.analyses.find(keys::layoutInputs, context.index)) {
        if (given->size() != count) {
            return wrongLength(keys::layoutInputs.name, given->size(), count, "inputs");
        }
        texts = *given;
    }
    ASSIGN_OR_RETURN(const auto chosen, inputsOption(context));
    for (std::size_t i = 0; i < count; ++i) {
        const std::string &name = index.node(index.inputNodes()[i]).node->name;
        for (const auto *layouts : {&context.inputs.layouts, &chosen}) {
            if (const auto it = layouts->find(name); it != layouts->end()) {
                texts[i] = it->second;
            }
        }
    }
    return LayoutTexts().layoutsOf(texts);
}

Result<std::vector<Layout>> givenLayouts(const PassContext &context)
{
    const auto *given = context.analyses.find(keys::layout, context.index);
    if (!given) {
        return std::vector<Layout>();
    }
    return LayoutTexts().layoutsOf(*given);
}

void setLayouts(Analyses &analyses, const std::vector<Layout> &layouts, const IndexedGraph &index)
{
    std::vector<std::string> texts;
    texts.reserve(layouts.size());
    for (const Layout &layout : layouts) {
        texts.push_back(layout.isDefined() ? layout.text() : std::string(Layout::undefinedText));
    }
    analyses.set(keys::layout, std::move(texts), index);
}

std::map<std::string, std::string> inputLayouts(const IndexedGraph &index, const Analyses &analyses)
{
    std::map<std::string, std::string> byName;
    const auto *layouts = analyses.find(keys::layout, index);
    if (!layouts) {
        return byName;
    }
    for (const std::uint32_t id : index.inputNodes()) {
        byName[index.node(id).node->name] = (*layouts)[index.entryId(id, 0)];
    }
    return byName;
}

Result<std::shared_ptr<const IndexedGraph>> resultIndex(const PassContext &context)
{
    // What is wrong with attributes has been said when the pass's input was indexed.
    Diagnostics known;
    return IndexedGraph::build(context.graph, context.ops, known);
}

} // namespace nervure
