// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/formats/mxnet/mxnet_preserving.h"
#include "core/formats/mxnet/mxnet_upgrade.h"

#include <fmt/format.h>

namespace nervure {

namespace {

/// How much of the text's beginning and end is looked at.
constexpr std::size_t mxnetFrontBytes = 64 * 1024;
/// The first release that writes its version, 0.9.0.
constexpr std::int64_t firstThatSays = 900;

/// Which dialects alone have an operator that a text names, as the value of an "op".
struct NamedOperators {
    bool mxnet = false;
    bool nnvm = false;
};

NamedOperators namedOperators(std::string_view text, const OpRegistry &ops)
{
    constexpr std::string_view key = "\"op\"";
    NamedOperators named;
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at)) {
        at += key.size();
        const std::size_t from = text.find_first_not_of(" \t\r\n:", at);
        if (from == std::string_view::npos || text[from] != '"') {
            continue;
        }
        const std::string_view name = text.substr(from + 1, text.find('"', from + 1) - from - 1);
        const bool isMXNets = ops.find(Dialect::MXNet, name) != nullptr;
        const bool isNnvms = ops.find(Dialect::Nnvm, name) || ops.find(Dialect::Nervure, name);
        named.mxnet = named.mxnet || (isMXNets && !isNnvms);
        named.nnvm = named.nnvm || (isNnvms && !isMXNets);
    }
    return named;
}

std::string releaseOf(const Graph &graph)
{
    const std::int64_t version = mxnetVersion(graph);
    return version < firstThatSays
               ? "before 0.9"
               : fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

int sniffMXNet(std::string_view text, const OpRegistry &ops)
{
    const std::string_view front = text.substr(0, mxnetFrontBytes);
    const std::string_view back = text.substr(text.size() - front.size());
    const auto has = [&](std::string_view word) {
        return front.find(word) != std::string_view::npos
               || back.find(word) != std::string_view::npos;
    };
    if (!has("\"nodes\"") && !has("\"arg_nodes\"")) {
        return 0;
    }
    const NamedOperators named = namedOperators(front, ops);
    if (named.mxnet) {
        return 97;
    }
    return has("\"mxnet_version\"") && !named.nnvm ? 97 : 0;
}

} // namespace

void registerMxnetJson(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "mxnet";
    spec.title = "MXNet symbol";
    spec.family = "mxnet";
    spec.dialect = Dialect::MXNet;
    spec.extensions = {"json"};
    spec.sniff = sniffMXNet;
    spec.read = [](std::string_view text, const FormatContext &context) {
        return readNnvmJson(text, context, mxnetJson());
    };
    spec.release = releaseOf;
    spec.write = writeMXNet;
    spec.writePreserving = writeMXNetPreserving;
    formats.add(std::move(spec));
}

} // namespace nervure
