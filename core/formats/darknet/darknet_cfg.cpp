// SPDX-License-Identifier: Apache-2.0
// Darknet's network descriptions (.cfg).
#include "core/formats/darknet/darknet_reader.h"
#include "core/formats/darknet/darknet_writer.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// How much of the text's beginning is looked at.
constexpr std::size_t cfgFrontBytes = 64 * 1024;

int sniffCfg(std::string_view text, const OpRegistry &)
{
    std::string_view rest = text.substr(0, cfgFrontBytes);
    while (!rest.empty()) {
        const std::string_view line = trim(rest.substr(0, rest.find('\n')));
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
        if (!line.empty() && line.front() != '#' && line.front() != ';') {
            return line.starts_with("[net]") || line.starts_with("[network]") ? 98 : 0;
        }
    }
    return 0;
}

} // namespace

void registerDarknetCfg(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "cfg";
    spec.title = "Darknet network description";
    spec.family = "darknet";
    spec.dialect = Dialect::Darknet;
    spec.extensions = {"cfg"};
    spec.sniff = sniffCfg;
    spec.read = readDarknetCfg;
    spec.write = writeDarknetCfg;
    spec.writePreserving = rewriteDarknetCfg;
    formats.add(std::move(spec));
}

} // namespace nervure
