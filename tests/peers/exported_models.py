# SPDX-License-Identifier: Apache-2.0
"""Models as the exporters of others write them, with seeded random weights and small inputs.

MODELS has (name, group of packaging/peers, function(folder)); the function writes folder/model.onnx and gives the
arrays of its inputs by name. Nothing is read from a hub: networks are made from their configurations.
"""
import os
import pathlib

import numpy

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("HF_HUB_OFFLINE", "1")

MODELS = []


def model(group, name):
    def add(function):
        MODELS.append((name, group, function))
        return function
    return add


def floats(*shape, seed=0):
    return numpy.random.default_rng(seed).standard_normal(shape).astype(numpy.float32)


def tokens(*shape, most=90, seed=0):
    return numpy.random.default_rng(seed).integers(1, most, shape).astype(numpy.int64)


def prepare(network):
    """Statistics of normalizations as training leaves them; without, each layer of a deep network shrinks its values."""
    import torch
    torch.manual_seed(0)
    for module in network.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
            if module.affine:
                module.weight.data.uniform_(0.8, 1.2)
                module.bias.data.normal_(0, 0.1)
    return network.eval()


def export(folder, network, inputs, dynamo=False, dynamic=None, opset=17, **more):
    """By TorchScript, as most files in use were made, or by torch.export."""
    import torch
    values = tuple(torch.from_numpy(value) for value in inputs.values())
    options = {"input_names": list(inputs), "dynamo": dynamo, "opset_version": opset if not dynamo else 18,
               "verbose": False, **more}
    if dynamic:
        options["dynamic_axes"] = dynamic
    if dynamo:
        options["external_data"] = False
    with torch.no_grad():
        torch.onnx.export(prepare(network), values, str(folder / "model.onnx"), **options)
    return inputs


def classifier(name, size=64, dynamo=False, **options):
    def make(folder):
        import torch
        import torchvision
        torch.manual_seed(1)
        network = getattr(torchvision.models, name)(weights=None, **options)
        return export(folder, network, {"image": floats(1, 3, size, size)}, dynamo)
    model("torch", name + (" by torch.export" if dynamo else ""))(make)


for classifier_name in ("resnet18", "mobilenet_v2", "mobilenet_v3_small", "efficientnet_b0", "squeezenet1_1", "densenet121",
                        "shufflenet_v2_x0_5", "regnet_y_400mf", "mnasnet0_5", "convnext_tiny"):
    classifier(classifier_name)
classifier("googlenet", init_weights=False, aux_logits=False)
classifier("swin_t")
classifier("resnet18", dynamo=True)
classifier("mobilenet_v3_small", dynamo=True)


@model("torch", "vision transformer")
def vision_transformer(folder):
    import torch
    from torchvision.models import VisionTransformer
    torch.manual_seed(1)
    network = VisionTransformer(image_size=64, patch_size=16, num_layers=4, num_heads=4, hidden_dim=64, mlp_dim=128)
    torch.nn.init.normal_(network.heads.head.weight)
    torch.backends.mha.set_fastpath_enabled(False)  # it has no operator of ONNX
    return export(folder, network, {"image": floats(1, 3, 64, 64)})


def raw_heads(name, pick):
    """A detector without its selection of boxes: backbone and heads."""
    def make(folder):
        import torch
        import torchvision

        class Raw(torch.nn.Module):
            def __init__(self, network):
                super().__init__()
                self.network = network

            def forward(self, image):
                features = list(self.network.backbone(image).values())
                return tuple(pick(self.network, features).values())

        torch.manual_seed(1)
        network = getattr(torchvision.models.detection, name)(weights=None, weights_backbone=None)
        return export(folder, Raw(network), {"image": floats(1, 3, 128, 128)})
    model("torch", name + ", heads")(make)


raw_heads("ssdlite320_mobilenet_v3_large", lambda network, features: network.head(features))
raw_heads("retinanet_resnet50_fpn", lambda network, features: network.head(features))


