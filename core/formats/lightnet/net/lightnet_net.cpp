// SPDX-License-Identifier: Apache-2.0
// LightNet's network language (.net): it is translated to LightNet's JSON, and that is read.
#include "core/formats/format_spec.h"
#include "core/formats/lightnet/lightnet_reader.h"
#include "core/formats/lightnet/net/net_translator.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// How much of the text's beginning is looked at.
constexpr std::size_t netFrontBytes = 64 * 1024;

/// Where the first word is: behind blanks, comments and directives.
std::size_t firstWord(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const std::string_view rest = text.substr(at);
        if (std::string_view(" \t\r\n;").find(rest[0]) != std::string_view::npos) {
            ++at;
        } else if (rest.starts_with("/*")) {
            at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
        } else if (rest.starts_with("//")) {
            at = std::min(text.find('\n', at), text.size());
        } else if (rest[0] == '#') {
            // A directive ends with the first line without a backslash at its end.
            do {
                at = std::min(text.find('\n', at), text.size() - 1) + 1;
            } while (at > 1 && at < text.size() && text.substr(0, at - 1).ends_with('\\'));
        } else {
            break;
        }
    }
    return at;
}

int sniffNet(std::string_view text, const OpRegistry &)
{
    const std::string_view front = text.substr(0, netFrontBytes);
    const bool hasDirective = trim(front).starts_with("#define");
    std::size_t at = firstWord(front);
    const std::size_t begin = at;
    const auto isWord = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
               || (c >= '0' && c <= '9');
    };
    while (at < front.size() && isWord(front[at])) {
        ++at;
    }
    const bool isCall = at > begin && trim(front.substr(at)).starts_with('(');
    if (!isCall) {
        return hasDirective && begin == front.size() ? 50 : 0;
    }
    const std::size_t bar = front.find('|');
    return bar != std::string_view::npos && front.find('|', bar + 1) != std::string_view::npos ? 80
                                                                                               : 40;
}

/// Turns places in the JSON into those in the text it came from.
void relocate(Diagnostic &diagnostic, const TranslatedNet &net)
{
    Location &where = diagnostic.where;
    const auto line = static_cast<std::size_t>(std::max(where.line, 1)) - 1;
    const TextPosition place = line < net.places.size() ? net.places[line] : TextPosition();
    where.line = place.line;
    where.column = place.column;
}

Result<LoadedGraph> readNet(std::string_view text, const FormatContext &context)
try {
    const auto net = translateNet(text, context.semantics);
    if (!net) {
        Diagnostic error = net.error();
        error.where.file = context.fileName;
        return error;
    }
    auto loaded = readLightNetJson(net->json, context);
    if (!loaded) {
        Diagnostic error = loaded.error();
        relocate(error, *net);
        return error;
    }
    for (Diagnostic &diagnostic : loaded->diagnostics) {
        relocate(diagnostic, *net);
    }
    return loaded;
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the graph does not fit into memory");
}

} // namespace

void registerLightnetNet(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "net";
    spec.title = "LightNet network language";
    spec.family = "lightnet";
    spec.dialect = Dialect::LightNet;
    spec.extensions = {"net"};
    spec.sniff = sniffNet;
    spec.read = readNet;
    formats.add(std::move(spec));
}

} // namespace nervure
