// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_writer.h"

#include "core/formats/darknet/darknet_description.h"
#include "core/formats/darknet/darknet_reader.h"
#include "core/formats/darknet/darknet_rewriter.h"

#include <fmt/format.h>

namespace nervure {

std::string darknetSectionText(const DarknetSection &section, std::string_view lineEnd)
{
    std::string text = fmt::format("[{}]{}", section.type, lineEnd);
    if (!section.numbers.empty()) {
        text +=
            fmt::format("{}={}{}", section.numbersKey, fmt::join(section.numbers, ","), lineEnd);
    }
    for (const auto &[key, value] : section.attrs) {
        if (section.numbers.empty() || key != section.numbersKey) {
            text += fmt::format("{}={}{}", key, value, lineEnd);
        }
    }
    return text;
}

Result<std::string> writeDarknetCfg(const Graph &graph, const FormatContext &, Diagnostics &)
{
    ASSIGN_OR_RETURN(const std::vector<DarknetSection> sections, darknetDescription(graph));
    std::string text;
    for (const DarknetSection &section : sections) {
        text += (text.empty() ? "" : "\n") + darknetSectionText(section, "\n");
    }
    return text;
}

Result<std::string> rewriteDarknetCfg(const Graph &graph, std::string_view original,
                                      const FormatContext &context, Diagnostics &diagnostics)
{
    const auto before = readDarknetCfg(original, context);
    if (!before) {
        return writeDarknetCfg(graph, context, diagnostics);
    }
    ASSIGN_OR_RETURN(const std::vector<DarknetSection> wanted, darknetDescription(graph));
    ASSIGN_OR_RETURN(const std::vector<DarknetSection> had, darknetDescription(before->graph));
    return rewrittenDarknetText(original, had, wanted);
}

} // namespace nervure
