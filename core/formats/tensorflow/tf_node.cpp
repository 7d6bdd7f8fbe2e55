// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_node.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure::tensorflow {

bool isPlaceholder(std::string_view op)
{
    return op == "Placeholder" || op == "PlaceholderV2";
}

bool isConst(std::string_view op)
{
    return op == "Const" || op == "HostConst";
}

bool isMerge(std::string_view op)
{
    return op == "Merge" || op == "RefMerge";
}

bool isNextIteration(std::string_view op)
{
    return op == "NextIteration" || op == "RefNextIteration";
}

bool isSwitch(std::string_view op)
{
    return op == "Switch" || op == "RefSwitch";
}

bool isExit(std::string_view op)
{
    return op == "Exit" || op == "RefExit";
}

bool hasNoResult(std::string_view op)
{
    constexpr std::array<std::string_view, 5> names{"NoOp", "Assert", "SaveV2", "Assign",
                                                    "RestoreV2"};
    return isNextIteration(op) || std::find(names.begin(), names.end(), op) != names.end();
}

Result<Source> sourceOf(std::string_view text)
{
    Source source;
    source.isControl = text.starts_with('^');
    text.remove_prefix(source.isControl ? 1 : 0);
    const auto parts = split(text, ':');
    source.node = parts.front();
    if (parts.size() > 2) {
        source.output = parts[1];
    }
    if (parts.size() > 1) {
        const auto index = parseInteger(parts.back());
        if (!index || *index < 0 || *index >= mostOutputs) {
            return makeError("tensorflow",
                             "found the input {}, expected the number of an output below {}",
                             quoted(text), mostOutputs);
        }
        source.index = *index;
    }
    return source;
}

} // namespace nervure::tensorflow
