// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/formats/lightnet/lightnet_preserving.h"
#include "core/formats/lightnet/lightnet_reader.h"
#include "core/formats/lightnet/lightnet_writer.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// How much of the text's beginning is looked at.
constexpr std::size_t lightNetFrontBytes = 64 * 1024;

int sniffLightNet(std::string_view text, const OpRegistry &)
{
    // Keys are matched without regard to case, as the reader does.
    const std::string front = toLower(text.substr(0, lightNetFrontBytes));
    const bool hasOps = front.find("\"ops\"") != std::string::npos;
    const bool hasOptype = front.find("\"optype\"") != std::string::npos
                           || front.find("\"tensors_out\"") != std::string::npos;
    return (hasOps ? 60 : 0) + (hasOptype ? 35 : 0);
}

} // namespace

void registerLightnetJson(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "lightnet";
    spec.title = "LightNet IR";
    spec.family = "lightnet";
    spec.dialect = Dialect::LightNet;
    spec.extensions = {"json"};
    spec.sniff = sniffLightNet;
    spec.read = readLightNetJson;
    spec.write = writeLightNetJson;
    spec.writePreserving = writeLightNetPreserving;
    formats.add(std::move(spec));
}

} // namespace nervure