@model("torch", "YOLO head with decoding")
def yolo_like(folder):
    """As YOLOv5 and v8 decode: grids and strides as constants of many elements, distances by a softmax of 16."""
    import torch

    class Yolo(torch.nn.Module):
        def __init__(self):
            super().__init__()
            layers, width = [], 3
            for to in (8, 16, 32, 64):
                layers += [torch.nn.Conv2d(width, to, 3, 2, 1, bias=False), torch.nn.BatchNorm2d(to), torch.nn.SiLU()]
                width = to
            self.layers = torch.nn.Sequential(*layers)
            self.heads = torch.nn.ModuleList([torch.nn.Conv2d(64, 64 + 80, 1) for _ in range(3)])
            self.register_buffer("bins", torch.arange(16, dtype=torch.float32))

        def forward(self, image):
            feature, outputs, anchors, strides = self.layers(image), [], [], []
            for i, head in enumerate(self.heads):
                level = torch.nn.functional.max_pool2d(feature, 2 ** i) if i else feature
                _, _, h, w = level.shape
                outputs.append(head(level).flatten(2))
                y, x = torch.meshgrid(torch.arange(h).float() + 0.5, torch.arange(w).float() + 0.5, indexing="ij")
                anchors.append(torch.stack((x, y)).view(2, -1))
                strides.append(torch.ones(1, int(h * w)) * (16.0 * 2 ** i))
            joined = torch.cat(outputs, 2)
            anchors, strides = torch.cat(anchors, 1), torch.cat(strides, 1)
            box, scores = joined.split((64, 80), 1)
            box = (box.view(1, 4, 16, -1).softmax(2) * self.bins.view(1, 1, 16, 1)).sum(2)
            low, high = anchors - box[:, :2], anchors + box[:, 2:]
            return torch.cat((torch.cat(((low + high) / 2, high - low), 1) * strides, scores.sigmoid()), 1)

    torch.manual_seed(1)
    return export(folder, Yolo(), {"images": floats(1, 3, 160, 160)})


def ultralytics_model(name):
    @model("yolo", name)
    def make(folder):
        import shutil
        import torch
        from ultralytics import YOLO
        torch.manual_seed(1)
        network = YOLO(name + ".yaml")
        prepare(network.model)
        network.model.names = {i: str(i) for i in range(80)}
        written = network.export(format="onnx", imgsz=160, opset=17, simplify=False)
        shutil.move(written, folder / "model.onnx")
        return {"images": floats(1, 3, 160, 160).clip(0, 1)}


for yolo in ("yolov8n", "yolov5n", "yolo11n"):
    ultralytics_model(yolo)


@model("torch", "deeplabv3_mobilenet_v3_large")
def segmentation(folder):
    import torch
    import torchvision

    class Out(torch.nn.Module):
        def __init__(self, network):
            super().__init__()
            self.network = network

        def forward(self, image):
            return self.network(image)["out"]

    torch.manual_seed(1)
    network = torchvision.models.segmentation.deeplabv3_mobilenet_v3_large(weights=None, weights_backbone=None)
    return export(folder, Out(network), {"image": floats(1, 3, 96, 96)})


