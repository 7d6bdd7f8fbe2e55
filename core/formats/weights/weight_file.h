// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/external_data.h"
#include "core/formats/weights/weight.h"
#include "core/graph/graph.h"
#include "core/support/file_bytes.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace nervure {

/// The weights of a file, found but not read: those of a model that holds them (with the files of its external
/// data), of a parameter file or of a NumPy file. The files are mapped.
class WeightFile {
public:
    /// Opens whatever of these the file is. A model that holds no weights stands for the file beside it.
    /// Fails with code "weights-format" where there are none.
    static Result<WeightFile> open(const std::filesystem::path &file,
                                   const AllowedFolders &allowed = {});
    /// The same of bytes at hand, those of `file`.
    static Result<WeightFile> ofBytes(std::shared_ptr<const FileBytes> bytes,
                                      const std::filesystem::path &file,
                                      const AllowedFolders &allowed = {});

    /// The one weight of a variable of an ONNX model that it came to from another (onnx_variable::carried). Fails
    /// with code "onnx-values" where their file is gone or has changed.
    static Result<WeightFile> ofCarried(const Node &variable);

    [[nodiscard]] const std::vector<Weight> &weights() const { return m_weights; }
    /// The weight of that name; fails with code "no-such-weight".
    [[nodiscard]] Result<const Weight *> find(std::string_view name) const;
    /// The weight of that node (Weight::node); null where there is none.
    [[nodiscard]] const Weight *find(NodeId node) const;
    /// The file that they are in, or that names the others.
    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }
    /// See FileBytes::checkUnchanged().
    [[nodiscard]] Status checkUnchanged() const;

private:
    std::filesystem::path m_path;
    std::vector<std::shared_ptr<const FileBytes>> m_files;
    std::vector<Weight> m_weights;
};

} // namespace nervure
