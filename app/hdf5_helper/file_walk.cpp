// SPDX-License-Identifier: Apache-2.0
#include "app/hdf5_helper/file_walk.h"

#include "app/hdf5_helper/handle.h"
#include "core/formats/tensors/stored_elements.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <set>

namespace nervure {

namespace {

constexpr int deepestGroup = 32;
constexpr std::uint64_t mostLinks = 1'000'000;
constexpr std::uint64_t mostTexts = 100'000; ///< of one attribute
constexpr int mostDimensions = 16;
constexpr hsize_t mostChunks = 1 << 14; ///< of one array: libhdf5 counts from the first for each
/// Deflate makes at most 1032 bytes of one.
constexpr std::uint64_t mostGrowth = 1032;

/// The attributes that writers of models put beside arrays. Numbered ones are parts of one text.
constexpr std::array wantedAttributes{"model_config", "keras_version", "backend",
                                      "layer_names",  "weight_names",  "name"};

Diagnostic refused(const std::string &path, const std::string &message)
{
    return makeError("hdf5", "{}: {}", path.empty() ? "/" : path, message);
}

Diagnostic failed(const std::string &path)
{
    return refused(path, hdf5ErrorText());
}

struct Link {
    std::string name;
    H5L_type_t type = H5L_TYPE_ERROR;
};

herr_t addLink(hid_t, const char *name, const H5L_info_t *info, void *links)
{
    static_cast<std::vector<Link> *>(links)->push_back({name, info->type});
    return 0;
}

ElementType elementTypeOfHdf5(hid_t type)
{
    const std::array known{std::pair{H5T_IEEE_F32LE, ElementType::Float32},
                           std::pair{H5T_IEEE_F64LE, ElementType::Float64},
                           std::pair{H5T_STD_I8LE, ElementType::Int8},
                           std::pair{H5T_STD_U8LE, ElementType::UInt8},
                           std::pair{H5T_STD_I16LE, ElementType::Int16},
                           std::pair{H5T_STD_U16LE, ElementType::UInt16},
                           std::pair{H5T_STD_I32LE, ElementType::Int32},
                           std::pair{H5T_STD_U32LE, ElementType::UInt32},
                           std::pair{H5T_STD_I64LE, ElementType::Int64},
                           std::pair{H5T_STD_U64LE, ElementType::UInt64}};
    for (const auto &[hdf5, element] : known) {
        if (H5Tequal(type, hdf5) > 0) {
            return element;
        }
    }
    std::size_t sign = 0;
    std::size_t exponent = 0;
    std::size_t exponentBits = 0;
    std::size_t mantissa = 0;
    std::size_t mantissaBits = 0;
    const bool isHalf =
        H5Tget_class(type) == H5T_FLOAT && H5Tget_size(type) == 2
        && H5Tget_order(type) == H5T_ORDER_LE
        && H5Tget_fields(type, &sign, &exponent, &exponentBits, &mantissa, &mantissaBits) >= 0
        && sign == 15 && exponent == 10 && exponentBits == 5 && mantissaBits == 10;
    return isHalf ? ElementType::Float16 : ElementType::Undefined;
}

/// Goes over the groups of a file.
class FileWalk {
public:
    explicit FileWalk(std::uint64_t size) : m_size(size) {}

    Status group(hid_t group, const std::string &path, int depth)
    {
        if (depth > deepestGroup) {
            return refused(path, "groups lie within each other deeper than "
                                     + std::to_string(deepestGroup));
        }
        RETURN_IF_FAILED(attributes(group, path));
        H5G_info_t info{};
        if (H5Gget_info(group, &info) < 0) {
            return failed(path);
        }
        m_links += info.nlinks;
        if (info.nlinks > mostLinks || m_links > mostLinks) {
            return refused(path, "the file has more than " + std::to_string(mostLinks) + " links");
        }
        std::vector<Link> links;
        if (H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, addLink, &links) < 0) {
            return failed(path);
        }
        for (const Link &link : links) {
            RETURN_IF_FAILED(follow(group, link, path, depth));
        }
        return {};
    }

    Hdf5Index take() && { return std::move(m_index); }

private:
    Status follow(hid_t group, const Link &link, const std::string &parent, int depth)
    {
        const std::string path = parent + (parent.empty() ? "" : "/") + link.name;
        if (link.type != H5L_TYPE_HARD) {
            return refused(path, "is a link to elsewhere, expected what lies in its group");
        }
        const Handle object(H5Oopen(group, link.name.c_str(), H5P_DEFAULT), H5Oclose);
        if (!object.isOpen()) {
            return failed(path);
        }
        const H5I_type_t type = H5Iget_type(object.get());
        if (type == H5I_DATASET) {
            return dataset(object.get(), path);
        }
        if (type != H5I_GROUP) {
            return {};
        }
        H5O_info_t info{};
        if (H5Oget_info(object.get(), &info) < 0) {
            return failed(path);
        }
        if (!m_groups.insert(info.addr).second) {
            return refused(path, "is a group that lies in more than one place");
        }
        return this->group(object.get(), path, depth + 1);
    }

