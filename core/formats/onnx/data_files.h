// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/byte_pieces.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace nervure::onnx {

/// Where values lie in a file beside a model (onnx "External data").
struct DataPlace {
    std::uint64_t offset = 0; ///< in bytes
    std::uint64_t length = 0;
};

/// The files beside a model, or in folders below, that values of its initializers move into when it is saved. What such
/// a file holds already stays at its place, as the model that is there until then reads it.
class DataFiles {
public:
    /// `original` is the model that is edited, whose bytes have to outlive this, `target` the file that it is saved as; empty: none.
    DataFiles(std::string_view original, std::filesystem::path model, std::filesystem::path target);

    /// Where in the file at that location the values come to lie. Fails with code "onnx-values" where the model
    /// has no place to be saved in, the name is no data file's, or there is a file of that name that is not
    /// the model's.
    Result<DataPlace> add(const std::string &location, BytePieces &&values);

    /// True if the model is saved in another folder than it was read from.
    [[nodiscard]] bool isElsewhere() const { return m_isElsewhere; }
    /// True if values of the model in a file of that name are to be copied, as the model is saved in another folder and
    /// would not find them there: in a new file that holds those alone that are added.
    [[nodiscard]] bool takesAlong(const std::string &name) const;

    [[nodiscard]] bool holds(const std::string &name) const;
    /// Gives the files to what is written.
    void moveTo(BytePieces &pieces);

private:
    Result<BytePieces> start(const std::string &name) const;
    Result<BytePieces> startOfOwn(const std::string &name, const std::filesystem::path &file) const;
    Result<BytePieces> startOfOther(const std::string &name,
                                    const std::filesystem::path &file) const;

    std::string_view m_original;
    std::filesystem::path m_model;
    std::filesystem::path m_target;
    bool m_isElsewhere;                        ///< in another folder than the model
    std::map<std::string, BytePieces> m_files; ///< by names without needless parts
};

} // namespace nervure::onnx
