// SPDX-License-Identifier: Apache-2.0
#include "core/engine/image/image_values.h"

#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <png.h>

namespace nervure {

namespace {

using Layout = ImageChoices::Layout;
using Fit = ImageChoices::Fit;

/// Rows of pixels, each of so many numbers from 0 to 255.
struct Pixels {
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::int64_t channels = 0;
    std::vector<float> values;

    [[nodiscard]] float at(std::int64_t x, std::int64_t y, std::int64_t c) const
    {
        return values[static_cast<std::size_t>((y * width + x) * channels + c)];
    }
};

/// Makes pixels numbers from 0 to 1.
constexpr double usualScale = 255;

/// Where the picture's rows, columns and channels are in the tensor's shape.
struct ImageShape {
    std::int64_t batch = 1;
    std::int64_t channels = 0;
    std::int64_t height = 0;
    std::int64_t width = 0;
    bool isNhwc = false;
};

bool isChannelCount(std::int64_t size)
{
    return size == 1 || size == 3 || size == 4;
}

Result<ImageShape> imageShapeOf(const Shape &shape, Layout layout)
{
    const bool hasBatch = shape.size() == 4;
    if ((!hasBatch && shape.size() != 3)
        || std::any_of(shape.begin(), shape.end(), [](std::int64_t size) { return size < 1; })) {
        return makeError("image",
                         "found an input of shape {}, expected one of three or four dimensions "
                         "that are known for a picture",
                         shapeText(shape));
    }
    const std::size_t first = hasBatch ? 1 : 0;
    ImageShape found;
    found.batch = hasBatch ? shape[0] : 1;
    found.isNhwc = layout == Layout::Nhwc
                   || (layout == Layout::Auto && !isChannelCount(shape[first])
                       && isChannelCount(shape[first + 2]));
    found.channels = shape[first + (found.isNhwc ? 2 : 0)];
    found.height = shape[first + (found.isNhwc ? 0 : 1)];
    found.width = shape[first + (found.isNhwc ? 1 : 2)];
    if (!isChannelCount(found.channels)) {
        return makeError("image",
                         "found an input of shape {}, expected 1, 3 or 4 channels for a picture",
                         shapeText(shape));
    }
    return found;
}

bool areTooMany(std::int64_t width, std::int64_t height)
{
    const auto count = checkedMultiply(width, height);
    return !count || *count > mostPixels;
}

Result<Pixels> decode(std::string_view png, std::int64_t channels)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    const auto failed = [&image] {
        const std::string why = image.message;
        png_image_free(&image);
        return makeError("image", "found no picture that can be read ({}), expected a PNG file",
                         why);
    };
    if (png_image_begin_read_from_memory(&image, png.data(), png.size()) == 0) {
        return failed();
    }
    if (areTooMany(image.width, image.height)) {
        Diagnostic error =
            makeError("image", "found a picture of {}×{} pixels, expected at most {}", image.width,
                      image.height, mostPixels);
        png_image_free(&image);
        return error;
    }
    image.format =
        channels == 1 ? PNG_FORMAT_GRAY : (channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA);
    std::vector<png_byte> bytes(PNG_IMAGE_SIZE(image));
    const png_color white{255, 255, 255};
    if (png_image_finish_read(&image, &white, bytes.data(), 0, nullptr) == 0) {
        return failed();
    }
    return Pixels{image.width, image.height, channels,
                  std::vector<float>(bytes.begin(), bytes.end())};
}

/// A stretch of pixels, and where it goes.
struct Stretch {
    double from = 0; ///< in the picture
    double length = 0;
    std::int64_t to = 0; ///< in the result
    std::int64_t count = 0;
};

/// Lines of numbers of one length made such of another: each new number is the mean of what it covers, or lies
/// between two where there are more new ones than old.
class Resampler {
public:
    explicit Resampler(const Stretch &stretch)
        : m_from(stretch.from),
          m_step(stretch.length / static_cast<double>(stretch.count))
    {}

