// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_options.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

const PassOption *findOption(const PassSpec &spec, const std::string &name)
{
    const auto it = std::find_if(spec.options.begin(), spec.options.end(),
                                 [&name](const PassOption &option) { return option.name == name; });
    return it == spec.options.end() ? nullptr : &*it;
}

Diagnostic unknownOption(const PassSpec &spec, const std::string &name)
{
    std::vector<std::string> names;
    for (const PassOption &option : spec.options) {
        names.push_back(option.name);
    }
    const auto suggestion = nearest(name, names);
    return makeError("option-unknown", "pass {} has no option {}{}", spec.name, quoted(name),
                     (suggestion      ? ", did you mean " + quoted(*suggestion)
                      : names.empty() ? std::string(", it has none")
                                      : ", expected one of " + join(names, ", ")));
}

Status checkOption(const PassSpec &spec, const PassOption &option, const std::string &value)
{
    const std::string found =
        "option " + option.name + " of pass " + spec.name + " is " + quoted(value) + ", expected ";
    const auto &choices = option.choices;
    if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
        return makeError("option-invalid", "{}one of {}", found, join(choices, ", "));
    }
    if (option.isInteger && !parseInteger(value)) {
        return makeError("option-invalid", "{}an integer", found);
    }
    return {};
}

} // namespace

Result<OptionValues> completeOptions(const PassSpec &spec, const PassRequest &request)
{
    OptionValues options;
    for (const PassOption &option : spec.options) {
        options[option.name] = option.defaultText;
    }
    for (const auto &[name, value] : request.options) {
        const PassOption *option = findOption(spec, name);
        if (!option) {
            return unknownOption(spec, name);
        }
        RETURN_IF_FAILED(checkOption(spec, *option, value));
        options[name] = value;
    }
    return options;
}

} // namespace nervure
