// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_digests.h"

#include <fmt/format.h>

#include <span>
#include <utility>

namespace nervure {

namespace {

std::string digestText(std::string_view type, std::span<const std::int64_t> shape,
                       const TensorDigest &digest)
{
    std::string sizes;
    for (const std::int64_t size : shape) {
        sizes += (sizes.empty() ? "" : "×") + std::to_string(size);
    }
    return fmt::format("{}[{}] {}", type, sizes, digest.text());
}

/// Texts have no elements of one size: each is digested with its length.
std::string textsDigest(const Weight &weight)
{
    TensorDigest digest;
    for (const std::string_view text : weight.texts) {
        digest.add(std::to_string(text.size()) + ' ' + std::string(text));
    }
    return digestText(weight.typeName, weight.shape, digest);
}

Result<std::string> digestOf(const Weight &weight, const JobControl &control)
{
    ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(weight, control));
    if (weight.type == ElementType::String) {
        return textsDigest(weight);
    }
    TensorDigest digest;
    RETURN_IF_FAILED(reader.read(0, weight.count, [&](std::string_view elements) -> Status {
        if (control.cancel.isCanceled()) {
            return makeError("cancelled", "reading the weights was cancelled");
        }
        digest.add(elements);
        return {};
    }));
    return digestText(weight.typeName, weight.shape, digest);
}

/// Puts each weight where the graph has it.
class Digester {
public:
    explicit Digester(const Graph &graph) : m_graph(graph)
    {
        for (const NodeId id : graph.nodes()) {
            m_byName.emplace(graph.node(id).name, id);
        }
    }

    Status add(const Weight &weight, const JobControl &control)
    {
        const NodeId node = nodeOf(weight);
        if (!node.isValid() && weight.node.isValid()) {
            return {}; // of a node that an edit removed
        }
        Result<std::string> text = digestOf(weight, control);
        if (!text && text.error().code == "cancelled") {
            return text.error();
        }
        if (!text) {
            m_result.unread[node] = text.error().message;
        } else if (weight.owner.isValid()) {
            // Bodies hold many: one entry stands for all of them, in their order.
            std::string &all = m_result.values[node];
            all = all.empty() ? std::move(*text) : fingerprintOf(all, *text);
        } else if (node.isValid()) {
            m_result.values[node] = std::move(*text);
        } else {
            m_result.others[weight.name] = std::move(*text);
        }
        return {};
    }
    StoredDigests result() { return std::move(m_result); }

private:
    [[nodiscard]] NodeId nodeOf(const Weight &weight) const
    {
        for (const NodeId id : {weight.node, weight.owner}) {
            if (id.isValid() && m_graph.contains(id)) {
                return id;
            }
        }
        const auto named = m_byName.find(weight.name);
        return named == m_byName.end() ? NodeId() : named->second;
    }
    static std::string fingerprintOf(const std::string &all, const std::string &next)
    {
        TensorDigest digest;
        digest.add(all);
        digest.add(next);
        return "bodies " + digest.text();
    }

    const Graph &m_graph;
    std::unordered_map<std::string_view, NodeId> m_byName;
    StoredDigests m_result;
};

} // namespace

Result<StoredDigests> digestsOf(const Graph &graph, const WeightFile &file,
                                const JobControl &control)
{
    Digester digester(graph);
    for (const Weight &weight : file.weights()) {
        RETURN_IF_FAILED(digester.add(weight, control));
    }
    RETURN_IF_FAILED(file.checkUnchanged());
    return digester.result();
}

Result<StoredDigests> digestsOf(const OpenedModel &model, const JobControl &control,
                                const AllowedFolders &allowed)
{
    return digestsOf(model.graph, model.text, model.path, control, allowed);
}

Result<StoredDigests> digestsOf(const Graph &graph, std::shared_ptr<const FileBytes> bytes,
                                const std::filesystem::path &file, const JobControl &control,
                                const AllowedFolders &allowed)
{
    if (!storesValues(graph.dialect())) {
        return StoredDigests();
    }
    const auto weights = WeightFile::ofBytes(std::move(bytes), file, allowed);
    if (!weights && weights.error().code == "weights-format") {
        return StoredDigests(); // an architecture alone
    }
    RETURN_IF_FAILED(weights);
    return digestsOf(graph, *weights, control);
}

void addDigests(const Graph &graph, const TensorMap &parameters, StoredDigests &digests)
{
    for (const auto &[name, tensor] : parameters) {
        const auto node = graph.findByName(name);
        if (!node) {
            continue;
        }
        TensorDigest digest;
        digest.add({reinterpret_cast<const char *>(tensor.data()), tensor.byteSize()});
        digests.values[*node] = digestText(dtypeName(tensor.type()), tensor.shape(), digest);
    }
}

} // namespace nervure