    Status attributes(hid_t group, const std::string &path)
    {
        for (const std::string name : wantedAttributes) {
            RETURN_IF_FAILED(attribute(group, path, name));
            for (int part = 0; H5Aexists(group, (name + std::to_string(part)).c_str()) > 0;
                 ++part) {
                RETURN_IF_FAILED(attribute(group, path, name + std::to_string(part)));
            }
        }
        return {};
    }

    Status attribute(hid_t group, const std::string &path, const std::string &name)
    {
        if (H5Aexists(group, name.c_str()) <= 0) {
            return {};
        }
        const std::string key = path + '@' + name;
        const Handle attribute(H5Aopen(group, name.c_str(), H5P_DEFAULT), H5Aclose);
        const Handle type(attribute.isOpen() ? H5Aget_type(attribute.get()) : -1, H5Tclose);
        const Handle space(attribute.isOpen() ? H5Aget_space(attribute.get()) : -1, H5Sclose);
        if (!type.isOpen() || !space.isOpen()) {
            return failed(key);
        }
        const hssize_t count = H5Sget_simple_extent_npoints(space.get());
        if (count < 0 || static_cast<std::uint64_t>(count) > mostTexts) {
            return refused(key, "has more than " + std::to_string(mostTexts) + " texts");
        }
        auto &texts = m_index.texts[key];
        if (H5Tget_class(type.get()) != H5T_STRING || count == 0) {
            return {}; // an empty list of names is one of numbers
        }
        return H5Tis_variable_str(type.get()) > 0
                   ? variableTexts(attribute.get(), type.get(), space.get(), key, texts)
                   : fixedTexts(attribute.get(), type.get(), key, texts);
    }

