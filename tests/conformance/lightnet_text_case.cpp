// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_text_case.h"

#include "tests/conformance/difference.h"
#include "tests/conformance/lightnet_document.h"

#include <array>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// The first of the keys that the record has, as text; JSON values as compact text.
std::string textOf(const Json &record, std::initializer_list<const char *> keys)
{
    for (const char *key : keys) {
        if (record.contains(key) && !record[key].is_null()) {
            return record[key].is_string() ? record[key].get<std::string>() : record[key].dump();
        }
    }
    return {};
}

/// The document that the translator wrote; nothing when it gave up, whatever its exit status.
Json translatedIn(const Json &record)
{
    const Json document =
        Json::parse(textOf(record, {"json", "ir", "output", "stdout", "out"}), nullptr, false);
    return document.is_discarded() ? Json() : document;
}

} // namespace

void runLightNetTextCase(const LightNetContext &context, const Json &record, FileReport &report)
{
    report.check("emitted text", [&] {
        const auto document = openLightNet(context, textOf(record, {"ir"}));
        if (!document.graph) {
            return differs("is refused");
        }
        const auto build = buildLightNet({context, *document.graph});
        return build ? findingOf(
                   firstTextDifference(build->emitted, textOf(record, {"emitted_text", "text"})))
                     : differs(build.error().message);
    });
}

void runLightNetNetCase(const Json &record, FileReport &report)
{
    report.check(".net", [&] {
        if (!record.is_object()) {
            return skipped("the record holds a name and no text");
        }
        const std::string text = textOf(record, {"net", "il", "source", "input", "text"});
        const Json expected = translatedIn(record);
        const auto translated = translateNet(text);
        if (expected.is_null()) {
            return translated ? differs("is translated, expected a refusal") : agrees();
        }
        return translated
                   ? findingOf(firstDifference(Json::parse(*translated, nullptr, false), expected))
                   : differs(translated.error().message);
    });
}

} // namespace nervure::conformance