    template <typename At>
    [[nodiscard]] float value(std::int64_t i, std::int64_t size, const At &at) const
    {
        const double reach = std::max(1.0, m_step);
        const double center = m_from + (static_cast<double>(i) + 0.5) * m_step;
        double sum = 0;
        double weights = 0;
        const auto first = static_cast<std::int64_t>(std::floor(center - reach));
        const auto last = static_cast<std::int64_t>(std::ceil(center + reach));
        for (std::int64_t j = std::max<std::int64_t>(first, 0); j < std::min(last, size); ++j) {
            const double distance = std::abs(static_cast<double>(j) + 0.5 - center) / reach;
            const double weight = std::max(0.0, 1 - distance);
            sum += weight * static_cast<double>(at(j));
            weights += weight;
        }
        return weights > 0 ? static_cast<float>(sum / weights) : 0;
    }

private:
    double m_from;
    double m_step;
};

/// Which part of the picture goes to which part of the result, along width and height.
std::pair<Stretch, Stretch> stretchesFor(const Pixels &pixels, const ImageShape &shape, Fit fit)
{
    const auto width = static_cast<double>(pixels.width);
    const auto height = static_cast<double>(pixels.height);
    Stretch across{0, width, 0, shape.width};
    Stretch down{0, height, 0, shape.height};
    const double wanted = static_cast<double>(shape.width) / static_cast<double>(shape.height);
    const bool isWide = width / height > wanted;
    if (fit == Fit::Crop) {
        const double kept = isWide ? height * wanted : width / wanted;
        (isWide ? across : down).from = ((isWide ? width : height) - kept) / 2;
        (isWide ? across : down).length = kept;
    } else if (fit == Fit::Pad) {
        const double part = isWide ? static_cast<double>(shape.width) * height / width
                                   : static_cast<double>(shape.height) * width / height;
        const std::int64_t room = isWide ? shape.height : shape.width;
        Stretch &filled = isWide ? down : across;
        filled.count = std::clamp<std::int64_t>(std::llround(part), 1, room);
        filled.to = (room - filled.count) / 2;
    }
    return {across, down};
}

/// What is not covered stays black.
Pixels resized(const Pixels &pixels, const ImageShape &shape, Fit fit)
{
    const auto [across, down] = stretchesFor(pixels, shape, fit);
    Pixels rows{shape.width, pixels.height, pixels.channels, {}};
    rows.values.resize(static_cast<std::size_t>(rows.width * rows.height * rows.channels));
    const Resampler horizontal(across);
    const auto place = [](Pixels &to, std::int64_t x, std::int64_t y, std::int64_t c) -> float & {
        return to.values[static_cast<std::size_t>((y * to.width + x) * to.channels + c)];
    };
    for (std::int64_t y = 0; y < rows.height; ++y) {
        for (std::int64_t x = 0; x < across.count; ++x) {
            for (std::int64_t c = 0; c < rows.channels; ++c) {
                place(rows, across.to + x, y, c) = horizontal.value(
                    x, pixels.width, [&](std::int64_t j) { return pixels.at(j, y, c); });
            }
        }
    }
    Pixels result{shape.width, shape.height, pixels.channels, {}};
    result.values.resize(static_cast<std::size_t>(result.width * result.height * result.channels));
    const Resampler vertical(down);
    for (std::int64_t y = 0; y < down.count; ++y) {
        for (std::int64_t x = 0; x < result.width; ++x) {
            for (std::int64_t c = 0; c < result.channels; ++c) {
                place(result, x, down.to + y, c) = vertical.value(
                    y, rows.height, [&](std::int64_t j) { return rows.at(x, j, c); });
            }
        }
    }
    return result;
}

/// The number for a channel: one is for all.
double forChannel(const std::vector<double> &numbers, std::int64_t channel, double otherwise)
{
    if (numbers.empty()) {
        return otherwise;
    }
    return numbers.size() == 1 ? numbers[0] : numbers[static_cast<std::size_t>(channel)];
}

Result<std::vector<double>> numbersOf(const std::string &text, const std::string &name)
{
    std::vector<double> numbers;
    for (const std::string_view part : split(text, ';')) {
        const auto number = parseNumber(std::string(trim(part)));
        if (!number || !std::isfinite(*number) || (name != "mean" && *number == 0)) {
            return makeError("usage", "{} of a picture: found {}, expected numbers as 0.5;0.4;0.3",
                             quoted(name), quoted(text));
        }
        numbers.push_back(*number);
    }
    return numbers;
}

/// One of the words, by its place among them.
Result<int> wordOf(const std::string &text, const std::string &name,
                   const std::vector<std::string> &words)
{
    const auto found = std::find(words.begin(), words.end(), text);
    if (found == words.end()) {
        return makeError("usage", "{} of a picture: found {}, expected {}", quoted(name),
                         quoted(text), join(words, ", "));
    }
    return static_cast<int>(found - words.begin());
}

Status takeChoice(const std::string &name, const std::string &text, ImageChoices &choices)
{
    if (name == "mean" || name == "std") {
        ASSIGN_OR_RETURN((name == "mean" ? choices.mean : choices.std), numbersOf(text, name));
    } else if (name == "scale") {
        ASSIGN_OR_RETURN(const std::vector<double> numbers, numbersOf(text, name));
        choices.scale = numbers.front();
    } else if (name == "layout") {
        ASSIGN_OR_RETURN(const int word, wordOf(text, name, {"auto", "nchw", "nhwc"}));
        choices.layout = static_cast<Layout>(word);
    } else if (name == "fit") {
        ASSIGN_OR_RETURN(const int word, wordOf(text, name, {"stretch", "crop", "pad"}));
        choices.fit = static_cast<Fit>(word);
    } else if (name == "order") {
        ASSIGN_OR_RETURN(const int word, wordOf(text, name, {"rgb", "bgr"}));
        choices.isBgr = word == 1;
    } else {
        return makeError(
            "usage", "a picture has no option {}, expected scale, mean, std, layout, fit or order",
            quoted(name));
    }
    return {};
}

} // namespace