    static Status variableTexts(hid_t attribute, hid_t type, hid_t space, const std::string &key,
                                std::vector<std::string> &texts)
    {
        std::vector<char *> pointers(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)),
                                     nullptr);
        if (H5Aread(attribute, type, pointers.data()) < 0) {
            return failed(key);
        }
        for (const char *text : pointers) {
            texts.emplace_back(text ? text : "");
        }
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
        return {};
    }

    Status fixedTexts(hid_t attribute, hid_t type, const std::string &key,
                      std::vector<std::string> &texts) const
    {
        const std::uint64_t each = H5Tget_size(type);
        const hsize_t stored = H5Aget_storage_size(attribute);
        if (each == 0 || stored > m_size) {
            return refused(key, "is larger than the file");
        }
        std::string all(stored, '\0');
        if (H5Aread(attribute, type, all.data()) < 0) {
            return failed(key);
        }
        for (std::size_t at = 0; at + each <= all.size(); at += each) {
            const std::string text = all.substr(at, each);
            texts.push_back(text.substr(0, text.find('\0')));
        }
        return {};
    }

    Status dataset(hid_t dataset, const std::string &path)
    {
        Hdf5Dataset found;
        found.path = path;
        const Handle space(H5Dget_space(dataset), H5Sclose);
        const Handle type(H5Dget_type(dataset), H5Tclose);
        const Handle made(H5Dget_create_plist(dataset), H5Pclose);
        if (!space.isOpen() || !type.isOpen() || !made.isOpen()) {
            return failed(path);
        }
        const int rank = H5Sget_simple_extent_ndims(space.get());
        if (rank < 0 || rank > mostDimensions) {
            return refused(path, std::to_string(rank) + " dimensions, expected at most "
                                     + std::to_string(mostDimensions));
        }
        std::vector<hsize_t> sizes(static_cast<std::size_t>(rank));
        if (rank > 0 && H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr) < 0) {
            return failed(path);
        }
        found.shape.assign(sizes.begin(), sizes.end());
        found.type = elementTypeOfHdf5(type.get());
        if (found.type == ElementType::Undefined) {
            found.problem = "elements of its type cannot be read";
        } else {
            RETURN_IF_FAILED(place(dataset, made.get(), found));
        }
        m_index.datasets.insert_or_assign(path, std::move(found));
        return {};
    }

    Status place(hid_t dataset, hid_t made, Hdf5Dataset &found) const
    {
        if (H5Pget_external_count(made) != 0) {
            return refused(found.path, "its elements are in other files");
        }
        const auto count = weightCount(found.shape);
        const std::uint64_t each = unpackedBytes(found.type);
        if (!count || *count > (m_size * mostGrowth) / each) {
            return refused(found.path, "has more elements than the file can hold");
        }
        switch (H5Pget_layout(made)) {
        case H5D_CONTIGUOUS: return contiguous(dataset, *count * each, found);
        case H5D_COMPACT: return compact(dataset, *count * each, found);
        case H5D_CHUNKED: return chunked(dataset, made, found);
        default: return refused(found.path, "its elements are in other arrays");
        }
    }

    Status contiguous(hid_t dataset, std::uint64_t bytes, Hdf5Dataset &found) const
    {
        const haddr_t offset = H5Dget_offset(dataset);
        if (offset == HADDR_UNDEF) {
            // Nothing was written: zeros, which a small file must not have many of.
            return bytes <= m_size ? Status()
                                   : refused(found.path, "has more elements than the file");
        }
        if (offset > m_size || bytes > m_size - offset) {
            return refused(found.path, "the file ends inside of its elements");
        }
        found.offset = offset;
        return {};
    }

    static Status compact(hid_t dataset, std::uint64_t bytes, Hdf5Dataset &found)
    {
        constexpr std::uint64_t mostInHeader = 64 * 1024;
        const Handle type(H5Dget_type(dataset), H5Tclose);
        if (bytes > mostInHeader) {
            return refused(found.path, "has more elements than a header can hold");
        }
        found.inlined.resize(bytes);
        return bytes == 0
                       || H5Dread(dataset, type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                  found.inlined.data())
                              >= 0
                   ? Status()
                   : failed(found.path);
    }

    Status chunked(hid_t dataset, hid_t made, Hdf5Dataset &found) const
    {
        const int rank = static_cast<int>(found.shape.size());
        std::vector<hsize_t> sizes(found.shape.size());
        if (rank == 0 || H5Pget_chunk(made, rank, sizes.data()) != rank) {
            return failed(found.path);
        }
        found.chunkShape.assign(sizes.begin(), sizes.end());
        const auto elements = weightCount(found.chunkShape);
        const std::uint64_t each = unpackedBytes(found.type);
        constexpr std::uint64_t largestChunk = std::uint64_t{1} << 30U;
        if (!elements || *elements > std::min(m_size * mostGrowth, largestChunk) / each) {
            return refused(found.path, "its chunks are larger than the file can hold");
        }
        readFilters(made, found);
        return found.problem.empty() ? chunks(dataset, found) : Status();
    }

    static void readFilters(hid_t made, Hdf5Dataset &found)
    {
        const int count = H5Pget_nfilters(made);
        for (int i = 0; i < count; ++i) {
            unsigned flags = 0;
            unsigned configuration = 0;
            std::size_t values = 0;
            const H5Z_filter_t filter =
                H5Pget_filter2(made, static_cast<unsigned>(i), &flags, &values, nullptr, 0, nullptr,
                               &configuration);
            if (filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE) {
                found.filters.push_back(filter == H5Z_FILTER_DEFLATE ? Hdf5Filter::Deflate
                                                                     : Hdf5Filter::Shuffle);
            } else {
                found.problem = "its filter " + std::to_string(filter)
                                + " is not known, expected deflate or shuffle";
            }
        }
    }

    Status chunks(hid_t dataset, Hdf5Dataset &found) const
    {
        hsize_t count = 0;
        const Handle space(H5Dget_space(dataset), H5Sclose);
        if (H5Dget_num_chunks(dataset, space.get(), &count) < 0) {
            return failed(found.path);
        }
        if (count > mostChunks) {
            return refused(found.path, "has more than " + std::to_string(mostChunks) + " chunks");
        }
        std::uint64_t stored = 0;
        for (hsize_t i = 0; i < count; ++i) {
            Hdf5Chunk chunk;
            std::vector<hsize_t> first(found.shape.size());
            haddr_t offset = 0;
            hsize_t bytes = 0;
            if (H5Dget_chunk_info(dataset, space.get(), i, first.data(), &chunk.skippedFilters,
                                  &offset, &bytes)
                < 0) {
                return failed(found.path);
            }
            chunk.first.assign(first.begin(), first.end());
            chunk.offset = offset;
            chunk.bytes = bytes;
            stored += bytes;
            if (offset > m_size || bytes > m_size - offset || stored > m_size) {
                return refused(found.path, "the file ends inside of its elements");
            }
            found.chunks.push_back(std::move(chunk));
        }
        return {};
    }

    std::uint64_t m_size;
    std::uint64_t m_links = 0;
    std::set<haddr_t> m_groups;
    Hdf5Index m_index;
};

herr_t takeError(unsigned, const H5E_error2_t *error, void *text)
{
    auto &whole = *static_cast<std::string *>(text);
    if (error->desc) {
        whole += (whole.empty() ? "" : ", ") + std::string(error->desc);
    }
    return 0;
}

} // namespace

std::string hdf5ErrorText()
{
    // The innermost cause alone: what asked for it says less.
    std::string text;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, takeError, &text);
    return "libhdf5 cannot read it" + (text.empty() ? "" : ": " + text.substr(0, text.find(", ")));
}

Result<Hdf5Index> walkHdf5File(hid_t file, std::uint64_t size)
{
    const Handle root(H5Gopen2(file, "/", H5P_DEFAULT), H5Gclose);
    if (!root.isOpen()) {
        return failed({});
    }
    FileWalk walk(size);
    RETURN_IF_FAILED(walk.group(root.get(), {}, 0));
    return std::move(walk).take();
}

} // namespace nervure
