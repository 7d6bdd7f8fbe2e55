// SPDX-License-Identifier: Apache-2.0
#include "core/formats/hdf5/hdf5_index.h"

#include <nlohmann/json.hpp>

namespace nervure {

namespace {

using Json = nlohmann::json;

Json chunksJson(const Hdf5Dataset &dataset)
{
    Json chunks = Json::array();
    for (const Hdf5Chunk &chunk : dataset.chunks) {
        chunks.push_back({chunk.first, chunk.offset, chunk.bytes, chunk.skippedFilters});
    }
    return chunks;
}

Json datasetJson(const Hdf5Dataset &dataset)
{
    Json json{{"path", dataset.path},
              {"type", elementTypeName(dataset.type)},
              {"shape", dataset.shape},
              {"problem", dataset.problem}};
    if (dataset.offset) {
        json["offset"] = *dataset.offset;
    }
    if (!dataset.inlined.empty()) {
        json["inlined"] = std::vector<int>(dataset.inlined.begin(), dataset.inlined.end());
    }
    if (!dataset.chunkShape.empty()) {
        json["chunk_shape"] = dataset.chunkShape;
        json["chunks"] = chunksJson(dataset);
    }
    for (const Hdf5Filter filter : dataset.filters) {
        json["filters"].push_back(static_cast<int>(filter));
    }
    return json;
}

Hdf5Dataset datasetOf(const Json &json)
{
    Hdf5Dataset dataset;
    dataset.path = json.at("path").get<std::string>();
    dataset.type =
        elementTypeNamed(json.at("type").get<std::string>()).value_or(ElementType::Undefined);
    dataset.shape = json.at("shape").get<std::vector<std::int64_t>>();
    dataset.problem = json.at("problem").get<std::string>();
    if (json.contains("offset")) {
        dataset.offset = json.at("offset").get<std::uint64_t>();
    }
    for (const int byte : json.value("inlined", std::vector<int>())) {
        dataset.inlined += static_cast<char>(byte);
    }
    dataset.chunkShape = json.value("chunk_shape", dataset.chunkShape);
    for (const Json &chunk : json.value("chunks", Json::array())) {
        dataset.chunks.push_back(
            {chunk.at(0).get<std::vector<std::int64_t>>(), chunk.at(1).get<std::uint64_t>(),
             chunk.at(2).get<std::uint64_t>(), chunk.at(3).get<std::uint32_t>()});
    }
    for (const int filter : json.value("filters", std::vector<int>())) {
        dataset.filters.push_back(filter == 0 ? Hdf5Filter::Deflate : Hdf5Filter::Shuffle);
    }
    return dataset;
}

} // namespace

std::optional<std::string_view> Hdf5Index::text(std::string_view attribute) const
{
    const auto found = texts.find(attribute);
    return found == texts.end() || found->second.size() != 1
               ? std::nullopt
               : std::optional<std::string_view>(found->second.front());
}

std::vector<std::string> Hdf5Index::allTexts(const std::string &attribute) const
{
    if (const auto whole = texts.find(attribute); whole != texts.end()) {
        return whole->second;
    }
    std::vector<std::string> all;
    for (std::size_t i = 0;; ++i) {
        const auto part = texts.find(attribute + std::to_string(i));
        if (part == texts.end()) {
            return all;
        }
        all.insert(all.end(), part->second.begin(), part->second.end());
    }
}

std::string encodeHdf5Index(const Hdf5Index &index)
{
    Json json{{"texts", index.texts}, {"datasets", Json::array()}};
    for (const auto &[path, dataset] : index.datasets) {
        json["datasets"].push_back(datasetJson(dataset));
    }
    std::string bytes;
    Json::to_cbor(json, bytes);
    return bytes;
}

Result<Hdf5Index> decodeHdf5Index(std::string_view bytes)
{
    try {
        const Json tree = Json::from_cbor(bytes);
        Hdf5Index index;
        for (const auto &[name, texts] : tree.at("texts").items()) {
            index.texts[name] = texts.get<std::vector<std::string>>();
        }
        for (const Json &dataset : tree.at("datasets")) {
            Hdf5Dataset one = datasetOf(dataset);
            std::string path = one.path;
            index.datasets.insert_or_assign(std::move(path), std::move(one));
        }
        return index;
    } catch (const Json::exception &error) {
        return makeError("hdf5", "{} gave an answer that is none: {}", hdf5Program, error.what());
    }
}

bool isHdf5(std::string_view bytes)
{
    return bytes.starts_with("\x89HDF\r\n\x1a\n");
}

} // namespace nervure
