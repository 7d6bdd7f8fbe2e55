// SPDX-License-Identifier: Apache-2.0
#include "app/cli/model_options.h"

#include "core/graph/edits/type_edits.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace nervure::cli {

namespace {

Diagnostic usage(std::string message)
{
    return makeError("usage", std::move(message));
}

/// A check that CLI11 takes: the message of what is wrong, or nothing.
template <typename Parse>
std::function<std::string(const std::string &)> checkedBy(Parse parse)
{
    return [parse](const std::string &text) {
        const auto parsed = parse(text);
        return parsed ? std::string() : parsed.error().message;
    };
}

CLI::Option *addRepeatedOption(CLI::App &app, const std::string &name,
                               std::vector<std::string> &values, const std::string &help,
                               const std::string &typeName)
{
    return app.add_option(name, values, help)
        ->type_name(typeName)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace

void addModelOptions(CLI::App &app, ModelOptions &options)
{
    app.add_option("FILE", options.file, "the model; - is standard input")->required();
    addValueOptions(app, options);
    addParamsOption(app, options);
}

void addValueOptions(CLI::App &app, ModelOptions &options)
{
    addRepeatedOption(app, "--shape", options.shapes, "shape of an input: x=1,3,224,224",
                      "NAME=DIMS")
        ->check(checkedBy(parseShapeOption));
    addRepeatedOption(app, "--dtype", options.dtypes,
                      "element type of an input: x=float16; '*=none' leaves untyped ones unknown",
                      "NAME=TYPE")
        ->check(checkedBy(parseDtypeOption));
    app.add_option("--semantics", options.semantics,
                   "do what the original does, or what its documentation promises")
        ->type_name("exact|fixed")
        ->check(CLI::IsMember(std::vector<std::string>{"exact", "fixed"}));
}

void addParamsOption(CLI::App &app, ModelOptions &options)
{
    app.add_option(
           "--params", options.params,
           "parameter values (.params); those in a file beside the model are found, none leaves them out")
        ->type_name("FILE");
}

CLI::App &addRepeated(CLI::App &app, const std::string &name, std::vector<std::string> &values,
                      const std::string &help, const std::string &typeName)
{
    addRepeatedOption(app, name, values, help, typeName);
    return app;
}

Result<std::pair<std::string, Dimensions>> parseShapeOption(const std::string &text)
{
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) {
        return usage(quoted(text) + " is no shape of an input, expected NAME=1,3,224,224");
    }
    auto sizes = dimensionsTyped(std::string_view(text).substr(equals + 1));
    if (!sizes || sizes->empty()) {
        return usage(
            quoted(text)
            + " has a malformed size, expected integers from 0, names or ?, as N,3,224,224");
    }
    return std::pair(text.substr(0, equals), std::move(*sizes));
}

Result<std::pair<std::string, DType>> parseDtypeOption(const std::string &text)
{
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) {
        return usage(quoted(text) + " is no type of an input, expected NAME=float32");
    }
    const std::string word = text.substr(equals + 1);
    if (word == "none") {
        return std::pair(text.substr(0, equals), DType::Unknown);
    }
    const auto type = dtypeFromName(word);
    if (!type) {
        return usage(quoted(word) + " is no element type, expected one as float32, int8 or none");
    }
    return std::pair(text.substr(0, equals), *type);
}

InputFacts inputFacts(const ModelOptions &options)
{
    InputFacts facts;
    for (const std::string &text : options.shapes) {
        const auto sizes = parseShapeOption(text);
        if (!sizes) {
            continue;
        }
        const bool isNamed =
            std::any_of(sizes->second.begin(), sizes->second.end(), [](const Dimension &size) {
                return !size.isNumber() && !size.isUnknown();
            });
        if (isNamed) {
            facts.sizes[sizes->first] = sizes->second;
            continue;
        }
        Shape &shape = facts.shapes[sizes->first] = Shape::scalar();
        for (const Dimension &size : sizes->second) {
            shape.push_back(size.number().value_or(unknownSize));
        }
    }
    for (const std::string &text : options.dtypes) {
        const auto type = parseDtypeOption(text);
        if (type && type->first == "*") {
            facts.defaultType = type->second;
        } else if (type) {
            facts.dtypes[type->first] = type->second;
        }
    }
    return facts;
}

std::optional<Semantics> semanticsOption(const ModelOptions &options)
{
    if (options.semantics.empty()) {
        return std::nullopt;
    }
    return options.semantics == "fixed" ? Semantics::Fixed : Semantics::Exact;
}

} // namespace nervure::cli
