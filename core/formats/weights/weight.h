// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/tensors/stored_elements.h"
#include "core/support/cancellation.h"
#include "core/support/id.h"
#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Where the elements of a sparse tensor stand in the whole one, all others of which are 0.
struct SparsePlaces {
    std::vector<std::int64_t> shape; ///< of the whole tensor
    /// The place of each element among those of the whole tensor, row by row; fails with code "weight".
    std::function<Result<std::vector<std::int64_t>>(const JobControl &)> read;
};

/// One tensor of a file: where it stands, its elements not read. Of a WeightFile, which has to outlive it.
struct Weight {
    std::string name;
    /// Of an ONNX model's own graph: the id that the variable or Constant has when the model is read.
    NodeId node{};
    /// Of an ONNX tensor inside a body: the id of the operator of the model's own graph that holds the body.
    NodeId owner{};
    ElementType type = ElementType::Undefined;
    std::string typeName; ///< also of types that are unknown
    std::vector<std::int64_t> shape;
    std::uint64_t count = 0;       ///< of elements
    std::uint64_t storedBytes = 0; ///< in the file
    std::string file; ///< the other file that it is in, as the model names it; else empty
    std::shared_ptr<const SparsePlaces>
        sparse{};        ///< of a sparse tensor, whose stored elements these are
    std::string note;    ///< what is to be known of it besides: "sparse …"; may be empty
    std::string problem; ///< why its elements cannot be read; else empty

    /// Elements as they stand: packed, little-endian.
    std::string_view packed;
    /// Makes them where they stand in no such way: each in unpackedBytes().
    std::function<Result<std::string>(const JobControl &)> decode;
    /// Of texts, what there is instead.
    std::vector<std::string_view> texts;
};

/// Reads elements of one weight, from any of them on.
class WeightReader {
public:
    /// Fails with code "weight" where they cannot be read, and with "cancelled". The weight has to outlive
    /// this.
    static Result<WeightReader> open(const Weight &weight, const JobControl &control);

    /// Gives `count` elements from `first` on to `take`, in pieces of at most a megabyte, each element in
    /// unpackedBytes(). None for texts.
    Status read(std::uint64_t first, std::uint64_t count,
                const std::function<Status(std::string_view elements)> &take) const;

    /// Element `i` as text.
    [[nodiscard]] std::string text(std::uint64_t i) const;

private:
    explicit WeightReader(const Weight &weight) : m_weight(&weight) {}

    const Weight *m_weight;
    std::optional<std::string> m_decoded;
};

} // namespace nervure
