// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/data_files.h"

#include "core/formats/onnx/external_data.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/onnx/onnx_tensor.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <set>
#include <utility>

namespace nervure::onnx {

namespace fs = std::filesystem;

namespace {

/// Values of a page and more begin at one, so that they can be mapped alone; smaller ones where any element
/// may stand.
constexpr std::uint64_t pageBytes = 4096;
constexpr std::uint64_t smallAlignment = 16;

/// One name for a file, however a model writes it: "w.bin" of "./w.bin".
std::string normal(std::string_view name)
{
    return fs::path(name).lexically_normal().string();
}

/// True if a model's location is of a file in its own folder or one below.
bool isBelow(const std::string &name)
{
    const fs::path path(normal(name));
    return name.find('\0') == name.npos && path.is_relative() && path.has_filename()
           && *path.begin() != ".." && path != ".";
}

/// The files that a model's initializers are in; none for what is no model.
std::set<std::string, std::less<>> filesOf(std::string_view bytes)
{
    std::set<std::string, std::less<>> files;
    const auto model = readModel(bytes);
    const auto graph =
        model ? readGraph(model->graph.bytes, bytes) : Result<GraphMessage>(model.error());
    for (std::size_t i = 0; graph && i < graph->initializers.size(); ++i) {
        const auto tensor = readTensor(graph->initializers[i].field.bytes, bytes);
        if (tensor && tensor->external) {
            files.insert(normal(tensor->external->location));
        }
    }
    return files;
}

bool isOtherFolder(const fs::path &a, const fs::path &b)
{
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(a, error).parent_path(), error)
           != fs::weakly_canonical(fs::absolute(b, error).parent_path(), error);
}

bool isSameFile(const fs::path &a, const fs::path &b)
{
    std::error_code error;
    return fs::equivalent(a, b, error);
}

Result<BytePieces> contentOf(const fs::path &file)
{
    ASSIGN_OR_RETURN(auto bytes, FileBytes::map(file));
    BytePieces content;
    content.keep(bytes->view());
    content.hold(std::move(bytes));
    return content;
}

Diagnostic isInTheWay(const std::string &name)
{
    return makeError("onnx-values", "{} exists and is not the model's, expected another name",
                     quoted(name));
}

} // namespace

DataFiles::DataFiles(std::string_view original, fs::path model, fs::path target)
    : m_original(original),
      m_model(std::move(model)),
      m_target(std::move(target)),
      m_isElsewhere(!m_model.empty() && !m_target.empty() && m_target != "-"
                    && isOtherFolder(m_model, m_target))
{}

bool DataFiles::takesAlong(const std::string &name) const
{
    std::error_code error;
    return m_isElsewhere && name != onnx_variable::inside && isBelow(name)
           && fs::exists(m_model.parent_path() / name, error);
}

bool DataFiles::holds(const std::string &name) const
{
    return m_files.count(normal(name)) > 0;
}

Result<BytePieces> DataFiles::start(const std::string &name) const
{
    if (m_target.empty() || m_target == "-") {
        return makeError("onnx-values", "values in {} need a model that is saved beside it",
                         quoted(name));
    }
    if (!onnx_variable::isDataFileName(name) && !takesAlong(name)) {
        return makeError("onnx-values",
                         "found the file {}, expected a plain name in the model's folder",
                         quoted(name));
    }
    const fs::path file = m_target.parent_path() / name;
    if (file.lexically_normal() == m_target.lexically_normal()) {
        return makeError("onnx-values", "{} is the model itself, expected another name",
                         quoted(name));
    }
    return filesOf(m_original).count(name) > 0 && !m_isElsewhere ? startOfOwn(name, file)
                                                                 : startOfOther(name, file);
}

/// What the model has there already stays.
Result<BytePieces> DataFiles::startOfOwn(const std::string &name, const fs::path &file) const
{
    std::error_code unknown;
    ASSIGN_OR_RETURN(const fs::path old, externalFile(name, m_model, {}));
    const bool isOther = fs::exists(file, unknown) && !isSameFile(file, old);
    return isOther ? Result<BytePieces>(isInTheWay(name)) : contentOf(old);
}

Result<BytePieces> DataFiles::startOfOther(const std::string &name, const fs::path &file) const
{
    std::error_code unknown;
    if (!fs::exists(file, unknown)) {
        return BytePieces();
    }
    // The model was saved there before.
    const auto before = FileBytes::map(m_target);
    if (!before || filesOf((*before)->view()).count(name) == 0) {
        return isInTheWay(name);
    }
    ASSIGN_OR_RETURN(const fs::path inside, externalFile(name, m_target, {}));
    // All values that it is to hold are written anew.
    return takesAlong(name) ? Result<BytePieces>(BytePieces()) : contentOf(inside);
}

Result<DataPlace> DataFiles::add(const std::string &location, BytePieces &&values)
{
    const std::string name = normal(location);
    if (!holds(name)) {
        ASSIGN_OR_RETURN(BytePieces before, start(name));
        m_files.emplace(name, std::move(before));
    }
    BytePieces &file = m_files.at(name);
    const std::uint64_t alignment = values.size() < pageBytes ? smallAlignment : pageBytes;
    if (const std::uint64_t over = file.size() % alignment; over > 0) {
        file.add(std::string(alignment - over, '\0'));
    }
    const DataPlace place{file.size(), values.size()};
    file.append(std::move(values));
    return place;
}

void DataFiles::moveTo(BytePieces &pieces)
{
    for (auto &[name, content] : m_files) {
        pieces.putBeside(name, std::move(content));
    }
    m_files.clear();
}

} // namespace nervure::onnx