SMALL = {"vocab_size": 99, "hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 128}


def transformer(name, kind, config, inputs, dynamo=False, dynamic=None, pick=None):
    """A network of `transformers` from its configuration; `pick`, which of its outputs."""
    def make(folder):
        import torch
        import transformers

        class Picked(torch.nn.Module):
            def __init__(self, network):
                super().__init__()
                self.network = network

            def forward(self, *values):
                given = dict(zip(inputs, values))
                return self.network(**given, return_dict=False)[pick or 0]

        torch.manual_seed(1)
        settings = getattr(transformers, kind[0])(**config)
        network = getattr(transformers, kind[1])._from_config(settings, attn_implementation="eager")
        for parameter in network.parameters():
            if parameter.dim() > 1:
                torch.nn.init.normal_(parameter, 0, 0.15)
        return export(folder, Picked(network), dict(inputs), dynamo, dynamic)
    model("torch", name)(make)


TEXT = {"input_ids": tokens(1, 16), "attention_mask": numpy.ones((1, 16), numpy.int64)}
AXES = {"input_ids": {0: "batch", 1: "sequence"}, "attention_mask": {0: "batch", 1: "sequence"}}
transformer("BERT", ("BertConfig", "BertModel"), SMALL, TEXT)
transformer("BERT, named dimensions", ("BertConfig", "BertModel"), SMALL, TEXT, dynamic=AXES)
transformer("BERT by torch.export", ("BertConfig", "BertModel"), SMALL, TEXT, dynamo=True)
transformer("RoBERTa", ("RobertaConfig", "RobertaModel"), {**SMALL, "max_position_embeddings": 40}, TEXT)
transformer("DistilBERT", ("DistilBertConfig", "DistilBertModel"),
            {"vocab_size": 99, "dim": 64, "n_layers": 3, "n_heads": 4, "hidden_dim": 128}, TEXT)
transformer("GPT-2", ("GPT2Config", "GPT2LMHeadModel"),
            {"vocab_size": 99, "n_embd": 64, "n_layer": 3, "n_head": 4, "use_cache": False}, {"input_ids": TEXT["input_ids"]})
transformer("GPT-2, named dimensions", ("GPT2Config", "GPT2LMHeadModel"),
            {"vocab_size": 99, "n_embd": 64, "n_layer": 3, "n_head": 4, "use_cache": False}, {"input_ids": TEXT["input_ids"]},
            dynamic={"input_ids": {0: "batch", 1: "sequence"}})
transformer("Llama", ("LlamaConfig", "LlamaForCausalLM"),
            {**SMALL, "num_key_value_heads": 2, "use_cache": False}, {"input_ids": TEXT["input_ids"]})
transformer("T5 encoder", ("T5Config", "T5EncoderModel"),
            {"vocab_size": 99, "d_model": 64, "d_kv": 16, "d_ff": 128, "num_layers": 3, "num_heads": 4}, TEXT)
transformer("CLIP, image", ("CLIPVisionConfig", "CLIPVisionModel"),
            {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 3, "num_attention_heads": 4,
             "image_size": 64, "patch_size": 16}, {"pixel_values": floats(1, 3, 64, 64)})
transformer("wav2vec 2", ("Wav2Vec2Config", "Wav2Vec2Model"),
            {**SMALL, "conv_dim": (32, 32, 32), "conv_stride": (5, 4, 4), "conv_kernel": (10, 8, 4),
             "num_feat_extract_layers": 3, "num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 4},
            {"input_values": floats(1, 4000)})
transformer("Whisper encoder", ("WhisperConfig", "WhisperModel"),
            {"d_model": 64, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4, "vocab_size": 99,
             "decoder_attention_heads": 4, "encoder_ffn_dim": 128, "decoder_ffn_dim": 128, "max_source_positions": 50,
             "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1, "use_cache": False},
            {"input_features": floats(1, 80, 100), "decoder_input_ids": tokens(1, 4)})


@model("torch", "diffusion UNet")
def diffusion(folder):
    import torch
    from diffusers import UNet2DConditionModel

    class Unet(torch.nn.Module):
        def __init__(self, network):
            super().__init__()
            self.network = network

        def forward(self, sample, timestep, text):
            return self.network(sample, timestep, text, return_dict=False)[0]

    torch.manual_seed(1)
    network = UNet2DConditionModel(
        sample_size=16, in_channels=4, out_channels=4, block_out_channels=(32, 64), layers_per_block=1,
        down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"),
        cross_attention_dim=32, attention_head_dim=8)
    from diffusers.models.attention_processor import AttnProcessor
    network.set_attn_processor(AttnProcessor())
    inputs = {"sample": floats(1, 4, 16, 16), "timestep": numpy.array([10], numpy.int64), "text": floats(1, 7, 32)}
    return export(folder, Unet(network), inputs)


@model("torch", "diffusion decoder")
def decoder(folder):
    import torch
    from diffusers import AutoencoderKL

    class Decoder(torch.nn.Module):
        def __init__(self, network):
            super().__init__()
            self.network = network

        def forward(self, latent):
            return self.network.decode(latent, return_dict=False)[0]

    torch.manual_seed(1)
    network = AutoencoderKL(block_out_channels=(32, 64), down_block_types=("DownEncoderBlock2D",) * 2,
                            up_block_types=("UpDecoderBlock2D",) * 2, latent_channels=4, sample_size=32)
    return export(folder, Decoder(network), {"latent": floats(1, 4, 16, 16)})


def recurrent(name, **options):
    def make(folder):
        import torch

        class Recurrent(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.cells = getattr(torch.nn, name)(8, 16, batch_first=True, **options)
                self.head = torch.nn.Linear(32 if options.get("bidirectional") else 16, 5)

            def forward(self, x):
                values, _ = self.cells(x)
                return self.head(values), values

        torch.manual_seed(1)
        return export(folder, Recurrent(), {"x": floats(2, 12, 8)})
    model("torch", name + "".join(f", {key}" for key in options))(make)


recurrent("LSTM", num_layers=2, bidirectional=True)
recurrent("GRU", bidirectional=True)
recurrent("RNN", num_layers=2)


def quantized(name, base, kind):
    """`base` quantized by ONNX Runtime's tools: qdq, qoperator or dynamic."""
    def make(folder):
        from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static
        plain = folder / "plain"
        plain.mkdir(exist_ok=True)
        inputs = dict((one, function) for one, _, function in MODELS)[base](plain)

        class Reader(CalibrationDataReader):
            def __init__(self):
                self.left = [{key: floats(*value.shape, seed=i) if value.dtype == numpy.float32 else value
                              for key, value in inputs.items()} for i in range(4)]

            def get_next(self):
                return self.left.pop() if self.left else None

        to = folder / "model.onnx"
        if kind == "dynamic":
            quantize_dynamic(plain / "model.onnx", to, weight_type=QuantType.QInt8)
        else:
            form = QuantFormat.QDQ if kind == "qdq" else QuantFormat.QOperator
            quantize_static(plain / "model.onnx", to, Reader(), quant_format=form, per_channel=kind == "qdq")
        return inputs
    model("torch", name)(make)


quantized("resnet18, QDQ", "resnet18", "qdq")
quantized("mobilenet_v2, QOperator", "mobilenet_v2", "qoperator")
quantized("BERT, dynamic quantization", "BERT", "dynamic")
quantized("LSTM, dynamic quantization", "LSTM, num_layers, bidirectional", "dynamic")


def keras_model(name, build, inputs):
    def make(folder):
        import keras
        keras.utils.set_random_seed(1)
        network = build(keras)
        network(next(iter(inputs.values())))  # one that was never called has no shapes to export
        chance = numpy.random.default_rng(1)
        for weight in network.weights:
            if len(weight.shape) > 1:  # as trained ones: values neither vanish nor grow from layer to layer
                fan = numpy.prod(weight.shape[:-1])
                weight.assign(chance.standard_normal(weight.shape) * (2 / fan) ** 0.5)
        network.export(str(folder / "model.onnx"), format="onnx", verbose=False)
        return inputs
    model("tensorflow", name)(make)


keras_model("Keras MobileNetV2", lambda keras: keras.applications.MobileNetV2(
    input_shape=(64, 64, 3), alpha=0.35, weights=None, classifier_activation=None), {"keras_tensor": floats(1, 64, 64, 3)})
keras_model("Keras LSTM", lambda keras: keras.Sequential(
    [keras.Input((12, 8)), keras.layers.LSTM(16, return_sequences=True), keras.layers.GRU(8), keras.layers.Dense(5)]),
    {"x": floats(2, 12, 8)})


@model("jax", "Flax CNN by jax2onnx")
def flax_cnn(folder):
    import onnx
    from flax import nnx
    from jax2onnx import to_onnx

    class Network(nnx.Module):
        def __init__(self, rngs):
            self.conv = nnx.Conv(3, 8, (3, 3), rngs=rngs)
            self.norm = nnx.LayerNorm(8, rngs=rngs)
            self.head = nnx.Linear(8, 5, rngs=rngs)

        def __call__(self, x):
            return self.head(nnx.gelu(self.norm(self.conv(x))).mean((1, 2)))

    onnx.save(to_onnx(Network(nnx.Rngs(0)), [(1, 16, 16, 3)]), folder / "model.onnx")
    return {"x": floats(1, 16, 16, 3)}


def estimator(name, make_estimator):
    def make(folder):
        import sklearn.datasets
        from skl2onnx import to_onnx
        features, labels = sklearn.datasets.make_classification(200, 8, random_state=1)
        features = features.astype(numpy.float32)
        fitted = make_estimator().fit(features, labels)
        written = to_onnx(fitted, features[:1], options={id(fitted): {"zipmap": False}}, target_opset=17)
        pathlib.Path(folder / "model.onnx").write_bytes(written.SerializeToString())
        return {"X": features[:16]}
    model("sklearn", name)(make)


def perceptron():
    from sklearn.neural_network import MLPClassifier
    return MLPClassifier((16,), max_iter=200, random_state=1)


def forest():
    from sklearn.ensemble import RandomForestClassifier
    return RandomForestClassifier(8, max_depth=4, random_state=1)


estimator("scikit-learn MLP", perceptron)
estimator("scikit-learn forest", forest)
