# SPDX-License-Identifier: Apache-2.0
"""Networks that MXNet and we are timed on, as MXNet's symbols: two of its model zoo, and single-shot
detectors made of its operators."""
import zlib

CLASSES = 20
# Of a feature map: sides of the boxes in units of the picture's, their aspect ratios.
SCALES = [(0.1, 0.141), (0.2, 0.272), (0.37, 0.447), (0.54, 0.619), (0.71, 0.79), (0.88, 0.961)]
RATIOS = [(1, 2, 0.5)] + 4 * [(1, 2, 0.5, 3, 1.0 / 3)] + [(1, 2, 0.5)]


def zoo(model):
    """Of the model zoo."""
    def build(mxnet):
        net = getattr(mxnet.gluon.model_zoo.vision, model)()
        return net(mxnet.sym.var("data"))
    return build


def convolution(mxnet, data, name, channels, kernel=1, stride=1):
    return mxnet.sym.Activation(
        mxnet.sym.Convolution(data, name=name, num_filter=channels, kernel=(kernel, kernel),
                              stride=(stride, stride), pad=(kernel // 2, kernel // 2)),
        name=f"{name}_relu", act_type="relu")


def feature_maps(mxnet):
    """MobileNet's maps at 1/16 and 1/32 of the size, and four smaller ones."""
    features = mxnet.gluon.model_zoo.vision.mobilenet1_0(prefix="mobilenet_").features
    internals = features(mxnet.sym.var("data")).get_internals()
    maps = [internals["mobilenet_relu22_fwd_output"], internals["mobilenet_relu26_fwd_output"]]
    for i, channels in enumerate([512, 512, 256, 256]):
        reduced = convolution(mxnet, maps[-1], f"extra{i}_reduce", channels // 2)
        maps.append(convolution(mxnet, reduced, f"extra{i}", channels, 3, 2))
    return maps


def joined(mxnet, parts, channels):
    """(batch, boxes, channels) of the predictors' maps."""
    flat = [mxnet.sym.Flatten(mxnet.sym.transpose(part, axes=(0, 2, 3, 1))) for part in parts]
    return mxnet.sym.reshape(mxnet.sym.concat(*flat, dim=1), shape=(0, -1, channels))


def predictions(mxnet):
    """Scores, offsets and anchors of all boxes."""
    scores, offsets, anchors = [], [], []
    for i, data in enumerate(feature_maps(mxnet)):
        boxes = len(SCALES[i]) + len(RATIOS[i]) - 1
        for part, name, channels in ((scores, "scores", CLASSES + 1), (offsets, "offsets", 4)):
            part.append(mxnet.sym.Convolution(data, name=f"{name}{i}", num_filter=boxes * channels,
                                              kernel=(3, 3), pad=(1, 1)))
        anchors.append(mxnet.sym.contrib.MultiBoxPrior(data, name=f"anchors{i}", sizes=SCALES[i],
                                                       ratios=RATIOS[i]))
    return (joined(mxnet, scores, CLASSES + 1), joined(mxnet, offsets, 4),
            mxnet.sym.concat(*anchors, dim=1))


def ssd(mxnet):
    """Detects by MultiBoxDetection, as MXNet's example does."""
    scores, offsets, anchors = predictions(mxnet)
    probabilities = mxnet.sym.softmax(mxnet.sym.transpose(scores, axes=(0, 2, 1)), axis=1)
    return mxnet.sym.contrib.MultiBoxDetection(
        probabilities, mxnet.sym.Flatten(offsets), anchors, name="detection", nms_threshold=0.45,
        nms_topk=400, variances=(0.1, 0.1, 0.2, 0.2))


def decoded(mxnet, offsets, anchors):
    """Corners of the boxes that lie so from their anchors, in single operators as GluonCV has it."""
    left, top, right, bottom = mxnet.sym.split(anchors, axis=-1, num_outputs=4)
    x, y, wide, high = mxnet.sym.split(offsets, axis=-1, num_outputs=4)
    width, height = right - left, bottom - top
    x = mxnet.sym.broadcast_add(mxnet.sym.broadcast_mul(x * 0.1, width), (left + right) / 2)
    y = mxnet.sym.broadcast_add(mxnet.sym.broadcast_mul(y * 0.1, height), (top + bottom) / 2)
    wide = mxnet.sym.broadcast_mul(mxnet.sym.exp(wide * 0.2), width) / 2
    high = mxnet.sym.broadcast_mul(mxnet.sym.exp(high * 0.2), height) / 2
    return mxnet.sym.concat(x - wide, y - high, x + wide, y + high, dim=-1)


def ssd_box_nms(mxnet):
    """Detects by box_nms over all classes' boxes, as GluonCV's do."""
    scores, offsets, anchors = predictions(mxnet)
    boxes = decoded(mxnet, offsets, anchors)
    probabilities = mxnet.sym.slice_axis(mxnet.sym.softmax(scores, axis=-1), axis=-1, begin=1,
                                         end=None)
    results = []
    for i in range(CLASSES):
        score = mxnet.sym.slice_axis(probabilities, axis=-1, begin=i, end=i + 1)
        results.append(mxnet.sym.concat(mxnet.sym.zeros_like(score) + i, score, boxes, dim=-1))
    return mxnet.sym.slice_axis(
        mxnet.sym.contrib.box_nms(mxnet.sym.concat(*results, dim=1), overlap_thresh=0.45,
                                  valid_thresh=0.01, topk=400, id_index=0, score_index=1,
                                  coord_start=2, name="detection"), axis=1, begin=0, end=100)


ALL = {
    "resnet50_v1": (zoo("resnet50_v1"), (1, 3, 224, 224)),
    "mobilenet_v2_1.0": (zoo("mobilenet_v2_1_0"), (1, 3, 224, 224)),
    "ssd_512_mobilenet1.0": (ssd, (1, 3, 512, 512)),
    "ssd_512_box_nms": (ssd_box_nms, (1, 3, 512, 512)),
}


def fill(mxnet, executor):
    """Gives variables random numbers, the same each time, that keep values in range."""
    import numpy as np

    for name, array in [*executor.arg_dict.items(), *executor.aux_dict.items()]:
        random = np.random.RandomState(zlib.crc32(name.encode()))
        values = random.uniform(-1, 1, array.shape)
        if name.endswith("weight"):
            values *= np.sqrt(6 / np.prod(array.shape[1:]))
        elif name.endswith(("gamma", "var")):
            values = 1 + values / 4
        elif name.startswith("scores"):  # most boxes hold nothing
            values = np.where(np.arange(array.size) % (CLASSES + 1) == 0, 8, 0)
        elif name != "data":
            values *= 0.1
        array[:] = mxnet.nd.array(values)
