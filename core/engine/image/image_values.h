// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// How a picture becomes the values of an input.
struct ImageChoices {
    enum class Layout { Auto, Nchw, Nhwc };
    /// What becomes of a picture of other proportions: it is stretched, its longer side is cut, or the shorter
    /// one is filled up with black.
    enum class Fit { Stretch, Crop, Pad };

    /// What a pixel's 0 to 255 is divided by; unless given 255, for inputs of whole numbers 1.
    std::optional<double> scale;
    std::vector<double> mean; ///< subtracted then: one number, or one a channel
    std::vector<double> std;  ///< what that is divided by: the same
    Layout layout = Layout::Auto;
    Fit fit = Fit::Stretch;
    bool isBgr = false; ///< channels from blue to red
};

/// Whether a value of an input names a picture: "cat.png", "cat.png{mean=0.5}".
[[nodiscard]] bool namesImage(std::string_view text);

/// A picture's file and how its pixels become values: "cat.png{scale=255,mean=0.485;0.456;0.406,
/// std=0.229;0.224;0.225,layout=nchw,fit=crop,order=rgb}". Fails with "usage".
struct ImageSource {
    std::string file;
    ImageChoices choices;
};
[[nodiscard]] Result<ImageSource> parseImageSource(std::string_view text);

/// The values of a picture for an input of that shape and type: pixels of a PNG file, resized (each new one is the
/// mean of what it covers), in the channels that the shape has: 1 is gray, 3 colors, 4 with opacity. Every item of
/// a batch is the same. Fails with "image" on what is no picture, is too large, or does not fit the shape.
[[nodiscard]] Result<Tensor> imageValues(std::string_view png, const ImageChoices &choices,
                                         const Shape &shape, DType type);

/// Most pixels of a picture.
inline constexpr std::int64_t mostPixels = std::int64_t{1} << 26;

} // namespace nervure