bool namesImage(std::string_view text)
{
    const std::string_view file = text.ends_with('}') ? text.substr(0, text.rfind('{')) : text;
    return toLower(std::string(file)).ends_with(".png");
}

Result<ImageSource> parseImageSource(std::string_view text)
{
    ImageSource source;
    const std::size_t brace = text.ends_with('}') ? text.rfind('{') : std::string_view::npos;
    source.file = text.substr(0, brace);
    if (brace == std::string_view::npos) {
        return source;
    }
    for (const std::string_view option :
         split(text.substr(brace + 1, text.size() - brace - 2), ',')) {
        const std::size_t equals = option.find('=');
        if (equals == std::string_view::npos) {
            return makeError("usage", "a picture's option: found {}, expected NAME=VALUE",
                             quoted(option));
        }
        RETURN_IF_FAILED(takeChoice(std::string(trim(option.substr(0, equals))),
                                    std::string(trim(option.substr(equals + 1))), source.choices));
    }
    return source;
}

Result<Tensor> imageValues(std::string_view png, const ImageChoices &choices, const Shape &shape,
                           DType type)
{
    ASSIGN_OR_RETURN(const ImageShape image, imageShapeOf(shape, choices.layout));
    for (const auto *numbers : {&choices.mean, &choices.std}) {
        if (numbers->size() > 1 && static_cast<std::int64_t>(numbers->size()) != image.channels) {
            return makeError("image",
                             "found {} numbers of mean or std, expected one, or one for each of {} "
                             "channels",
                             numbers->size(), image.channels);
        }
    }
    ASSIGN_OR_RETURN(const Pixels decoded, decode(png, image.channels));
    // The picture is as wide as the input first, and then as high.
    if (areTooMany(image.width, image.height) || areTooMany(image.width, decoded.height)) {
        return makeError("image",
                         "found an input of shape {} for a picture of {}×{} pixels, expected at "
                         "most {} when it is resized",
                         shapeText(shape), decoded.width, decoded.height, mostPixels);
    }
    const Pixels pixels = resized(decoded, image, choices.fit);
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(type, shape));
    const double scale = choices.scale.value_or(isFloat(type) ? usualScale : 1);
    const std::int64_t plane = image.width * image.height;
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        const std::int64_t item = i % (plane * image.channels);
        const std::int64_t channel = image.isNhwc ? item % image.channels : item / plane;
        const std::int64_t place = image.isNhwc ? item / image.channels : item % plane;
        // Opacity stays the last one.
        const bool isTurned = choices.isBgr && image.channels > 1 && channel < 3;
        const std::int64_t from = isTurned ? 2 - channel : channel;
        const double pixel = pixels.at(place % image.width, place / image.width, from);
        const double value = (pixel / scale - forChannel(choices.mean, channel, 0))
                             / forChannel(choices.std, channel, 1);
        storeElement(tensor.view(), i, isFloat(type) ? value : std::round(value));
    }
    return tensor;
}

} // namespace nervure
