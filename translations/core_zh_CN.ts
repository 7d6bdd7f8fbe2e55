<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>core</name>
    <message>
        <source>(x - mean) / sqrt(var + epsilon) * scale + offset, channel by channel</source>
        <translation>(x - mean) / sqrt(var + epsilon) * scale + offset，逐通道计算</translation>
    </message>
    <message>
        <source>(x - mean) / sqrt(variance + epsilon), of groups along some dimensions</source>
        <translation>(x - 均值) / sqrt(方差 + epsilon)，沿若干维度分组</translation>
    </message>
    <message>
        <source>(x - y) * (x - y)</source>
        <translation>(x - y) * (x - y)</translation>
    </message>
    <message>
        <source>, made for display: open the model that they were made from</source>
        <translation>，仅供显示：请打开其来源模型</translation>
    </message>
    <message>
        <source>, not the file itself: git lfs pull fetches that</source>
        <translation>，而不是文件本身：可用 git lfs pull 获取</translation>
    </message>
    <message>
        <source>, not the file that it tells about: download that file</source>
        <translation>，而不是它所介绍的文件：请下载该文件</translation>
    </message>
    <message>
        <source>, which has no graph of operators: open the model's graph</source>
        <translation>，其中没有算子图：请打开模型的图</translation>
    </message>
    <message>
        <source>, which has no graph: open the .cfg file that it belongs to</source>
        <translation>，其中没有图：请打开它所属的 .cfg 文件</translation>
    </message>
    <message>
        <source>, which has no graph: open the graph that ran</source>
        <translation>，其中没有图：请打开所运行的图</translation>
    </message>
    <message>
        <source>, which has no graph: open the graph's own file, --params FILE takes parameters</source>
        <translation>，其中没有图：请打开图文件本身</translation>
    </message>
    <message>
        <source>, which has no layers: Core ML's neural networks open</source>
        <translation>，没有层：Core ML 的神经网络可以打开</translation>
    </message>
    <message>
        <source>, which is written, but not read: open the model that it was made from</source>
        <translation>，只能写入，不能读取：请打开其来源模型</translation>
    </message>
    <message>
        <source>, which this version does not read: TVM 0.7 to 0.19 makes a graph of it that it reads (relay.frontend.from_coreml, relay.build, then get_graph_json())</source>
        <translation>，此版本不能读取：用 TVM 0.7 至 0.19 可将其转为可读取的图（relay.frontend.from_coreml、relay.build，再用 get_graph_json()）</translation>
    </message>
    <message>
        <source>, which this version does not read: TVM 0.8 to 0.19 makes a graph of it that it reads (relay.frontend.from_caffe, relay.build, then get_graph_json())</source>
        <translation>，此版本不能读取：用 TVM 0.8 至 0.19 可将其转为可读取的图（relay.frontend.from_caffe、relay.build，再用 get_graph_json()）</translation>
    </message>
    <message>
        <source>, which this version does not read: TVM 0.8 to 0.19 makes a graph of it that it reads (tvmc compile --target llvm FILE, then mod.json in module.tar)</source>
        <translation>，此版本不能读取：用 TVM 0.8 至 0.19 可将其转为可读取的图（tvmc compile --target llvm FILE，再打开 module.tar 中的 mod.json）</translation>
    </message>
    <message>
        <source>, which this version does not read: converted with convert_to="neuralnetwork" of coremltools to an .mlmodel file it does, and the model that it was made from, as ONNX</source>
        <translation>，此版本不能读取：用 coremltools 的 convert_to="neuralnetwork" 转换为 .mlmodel 文件后即可读取，其来源模型的 ONNX 文件也可以读取</translation>
    </message>
    <message>
        <source>, which this version does not read: from the model it was made from, in ONNX, Keras, TensorFlow or PyTorch, tvmc compile of TVM 0.8 to 0.19 makes a graph that it reads</source>
        <translation>，此版本不能读取：用 TVM 0.8 至 0.19 的 tvmc compile 可将其来源模型（ONNX、Keras、TensorFlow 或 PyTorch）转为可读取的图</translation>
    </message>
    <message>
        <source>, which this version does not read: frozen to one graph, a .pb or .pbtxt file, it does (convert_variables_to_constants_v2 in TensorFlow)</source>
        <translation>，此版本不能读取：冻结为一个图（.pb 或 .pbtxt 文件）后即可读取（TensorFlow 中的 convert_variables_to_constants_v2）</translation>
    </message>
    <message>
        <source>, which this version does not read: it reads the graph that TVM compiles it to (relay.build, then get_graph_json())</source>
        <translation>，此版本不能读取：可读取 TVM 将其编译成的图（relay.build，再用 get_graph_json()）</translation>
    </message>
    <message>
        <source>, which this version does not read: saved as .h5, TVM 0.8 to 0.19 makes a graph of it that it reads (tvmc compile --target llvm FILE.h5, then mod.json in module.tar)</source>
        <translation>，此版本不能读取：另存为 .h5 后，用 TVM 0.8 至 0.19 可将其转为可读取的图（tvmc compile --target llvm FILE.h5，再打开 module.tar 中的 mod.json）</translation>
    </message>
    <message>
        <source>, which this version does not read: traced with torch.jit.trace, TVM 0.8 to 0.19 makes a graph of the model that it reads (tvmc compile --target llvm FILE.pt, then mod.json in module.tar)</source>
        <translation>，此版本不能读取：用 torch.jit.trace 追踪后，用 TVM 0.8 至 0.19 可将模型转为可读取的图（tvmc compile --target llvm FILE.pt，再打开 module.tar 中的 mod.json）</translation>
    </message>
    <message>
        <source>--dump-plan and --dump-kernels are for devices of this machine</source>
        <translation>--dump-plan 和 --dump-kernels 只用于本机的设备</translation>
    </message>
    <message>
        <source>-1, 0 or 1</source>
        <translation>-1、0 或 1</translation>
    </message>
    <message>
        <source>-1, 0 or 1, by the sign of the value</source>
        <translation>-1、0 或 1，取决于该值的符号</translation>
    </message>
    <message>
        <source>-x</source>
        <translation>-x</translation>
    </message>
    <message>
        <source>0 behind, 1 before the rows there are</source>
        <translation>0 接在已有行之后，1 接在已有行之前</translation>
    </message>
    <message>
        <source>0 below a threshold, or a part of what is there</source>
        <translation>阈值以下为 0，或为原值的一部分</translation>
    </message>
    <message>
        <source>0 for steps that stand for nothing</source>
        <translation>表示空的步变为 0</translation>
    </message>
    <message>
        <source>0 forward, 1 backward, for each input</source>
        <translation>每个输入的方向：0 正向，1 反向</translation>
    </message>
    <message>
        <source>0 in the shape of x</source>
        <translation>形状与 x 相同的 0</translation>
    </message>
    <message>
        <source>0 up to a threshold</source>
        <translation>不超过阈值处为 0</translation>
    </message>
    <message>
        <source>0: every operator alone; 1 and more: fused; empty: the graph's own opt_level, else 2</source>
        <translation>0：每个算子单独；1 及以上：融合；空：图自身的 opt_level，否则为 2</translation>
    </message>
    <message>
        <source>0: operators stay alone; 1: they are fused; 2: what depends on parameters alone is computed beforehand; 3: scales are folded and layouts altered</source>
        <translation>0：算子保持单独；1：融合；2：只依赖参数的部分事先计算；3：折叠缩放并改变布局</translation>
    </message>
    <message>
        <source>1 / (1 + exp(-x))</source>
        <translation>1 / (1 + exp(-x))</translation>
    </message>
    <message>
        <source>1 / (1 + exp(-x)) of each value</source>
        <translation>每个值的 1 / (1 + exp(-x))</translation>
    </message>
    <message>
        <source>1 / cbrt(x)</source>
        <translation>1 / cbrt(x)</translation>
    </message>
    <message>
        <source>1 / sqrt(x)</source>
        <translation>1 / sqrt(x)</translation>
    </message>
    <message>
        <source>1 / x</source>
        <translation>1 / x</translation>
    </message>
    <message>
        <source>1 above a threshold, else 0</source>
        <translation>大于阈值为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 at the place that an element names, else 0</source>
        <translation>元素所指的位置为 1，其余为 0</translation>
    </message>
    <message>
        <source>1 divided by the value</source>
        <translation>1 除以该值</translation>
    </message>
    <message>
        <source>1 for each dimension of which one place is taken</source>
        <translation>为 1 的维度只取一个位置</translation>
    </message>
    <message>
        <source>1 for each dimension that is turned round</source>
        <translation>为 1 的维度反转</translation>
    </message>
    <message>
        <source>1 for each dimension whose part begins where it does</source>
        <translation>为 1 的维度从头开始</translation>
    </message>
    <message>
        <source>1 for each dimension whose part ends where it does</source>
        <translation>为 1 的维度取到末尾</translation>
    </message>
    <message>
        <source>1 for the first of the largest values, 0 for the others</source>
        <translation>第一个最大值处为 1，其余为 0</translation>
    </message>
    <message>
        <source>1 in the shape of x</source>
        <translation>形状与 x 相同的 1</translation>
    </message>
    <message>
        <source>1 or 0 by chance: the input says how likely 1 is</source>
        <translation>随机取 1 或 0：输入给出取 1 的概率</translation>
    </message>
    <message>
        <source>1 or 2: logistic or loggy is the function of the state's sum</source>
        <translation>1 或 2：对状态之和使用的函数为 logistic 或 loggy</translation>
    </message>
    <message>
        <source>1 or 2: the result is smoothed, in whose steps the window moves</source>
        <translation>1 或 2：对结果做平滑，步长用于平滑</translation>
    </message>
    <message>
        <source>1 where an element is the largest along some dimensions, else 0</source>
        <translation>元素为沿某些维度的最大值处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where an element is the smallest along some dimensions, else 0</source>
        <translation>元素为沿某些维度的最小值处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where both are equal, else 0</source>
        <translation>两者相等处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where both differ, else 0</source>
        <translation>两者不同处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where elements are equal, else 0</source>
        <translation>元素相等处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where elements differ, else 0</source>
        <translation>元素不等处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where it is 0, else 0</source>
        <translation>为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where lhs &gt; rhs, else 0</source>
        <translation>lhs &gt; rhs 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where lhs &gt; rhs, else 0, stretching dimensions of 1</source>
        <translation>lhs &gt; rhs 处为 1，否则为 0，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>1 where lhs &gt;= rhs, else 0</source>
        <translation>lhs &gt;= rhs 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where lhs &gt;= rhs, else 0, stretching dimensions of 1</source>
        <translation>lhs &gt;= rhs 处为 1，否则为 0，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>1 where lhs &lt; rhs, else 0</source>
        <translation>lhs &lt; rhs 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where lhs &lt; rhs, else 0, stretching dimensions of 1</source>
        <translation>lhs &lt; rhs 处为 1，否则为 0，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>1 where lhs &lt;= rhs, else 0</source>
        <translation>lhs &lt;= rhs 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where lhs &lt;= rhs, else 0, stretching dimensions of 1</source>
        <translation>lhs &lt;= rhs 处为 1，否则为 0，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>1 where lhs = rhs, else 0</source>
        <translation>lhs = rhs 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where lhs = rhs, else 0, stretching dimensions of 1</source>
        <translation>lhs = rhs 处为 1，否则为 0，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>1 where lhs differs from rhs, else 0</source>
        <translation>lhs 与 rhs 不同处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where lhs differs from rhs, else 0, stretching dimensions of 1</source>
        <translation>lhs 与 rhs 不同处为 1，否则为 0，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>1 where lhs or rhs is not 0, else 0</source>
        <translation>lhs 或 rhs 不为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where lhs or rhs is not 0, else 0, stretching dimensions of 1</source>
        <translation>lhs 或 rhs 不为 0 处为 1，否则为 0，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>1 where neither is 0, else 0</source>
        <translation>两者都不为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where neither lhs nor rhs is 0, else 0</source>
        <translation>lhs 和 rhs 都不为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where neither lhs nor rhs is 0, else 0, stretching dimensions of 1</source>
        <translation>lhs 和 rhs 都不为 0 处为 1，否则为 0，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>1 where neither x nor scalar is 0, else 0</source>
        <translation>x 和 scalar 都不为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where one alone is not 0, else 0</source>
        <translation>只有一个不为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where one is not 0, else 0</source>
        <translation>有一个不为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where one of lhs and rhs is 0 and the other is not, else 0</source>
        <translation>lhs 与 rhs 恰有一个为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where one of lhs and rhs is 0 and the other is not, else 0, stretching dimensions of 1</source>
        <translation>lhs 与 rhs 恰有一个为 0 处为 1，否则为 0，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>1 where one of x and scalar is 0 and the other is not, else 0</source>
        <translation>x 与 scalar 恰有一个为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where the first is greater or both are equal, else 0</source>
        <translation>第一个较大或两者相等处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where the first is greater, else 0</source>
        <translation>第一个较大处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where the first is less or both are equal, else 0</source>
        <translation>第一个较小或两者相等处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where the first is less, else 0</source>
        <translation>前者较小处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where the first is more, else 0</source>
        <translation>前者较大处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where the first is not less, else 0</source>
        <translation>前者不小于后者处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where the first is not more, else 0</source>
        <translation>前者不大于后者处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where x &gt; scalar, else 0</source>
        <translation>x &gt; scalar 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where x &gt;= scalar, else 0</source>
        <translation>x &gt;= scalar 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where x &lt; scalar, else 0</source>
        <translation>x &lt; scalar 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where x &lt;= scalar, else 0</source>
        <translation>x &lt;= scalar 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where x = scalar, else 0</source>
        <translation>x = scalar 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where x differs from scalar, else 0</source>
        <translation>x 与 scalar 不同处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where x is 0, else 0</source>
        <translation>x 为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where x or scalar is not 0, else 0</source>
        <translation>x 或 scalar 不为 0 处为 1，否则为 0</translation>
    </message>
    <message>
        <source>1: a number for each place, not channel</source>
        <translation>1：每个位置一个数，而不是每个通道一个</translation>
    </message>
    <message>
        <source>1: an operator stays when something reads more than its first output, and numbers keep all their digits; 0: as NNVM</source>
        <translation>1：第一个输出之外还有别的输出被读取的算子保留，数字保留全部位数；0：与 NNVM 相同</translation>
    </message>
    <message>
        <source>1: channels as squares</source>
        <translation>1：把通道变成方块</translation>
    </message>
    <message>
        <source>1: half of size is added on each side</source>
        <translation>1：每边加上 size 的一半</translation>
    </message>
    <message>
        <source>1: it takes its tensors as rows of elements</source>
        <translation>1：张量按元素行传入</translation>
    </message>
    <message>
        <source>1: new values by tanh, else by logistic</source>
        <translation>1：新值用 tanh，否则用 logistic</translation>
    </message>
    <message>
        <source>1: no object is a class</source>
        <translation>1：“没有物体”也是一类</translation>
    </message>
    <message>
        <source>1: nothing is done where the graph has no parameter, as nnvm.compiler.build leaves the pass out; 0: what depends on nothing is taken out there too</source>
        <translation>1：图中没有参数时什么也不做，与 nnvm.compiler.build 跳过此 Pass 相同；0：不依赖任何输入的部分这时也取出</translation>
    </message>
    <message>
        <source>1: other inputs, and operators that would compute something else in another layout, keep what was found when layouts were corrected before; 0: as NNVM</source>
        <translation>1：其他输入，以及在别的布局下会算出不同结果的算子，保留先前校正布局时的结果；0：与 NNVM 相同</translation>
    </message>
    <message>
        <source>1: pixel after pixel instead of squares</source>
        <translation>1：逐像素排列，而不按方块</translation>
    </message>
    <message>
        <source>1: scores become probabilities</source>
        <translation>1：得分变为概率</translation>
    </message>
    <message>
        <source>1: sum of absolute values; 2: root of the sum of squares</source>
        <translation>1：绝对值之和；2：平方和的平方根</translation>
    </message>
    <message>
        <source>1: the background is a class too</source>
        <translation>1：背景也是一个类别</translation>
    </message>
    <message>
        <source>1: the classes' shares sum up to 1</source>
        <translation>1：各类别的份额之和为 1</translation>
    </message>
    <message>
        <source>1: the greatest of every so many channels, without windows</source>
        <translation>1：每若干个通道取最大值，不用窗口</translation>
    </message>
    <message>
        <source>1: the numbers are what the layer above gives</source>
        <translation>1：直接使用上一层给出的数</translation>
    </message>
    <message>
        <source>1: the state is added to, not replaced</source>
        <translation>1：状态累加，而不是替换</translation>
    </message>
    <message>
        <source>1: the sums are normalized by their rolling mean and variance</source>
        <translation>1：用滑动均值和方差对和归一化</translation>
    </message>
    <message>
        <source>1: the weights file has no scales, means and variances</source>
        <translation>1：权重文件中没有缩放、均值和方差</translation>
    </message>
    <message>
        <source>1: the weights file has the filters as columns</source>
        <translation>1：权重文件中滤波器按列存放</translation>
    </message>
    <message>
        <source>1: values stay as they are</source>
        <translation>1：值保持不变</translation>
    </message>
    <message>
        <source>1: weights are signs times a filter's mean, data are signs</source>
        <translation>1：权重为符号乘以滤波器的均值，数据为符号</translation>
    </message>
    <message>
        <source>2: sizes come from the second input</source>
        <translation>2：尺寸来自第二个输入</translation>
    </message>
    <message>
        <source>: converted with convert_to="neuralnetwork" of coremltools it opens, and so does the model that it was made from, as ONNX</source>
        <translation>：用 coremltools 的 convert_to="neuralnetwork" 转换后即可打开，其来源模型的 ONNX 文件也可以打开</translation>
    </message>
    <message>
        <source>: each model in it can be saved as one of its own (spec.pipeline.models in coremltools), and the neural networks among them open</source>
        <translation>：其中每个模型都可单独保存（coremltools 的 spec.pipeline.models），其中的神经网络可以打开</translation>
    </message>
    <message>
        <source>: if TVM exported it, get_graph_json() of the loaded module gives its graph</source>
        <translation>：如果由 TVM 导出，载入模块后用 get_graph_json() 可得到它的图</translation>
    </message>
    <message>
        <source>: open the model that it shows</source>
        <translation>：请打开图片所示的模型</translation>
    </message>
    <message>
        <source>: unpack it and open the model in it; TVM's graph is mod.json or executor-config/graph/*.graph</source>
        <translation>：请解压后打开其中的模型；TVM 的图是 mod.json 或 executor-config/graph/*.graph</translation>
    </message>
    <message>
        <source>BatchNorm and max(x, 0)</source>
        <translation>BatchNorm 加 max(x, 0)</translation>
    </message>
    <message>
        <source>BatchNorm by cuDNN</source>
        <translation>由 cuDNN 计算的 BatchNorm</translation>
    </message>
    <message>
        <source>BatchNorm, as before MXNet 0.9</source>
        <translation>BatchNorm，MXNet 0.9 之前的版本</translation>
    </message>
    <message>
        <source>BatchNorm, when trained over the images of all devices</source>
        <translation>BatchNorm，训练时跨所有设备的图像</translation>
    </message>
    <message>
        <source>Core ML's layers as NNVM's operators or ours, computing what its specification says; exact: as nnvm.frontend.from_coreml makes them</source>
        <translation>把 Core ML 的层转为 NNVM 或本程序的算子，按其规范计算；exact：与 nnvm.frontend.from_coreml 相同</translation>
    </message>
    <message>
        <source>Darknet network description</source>
        <translation>Darknet 网络描述</translation>
    </message>
    <message>
        <source>Darknet reads no key {} in [{}]</source>
        <translation>Darknet 不读取 [{1}] 中的键 {0}</translation>
    </message>
    <message>
        <source>Darknet's layers as NNVM's operators or ours, computing what Darknet computes; exact: as nnvm.frontend.from_darknet makes them</source>
        <translation>把 Darknet 的层变为 NNVM 或本程序的算子，计算 Darknet 所计算的结果；exact：与 nnvm.frontend.from_darknet 的做法相同</translation>
    </message>
    <message>
        <source>Darknet's region: what YOLO found as positions and probabilities</source>
        <translation>Darknet 的 region：把 YOLO 的结果化为位置和概率</translation>
    </message>
    <message>
        <source>Darknet's reorg: height and width become channels</source>
        <translation>Darknet 的 reorg：高和宽变为通道</translation>
    </message>
    <message>
        <source>FOUND, expected EXPECTED</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>False: the mean counts as 0</source>
        <translation>False：均值按 0 计</translation>
    </message>
    <message>
        <source>Gauss's error function</source>
        <translation>高斯误差函数</translation>
    </message>
    <message>
        <source>Keras model</source>
        <translation>Keras 模型</translation>
    </message>
    <message>
        <source>Keras's layers as NNVM's operators or ours, computing what Keras computes; exact: as nnvm.frontend.from_keras makes them</source>
        <translation>将 Keras 的层转换为 NNVM 的算子或本程序的算子，计算结果与 Keras 相同；精确模式：与 nnvm.frontend.from_keras 相同</translation>
    </message>
    <message>
        <source>LightNet's compiled form: order of running, operators of its CPU backend, offsets</source>
        <translation>LightNet 的编译形式：运行顺序、其 CPU 后端的算子、偏移</translation>
    </message>
    <message>
        <source>LightNet's operators as NNVM's, where they have a counterpart</source>
        <translation>把 LightNet 的算子换成 NNVM 中对应的算子</translation>
    </message>
    <message>
        <source>MXNet's operators as NNVM's or ours, computing what MXNet computes; exact: as nnvm.frontend.from_mxnet makes them</source>
        <translation>把 MXNet 的算子换成 NNVM 或本程序的算子，计算结果与 MXNet 相同；exact：与 nnvm.frontend.from_mxnet 的做法相同</translation>
    </message>
    <message>
        <source>NEAREST_NEIGHBOR, or BILINEAR interpolation</source>
        <translation>NEAREST_NEIGHBOR（最近邻）或 BILINEAR（双线性）插值</translation>
    </message>
    <message>
        <source>NOTSET, VALID, SAME_UPPER or SAME_LOWER</source>
        <translation>NOTSET、VALID、SAME_UPPER 或 SAME_LOWER</translation>
    </message>
    <message>
        <source>ONNX's operators as NNVM's or ours, computing what the standard says; exact: as nnvm.frontend.from_onnx makes them</source>
        <translation>把 ONNX 的算子换成 NNVM 或本程序的算子，按标准计算；exact：与 nnvm.frontend.from_onnx 的做法相同</translation>
    </message>
    <message>
        <source>Relax functions of TVM as JSON</source>
        <translation>JSON 格式的 TVM Relax 函数</translation>
    </message>
    <message>
        <source>Relay functions of TVM as JSON</source>
        <translation>JSON 格式的 TVM Relay 函数</translation>
    </message>
    <message>
        <source>SAME: as much as keeps sizes that strides divide; VALID: none</source>
        <translation>SAME：补到大小等于原大小除以步长；VALID：不补</translation>
    </message>
    <message>
        <source>TensorFlow's operators as NNVM's or ours, computing what TensorFlow computes; exact: as nnvm.frontend.from_tensorflow makes them</source>
        <translation>把 TensorFlow 的算子转为 NNVM 或本程序的算子，按 TensorFlow 计算；exact：与 nnvm.frontend.from_tensorflow 相同</translation>
    </message>
    <message>
        <source>a * x * x + b * x + c</source>
        <translation>a * x * x + b * x + c</translation>
    </message>
    <message>
        <source>a Blackman window of the length given</source>
        <translation>给定长度的 Blackman 窗</translation>
    </message>
    <message>
        <source>a Caffe model</source>
        <translation>Caffe 模型</translation>
    </message>
    <message>
        <source>a Caffe network as text</source>
        <translation>文本格式的 Caffe 网络</translation>
    </message>
    <message>
        <source>a Core ML model</source>
        <translation>Core ML 模型</translation>
    </message>
    <message>
        <source>a Core ML package</source>
        <translation>Core ML 包</translation>
    </message>
    <message>
        <source>a Core ML pipeline</source>
        <translation>Core ML 流水线</translation>
    </message>
    <message>
        <source>a GGUF file</source>
        <translation>GGUF 文件</translation>
    </message>
    <message>
        <source>a Graphviz graph</source>
        <translation>Graphviz 图</translation>
    </message>
    <message>
        <source>a Hamming window of the length given</source>
        <translation>给定长度的 Hamming 窗</translation>
    </message>
    <message>
        <source>a Hann window of the length given</source>
        <translation>给定长度的 Hann 窗</translation>
    </message>
    <message>
        <source>a Keras model (.keras)</source>
        <translation>Keras 模型 (.keras)</translation>
    </message>
    <message>
        <source>a Keras model as JSON</source>
        <translation>JSON 格式的 Keras 模型</translation>
    </message>
    <message>
        <source>a Keras model in HDF5</source>
        <translation>HDF5 格式的 Keras 模型</translation>
    </message>
    <message>
        <source>a PaddlePaddle model</source>
        <translation>PaddlePaddle 模型</translation>
    </message>
    <message>
        <source>a PyTorch file</source>
        <translation>PyTorch 文件</translation>
    </message>
    <message>
        <source>a Python pickle</source>
        <translation>Python pickle 文件</translation>
    </message>
    <message>
        <source>a Relay program as text</source>
        <translation>文本格式的 Relay 程序</translation>
    </message>
    <message>
        <source>a TVMScript program</source>
        <translation>TVMScript 程序</translation>
    </message>
    <message>
        <source>a TensorFlow Lite model</source>
        <translation>TensorFlow Lite 模型</translation>
    </message>
    <message>
        <source>a TensorFlow SavedModel</source>
        <translation>TensorFlow SavedModel</translation>
    </message>
    <message>
        <source>a TensorFlow graph as JSON</source>
        <translation>JSON 格式的 TensorFlow 图</translation>
    </message>
    <message>
        <source>a TensorFlow graph as text</source>
        <translation>文本格式的 TensorFlow 图</translation>
    </message>
    <message>
        <source>a TensorFlow meta graph</source>
        <translation>TensorFlow 元图</translation>
    </message>
    <message>
        <source>a TensorFlow.js model</source>
        <translation>TensorFlow.js 模型</translation>
    </message>
    <message>
        <source>a TensorRT engine</source>
        <translation>TensorRT 引擎</translation>
    </message>
    <message>
        <source>a TorchScript model</source>
        <translation>TorchScript 模型</translation>
    </message>
    <message>
        <source>a brace that nothing closes</source>
        <translation>大括号没有闭合</translation>
    </message>
    <message>
        <source>a cache of keys or values with new ones written into it</source>
        <translation>键或值的缓存，写入新的键或值</translation>
    </message>
    <message>
        <source>a choice is {}</source>
        <translation>选项是{0}</translation>
    </message>
    <message>
        <source>a compiled library</source>
        <translation>编译好的库</translation>
    </message>
    <message>
        <source>a compressed file</source>
        <translation>压缩文件</translation>
    </message>
    <message>
        <source>a condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>a condition has {}</source>
        <translation>条件有 {0}</translation>
    </message>
    <message>
        <source>a condition has {} twice</source>
        <translation>条件有两个 {0}</translation>
    </message>
    <message>
        <source>a condition has {}, did you mean {}</source>
        <translation>条件有 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>a condition is {}</source>
        <translation>条件是{0}</translation>
    </message>
    <message>
        <source>a condition needs {} and {}</source>
        <translation>条件需要 {0} 和 {1}</translation>
    </message>
    <message>
        <source>a convolution's weight as Winograd's algorithm multiplies it</source>
        <translation>供 Winograd 算法相乘的卷积权重</translation>
    </message>
    <message>
        <source>a copy of x</source>
        <translation>x 的副本</translation>
    </message>
    <message>
        <source>a device as run takes it, reference or opencl: compiled our way; empty: exactly as NNVM</source>
        <translation>设备，写法与 run 相同，或 reference、opencl：按本程序的方式编译；空：与 NNVM 完全相同</translation>
    </message>
    <message>
        <source>a device as run takes it: operators that are not in the table get the layouts in which it computes them fastest; empty: they stay</source>
        <translation>设备，写法与 run 相同：表中没有的算子取它算得最快的布局；空：保持不变</translation>
    </message>
    <message>
        <source>a dimension in parts</source>
        <translation>把一个维度分成几部分</translation>
    </message>
    <message>
        <source>a factor for each dimension</source>
        <translation>每个维度的缩放系数</translation>
    </message>
    <message>
        <source>a factor for each n-gram</source>
        <translation>每个 n-gram 的权重系数</translation>
    </message>
    <message>
        <source>a factor of the products; by the size of heads if none</source>
        <translation>乘积的系数；没有时由头的大小决定</translation>
    </message>
    <message>
        <source>a factor, and a number that is added</source>
        <translation>乘以系数，再加上一个数</translation>
    </message>
    <message>
        <source>a file of {} bytes</source>
        <translation>文件有 {0} 字节</translation>
    </message>
    <message>
        <source>a free block fits if it is at most this many times larger or smaller; 0: never</source>
        <translation>空闲块最多大或小这么多倍时可用；0：从不使用</translation>
    </message>
    <message>
        <source>a function again and again, as long as a condition holds</source>
        <translation>条件成立期间反复运行一个函数</translation>
    </message>
    <message>
        <source>a function of each element</source>
        <translation>对每个元素的函数</translation>
    </message>
    <message>
        <source>a function of each value</source>
        <translation>作用于每个值的函数</translation>
    </message>
    <message>
        <source>a function of scale × x + shift</source>
        <translation>scale × x + shift 的函数</translation>
    </message>
    <message>
        <source>a function of the model's own</source>
        <translation>模型自带的函数</translation>
    </message>
    <message>
        <source>a generalized linear model of Core ML</source>
        <translation>Core ML 广义线性模型</translation>
    </message>
    <message>
        <source>a graph that runs a number of times, or while a condition holds</source>
        <translation>运行指定次数的图，或在条件成立时反复运行的图</translation>
    </message>
    <message>
        <source>a graph that runs once for each element of sequences</source>
        <translation>对序列的每个元素各运行一次的图</translation>
    </message>
    <message>
        <source>a graph that runs once for each slice of its inputs</source>
        <translation>对输入的每个切片运行一次的图</translation>
    </message>
    <message>
        <source>a head is {} of {}, which has {}</source>
        <translation>图的输出是 {1} 的{0}，而后者有 {2} 个</translation>
    </message>
    <message>
        <source>a head refers to a node that the graph does not contain</source>
        <translation>图的一个输出指向不存在的节点</translation>
    </message>
    <message>
        <source>a larger image, by interpolation</source>
        <translation>用插值放大图像</translation>
    </message>
    <message>
        <source>a layer of a recurrent network in one direction; what the data adds to each gate was computed before</source>
        <translation>循环网络的一层，单方向；数据对每个门的贡献已事先算好</translation>
    </message>
    <message>
        <source>a letter for each dimension of each operand and of the result, such as "ij,jk-&gt;ik"</source>
        <translation>每个操作数和结果的每个维度各用一个字母，例如 "ij,jk-&gt;ik"</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a list of numbers</source>
        <translation>数的列表</translation>
    </message>
    <message>
        <source>a lowering has {}</source>
        <translation>降级有 {0}</translation>
    </message>
    <message>
        <source>a lowering has {} outputs</source>
        <translation>降级有 {0} 个输出</translation>
    </message>
    <message>
        <source>a lowering has {} twice</source>
        <translation>降级有两个 {0}</translation>
    </message>
    <message>
        <source>a lowering has {}, did you mean {}</source>
        <translation>降级有 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>a lowering is {}</source>
        <translation>降级是{0}</translation>
    </message>
    <message>
        <source>a matrix brought from memory to the registers of a DPU</source>
        <translation>把矩阵从内存取到 DPU 的寄存器</translation>
    </message>
    <message>
        <source>a matrix brought from the registers of a DPU to memory</source>
        <translation>把矩阵从 DPU 的寄存器取到内存</translation>
    </message>
    <message>
        <source>a matrix with some rows replaced by others, or others added, one after the other</source>
        <translation>逐行用其他行替换或累加若干行后的矩阵</translation>
    </message>
    <message>
        <source>a name that NNVM knows without saying what it computes</source>
        <translation>NNVM 认识但没有说明其计算内容的名字</translation>
    </message>
    <message>
        <source>a network again and again</source>
        <translation>反复运行的一个网络</translation>
    </message>
    <message>
        <source>a new dimension of size 1</source>
        <translation>一个长度为 1 的新维度</translation>
    </message>
    <message>
        <source>a node of a lowering has no {}</source>
        <translation>降级的节点没有 {0}</translation>
    </message>
    <message>
        <source>a node of a lowering has {}</source>
        <translation>降级的节点有 {0}</translation>
    </message>
    <message>
        <source>a node of a lowering has {} twice</source>
        <translation>降级的节点有两个 {0}</translation>
    </message>
    <message>
        <source>a node of a lowering has {}, did you mean {}</source>
        <translation>降级的节点有 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>a node of a lowering is named {}</source>
        <translation>降级的节点名为 {0}</translation>
    </message>
    <message>
        <source>a node of a lowering is {}</source>
        <translation>降级的节点是{0}</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a number around the elements</source>
        <translation>在元素周围补一个数</translation>
    </message>
    <message>
        <source>a number everywhere</source>
        <translation>处处为同一个数</translation>
    </message>
    <message>
        <source>a number everywhere, in the shape of the input</source>
        <translation>处处为同一个数，形状与输入相同</translation>
    </message>
    <message>
        <source>a number of equal parts, or the positions to cut at: (2, 5)</source>
        <translation>相等部分的个数，或切开的位置：(2, 5)</translation>
    </message>
    <message>
        <source>a number of the function: what is multiplied with, the bound, or what is added</source>
        <translation>函数的一个数：乘数、界限或加数</translation>
    </message>
    <message>
        <source>a parameter file of MXNet</source>
        <translation>MXNet 的参数文件</translation>
    </message>
    <message>
        <source>a parameter file of NNVM or TVM</source>
        <translation>NNVM 或 TVM 的参数文件</translation>
    </message>
    <message>
        <source>a part of a dimension from where another value says</source>
        <translation>维度的一部分，起点由另一个值决定</translation>
    </message>
    <message>
        <source>a part of a tensor</source>
        <translation>张量的一部分</translation>
    </message>
    <message>
        <source>a part of each dimension</source>
        <translation>各维度的一部分</translation>
    </message>
    <message>
        <source>a part of each dimension, as another value says</source>
        <translation>各维度的一部分，由另一个值决定</translation>
    </message>
    <message>
        <source>a part of each dimension, in steps</source>
        <translation>按步长取各维度的一部分</translation>
    </message>
    <message>
        <source>a part of each image</source>
        <translation>每幅图像的一部分</translation>
    </message>
    <message>
        <source>a part of the channels, the height or the width</source>
        <translation>通道、高度或宽度的一部分</translation>
    </message>
    <message>
        <source>a part of the tensor: from, to and by steps along dimensions</source>
        <translation>张量的一部分：沿各维度的起点、终点和步长</translation>
    </message>
    <message>
        <source>a part of {} with {}</source>
        <translation>{0}的一部分带有{1}</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>a picture file as an image</source>
        <translation>把图片文件解码为图像</translation>
    </message>
    <message>
        <source>a pointer of Git LFS</source>
        <translation>Git LFS 指针</translation>
    </message>
    <message>
        <source>a product of two, as an equation says</source>
        <translation>按等式求两者之积</translation>
    </message>
    <message>
        <source>a product with a kernel, as an equation says</source>
        <translation>按等式与核相乘</translation>
    </message>
    <message>
        <source>a product with a matrix of weights</source>
        <translation>与权重矩阵的乘积</translation>
    </message>
    <message>
        <source>a program exported by PyTorch</source>
        <translation>PyTorch 导出的程序</translation>
    </message>
    <message>
        <source>a recurrent cell at each step of sequences</source>
        <translation>在序列的每一步应用循环单元</translation>
    </message>
    <message>
        <source>a recurrent layer and another one that goes back</source>
        <translation>一个循环层和一个反向的循环层</translation>
    </message>
    <message>
        <source>a recurrent layer whose cells keep a value behind gates</source>
        <translation>循环层，其单元用门控制所保存的值</translation>
    </message>
    <message>
        <source>a recurrent layer whose gates reset and update it</source>
        <translation>循环层，用门重置和更新状态</translation>
    </message>
    <message>
        <source>a recurrent layer without gates</source>
        <translation>不带门的循环层</translation>
    </message>
    <message>
        <source>a regular expression as RE2 reads it</source>
        <translation>RE2 语法的正则表达式</translation>
    </message>
    <message>
        <source>a safetensors file</source>
        <translation>safetensors 文件</translation>
    </message>
    <message>
        <source>a sequence of the tensors given</source>
        <translation>由给定张量组成的序列</translation>
    </message>
    <message>
        <source>a sequence without tensors</source>
        <translation>不含张量的序列</translation>
    </message>
    <message>
        <source>a shape goes by types</source>
        <translation>形状取决于类型</translation>
    </message>
    <message>
        <source>a string holds raw control characters or bytes that are no UTF-8; they are kept</source>
        <translation>字符串含有未转义的控制字符或非 UTF-8 字节；已保留</translation>
    </message>
    <message>
        <source>a support vector machine of Core ML</source>
        <translation>Core ML 支持向量机</translation>
    </message>
    <message>
        <source>a tar archive</source>
        <translation>tar 归档</translation>
    </message>
    <message>
        <source>a tensor filled with one number</source>
        <translation>用一个数填充的张量</translation>
    </message>
    <message>
        <source>a tensor of few elements that are known beforehand</source>
        <translation>元素不多且事先已知的张量</translation>
    </message>
    <message>
        <source>a tensor of one element, which the result is filled with; 0 of type float32 where there is none</source>
        <translation>单元素张量，用其元素填充结果；未给出时为 float32 类型的 0</translation>
    </message>
    <message>
        <source>a tensor of one value, of the shape given</source>
        <translation>给定形状的张量，所有元素为同一个值</translation>
    </message>
    <message>
        <source>a tensor of ones</source>
        <translation>全一张量</translation>
    </message>
    <message>
        <source>a tensor of zeros</source>
        <translation>全零张量</translation>
    </message>
    <message>
        <source>a tensor of zeros, made in every run</source>
        <translation>全零张量，每次运行都生成</translation>
    </message>
    <message>
        <source>a tensor several times, one behind the other</source>
        <translation>张量重复若干次，首尾相接</translation>
    </message>
    <message>
        <source>a tensor stretched by a factor a dimension</source>
        <translation>每个维度按倍数拉伸的张量</translation>
    </message>
    <message>
        <source>a tensor stretched or shrunk to other sizes</source>
        <translation>拉伸或缩小到其他尺寸的张量</translation>
    </message>
    <message>
        <source>a tensor taken apart along its first dimension</source>
        <translation>把张量沿第一维拆开</translation>
    </message>
    <message>
        <source>a tensor that the model holds</source>
        <translation>模型所含的张量</translation>
    </message>
    <message>
        <source>a tensor with given, random or loaded elements, made once</source>
        <translation>元素为给定、随机或读入的张量，只生成一次</translation>
    </message>
    <message>
        <source>a tensor with more around it</source>
        <translation>四周加宽的张量</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a trace of events</source>
        <translation>事件跟踪</translation>
    </message>
    <message>
        <source>a tree ensemble of Core ML</source>
        <translation>Core ML 树集成模型</translation>
    </message>
    <message>
        <source>a type goes by shapes</source>
        <translation>类型取决于形状</translation>
    </message>
    <message>
        <source>a type of values</source>
        <translation>值的类型</translation>
    </message>
    <message>
        <source>a value around a tensor</source>
        <translation>在张量四周填充一个值</translation>
    </message>
    <message>
        <source>a value on its way into a loop</source>
        <translation>进入循环的值</translation>
    </message>
    <message>
        <source>a value on its way out of a loop</source>
        <translation>离开循环的值</translation>
    </message>
    <message>
        <source>a value on its way to the next step of a loop</source>
        <translation>进入循环下一步的值</translation>
    </message>
    <message>
        <source>a value on the way that a condition says</source>
        <translation>按条件选择去路的值</translation>
    </message>
    <message>
        <source>a value that does not exist: passes leave it where nobody may look</source>
        <translation>不存在的值：Pass 把它留在无人可读之处</translation>
    </message>
    <message>
        <source>a value that may be absent</source>
        <translation>可能不存在的值</translation>
    </message>
    <message>
        <source>a vector for each number, with one place that differs</source>
        <translation>每个数对应一个向量，其中一个位置不同</translation>
    </message>
    <message>
        <source>a vector for each step, from a memory with gates</source>
        <translation>每一步一个向量，来自带门的记忆</translation>
    </message>
    <message>
        <source>a vector for each step, from the step's own and the last one</source>
        <translation>每一步一个向量，由本步输入和上一步得出</translation>
    </message>
    <message>
        <source>a vector for each step, with gates that say how much of the last one stays</source>
        <translation>每一步一个向量，由门决定保留上一步多少</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>a weight with the factor of a batch_norm in it</source>
        <translation>乘入了 batch_norm 系数的权重</translation>
    </message>
    <message>
        <source>a weights file of Darknet</source>
        <translation>Darknet 权重文件</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a zip archive</source>
        <translation>zip 压缩包</translation>
    </message>
    <message>
        <source>absolute value</source>
        <translation>绝对值</translation>
    </message>
    <message>
        <source>added at top, left, bottom, right</source>
        <translation>上、左、下、右增加的部分</translation>
    </message>
    <message>
        <source>added to the boxes' place from the left</source>
        <translation>加到框左侧位置的数</translation>
    </message>
    <message>
        <source>added to the boxes' place from the top</source>
        <translation>加到框顶部位置的数</translation>
    </message>
    <message>
        <source>added to the measure</source>
        <translation>加到度量上的值</translation>
    </message>
    <message>
        <source>added to the scaled mean square</source>
        <translation>加到缩放后均方上的数</translation>
    </message>
    <message>
        <source>added to the sum of squares</source>
        <translation>加到平方和上的数</translation>
    </message>
    <message>
        <source>added to the variance</source>
        <translation>加到方差上的数</translation>
    </message>
    <message>
        <source>added to the variance, so that nothing is divided by 0</source>
        <translation>加到方差上，避免除以 0</translation>
    </message>
    <message>
        <source>adds control dependencies that order reads and changes of variables</source>
        <translation>添加控制依赖，使变量的读取与修改有序</translation>
    </message>
    <message>
        <source>adds up the first input so that it has the second's shape</source>
        <translation>把第一个输入累加成第二个输入的形状</translation>
    </message>
    <message>
        <source>all dimensions but the first as one</source>
        <translation>除第一维外的所有维度合为一维</translation>
    </message>
    <message>
        <source>all dimensions but the first as one, of whole numbers</source>
        <translation>除第一维外的所有维度合为一维，整数</translation>
    </message>
    <message>
        <source>all dimensions but the first become one</source>
        <translation>除第一维外的所有维度合并为一维</translation>
    </message>
    <message>
        <source>all inputs one behind the other along a dimension</source>
        <translation>所有输入沿某一维度首尾相接</translation>
    </message>
    <message>
        <source>all inputs one behind the other, along a dimension</source>
        <translation>所有输入沿一个维度首尾相接</translation>
    </message>
    <message>
        <source>all inputs one behind the other, in a new dimension</source>
        <translation>所有输入在新维度上依次排列</translation>
    </message>
    <message>
        <source>all inputs side by side along a new dimension</source>
        <translation>所有输入沿一个新维度并排堆叠</translation>
    </message>
    <message>
        <source>all that would be pasted is there already</source>
        <translation>要粘贴的内容都已存在</translation>
    </message>
    <message>
        <source>alpha * (exp(x) - 1) below 0</source>
        <translation>小于 0 处为 alpha * (exp(x) - 1)</translation>
    </message>
    <message>
        <source>alpha * x + beta, held between 0 and 1</source>
        <translation>alpha * x + beta，限制在 0 到 1 之间</translation>
    </message>
    <message>
        <source>alpha of the functions that have one, in their order</source>
        <translation>各激活函数的 alpha（仅限有 alpha 的函数），按函数顺序</translation>
    </message>
    <message>
        <source>alpha times the products of matrices</source>
        <translation>alpha 乘以矩阵的乘积</translation>
    </message>
    <message>
        <source>also under boxes of other classes</source>
        <translation>是否也被其他类别的框压制</translation>
    </message>
    <message>
        <source>an ExecuTorch program</source>
        <translation>ExecuTorch 程序</translation>
    </message>
    <message>
        <source>an HDF5 file</source>
        <translation>HDF5 文件</translation>
    </message>
    <message>
        <source>an ML program</source>
        <translation>ML 程序</translation>
    </message>
    <message>
        <source>an ONNX model as JSON</source>
        <translation>JSON 格式的 ONNX 模型</translation>
    </message>
    <message>
        <source>an ONNX model as text</source>
        <translation>文本格式的 ONNX 模型</translation>
    </message>
    <message>
        <source>an OpenVINO model</source>
        <translation>OpenVINO 模型</translation>
    </message>
    <message>
        <source>an activation function of each element</source>
        <translation>逐元素的激活函数</translation>
    </message>
    <message>
        <source>an activation function of whole numbers</source>
        <translation>整数的激活函数</translation>
    </message>
    <message>
        <source>an archive of NumPy's arrays</source>
        <translation>NumPy 数组归档</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>an array of tensors</source>
        <translation>张量的数组</translation>
    </message>
    <message>
        <source>an attribute has no {}</source>
        <translation>属性没有 {0}</translation>
    </message>
    <message>
        <source>an attribute has {}</source>
        <translation>属性有 {0}</translation>
    </message>
    <message>
        <source>an attribute has {} twice</source>
        <translation>属性有两个 {0}</translation>
    </message>
    <message>
        <source>an attribute has {}, did you mean {}</source>
        <translation>属性有 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>an attribute is named {}</source>
        <translation>属性名为 {0}</translation>
    </message>
    <message>
        <source>an attribute is {}</source>
        <translation>属性是{0}</translation>
    </message>
    <message>
        <source>an earlier layer's channels, each times its number</source>
        <translation>前面某层的各通道，分别乘以对应的数</translation>
    </message>
    <message>
        <source>an element of a where the condition is not 0, else of b</source>
        <translation>条件不为 0 处取 a 的元素，否则取 b 的</translation>
    </message>
    <message>
        <source>an expression of {} bytes</source>
        <translation>表达式有 {0} 字节</translation>
    </message>
    <message>
        <source>an image as one vector</source>
        <translation>图像展平为一个向量</translation>
    </message>
    <message>
        <source>an image divided by the root of the sum of its squares</source>
        <translation>图像除以其平方和的平方根</translation>
    </message>
    <message>
        <source>an image enlarged by a whole factor</source>
        <translation>放大整数倍的图像</translation>
    </message>
    <message>
        <source>an image in another size</source>
        <translation>换成其他尺寸的图像</translation>
    </message>
    <message>
        <source>an image less another</source>
        <translation>图像减去另一个图像</translation>
    </message>
    <message>
        <source>an image less its mean, divided by its deviation</source>
        <translation>图像减去均值，再除以标准差</translation>
    </message>
    <message>
        <source>an image of another size, by interpolation</source>
        <translation>用插值改变图像大小</translation>
    </message>
    <message>
        <source>an image of rows of pixels as planes, less the mean of each channel</source>
        <translation>把逐行像素的图像变为各通道平面，并减去各通道的均值</translation>
    </message>
    <message>
        <source>an image of weights</source>
        <translation>由权重构成的图像</translation>
    </message>
    <message>
        <source>an image times a number, plus one for each color</source>
        <translation>图像乘以一个数，再按颜色各加一个数</translation>
    </message>
    <message>
        <source>an image with height and width several times as large</source>
        <translation>高度和宽度放大若干倍的图像</translation>
    </message>
    <message>
        <source>an image with more around it</source>
        <translation>四周加宽的图像</translation>
    </message>
    <message>
        <source>an image without its edges, or what of it has the size of another</source>
        <translation>裁去边缘的图像，或其中与另一图像大小相同的部分</translation>
    </message>
    <message>
        <source>an image's channels, height or width as one number each</source>
        <translation>图像的通道、高度或宽度各归约为一个数</translation>
    </message>
    <message>
        <source>an input has {}</source>
        <translation>输入有 {0}</translation>
    </message>
    <message>
        <source>an input has {} twice</source>
        <translation>输入有两个 {0}</translation>
    </message>
    <message>
        <source>an input has {}, did you mean {}</source>
        <translation>输入有 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>an input is {}</source>
        <translation>输入是{0}</translation>
    </message>
    <message>
        <source>an input that has values where none are given</source>
        <translation>带默认值的输入</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>an item of {}</source>
        <translation>{0} 的一项</translation>
    </message>
    <message>
        <source>an ncnn network</source>
        <translation>ncnn 网络</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>an output has {}</source>
        <translation>输出有 {0}</translation>
    </message>
    <message>
        <source>an output has {} twice</source>
        <translation>输出有两个 {0}</translation>
    </message>
    <message>
        <source>an output has {}, did you mean {}</source>
        <translation>输出有 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>an output is {}</source>
        <translation>输出是{0}</translation>
    </message>
    <message>
        <source>anchor boxes of several sizes and shapes around every position</source>
        <translation>在每个位置周围生成多种尺寸和形状的锚框</translation>
    </message>
    <message>
        <source>anchors of all layers</source>
        <translation>各层锚框的总数</translation>
    </message>
    <message>
        <source>anchors of the background for each that is matched; -1: all</source>
        <translation>每个匹配的锚框对应多少个背景锚框；-1：全部</translation>
    </message>
    <message>
        <source>anchors that hold something, as rows of class, score and box</source>
        <translation>含有目标的锚框，每行为类别、得分和框</translation>
    </message>
    <message>
        <source>another layer at each step of sequences</source>
        <translation>在序列的每一步应用另一层</translation>
    </message>
    <message>
        <source>another sequence's values, weighed by the attention</source>
        <translation>另一序列的值，按注意力加权</translation>
    </message>
    <message>
        <source>another shape of as many elements</source>
        <translation>元素个数相同的另一种形状</translation>
    </message>
    <message>
        <source>arc cosine</source>
        <translation>反余弦</translation>
    </message>
    <message>
        <source>arc sine</source>
        <translation>反正弦</translation>
    </message>
    <message>
        <source>arc tangent</source>
        <translation>反正切</translation>
    </message>
    <message>
        <source>argument {} of function {} is {}</source>
        <translation>函数 {1} 的参数 {0} 是{2}</translation>
    </message>
    <message>
        <source>attention whose products and weights other graphs may change</source>
        <translation>乘积和权重可由其他图改变的注意力</translation>
    </message>
    <message>
        <source>attention with a state of one size, updated for each place</source>
        <translation>带固定大小状态的注意力，每个位置更新一次状态</translation>
    </message>
    <message>
        <source>attribute {} has no meaning for the operator</source>
        <translation>属性 {0} 对该算子没有意义</translation>
    </message>
    <message>
        <source>attribute {} is missing, the operator requires it</source>
        <translation>缺少该算子必需的属性 {0}</translation>
    </message>
    <message>
        <source>attribute {} is not known to the operator, it is kept as it is</source>
        <translation>该算子没有属性 {0}；已原样保留</translation>
    </message>
    <message>
        <source>attribute {} is unknown</source>
        <translation>属性 {0} 未知</translation>
    </message>
    <message>
        <source>attribute {} is unknown, did you mean {}</source>
        <translation>属性 {0} 未知，是否应为 {1}</translation>
    </message>
    <message>
        <source>attribute {} is unknown, the operator has none</source>
        <translation>属性 {0} 未知，该算子没有属性</translation>
    </message>
    <message>
        <source>attribute {} is {}</source>
        <translation>属性 {0} 为 {1}</translation>
    </message>
    <message>
        <source>average of each channel</source>
        <translation>每个通道的平均值</translation>
    </message>
    <message>
        <source>average over a sliding window</source>
        <translation>滑动窗口的平均值</translation>
    </message>
    <message>
        <source>average over a sliding window of NCHW data</source>
        <translation>NCHW 数据的滑动窗口平均值</translation>
    </message>
    <message>
        <source>averages of windows chosen so that the result has a given size</source>
        <translation>窗口平均值，窗口按结果尺寸选取</translation>
    </message>
    <message>
        <source>batch_norm and dropout in their simple form for inference; auto: from level 0</source>
        <translation>batch_norm 和 dropout 取推理用的简单形式；auto：从 0 级起</translation>
    </message>
    <message>
        <source>beta of the functions that have one, in their order</source>
        <translation>各激活函数的 beta（仅限有 beta 的函数），按函数顺序</translation>
    </message>
    <message>
        <source>bit of the position that stands for all dimensions between</source>
        <translation>代表中间所有维度的位置所对应的位</translation>
    </message>
    <message>
        <source>bits moved to the left or right</source>
        <translation>位向左或向右移动</translation>
    </message>
    <message>
        <source>bits of the dimensions of which one position is taken</source>
        <translation>只取一个位置的维度所对应的位</translation>
    </message>
    <message>
        <source>bits of the dimensions whose begin is left out</source>
        <translation>省略起点的维度所对应的位</translation>
    </message>
    <message>
        <source>bits of the dimensions whose end is left out</source>
        <translation>省略终点的维度所对应的位</translation>
    </message>
    <message>
        <source>bits of the positions that are new dimensions of size 1</source>
        <translation>新增的大小为 1 的维度所对应的位</translation>
    </message>
    <message>
        <source>bits that are set in at least one</source>
        <translation>两者的按位或：至少一个为 1 的位</translation>
    </message>
    <message>
        <source>bits that are set in both</source>
        <translation>两者的按位与：都为 1 的位</translation>
    </message>
    <message>
        <source>bits that are set in exactly one</source>
        <translation>两者的按位异或：恰有一个为 1 的位</translation>
    </message>
    <message>
        <source>bits that both have, stretching dimensions of 1</source>
        <translation>两者都有的位，为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>bits that one alone has, stretching dimensions of 1</source>
        <translation>只有一方有的位，为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>bits that one has, stretching dimensions of 1</source>
        <translation>至少一方有的位，为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>blocks of a vector, picked by index</source>
        <translation>按索引取出的向量块</translation>
    </message>
    <message>
        <source>blocks of an image as channels, or channels as blocks</source>
        <translation>图像的块变为通道，或通道变为块</translation>
    </message>
    <message>
        <source>blocks of channels, spread over positions</source>
        <translation>把通道块分散到各位置</translation>
    </message>
    <message>
        <source>blocks of pixels turned into channels</source>
        <translation>把像素块变为通道</translation>
    </message>
    <message>
        <source>blocks of places as images of their own</source>
        <translation>把位置块变成单独的图像</translation>
    </message>
    <message>
        <source>blocks of positions, gathered in channels</source>
        <translation>把位置块收集到通道</translation>
    </message>
    <message>
        <source>blocks put back into an image, added where they overlap</source>
        <translation>把块放回图像，重叠处相加</translation>
    </message>
    <message>
        <source>boxes and classes of YOLO v1 for each cell</source>
        <translation>YOLO v1 每个单元的框和类别</translation>
    </message>
    <message>
        <source>boxes and classes of YOLO v2 for each cell</source>
        <translation>YOLO v2 每个单元的框和类别</translation>
    </message>
    <message>
        <source>boxes and classes of YOLO v3 and later for each cell</source>
        <translation>YOLO v3 及之后版本每个单元的框和类别</translation>
    </message>
    <message>
        <source>boxes and classes of YOLO v3 for each cell</source>
        <translation>YOLO v3 每个单元的框和类别</translation>
    </message>
    <message>
        <source>boxes at each position</source>
        <translation>每个位置的框数</translation>
    </message>
    <message>
        <source>boxes by their corners, from how far they lie from anchors</source>
        <translation>由相对锚框的偏移得到框的角点</translation>
    </message>
    <message>
        <source>boxes for each cell</source>
        <translation>每个单元的框数</translation>
    </message>
    <message>
        <source>boxes with their uncertainty, and classes, for each cell</source>
        <translation>每个单元的框及其不确定度和类别</translation>
    </message>
    <message>
        <source>boxes, confidences and class probabilities of a YOLOv3 grid</source>
        <translation>YOLOv3 网格的框、置信度和类别概率</translation>
    </message>
    <message>
        <source>by what factor elements below the threshold go on</source>
        <translation>阈值以下元素所乘的系数</translation>
    </message>
    <message>
        <source>calls a function that was compiled from a group of operators</source>
        <translation>调用由一组算子编译成的函数</translation>
    </message>
    <message>
        <source>cannot open: Is a directory</source>
        <translation>无法打开：这是文件夹</translation>
    </message>
    <message>
        <source>cannot open: No such file or directory</source>
        <translation>无法打开：文件不存在</translation>
    </message>
    <message>
        <source>cannot open: Permission denied</source>
        <translation>无法打开：没有权限</translation>
    </message>
    <message>
        <source>cells added on both sides of each spatial dimension</source>
        <translation>每个空间维度两侧增加的格数</translation>
    </message>
    <message>
        <source>cells added: both sides, or top, left, bottom, right</source>
        <translation>增加的格数：两侧，或上、左、下、右</translation>
    </message>
    <message>
        <source>cells in each direction</source>
        <translation>每个方向的单元数</translation>
    </message>
    <message>
        <source>cells on both sides of each spatial dimension: zeros that are added, or of a deconvolution what is cut</source>
        <translation>每个空间维度两侧的格数：补的零，反卷积则为裁掉的部分</translation>
    </message>
    <message>
        <source>channels of each sum</source>
        <translation>每个和所含的通道数</translation>
    </message>
    <message>
        <source>channels of the result</source>
        <translation>结果的通道数</translation>
    </message>
    <message>
        <source>channels of the result with maxpool_depth</source>
        <translation>使用 maxpool_depth 时结果的通道数</translation>
    </message>
    <message>
        <source>channels of the state</source>
        <translation>状态的通道数</translation>
    </message>
    <message>
        <source>channels or kernel_size is negative</source>
        <translation>channels 或 kernel_size 为负</translation>
    </message>
    <message>
        <source>channels turned into blocks of pixels</source>
        <translation>把通道变为像素块</translation>
    </message>
    <message>
        <source>channels with mean 0 and deviation 1, as in training</source>
        <translation>按训练时的统计使通道均值为 0、标准差为 1</translation>
    </message>
    <message>
        <source>channels, for bilinear</source>
        <translation>通道数，用于双线性</translation>
    </message>
    <message>
        <source>class of anchors that do not count</source>
        <translation>不计入的锚框的类别</translation>
    </message>
    <message>
        <source>class of the background</source>
        <translation>背景的类别</translation>
    </message>
    <message>
        <source>class that does not count; -1: none</source>
        <translation>不计入的类别；-1：无</translation>
    </message>
    <message>
        <source>classes drawn by chance: each row of the input says how likely they are</source>
        <translation>随机抽取类别：输入的每一行给出各类别的概率</translation>
    </message>
    <message>
        <source>classes that training tells apart</source>
        <translation>训练时区分的类别</translation>
    </message>
    <message>
        <source>columns of the matrix of weights</source>
        <translation>权重矩阵的列数</translation>
    </message>
    <message>
        <source>compares embeddings in training; a run gives 0</source>
        <translation>训练时比较嵌入；运行时给出 0</translation>
    </message>
    <message>
        <source>compiles in the compiler's own order of passes, each a step of its own</source>
        <translation>按编译器自己的 Pass 顺序编译，每个 Pass 为一步</translation>
    </message>
    <message>
        <source>converts the elements for mixed precision</source>
        <translation>为混合精度转换元素</translation>
    </message>
    <message>
        <source>converts the elements to another type</source>
        <translation>把元素转换为另一种类型</translation>
    </message>
    <message>
        <source>converts the elements to another type; to whole numbers towards zero</source>
        <translation>把元素转换为另一种类型；转为整数时向零取整</translation>
    </message>
    <message>
        <source>convolution of 8-bit numbers that stand for others by scales and zero points</source>
        <translation>8 位量化数的卷积，用缩放和零点表示原数</translation>
    </message>
    <message>
        <source>convolution of 8-bit whole numbers</source>
        <translation>8 位整数的卷积</translation>
    </message>
    <message>
        <source>convolution of each channel along time, looking back only, that goes on where it ended</source>
        <translation>每个通道沿时间的因果卷积，可从上次结束处继续</translation>
    </message>
    <message>
        <source>convolution of each channel apart, of MXNet's forks</source>
        <translation>每个通道各自卷积，来自 MXNet 的分支版本</translation>
    </message>
    <message>
        <source>convolution of each channel of images by itself</source>
        <translation>图像各通道独立的卷积</translation>
    </message>
    <message>
        <source>convolution of each channel of images, then one over the channels</source>
        <translation>先对图像逐通道卷积，再对通道卷积</translation>
    </message>
    <message>
        <source>convolution of each channel of sequences by itself</source>
        <translation>序列上逐通道的卷积</translation>
    </message>
    <message>
        <source>convolution of each channel of sequences, then one over the channels</source>
        <translation>先对序列逐通道卷积，再对通道卷积</translation>
    </message>
    <message>
        <source>convolution of images</source>
        <translation>图像卷积</translation>
    </message>
    <message>
        <source>convolution of images, or a transposed one</source>
        <translation>图像卷积，或转置卷积</translation>
    </message>
    <message>
        <source>convolution of volumes, or a transposed one</source>
        <translation>体积卷积，或转置卷积</translation>
    </message>
    <message>
        <source>convolution of whole numbers</source>
        <translation>整数的卷积</translation>
    </message>
    <message>
        <source>convolution of windows whose elements are taken from places moved by offsets</source>
        <translation>卷积，窗口元素取自按偏移移动后的位置</translation>
    </message>
    <message>
        <source>convolution over 1 to 3 dimensions</source>
        <translation>1 到 3 维的卷积</translation>
    </message>
    <message>
        <source>convolution over images</source>
        <translation>图像上的卷积</translation>
    </message>
    <message>
        <source>convolution over sequences</source>
        <translation>序列上的卷积</translation>
    </message>
    <message>
        <source>convolution over volumes</source>
        <translation>体数据上的卷积</translation>
    </message>
    <message>
        <source>convolution with bias or normalization, and an activation</source>
        <translation>卷积，带偏置或归一化和激活函数</translation>
    </message>
    <message>
        <source>convolution with weights of its own for each place, and an activation</source>
        <translation>每个位置各有权重的卷积，带激活函数</translation>
    </message>
    <message>
        <source>convolution, as before MXNet 0.9</source>
        <translation>卷积，MXNet 0.9 之前的版本</translation>
    </message>
    <message>
        <source>convolution, normalization, sum and activation at one go</source>
        <translation>卷积、归一化、求和与激活一次完成</translation>
    </message>
    <message>
        <source>convolution: each filter times every window of the input</source>
        <translation>卷积：每个滤波器与输入的每个窗口相乘求和</translation>
    </message>
    <message>
        <source>coordinates of a box, usually 4</source>
        <translation>一个框的坐标数，通常为 4</translation>
    </message>
    <message>
        <source>corner: left, top, right, bottom; center: center, width, height</source>
        <translation>corner：左、上、右、下；center：中心、宽、高</translation>
    </message>
    <message>
        <source>corners of SqueezeDet's boxes from their distances to anchors</source>
        <translation>由到锚框的距离得到 SqueezeDet 框的角点</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>crops beyond the image</source>
        <translation>裁剪超出图像</translation>
    </message>
    <message>
        <source>cube root</source>
        <translation>立方根</translation>
    </message>
    <message>
        <source>cut cells that stay behind the result, less than stride</source>
        <translation>裁掉后留在结果末尾的格数，小于步长</translation>
    </message>
    <message>
        <source>cut off at top, left, bottom, right</source>
        <translation>上、左、下、右裁掉的部分</translation>
    </message>
    <message>
        <source>cut off on both sides of height and width</source>
        <translation>高和宽两侧裁掉的部分</translation>
    </message>
    <message>
        <source>cut off what reaches beyond the image</source>
        <translation>裁掉超出图像的部分</translation>
    </message>
    <message>
        <source>cuts a tensor into equal parts along one dimension</source>
        <translation>沿一个维度把张量切成相等的几部分</translation>
    </message>
    <message>
        <source>cuts a tensor into parts along one dimension</source>
        <translation>沿一个维度把张量切成几部分</translation>
    </message>
    <message>
        <source>cuts each fusible group out as a graph of its own</source>
        <translation>把每个可融合组切出，成为单独的图</translation>
    </message>
    <message>
        <source>data less their mean, divided by their deviation</source>
        <translation>数据减去均值，再除以标准差</translation>
    </message>
    <message>
        <source>data with more around it</source>
        <translation>周围填充后的数据</translation>
    </message>
    <message>
        <source>decides which entries share storage, by lifetimes and in-place options</source>
        <translation>按生存期和就地选项决定哪些条目共享存储</translation>
    </message>
    <message>
        <source>defines tensor {}, which an earlier operator defines already</source>
        <translation>定义了前面的算子已定义的张量 {0}</translation>
    </message>
    <message>
        <source>degrees as radians</source>
        <translation>角度转为弧度</translation>
    </message>
    <message>
        <source>deprecated: shape of the result; one 0 takes what is left</source>
        <translation>已弃用：结果的形状；一个 0 取剩余部分</translation>
    </message>
    <message>
        <source>deprecated: whether target_shape keeps the first dimension</source>
        <translation>已弃用：target_shape 是否保留第一维</translation>
    </message>
    <message>
        <source>device {} is another machine's</source>
        <translation>设备 {0} 属于另一台机器</translation>
    </message>
    <message>
        <source>device {} names no machine</source>
        <translation>设备 {0} 没有指明机器</translation>
    </message>
    <message>
        <source>device {} names no program</source>
        <translation>设备 {0} 没有指明程序</translation>
    </message>
    <message>
        <source>device: cpu(0), gpu(0) …</source>
        <translation>设备：cpu(0)、gpu(0)……</translation>
    </message>
    <message>
        <source>dialect mxnet has an operator of this name</source>
        <translation>方言 mxnet 已有同名算子</translation>
    </message>
    <message>
        <source>dialect nnvm has an operator of this name</source>
        <translation>方言 nnvm 已有同名算子</translation>
    </message>
    <message>
        <source>dialect onnx has an operator of this name</source>
        <translation>方言 onnx 已有同名算子</translation>
    </message>
    <message>
        <source>did you mean {}</source>
        <translation>您是否指 {0}</translation>
    </message>
    <message>
        <source>difference of two tensors</source>
        <translation>两个张量之差</translation>
    </message>
    <message>
        <source>digits that stay</source>
        <translation>保留的小数位数</translation>
    </message>
    <message>
        <source>dimension along which they are joined</source>
        <translation>拼接所沿的维度</translation>
    </message>
    <message>
        <source>dimension along which to join</source>
        <translation>拼接所沿的维度</translation>
    </message>
    <message>
        <source>dimension of the channels</source>
        <translation>通道所在的维度</translation>
    </message>
    <message>
        <source>dimension of the channels, 1 or 3</source>
        <translation>通道所在的维度，1 或 3</translation>
    </message>
    <message>
        <source>dimension of the matrices' rows</source>
        <translation>矩阵的行所在的维度</translation>
    </message>
    <message>
        <source>dimension of the rows; None: all elements in one row</source>
        <translation>行所在的维度；None：所有元素排成一行</translation>
    </message>
    <message>
        <source>dimension of the steps</source>
        <translation>步所在的维度</translation>
    </message>
    <message>
        <source>dimension that grows</source>
        <translation>增长的维度</translation>
    </message>
    <message>
        <source>dimension that is cut</source>
        <translation>被切的维度</translation>
    </message>
    <message>
        <source>dimension that is indexed</source>
        <translation>被索引的维度</translation>
    </message>
    <message>
        <source>dimension that is indexed; None: the elements in one row</source>
        <translation>被索引的维度；None：所有元素排成一行</translation>
    </message>
    <message>
        <source>dimension that is left with one element</source>
        <translation>只留一个元素的维度</translation>
    </message>
    <message>
        <source>dimension that is normalized</source>
        <translation>被归一化的维度</translation>
    </message>
    <message>
        <source>dimension that is reversed</source>
        <translation>反转的维度</translation>
    </message>
    <message>
        <source>dimension that is searched; None: all elements in one row</source>
        <translation>查找的维度；None：所有元素排成一行</translation>
    </message>
    <message>
        <source>dimension that is sorted</source>
        <translation>排序的维度</translation>
    </message>
    <message>
        <source>dimension that is sorted; None: all elements in one row</source>
        <translation>排序的维度；None：所有元素排成一行</translation>
    </message>
    <message>
        <source>dimension that sums to one</source>
        <translation>和为一的维度</translation>
    </message>
    <message>
        <source>dimension that tells how many; None: all</source>
        <translation>决定个数的维度；None：全部</translation>
    </message>
    <message>
        <source>dimension {}</source>
        <translation>维度 {0}</translation>
    </message>
    <message>
        <source>dimensions along which the slope is one</source>
        <translation>共用一个斜率的维度</translation>
    </message>
    <message>
        <source>dimensions from the end on</source>
        <translation>从末尾开始的各维度</translation>
    </message>
    <message>
        <source>dimensions from their ends on</source>
        <translation>把维度倒序</translation>
    </message>
    <message>
        <source>dimensions in another order</source>
        <translation>换了顺序的维度</translation>
    </message>
    <message>
        <source>dimensions of a group; all if none</source>
        <translation>一组所含的维度；没有时为全部</translation>
    </message>
    <message>
        <source>dimensions of lhs that repeat; None: all</source>
        <translation>lhs 中重复的维度；None：全部</translation>
    </message>
    <message>
        <source>dimensions of rhs that say how often</source>
        <translation>rhs 中说明次数的维度</translation>
    </message>
    <message>
        <source>dimensions of size 1 inserted</source>
        <translation>插入大小为 1 的维度</translation>
    </message>
    <message>
        <source>dimensions of size 1 removed</source>
        <translation>去掉大小为 1 的维度</translation>
    </message>
    <message>
        <source>dimensions of the result that are new</source>
        <translation>结果中新增的维度</translation>
    </message>
    <message>
        <source>dimensions that are cut; none: all</source>
        <translation>被切的维度；无：全部</translation>
    </message>
    <message>
        <source>dimensions that are cut; the first ones if there are none</source>
        <translation>要切片的维度；未给出时为最前面的维度</translation>
    </message>
    <message>
        <source>dimensions that are left out; none: all of size 1</source>
        <translation>要去掉的维度；无：所有长度为 1 的维度</translation>
    </message>
    <message>
        <source>dimensions that are reduced</source>
        <translation>归约的维度</translation>
    </message>
    <message>
        <source>dimensions that are reduced; all if there are none</source>
        <translation>归约的维度；无则为全部</translation>
    </message>
    <message>
        <source>dimensions that are summed along; all if none</source>
        <translation>求和的维度；无则为全部</translation>
    </message>
    <message>
        <source>dimensions that go; None: all of size 1</source>
        <translation>去掉的维度；None：所有长度为 1 的维度</translation>
    </message>
    <message>
        <source>dimensions that have a mean each</source>
        <translation>各自有均值的维度</translation>
    </message>
    <message>
        <source>dimensions that shape speaks of; all if there are none</source>
        <translation>shape 所指的维度；未给出时为全部</translation>
    </message>
    <message>
        <source>dimensions that share what is dropped</source>
        <translation>共用丢弃结果的维度</translation>
    </message>
    <message>
        <source>dimensions to compare along; all if there are none</source>
        <translation>比较所沿的维度；无则为全部</translation>
    </message>
    <message>
        <source>dimensions to remove; all of size 1 if there are none</source>
        <translation>要去掉的维度；未给出则为所有大小为 1 的维度</translation>
    </message>
    <message>
        <source>distance between kernel elements</source>
        <translation>卷积核元素的间距</translation>
    </message>
    <message>
        <source>distance of a window's elements</source>
        <translation>窗口元素的间距</translation>
    </message>
    <message>
        <source>distance of input elements in the output</source>
        <translation>输入元素在输出中的间距</translation>
    </message>
    <message>
        <source>distance of input elements in the result</source>
        <translation>输入元素在结果中的间距</translation>
    </message>
    <message>
        <source>distance of kernel elements; 1 unless given</source>
        <translation>卷积核元素的间距；默认为 1</translation>
    </message>
    <message>
        <source>distance of positions, 1 beyond; may be negative</source>
        <translation>位置的间距，其余为 1；可以为负</translation>
    </message>
    <message>
        <source>distance of positions, y and x; -1: one position</source>
        <translation>相邻位置的距离，y 和 x；-1：一个位置</translation>
    </message>
    <message>
        <source>distance of positions; may be negative</source>
        <translation>位置的间距；可以为负</translation>
    </message>
    <message>
        <source>distance of the elements</source>
        <translation>元素的间距</translation>
    </message>
    <message>
        <source>distance of the kernel's elements along the depth</source>
        <translation>卷积核元素沿深度的间距</translation>
    </message>
    <message>
        <source>distance of the kernel's elements along the height</source>
        <translation>卷积核元素沿高度的间距</translation>
    </message>
    <message>
        <source>distance of the kernel's elements along the width</source>
        <translation>卷积核元素沿宽度的间距</translation>
    </message>
    <message>
        <source>distance of the kernel's elements, for each dimension</source>
        <translation>各维度上核元素的间距</translation>
    </message>
    <message>
        <source>distance of the kernel's elements: height, width</source>
        <translation>卷积核元素的间距：高、宽</translation>
    </message>
    <message>
        <source>distance of the numbers</source>
        <translation>相邻两数的间距</translation>
    </message>
    <message>
        <source>distance of the window's elements</source>
        <translation>窗口元素之间的距离</translation>
    </message>
    <message>
        <source>divides the data beforehand; None: 1</source>
        <translation>事先除数据的数；None：1</translation>
    </message>
    <message>
        <source>division by {}</source>
        <translation>除以 {0}</translation>
    </message>
    <message>
        <source>divisor of height and width</source>
        <translation>高和宽的除数</translation>
    </message>
    <message>
        <source>divisor of the likenesses in training</source>
        <translation>训练时相似度的除数</translation>
    </message>
    <message>
        <source>drops boxes that lie over a better box (non-maximum suppression)</source>
        <translation>去掉与更优框重叠的框（非极大值抑制）</translation>
    </message>
    <message>
        <source>drops elements at random while training</source>
        <translation>训练时随机丢弃元素</translation>
    </message>
    <message>
        <source>drops random elements while learning; passes the input on otherwise</source>
        <translation>训练时随机丢弃元素；其他时候原样传递输入</translation>
    </message>
    <message>
        <source>drops values in training; a run passes them on</source>
        <translation>训练时丢弃一些值；运行时原样传递</translation>
    </message>
    <message>
        <source>e to the power of the value</source>
        <translation>e 的该值次幂</translation>
    </message>
    <message>
        <source>e to the power of the values, divided by the sum of these</source>
        <translation>e 的各值次幂，除以它们的和</translation>
    </message>
    <message>
        <source>each cell of the result reads channels of its own</source>
        <translation>结果的每格读取各自的通道</translation>
    </message>
    <message>
        <source>each channel less its mean, divided by its deviation, times gamma, plus beta</source>
        <translation>各通道减去均值，除以标准差，乘以 gamma，再加 beta</translation>
    </message>
    <message>
        <source>each channel moved and scaled by its mean and variance over the batch</source>
        <translation>每个通道按其在批次上的均值和方差平移并缩放</translation>
    </message>
    <message>
        <source>each channel of an example moved and scaled by its mean and variance</source>
        <translation>样本的每个通道按其均值和方差平移并缩放</translation>
    </message>
    <message>
        <source>each dimension several times</source>
        <translation>各维度重复多次</translation>
    </message>
    <message>
        <source>each element divided by a sum over neighboring channels</source>
        <translation>每个元素除以相邻通道之和</translation>
    </message>
    <message>
        <source>each element of volumes several times</source>
        <translation>体数据的每个元素重复若干次</translation>
    </message>
    <message>
        <source>each element or slice once, with where and how often it was</source>
        <translation>每个元素或切片只保留一个，并给出其位置和出现次数</translation>
    </message>
    <message>
        <source>each element several times along a dimension</source>
        <translation>沿一个维度把每个元素重复若干次</translation>
    </message>
    <message>
        <source>each element times the normal distribution's share below it</source>
        <translation>每个元素乘以正态分布在其下方的份额</translation>
    </message>
    <message>
        <source>each element, below 0 times alpha, and beta at most</source>
        <translation>每个元素，小于 0 时乘以 alpha，最大为 beta</translation>
    </message>
    <message>
        <source>each element, between two bounds</source>
        <translation>限制在两个界限之间的每个元素</translation>
    </message>
    <message>
        <source>each group of channels of an example moved and scaled by its mean and variance</source>
        <translation>每个样本的每组通道按其均值和方差平移并缩放</translation>
    </message>
    <message>
        <source>each head's values, weighed by the attention</source>
        <translation>每个头的值，按注意力加权</translation>
    </message>
    <message>
        <source>each region of an image at one size, by samples between elements</source>
        <translation>图像的每个区域缩放到同一尺寸，在元素之间采样</translation>
    </message>
    <message>
        <source>each row several times</source>
        <translation>每行重复若干次</translation>
    </message>
    <message>
        <source>each sequence from its end to its beginning</source>
        <translation>从尾到头的每个序列</translation>
    </message>
    <message>
        <source>each step of sequences several times</source>
        <translation>序列的每一步重复若干次</translation>
    </message>
    <message>
        <source>each value as a square of them</source>
        <translation>把每个值变成一个方块</translation>
    </message>
    <message>
        <source>each value as one row</source>
        <translation>每个值展为一行</translation>
    </message>
    <message>
        <source>each value divided by a measure of those at its place in near channels</source>
        <translation>每个值除以相邻通道同一位置各值的度量</translation>
    </message>
    <message>
        <source>each value divided by its root mean square</source>
        <translation>每个值除以其均方根</translation>
    </message>
    <message>
        <source>each value with mean 0 and deviation 1</source>
        <translation>使每个值均值为 0、标准差为 1</translation>
    </message>
    <message>
        <source>edits of a TensorFlow graph cannot be run: save it as an NNVM graph, or undo them</source>
        <translation>无法运行对 TensorFlow 图的修改：请另存为 NNVM 图，或撤销修改</translation>
    </message>
    <message>
        <source>edits of a model that is only read cannot be run: save it as an NNVM graph, or undo them</source>
        <translation>无法运行对只读模型的修改：请另存为 NNVM 图，或撤销修改</translation>
    </message>
    <message>
        <source>edits of such a model cannot be run: save it as an NNVM graph, or undo them</source>
        <translation>无法运行对此类模型的修改：请另存为 NNVM 图，或撤销修改</translation>
    </message>
    <message>
        <source>element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>element type of the result</source>
        <translation>结果的元素类型</translation>
    </message>
    <message>
        <source>element-wise arithmetic of two tensors of one shape</source>
        <translation>两个同形状张量的逐元素运算</translation>
    </message>
    <message>
        <source>elements added around the tensor</source>
        <translation>在张量四周填充元素</translation>
    </message>
    <message>
        <source>elements added before each dimension, then behind each</source>
        <translation>先是各维度之前填充的元素数，再是各维度之后的</translation>
    </message>
    <message>
        <source>elements along a dimension put into a tensor, by number</source>
        <translation>按编号沿维度把元素放入张量</translation>
    </message>
    <message>
        <source>elements along a dimension, by number</source>
        <translation>按编号沿维度取元素</translation>
    </message>
    <message>
        <source>elements at places of a dimension</source>
        <translation>取一个维度上若干位置的元素</translation>
    </message>
    <message>
        <source>elements below 0 times a slope</source>
        <translation>小于 0 的元素乘以斜率</translation>
    </message>
    <message>
        <source>elements below 0 times slopes that were learned</source>
        <translation>小于 0 的元素乘以学得的斜率</translation>
    </message>
    <message>
        <source>elements come from the weight file</source>
        <translation>元素来自权重文件</translation>
    </message>
    <message>
        <source>elements in another type</source>
        <translation>把元素转换为另一类型</translation>
    </message>
    <message>
        <source>elements more at the end of each spatial dimension; 0</source>
        <translation>各空间维度末尾额外增加的元素数；默认 0</translation>
    </message>
    <message>
        <source>elements of X where the condition holds, else of Y</source>
        <translation>条件成立处取 X 的元素，否则取 Y 的元素</translation>
    </message>
    <message>
        <source>elements of a block</source>
        <translation>每块的元素数</translation>
    </message>
    <message>
        <source>elements of the last dimension, by their indices</source>
        <translation>按索引取最后一维的元素</translation>
    </message>
    <message>
        <source>elements of x where the condition is not 0, else of y; a condition of one dimension decides on whole rows</source>
        <translation>条件不为 0 处取 x 的元素，否则取 y 的；一维条件决定整行</translation>
    </message>
    <message>
        <source>elements put back where a pooling took the largest, 0 elsewhere</source>
        <translation>把元素放回池化取最大值的位置，其他位置为 0</translation>
    </message>
    <message>
        <source>elements repeated until the shape is the one given</source>
        <translation>重复元素，直到达到给定的形状</translation>
    </message>
    <message>
        <source>elements taken from places that a grid names</source>
        <translation>在网格给出的位置取元素</translation>
    </message>
    <message>
        <source>elements turned into another type</source>
        <translation>元素转换为另一类型</translation>
    </message>
    <message>
        <source>elements turned into the type of another tensor</source>
        <translation>元素转换为另一个张量的类型</translation>
    </message>
    <message>
        <source>elements whose positions along a dimension are given one by one; negative ones count from behind</source>
        <translation>沿一个维度逐个给出位置的元素；负数从后往前数</translation>
    </message>
    <message>
        <source>elements, or rows, of one or the other</source>
        <translation>逐元素或逐行取两者之一</translation>
    </message>
    <message>
        <source>elements, positions, both, or 1 where they are</source>
        <translation>元素、位置、两者，或在其所在处为 1</translation>
    </message>
    <message>
        <source>elements; those not given are 0</source>
        <translation>元素；未给出的为 0</translation>
    </message>
    <message>
        <source>elu that keeps mean and variance</source>
        <translation>保持均值和方差的 elu</translation>
    </message>
    <message>
        <source>end of the range, not part of it</source>
        <translation>范围的终点，不包含在内</translation>
    </message>
    <message>
        <source>ends the loop</source>
        <translation>结束循环</translation>
    </message>
    <message>
        <source>entries that are allocated while the graph runs, as a;split0:1</source>
        <translation>图运行时才分配的条目，例如 a;split0:1</translation>
    </message>
    <message>
        <source>entries whose memory comes from outside, as a;split0:1</source>
        <translation>内存由外部提供的条目，例如 a;split0:1</translation>
    </message>
    <message>
        <source>equal parts along a dimension</source>
        <translation>沿一个维度等分</translation>
    </message>
    <message>
        <source>error function</source>
        <translation>误差函数</translation>
    </message>
    <message>
        <source>evenly distributed random values</source>
        <translation>均匀分布的随机值</translation>
    </message>
    <message>
        <source>evenly distributed random values in the shape of the input</source>
        <translation>均匀分布的随机值，形状与输入相同</translation>
    </message>
    <message>
        <source>every bit inverted</source>
        <translation>按位取反</translation>
    </message>
    <message>
        <source>exact: NCHW puts transpositions around convolutions and poolings whose channels are last</source>
        <translation>exact：NCHW 在通道在后的卷积与池化前后加上转置</translation>
    </message>
    <message>
        <source>exact: the results, as out;split:1; the last node unless given</source>
        <translation>exact：结果，如 out;split:1；默认为最后一个节点</translation>
    </message>
    <message>
        <source>exp(x) - 1</source>
        <translation>exp(x) - 1</translation>
    </message>
    <message>
        <source>exp(x) / sum(exp(x)) along an axis</source>
        <translation>沿一个轴的 exp(x) / sum(exp(x))</translation>
    </message>
    <message>
        <source>exp(x) as parts of its sum along a dimension</source>
        <translation>exp(x) 占其沿某一维度之和的比例</translation>
    </message>
    <message>
        <source>exp(x) divided by the sum of exp(x) along an axis</source>
        <translation>exp(x) 除以沿一个轴的 exp(x) 之和</translation>
    </message>
    <message>
        <source>expected 1, 3 or 4 channels for a picture</source>
        <translation>图片应有 1、3 或 4 个通道</translation>
    </message>
    <message>
        <source>expected : != &lt; &lt;= &gt; or &gt;=</source>
        <translation>应为 :、!=、&lt;、&lt;=、&gt; 或 &gt;=</translation>
    </message>
    <message>
        <source>expected : != or ~</source>
        <translation>应为 :、!= 或 ~</translation>
    </message>
    <message>
        <source>expected : or !=</source>
        <translation>应为 : 或 !=</translation>
    </message>
    <message>
        <source>expected True or False</source>
        <translation>应为 True 或 False</translation>
    </message>
    <message>
        <source>expected a conv2d or dense</source>
        <translation>应来自 conv2d 或 dense</translation>
    </message>
    <message>
        <source>expected a dimension of data {}</source>
        <translation>应为数据 {0} 的某个维度</translation>
    </message>
    <message>
        <source>expected a dimension of shape {}</source>
        <translation>应为形状 {0} 的某个维度</translation>
    </message>
    <message>
        <source>expected a dimension of the input {}</source>
        <translation>应为输入 {0} 的某个维度</translation>
    </message>
    <message>
        <source>expected a dimension of {}</source>
        <translation>应为 {0} 的某个维度</translation>
    </message>
    <message>
        <source>expected a known number of dimensions</source>
        <translation>维数应为已知</translation>
    </message>
    <message>
        <source>expected a known one</source>
        <translation>应为已知</translation>
    </message>
    <message>
        <source>expected a model</source>
        <translation>应为一个模型</translation>
    </message>
    <message>
        <source>expected a number</source>
        <translation>应为数字</translation>
    </message>
    <message>
        <source>expected a number from {} to {}</source>
        <translation>应为 {0} 到 {1} 之间的数</translation>
    </message>
    <message>
        <source>expected a number or None</source>
        <translation>应为数字或 None</translation>
    </message>
    <message>
        <source>expected a number other than {}</source>
        <translation>应为 {0} 以外的数</translation>
    </message>
    <message>
        <source>expected a number that a float can hold</source>
        <translation>应为 float 可表示的数</translation>
    </message>
    <message>
        <source>expected a positive number</source>
        <translation>应为正数</translation>
    </message>
    <message>
        <source>expected a shape</source>
        <translation>应为形状</translation>
    </message>
    <message>
        <source>expected a shorter one</source>
        <translation>应当更短</translation>
    </message>
    <message>
        <source>expected a text</source>
        <translation>应为文本</translation>
    </message>
    <message>
        <source>expected a tuple of integers</source>
        <translation>应为整数元组</translation>
    </message>
    <message>
        <source>expected a tuple of integers such as {}</source>
        <translation>应为整数元组，例如 {0}</translation>
    </message>
    <message>
        <source>expected a tuple such as {}</source>
        <translation>应为元组，例如 {0}</translation>
    </message>
    <message>
        <source>expected a type</source>
        <translation>应有类型</translation>
    </message>
    <message>
        <source>expected a value</source>
        <translation>此处应有一个值</translation>
    </message>
    <message>
        <source>expected a word or a key</source>
        <translation>应为词或键</translation>
    </message>
    <message>
        <source>expected a word, a key such as op: or a bracket</source>
        <translation>应为词、如 op: 的键或括号</translation>
    </message>
    <message>
        <source>expected all of them to be known</source>
        <translation>应全部已知</translation>
    </message>
    <message>
        <source>expected an OpenCL one</source>
        <translation>应为 OpenCL 设备</translation>
    </message>
    <message>
        <source>expected an array</source>
        <translation>应为数组</translation>
    </message>
    <message>
        <source>expected an array of numbers</source>
        <translation>应为数字数组</translation>
    </message>
    <message>
        <source>expected an earlier node</source>
        <translation>应为更早的节点</translation>
    </message>
    <message>
        <source>expected an element type such as {} or {}</source>
        <translation>应为元素类型，例如 {0} 或 {1}</translation>
    </message>
    <message>
        <source>expected an input, a node before it, or NODE:OUTPUT</source>
        <translation>应为输入、在其之前的节点或 NODE:OUTPUT</translation>
    </message>
    <message>
        <source>expected an integer</source>
        <translation>应为整数</translation>
    </message>
    <message>
        <source>expected an integer from {}</source>
        <translation>应为不小于 {0} 的整数</translation>
    </message>
    <message>
        <source>expected an integer from {} to {}</source>
        <translation>应为 {0} 到 {1} 之间的整数</translation>
    </message>
    <message>
        <source>expected an integer of {} bits</source>
        <translation>应为 {0} 位整数</translation>
    </message>
    <message>
        <source>expected an integer or None</source>
        <translation>应为整数或 None</translation>
    </message>
    <message>
        <source>expected an object</source>
        <translation>应为对象</translation>
    </message>
    <message>
        <source>expected an operator</source>
        <translation>应为算子</translation>
    </message>
    <message>
        <source>expected an operator or the end</source>
        <translation>应为运算符或结尾</translation>
    </message>
    <message>
        <source>expected another</source>
        <translation>应使用其他名称</translation>
    </message>
    <message>
        <source>expected another "</source>
        <translation>应有另一个 "</translation>
    </message>
    <message>
        <source>expected another name for each input, output and attribute</source>
        <translation>每个输入、输出和属性的名称应各不相同</translation>
    </message>
    <message>
        <source>expected another number</source>
        <translation>应为其他数</translation>
    </message>
    <message>
        <source>expected another type</source>
        <translation>应为其他类型</translation>
    </message>
    <message>
        <source>expected as many elements as {} {}</source>
        <translation>元素个数应与 {0} {1} 相同</translation>
    </message>
    <message>
        <source>expected at least one</source>
        <translation>应至少有一个</translation>
    </message>
    <message>
        <source>expected at least one node</source>
        <translation>应至少有一个节点</translation>
    </message>
    <message>
        <source>expected at least one number</source>
        <translation>应至少有一个数</translation>
    </message>
    <message>
        <source>expected at least one position</source>
        <translation>应至少有一个位置</translation>
    </message>
    <message>
        <source>expected at least one score</source>
        <translation>应至少有一个得分</translation>
    </message>
    <message>
        <source>expected at least {}</source>
        <translation>应至少为 {0}</translation>
    </message>
    <message>
        <source>expected at least {} dimensions</source>
        <translation>应至少为 {0} 维</translation>
    </message>
    <message>
        <source>expected at most {}</source>
        <translation>应至多为 {0}</translation>
    </message>
    <message>
        <source>expected at most {} with declarations</source>
        <translation>声明文件最多为 {0}</translation>
    </message>
    <message>
        <source>expected batch, channels, height and width</source>
        <translation>应为批次、通道、高、宽</translation>
    </message>
    <message>
        <source>expected conditions</source>
        <translation>应为条件</translation>
    </message>
    <message>
        <source>expected digits</source>
        <translation>应为数字</translation>
    </message>
    <message>
        <source>expected digits, and one of k, M, G, T if need be</source>
        <translation>应为数字，必要时加上 k、M、G、T 之一</translation>
    </message>
    <message>
        <source>expected digits, and one of kB, MB, GB, KiB, MiB, GiB if need be</source>
        <translation>应为数字，必要时加上 kB、MB、GB、KiB、MiB、GiB 之一</translation>
    </message>
    <message>
        <source>expected digits, and one of ns, us, ms, s if need be</source>
        <translation>应为数字，必要时加上 ns、us、ms、s 之一</translation>
    </message>
    <message>
        <source>expected each dimension once</source>
        <translation>每个维度应只出现一次</translation>
    </message>
    <message>
        <source>expected equal ones but for dimension {}</source>
        <translation>除维度 {0} 外应相等</translation>
    </message>
    <message>
        <source>expected fewer</source>
        <translation>应当更少</translation>
    </message>
    <message>
        <source>expected it once</source>
        <translation>应只出现一次</translation>
    </message>
    <message>
        <source>expected known ones</source>
        <translation>应为已知</translation>
    </message>
    <message>
        <source>expected layout {}</source>
        <translation>应符合布局 {0}</translation>
    </message>
    <message>
        <source>expected less than {}</source>
        <translation>应小于 {0}</translation>
    </message>
    <message>
        <source>expected letters, digits and {} that are no word of expressions</source>
        <translation>应为字母、数字和 {0}，且不是表达式的保留字</translation>
    </message>
    <message>
        <source>expected multiples of groups = {}</source>
        <translation>应为 groups = {0} 的倍数</translation>
    </message>
    <message>
        <source>expected nnvm, mxnet or onnx</source>
        <translation>应为 nnvm、mxnet 或 onnx</translation>
    </message>
    <message>
        <source>expected no more</source>
        <translation>不应再有</translation>
    </message>
    <message>
        <source>expected no name, as none is known here</source>
        <translation>此处没有已知名称，不应有名称</translation>
    </message>
    <message>
        <source>expected none</source>
        <translation>不应有</translation>
    </message>
    <message>
        <source>expected numbers</source>
        <translation>应为数</translation>
    </message>
    <message>
        <source>expected numbers below {}</source>
        <translation>应为小于 {0} 的数</translation>
    </message>
    <message>
        <source>expected numbers within {}^{}</source>
        <translation>应为绝对值小于 {0}^{1} 的数</translation>
    </message>
    <message>
        <source>expected of the last input alone</source>
        <translation>只有最后一个输入可以如此</translation>
    </message>
    <message>
        <source>expected once</source>
        <translation>应只读取一次</translation>
    </message>
    <message>
        <source>expected one</source>
        <translation>应有一个</translation>
    </message>
    <message>
        <source>expected one as it was opened, or saved as an NNVM graph</source>
        <translation>应为打开时的样子，或另存为 NNVM 图的模型</translation>
    </message>
    <message>
        <source>expected one element</source>
        <translation>应为一个元素</translation>
    </message>
    <message>
        <source>expected one for data {}</source>
        <translation>应与数据 {0} 相配</translation>
    </message>
    <message>
        <source>expected one for data {} and output {}</source>
        <translation>应与数据 {0} 和输出 {1} 相配</translation>
    </message>
    <message>
        <source>expected one like {} or NCHW4c</source>
        <translation>应如 {0} 或 NCHW4c</translation>
    </message>
    <message>
        <source>expected one of NNVM's or ours</source>
        <translation>应为 NNVM 的算子或本程序的算子</translation>
    </message>
    <message>
        <source>expected one of a list: {}</source>
        <translation>应为以下之一：{0}</translation>
    </message>
    <message>
        <source>expected one of both</source>
        <translation>应只取其一</translation>
    </message>
    <message>
        <source>expected one of numbers alone</source>
        <translation>只有数值才可以有</translation>
    </message>
    <message>
        <source>expected one of the {} nodes</source>
        <translation>应为 {0} 个节点之一</translation>
    </message>
    <message>
        <source>expected one of them</source>
        <translation>应只取决于其一</translation>
    </message>
    <message>
        <source>expected one of this machine: only run, profile, peek, compare and devices ask others</source>
        <translation>应为本机的设备：只有 run、profile、peek、compare 和 devices 会询问其他机器</translation>
        <source>expected one of this machine: only run, profile, peek, tune, compare and devices ask others</source>
        <translation>应为本机的设备：只有 run、profile、peek、tune、compare 和 devices 会询问其他机器</translation>
    </message>
    <message>
        <source>expected one or more</source>
        <translation>应有一个或多个</translation>
    </message>
    <message>
        <source>expected one output</source>
        <translation>应为一个输出</translation>
    </message>
    <message>
        <source>expected one that an earlier operator defines</source>
        <translation>应为前面的算子定义的张量</translation>
    </message>
    <message>
        <source>expected one type</source>
        <translation>应为同一类型</translation>
    </message>
    <message>
        <source>expected one value</source>
        <translation>应为一个值</translation>
    </message>
    <message>
        <source>expected positive integers</source>
        <translation>应为正整数</translation>
    </message>
    <message>
        <source>expected positive numbers</source>
        <translation>应为正数</translation>
    </message>
    <message>
        <source>expected shape {}</source>
        <translation>应为形状 {0}</translation>
    </message>
    <message>
        <source>expected shape, rank or type</source>
        <translation>应为 shape、rank 或 type</translation>
    </message>
    <message>
        <source>expected shapes and attributes alone</source>
        <translation>应只取决于形状和属性</translation>
    </message>
    <message>
        <source>expected sizes such as {},*,{},{}</source>
        <translation>应为各维大小，如 {0},*,{1},{2}</translation>
    </message>
    <message>
        <source>expected slices</source>
        <translation>应为切片</translation>
    </message>
    <message>
        <source>expected ssh:HOST/NAME with a host that ssh knows and that does not begin with -</source>
        <translation>应为 ssh:主机/设备，主机须是 ssh 认识的且不以 - 开头</translation>
    </message>
    <message>
        <source>expected ssh:HOST=PROGRAM/NAME, where NAME may be empty</source>
        <translation>应为 ssh:主机=程序/设备，其中设备可以为空</translation>
    </message>
    <message>
        <source>expected that of {} {}</source>
        <translation>应与 {0} 相同，即 {1}</translation>
    </message>
    <message>
        <source>expected that of {}, {}</source>
        <translation>应与 {0} 相同，即 {1}</translation>
    </message>
    <message>
        <source>expected the elements of shape {}</source>
        <translation>应为形状 {0} 的元素个数</translation>
    </message>
    <message>
        <source>expected the end of the file</source>
        <translation>文件应到此结束</translation>
    </message>
    <message>
        <source>expected the end, &amp; or |</source>
        <translation>应为结尾、&amp; 或 |</translation>
    </message>
    <message>
        <source>expected the name of a variadic input</source>
        <translation>应为可变个数输入的名称</translation>
    </message>
    <message>
        <source>expected the name of an operator that runs</source>
        <translation>应为某个会运行的算子的名字</translation>
    </message>
    <message>
        <source>expected the pooled {}</source>
        <translation>应为池化后的 {0}</translation>
    </message>
    <message>
        <source>expected the same kind</source>
        <translation>种类应相同</translation>
    </message>
    <message>
        <source>expected the same type</source>
        <translation>应为同一类型</translation>
    </message>
    <message>
        <source>expected type choice</source>
        <translation>类型应为 choice</translation>
    </message>
    <message>
        <source>expected types and attributes alone</source>
        <translation>应只取决于类型和属性</translation>
    </message>
    <message>
        <source>expected variables of the graph</source>
        <translation>应为图中的变量</translation>
    </message>
    <message>
        <source>expected version {} as on this machine</source>
        <translation>应与本机相同，即版本 {0}</translation>
    </message>
    <message>
        <source>expected whole numbers</source>
        <translation>应为整数</translation>
    </message>
    <message>
        <source>expected {}</source>
        <translation>应为 {0}</translation>
    </message>
    <message>
        <source>expected {} and what {} leads to</source>
        <translation>应为 {0} 以及 {1} 通向何处</translation>
    </message>
    <message>
        <source>expected {} and {}</source>
        <translation>应为{0}和{1}</translation>
    </message>
    <message>
        <source>expected {} as the operator</source>
        <translation>应与算子一样有 {0} 个</translation>
    </message>
    <message>
        <source>expected {} dimensions</source>
        <translation>应为 {0} 维</translation>
    </message>
    <message>
        <source>expected {} elements</source>
        <translation>应为 {0} 个元素</translation>
    </message>
    <message>
        <source>expected {} in this dialect</source>
        <translation>在此方言中应为 {0}</translation>
    </message>
    <message>
        <source>expected {} inputs</source>
        <translation>应为 {0} 个输入</translation>
    </message>
    <message>
        <source>expected {} numbers</source>
        <translation>应为 {0} 个数</translation>
    </message>
    <message>
        <source>expected {} numbers of at least {}</source>
        <translation>应为 {0} 个不小于 {1} 的数</translation>
    </message>
    <message>
        <source>expected {} or more</source>
        <translation>应为 {0} 个或更多</translation>
    </message>
    <message>
        <source>expected {} or {}</source>
        <translation>应为 {0} 或 {1}</translation>
    </message>
    <message>
        <source>expected {} outputs</source>
        <translation>应为 {0} 个输出</translation>
    </message>
    <message>
        <source>expected {} positions</source>
        <translation>应为 {0} 个位置</translation>
    </message>
    <message>
        <source>expected {} to {}</source>
        <translation>应为 {0} 到 {1}</translation>
    </message>
    <message>
        <source>expected {}, a name, {} or {}</source>
        <translation>应为{0}、名称、{1} 或 {2}</translation>
    </message>
    <message>
        <source>expected {}, {}, {} or {}</source>
        <translation>应为{0}、{1}、{2}或{3}</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>指数函数</translation>
    </message>
    <message>
        <source>factor of each dimension; the result's sizes are rounded down</source>
        <translation>每个维度的倍数；结果尺寸向下取整</translation>
    </message>
    <message>
        <source>factor of height and width</source>
        <translation>高和宽的倍数</translation>
    </message>
    <message>
        <source>factor of the cost</source>
        <translation>代价的系数</translation>
    </message>
    <message>
        <source>whether 0 stands for nothing, which layers behind may pass over: a second result says where it does not</source>
        <translation>0 是否表示空，后面的层可以跳过：第二个结果说明哪些不是空</translation>
    </message>
    <message>
        <source>0 for steps that stand for nothing, and which ones count</source>
        <translation>不算数的步为 0，并说明哪些步算数</translation>
    </message>
    <message>
        <source>whether the last input says which steps count; it passes over others</source>
        <translation>最后一个输入是否说明哪些步算数；其他步被跳过</translation>
    </message>
    <message>
        <source>whether the result is 0 at steps that do not count, or that of the step before</source>
        <translation>不算数的步的结果是 0，还是前一步的结果</translation>
    </message>
    <message>
        <source>factor of the gradient</source>
        <translation>梯度的系数</translation>
    </message>
    <message>
        <source>factor of the height, in place of it; None: none</source>
        <translation>高的倍数，用来代替高；None：无</translation>
    </message>
    <message>
        <source>factor of the layer above</source>
        <translation>上一层的系数</translation>
    </message>
    <message>
        <source>factor of the mean square</source>
        <translation>均方的系数</translation>
    </message>
    <message>
        <source>factor of the one that is added</source>
        <translation>所加的那一层的系数</translation>
    </message>
    <message>
        <source>factor of the products</source>
        <translation>乘积的系数</translation>
    </message>
    <message>
        <source>factor of the sum of squares</source>
        <translation>平方和的系数</translation>
    </message>
    <message>
        <source>factor of the values</source>
        <translation>值的系数</translation>
    </message>
    <message>
        <source>factor of the width, in place of it; None: none</source>
        <translation>宽的倍数，用来代替宽；None：无</translation>
    </message>
    <message>
        <source>factor of x</source>
        <translation>x 的系数</translation>
    </message>
    <message>
        <source>factor of x * x</source>
        <translation>x * x 的系数</translation>
    </message>
    <message>
        <source>file of a tree of classes</source>
        <translation>类别树文件</translation>
    </message>
    <message>
        <source>finds the element type of every entry from the inputs, forward and backward</source>
        <translation>由输入向前向后推断每个条目的元素类型</translation>
    </message>
    <message>
        <source>finds the layout of every entry and converts where operators want another one</source>
        <translation>求出每个条目的布局，并在算子需要其他布局处转换</translation>
    </message>
    <message>
        <source>finds the nodes that one kernel can compute together</source>
        <translation>找出可由一个内核一起计算的节点</translation>
    </message>
    <message>
        <source>finds the shape of every entry from the inputs, forward and backward</source>
        <translation>由输入向前向后推断每个条目的形状</translation>
    </message>
    <message>
        <source>first dimension of lhs that gives way</source>
        <translation>lhs 中被替换的第一个维度</translation>
    </message>
    <message>
        <source>first dimension of rhs that is taken</source>
        <translation>取用的 rhs 的第一个维度</translation>
    </message>
    <message>
        <source>first element</source>
        <translation>第一个元素</translation>
    </message>
    <message>
        <source>first number</source>
        <translation>第一个数</translation>
    </message>
    <message>
        <source>first number; without stop the one before which they end</source>
        <translation>第一个数；没有 stop 时为终点，不含该数</translation>
    </message>
    <message>
        <source>first position</source>
        <translation>第一个位置</translation>
    </message>
    <message>
        <source>first position of each dimension, 0 beyond</source>
        <translation>每个维度的第一个位置，其余为 0</translation>
    </message>
    <message>
        <source>first position of each dimension; None: all</source>
        <translation>每个维度的第一个位置；None：全部</translation>
    </message>
    <message>
        <source>first position taken</source>
        <translation>取出的第一个位置</translation>
    </message>
    <message>
        <source>first row and column</source>
        <translation>第一行和第一列</translation>
    </message>
    <message>
        <source>for each dimension of the result the one it was; reversed if there is none</source>
        <translation>结果的每个维度对应原来的哪个维度；未给出则反转顺序</translation>
    </message>
    <message>
        <source>for each dimension, how much in front and how much behind</source>
        <translation>每个维度前后各补多少</translation>
    </message>
    <message>
        <source>for each index a vector with one element set</source>
        <translation>每个索引对应一个只有一个元素置位的向量</translation>
    </message>
    <message>
        <source>for each input the dimension walked along</source>
        <translation>每个输入沿哪个维度遍历</translation>
    </message>
    <message>
        <source>for each output where its rows lie</source>
        <translation>每个输出的各行沿哪个维度排列</translation>
    </message>
    <message>
        <source>for each place an element, by its index along a dimension</source>
        <translation>每个位置取一个元素，按其沿一个维度的索引</translation>
    </message>
    <message>
        <source>found a picture of {}×{} pixels, expected at most {}</source>
        <translation>图片为 {}×{} 像素,最多允许 {} 像素</translation>
    </message>
    <message>
        <source>found an input of shape {} for a picture of {}×{} pixels, expected at most {} when it is resized</source>
        <translation>输入的形状为 {},图片为 {}×{} 像素,调整大小时最多允许 {} 像素</translation>
    </message>
    <message>
        <source>found an input of shape {}, expected 1, 3 or 4 channels for a picture</source>
        <translation>输入的形状为 {},图片需要 1、3 或 4 个通道</translation>
    </message>
    <message>
        <source>found an input of shape {}, expected one of three or four dimensions that are known for a picture</source>
        <translation>输入的形状为 {},图片需要三个或四个已知的维度</translation>
    </message>
    <message>
        <source>found no input</source>
        <translation>没有输入</translation>
    </message>
    <message>
        <source>found no picture that can be read ({}), expected a PNG file</source>
        <translation>没有可读取的图片({}),需要 PNG 文件</translation>
    </message>
    <message>
        <source>found shapes {} and {}</source>
        <translation>形状为 {0} 和 {1}</translation>
    </message>
    <message>
        <source>found the condition {}, expected appears, vanishes or reshapes with a query, or slower with milliseconds</source>
        <translation>条件为 {},需要 appears、vanishes 或 reshapes 后接查询,或 slower 后接毫秒数</translation>
    </message>
    <message>
        <source>found the end</source>
        <translation>遇到结尾</translation>
    </message>
    <message>
        <source>found the file {}, expected a name without folders</source>
        <translation>文件名为 {0}，应为不含文件夹的名称</translation>
    </message>
    <message>
        <source>found the file {}, expected a plain name in the model's folder</source>
        <translation>文件名为 {0}，应为模型所在文件夹中的名称</translation>
    </message>
    <message>
        <source>found {}</source>
        <translation>得到 {0}</translation>
    </message>
    <message>
        <source>found {} after {}</source>
        <translation>{1} 之后是 {0}</translation>
    </message>
    <message>
        <source>found {} bytes, expected the header of a .weights file</source>
        <translation>只有 {0} 字节，应为 .weights 文件头</translation>
    </message>
    <message>
        <source>found {} inputs</source>
        <translation>有 {0} 个输入</translation>
    </message>
    <message>
        <source>found {} numbers of mean or std, expected one, or one for each of {} channels</source>
        <translation>mean 或 std 有 {} 个数,需要一个,或 {} 个通道各一个</translation>
    </message>
    <message>
        <source>found {} outputs</source>
        <translation>有 {0} 个输出</translation>
    </message>
    <message>
        <source>found {}, which no expression has</source>
        <translation>遇到表达式中没有的 {0}</translation>
    </message>
    <message>
        <source>from a least to a greatest value</source>
        <translation>限制在最小值与最大值之间</translation>
    </message>
    <message>
        <source>from the last to the first along some dimensions</source>
        <translation>沿某些维度从后往前翻转</translation>
    </message>
    <message>
        <source>fully connected layer along the last dimension</source>
        <translation>沿最后一个维度的全连接层</translation>
    </message>
    <message>
        <source>fully connected layer and activation at one go</source>
        <translation>全连接层与激活一次完成</translation>
    </message>
    <message>
        <source>fully connected layer of whole numbers</source>
        <translation>整数的全连接层</translation>
    </message>
    <message>
        <source>fully connected layer with bias or normalization, and an activation</source>
        <translation>全连接层，带偏置或归一化和激活函数</translation>
    </message>
    <message>
        <source>fully connected layer: Y = X * W^T + b</source>
        <translation>全连接层：Y = X * W^T + b</translation>
    </message>
    <message>
        <source>function of each gate</source>
        <translation>每个门的函数</translation>
    </message>
    <message>
        <source>function of each result</source>
        <translation>作用于每个结果的函数</translation>
    </message>
    <message>
        <source>function of each sum</source>
        <translation>作用于每个和的函数</translation>
    </message>
    <message>
        <source>function {} has {} arguments</source>
        <translation>函数 {0} 有 {1} 个参数</translation>
    </message>
    <message>
        <source>gamma times: the value where positive, alpha * (e^x - 1) elsewhere</source>
        <translation>正值保持不变，其余为 alpha * (e^x - 1)，再乘以 gamma</translation>
    </message>
    <message>
        <source>gated recurrent unit</source>
        <translation>门控循环单元</translation>
    </message>
    <message>
        <source>gather of tensors that lie in the result's memory</source>
        <translation>收集已位于结果内存中的张量</translation>
    </message>
    <message>
        <source>given: , </source>
        <translation>，</translation>
    </message>
    <message>
        <source>given: ; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>given: {} is {}</source>
        <translation>{0} 为 {1}</translation>
    </message>
    <message>
        <source>given: {} is {} from {}</source>
        <translation>{0} 为 {1}，来自 {2}</translation>
    </message>
    <message>
        <source>gives each node a device by its group and puts copies between devices</source>
        <translation>按组给每个节点分配设备，并在设备之间插入复制</translation>
    </message>
    <message>
        <source>gives operators the layouts that a device likes best</source>
        <translation>给算子换成设备最适合的布局</translation>
    </message>
    <message>
        <source>gives the graph to a program as NNVM's JSON and takes what it prints</source>
        <translation>把图以 NNVM 的 JSON 交给程序，并采用程序的输出</translation>
    </message>
    <message>
        <source>goes on with the next round of the loop</source>
        <translation>进入循环的下一轮</translation>
    </message>
    <message>
        <source>gradient of conv2d: of its data, its weight and its bias</source>
        <translation>conv2d 的梯度：对数据、权重和偏置</translation>
    </message>
    <message>
        <source>gradient of max_pool2d: goes to the first largest element of each window</source>
        <translation>max_pool2d 的梯度：传给每个窗口的第一个最大元素</translation>
    </message>
    <message>
        <source>graph attributes to print for each entry, as shape;dtype</source>
        <translation>为每个条目打印的图属性，例如 shape;dtype</translation>
    </message>
    <message>
        <source>graph attributes to print for each node, as group_root</source>
        <translation>为每个节点打印的图属性，例如 group_root</translation>
    </message>
    <message>
        <source>graphs of Model Explorer</source>
        <translation>Model Explorer 的图</translation>
    </message>
    <message>
        <source>greatest growth; not above 0: any</source>
        <translation>最大增长；不大于 0 则不限</translation>
    </message>
    <message>
        <source>greatest value of each window</source>
        <translation>每个窗口的最大值</translation>
    </message>
    <message>
        <source>groups an operator with the element-wise ones that alone use its result</source>
        <translation>把算子与只使用其结果的逐元素算子归为一组</translation>
    </message>
    <message>
        <source>groups become calls of kernels; off: the groups are only found; auto: from level 0</source>
        <translation>各组变为内核调用；off：只找出各组；auto：从 0 级起</translation>
    </message>
    <message>
        <source>groups of channels convolved apart</source>
        <translation>各自卷积的通道组数</translation>
    </message>
    <message>
        <source>groups of channels with mean 0 and deviation 1</source>
        <translation>使各组通道均值为 0、标准差为 1</translation>
    </message>
    <message>
        <source>gru: whether the state is reset before its product with the weights</source>
        <translation>gru:状态是否在与权重相乘之前被重置</translation>
    </message>
    <message>
        <source>has an unknown input {}</source>
        <translation>有未知的输入 {0}</translation>
    </message>
    <message>
        <source>has an unknown output {}</source>
        <translation>有未知的输出 {0}</translation>
    </message>
    <message>
        <source>has no effect on what a run computes</source>
        <translation>不影响运行结果</translation>
    </message>
    <message>
        <source>has no inputs</source>
        <translation>没有输入</translation>
    </message>
    <message>
        <source>has {} inputs</source>
        <translation>有 {0} 个输入</translation>
    </message>
    <message>
        <source>has {} outputs</source>
        <translation>有 {0} 个输出</translation>
    </message>
    <message>
        <source>head {} is {} of {}, which has {}</source>
        <translation>图的第 {0} 个输出是 {2} 的 {1}，而后者有 {3} 个</translation>
    </message>
    <message>
        <source>heads of keys and values</source>
        <translation>键和值的头数</translation>
    </message>
    <message>
        <source>heads of keys and values, for inputs of 3 dimensions</source>
        <translation>键和值的头数，用于 3 维输入</translation>
    </message>
    <message>
        <source>heads of queries</source>
        <translation>查询的头数</translation>
    </message>
    <message>
        <source>heads of queries, for inputs of 3 dimensions</source>
        <translation>查询的头数，用于 3 维输入</translation>
    </message>
    <message>
        <source>heads, for an input of 3 dimensions</source>
        <translation>头数，用于 3 维输入</translation>
    </message>
    <message>
        <source>height and width of a block</source>
        <translation>块的高和宽</translation>
    </message>
    <message>
        <source>height and width of a result</source>
        <translation>结果的高度和宽度</translation>
    </message>
    <message>
        <source>height and width of a square</source>
        <translation>方块的高和宽</translation>
    </message>
    <message>
        <source>height and width of a window</source>
        <translation>窗口的高和宽</translation>
    </message>
    <message>
        <source>height and width of each result</source>
        <translation>每个结果的高和宽</translation>
    </message>
    <message>
        <source>height and width of the grid</source>
        <translation>网格的高和宽</translation>
    </message>
    <message>
        <source>height and width of the kernel</source>
        <translation>卷积核的高和宽</translation>
    </message>
    <message>
        <source>height and width of the result</source>
        <translation>结果的高和宽</translation>
    </message>
    <message>
        <source>height and width of the result, or one number for both; none: 1</source>
        <translation>结果的高和宽，或两者共用的一个数；无：1</translation>
    </message>
    <message>
        <source>height and width of the square; negative: squares are summed up</source>
        <translation>方块的高和宽；负数：对方块求和</translation>
    </message>
    <message>
        <source>height and width of the window</source>
        <translation>窗口的高和宽</translation>
    </message>
    <message>
        <source>height and width of the window; else stride</source>
        <translation>窗口的高和宽；未给出时为 stride</translation>
    </message>
    <message>
        <source>height and width of the windows</source>
        <translation>窗口的高和宽</translation>
    </message>
    <message>
        <source>height and width, with one input</source>
        <translation>只有一个输入时的高和宽</translation>
    </message>
    <message>
        <source>height of the image that the network sees</source>
        <translation>网络所见图像的高</translation>
    </message>
    <message>
        <source>height of the original image</source>
        <translation>原图的高</translation>
    </message>
    <message>
        <source>height of the result</source>
        <translation>结果的高</translation>
    </message>
    <message>
        <source>how a place changes the state</source>
        <translation>每个位置更新状态的方式</translation>
    </message>
    <message>
        <source>how cuDNN picks its algorithm</source>
        <translation>cuDNN 如何选择算法</translation>
    </message>
    <message>
        <source>how elements between positions are found</source>
        <translation>如何求位置之间的元素</translation>
    </message>
    <message>
        <source>how far a box's place may leave its cell</source>
        <translation>框的位置可超出其单元多少</translation>
    </message>
    <message>
        <source>how far a window moves</source>
        <translation>窗口移动的步长</translation>
    </message>
    <message>
        <source>how far a window's places are apart</source>
        <translation>窗口内各位置的间距</translation>
    </message>
    <message>
        <source>how far from 0 values become 0</source>
        <translation>与 0 的距离不超过此值的值变为 0</translation>
    </message>
    <message>
        <source>how far it moves down; else stride</source>
        <translation>向下移动的步长；未给出时为 stride</translation>
    </message>
    <message>
        <source>how far it moves to the right; else stride</source>
        <translation>向右移动的步长；未给出时为 stride</translation>
    </message>
    <message>
        <source>how far log-probabilities of classes are from the labels</source>
        <translation>各类别的对数概率与标签的差距</translation>
    </message>
    <message>
        <source>how far queries look</source>
        <translation>查询能看多远</translation>
    </message>
    <message>
        <source>how far the numbers scatter</source>
        <translation>各数的离散程度</translation>
    </message>
    <message>
        <source>how far the softmax of scores of classes is from the labels</source>
        <translation>各类别得分的 softmax 与标签的差距</translation>
    </message>
    <message>
        <source>how far the window moves</source>
        <translation>窗口每次移动的距离</translation>
    </message>
    <message>
        <source>how far the window moves in the result</source>
        <translation>窗口在结果中移动的步长</translation>
    </message>
    <message>
        <source>how far the window moves; else its own size</source>
        <translation>窗口移动的步长；未给出则为窗口大小</translation>
    </message>
    <message>
        <source>how far values move toward 0</source>
        <translation>值向 0 移动的量</translation>
    </message>
    <message>
        <source>how far windows move over the data</source>
        <translation>窗口在数据上移动的步长</translation>
    </message>
    <message>
        <source>how it is done</source>
        <translation>计算方式</translation>
    </message>
    <message>
        <source>how it is stored</source>
        <translation>如何存储</translation>
    </message>
    <message>
        <source>how likely a one is</source>
        <translation>出现 1 的概率</translation>
    </message>
    <message>
        <source>how many are drawn from each row</source>
        <translation>每一行抽取的个数</translation>
    </message>
    <message>
        <source>how many boxes are kept</source>
        <translation>保留多少个框</translation>
    </message>
    <message>
        <source>how many channels a filter takes</source>
        <translation>滤波器取多少个通道</translation>
    </message>
    <message>
        <source>how many channels are looked at; odd</source>
        <translation>考察多少个通道；奇数</translation>
    </message>
    <message>
        <source>how many channels are near, with its own</source>
        <translation>相邻通道数，包括自身</translation>
    </message>
    <message>
        <source>how many channels count</source>
        <translation>计入多少个通道</translation>
    </message>
    <message>
        <source>how many channels on either side count</source>
        <translation>两侧各计入多少个通道</translation>
    </message>
    <message>
        <source>how many channels the image gets; 0: as the file has them</source>
        <translation>图像的通道数；0：与文件相同</translation>
    </message>
    <message>
        <source>how many channels the result has</source>
        <translation>结果的通道数</translation>
    </message>
    <message>
        <source>how many channels there are</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>how many diagonals above the main one stay; negative: all</source>
        <translation>主对角线上方保留多少条对角线；负数：全部</translation>
    </message>
    <message>
        <source>how many diagonals below the main one stay; negative: all</source>
        <translation>主对角线下方保留多少条对角线；负数：全部</translation>
    </message>
    <message>
        <source>how many dimensions in front both share</source>
        <translation>两者共有的前导维数</translation>
    </message>
    <message>
        <source>how many dimensions there are</source>
        <translation>维数</translation>
    </message>
    <message>
        <source>how many elements are found</source>
        <translation>找出多少个元素</translation>
    </message>
    <message>
        <source>how many elements are taken</source>
        <translation>取多少个元素</translation>
    </message>
    <message>
        <source>how many elements come of one, for each dimension</source>
        <translation>每个维度上一个元素变为多少个</translation>
    </message>
    <message>
        <source>how many elements of a head are turned; 0: all</source>
        <translation>每个头中旋转的元素数；0：全部</translation>
    </message>
    <message>
        <source>how many equal parts; the last may be smaller</source>
        <translation>等分的份数；最后一份可以较小</translation>
    </message>
    <message>
        <source>how many first dimensions are batches</source>
        <translation>前多少个维度是批次维</translation>
    </message>
    <message>
        <source>how many groups; -1: each channel is one</source>
        <translation>组数；-1：每个通道为一组</translation>
    </message>
    <message>
        <source>how many in front and behind, for each dimension</source>
        <translation>每个维度之前和之后各填充多少个</translation>
    </message>
    <message>
        <source>how many in front of and behind each dimension: ((1, 1), (0, 2))</source>
        <translation>每个维度前后各补多少：((1, 1), (0, 2))</translation>
    </message>
    <message>
        <source>how many keys before its own place a query sees; -1: all</source>
        <translation>查询能看到自身位置之前的多少个键；-1：全部</translation>
    </message>
    <message>
        <source>how many keys behind its own place a query sees; -1: all</source>
        <translation>查询能看到自身位置之后的多少个键；-1：全部</translation>
    </message>
    <message>
        <source>how many numbers are drawn</source>
        <translation>抽取多少个数</translation>
    </message>
    <message>
        <source>how many numbers the state has</source>
        <translation>状态包含多少个数</translation>
    </message>
    <message>
        <source>how many of the best boxes count; -1: all</source>
        <translation>最好的框取多少个；-1：全部</translation>
    </message>
    <message>
        <source>how many of the last inputs are walked along</source>
        <translation>末尾多少个输入被逐个切片遍历</translation>
    </message>
    <message>
        <source>how many parts there are</source>
        <translation>分成多少份</translation>
    </message>
    <message>
        <source>how many parts, or where they end</source>
        <translation>分成多少部分，或各部分的结束位置</translation>
    </message>
    <message>
        <source>how many places</source>
        <translation>有多少个位置</translation>
    </message>
    <message>
        <source>how many tensors a sequence has</source>
        <translation>序列中张量的个数</translation>
    </message>
    <message>
        <source>how many tensors an array has</source>
        <translation>数组中张量的个数</translation>
    </message>
    <message>
        <source>how many there are</source>
        <translation>数的个数</translation>
    </message>
    <message>
        <source>how many times as large: height, width</source>
        <translation>放大倍数（整数）：高、宽</translation>
    </message>
    <message>
        <source>how many times, with other weights each</source>
        <translation>做多少次，每次权重不同</translation>
    </message>
    <message>
        <source>how many values</source>
        <translation>值的个数</translation>
    </message>
    <message>
        <source>how many values along the axis have one scale; 0: no blocks</source>
        <translation>沿该轴多少个值共用一个缩放；0：不分块</translation>
    </message>
    <message>
        <source>how many values there are</source>
        <translation>值的个数</translation>
    </message>
    <message>
        <source>how many vectors there are</source>
        <translation>向量的个数</translation>
    </message>
    <message>
        <source>how many: for all sides, or for each</source>
        <translation>数量：各边相同，或每边各一个</translation>
    </message>
    <message>
        <source>how many; 0: all</source>
        <translation>多少个；0：全部</translation>
    </message>
    <message>
        <source>how much is added is computed when the model runs</source>
        <translation>填充量在模型运行时才计算</translation>
    </message>
    <message>
        <source>how much is put around the image</source>
        <translation>图像四周填充多少</translation>
    </message>
    <message>
        <source>how much is put around the volume</source>
        <translation>体积四周填充多少</translation>
    </message>
    <message>
        <source>how much larger: height, width</source>
        <translation>放大倍数：高、宽</translation>
    </message>
    <message>
        <source>how much of the running mean and variance stays in training</source>
        <translation>训练时滑动均值和方差保留的比例</translation>
    </message>
    <message>
        <source>how much padding there is: what pads says; none; or as much as gives a window for each stride, an odd one more at the end or at the beginning</source>
        <translation>填充的方式：按 pads 指定；不填充；或填充到每个步长对应一个窗口，总量为奇数时多出的一个放在末尾或开头</translation>
    </message>
    <message>
        <source>how much two boxes may cover each other</source>
        <translation>两个框最多可重叠多少</translation>
    </message>
    <message>
        <source>how much: of all sides, or of each</source>
        <translation>多少：各边相同，或每边各一个</translation>
    </message>
    <message>
        <source>how numbers are rounded to float8e8m0</source>
        <translation>数舍入为 float8e8m0 的方式</translation>
    </message>
    <message>
        <source>how often</source>
        <translation>重复多少次</translation>
    </message>
    <message>
        <source>how often a text is split at most</source>
        <translation>每段文本最多拆分的次数</translation>
    </message>
    <message>
        <source>how often each dimension is repeated</source>
        <translation>各维度重复多少次</translation>
    </message>
    <message>
        <source>how often each n-gram of a pool occurs</source>
        <translation>池中每个 n-gram 出现的次数</translation>
    </message>
    <message>
        <source>how often each number comes</source>
        <translation>每个数出现多少次</translation>
    </message>
    <message>
        <source>how often each repeats</source>
        <translation>每个维度重复多少次</translation>
    </message>
    <message>
        <source>how often the loop runs at most</source>
        <translation>循环最多运行多少次</translation>
    </message>
    <message>
        <source>how often the sequence is repeated</source>
        <translation>序列重复多少次</translation>
    </message>
    <message>
        <source>how often, for each dimension</source>
        <translation>每个维度重复多少次</translation>
    </message>
    <message>
        <source>how often, for each of the last dimensions</source>
        <translation>最后几个维度各重复多少次</translation>
    </message>
    <message>
        <source>how places between pixels are read</source>
        <translation>如何读取像素之间的位置</translation>
    </message>
    <message>
        <source>how places in the result become places in the input</source>
        <translation>结果中的坐标如何映射到输入中的坐标</translation>
    </message>
    <message>
        <source>how query and key are compared</source>
        <translation>如何比较查询与键</translation>
    </message>
    <message>
        <source>how slowly training moves mean and variance</source>
        <translation>训练时均值和方差变化的缓慢程度</translation>
    </message>
    <message>
        <source>how the anchors are written</source>
        <translation>锚框的写法</translation>
    </message>
    <message>
        <source>how the result is stored</source>
        <translation>结果如何存储</translation>
    </message>
    <message>
        <source>how the weights become shares of 1</source>
        <translation>权重如何变为总和为 1 的比例</translation>
    </message>
    <message>
        <source>how values between elements are found</source>
        <translation>元素之间的值如何求得</translation>
    </message>
    <message>
        <source>how values beyond the border are found</source>
        <translation>边界之外的值如何得到</translation>
    </message>
    <message>
        <source>hyperbolic cosine</source>
        <translation>双曲余弦</translation>
    </message>
    <message>
        <source>hyperbolic sine</source>
        <translation>双曲正弦</translation>
    </message>
    <message>
        <source>hyperbolic tangent</source>
        <translation>双曲正切</translation>
    </message>
    <message>
        <source>images a whole number of times larger</source>
        <translation>放大整数倍的图像</translation>
    </message>
    <message>
        <source>images in another size, interpolated</source>
        <translation>改变图像大小，插值</translation>
    </message>
    <message>
        <source>images in another size, of the nearest elements</source>
        <translation>改变图像大小，取最近的元素</translation>
    </message>
    <message>
        <source>images of another height and width</source>
        <translation>改变高和宽后的图像</translation>
    </message>
    <message>
        <source>images of another size, interpolated</source>
        <translation>插值得到的其他尺寸的图像</translation>
    </message>
    <message>
        <source>images put together again as blocks of places</source>
        <translation>把图像重新拼成位置块</translation>
    </message>
    <message>
        <source>images sampled by an affine map of their places</source>
        <translation>按位置的仿射映射采样的图像</translation>
    </message>
    <message>
        <source>images sampled where a grid says</source>
        <translation>按网格采样的图像</translation>
    </message>
    <message>
        <source>in how many groups the channels are convolved</source>
        <translation>通道分为多少组进行卷积</translation>
    </message>
    <message>
        <source>in how many groups the channels are normalized</source>
        <translation>通道分成多少组做归一化</translation>
    </message>
    <message>
        <source>in layout {}</source>
        <translation>布局为 {}</translation>
    </message>
    <message>
        <source>indices outside are held at the ends or counted round</source>
        <translation>越界的索引取边界值或循环计数</translation>
    </message>
    <message>
        <source>indices outside are held at the ends, counted round, or refused</source>
        <translation>越界的索引取边界值、循环计数或报错</translation>
    </message>
    <message>
        <source>input is {}</source>
        <translation>输入是{0}</translation>
    </message>
    <message>
        <source>input of shape {} is too large for a kernel</source>
        <translation>形状为 {0} 的输入对内核来说太大</translation>
    </message>
    <message>
        <source>input {}</source>
        <translation>输入 {0}</translation>
    </message>
    <message>
        <source>input {} is tensor {}</source>
        <translation>输入 {0} 是张量 {1}</translation>
    </message>
    <message>
        <source>inputs are {} and {}</source>
        <translation>输入为 {0} 和 {1}</translation>
    </message>
    <message>
        <source>inputs have shapes {} and {}</source>
        <translation>输入的形状为 {0} 和 {1}</translation>
    </message>
    <message>
        <source>inputs of shape {} and {} do not multiply</source>
        <translation>形状 {0} 与 {1} 的输入不能相乘</translation>
    </message>
    <message>
        <source>inputs of shape {} and {} do not multiply: {} columns, {} rows</source>
        <translation>形状 {0} 与 {1} 的输入不能相乘：{2} 列，{3} 行</translation>
    </message>
    <message>
        <source>inputs that a step reads</source>
        <translation>每步读取的输入</translation>
    </message>
    <message>
        <source>inputs that are neither</source>
        <translation>两者都不是的输入</translation>
    </message>
    <message>
        <source>inputs that are sliced</source>
        <translation>被切片的输入</translation>
    </message>
    <message>
        <source>inputs that are states</source>
        <translation>作为状态的输入</translation>
    </message>
    <message>
        <source>inputs that the condition reads</source>
        <translation>条件读取的输入</translation>
    </message>
    <message>
        <source>inputs that the first body reads</source>
        <translation>第一个分支读取的输入</translation>
    </message>
    <message>
        <source>inputs that the first branch reads</source>
        <translation>第一个分支读取的输入</translation>
    </message>
    <message>
        <source>inputs that the second body reads</source>
        <translation>第二个分支读取的输入</translation>
    </message>
    <message>
        <source>inputs that the second branch reads</source>
        <translation>第二个分支读取的输入</translation>
    </message>
    <message>
        <source>inputs whose memory the result may take; has no effect</source>
        <translation>结果可占用其内存的输入；没有作用</translation>
    </message>
    <message>
        <source>instance: over all but the first dimension; channel: over the second</source>
        <translation>instance：除第一维外的全部；channel：第二维</translation>
    </message>
    <message>
        <source>inverse hyperbolic cosine</source>
        <translation>反双曲余弦</translation>
    </message>
    <message>
        <source>inverse hyperbolic sine</source>
        <translation>反双曲正弦</translation>
    </message>
    <message>
        <source>inverse hyperbolic tangent</source>
        <translation>反双曲正切</translation>
    </message>
    <message>
        <source>inverse of the cosine</source>
        <translation>反余弦</translation>
    </message>
    <message>
        <source>inverse of the hyperbolic cosine</source>
        <translation>反双曲余弦</translation>
    </message>
    <message>
        <source>inverse of the hyperbolic sine</source>
        <translation>反双曲正弦</translation>
    </message>
    <message>
        <source>inverse of the hyperbolic tangent</source>
        <translation>反双曲正切</translation>
    </message>
    <message>
        <source>inverse of the sine</source>
        <translation>反正弦</translation>
    </message>
    <message>
        <source>inverse of the tangent</source>
        <translation>反正切</translation>
    </message>
    <message>
        <source>it changes a variable</source>
        <translation>它会改变变量</translation>
    </message>
    <message>
        <source>it changes a variable, or reads one that is changed</source>
        <translation>它会改变变量，或读取会被改变的变量</translation>
    </message>
    <message>
        <source>it changes a variable, or waits for another node</source>
        <translation>它会改变变量，或要等待另一个节点</translation>
    </message>
    <message>
        <source>it depends on itself</source>
        <translation>它依赖自身</translation>
    </message>
    <message>
        <source>it depends on {}, which parameters alone do not give</source>
        <translation>它依赖 {0}，后者不能仅由参数算出</translation>
    </message>
    <message>
        <source>it does not compute element by element</source>
        <translation>它不是逐元素计算</translation>
    </message>
    <message>
        <source>it has subgraphs</source>
        <translation>它含有子图</translation>
    </message>
    <message>
        <source>it has {} inputs</source>
        <translation>它有 {0} 个输入</translation>
    </message>
    <message>
        <source>it has {} outputs</source>
        <translation>它有 {0} 个输出</translation>
    </message>
    <message>
        <source>it is declared twice</source>
        <translation>被声明两次</translation>
    </message>
    <message>
        <source>it may guard the value of a variable that is changed later</source>
        <translation>它可能保护着一个稍后会被改变的变量的值</translation>
    </message>
    <message>
        <source>it or its data waits for another node</source>
        <translation>它或其数据要等待另一个节点</translation>
    </message>
    <message>
        <source>it reads a variable that is changed</source>
        <translation>它读取会被改变的变量</translation>
    </message>
    <message>
        <source>it reads {} of {}, which has {}</source>
        <translation>它读取 {1} 的{0}，而后者有 {2} 个</translation>
    </message>
    <message>
        <source>it waits for another node</source>
        <translation>它要等待另一个节点</translation>
    </message>
    <message>
        <source>items of the longest n-gram</source>
        <translation>最长 n-gram 的项数</translation>
    </message>
    <message>
        <source>items of the shortest n-gram</source>
        <translation>最短 n-gram 的项数</translation>
    </message>
    <message>
        <source>items that may lie between two of an n-gram</source>
        <translation>n-gram 相邻两项之间最多可隔的项数</translation>
    </message>
    <message>
        <source>its channels already lie as the device likes them</source>
        <translation>其通道的排列已经适合该设备</translation>
    </message>
    <message>
        <source>its channels do not come in whole blocks of {}</source>
        <translation>其通道不能组成完整的 {0} 块</translation>
    </message>
    <message>
        <source>its data comes from {}</source>
        <translation>其数据来自 {0}</translation>
    </message>
    <message>
        <source>its declaration has no lowering</source>
        <translation>其声明没有说明如何分解</translation>
    </message>
    <message>
        <source>its dimensions, a letter each</source>
        <translation>其各维度，每个用一个字母表示</translation>
    </message>
    <message>
        <source>its inputs ({}) do not fit each other or the attributes, expected the shapes of the operator's definition</source>
        <translation>其输入（{}）彼此或与属性不相符，应为该算子定义中的形状</translation>
    </message>
    <message>
        <source>its layouts are in blocks already</source>
        <translation>其布局已经分块</translation>
    </message>
    <message>
        <source>its mean or variance is read</source>
        <translation>其均值或方差被读取</translation>
    </message>
    <message>
        <source>its operator ends a kernel</source>
        <translation>其算子结束一个内核</translation>
    </message>
    <message>
        <source>its place</source>
        <translation>其位置</translation>
    </message>
    <message>
        <source>its place in the result; negative: from behind</source>
        <translation>在结果中的位置；负数：从后往前数</translation>
    </message>
    <message>
        <source>its reader computes values by index already</source>
        <translation>读取它的节点已按下标计算值</translation>
    </message>
    <message>
        <source>its reader {} computes another operator with a schedule already</source>
        <translation>读取它的 {0} 已在计算另一个有调度的算子</translation>
    </message>
    <message>
        <source>its reader {} does not compute element by element</source>
        <translation>读取它的 {0} 不是逐元素计算</translation>
    </message>
    <message>
        <source>its reader {} has another shape</source>
        <translation>读取它的 {0} 形状不同</translation>
    </message>
    <message>
        <source>its reader {} starts a kernel of its own</source>
        <translation>读取它的 {0} 另起一个内核</translation>
    </message>
    <message>
        <source>its result is not {}</source>
        <translation>其结果不是 {0}</translation>
    </message>
    <message>
        <source>its results are not decided by its inputs alone</source>
        <translation>其结果不只由输入决定</translation>
    </message>
    <message>
        <source>its scale is neither a variable nor a vector with more dimensions</source>
        <translation>其缩放因子既不是变量，也不是扩维的向量</translation>
    </message>
    <message>
        <source>its scale is read by others too</source>
        <translation>其缩放因子还被别处读取</translation>
    </message>
    <message>
        <source>its scale stops at {}: a negative scale does not pass through it</source>
        <translation>其缩放止于 {0}：负的缩放不能穿过它</translation>
    </message>
    <message>
        <source>its scale stops at {}: it has {} groups, expected {} or one for each of {} channels</source>
        <translation>其缩放止于 {0}：它有 {1} 组，应为 {2} 组或 {3} 个通道各一组</translation>
    </message>
    <message>
        <source>its scale stops at {}: its operator passes no scale on</source>
        <translation>其缩放止于 {0}：其算子不传递缩放</translation>
    </message>
    <message>
        <source>its scale stops at {}: kernel_layout is {}, expected OIHW</source>
        <translation>其缩放止于 {0}：kernel_layout 为 {1}，应为 OIHW</translation>
    </message>
    <message>
        <source>its scale stops at {}: neither input is a vector along axis {}</source>
        <translation>其缩放止于 {0}：两个输入都不是沿轴 {1} 的向量</translation>
    </message>
    <message>
        <source>its scale stops at {}: only scales along the channels of NCHW pass through it</source>
        <translation>其缩放止于 {0}：只有沿 NCHW 通道的缩放能穿过它</translation>
    </message>
    <message>
        <source>its scale stops at {}: several read its result</source>
        <translation>其缩放止于 {0}：其结果被多处读取</translation>
    </message>
    <message>
        <source>its scale stops at {}: several scales meet there</source>
        <translation>其缩放止于 {0}：多个缩放在那里相遇</translation>
    </message>
    <message>
        <source>its scale stops at {}: the scale may be {}, by which the added vector cannot be divided</source>
        <translation>其缩放止于 {0}：缩放可能为 {1}，所加向量不能除以它</translation>
    </message>
    <message>
        <source>its scale stops at {}: the scale runs along axis {}, expected that of the channels</source>
        <translation>其缩放止于 {0}：缩放沿轴 {1}，应沿通道轴</translation>
    </message>
    <message>
        <source>its shape is unknown</source>
        <translation>形状未知</translation>
    </message>
    <message>
        <source>its value is a result of the graph</source>
        <translation>其值是图的结果</translation>
    </message>
    <message>
        <source>its value is read {} times</source>
        <translation>其值被读取 {0} 次</translation>
    </message>
    <message>
        <source>joins tensors along a new dimension</source>
        <translation>沿新维度拼接张量</translation>
    </message>
    <message>
        <source>joins tensors along one dimension</source>
        <translation>沿一个维度拼接张量</translation>
    </message>
    <message>
        <source>joins the parameters of a recurrent network</source>
        <translation>拼接循环网络的参数</translation>
    </message>
    <message>
        <source>joins whole numbers along one dimension</source>
        <translation>沿一个维度拼接整数张量</translation>
    </message>
    <message>
        <source>keep the values of the corner pixels (bilinear only)</source>
        <translation>保持角上像素的原值（仅双线性）</translation>
    </message>
    <message>
        <source>keeps one of several nodes that compute the same from the same inputs</source>
        <translation>对同一输入做同样计算的多个节点只保留一个</translation>
    </message>
    <message>
        <source>kernel size: (w,), (h, w) or (d, h, w)</source>
        <translation>卷积核尺寸：(w,)、(h, w) 或 (d, h, w)</translation>
    </message>
    <message>
        <source>kernel {} exceeds the {} of the padded input</source>
        <translation>窗口 {0} 超过填充后输入的 {1}</translation>
    </message>
    <message>
        <source>kinds of objects</source>
        <translation>物体的种类数</translation>
    </message>
    <message>
        <source>label that has no gradient</source>
        <translation>没有梯度的标签</translation>
    </message>
    <message>
        <source>larger images</source>
        <translation>放大的图像</translation>
    </message>
    <message>
        <source>largest element along an axis</source>
        <translation>沿一个轴的最大元素</translation>
    </message>
    <message>
        <source>largest element along an axis, and where it is</source>
        <translation>沿一个轴的最大元素及其位置</translation>
    </message>
    <message>
        <source>largest element along some dimensions</source>
        <translation>沿某些维度的最大元素</translation>
    </message>
    <message>
        <source>largest output, of a calibration</source>
        <translation>校准得到的最大输出</translation>
    </message>
    <message>
        <source>largest result of a calibration</source>
        <translation>校准得到的最大结果</translation>
    </message>
    <message>
        <source>largest result that was found in a calibration; None: numbers of four bytes</source>
        <translation>校准得到的最大结果；None：四字节整数</translation>
    </message>
    <message>
        <source>largest slope of rrelu</source>
        <translation>rrelu 的最大斜率</translation>
    </message>
    <message>
        <source>largest value</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>largest value that was found in a calibration; None: numbers of four bytes</source>
        <translation>校准得到的最大值；None：四字节整数</translation>
    </message>
    <message>
        <source>largest value that was found in a calibration; None: that of the data</source>
        <translation>校准得到的最大值；None：取数据的最大值</translation>
    </message>
    <message>
        <source>largest whole number not above x</source>
        <translation>不大于 x 的最大整数</translation>
    </message>
    <message>
        <source>layers of a recurrent network</source>
        <translation>循环网络的各层</translation>
    </message>
    <message>
        <source>layout of the input, such as NCHW</source>
        <translation>输入的布局，例如 NCHW</translation>
    </message>
    <message>
        <source>layout of the output, such as NCHW4c</source>
        <translation>输出的布局，例如 NCHW4c</translation>
    </message>
    <message>
        <source>layouts of inputs, as data=NCHW, separated by semicolons</source>
        <translation>输入的布局，例如 data=NCHW，以分号分隔</translation>
    </message>
    <message>
        <source>layouts of inputs, as data=NCHW, separated by semicolons; others are found</source>
        <translation>输入的布局，例如 data=NCHW，以分号分隔；其余自动求出</translation>
    </message>
    <message>
        <source>layouts that the device likes best; auto: from level 3</source>
        <translation>取设备最适合的布局；auto：从 3 级起</translation>
    </message>
    <message>
        <source>learned numbers; reads no layer</source>
        <translation>学到的数；不读取任何层</translation>
    </message>
    <message>
        <source>least element that counts</source>
        <translation>计入的最小元素</translation>
    </message>
    <message>
        <source>least number of anchors of the background</source>
        <translation>背景锚框的最少个数</translation>
    </message>
    <message>
        <source>least output, of a calibration</source>
        <translation>校准得到的最小输出</translation>
    </message>
    <message>
        <source>least result of a calibration</source>
        <translation>校准得到的最小结果</translation>
    </message>
    <message>
        <source>least result that was found in a calibration; None: numbers of four bytes</source>
        <translation>校准得到的最小结果；None：四字节整数</translation>
    </message>
    <message>
        <source>least score that counts</source>
        <translation>计入的最低得分</translation>
    </message>
    <message>
        <source>least slope of rrelu</source>
        <translation>rrelu 的最小斜率</translation>
    </message>
    <message>
        <source>least sum of squares</source>
        <translation>平方和的最小值</translation>
    </message>
    <message>
        <source>least value</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>least value that was found in a calibration; None: numbers of four bytes</source>
        <translation>校准得到的最小值；None：四字节整数</translation>
    </message>
    <message>
        <source>least value that was found in a calibration; None: that of the data</source>
        <translation>校准得到的最小值；None：取数据的最小值</translation>
    </message>
    <message>
        <source>leaves out dimensions of size 1</source>
        <translation>去掉长度为 1 的维度</translation>
    </message>
    <message>
        <source>length of a row</source>
        <translation>每行的长度</translation>
    </message>
    <message>
        <source>length of each label</source>
        <translation>每个标签的长度</translation>
    </message>
    <message>
        <source>length of the vectors along some dimensions</source>
        <translation>沿某些维度的向量长度</translation>
    </message>
    <message>
        <source>lhs * rhs</source>
        <translation>lhs * rhs</translation>
    </message>
    <message>
        <source>lhs * rhs, stretching dimensions of 1</source>
        <translation>lhs * rhs，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>lhs + rhs</source>
        <translation>lhs + rhs</translation>
    </message>
    <message>
        <source>lhs + rhs, stretching dimensions of 1</source>
        <translation>lhs + rhs，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>lhs - rhs</source>
        <translation>lhs - rhs</translation>
    </message>
    <message>
        <source>lhs - rhs, stretching dimensions of 1</source>
        <translation>lhs - rhs，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>lhs / rhs</source>
        <translation>lhs / rhs</translation>
    </message>
    <message>
        <source>lhs / rhs, stretching dimensions of 1</source>
        <translation>lhs / rhs，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>lhs shifted left by rhs bits, stretching dimensions of 1</source>
        <translation>lhs 左移 rhs 位，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>lhs shifted right by rhs bits, stretching dimensions of 1</source>
        <translation>lhs 右移 rhs 位，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>lhs to the power of rhs</source>
        <translation>lhs 的 rhs 次幂</translation>
    </message>
    <message>
        <source>lhs to the power of rhs, stretching dimensions of 1</source>
        <translation>lhs 的 rhs 次幂，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>line printed before the tensor</source>
        <translation>张量之前打印的一行</translation>
    </message>
    <message>
        <source>lists of 6-bit numbers stay in the model</source>
        <translation>6 位数的列表只能留在模型中</translation>
    </message>
    <message>
        <source>local response normalisation: x / (bias + alpha * mean of the squares of the channels around) ^ beta</source>
        <translation>局部响应归一化：x / (bias + alpha * 邻近通道平方的均值) ^ beta</translation>
    </message>
    <message>
        <source>local response normalization across channels</source>
        <translation>跨通道的局部响应归一化</translation>
    </message>
    <message>
        <source>log(1 + x)</source>
        <translation>log(1 + x)</translation>
    </message>
    <message>
        <source>logarithm of softmax</source>
        <translation>softmax 的对数</translation>
    </message>
    <message>
        <source>logarithm of softmax along an axis</source>
        <translation>沿一个轴的 softmax 的对数</translation>
    </message>
    <message>
        <source>logarithm of the softmax</source>
        <translation>softmax 的对数</translation>
    </message>
    <message>
        <source>logarithm of the sum of e to the power of values over dimensions</source>
        <translation>以 e 为底、各值为指数求幂，沿各维度求和再取对数</translation>
    </message>
    <message>
        <source>logarithm of the sum over dimensions</source>
        <translation>沿各维度求和再取对数</translation>
    </message>
    <message>
        <source>logarithm to the base of 10</source>
        <translation>以 10 为底的对数</translation>
    </message>
    <message>
        <source>logarithm to the base of 2</source>
        <translation>以 2 为底的对数</translation>
    </message>
    <message>
        <source>logarithms of sums along dimensions</source>
        <translation>沿若干维度的和的对数</translation>
    </message>
    <message>
        <source>logarithms of sums of exponentials along dimensions</source>
        <translation>沿若干维度的指数和的对数</translation>
    </message>
    <message>
        <source>long short-term memory</source>
        <translation>长短期记忆</translation>
    </message>
    <message>
        <source>long short-term memory of images: its products are convolutions</source>
        <translation>图像的长短期记忆（LSTM）：其中的乘积为卷积</translation>
    </message>
    <message>
        <source>lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>lstm: gates i, f, g, o; gru: r, z, n; rnn_relu and rnn_tanh: one</source>
        <translation>lstm：门 i、f、g、o；gru：r、z、n；rnn_relu 和 rnn_tanh：一个</translation>
    </message>
    <message>
        <source>lstm: largest value of a state</source>
        <translation>lstm：状态的最大值</translation>
    </message>
    <message>
        <source>lstm: least value of a state</source>
        <translation>lstm：状态的最小值</translation>
    </message>
    <message>
        <source>lstm: length to which the output of a layer is projected</source>
        <translation>lstm：层输出投影到的长度</translation>
    </message>
    <message>
        <source>lstm: whether NaN is clipped, too</source>
        <translation>lstm：NaN 是否也被裁剪</translation>
    </message>
    <message>
        <source>makes each group one call of a kernel, plans storage and how it is run</source>
        <translation>把每组变为一次内核调用，规划存储和运行方式</translation>
    </message>
    <message>
        <source>matrix product of 8-bit numbers that stand for others by scales and zero points</source>
        <translation>8 位量化数的矩阵乘积，由缩放和零点表示实际值</translation>
    </message>
    <message>
        <source>matrix product of 8-bit whole numbers</source>
        <translation>8 位整数的矩阵乘积</translation>
    </message>
    <message>
        <source>matrix product, as NumPy's matmul</source>
        <translation>矩阵乘积，与 NumPy 的 matmul 相同</translation>
    </message>
    <message>
        <source>matrix product; of more dimensions the last of lhs meets the first of rhs</source>
        <translation>矩阵乘积；维度更多时，lhs 的最后一维与 rhs 的第一维相乘</translation>
    </message>
    <message>
        <source>matrix product; the last dimension of lhs meets the first of rhs</source>
        <translation>矩阵乘积；lhs 的最后一维与 rhs 的第一维相乘</translation>
    </message>
    <message>
        <source>matrix products, one for each place in the outer dimensions</source>
        <translation>矩阵乘积，外层维度的每个位置各一个</translation>
    </message>
    <message>
        <source>max(0, min(1, alpha * x + beta))</source>
        <translation>max(0, min(1, alpha * x + beta))</translation>
    </message>
    <message>
        <source>max(x, 0)</source>
        <translation>max(x, 0)</translation>
    </message>
    <message>
        <source>maximum of each channel</source>
        <translation>每个通道的最大值</translation>
    </message>
    <message>
        <source>maximum over a sliding window</source>
        <translation>滑动窗口的最大值</translation>
    </message>
    <message>
        <source>maximum over a sliding window of NCHW data</source>
        <translation>NCHW 数据的滑动窗口最大值</translation>
    </message>
    <message>
        <source>mean and variance over some dimensions</source>
        <translation>某些维度上的均值和方差</translation>
    </message>
    <message>
        <source>mean of each channel</source>
        <translation>每个通道的均值</translation>
    </message>
    <message>
        <source>mean of each window</source>
        <translation>每个窗口的平均值</translation>
    </message>
    <message>
        <source>mean of several tensors</source>
        <translation>多个张量的平均值</translation>
    </message>
    <message>
        <source>mean of the elements along some dimensions</source>
        <translation>沿某些维度的元素平均值</translation>
    </message>
    <message>
        <source>mean over dimensions</source>
        <translation>沿各维度的均值</translation>
    </message>
    <message>
        <source>means along dimensions</source>
        <translation>沿若干维度求平均</translation>
    </message>
    <message>
        <source>means of samples in the cells of each region of interest, without rounding places</source>
        <translation>每个感兴趣区域各格内采样的均值，位置不取整</translation>
    </message>
    <message>
        <source>megabytes that cuDNN may use</source>
        <translation>cuDNN 可用的兆字节数</translation>
    </message>
    <message>
        <source>megabytes that may be used</source>
        <translation>可用的兆字节数</translation>
    </message>
    <message>
        <source>min(max(x, 0), 6)</source>
        <translation>min(max(x, 0), 6)</translation>
    </message>
    <message>
        <source>more than {} inputs or outputs</source>
        <translation>输入或输出多于 {0} 个</translation>
    </message>
    <message>
        <source>most steps</source>
        <translation>最多步数</translation>
    </message>
    <message>
        <source>moves multiplications along one axis into the weights of convolutions</source>
        <translation>把沿一个轴的乘法移入卷积权重</translation>
    </message>
    <message>
        <source>name of the compiled function</source>
        <translation>编译所得函数的名字</translation>
    </message>
    <message>
        <source>name that all devices share</source>
        <translation>所有设备共用的名字</translation>
    </message>
    <message>
        <source>names of the variables that are not parameters, instead of params</source>
        <translation>不是参数的变量名，用来代替 params</translation>
    </message>
    <message>
        <source>names of the variables that are parameters, separated by semicolons; empty: by their use</source>
        <translation>作为参数的变量名，以分号分隔；空：按用途判断</translation>
    </message>
    <message>
        <source>names of the variables that are parameters, separated by semicolons; empty: the loaded ones, and those that operators take for weights</source>
        <translation>作为参数的变量名，以分号分隔；空：已载入的变量，以及算子视为权重的变量</translation>
    </message>
    <message>
        <source>natural logarithm</source>
        <translation>自然对数</translation>
    </message>
    <message>
        <source>nearest whole number towards zero</source>
        <translation>向零取整的最近整数</translation>
    </message>
    <message>
        <source>nearest whole number, halves away from zero</source>
        <translation>最接近的整数，恰好一半时远离零</translation>
    </message>
    <message>
        <source>nearest whole number, halves to the even one</source>
        <translation>最接近的整数，恰好一半时取偶数</translation>
    </message>
    <message>
        <source>nearest: the element itself; bilinear: between it and its neighbors</source>
        <translation>nearest：元素本身；bilinear：在元素与相邻元素之间插值</translation>
    </message>
    <message>
        <source>neither input scales the other along one axis</source>
        <translation>两个输入都不沿单个轴缩放另一个</translation>
    </message>
    <message>
        <source>nervure-cli on {} is of an older version</source>
        <translation>{0} 上的 nervure-cli 是较旧的版本</translation>
    </message>
    <message>
        <source>nervure-cli on {} is of version {}</source>
        <translation>{0} 上的 nervure-cli 是版本 {1}</translation>
    </message>
    <message>
        <source>nested more than {} deep</source>
        <translation>嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>nnvm: blocks as NNVM gives them; lightnet: offsets as LightNet gives them; stored: those of a compiled LightNet document; arena: offsets in one arena, with true element sizes; auto: that of the graph's dialect</source>
        <translation>nnvm：NNVM 给出的块；lightnet：LightNet 给出的偏移；stored：已编译 LightNet 文档中的偏移；arena：一个内存区中的偏移，元素大小真实；auto：按图的方言</translation>
    </message>
    <message>
        <source>no OpenCL device was found, expected an installed OpenCL driver such as PoCL (pocl-opencl-icd)</source>
        <translation>没有找到 OpenCL 设备，应安装 OpenCL 驱动程序，例如 PoCL（pocl-opencl-icd）</translation>
    </message>
    <message>
        <source>no edges are given</source>
        <translation>没有给出连线</translation>
    </message>
    <message>
        <source>no format can carry this model to another machine</source>
        <translation>没有格式能把此模型送到另一台机器</translation>
    </message>
    <message>
        <source>no kernel for {}</source>
        <translation>没有 {0} 的内核</translation>
    </message>
    <message>
        <source>no layer runs a node {}</source>
        <translation>没有层运行节点 {0}</translation>
    </message>
    <message>
        <source>no nodes are given</source>
        <translation>没有给出节点</translation>
    </message>
    <message>
        <source>no operator can have this name</source>
        <translation>算子不能使用此名称</translation>
    </message>
    <message>
        <source>no operator is named</source>
        <translation>没有指明算子</translation>
    </message>
    <message>
        <source>no output of the model depends on it</source>
        <translation>模型的任何输出都不依赖它</translation>
    </message>
    <message>
        <source>no version of the form</source>
        <translation>没有格式版本</translation>
    </message>
    <message>
        <source>nobody knows its operator</source>
        <translation>其算子未知</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>node {}</source>
        <translation>节点 {0}</translation>
    </message>
    <message>
        <source>none: a loss a label; sum or mean: that of all labels</source>
        <translation>none：每个标签一个损失；sum 或 mean：所有标签损失的和或均值</translation>
    </message>
    <message>
        <source>none: by the error function; tanh: nearly the same by the hyperbolic tangent</source>
        <translation>none：用误差函数计算；tanh：用双曲正切近似计算</translation>
    </message>
    <message>
        <source>normalises each channel with its moving mean and variance</source>
        <translation>用滑动均值和方差归一化每个通道</translation>
    </message>
    <message>
        <source>normalization by the rolling mean and variance of each channel, scaled</source>
        <translation>用各通道的滑动均值和方差归一化，并缩放</translation>
    </message>
    <message>
        <source>normalizes along one dimension by its mean and variance</source>
        <translation>沿一个维度用均值和方差归一化</translation>
    </message>
    <message>
        <source>normalizes each channel by its mean and variance</source>
        <translation>用均值和方差归一化每个通道</translation>
    </message>
    <message>
        <source>normalizes each channel of each image by its mean and variance</source>
        <translation>用均值和方差归一化每幅图像的每个通道</translation>
    </message>
    <message>
        <source>normalizes each channel of whole numbers</source>
        <translation>归一化整数的每个通道</translation>
    </message>
    <message>
        <source>normalizes groups of channels by their mean and variance</source>
        <translation>用均值和方差归一化通道组</translation>
    </message>
    <message>
        <source>normally distributed random values</source>
        <translation>正态分布的随机值</translation>
    </message>
    <message>
        <source>normally distributed random values in the shape of the input</source>
        <translation>正态分布的随机值，形状与输入相同</translation>
    </message>
    <message>
        <source>not all of its shapes are known</source>
        <translation>其形状并非全部已知</translation>
    </message>
    <message>
        <source>not behind {}: a value inside is seen outside, or the kernel would be too long</source>
        <translation>不能接在 {0} 之后：内部的值在外部可见，或内核会过长</translation>
    </message>
    <message>
        <source>not behind {}: it has another shape</source>
        <translation>不能接在 {0} 之后：形状不同</translation>
    </message>
    <message>
        <source>not behind {}: its kernel takes no others in</source>
        <translation>不能接在 {0} 之后：其内核不接纳其他算子</translation>
    </message>
    <message>
        <source>not behind {}: others read its value first</source>
        <translation>不能接在 {0} 之后：别的节点先读取其值</translation>
    </message>
    <message>
        <source>not behind {}: others that read its value cannot follow</source>
        <translation>不能接在 {0} 之后：读取其值的其他节点不能跟随</translation>
    </message>
    <message>
        <source>not behind {}: the kernel would have too many inputs</source>
        <translation>不能接在 {0} 之后：内核的输入会过多</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>nothing is fused at opt_level {}</source>
        <translation>opt_level 为 {0} 时不融合</translation>
    </message>
    <message>
        <source>nothing is left of the image</source>
        <translation>图像没有剩余</translation>
    </message>
    <message>
        <source>nothing is left of {} of size {}</source>
        <translation>长度为 {1} 的{0}已没有剩余</translation>
    </message>
    <message>
        <source>nothing is left of {} of size {} from {} to {}</source>
        <translation>长度为 {1} 的{0}从 {2} 到 {3} 没有剩余</translation>
    </message>
    <message>
        <source>nothing reads this value</source>
        <translation>没有节点读取这个值</translation>
    </message>
    <message>
        <source>nothing tells the values of variable {}</source>
        <translation>没有说明变量 {} 的值</translation>
    </message>
    <message>
        <source>nothing, once what it depends on is done</source>
        <translation>所依赖的都完成后什么也不做</translation>
    </message>
    <message>
        <source>null</source>
        <translation>空值</translation>
    </message>
    <message>
        <source>number at the index</source>
        <translation>索引处的数</translation>
    </message>
    <message>
        <source>number before which they end</source>
        <translation>到此数之前为止</translation>
    </message>
    <message>
        <source>number elsewhere</source>
        <translation>其余处的数</translation>
    </message>
    <message>
        <source>number of blocks picked</source>
        <translation>取出的块数</translation>
    </message>
    <message>
        <source>number of classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>number of devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>number of equal parts; 0: as the indices say</source>
        <translation>相等部分的个数；0：由索引决定</translation>
    </message>
    <message>
        <source>number of groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>number of heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>number of inputs</source>
        <translation>输入个数</translation>
    </message>
    <message>
        <source>number of inputs, subgraphs included</source>
        <translation>输入个数，子图也算在内</translation>
    </message>
    <message>
        <source>number of layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>number of new dimensions</source>
        <translation>新维度的个数</translation>
    </message>
    <message>
        <source>number of output channels</source>
        <translation>输出通道数</translation>
    </message>
    <message>
        <source>number of output features</source>
        <translation>输出特征数</translation>
    </message>
    <message>
        <source>number of outputs</source>
        <translation>输出个数</translation>
    </message>
    <message>
        <source>number of parts</source>
        <translation>部分的个数</translation>
    </message>
    <message>
        <source>number of positions taken</source>
        <translation>取出的位置数</translation>
    </message>
    <message>
        <source>number of tensors it gives</source>
        <translation>它给出的张量数</translation>
    </message>
    <message>
        <source>number of tensors it takes</source>
        <translation>它接受的张量数</translation>
    </message>
    <message>
        <source>number of the layer whose arrays this one has too; a negative one counts back</source>
        <translation>与本层共用数组的层的编号；负数从本层往前数</translation>
    </message>
    <message>
        <source>number of the layer whose objects are compared</source>
        <translation>被比较目标所在层的编号</translation>
    </message>
    <message>
        <source>number of the layer; a negative one counts back from here</source>
        <translation>该层的编号；负数从本层往前数</translation>
    </message>
    <message>
        <source>number of the part that is taken, from 0</source>
        <translation>所取部分的编号，从 0 开始</translation>
    </message>
    <message>
        <source>numbers at equal distances</source>
        <translation>等距的数</translation>
    </message>
    <message>
        <source>numbers at equal distances, as many as the input has elements or a dimension</source>
        <translation>等距的数，个数等于输入的元素数或某个维度的长度</translation>
    </message>
    <message>
        <source>numbers behind the image's own, which stay as they are</source>
        <translation>图像自身的数之后还有多少个数，它们保持不变</translation>
    </message>
    <message>
        <source>numbers from a start, by steps, below a limit</source>
        <translation>从起始值开始，按步长递增，到上限为止（不含）的数</translation>
    </message>
    <message>
        <source>numbers of a box</source>
        <translation>一个框的数值个数</translation>
    </message>
    <message>
        <source>numbers of a head's query and key</source>
        <translation>每个头的查询和键的大小</translation>
    </message>
    <message>
        <source>numbers of a head's value; else key_dim</source>
        <translation>每个头的值的大小；未给出则为 key_dim</translation>
    </message>
    <message>
        <source>numbers of a row</source>
        <translation>一行的大小</translation>
    </message>
    <message>
        <source>numbers of the anchors that this layer has</source>
        <translation>本层所用锚框的编号</translation>
    </message>
    <message>
        <source>numbers of the functions of the memory that goes backward</source>
        <translation>反向记忆的函数所用的数</translation>
    </message>
    <message>
        <source>numbers of the layers; negative ones count back from here</source>
        <translation>各层的编号；负数从本层往前数</translation>
    </message>
    <message>
        <source>numbers of the result</source>
        <translation>结果的个数</translation>
    </message>
    <message>
        <source>numbers of the result; else as many as the query has</source>
        <translation>结果的大小；未给出则与查询相同</translation>
    </message>
    <message>
        <source>numbers of the state</source>
        <translation>状态的个数</translation>
    </message>
    <message>
        <source>numbers or channels of the state, as the fork says</source>
        <translation>状态的个数或通道数，取决于分支版本</translation>
    </message>
    <message>
        <source>numbers with the same distance</source>
        <translation>等间距的数</translation>
    </message>
    <message>
        <source>of equal values: whether the last counts, not the first</source>
        <translation>值相等时：是否取最后一个，而不是第一个</translation>
    </message>
    <message>
        <source>of no effect on a CPU</source>
        <translation>在 CPU 上不起作用</translation>
    </message>
    <message>
        <source>of the length</source>
        <translation>长度（范数）的阶</translation>
    </message>
    <message>
        <source>of the moving mean and variance, when trained</source>
        <translation>训练时滑动均值和方差的动量</translation>
    </message>
    <message>
        <source>of the result</source>
        <translation>结果的该属性</translation>
    </message>
    <message>
        <source>offsets (and the arena's sizes) are multiples of this many bytes; 0: 64 in the arena, 1 in LightNet's plan, as for its CPU</source>
        <translation>偏移（以及内存区大小）为此字节数的倍数；0：内存区为 64，LightNet 规划为 1，与其 CPU 一致</translation>
    </message>
    <message>
        <source>one array of NumPy</source>
        <translation>单个 NumPy 数组</translation>
    </message>
    <message>
        <source>one dimension</source>
        <translation>其中一个维度</translation>
    </message>
    <message>
        <source>one element of each row along a dimension, by its index</source>
        <translation>按索引从每行沿一个维度取一个元素</translation>
    </message>
    <message>
        <source>one more dimension, of size 1</source>
        <translation>增加一个大小为 1 的维度</translation>
    </message>
    <message>
        <source>one number added to each channel</source>
        <translation>给每个通道加上一个数</translation>
    </message>
    <message>
        <source>one number everywhere</source>
        <translation>处处为同一个数</translation>
    </message>
    <message>
        <source>one number for all steps behind the end of each sequence</source>
        <translation>每个序列结束之后的各步都取同一个数</translation>
    </message>
    <message>
        <source>one number in a given shape</source>
        <translation>按给定形状填充同一个数</translation>
    </message>
    <message>
        <source>one number in the input's shape and type</source>
        <translation>与输入同形状同类型、处处为同一个数</translation>
    </message>
    <message>
        <source>one of its outputs beside {} is read</source>
        <translation>除{0}外，它还有输出被读取</translation>
    </message>
    <message>
        <source>one of the inputs has no {}</source>
        <translation>其中一个输入没有 {0}</translation>
    </message>
    <message>
        <source>one of the inputs is named {}</source>
        <translation>其中一个输入名为 {0}</translation>
    </message>
    <message>
        <source>one of the inputs is {}</source>
        <translation>其中一个输入是{0}</translation>
    </message>
    <message>
        <source>one of the outputs has no {}</source>
        <translation>其中一个输出没有 {0}</translation>
    </message>
    <message>
        <source>one of the outputs is named {}</source>
        <translation>其中一个输出名为 {0}</translation>
    </message>
    <message>
        <source>one of the outputs is {}</source>
        <translation>其中一个输出是{0}</translation>
    </message>
    <message>
        <source>one of two functions, by a condition</source>
        <translation>按条件运行两个函数之一</translation>
    </message>
    <message>
        <source>one of two graphs, as a condition says</source>
        <translation>按条件选择两个图之一</translation>
    </message>
    <message>
        <source>one of two networks, by a condition</source>
        <translation>按条件选择两个网络之一</translation>
    </message>
    <message>
        <source>one step of a long short-term memory</source>
        <translation>长短期记忆的一步</translation>
    </message>
    <message>
        <source>one tensor of a sequence</source>
        <translation>序列中的一个张量</translation>
    </message>
    <message>
        <source>one tensor of an array</source>
        <translation>数组中的一个张量</translation>
    </message>
    <message>
        <source>ones</source>
        <translation>一</translation>
    </message>
    <message>
        <source>ones of the input's shape and type</source>
        <translation>与输入同形状同类型的全一张量</translation>
    </message>
    <message>
        <source>only boxes of a higher score count</source>
        <translation>只有得分更高的框才计入</translation>
    </message>
    <message>
        <source>only {} is computed in blocks</source>
        <translation>只有 {0} 能分块计算</translation>
    </message>
    <message>
        <source>operator {} is unknown</source>
        <translation>算子 {0} 未知</translation>
    </message>
    <message>
        <source>operators or nodes that are computed again for the gradient, to save memory</source>
        <translation>为节省内存而在求梯度时重新计算的算子或节点</translation>
    </message>
    <message>
        <source>operators that a file declares as the operators that it says compute the same</source>
        <translation>把文件声明的算子换成其中说明的等效算子</translation>
    </message>
    <message>
        <source>operators that give zeros, the first as zeros_like: what only they reach needs no gradient</source>
        <translation>给出零的算子，第一个如 zeros_like：只有它们用到的值不需要梯度</translation>
    </message>
    <message>
        <source>order of the dimensions of input and output</source>
        <translation>输入和输出维度的顺序</translation>
    </message>
    <message>
        <source>order of the dimensions, NCHW or NHWC</source>
        <translation>维度的顺序，NCHW 或 NHWC</translation>
    </message>
    <message>
        <source>order of the dimensions; None: NCW, NCHW or NCDHW</source>
        <translation>维度的顺序；None：NCW、NCHW 或 NCDHW</translation>
    </message>
    <message>
        <source>order of the input's dimensions</source>
        <translation>输入维度的顺序</translation>
    </message>
    <message>
        <source>order of the output's; undefined: the input's</source>
        <translation>输出维度的顺序；undefined：与输入相同</translation>
    </message>
    <message>
        <source>order of the weight's dimensions</source>
        <translation>权重维度的顺序</translation>
    </message>
    <message>
        <source>order of the weight's dimensions; O are the input's channels</source>
        <translation>权重维度的顺序；O 为输入通道</translation>
    </message>
    <message>
        <source>others read its data too</source>
        <translation>其数据还被别处读取</translation>
    </message>
    <message>
        <source>output is {}</source>
        <translation>输出是{0}</translation>
    </message>
    <message>
        <source>output type; same: the input's</source>
        <translation>输出类型；same：与输入相同</translation>
    </message>
    <message>
        <source>output {}</source>
        <translation>输出 {0}</translation>
    </message>
    <message>
        <source>outputs with a row for each step</source>
        <translation>每步占一行的输出个数</translation>
    </message>
    <message>
        <source>outputs with a row for each step; states follow</source>
        <translation>每步占一行的输出个数；其后是状态</translation>
    </message>
    <message>
        <source>overlap beyond which a box drops</source>
        <translation>重叠超过此值的框被去掉</translation>
    </message>
    <message>
        <source>overlap beyond which an anchor is matched with a label</source>
        <translation>重叠超过此值的锚框与标签匹配</translation>
    </message>
    <message>
        <source>overlap from which a box drops</source>
        <translation>重叠从此值起的框被去掉</translation>
    </message>
    <message>
        <source>overlap from which an anchor is no background</source>
        <translation>重叠从此值起的锚框不是背景</translation>
    </message>
    <message>
        <source>overlap, 0 to 1, from which a box drops</source>
        <translation>重叠从此值（0 到 1）起的框被去掉</translation>
    </message>
    <message>
        <source>padding above</source>
        <translation>上方填充</translation>
    </message>
    <message>
        <source>padding behind the depth</source>
        <translation>深度之后的填充</translation>
    </message>
    <message>
        <source>padding below</source>
        <translation>下方填充</translation>
    </message>
    <message>
        <source>padding in front of each spatial dimension, then behind each; 0</source>
        <translation>先是各空间维度前面的填充，再是各空间维度后面的填充；默认 0</translation>
    </message>
    <message>
        <source>padding in front of the depth</source>
        <translation>深度之前的填充</translation>
    </message>
    <message>
        <source>padding leaves a size of {}</source>
        <translation>填充后尺寸为 {0}</translation>
    </message>
    <message>
        <source>padding leaves nothing of the result</source>
        <translation>填充后结果为空</translation>
    </message>
    <message>
        <source>padding on the left</source>
        <translation>左侧填充</translation>
    </message>
    <message>
        <source>padding on the right</source>
        <translation>右侧填充</translation>
    </message>
    <message>
        <source>pairs of elements turned by angles that depend on their place</source>
        <translation>成对元素按取决于位置的角度旋转</translation>
    </message>
    <message>
        <source>part of a tensor along one axis</source>
        <translation>张量沿一个轴的一部分</translation>
    </message>
    <message>
        <source>part of a tensor along one dimension</source>
        <translation>张量沿一个维度的一部分</translation>
    </message>
    <message>
        <source>part of a tensor: along each dimension from begin to end by step</source>
        <translation>张量的一部分：沿每个维度从 begin 到 end，步长 step</translation>
    </message>
    <message>
        <source>part of a tensor: along each dimension from begin to end by stride</source>
        <translation>张量的一部分：沿每个维度从 begin 到 end，步长 stride</translation>
    </message>
    <message>
        <source>parts of a tensor along a dimension</source>
        <translation>张量沿一个维度的各部分</translation>
    </message>
    <message>
        <source>parts of a tensor along a dimension, as a sequence</source>
        <translation>沿某个维度把张量切分为序列</translation>
    </message>
    <message>
        <source>parts of an image, all in one size</source>
        <translation>图像的若干部分，统一为一个大小</translation>
    </message>
    <message>
        <source>parts of each layer's channels</source>
        <translation>每层的通道分成多少部分</translation>
    </message>
    <message>
        <source>parts of given lengths along a dimension</source>
        <translation>沿一个维度按给定长度切分</translation>
    </message>
    <message>
        <source>parts of the channels that are apart</source>
        <translation>互不相干的通道组数</translation>
    </message>
    <message>
        <source>parts of the channels that are computed apart from each other</source>
        <translation>彼此独立计算的通道分组数</translation>
    </message>
    <message>
        <source>parts of the channels that have offsets of their own</source>
        <translation>各有自己偏移的通道分组数</translation>
    </message>
    <message>
        <source>parts with a sum of their own</source>
        <translation>各自求和的组数</translation>
    </message>
    <message>
        <source>pass exec needs a command, and a timeout of {} to {} seconds: exec{command="PROGRAM ARGUMENT …",timeout={}}</source>
        <translation>pass exec 需要一条命令，以及 {0} 到 {1} 秒的时限</translation>
    </message>
    <message>
        <source>pass {} ran out of memory</source>
        <translation>Pass {0} 内存不足</translation>
    </message>
    <message>
        <source>pass {} was cancelled</source>
        <translation>Pass {0} 已取消</translation>
    </message>
    <message>
        <source>passes the values on</source>
        <translation>原样传递各值</translation>
    </message>
    <message>
        <source>passes values on; TensorFlow stops where one is not finite</source>
        <translation>原样传递；TensorFlow 遇到非有限值时会停止</translation>
    </message>
    <message>
        <source>pixels repeated, or interpolated by the weight that is given</source>
        <translation>重复像素，或用给定的权重插值</translation>
    </message>
    <message>
        <source>place of the first new dimension</source>
        <translation>第一个新维度的位置</translation>
    </message>
    <message>
        <source>place of the new dimension in the result</source>
        <translation>新维度在结果中的位置</translation>
    </message>
    <message>
        <source>places are half a cell less</source>
        <translation>位置是否减去半格</translation>
    </message>
    <message>
        <source>places computed together; changes no result</source>
        <translation>一起计算的位置数；不影响结果</translation>
    </message>
    <message>
        <source>places in an image for GridSample, by matrices</source>
        <translation>供 GridSample 使用的图像位置，由矩阵得出</translation>
    </message>
    <message>
        <source>plan these nodes alone, as FIRST:END</source>
        <translation>只规划这些节点，写作 FIRST:END</translation>
    </message>
    <message>
        <source>pool size {} exceeds the input's {} padded to {}</source>
        <translation>池化窗口 {0} 超过输入 {1} 填充后的 {2}</translation>
    </message>
    <message>
        <source>pooling of images, as before MXNet 0.9</source>
        <translation>图像池化，MXNet 0.9 之前的版本</translation>
    </message>
    <message>
        <source>pooling of whole numbers</source>
        <translation>整数的池化</translation>
    </message>
    <message>
        <source>pooling over 1 to 3 dimensions</source>
        <translation>1 到 3 维的池化</translation>
    </message>
    <message>
        <source>position after the last, the dimension's size beyond</source>
        <translation>最后位置的下一个，其余为维度的长度</translation>
    </message>
    <message>
        <source>position after the last; None: all</source>
        <translation>最后位置的下一个；None：全部</translation>
    </message>
    <message>
        <source>position of the first largest element along a dimension</source>
        <translation>沿一个维度的第一个最大元素的位置</translation>
    </message>
    <message>
        <source>position of the first largest element along dimension 1</source>
        <translation>沿维度 1 的第一个最大元素的位置</translation>
    </message>
    <message>
        <source>position of the first smallest element along a dimension</source>
        <translation>沿一个维度的第一个最小元素的位置</translation>
    </message>
    <message>
        <source>position of the largest element along some dimensions</source>
        <translation>沿某些维度的最大元素的位置</translation>
    </message>
    <message>
        <source>position of the smallest element along some dimensions</source>
        <translation>沿某些维度的最小元素的位置</translation>
    </message>
    <message>
        <source>positions of the elements along a dimension in the order of their sizes; equal ones keep their order</source>
        <translation>沿一个维度按元素大小排序的位置；相等者保持原有顺序</translation>
    </message>
    <message>
        <source>positions of the elements in the order of their sizes</source>
        <translation>元素按大小排序后的位置</translation>
    </message>
    <message>
        <source>power of lp pooling</source>
        <translation>lp 池化的幂</translation>
    </message>
    <message>
        <source>power of the divisor</source>
        <translation>除数的幂</translation>
    </message>
    <message>
        <source>powers of 2</source>
        <translation>2 的幂</translation>
    </message>
    <message>
        <source>product along some dimensions, with NaN as 1</source>
        <translation>沿某些维度之积，NaN 视为 1</translation>
    </message>
    <message>
        <source>product of the elements along some dimensions</source>
        <translation>沿某些维度的元素之积</translation>
    </message>
    <message>
        <source>product of two matrices</source>
        <translation>两个矩阵的乘积</translation>
    </message>
    <message>
        <source>product of two tensors, element by element</source>
        <translation>两个张量逐元素相乘</translation>
    </message>
    <message>
        <source>product over dimensions</source>
        <translation>沿某些维度的乘积</translation>
    </message>
    <message>
        <source>products along dimensions</source>
        <translation>沿若干维度求积</translation>
    </message>
    <message>
        <source>products of all values up to each along a dimension</source>
        <translation>沿某个维度的累乘积</translation>
    </message>
    <message>
        <source>products of matrices</source>
        <translation>矩阵乘积</translation>
    </message>
    <message>
        <source>products of the matrices in the last two dimensions</source>
        <translation>最后两维中矩阵的乘积</translation>
    </message>
    <message>
        <source>products of two inputs, summed along a dimension of each</source>
        <translation>两个输入之积，沿各自的一个维度求和</translation>
    </message>
    <message>
        <source>products of whole numbers</source>
        <translation>整数之积</translation>
    </message>
    <message>
        <source>puts a number around a tensor</source>
        <translation>在张量周围填充一个数</translation>
    </message>
    <message>
        <source>puts a tensor into an array</source>
        <translation>把一个张量放入数组</translation>
    </message>
    <message>
        <source>puts inference batch norms into the weights of the conv2d or dense before them</source>
        <translation>把推理用的批归一化并入前面 conv2d 或 dense 的权重</translation>
    </message>
    <message>
        <source>puts the parts of a tensor into an array</source>
        <translation>把一个张量的各部分放入数组</translation>
    </message>
    <message>
        <source>quotes hold one with brackets or blanks, as {}</source>
        <translation>含括号或空格的值放在引号里，如 {0}</translation>
    </message>
    <message>
        <source>quotient of two tensors, element by element</source>
        <translation>两个张量逐元素相除</translation>
    </message>
    <message>
        <source>quotients, rounded down</source>
        <translation>向下取整的商</translation>
    </message>
    <message>
        <source>radians as degrees</source>
        <translation>弧度转为角度</translation>
    </message>
    <message>
        <source>random numbers</source>
        <translation>随机数</translation>
    </message>
    <message>
        <source>random numbers, others in each run</source>
        <translation>随机数，每次运行都不同</translation>
    </message>
    <message>
        <source>random places, by their probabilities</source>
        <translation>按概率抽取的随机位置</translation>
    </message>
    <message>
        <source>random zeros and ones</source>
        <translation>随机的 0 和 1</translation>
    </message>
    <message>
        <source>range of random elements; [0, 0]: not random</source>
        <translation>随机元素的范围；[0, 0]：不随机</translation>
    </message>
    <message>
        <source>real numbers for whole ones of a range</source>
        <translation>用实数表示某个范围的整数</translation>
    </message>
    <message>
        <source>recurrent layer of three connected ones</source>
        <translation>由三个全连接层组成的循环层</translation>
    </message>
    <message>
        <source>recurrent layer of three convolutions</source>
        <translation>由三个卷积组成的循环层</translation>
    </message>
    <message>
        <source>recurrent layer without gates</source>
        <translation>没有门的循环层</translation>
    </message>
    <message>
        <source>remainder of lhs / rhs, with the sign of lhs</source>
        <translation>lhs / rhs 的余数，符号同 lhs</translation>
    </message>
    <message>
        <source>remainder of lhs / rhs, with the sign of lhs, stretching dimensions of 1</source>
        <translation>lhs / rhs 的余数，符号同 lhs，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>remainder of lhs / rhs, with the sign of rhs</source>
        <translation>lhs / rhs 的余数，符号同 rhs</translation>
    </message>
    <message>
        <source>remainder of lhs / rhs, with the sign of rhs, stretching dimensions of 1</source>
        <translation>lhs / rhs 的余数，符号同 rhs，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>remainder of scalar / x, with the sign of x</source>
        <translation>scalar / x 的余数，符号同 x</translation>
    </message>
    <message>
        <source>remainder of x / scalar, with the sign of scalar</source>
        <translation>x / scalar 的余数，符号同 scalar</translation>
    </message>
    <message>
        <source>repeated along dimensions of size 1</source>
        <translation>沿大小为 1 的维度重复</translation>
    </message>
    <message>
        <source>repeats a tensor along new dimensions until it has another one's shape</source>
        <translation>沿新维度重复张量，直到与另一个张量同形状</translation>
    </message>
    <message>
        <source>repeats dimensions of 1</source>
        <translation>重复长度为 1 的维度</translation>
    </message>
    <message>
        <source>repeats dimensions of 1 until lhs has the shape of rhs</source>
        <translation>重复长度为 1 的维度，直到 lhs 与 rhs 同形状</translation>
    </message>
    <message>
        <source>repeats dimensions of 1 until the tensor has a shape</source>
        <translation>重复长度为 1 的维度，直到张量达到某个形状</translation>
    </message>
    <message>
        <source>repeats each element along a dimension</source>
        <translation>沿一个维度重复每个元素</translation>
    </message>
    <message>
        <source>repeats the whole tensor along its dimensions</source>
        <translation>沿各维度重复整个张量</translation>
    </message>
    <message>
        <source>replaces the graph by the one in the graph attribute json</source>
        <translation>用图属性 json 中的图替换当前图</translation>
    </message>
    <message>
        <source>replaces the graph by the one that computes the gradient of its outputs</source>
        <translation>用计算输出梯度的图替换当前图</translation>
    </message>
    <message>
        <source>results that each channel of the data has</source>
        <translation>数据的每个通道产生的结果数</translation>
    </message>
    <message>
        <source>reverses the order of the elements along one dimension</source>
        <translation>沿一个维度反转元素的顺序</translation>
    </message>
    <message>
        <source>reverses the order of the elements along some dimensions</source>
        <translation>沿某些维度反转元素的顺序</translation>
    </message>
    <message>
        <source>roots of sums of squares along dimensions</source>
        <translation>沿若干维度的平方和的平方根</translation>
    </message>
    <message>
        <source>round the output size up instead of down</source>
        <translation>输出尺寸向上取整而不是向下取整</translation>
    </message>
    <message>
        <source>round, through which gradients pass</source>
        <translation>round，但梯度可以通过</translation>
    </message>
    <message>
        <source>rows and columns added at the bottom and the right</source>
        <translation>在底部和右侧增加的行数和列数</translation>
    </message>
    <message>
        <source>rows and columns of zeros added at the bottom and the right</source>
        <translation>在底部和右侧补零的行数和列数</translation>
    </message>
    <message>
        <source>rows of the matrix of weights; 0: it is an input</source>
        <translation>权重矩阵的行数；0：矩阵是输入</translation>
    </message>
    <message>
        <source>rows of the table</source>
        <translation>表的行数</translation>
    </message>
    <message>
        <source>rows that are one number where the index says, and another elsewhere</source>
        <translation>索引处为一个数、其余处为另一个数的行</translation>
    </message>
    <message>
        <source>runs a subgraph as long as another says so</source>
        <translation>只要另一个子图允许就反复运行子图</translation>
    </message>
    <message>
        <source>runs a subgraph for each slice of its data</source>
        <translation>对数据的每个切片运行子图</translation>
    </message>
    <message>
        <source>runs its body as long as its condition says so</source>
        <translation>条件成立时反复运行循环体</translation>
    </message>
    <message>
        <source>runs its body for each slice of its data</source>
        <translation>对数据的每个切片运行循环体</translation>
    </message>
    <message>
        <source>runs one of two bodies, as its condition says</source>
        <translation>按条件运行两个分支之一</translation>
    </message>
    <message>
        <source>runs one of two subgraphs, as a third one says</source>
        <translation>由第三个子图决定运行两个子图之一</translation>
    </message>
    <message>
        <source>samples along each axis of a cell; -1: as many as the cell is large</source>
        <translation>每格沿各轴的采样数；-1：与格子大小相同</translation>
    </message>
    <message>
        <source>samples for an element along each dimension; 0: as many as the region needs</source>
        <translation>每个元素沿各维度的采样数；0：按区域所需</translation>
    </message>
    <message>
        <source>scalar - x</source>
        <translation>scalar - x</translation>
    </message>
    <message>
        <source>scalar / x</source>
        <translation>scalar / x</translation>
    </message>
    <message>
        <source>scalar to the power of x</source>
        <translation>scalar 的 x 次幂</translation>
    </message>
    <message>
        <source>scale of the growth in height</source>
        <translation>高度增长的比例</translation>
    </message>
    <message>
        <source>scale of the growth in width</source>
        <translation>宽度增长的比例</translation>
    </message>
    <message>
        <source>scale of the shift along x</source>
        <translation>沿 x 偏移的比例</translation>
    </message>
    <message>
        <source>scale of the shift along y</source>
        <translation>沿 y 偏移的比例</translation>
    </message>
    <message>
        <source>scale of the shifts of x, y, width, height</source>
        <translation>x、y、宽、高偏移的缩放</translation>
    </message>
    <message>
        <source>scales by {}, expected a number above 0</source>
        <translation>缩放比例为 {}，应为大于 0 的数</translation>
    </message>
    <message>
        <source>scales of channels move into weights; auto: from level 3</source>
        <translation>通道的缩放并入权重；auto：从 3 级起</translation>
    </message>
    <message>
        <source>scatter into tensors that lie in the source's memory</source>
        <translation>分发到位于源内存中的张量</translation>
    </message>
    <message>
        <source>scores of each head's queries and keys</source>
        <translation>每个头的查询与键的得分</translation>
    </message>
    <message>
        <source>scores of queries and another sequence's keys</source>
        <translation>查询与另一序列的键的得分</translation>
    </message>
    <message>
        <source>second numbers of the functions of the memory that goes backward</source>
        <translation>反向记忆的函数所用的第二个数</translation>
    </message>
    <message>
        <source>seconds after which it is stopped</source>
        <translation>超过多少秒后停止</translation>
    </message>
    <message>
        <source>sequence, channels, height and width in another order</source>
        <translation>序列、通道、高度和宽度换一个顺序</translation>
    </message>
    <message>
        <source>sequences from their ends on</source>
        <translation>各序列从末尾开始</translation>
    </message>
    <message>
        <source>several operators in one kernel; auto: from level 1</source>
        <translation>多个算子合为一个内核；auto：从 1 级起</translation>
    </message>
    <message>
        <source>several read its result</source>
        <translation>其结果被多处读取</translation>
    </message>
    <message>
        <source>shape of the result, of as many dimensions; 0 keeps the input's size</source>
        <translation>结果的形状，维数相同；0 保留输入的长度</translation>
    </message>
    <message>
        <source>shape of the result; 0 keeps a dimension, -1 takes what is left, -2 all other dimensions, -3 two as one, -4 cuts one into the next two</source>
        <translation>结果的形状；0 保留一个维度，-1 取剩余部分，-2 取其余所有维度，-3 两维合一，-4 把一维拆成后面两维</translation>
    </message>
    <message>
        <source>shape of the tensor</source>
        <translation>张量的形状</translation>
    </message>
    <message>
        <source>shape of the tensor; 0: as where it is used</source>
        <translation>张量的形状；0：按使用处</translation>
    </message>
    <message>
        <source>shapes and types could not be inferred</source>
        <translation>无法推断形状和类型</translation>
    </message>
    <message>
        <source>shapes that are known in the middle, as conv1=1x8x4x4;split0:1=2x3</source>
        <translation>中间已知的形状，例如 conv1=1x8x4x4;split0:1=2x3</translation>
    </message>
    <message>
        <source>shapes {} and {} do not stretch to each other: {} is {} and {}</source>
        <translation>形状 {0} 与 {1} 无法相互扩展：{2}分别为 {3} 和 {4}</translation>
    </message>
    <message>
        <source>shapes {} and {} have no difference</source>
        <translation>形状 {} 与 {} 之间没有差值</translation>
    </message>
    <message>
        <source>share blocks among nodes of one path alone, so that this many paths can run at once</source>
        <translation>只在同一路径的节点之间共享块，使这么多条路径可同时运行</translation>
    </message>
    <message>
        <source>share of label smoothing</source>
        <translation>标签平滑的比例</translation>
    </message>
    <message>
        <source>share of the elements that are dropped</source>
        <translation>丢弃元素的比例</translation>
    </message>
    <message>
        <source>share that training drops</source>
        <translation>训练时丢弃的比例</translation>
    </message>
    <message>
        <source>shares of each group that sum up to 1</source>
        <translation>每组的份额，其和为 1</translation>
    </message>
    <message>
        <source>shares of the channels that add up to 1</source>
        <translation>各通道的份额，合计为 1</translation>
    </message>
    <message>
        <source>side of the tiles of the result: 2 or 4</source>
        <translation>结果分块的边长：2 或 4</translation>
    </message>
    <message>
        <source>sigmoid, with the logistic loss</source>
        <translation>sigmoid，以逻辑损失为损失</translation>
    </message>
    <message>
        <source>sign, through which gradients pass</source>
        <translation>sign，但梯度可以通过</translation>
    </message>
    <message>
        <source>sine</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>size of the feature map by the image's</source>
        <translation>特征图尺寸与图像尺寸之比</translation>
    </message>
    <message>
        <source>sizes of the anchors, 1 is the whole image</source>
        <translation>锚框的尺寸，1 为整幅图像</translation>
    </message>
    <message>
        <source>sizes of the dimensions</source>
        <translation>各维度的长度</translation>
    </message>
    <message>
        <source>sizes of the result</source>
        <translation>结果的各尺寸</translation>
    </message>
    <message>
        <source>sizes of the result's last ones</source>
        <translation>结果最后若干维度的大小</translation>
    </message>
    <message>
        <source>sizes of the result, in place of pad and adj; none: from those</source>
        <translation>结果的尺寸，用来代替 pad 和 adj；无：由它们决定</translation>
    </message>
    <message>
        <source>sizes that SAME_UPPER and SAME_LOWER reach; 0, 0, 0, 0: not given</source>
        <translation>SAME_UPPER 和 SAME_LOWER 要达到的尺寸；0, 0, 0, 0：未给出</translation>
    </message>
    <message>
        <source>slices along a dimension put into a tensor, by number</source>
        <translation>按编号沿维度把切片放入张量</translation>
    </message>
    <message>
        <source>slices along a dimension, by number</source>
        <translation>按编号沿维度取切片</translation>
    </message>
    <message>
        <source>slices for which a condition holds</source>
        <translation>条件成立的切片</translation>
    </message>
    <message>
        <source>slices of a tensor, by their indices along a dimension</source>
        <translation>张量的切片，按沿一个维度的索引选取</translation>
    </message>
    <message>
        <source>slices of a tensor, by their indices along several dimensions</source>
        <translation>张量的切片，按沿多个维度的索引选取</translation>
    </message>
    <message>
        <source>slices put into a tensor, by the numbers of their places</source>
        <translation>按位置编号把切片放入张量</translation>
    </message>
    <message>
        <source>slices, by the numbers of their places</source>
        <translation>按位置编号取切片</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>slope for negative x</source>
        <translation>x 为负时的斜率</translation>
    </message>
    <message>
        <source>slope of leaky, factor of elu</source>
        <translation>leaky 的斜率，elu 的系数</translation>
    </message>
    <message>
        <source>slower: found {}, expected a number of milliseconds</source>
        <translation>slower:得到 {},需要毫秒数</translation>
    </message>
    <message>
        <source>small numbers times a scale, as values</source>
        <translation>低位数乘以缩放，还原为值</translation>
    </message>
    <message>
        <source>smallest element along some dimensions</source>
        <translation>沿某些维度的最小元素</translation>
    </message>
    <message>
        <source>smallest whole number not below x</source>
        <translation>不小于 x 的最小整数</translation>
    </message>
    <message>
        <source>softmax of -x along an axis</source>
        <translation>沿一个轴的 -x 的 softmax</translation>
    </message>
    <message>
        <source>softmax of each instance, or over the channels</source>
        <translation>每个实例的 softmax，或在通道上的 softmax</translation>
    </message>
    <message>
        <source>softmax, with connectionist temporal classification as its loss</source>
        <translation>softmax，以连接时序分类（CTC）为损失</translation>
    </message>
    <message>
        <source>softmax, with the gradient of cross entropy</source>
        <translation>softmax，带交叉熵的梯度</translation>
    </message>
    <message>
        <source>sqrt(lhs * lhs + rhs * rhs)</source>
        <translation>sqrt(lhs * lhs + rhs * rhs)</translation>
    </message>
    <message>
        <source>sqrt(lhs * lhs + rhs * rhs), stretching dimensions of 1</source>
        <translation>sqrt(lhs * lhs + rhs * rhs)，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>sqrt(x * x + scalar * scalar)</source>
        <translation>sqrt(x * x + scalar * scalar)</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>square root of the sum of squares over dimensions</source>
        <translation>沿各维度的平方和再开平方</translation>
    </message>
    <message>
        <source>squared error near 0, absolute error beyond</source>
        <translation>0 附近为平方误差，之外为绝对误差</translation>
    </message>
    <message>
        <source>squares of an image as channels of a smaller one</source>
        <translation>把图像的方块变成较小图像的通道</translation>
    </message>
    <message>
        <source>squares of an image as channels of a smaller one, in order</source>
        <translation>图像的方块依次变为较小图像的通道</translation>
    </message>
    <message>
        <source>sse, masked, smooth, seg, L1 or wgan</source>
        <translation>sse、masked、smooth、seg、L1 或 wgan</translation>
    </message>
    <message>
        <source>start, start + step, … in place of the elements of a tensor</source>
        <translation>start、start + step……写入张量原有元素的位置</translation>
    </message>
    <message>
        <source>start, start + step, … up to below stop, made once</source>
        <translation>start、start + step……直到小于 stop，只生成一次</translation>
    </message>
    <message>
        <source>step along each spatial dimension; 1 unless given</source>
        <translation>每个空间维度的步长；默认为 1</translation>
    </message>
    <message>
        <source>step along height and width</source>
        <translation>高和宽方向的步长</translation>
    </message>
    <message>
        <source>steps between elements of a window, by spatial dimension; 1</source>
        <translation>窗口内元素的间隔（空洞），按空间维度；默认 1</translation>
    </message>
    <message>
        <source>steps between the elements of each dimension</source>
        <translation>各维度元素的间隔</translation>
    </message>
    <message>
        <source>steps between windows, by spatial dimension; 1</source>
        <translation>窗口之间的步长，按空间维度；默认 1</translation>
    </message>
    <message>
        <source>steps of each sequence</source>
        <translation>每个序列的步数</translation>
    </message>
    <message>
        <source>steps of the window along the depth</source>
        <translation>窗口沿深度的步长</translation>
    </message>
    <message>
        <source>steps of the window along the height</source>
        <translation>窗口沿高度的步长</translation>
    </message>
    <message>
        <source>steps of the window along the width</source>
        <translation>窗口沿宽度的步长</translation>
    </message>
    <message>
        <source>steps of the window, for each dimension</source>
        <translation>各维度上窗口的步长</translation>
    </message>
    <message>
        <source>steps of the window, or between elements</source>
        <translation>窗口的步长，或元素的间隔</translation>
    </message>
    <message>
        <source>stores a value in a variable</source>
        <translation>把一个值存入变量</translation>
    </message>
    <message>
        <source>stretched to a shape</source>
        <translation>拉伸为某个形状</translation>
    </message>
    <message>
        <source>stretched to the shape of another value</source>
        <translation>拉伸为另一个值的形状</translation>
    </message>
    <message>
        <source>stride of that direction; 0 for both alike</source>
        <translation>该方向的步长；0 表示两个方向相同</translation>
    </message>
    <message>
        <source>strides are not positive</source>
        <translation>步长不是正数</translation>
    </message>
    <message>
        <source>subgraph {}</source>
        <translation>子图 {0}</translation>
    </message>
    <message>
        <source>subtracted from the channels</source>
        <translation>从各通道减去的数</translation>
    </message>
    <message>
        <source>sum along some dimensions, with NaN as 0</source>
        <translation>沿某些维度之和，NaN 视为 0</translation>
    </message>
    <message>
        <source>sum of absolute values over dimensions</source>
        <translation>沿各维度的绝对值之和</translation>
    </message>
    <message>
        <source>sum of all inputs</source>
        <translation>所有输入之和</translation>
    </message>
    <message>
        <source>sum of products of elements, as Einstein's convention writes it</source>
        <translation>元素乘积之和，按爱因斯坦求和约定书写</translation>
    </message>
    <message>
        <source>sum of several tensors</source>
        <translation>多个张量之和</translation>
    </message>
    <message>
        <source>sum of squares over dimensions</source>
        <translation>沿某些维度的平方和</translation>
    </message>
    <message>
        <source>sum of the elements along some dimensions</source>
        <translation>沿某些维度的元素之和</translation>
    </message>
    <message>
        <source>sum of the products of two tensors, element by element</source>
        <translation>两个张量逐元素乘积之和</translation>
    </message>
    <message>
        <source>sum of two tensors</source>
        <translation>两个张量之和</translation>
    </message>
    <message>
        <source>sum over dimensions</source>
        <translation>沿某些维度的和</translation>
    </message>
    <message>
        <source>sum over the instance, the channels of a position, or the positions of a channel</source>
        <translation>在整个实例、同一位置的通道或同一通道的位置上求和</translation>
    </message>
    <message>
        <source>sum over the rows of -log(softmax(data)) at the label</source>
        <translation>各行标签处 -log(softmax(data)) 之和</translation>
    </message>
    <message>
        <source>sums along dimensions</source>
        <translation>沿若干维度求和</translation>
    </message>
    <message>
        <source>sums of all values up to each along a dimension</source>
        <translation>沿某个维度的累加和</translation>
    </message>
    <message>
        <source>sums of magnitudes along dimensions</source>
        <translation>沿若干维度的绝对值之和</translation>
    </message>
    <message>
        <source>sums of squares along dimensions</source>
        <translation>沿若干维度的平方和</translation>
    </message>
    <message>
        <source>sums of whole numbers</source>
        <translation>整数之和</translation>
    </message>
    <message>
        <source>sums or products of the elements so far along a dimension</source>
        <translation>沿一个维度到目前为止各元素的和或积</translation>
    </message>
    <message>
        <source>sums up to each element</source>
        <translation>到每个元素为止的和</translation>
    </message>
    <message>
        <source>takes out operators that do nothing at inference: dropout, copy, block_grad</source>
        <translation>去掉推理时不起作用的算子：dropout、copy、block_grad</translation>
    </message>
    <message>
        <source>takes out what depends on parameters alone, as a graph that runs beforehand</source>
        <translation>把只依赖参数的部分取出，成为事先运行的图</translation>
    </message>
    <message>
        <source>takes out what no output of the graph depends on</source>
        <translation>去掉图的输出都不依赖的部分</translation>
    </message>
    <message>
        <source>tangent</source>
        <translation>正切</translation>
    </message>
    <message>
        <source>target shape {} has another size than the source {}</source>
        <translation>目标形状 {0} 与源形状 {1} 的元素个数不同</translation>
    </message>
    <message>
        <source>target shape; 0 keeps, -1 infers, -2 keeps the rest, -3 merges, -4 splits</source>
        <translation>目标形状；0 保留，-1 推断，-2 保留其余，-3 合并，-4 拆分</translation>
    </message>
    <message>
        <source>tensors of an array as one</source>
        <translation>把数组中的张量合成一个</translation>
    </message>
    <message>
        <source>tensors of one shape as one tensor, one after another</source>
        <translation>把同形状的张量依次合成一个张量</translation>
    </message>
    <message>
        <source>tensors of one shape joined along a new dimension</source>
        <translation>沿新维度拼接形状相同的张量</translation>
    </message>
    <message>
        <source>tensors one behind the other along a dimension</source>
        <translation>沿一个维度依次拼接张量</translation>
    </message>
    <message>
        <source>texts in one case, without some words</source>
        <translation>统一文本的大小写，并去掉某些词</translation>
    </message>
    <message>
        <source>the JSON cannot be read: {}</source>
        <translation>无法读取 JSON：{0}</translation>
    </message>
    <message>
        <source>the JSON is nested deeper than {} levels, the most that is read</source>
        <translation>JSON 嵌套超过 {0} 层，这是可读取的上限</translation>
    </message>
    <message>
        <source>the absolute value</source>
        <translation>绝对值</translation>
    </message>
    <message>
        <source>the attribute of variables that holds their shape; 'shape' unless given</source>
        <translation>变量中存放形状的属性；默认为“shape”</translation>
    </message>
    <message>
        <source>the attribute of variables that holds their type; 'dtype' unless given</source>
        <translation>变量中存放类型的属性；默认为“dtype”</translation>
    </message>
    <message>
        <source>the bias that a folded batch_norm leaves</source>
        <translation>折叠 batch_norm 后剩下的偏置</translation>
    </message>
    <message>
        <source>the bits of the elements read as another type of the same length</source>
        <translation>把元素的位按等长的另一类型读取</translation>
    </message>
    <message>
        <source>the bound of the memory's values</source>
        <translation>记忆值的界限</translation>
    </message>
    <message>
        <source>the bound that products come near to; 0: none</source>
        <translation>乘积趋近的界限；0：无</translation>
    </message>
    <message>
        <source>the boxes of the highest scores that do not overlap much</source>
        <translation>得分最高且重叠不多的框</translation>
    </message>
    <message>
        <source>the boxes that no better one covers</source>
        <translation>未被更好的框遮盖的框</translation>
    </message>
    <message>
        <source>the case of the result</source>
        <translation>结果的大小写</translation>
    </message>
    <message>
        <source>the cell; its attributes are beside it</source>
        <translation>循环单元；其属性列在旁边</translation>
    </message>
    <message>
        <source>the channels in equal parts</source>
        <translation>通道等分</translation>
    </message>
    <message>
        <source>the channels of all inputs, or their sequences, one behind the other</source>
        <translation>所有输入的通道或序列首尾相接</translation>
    </message>
    <message>
        <source>the channels of the result</source>
        <translation>结果的通道</translation>
    </message>
    <message>
        <source>the class of the app that computes the layer</source>
        <translation>计算该层的应用程序类</translation>
    </message>
    <message>
        <source>the coefficient of cubic interpolation</source>
        <translation>三次插值的系数</translation>
    </message>
    <message>
        <source>the comparison was cancelled</source>
        <translation>比较已取消</translation>
        <source>the connection was lost: …</source>
        <translation>连接已断开：…</translation>
    </message>
    <message>
        <source>the condition, where it is a constant</source>
        <translation>条件（为常量时）</translation>
    </message>
    <message>
        <source>the content is of no known format</source>
        <translation>无法识别文件格式</translation>
    </message>
    <message>
        <source>the cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>the curve ends at 1 / scalar^2</source>
        <translation>曲线在 1 / scalar^2 处改变</translation>
    </message>
    <message>
        <source>the data without their edges</source>
        <translation>去掉边缘的数据</translation>
    </message>
    <message>
        <source>the determinant of each square matrix</source>
        <translation>每个方阵的行列式</translation>
    </message>
    <message>
        <source>the device computes it fastest plane by plane, from whole channels</source>
        <translation>该设备按整通道逐平面计算它最快</translation>
    </message>
    <message>
        <source>the device has no faster layout for its sizes</source>
        <translation>对于其尺寸，该设备没有更快的布局</translation>
    </message>
    <message>
        <source>the device number of each group, as stage1:0;stage2:1</source>
        <translation>每组的设备编号，例如 stage1:0;stage2:1</translation>
    </message>
    <message>
        <source>the device's driver does not time kernels; times are the host's</source>
        <translation>该设备的驱动程序不为内核计时；时间是主机的</translation>
    </message>
    <message>
        <source>the dimension</source>
        <translation>该维度</translation>
    </message>
    <message>
        <source>the dimension along which places are numbered</source>
        <translation>位置沿哪个维度编号</translation>
    </message>
    <message>
        <source>the dimension along which the inputs lie</source>
        <translation>输入沿其拼接的维度</translation>
    </message>
    <message>
        <source>the dimension along which they lie</source>
        <translation>拼接所沿的维度</translation>
    </message>
    <message>
        <source>the dimension along which to look</source>
        <translation>沿哪个维度查找</translation>
    </message>
    <message>
        <source>the dimension along which values are compared</source>
        <translation>沿哪个维度比较值</translation>
    </message>
    <message>
        <source>the dimension along which values are taken together</source>
        <translation>合并计算各值所沿的维度</translation>
    </message>
    <message>
        <source>the dimension of A that the first one of B stands for; the last ones</source>
        <translation>B 的第一个维度对应 A 的哪个维度；默认对应末尾各维度</translation>
    </message>
    <message>
        <source>the dimension of channels</source>
        <translation>通道所在的维度</translation>
    </message>
    <message>
        <source>the dimension of sequences, 0 or 1</source>
        <translation>序列所在的维度，0 或 1</translation>
    </message>
    <message>
        <source>the dimension of slices; elements of the flattened tensor if there is none</source>
        <translation>切片所在的维度；未给出时取展平后张量的元素</translation>
    </message>
    <message>
        <source>the dimension of steps, 0 or 1</source>
        <translation>时间步所在的维度，0 或 1</translation>
    </message>
    <message>
        <source>the dimension of the batch</source>
        <translation>批次所在的维度</translation>
    </message>
    <message>
        <source>the dimension of the sequence</source>
        <translation>序列所在的维度</translation>
    </message>
    <message>
        <source>the dimension of the signal</source>
        <translation>信号所在的维度</translation>
    </message>
    <message>
        <source>the dimension that indices speak of</source>
        <translation>索引所指的维度</translation>
    </message>
    <message>
        <source>the dimension that is split</source>
        <translation>要拆分的维度</translation>
    </message>
    <message>
        <source>the dimension that scales are for, or that is cut into blocks</source>
        <translation>缩放所对应的维度，或切成块的维度</translation>
    </message>
    <message>
        <source>the dimension to end before; all if there is none</source>
        <translation>结束维度（不含）；未给出时取全部</translation>
    </message>
    <message>
        <source>the dimension whose slices are compared; elements if there is none</source>
        <translation>比较切片所沿的维度；未给出时比较元素</translation>
    </message>
    <message>
        <source>the dimension, or one for each input</source>
        <translation>维度，或每个输入各一个</translation>
    </message>
    <message>
        <source>the dimension, or the dimensions</source>
        <translation>维度（一个或多个）</translation>
    </message>
    <message>
        <source>the dimension; None: all elements in one row</source>
        <translation>维度；None：所有元素排成一行</translation>
    </message>
    <message>
        <source>the dimensions</source>
        <translation>各维度</translation>
    </message>
    <message>
        <source>the dimensions before an axis and those from it made one each</source>
        <translation>轴之前的维度和从该轴起的维度各合并为一个</translation>
    </message>
    <message>
        <source>the dimensions of a vector</source>
        <translation>构成一个向量的各维度</translation>
    </message>
    <message>
        <source>the dimensions taken together</source>
        <translation>一起计算的维度</translation>
    </message>
    <message>
        <source>the dimensions that are resized; all</source>
        <translation>要改变大小的维度；默认为全部</translation>
    </message>
    <message>
        <source>the dimensions that go away; all of size 1 where there are none</source>
        <translation>要去掉的维度；未给出时去掉所有大小为 1 的维度</translation>
    </message>
    <message>
        <source>the dimensions that mean and deviation are taken over</source>
        <translation>计算均值和标准差所沿的维度</translation>
    </message>
    <message>
        <source>the dimensions that queries look along</source>
        <translation>查询所沿的维度</translation>
    </message>
    <message>
        <source>the dimensions that the mean is taken over</source>
        <translation>沿哪些维度求平均</translation>
    </message>
    <message>
        <source>the dimensions to reduce; all where there are none</source>
        <translation>要归约的维度；未给出则为所有维度</translation>
    </message>
    <message>
        <source>the distance of two numbers</source>
        <translation>两个数的间距</translation>
    </message>
    <message>
        <source>the distance of two windows</source>
        <translation>两个窗口的间距</translation>
    </message>
    <message>
        <source>the document has no {}, which is required</source>
        <translation>文档缺少必需的 {0}</translation>
    </message>
    <message>
        <source>the edges come from several values</source>
        <translation>这些连线来自多个值</translation>
    </message>
    <message>
        <source>the element type of Mean and InvStdDev, and to compute in</source>
        <translation>Mean 和 InvStdDev 的元素类型，也是计算所用的类型</translation>
    </message>
    <message>
        <source>the element type of its tensors; float32 if none is given</source>
        <translation>其中张量的元素类型；未给出时为 float32</translation>
    </message>
    <message>
        <source>the element type of the result</source>
        <translation>结果的元素类型</translation>
    </message>
    <message>
        <source>the element type of the result, by name</source>
        <translation>结果的元素类型，用名称表示</translation>
    </message>
    <message>
        <source>the element type of the result, by number</source>
        <translation>结果的元素类型，用编号表示</translation>
    </message>
    <message>
        <source>the element type of the result; 0: that of the scale</source>
        <translation>结果的元素类型；0：与缩放相同</translation>
    </message>
    <message>
        <source>the element type of the result; 0: that of the zero point, or uint8</source>
        <translation>结果的元素类型；0：与零点相同，或为 uint8</translation>
    </message>
    <message>
        <source>the element type of the result; that of the input</source>
        <translation>结果的元素类型；默认与输入相同</translation>
    </message>
    <message>
        <source>the element type of the result; that of the input where there is none</source>
        <translation>结果的元素类型；未给出则与输入相同</translation>
    </message>
    <message>
        <source>the element type that is computed in, by number</source>
        <translation>计算所用的元素类型，以编号表示</translation>
    </message>
    <message>
        <source>the element type that is divided in; 0: that of the scale</source>
        <translation>做除法所用的元素类型；0：与缩放相同</translation>
    </message>
    <message>
        <source>the element type that mean and variance are computed in</source>
        <translation>计算均值和方差所用的元素类型</translation>
    </message>
    <message>
        <source>the element type to compute the root in</source>
        <translation>计算均方根所用的元素类型</translation>
    </message>
    <message>
        <source>the elements at the border, mirrored, around them</source>
        <translation>在元素周围补上边界处的镜像</translation>
    </message>
    <message>
        <source>the elements in row-major order</source>
        <translation>按行主序排列的元素</translation>
    </message>
    <message>
        <source>the elements in the order of their sizes</source>
        <translation>按大小排序的元素</translation>
    </message>
    <message>
        <source>the elements of a vector in order</source>
        <translation>按顺序排列的向量元素</translation>
    </message>
    <message>
        <source>the elements of lhs in the shape of rhs</source>
        <translation>lhs 的元素，取 rhs 的形状</translation>
    </message>
    <message>
        <source>the error function</source>
        <translation>误差函数</translation>
    </message>
    <message>
        <source>the escape {} is one that NNVM refuses</source>
        <translation>NNVM 不接受转义 {0}</translation>
    </message>
    <message>
        <source>the exponent</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>the exponent of the norm</source>
        <translation>范数的指数</translation>
    </message>
    <message>
        <source>the exponential</source>
        <translation>指数函数</translation>
    </message>
    <message>
        <source>the factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>the factor from regions to the input</source>
        <translation>从区域坐标到输入的缩放系数</translation>
    </message>
    <message>
        <source>the factor inside the sigmoid</source>
        <translation>sigmoid 内的系数</translation>
    </message>
    <message>
        <source>the factor of C</source>
        <translation>C 的系数</translation>
    </message>
    <message>
        <source>the factor of the height</source>
        <translation>高度的缩放系数</translation>
    </message>
    <message>
        <source>the factor of the mean of squares</source>
        <translation>均方值的系数</translation>
    </message>
    <message>
        <source>the factor of the product</source>
        <translation>乘积的系数</translation>
    </message>
    <message>
        <source>the factor of the products; 1 / sqrt(size of a head)</source>
        <translation>乘积的系数；默认 1 / sqrt(头的大小)</translation>
    </message>
    <message>
        <source>the factor of the result; 0: 1 / sqrt(size of a head)</source>
        <translation>结果的系数；0：1 / sqrt(头的大小)</translation>
    </message>
    <message>
        <source>the factor of the width</source>
        <translation>宽度的缩放系数</translation>
    </message>
    <message>
        <source>the file begins with a byte order mark, which NNVM refuses; it is kept</source>
        <translation>文件以字节顺序标记开头，NNVM 不接受；已保留</translation>
    </message>
    <message>
        <source>the file ends in {}: {} bytes are left, expected {}</source>
        <translation>文件在{0}中结束：还剩 {1} 字节，应为 {2} 字节</translation>
    </message>
    <message>
        <source>the file has no values for it</source>
        <translation>文件中没有它的值</translation>
    </message>
    <message>
        <source>the file has {}</source>
        <translation>文件有 {0}</translation>
    </message>
    <message>
        <source>the file has {} twice</source>
        <translation>文件有两个 {0}</translation>
    </message>
    <message>
        <source>the file has {}, did you mean {}</source>
        <translation>文件有 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>the file is {}</source>
        <translation>文件是{0}</translation>
    </message>
    <message>
        <source>the file, which is written anew</source>
        <translation>文件，每次重新写入</translation>
    </message>
    <message>
        <source>the first dimension</source>
        <translation>起始维度</translation>
    </message>
    <message>
        <source>the first divided by the second</source>
        <translation>第一个除以第二个</translation>
    </message>
    <message>
        <source>the first elements of each sequence in reverse order</source>
        <translation>把每个序列开头的若干元素反转顺序</translation>
    </message>
    <message>
        <source>the first input less the second</source>
        <translation>第一个输入减第二个输入</translation>
    </message>
    <message>
        <source>the first less the second</source>
        <translation>第一个减去第二个</translation>
    </message>
    <message>
        <source>the first number</source>
        <translation>第一个数</translation>
    </message>
    <message>
        <source>the first of the dimensions normalized together</source>
        <translation>一起归一化的第一个维度</translation>
    </message>
    <message>
        <source>the first of the dimensions that are taken together</source>
        <translation>合并计算的维度中的第一个</translation>
    </message>
    <message>
        <source>the first of the second dimensions</source>
        <translation>第二部分的第一个维度</translation>
    </message>
    <message>
        <source>the first one behind that is not</source>
        <translation>其后不取的第一个维度</translation>
    </message>
    <message>
        <source>the first one behind that stays</source>
        <translation>其后保留的第一个维度</translation>
    </message>
    <message>
        <source>the first operand where the condition is not 0, else the second</source>
        <translation>条件不为 0 处取第一个操作数，否则取第二个</translation>
    </message>
    <message>
        <source>the first operand, where it is a constant</source>
        <translation>第一个操作数（为常量时）</translation>
    </message>
    <message>
        <source>the first part of a tensor, as large as another tensor</source>
        <translation>张量的前部，与另一个张量一样大</translation>
    </message>
    <message>
        <source>the first part of data, as large as shape_like</source>
        <translation>data 的前部，与 shape_like 一样大</translation>
    </message>
    <message>
        <source>the first to the power of the second</source>
        <translation>以第一个为底、第二个为指数的幂</translation>
    </message>
    <message>
        <source>the frequencies of a signal</source>
        <translation>信号的频谱</translation>
    </message>
    <message>
        <source>the frequencies of a signal by frames of time</source>
        <translation>信号按时间帧的频谱</translation>
    </message>
    <message>
        <source>the function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>the function of the state; for each direction</source>
        <translation>状态的激活函数；每个方向各一个</translation>
    </message>
    <message>
        <source>the function that is one step</source>
        <translation>执行一步的函数</translation>
    </message>
    <message>
        <source>the function that runs otherwise</source>
        <translation>否则运行的函数</translation>
    </message>
    <message>
        <source>the function that runs where the condition holds</source>
        <translation>条件成立时运行的函数</translation>
    </message>
    <message>
        <source>the function that says whether to go on</source>
        <translation>判断是否继续的函数</translation>
    </message>
    <message>
        <source>the functions of gates, memory and result</source>
        <translation>门、记忆和结果所用的函数</translation>
    </message>
    <message>
        <source>the functions of the gates and the state; for each direction</source>
        <translation>门和状态的激活函数；每个方向各一组</translation>
    </message>
    <message>
        <source>the functions of the gates, the cell and the state; for each direction</source>
        <translation>门、单元和状态的激活函数；每个方向各一组</translation>
    </message>
    <message>
        <source>the functions of the memory that goes backward</source>
        <translation>反向记忆所用的函数</translation>
    </message>
    <message>
        <source>the gradient that arrives at each of grad_ys; ones unless given</source>
        <translation>传入每个 grad_ys 的梯度；默认为一</translation>
    </message>
    <message>
        <source>the graph</source>
        <translation>要运行的图</translation>
    </message>
    <message>
        <source>the graph as a LightNet document, if every operator has a counterpart</source>
        <translation>所有算子都有对应者时，把图转为 LightNet 文档</translation>
    </message>
    <message>
        <source>the graph as an ONNX model, if every operator has a counterpart</source>
        <translation>所有算子都有对应者时，把图转为 ONNX 模型</translation>
    </message>
    <message>
        <source>the graph does not fit into memory</source>
        <translation>图超出内存容量</translation>
    </message>
    <message>
        <source>the graph has a cycle</source>
        <translation>图中有环</translation>
    </message>
    <message>
        <source>the graph has a cycle or reads what is not there</source>
        <translation>图中有环，或读取了不存在的内容</translation>
    </message>
    <message>
        <source>the graph has a cycle: {}</source>
        <translation>图中有环：{0}</translation>
    </message>
    <message>
        <source>the graph has an unknown field {}, it is kept as it is</source>
        <translation>图有未知字段 {0}；已原样保留</translation>
    </message>
    <message>
        <source>the graph has no input {}</source>
        <translation>图没有输入 {0}</translation>
    </message>
    <message>
        <source>the graph has no node with id {}</source>
        <translation>图没有编号为 {0} 的节点</translation>
    </message>
    <message>
        <source>the graph has no output {}</source>
        <translation>图没有输出 {0}</translation>
    </message>
    <message>
        <source>the graph has no {}, which is required</source>
        <translation>图缺少必需的 {0}</translation>
    </message>
    <message>
        <source>the graph is an array</source>
        <translation>图是数组</translation>
    </message>
    <message>
        <source>the graph is not LightNet's, expected one that is</source>
        <translation>图不属于 LightNet，应为 LightNet 的图</translation>
    </message>
    <message>
        <source>the graph is null</source>
        <translation>图是 null</translation>
    </message>
    <message>
        <source>the graph that runs each time</source>
        <translation>每次运行的图</translation>
    </message>
    <message>
        <source>the graph that runs has no such value</source>
        <translation>运行的图没有这个值</translation>
    </message>
    <message>
        <source>the graph that runs if it is false</source>
        <translation>条件为假时运行的图</translation>
    </message>
    <message>
        <source>the graph that runs if it is true</source>
        <translation>条件为真时运行的图</translation>
    </message>
    <message>
        <source>the graph that runs once for each slice</source>
        <translation>对每个切片运行一次的图</translation>
    </message>
    <message>
        <source>the graph that the products go through</source>
        <translation>乘积所经过的图</translation>
    </message>
    <message>
        <source>the graph that the weights go through</source>
        <translation>权重所经过的图</translation>
    </message>
    <message>
        <source>the greatest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>the greatest value</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>the height of a result</source>
        <translation>结果的高度</translation>
    </message>
    <message>
        <source>the hyperbolic tangent</source>
        <translation>双曲正切</translation>
    </message>
    <message>
        <source>the index of the largest value along a dimension</source>
        <translation>沿某个维度的最大值的索引</translation>
    </message>
    <message>
        <source>the index of the smallest value along a dimension</source>
        <translation>沿某个维度的最小值的索引</translation>
    </message>
    <message>
        <source>the indices of elements that are not 0</source>
        <translation>非 0 元素的索引</translation>
    </message>
    <message>
        <source>the inputs do not stretch to the output's shape</source>
        <translation>输入无法扩展到输出的形状</translation>
    </message>
    <message>
        <source>the kernel covers {} positions, expected at most the padded input's {}</source>
        <translation>卷积核覆盖 {0} 个位置，应不超过填充后输入的 {1} 个</translation>
    </message>
    <message>
        <source>the kernel's depth</source>
        <translation>卷积核的深度</translation>
    </message>
    <message>
        <source>the kernel's height</source>
        <translation>卷积核的高度</translation>
    </message>
    <message>
        <source>the kernel's height and width</source>
        <translation>卷积核的高度和宽度</translation>
    </message>
    <message>
        <source>the kernel's width</source>
        <translation>卷积核的宽度</translation>
    </message>
    <message>
        <source>the label that adds nothing to the loss</source>
        <translation>不计入损失的标签</translation>
    </message>
    <message>
        <source>the language whose rules hold</source>
        <translation>采用哪种语言的规则</translation>
    </message>
    <message>
        <source>the larger of both</source>
        <translation>两者中的较大者</translation>
    </message>
    <message>
        <source>the larger of lhs and rhs</source>
        <translation>lhs 与 rhs 中较大者</translation>
    </message>
    <message>
        <source>the larger of lhs and rhs, stretching dimensions of 1</source>
        <translation>lhs 与 rhs 中较大者，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>the larger of x and scalar</source>
        <translation>x 与 scalar 中较大者</translation>
    </message>
    <message>
        <source>the largest along some dimensions</source>
        <translation>沿某些维度的最大值</translation>
    </message>
    <message>
        <source>the largest element of each channel</source>
        <translation>每个通道的最大元素</translation>
    </message>
    <message>
        <source>the largest element of each window</source>
        <translation>每个窗口中的最大元素</translation>
    </message>
    <message>
        <source>the largest element or the mean of a volume</source>
        <translation>整个体积的最大元素或平均值</translation>
    </message>
    <message>
        <source>the largest element or the mean of each window</source>
        <translation>每个窗口的最大元素或平均值</translation>
    </message>
    <message>
        <source>the largest element, the mean or the length of each window</source>
        <translation>每个窗口的最大元素、平均值或长度</translation>
    </message>
    <message>
        <source>the largest elements along a dimension, and where they are</source>
        <translation>沿维度的最大元素及其位置</translation>
    </message>
    <message>
        <source>the largest elements along dimensions</source>
        <translation>沿若干维度取最大元素</translation>
    </message>
    <message>
        <source>the largest elements of each row, or where they stand</source>
        <translation>每行最大的元素，或其位置</translation>
    </message>
    <message>
        <source>the largest elements of parts of each region of an image</source>
        <translation>图像每个区域各部分的最大元素</translation>
    </message>
    <message>
        <source>the largest elements of the last dimension and their places</source>
        <translation>最后一维中最大的元素及其位置</translation>
    </message>
    <message>
        <source>the largest of all inputs</source>
        <translation>所有输入中的最大值</translation>
    </message>
    <message>
        <source>the largest of each channel of images</source>
        <translation>图像每个通道的最大值</translation>
    </message>
    <message>
        <source>the largest of each channel of sequences</source>
        <translation>序列每个通道的最大值</translation>
    </message>
    <message>
        <source>the largest of each channel of volumes</source>
        <translation>体数据每个通道的最大值</translation>
    </message>
    <message>
        <source>the largest of each window over images</source>
        <translation>图像上每个窗口的最大值</translation>
    </message>
    <message>
        <source>the largest of each window over sequences</source>
        <translation>序列上每个窗口的最大值</translation>
    </message>
    <message>
        <source>the largest of each window over volumes</source>
        <translation>体数据上每个窗口的最大值</translation>
    </message>
    <message>
        <source>the largest of several tensors, element by element</source>
        <translation>多个张量逐元素取最大值</translation>
    </message>
    <message>
        <source>the largest of the inputs, element by element</source>
        <translation>逐元素取输入中的最大者</translation>
    </message>
    <message>
        <source>the largest of the values over dimensions</source>
        <translation>沿各维度的最大值</translation>
    </message>
    <message>
        <source>the largest or smallest values along a dimension, and where they were</source>
        <translation>沿某个维度的最大或最小的若干值及其位置</translation>
    </message>
    <message>
        <source>the largest values in the cells of each region of interest</source>
        <translation>每个感兴趣区域各格内的最大值</translation>
    </message>
    <message>
        <source>the largest whole number not above x</source>
        <translation>不大于 x 的最大整数</translation>
    </message>
    <message>
        <source>the last dimensions less their mean, divided by their deviation</source>
        <translation>最后若干维度减去均值，再除以标准差</translation>
    </message>
    <message>
        <source>the last dimensions of each example divided by the root of their mean square, and scaled</source>
        <translation>每个样本的最后几个维度除以其均方根，再缩放</translation>
    </message>
    <message>
        <source>the last dimensions of each example moved and scaled by their mean and variance</source>
        <translation>每个样本的最后几个维度按其均值和方差平移并缩放</translation>
    </message>
    <message>
        <source>the last step of each sequence</source>
        <translation>每个序列的最后一步</translation>
    </message>
    <message>
        <source>the layer {} has no kernels of its own to try</source>
        <translation>层 {0} 没有自己的内核可尝试</translation>
    </message>
    <message>
        <source>the layer; its attributes are beside it</source>
        <translation>该层；其属性列在旁边</translation>
    </message>
    <message>
        <source>the layout program took too long</source>
        <translation>布局程序用时过长</translation>
    </message>
    <message>
        <source>the layout was cancelled</source>
        <translation>布局已取消</translation>
    </message>
    <message>
        <source>the least</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>the least length</source>
        <translation>长度的最小值</translation>
    </message>
    <message>
        <source>the least score of a box</source>
        <translation>框的最低得分</translation>
    </message>
    <message>
        <source>the least square of a length</source>
        <translation>长度平方的最小值</translation>
    </message>
    <message>
        <source>the least value</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>the length of a window</source>
        <translation>窗口的长度</translation>
    </message>
    <message>
        <source>the length of the rows that come in</source>
        <translation>输入行的长度</translation>
    </message>
    <message>
        <source>the length of the vectors</source>
        <translation>向量的长度</translation>
    </message>
    <message>
        <source>the length of the vectors that come in</source>
        <translation>输入向量的长度</translation>
    </message>
    <message>
        <source>the length of the vectors that come out</source>
        <translation>输出向量的长度</translation>
    </message>
    <message>
        <source>the logarithm of softmax</source>
        <translation>softmax 的对数</translation>
    </message>
    <message>
        <source>the machine cannot be reached: …</source>
        <translation>无法连接到该机器：…</translation>
    </message>
    <message>
        <source>the machine does not find nervure-cli: …</source>
        <translation>该机器上找不到 nervure-cli：…</translation>
    </message>
    <message>
        <source>the mean along some dimensions</source>
        <translation>沿某些维度的平均值</translation>
    </message>
    <message>
        <source>the mean along some dimensions, which may have weights</source>
        <translation>沿某些维度的平均值，可带权重</translation>
    </message>
    <message>
        <source>the mean of all inputs</source>
        <translation>所有输入的均值</translation>
    </message>
    <message>
        <source>the mean of each channel</source>
        <translation>每个通道的均值</translation>
    </message>
    <message>
        <source>the mean of each channel of images</source>
        <translation>图像每个通道的均值</translation>
    </message>
    <message>
        <source>the mean of each channel of sequences</source>
        <translation>序列每个通道的均值</translation>
    </message>
    <message>
        <source>the mean of each channel of volumes</source>
        <translation>体数据每个通道的均值</translation>
    </message>
    <message>
        <source>the mean of each window</source>
        <translation>每个窗口的均值</translation>
    </message>
    <message>
        <source>the mean of each window over images</source>
        <translation>图像上每个窗口的均值</translation>
    </message>
    <message>
        <source>the mean of each window over sequences</source>
        <translation>序列上每个窗口的均值</translation>
    </message>
    <message>
        <source>the mean of each window over volumes</source>
        <translation>体数据上每个窗口的均值</translation>
    </message>
    <message>
        <source>the mean of the inputs</source>
        <translation>输入的平均值</translation>
    </message>
    <message>
        <source>the mean of the numbers</source>
        <translation>各数的均值</translation>
    </message>
    <message>
        <source>the mean of the values</source>
        <translation>值的均值</translation>
    </message>
    <message>
        <source>the mean, if it was not learned</source>
        <translation>均值（若不是学得的）</translation>
    </message>
    <message>
        <source>the memory does not suffice for this</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>the middle of an image, its values brought to -1 to 1</source>
        <translation>图像的中央部分，值变换到 -1 至 1</translation>
    </message>
    <message>
        <source>the middle of the tensor, cut or padded to a size</source>
        <translation>张量的中间部分，裁剪或填充到给定大小</translation>
    </message>
    <message>
        <source>the model could not be compiled</source>
        <translation>模型无法编译</translation>
    </message>
    <message>
        <source>the model has no tensor {}</source>
        <translation>模型没有张量 {0}</translation>
    </message>
    <message>
        <source>the model has no variable {} for this parameter</source>
        <translation>模型没有与此参数对应的变量 {0}</translation>
    </message>
    <message>
        <source>the n-grams, where items are numbers</source>
        <translation>各 n-gram，项为数字时</translation>
    </message>
    <message>
        <source>the n-grams, where items are texts</source>
        <translation>各 n-gram，项为文本时</translation>
    </message>
    <message>
        <source>the name {} is used by several nodes</source>
        <translation>名字 {0} 被多个节点使用</translation>
    </message>
    <message>
        <source>the natural logarithm</source>
        <translation>自然对数</translation>
    </message>
    <message>
        <source>the nearest whole number, halves to the even one</source>
        <translation>最接近的整数，恰在中间时取偶数</translation>
    </message>
    <message>
        <source>the network that is run again and again</source>
        <translation>反复运行的网络</translation>
    </message>
    <message>
        <source>the network that runs where the condition is 0</source>
        <translation>条件为 0 时运行的网络</translation>
    </message>
    <message>
        <source>the network that runs where the condition is not 0</source>
        <translation>条件不为 0 时运行的网络</translation>
    </message>
    <message>
        <source>the network that says whether the loop goes on</source>
        <translation>判断循环是否继续的网络</translation>
    </message>
    <message>
        <source>the new dimension's place</source>
        <translation>新维度的位置</translation>
    </message>
    <message>
        <source>the new elements where mode is constant</source>
        <translation>mode 为 constant 时新元素的值</translation>
    </message>
    <message>
        <source>the new shape; 0 keeps a dimension, -1 is found</source>
        <translation>新形状；0 保留该维度，-1 自动推算</translation>
    </message>
    <message>
        <source>the next whole number down</source>
        <translation>向下取整</translation>
    </message>
    <message>
        <source>the next whole number up</source>
        <translation>向上取整</translation>
    </message>
    <message>
        <source>the node attribute that names a node's device group</source>
        <translation>指明节点设备组的节点属性</translation>
    </message>
    <message>
        <source>the nodes are of dialect {}, expected {}</source>
        <translation>节点属于方言 {0}，应为 {1}</translation>
    </message>
    <message>
        <source>the nodes depend on each other in a cycle: …</source>
        <translation>节点相互依赖成环：…</translation>
    </message>
    <message>
        <source>the number</source>
        <translation>该数</translation>
    </message>
    <message>
        <source>the number at all other places</source>
        <translation>其他所有位置的数</translation>
    </message>
    <message>
        <source>the number at the place</source>
        <translation>该位置的数</translation>
    </message>
    <message>
        <source>the number in front of the sum, or the diagonal</source>
        <translation>和前面的数，或对角线</translation>
    </message>
    <message>
        <source>the number of a tensor's elements</source>
        <translation>张量的元素个数</translation>
    </message>
    <message>
        <source>the number of elements</source>
        <translation>元素个数</translation>
    </message>
    <message>
        <source>the number of the type of the weights</source>
        <translation>权重类型的编号</translation>
    </message>
    <message>
        <source>the number, a tensor without dimensions</source>
        <translation>数，0 维张量</translation>
    </message>
    <message>
        <source>the numbers, a tensor of one dimension</source>
        <translation>多个数，1 维张量</translation>
    </message>
    <message>
        <source>the operator has {}</source>
        <translation>算子有 {0}</translation>
    </message>
    <message>
        <source>the operator has {} twice</source>
        <translation>算子有两个 {0}</translation>
    </message>
    <message>
        <source>the operator has {}, did you mean {}</source>
        <translation>算子有 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>the operator is unknown</source>
        <translation>算子未知</translation>
    </message>
    <message>
        <source>the operator is {}</source>
        <translation>算子是{0}</translation>
    </message>
    <message>
        <source>the operator of a value and one to take shape and type from, where nothing else tells</source>
        <translation>值的算子，以及在别处无从得知时提供形状和类型的条目</translation>
    </message>
    <message>
        <source>the operator that adds gradients; elemwise_sum unless given</source>
        <translation>累加梯度的算子；默认为 elemwise_sum</translation>
    </message>
    <message>
        <source>the operator that copies a gradient that several values share</source>
        <translation>多个值共用一个梯度时用来复制它的算子</translation>
    </message>
    <message>
        <source>the operator that copies between devices, as copy</source>
        <translation>在设备之间复制的算子，例如 copy</translation>
    </message>
    <message>
        <source>the operator {} is unknown</source>
        <translation>算子 {0} 未知</translation>
    </message>
    <message>
        <source>the operator {} is unknown, its shapes cannot be inferred</source>
        <translation>算子 {0} 未知，无法推断其形状</translation>
    </message>
    <message>
        <source>the order of batch, height, width and channels</source>
        <translation>批次、高、宽与通道的顺序</translation>
    </message>
    <message>
        <source>the order of the image's channels</source>
        <translation>图像通道的顺序</translation>
    </message>
    <message>
        <source>the other</source>
        <translation>另一个维度</translation>
    </message>
    <message>
        <source>the other one</source>
        <translation>另一个维度</translation>
    </message>
    <message>
        <source>the output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>the output is {}</source>
        <translation>输出为 {0}</translation>
    </message>
    <message>
        <source>the p-norm of each channel</source>
        <translation>每个通道的 p 范数</translation>
    </message>
    <message>
        <source>the p-norm of each window</source>
        <translation>每个窗口的 p 范数</translation>
    </message>
    <message>
        <source>the parameters beside the model are not used: {}</source>
        <translation>未使用模型旁边的参数文件：{0}</translation>
    </message>
    <message>
        <source>the parameters beside the model are taken</source>
        <translation>使用模型旁边的参数文件</translation>
    </message>
    <message>
        <source>the parts are larger than the whole</source>
        <translation>各部分之和大于整体</translation>
    </message>
    <message>
        <source>the parts of texts between delimiters</source>
        <translation>文本中由分隔符隔开的各部分</translation>
    </message>
    <message>
        <source>the pass failed</source>
        <translation>该 Pass 失败</translation>
    </message>
    <message>
        <source>the pass was cancelled</source>
        <translation>Pass 已取消</translation>
    </message>
    <message>
        <source>the picture that an encoded file holds</source>
        <translation>编码文件中的图像</translation>
    </message>
    <message>
        <source>the place of an extreme along a dimension</source>
        <translation>沿一个维度的最大或最小元素的位置</translation>
    </message>
    <message>
        <source>the place of each n-gram in the result</source>
        <translation>每个 n-gram 在结果中的位置</translation>
    </message>
    <message>
        <source>the place of the largest element along a dimension</source>
        <translation>沿维度的最大元素的位置</translation>
    </message>
    <message>
        <source>the place of the smallest element along a dimension</source>
        <translation>沿维度的最小元素的位置</translation>
    </message>
    <message>
        <source>the places of elements that are not 0</source>
        <translation>非零元素的位置</translation>
    </message>
    <message>
        <source>the places of the elements in their order</source>
        <translation>元素按次序排列时的位置</translation>
    </message>
    <message>
        <source>the places, a constant</source>
        <translation>位置，为常量</translation>
    </message>
    <message>
        <source>the position of the largest element along a dimension</source>
        <translation>沿一个维度最大元素的位置</translation>
    </message>
    <message>
        <source>the position of the smallest element along a dimension</source>
        <translation>沿一个维度最小元素的位置</translation>
    </message>
    <message>
        <source>the power of the measure</source>
        <translation>度量的指数</translation>
    </message>
    <message>
        <source>the product along some dimensions</source>
        <translation>沿某些维度之积</translation>
    </message>
    <message>
        <source>the product of all inputs</source>
        <translation>所有输入之积</translation>
    </message>
    <message>
        <source>the product of both</source>
        <translation>两者之积</translation>
    </message>
    <message>
        <source>the product of the inputs; of a single one, with alpha</source>
        <translation>输入之积；只有一个输入时乘 alpha</translation>
    </message>
    <message>
        <source>the product with an earlier layer's result</source>
        <translation>与前面某层结果之积</translation>
    </message>
    <message>
        <source>the product with weights, plus others</source>
        <translation>与权重相乘，再加另一组权重</translation>
    </message>
    <message>
        <source>the query ends</source>
        <translation>查询到此结束</translation>
    </message>
    <message>
        <source>the query is empty</source>
        <translation>查询为空</translation>
    </message>
    <message>
        <source>the query is longer than {} bytes</source>
        <translation>查询超过 {0} 字节</translation>
    </message>
    <message>
        <source>the query is nested deeper than {} levels</source>
        <translation>查询的嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>the quote has no end</source>
        <translation>引号没有结束</translation>
    </message>
    <message>
        <source>the range has no number, or too many</source>
        <translation>数列为空或过长</translation>
    </message>
    <message>
        <source>the reference does not compute {}</source>
        <translation>参考实现不能计算 {0}</translation>
    </message>
    <message>
        <source>the remainder of a division</source>
        <translation>除法的余数</translation>
    </message>
    <message>
        <source>the result for 0</source>
        <translation>输入为 0 时的结果</translation>
    </message>
    <message>
        <source>the result of {} has {} dimensions</source>
        <translation>{0} 的结果有 {1} 维</translation>
    </message>
    <message>
        <source>the result of {} is read {} times</source>
        <translation>{0} 的结果被读取 {1} 次</translation>
    </message>
    <message>
        <source>the results of earlier layers, joined along their channels</source>
        <translation>前面各层的结果，沿通道拼接</translation>
    </message>
    <message>
        <source>the results of earlier layers, or parts of them, along their channels</source>
        <translation>前面各层的结果或其一部分，沿通道拼接</translation>
    </message>
    <message>
        <source>the row of a table for each whole number</source>
        <translation>每个整数对应的表中的行</translation>
    </message>
    <message>
        <source>the rows of a table of whole numbers</source>
        <translation>整数表中的行</translation>
    </message>
    <message>
        <source>the rows of a table that indices name</source>
        <translation>表中索引指定的行</translation>
    </message>
    <message>
        <source>the run gave {} results, expected {}</source>
        <translation>运行给出 {} 个结果，预期 {} 个</translation>
    </message>
    <message>
        <source>the run was cancelled</source>
        <translation>运行已取消</translation>
    </message>
    <message>
        <source>the same bits read as another type of their size</source>
        <translation>相同的位按另一种同样大小的类型解读</translation>
    </message>
    <message>
        <source>the same elements in another shape</source>
        <translation>元素不变，换成另一种形状</translation>
    </message>
    <message>
        <source>the same elements in another shape of as many dimensions</source>
        <translation>相同的元素，形状不同而维数相同</translation>
    </message>
    <message>
        <source>the same elements in the shape of another tensor</source>
        <translation>元素不变，取另一个张量的形状</translation>
    </message>
    <message>
        <source>the same elements in the shape of another value</source>
        <translation>相同的元素，形状同另一个值</translation>
    </message>
    <message>
        <source>the same elements in two dimensions</source>
        <translation>排成两个维度的相同元素</translation>
    </message>
    <message>
        <source>the same elements under another shape</source>
        <translation>元素不变，换一种形状</translation>
    </message>
    <message>
        <source>the same elements with more dimensions of size 1</source>
        <translation>元素不变，增加长度为 1 的维度</translation>
    </message>
    <message>
        <source>the same elements without dimensions of size 1</source>
        <translation>元素不变，去掉长度为 1 的维度</translation>
    </message>
    <message>
        <source>the same numbers in another type</source>
        <translation>相同的数，换为另一类型</translation>
    </message>
    <message>
        <source>the same tensor under another name</source>
        <translation>同一张量，换一个名字</translation>
    </message>
    <message>
        <source>the same tensor with its dimensions in another order and in blocks</source>
        <translation>同一张量，维度换了顺序并分块</translation>
    </message>
    <message>
        <source>the same, said by the call</source>
        <translation>含义相同，在调用时指定</translation>
    </message>
    <message>
        <source>the scale of all values</source>
        <translation>所有值的缩放系数</translation>
    </message>
    <message>
        <source>the second number of the function: what is added, or multiplied with inside</source>
        <translation>函数的第二个数：加数，或内部的乘数</translation>
    </message>
    <message>
        <source>the second operand, where it is a constant</source>
        <translation>第二个操作数（为常量时）</translation>
    </message>
    <message>
        <source>the sequence several times, one behind the other</source>
        <translation>序列重复多次，首尾相接</translation>
    </message>
    <message>
        <source>the sequence with one more tensor</source>
        <translation>增加一个张量后的序列</translation>
    </message>
    <message>
        <source>the sequence with one tensor less</source>
        <translation>去掉一个张量后的序列</translation>
    </message>
    <message>
        <source>the shape of input {} is unknown</source>
        <translation>输入 {0} 的形状未知</translation>
    </message>
    <message>
        <source>the shape of the result</source>
        <translation>结果的形状</translation>
    </message>
    <message>
        <source>the shape of the result; -1: what is left</source>
        <translation>结果的形状；-1：余下的大小</translation>
    </message>
    <message>
        <source>the shape of the weights</source>
        <translation>权重的形状</translation>
    </message>
    <message>
        <source>the shape of what is added</source>
        <translation>加数的形状</translation>
    </message>
    <message>
        <source>the shape of what is multiplied with</source>
        <translation>乘数的形状</translation>
    </message>
    <message>
        <source>the shape of {} is not known</source>
        <translation>{0} 的形状未知</translation>
    </message>
    <message>
        <source>the shape of {} is unknown</source>
        <translation>{0} 的形状未知</translation>
    </message>
    <message>
        <source>the shape with the batch; -1: what is left</source>
        <translation>包含批次的形状；-1：由其余维度推出</translation>
    </message>
    <message>
        <source>the shape without the batch; -1: what is left</source>
        <translation>不含批次的形状；-1：其余部分</translation>
    </message>
    <message>
        <source>the share of values that training drops</source>
        <translation>训练时丢弃的值所占的比例</translation>
    </message>
    <message>
        <source>the side of a block</source>
        <translation>块的边长</translation>
    </message>
    <message>
        <source>the sine</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>the size of a window, by spatial dimension</source>
        <translation>窗口大小，按空间维度</translation>
    </message>
    <message>
        <source>the sizes of a tensor's dimensions</source>
        <translation>张量各维度的大小</translation>
    </message>
    <message>
        <source>the sizes of the dimensions</source>
        <translation>各维度的长度</translation>
    </message>
    <message>
        <source>the sizes of the input</source>
        <translation>输入的各维大小</translation>
    </message>
    <message>
        <source>the sizes of the last dimensions, which have one mean</source>
        <translation>共用一个均值的最后若干维度的大小</translation>
    </message>
    <message>
        <source>the sizes of the parts</source>
        <translation>各部分的大小</translation>
    </message>
    <message>
        <source>the sizes of the parts; equal where there are none</source>
        <translation>各部分的大小；未给出则相等</translation>
    </message>
    <message>
        <source>the sizes of the result</source>
        <translation>结果的大小</translation>
    </message>
    <message>
        <source>the slices along a dimension, each by itself</source>
        <translation>沿一个维度切成单独的切片</translation>
    </message>
    <message>
        <source>the slices that indices name along one dimension</source>
        <translation>沿一个维度取出索引指定的切片</translation>
    </message>
    <message>
        <source>the slices whose positions stand in the columns of the indices</source>
        <translation>取出索引各列给出的位置上的切片</translation>
    </message>
    <message>
        <source>the slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>the slope below 0, or the factor of the sum</source>
        <translation>0 以下的斜率，或求和的系数</translation>
    </message>
    <message>
        <source>the slope of negative values</source>
        <translation>负值的斜率</translation>
    </message>
    <message>
        <source>the slope, as Keras 3 calls it</source>
        <translation>斜率（Keras 3 中的名称）</translation>
    </message>
    <message>
        <source>the smaller of both</source>
        <translation>两者中的较小者</translation>
    </message>
    <message>
        <source>the smaller of lhs and rhs</source>
        <translation>lhs 与 rhs 中较小者</translation>
    </message>
    <message>
        <source>the smaller of lhs and rhs, stretching dimensions of 1</source>
        <translation>lhs 与 rhs 中较小者，长度为 1 的维度会扩展</translation>
    </message>
    <message>
        <source>the smaller of x and scalar</source>
        <translation>x 与 scalar 中较小者</translation>
    </message>
    <message>
        <source>the smallest along some dimensions</source>
        <translation>沿某些维度的最小值</translation>
    </message>
    <message>
        <source>the smallest elements along dimensions</source>
        <translation>沿若干维度取最小元素</translation>
    </message>
    <message>
        <source>the smallest of all inputs</source>
        <translation>所有输入中的最小值</translation>
    </message>
    <message>
        <source>the smallest of several tensors, element by element</source>
        <translation>多个张量逐元素取最小值</translation>
    </message>
    <message>
        <source>the smallest of the inputs, element by element</source>
        <translation>逐元素取输入中的最小者</translation>
    </message>
    <message>
        <source>the smallest of the values over dimensions</source>
        <translation>沿某些维度的最小值</translation>
    </message>
    <message>
        <source>the smallest whole number not below x</source>
        <translation>不小于 x 的最小整数</translation>
    </message>
    <message>
        <source>the spatial sizes of the result, from which the padding follows</source>
        <translation>结果的空间大小，由此推出填充</translation>
    </message>
    <message>
        <source>the square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>the sum along some dimensions</source>
        <translation>沿某些维度之和</translation>
    </message>
    <message>
        <source>the sum of all inputs</source>
        <translation>所有输入之和</translation>
    </message>
    <message>
        <source>the sum of both</source>
        <translation>两者之和</translation>
    </message>
    <message>
        <source>the sum of the inputs; of a single one, with alpha</source>
        <translation>输入之和；只有一个输入时加 alpha</translation>
    </message>
    <message>
        <source>the sum of the products of two vectors</source>
        <translation>两个向量的乘积之和</translation>
    </message>
    <message>
        <source>the sum with an earlier layer's result, and an activation</source>
        <translation>与前面某层的结果之和，带激活函数</translation>
    </message>
    <message>
        <source>the sum with earlier layers' results, and an activation</source>
        <translation>与前面各层结果之和，带激活函数</translation>
    </message>
    <message>
        <source>the sum with weights</source>
        <translation>与权重相加</translation>
    </message>
    <message>
        <source>the target shape holds {} twice</source>
        <translation>目标形状中 {0} 出现两次</translation>
    </message>
    <message>
        <source>the tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>the tensor repeated along its dimensions</source>
        <translation>沿各维度重复的张量</translation>
    </message>
    <message>
        <source>the tensor with some elements replaced</source>
        <translation>替换了部分元素的张量</translation>
    </message>
    <message>
        <source>the tensor with some slices replaced</source>
        <translation>替换了部分切片的张量</translation>
    </message>
    <message>
        <source>the tensor, of which few elements are not 0</source>
        <translation>张量，其中不为 0 的元素很少</translation>
    </message>
    <message>
        <source>the tensors of a sequence, one behind the other</source>
        <translation>把序列中的张量依次拼接</translation>
    </message>
    <message>
        <source>the text, a tensor without dimensions</source>
        <translation>文本，0 维张量</translation>
    </message>
    <message>
        <source>the texts, a tensor of one dimension</source>
        <translation>多个文本，1 维张量</translation>
    </message>
    <message>
        <source>the threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>the type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>the type of the elements</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>the type of the numbers of sizes or positions</source>
        <translation>大小或位置数值的类型</translation>
    </message>
    <message>
        <source>the type of the result's elements</source>
        <translation>结果的元素类型</translation>
    </message>
    <message>
        <source>the type of the value that is absent</source>
        <translation>不存在的值的类型</translation>
    </message>
    <message>
        <source>the type of {} is unknown</source>
        <translation>{0} 的类型未知</translation>
    </message>
    <message>
        <source>the type that softmax computes with</source>
        <translation>softmax 计算所用的类型</translation>
    </message>
    <message>
        <source>the upper or lower triangle, 0 elsewhere</source>
        <translation>上三角或下三角，其余为 0</translation>
    </message>
    <message>
        <source>the value</source>
        <translation>填充的值</translation>
    </message>
    <message>
        <source>the value as it is</source>
        <translation>值保持不变</translation>
    </message>
    <message>
        <source>the value itself</source>
        <translation>值本身</translation>
    </message>
    <message>
        <source>the value that comes, of several ways</source>
        <translation>多条来路中到达的值</translation>
    </message>
    <message>
        <source>the value that says whether the loop goes on</source>
        <translation>判断循环是否继续的值</translation>
    </message>
    <message>
        <source>the value times the probability that a normal variable is below it</source>
        <translation>值乘以正态变量小于该值的概率</translation>
    </message>
    <message>
        <source>the value where greater than alpha, 0 elsewhere</source>
        <translation>大于 alpha 的值保持不变，其余为 0</translation>
    </message>
    <message>
        <source>the value where positive, 0 elsewhere</source>
        <translation>正值保持不变，其余为 0</translation>
    </message>
    <message>
        <source>the value where positive, alpha * (e^x - 1) elsewhere</source>
        <translation>正值保持不变，其余为 alpha * (e^x - 1)</translation>
    </message>
    <message>
        <source>the value where positive, alpha times the value elsewhere</source>
        <translation>正值保持不变，其余乘以 alpha</translation>
    </message>
    <message>
        <source>the value where positive, slope times the value elsewhere</source>
        <translation>正值保持不变，其余乘以 slope</translation>
    </message>
    <message>
        <source>the value with the other sign</source>
        <translation>该值的相反数</translation>
    </message>
    <message>
        <source>the value, which must be there</source>
        <translation>取出该值，该值必须存在</translation>
    </message>
    <message>
        <source>the values of {} stay in their model: {}</source>
        <translation>{0} 的值留在原模型中：{1}</translation>
    </message>
    <message>
        <source>the values that were pasted of {}: {}</source>
        <translation>从 {0} 粘贴的值：{1}</translation>
    </message>
    <message>
        <source>the values to differentiate by; all inputs unless given</source>
        <translation>对哪些值求导；默认为所有输入</translation>
    </message>
    <message>
        <source>the values to differentiate, as a;split0:1; the outputs unless given</source>
        <translation>要求导的值，例如 a;split0:1；默认为输出</translation>
    </message>
    <message>
        <source>the values, of which training sets a random part to 0</source>
        <translation>原值，训练时随机将其中一部分置 0</translation>
    </message>
    <message>
        <source>the variance, if it was not learned</source>
        <translation>方差（若不是学得的）</translation>
    </message>
    <message>
        <source>the vector of weights that each number stands for</source>
        <translation>每个数所代表的权重向量</translation>
    </message>
    <message>
        <source>the vectors of two memories, of which one goes through the steps backward</source>
        <translation>两个记忆的向量，其中一个反向经过各步</translation>
    </message>
    <message>
        <source>the way along the sequence; both ways twice the weights</source>
        <translation>沿序列的方向；双向则权重加倍</translation>
    </message>
    <message>
        <source>the way the bits go</source>
        <translation>位移动的方向</translation>
    </message>
    <message>
        <source>the weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>the weights do not fit into memory</source>
        <translation>权重超出内存容量</translation>
    </message>
    <message>
        <source>the weights of a batchnorm as those of a scale layer, made once</source>
        <translation>把 batchnorm 的权重化为 scale 层的权重，只计算一次</translation>
    </message>
    <message>
        <source>the whole number, a tensor without dimensions</source>
        <translation>整数，0 维张量</translation>
    </message>
    <message>
        <source>the whole numbers, a tensor of one dimension</source>
        <translation>多个整数，1 维张量</translation>
    </message>
    <message>
        <source>the width of a result</source>
        <translation>结果的宽度</translation>
    </message>
    <message>
        <source>the window's size along each dimension</source>
        <translation>窗口在每个维度上的大小</translation>
    </message>
    <message>
        <source>the window's size, for each dimension</source>
        <translation>各维度上的窗口大小</translation>
    </message>
    <message>
        <source>the winners are not kept: …</source>
        <translation>胜出的变体未能保存：…</translation>
    </message>
    <message>
        <source>their standard deviation</source>
        <translation>值的标准差</translation>
    </message>
    <message>
        <source>there are no {}</source>
        <translation>没有 {0}</translation>
    </message>
    <message>
        <source>there is no function {}</source>
        <translation>没有函数 {0}</translation>
    </message>
    <message>
        <source>there is no input {}</source>
        <translation>没有输入 {0}</translation>
    </message>
    <message>
        <source>there is no layout program</source>
        <translation>找不到布局程序</translation>
    </message>
    <message>
        <source>there is no operator {}</source>
        <translation>没有算子 {0}</translation>
    </message>
    <message>
        <source>there is no operator {}, did you mean {}</source>
        <translation>没有算子 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>there is no output {}</source>
        <translation>没有输出 {0}</translation>
    </message>
    <message>
        <source>there is no step {}, the passes have {}</source>
        <translation>没有步骤 {}，这些 Pass 共有 {} 步</translation>
    </message>
    <message>
        <source>there is no such proof any more</source>
        <translation>该证明已不存在</translation>
    </message>
    <message>
        <source>there is no such value to compare</source>
        <translation>没有可比较的这个值</translation>
    </message>
    <message>
        <source>there is no {}</source>
        <translation>没有 {0}</translation>
    </message>
    <message>
        <source>there is no {}, did you mean {}</source>
        <translation>没有 {0}，是否想写 {1}</translation>
    </message>
    <message>
        <source>there is nothing to paste</source>
        <translation>没有可粘贴的内容</translation>
    </message>
    <message>
        <source>there is text after the document</source>
        <translation>文档之后还有文本</translation>
    </message>
    <message>
        <source>there is text after the graph</source>
        <translation>图之后还有文本</translation>
    </message>
    <message>
        <source>this device has no kernels to try</source>
        <translation>此设备没有可尝试的内核</translation>
    </message>
    <message>
        <source>those along which numbers are added</source>
        <translation>沿哪些维度加上偏置</translation>
    </message>
    <message>
        <source>training adds noise; a run changes nothing</source>
        <translation>训练时加上噪声；运行时不改变任何值</translation>
    </message>
    <message>
        <source>training drops channels of images; a run changes nothing</source>
        <translation>训练时丢弃图像的通道；运行时不改变任何值</translation>
    </message>
    <message>
        <source>training drops channels of sequences; a run changes nothing</source>
        <translation>训练时丢弃序列的通道；运行时不改变任何值</translation>
    </message>
    <message>
        <source>training drops channels of volumes; a run changes nothing</source>
        <translation>训练时丢弃体数据的通道；运行时不改变任何值</translation>
    </message>
    <message>
        <source>training drops elements and keeps mean and variance; a run changes nothing</source>
        <translation>训练时丢弃元素并保持均值和方差；运行时不改变任何值</translation>
    </message>
    <message>
        <source>training drops elements; a run changes nothing</source>
        <translation>训练时丢弃元素；运行时不改变任何值</translation>
    </message>
    <message>
        <source>training keeps elements small; a run changes nothing</source>
        <translation>训练时使元素保持较小；运行时不改变任何值</translation>
    </message>
    <message>
        <source>training multiplies by noise; a run changes nothing</source>
        <translation>训练时乘以噪声；运行时不改变任何值</translation>
    </message>
    <message>
        <source>training: part of the outputs between layers that is dropped</source>
        <translation>训练：层间丢弃的输出比例</translation>
    </message>
    <message>
        <source>training: whether the table's gradient holds rows alone</source>
        <translation>训练：表的梯度是否只包含部分行</translation>
    </message>
    <message>
        <source>transposed convolution of images</source>
        <translation>图像的转置卷积</translation>
    </message>
    <message>
        <source>transposed convolution over 1 to 3 dimensions</source>
        <translation>1 到 3 维的转置卷积</translation>
    </message>
    <message>
        <source>transposed convolution over images</source>
        <translation>图像上的转置卷积</translation>
    </message>
    <message>
        <source>transposed convolution over sequences</source>
        <translation>序列上的转置卷积</translation>
    </message>
    <message>
        <source>transposed convolution over volumes</source>
        <translation>体数据上的转置卷积</translation>
    </message>
    <message>
        <source>transposed convolution with bias or normalization, and an activation</source>
        <translation>转置卷积，带偏置或归一化和激活函数</translation>
    </message>
    <message>
        <source>transposed convolution: each element of the input spread over a window by the filters</source>
        <translation>转置卷积：输入的每个元素通过滤波器扩展到一个窗口</translation>
    </message>
    <message>
        <source>transposed two-dimensional convolution of NCHW data</source>
        <translation>NCHW 数据的二维转置卷积</translation>
    </message>
    <message>
        <source>transposed two-dimensional convolution: what undoes the shape of a conv2d</source>
        <translation>二维转置卷积：还原 conv2d 改变的形状</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
    </message>
    <message>
        <source>try match ranges 1, 2, 4, … up to match_range and keep the smallest plan</source>
        <translation>依次尝试匹配范围 1、2、4……直到 match_range，保留最小的规划</translation>
    </message>
    <message>
        <source>two dimensions change places</source>
        <translation>两个维度互换</translation>
    </message>
    <message>
        <source>two dimensions in each other's place</source>
        <translation>交换两个维度的位置</translation>
    </message>
    <message>
        <source>two tensors one after the other along an axis</source>
        <translation>两个张量沿一个轴首尾相接</translation>
    </message>
    <message>
        <source>two texts, one behind the other</source>
        <translation>把两段文本首尾拼接</translation>
    </message>
    <message>
        <source>two vectors in the order of the first</source>
        <translation>两个向量，按第一个的顺序排列</translation>
    </message>
    <message>
        <source>two-dimensional convolution</source>
        <translation>二维卷积</translation>
    </message>
    <message>
        <source>two-dimensional convolution after Winograd, with a weight that was transformed before</source>
        <translation>Winograd 二维卷积，权重已事先变换</translation>
    </message>
    <message>
        <source>two-dimensional convolution of NCHW data</source>
        <translation>NCHW 数据的二维卷积</translation>
    </message>
    <message>
        <source>two-dimensional convolution of channels in blocks</source>
        <translation>通道分块的二维卷积</translation>
    </message>
    <message>
        <source>type of its elements</source>
        <translation>元素的类型</translation>
    </message>
    <message>
        <source>type of the numbers</source>
        <translation>数的类型</translation>
    </message>
    <message>
        <source>type of the positions</source>
        <translation>位置的类型</translation>
    </message>
    <message>
        <source>type of the positions that argmax and argmin give</source>
        <translation>argmax 和 argmin 给出的位置的类型</translation>
    </message>
    <message>
        <source>type of the result</source>
        <translation>结果的类型</translation>
    </message>
    <message>
        <source>type of the result; None: that of the data</source>
        <translation>结果的类型；None：与数据相同</translation>
    </message>
    <message>
        <source>type of the result; None: the data's</source>
        <translation>结果的类型；None：与数据相同</translation>
    </message>
    <message>
        <source>type of the table</source>
        <translation>表的类型</translation>
    </message>
    <message>
        <source>types that are known in the middle, as cast0=int8;split0:1=float64</source>
        <translation>中间已知的类型，例如 cast0=int8;split0:1=float64</translation>
    </message>
    <message>
        <source>units of a layer</source>
        <translation>每层的单元数</translation>
    </message>
    <message>
        <source>upper bound</source>
        <translation>上界</translation>
    </message>
    <message>
        <source>valid: all that the windows give; same: as large as the data times strides</source>
        <translation>valid：窗口给出的全部；same：大小为数据乘以步长</translation>
    </message>
    <message>
        <source>valid: windows lie within the data; same: they go beyond, and what is beyond does not count</source>
        <translation>valid：窗口位于数据之内；same：窗口可以超出，超出的部分不计</translation>
    </message>
    <message>
        <source>valid: windows lie within the data; same: zeros around them keep its size; causal: in front of them</source>
        <translation>valid：窗口位于数据之内；same：四周补零以保持大小；causal：只在前面补零</translation>
    </message>
    <message>
        <source>valid: windows stay inside; same: zeros around</source>
        <translation>valid：窗口不超出数据；same：四周补零</translation>
    </message>
    <message>
        <source>value at 0</source>
        <translation>0 处的值</translation>
    </message>
    <message>
        <source>values above become this one</source>
        <translation>大于此值的值变为此值</translation>
    </message>
    <message>
        <source>values are below</source>
        <translation>值的上限（不含）</translation>
    </message>
    <message>
        <source>values are not below</source>
        <translation>值的下限（含）</translation>
    </message>
    <message>
        <source>values as uint8, with the scale and zero point that their range needs</source>
        <translation>量化为 uint8 的值，以及按其范围求得的缩放和零点</translation>
    </message>
    <message>
        <source>values below become this one</source>
        <translation>小于此值的值变为此值</translation>
    </message>
    <message>
        <source>values divided by a scale, as small numbers</source>
        <translation>值除以缩放，量化为低位数</translation>
    </message>
    <message>
        <source>values divided by their length across channels</source>
        <translation>值除以其跨通道的长度</translation>
    </message>
    <message>
        <source>values divided by their norm along a dimension</source>
        <translation>值除以其沿一个维度的范数</translation>
    </message>
    <message>
        <source>values held between two bounds</source>
        <translation>值限制在上下界之间</translation>
    </message>
    <message>
        <source>values in {} need a model that is saved beside it</source>
        <translation>{0} 中的值需要旁边有已保存的模型</translation>
    </message>
    <message>
        <source>values minus their mean, divided by the root of their variance</source>
        <translation>值减去均值，再除以方差的平方根</translation>
    </message>
    <message>
        <source>values moved by bias toward 0, those up to lambd away from 0 become 0</source>
        <translation>值向 0 移动 bias，与 0 的距离不超过 lambd 的值变为 0</translation>
    </message>
    <message>
        <source>values up to this one become 0</source>
        <translation>不大于此值的值变为 0</translation>
    </message>
    <message>
        <source>values weighted by how much their keys are like the queries, by heads</source>
        <translation>按键与查询的相似度对值加权，分多个头计算</translation>
    </message>
    <message>
        <source>values, each as much as its key fits the query</source>
        <translation>各个值，按其键与查询的匹配程度加权</translation>
    </message>
    <message>
        <source>values, each as much as the sum of key and query says</source>
        <translation>各个值，按键与查询之和加权</translation>
    </message>
    <message>
        <source>vectors divided by their lengths</source>
        <translation>向量除以其长度</translation>
    </message>
    <message>
        <source>version {}</source>
        <translation>版本 {0}</translation>
    </message>
    <message>
        <source>weights as a value</source>
        <translation>作为值的权重</translation>
    </message>
    <message>
        <source>weights of each layer, or of each of its channels</source>
        <translation>每层的权重，或每层各通道的权重</translation>
    </message>
    <message>
        <source>weights that turn frequencies into bands of the mel scale</source>
        <translation>把频率转换为梅尔频带的权重</translation>
    </message>
    <message>
        <source>what AlterOpLayout changes, see there</source>
        <translation>AlterOpLayout 要改变的内容，见该 Pass</translation>
    </message>
    <message>
        <source>what a class of an app computes</source>
        <translation>由应用程序的类计算的内容</translation>
    </message>
    <message>
        <source>what a single-shot detector found, as rows of class, score and box</source>
        <translation>单次检测器找到的结果，每行为类别、得分和框</translation>
    </message>
    <message>
        <source>what a single-shot detector should have found, for its losses</source>
        <translation>单次检测器本应找到的结果，用于计算损失</translation>
    </message>
    <message>
        <source>what a unit computes</source>
        <translation>单元计算什么</translation>
    </message>
    <message>
        <source>what all channels are multiplied with</source>
        <translation>所有通道的乘数</translation>
    </message>
    <message>
        <source>what all numbers of such a step are</source>
        <translation>这样的步中所有数的值</translation>
    </message>
    <message>
        <source>what becomes of an element that is there and a new one</source>
        <translation>原有元素与新元素如何合并</translation>
    </message>
    <message>
        <source>what becomes of both results: concat, sum, ave or mul</source>
        <translation>两个结果如何合并：concat、sum、ave 或 mul</translation>
    </message>
    <message>
        <source>what becomes of both results: concat, sum, ave, mul or None</source>
        <translation>如何合并两个结果：concat、sum、ave、mul 或 None</translation>
    </message>
    <message>
        <source>what boxes are multiplied with</source>
        <translation>框的乘数</translation>
    </message>
    <message>
        <source>what changes fastest: DCR the channels, CRD the places in a block</source>
        <translation>变化最快的部分：DCR 为通道，CRD 为块内位置</translation>
    </message>
    <message>
        <source>what depends on parameters alone is computed beforehand; auto: from level 2</source>
        <translation>只依赖参数的部分事先计算；auto：从 2 级起</translation>
    </message>
    <message>
        <source>what each query takes of the values, by how its keys fit</source>
        <translation>每个查询按键的匹配程度取用各个值</translation>
    </message>
    <message>
        <source>what elements are compared with</source>
        <translation>与元素比较的值</translation>
    </message>
    <message>
        <source>what goes into functions is held between this with a minus and this</source>
        <translation>激活函数的输入限制在此值的相反数与此值之间</translation>
    </message>
    <message>
        <source>what is accumulated</source>
        <translation>累积的内容</translation>
    </message>
    <message>
        <source>what is added</source>
        <translation>加上的数</translation>
    </message>
    <message>
        <source>what is added before the function</source>
        <translation>函数之前加的数</translation>
    </message>
    <message>
        <source>what is added behind the result, whose size then follows from the window</source>
        <translation>结果后面补上的大小；此时结果大小由窗口决定</translation>
    </message>
    <message>
        <source>what is added in front of and behind each dimension</source>
        <translation>各维度前后添加的量</translation>
    </message>
    <message>
        <source>what is added on both sides together; else size - 1</source>
        <translation>两边合计加上的大小；未给出时为 size - 1</translation>
    </message>
    <message>
        <source>what is added on each side where pad is 0</source>
        <translation>pad 为 0 时每边加上的大小</translation>
    </message>
    <message>
        <source>what is added so that nothing is divided by 0</source>
        <translation>为避免除以 0 而加的数</translation>
    </message>
    <message>
        <source>what is added to a gray image</source>
        <translation>加到灰度图像的数</translation>
    </message>
    <message>
        <source>what is added to the blue channel</source>
        <translation>加到蓝色通道的数</translation>
    </message>
    <message>
        <source>what is added to the forget gate before its function</source>
        <translation>在遗忘门的函数之前加上的数</translation>
    </message>
    <message>
        <source>what is added to the green channel</source>
        <translation>加到绿色通道的数</translation>
    </message>
    <message>
        <source>what is added to the mean</source>
        <translation>加到平均值上的数</translation>
    </message>
    <message>
        <source>what is added to the red channel</source>
        <translation>加到红色通道的数</translation>
    </message>
    <message>
        <source>what is added to the sum</source>
        <translation>加到和上的数</translation>
    </message>
    <message>
        <source>what is added to the variance</source>
        <translation>加到方差上的数</translation>
    </message>
    <message>
        <source>what is applied to the result</source>
        <translation>对结果应用的函数</translation>
    </message>
    <message>
        <source>what is around: a number, the edge repeated, or a reflection</source>
        <translation>周围填什么：一个数、重复边缘或镜像</translation>
    </message>
    <message>
        <source>what is computed</source>
        <translation>计算什么</translation>
    </message>
    <message>
        <source>what is counted</source>
        <translation>统计方式</translation>
    </message>
    <message>
        <source>what is cut off: top, bottom, left, right</source>
        <translation>裁去的量：上、下、左、右</translation>
    </message>
    <message>
        <source>what is done with a row and its update</source>
        <translation>如何把更新用于一行</translation>
    </message>
    <message>
        <source>what is greater becomes this</source>
        <translation>更大的值变为此值</translation>
    </message>
    <message>
        <source>what is left of a division</source>
        <translation>除法的余数</translation>
    </message>
    <message>
        <source>what is made of a window</source>
        <translation>由窗口算出什么</translation>
    </message>
    <message>
        <source>what is made of several inputs</source>
        <translation>多个输入如何处理</translation>
    </message>
    <message>
        <source>what is multiplied with first</source>
        <translation>先乘的数</translation>
    </message>
    <message>
        <source>what is not greater is changed</source>
        <translation>不大于此值的元素被改变</translation>
    </message>
    <message>
        <source>what is put around: top, bottom, left, right; of includeLastPixel height, width</source>
        <translation>四周的填充：上、下、左、右；includeLastPixel 时为高、宽</translation>
    </message>
    <message>
        <source>what is put in front of and behind each dimension</source>
        <translation>在各维度前后补充的数量</translation>
    </message>
    <message>
        <source>what is run, by a shell: it reads the graph from standard input and prints another</source>
        <translation>由 shell 运行的命令：从标准输入读取图，并输出另一个图</translation>
    </message>
    <message>
        <source>what is said where a value is not finite</source>
        <translation>值非有限时给出的消息</translation>
    </message>
    <message>
        <source>what is taken of each dimension</source>
        <translation>每个维度取哪些部分</translation>
    </message>
    <message>
        <source>what is taken of the samples</source>
        <translation>对采样值取什么</translation>
    </message>
    <message>
        <source>what kernels are chosen for: opencl (any device), reference, or a device as run takes it</source>
        <translation>为什么设备选择内核：opencl（任意设备）、reference，或 run 所接受的设备</translation>
    </message>
    <message>
        <source>what lies near the main diagonal, else 0</source>
        <translation>主对角线附近的元素，其余为 0</translation>
    </message>
    <message>
        <source>what lies on a diagonal and above, else 0</source>
        <translation>某条对角线及其上方的元素，其余为 0</translation>
    </message>
    <message>
        <source>what lies on a diagonal and below, else 0</source>
        <translation>某条对角线及其下方的元素，其余为 0</translation>
    </message>
    <message>
        <source>what loc is</source>
        <translation>loc 是什么</translation>
    </message>
    <message>
        <source>what negative values go to, before scaling</source>
        <translation>缩放前负值趋近的值</translation>
    </message>
    <message>
        <source>what negative values go to, with the other sign</source>
        <translation>负值趋近的值，符号相反</translation>
    </message>
    <message>
        <source>what qk_matmul_output holds: 0 products, 1 behind softcap, 2 with the mask, 3 behind softmax</source>
        <translation>qk_matmul_output 的内容：0 为乘积，1 为 softcap 之后，2 为加掩码之后，3 为 softmax 之后</translation>
    </message>
    <message>
        <source>what stands between parts; blanks if there is none</source>
        <translation>各部分之间的分隔符；未给出时为空白</translation>
    </message>
    <message>
        <source>what stands outside the input</source>
        <translation>输入范围之外的值</translation>
    </message>
    <message>
        <source>what stands outside the input where it is cropped</source>
        <translation>裁剪超出输入时，外部位置所取的值</translation>
    </message>
    <message>
        <source>what stands there</source>
        <translation>填充的内容</translation>
    </message>
    <message>
        <source>what the boxes are given as</source>
        <translation>框以何种形式给出</translation>
    </message>
    <message>
        <source>what the four numbers of a box are</source>
        <translation>框的四个数的含义</translation>
    </message>
    <message>
        <source>what the gradient is divided by</source>
        <translation>梯度除以什么</translation>
    </message>
    <message>
        <source>what the input is</source>
        <translation>输入是什么</translation>
    </message>
    <message>
        <source>what the layer is for</source>
        <translation>该层的用途</translation>
    </message>
    <message>
        <source>what the layer is told</source>
        <translation>传给该层的参数</translation>
    </message>
    <message>
        <source>what the logarithms are divided by</source>
        <translation>对数的除数</translation>
    </message>
    <message>
        <source>what the new elements are</source>
        <translation>新元素如何取值</translation>
    </message>
    <message>
        <source>what training makes small; a run passes the values on</source>
        <translation>训练所要减小的量；运行时原样传递</translation>
    </message>
    <message>
        <source>what values are divided by</source>
        <translation>值的除数</translation>
    </message>
    <message>
        <source>when elements are dropped</source>
        <translation>何时丢弃元素</translation>
    </message>
    <message>
        <source>where channels are: channels_last or channels_first</source>
        <translation>通道的位置：channels_last 或 channels_first</translation>
    </message>
    <message>
        <source>where each piece ends, not included</source>
        <translation>各段的终点（不含）</translation>
    </message>
    <message>
        <source>where each piece starts</source>
        <translation>各段的起点</translation>
    </message>
    <message>
        <source>where in a position its center lies, y and x</source>
        <translation>中心在位置中的所在，y 和 x</translation>
    </message>
    <message>
        <source>where in a row its box starts</source>
        <translation>一行中框开始的位置</translation>
    </message>
    <message>
        <source>where in a row its class is; -1: nowhere</source>
        <translation>一行中类别的位置；-1：没有</translation>
    </message>
    <message>
        <source>where in a row its score is</source>
        <translation>一行中得分的位置</translation>
    </message>
    <message>
        <source>where in an order each place stands</source>
        <translation>每个位置在排列中的序号</translation>
    </message>
    <message>
        <source>where in the pool n-grams of each length start</source>
        <translation>各长度的 n-gram 在池中的起始位置</translation>
    </message>
    <message>
        <source>where larger cell states are cut off; 0 or less: nowhere</source>
        <translation>单元状态的截断上限；0 或更小：不截断</translation>
    </message>
    <message>
        <source>where random numbers start; any where there is none</source>
        <translation>随机数种子；未给出则任意</translation>
    </message>
    <message>
        <source>where the new dimensions are in the result</source>
        <translation>新维度在结果中的位置</translation>
    </message>
    <message>
        <source>where the numbers end</source>
        <translation>数列的终点</translation>
    </message>
    <message>
        <source>where the part begins: height, width</source>
        <translation>所取部分的起点：高、宽</translation>
    </message>
    <message>
        <source>where the part begins; negative: from the end</source>
        <translation>所取部分的起点；负数从末尾数起</translation>
    </message>
    <message>
        <source>where the part ends; negative: from the end</source>
        <translation>所取部分的终点；负数从末尾数起</translation>
    </message>
    <message>
        <source>where the part of each dimension begins</source>
        <translation>各维度所取部分的起点</translation>
    </message>
    <message>
        <source>where the part of each dimension ends</source>
        <translation>各维度所取部分的终点</translation>
    </message>
    <message>
        <source>where the parts begin, 0 first</source>
        <translation>各部分的起点，第一个为 0</translation>
    </message>
    <message>
        <source>where the random numbers begin; negative: anywhere</source>
        <translation>随机数的起点；负数：任意</translation>
    </message>
    <message>
        <source>where the result's size comes from</source>
        <translation>结果的尺寸从何而来</translation>
    </message>
    <message>
        <source>where the vectors lie in the result</source>
        <translation>向量在结果中所在的维度</translation>
    </message>
    <message>
        <source>where to sample an image: by an affine map or by shifts</source>
        <translation>在图像何处采样：由仿射映射或位移给出</translation>
    </message>
    <message>
        <source>whether -1 and 1 are the middles of the outer elements instead of their edges</source>
        <translation>-1 和 1 是否指外侧元素的中心，而不是其边缘</translation>
    </message>
    <message>
        <source>whether 0 in the shape is a size of 0</source>
        <translation>形状中的 0 是否表示大小为 0</translation>
    </message>
    <message>
        <source>whether 1 is added to what is kept</source>
        <translation>是否给保留量加 1</translation>
    </message>
    <message>
        <source>whether 8-bit floats hold what is out of their range at its ends</source>
        <translation>8 位浮点数是否把超出范围的值截到范围两端</translation>
    </message>
    <message>
        <source>whether A is transposed</source>
        <translation>A 是否转置</translation>
    </message>
    <message>
        <source>whether B is repeated along dimensions that it lacks</source>
        <translation>B 是否沿其缺少的维度广播</translation>
    </message>
    <message>
        <source>whether B is transposed</source>
        <translation>B 是否转置</translation>
    </message>
    <message>
        <source>whether Core ML computes with numbers of 8 bits</source>
        <translation>Core ML 是否以 8 位数计算</translation>
    </message>
    <message>
        <source>whether a bias is added</source>
        <translation>是否加偏置</translation>
    </message>
    <message>
        <source>whether a box is its middle and sizes instead of two corners</source>
        <translation>框是否用中心和尺寸表示，而不是两个角点</translation>
    </message>
    <message>
        <source>whether a is transposed first</source>
        <translation>是否先转置 a</translation>
    </message>
    <message>
        <source>whether a last window may reach beyond the padded input</source>
        <translation>最后一个窗口是否可超出填充后的输入</translation>
    </message>
    <message>
        <source>whether a loop goes on</source>
        <translation>循环是否继续</translation>
    </message>
    <message>
        <source>whether a number is added to each channel</source>
        <translation>是否给每个通道加上一个数</translation>
    </message>
    <message>
        <source>whether a number is added to each result</source>
        <translation>是否给每个结果加上一个数</translation>
    </message>
    <message>
        <source>whether a number is added to each sum</source>
        <translation>是否给每个和加上一个数</translation>
    </message>
    <message>
        <source>whether a pattern matches the whole text</source>
        <translation>模式是否匹配整段文本</translation>
    </message>
    <message>
        <source>whether a query sees only keys up to its own place</source>
        <translation>查询是否只能看到自身位置及之前的键</translation>
    </message>
    <message>
        <source>whether all dimensions are taken together</source>
        <translation>是否对所有维度一起归约</translation>
    </message>
    <message>
        <source>whether all dimensions but the first are one; else the last alone is multiplied</source>
        <translation>除第一维外的维度是否合为一维；否则只乘最后一维</translation>
    </message>
    <message>
        <source>whether all dimensions of size 1 go away</source>
        <translation>是否去掉所有大小为 1 的维度</translation>
    </message>
    <message>
        <source>whether all elements along dimensions are true</source>
        <translation>沿若干维度的元素是否全为真</translation>
    </message>
    <message>
        <source>whether all places of a channel have one mean and variance</source>
        <translation>一个通道的所有位置是否共用一个均值和方差</translation>
    </message>
    <message>
        <source>whether all steps are given, not the last alone</source>
        <translation>是否给出所有步，而不只是最后一步</translation>
    </message>
    <message>
        <source>whether an activation follows</source>
        <translation>其后是否有激活</translation>
    </message>
    <message>
        <source>whether an activation follows the sum</source>
        <translation>求和之后是否有激活</translation>
    </message>
    <message>
        <source>whether an element does not count itself</source>
        <translation>元素是否不计入自身</translation>
    </message>
    <message>
        <source>whether an element itself is left out</source>
        <translation>是否不计元素本身</translation>
    </message>
    <message>
        <source>whether an outer gradient multiplies</source>
        <translation>是否乘以外部梯度</translation>
    </message>
    <message>
        <source>whether at least one is true</source>
        <translation>是否至少有一个为真</translation>
    </message>
    <message>
        <source>whether axis says which dimensions are not compared along</source>
        <translation>axis 是否指明哪些维度不参与比较</translation>
    </message>
    <message>
        <source>whether axis says which dimensions are not reduced</source>
        <translation>axis 是否指明哪些维度不归约</translation>
    </message>
    <message>
        <source>whether axis says which ones are not new</source>
        <translation>axis 是否指明哪些维度不是新增的</translation>
    </message>
    <message>
        <source>whether b is transposed first</source>
        <translation>是否先转置 b</translation>
    </message>
    <message>
        <source>whether beta is added</source>
        <translation>是否加上 beta</translation>
    </message>
    <message>
        <source>whether both are equal</source>
        <translation>两者是否相等</translation>
    </message>
    <message>
        <source>whether both are true</source>
        <translation>两者是否都为真</translation>
    </message>
    <message>
        <source>whether boxes count in shares of the image</source>
        <translation>框是否以图像的比例计</translation>
    </message>
    <message>
        <source>whether corner pixels keep their values</source>
        <translation>角上像素是否保持原值</translation>
    </message>
    <message>
        <source>whether cuDNN is not used</source>
        <translation>是否不使用 cuDNN</translation>
    </message>
    <message>
        <source>whether dimensions of size 1 stay</source>
        <translation>是否保留大小为 1 的维度</translation>
    </message>
    <message>
        <source>whether dimensions stay, with size 1</source>
        <translation>维度是否以大小 1 保留</translation>
    </message>
    <message>
        <source>whether each class has boxes of its own</source>
        <translation>每个类别是否有自己的框</translation>
    </message>
    <message>
        <source>whether each element is neither infinite nor not a number</source>
        <translation>各元素是否有限（既非无穷也非 NaN）</translation>
    </message>
    <message>
        <source>whether each image has a mean and variance of its own</source>
        <translation>每个图像是否有自己的均值和方差</translation>
    </message>
    <message>
        <source>whether each layer also goes through the steps from the last to the first</source>
        <translation>每层是否也从最后一步走到第一步</translation>
    </message>
    <message>
        <source>whether each result leaves out the value at its own place</source>
        <translation>每个结果是否不含其所在位置的值</translation>
    </message>
    <message>
        <source>whether each two elements differ</source>
        <translation>每对元素是否不同</translation>
    </message>
    <message>
        <source>whether edges are added first</source>
        <translation>是否先补上边缘</translation>
    </message>
    <message>
        <source>whether edges are cut off first</source>
        <translation>是否先裁去边缘</translation>
    </message>
    <message>
        <source>whether exactly one is true</source>
        <translation>是否恰有一个为真</translation>
    </message>
    <message>
        <source>whether frequencies become a signal</source>
        <translation>是否由频谱变换回信号</translation>
    </message>
    <message>
        <source>whether gamma is multiplied with</source>
        <translation>是否乘以 gamma</translation>
    </message>
    <message>
        <source>whether gamma is taken to be 1</source>
        <translation>是否把 gamma 视为 1</translation>
    </message>
    <message>
        <source>whether gamma multiplies</source>
        <translation>是否乘以 gamma</translation>
    </message>
    <message>
        <source>whether gates look at the memory</source>
        <translation>门是否参考记忆</translation>
    </message>
    <message>
        <source>whether ignore_label counts</source>
        <translation>ignore_label 是否有效</translation>
    </message>
    <message>
        <source>whether indices count columns first</source>
        <translation>索引是否按列优先计数</translation>
    </message>
    <message>
        <source>whether it computes with whole numbers</source>
        <translation>是否用整数计算</translation>
    </message>
    <message>
        <source>whether it goes from the last step to the first</source>
        <translation>是否从最后一步走到第一步</translation>
    </message>
    <message>
        <source>whether it goes from the last to the first</source>
        <translation>是否从最后一个到第一个进行</translation>
    </message>
    <message>
        <source>whether it goes the other way</source>
        <translation>是否反向进行</translation>
    </message>
    <message>
        <source>whether it is a transposed convolution</source>
        <translation>是否为转置卷积</translation>
    </message>
    <message>
        <source>whether it is multiplied by gamma</source>
        <translation>是否乘以 gamma</translation>
    </message>
    <message>
        <source>whether it is normalized by channel</source>
        <translation>是否按通道归一化</translation>
    </message>
    <message>
        <source>whether it passes over steps that stand for nothing</source>
        <translation>是否跳过表示空的步</translation>
    </message>
    <message>
        <source>whether its last value is added</source>
        <translation>是否加上最后一个值</translation>
    </message>
    <message>
        <source>whether lengths are given; else all steps count</source>
        <translation>是否给出长度；否则所有步都算</translation>
    </message>
    <message>
        <source>whether lengths are given; else nothing is masked</source>
        <translation>是否给出长度；否则不遮蔽</translation>
    </message>
    <message>
        <source>whether lhs is transposed</source>
        <translation>lhs 是否转置</translation>
    </message>
    <message>
        <source>whether mean and deviation are outputs to be seen</source>
        <translation>均值和标准差是否作为可见的输出</translation>
    </message>
    <message>
        <source>whether mean and deviation are those of the data</source>
        <translation>是否使用数据自身的均值和标准差</translation>
    </message>
    <message>
        <source>whether mean and variance are outputs to be seen</source>
        <translation>均值和方差是否作为可见的输出</translation>
    </message>
    <message>
        <source>whether mean and variance are those of the values themselves</source>
        <translation>均值和方差是否取自数据本身</translation>
    </message>
    <message>
        <source>whether negative infinity counts</source>
        <translation>负无穷是否算在内</translation>
    </message>
    <message>
        <source>whether neighbors are pairs instead of halves</source>
        <translation>是否以相邻元素配对，而不是前后两半配对</translation>
    </message>
    <message>
        <source>whether no query looks at what is behind it</source>
        <translation>是否使每个查询都不看其后的内容</translation>
    </message>
    <message>
        <source>whether nothing is dropped</source>
        <translation>是否不丢弃任何值</translation>
    </message>
    <message>
        <source>whether nothing is trained</source>
        <translation>是否不训练</translation>
    </message>
    <message>
        <source>whether numbers are added to all sums</source>
        <translation>是否给所有的和加上偏置</translation>
    </message>
    <message>
        <source>whether numbers too large for 8-bit floats become the largest one</source>
        <translation>超出 8 位浮点数范围的数是否变为其最大值</translation>
    </message>
    <message>
        <source>whether one of the elements along dimensions is true</source>
        <translation>沿若干维度的元素是否有一个为真</translation>
    </message>
    <message>
        <source>whether one window covers all</source>
        <translation>一个窗口是否覆盖全部</translation>
    </message>
    <message>
        <source>whether only the half of the frequencies is held that says all of a real signal</source>
        <translation>是否只保存足以完整表示实信号的一半频谱</translation>
    </message>
    <message>
        <source>whether padding counts in the average</source>
        <translation>平均值是否计入填充</translation>
    </message>
    <message>
        <source>whether padding counts in the mean</source>
        <translation>求均值时是否计入填充</translation>
    </message>
    <message>
        <source>whether padding is left out of means</source>
        <translation>平均时是否不计填充</translation>
    </message>
    <message>
        <source>whether places in the input are moved by half an element</source>
        <translation>输入中的位置是否偏移半个元素</translation>
    </message>
    <message>
        <source>whether places outside the input have no weight in cubic interpolation</source>
        <translation>三次插值时输入之外的位置是否权重为零</translation>
    </message>
    <message>
        <source>whether positions are those of the elements' centers</source>
        <translation>位置是否按元素中心计算</translation>
    </message>
    <message>
        <source>whether positive infinity counts</source>
        <translation>正无穷是否算在内</translation>
    </message>
    <message>
        <source>whether reduced dimensions stay, as 1</source>
        <translation>归约的维度是否以长度 1 保留</translation>
    </message>
    <message>
        <source>whether reduced dimensions stay, with size 1</source>
        <translation>是否保留归约后的维度，大小为 1</translation>
    </message>
    <message>
        <source>whether rhs is transposed</source>
        <translation>rhs 是否转置</translation>
    </message>
    <message>
        <source>whether rows are valid up to a length</source>
        <translation>各行是否只在一定长度内有效</translation>
    </message>
    <message>
        <source>whether scores are scaled by what was learned</source>
        <translation>是否用学到的数缩放得分</translation>
    </message>
    <message>
        <source>whether sequences are joined, not channels</source>
        <translation>是否连接序列而非通道</translation>
    </message>
    <message>
        <source>whether sequences end before the last step: they keep their state and show 0</source>
        <translation>序列是否可以在最后一步之前结束:它们保持其状态,并显示 0</translation>
    </message>
    <message>
        <source>whether shape is read from right to left</source>
        <translation>是否从右向左读取形状</translation>
    </message>
    <message>
        <source>whether shrinking takes the mean of all elements</source>
        <translation>缩小时是否对所有元素取平均</translation>
    </message>
    <message>
        <source>whether sizes are taken as they are, or as bounds that keep the ratio of the input</source>
        <translation>sizes 是按原值使用，还是作为保持输入宽高比的上下限</translation>
    </message>
    <message>
        <source>whether slices keep the dimension, where no sizes are given</source>
        <translation>未给出各段大小时，切片是否保留该维度</translation>
    </message>
    <message>
        <source>whether smaller images are filtered</source>
        <translation>缩小图像时是否滤波</translation>
    </message>
    <message>
        <source>whether softmax is over the last dimension</source>
        <translation>softmax 是否在最后一维上</translation>
    </message>
    <message>
        <source>whether tanh stands for erf</source>
        <translation>是否用 tanh 近似 erf</translation>
    </message>
    <message>
        <source>whether that dimension stays, with size 1</source>
        <translation>是否保留该维度，长度为 1</translation>
    </message>
    <message>
        <source>whether that is a new dimension</source>
        <translation>该维度是否为新增维度</translation>
    </message>
    <message>
        <source>whether the amounts are the sizes of the result</source>
        <translation>各数是否为结果的大小</translation>
    </message>
    <message>
        <source>whether the average counts padding; None: it does</source>
        <translation>平均值是否计入填充；None：计入</translation>
    </message>
    <message>
        <source>whether the batch comes first, not the sequence</source>
        <translation>首个维度是否为批次，而不是序列</translation>
    </message>
    <message>
        <source>whether the batch's own mean and variance count</source>
        <translation>是否使用批次自身的均值和方差</translation>
    </message>
    <message>
        <source>whether the case of stopwords counts</source>
        <translation>匹配停用词时是否区分大小写</translation>
    </message>
    <message>
        <source>whether the channels of an image have one mean</source>
        <translation>图像的各通道是否共用一个均值</translation>
    </message>
    <message>
        <source>whether the corners of both images lie on each other</source>
        <translation>两幅图像的角点是否重合</translation>
    </message>
    <message>
        <source>whether the dimension goes away</source>
        <translation>是否去掉该维度</translation>
    </message>
    <message>
        <source>whether the dimension stays, as 1</source>
        <translation>该维度是否以长度 1 保留</translation>
    </message>
    <message>
        <source>whether the dimension, of size 1 then, is left out of the parts</source>
        <translation>长度为 1 的维度是否从各部分中去掉</translation>
    </message>
    <message>
        <source>whether the document prints its results</source>
        <translation>文档是否打印结果</translation>
    </message>
    <message>
        <source>whether the factor is a whole number</source>
        <translation>该系数是否为整数</translation>
    </message>
    <message>
        <source>whether the first are turned</source>
        <translation>是否转置第一个矩阵</translation>
    </message>
    <message>
        <source>whether the first is at least the second</source>
        <translation>第一个是否大于等于第二个</translation>
    </message>
    <message>
        <source>whether the first is at most the second</source>
        <translation>第一个是否小于等于第二个</translation>
    </message>
    <message>
        <source>whether the first is greater than the second</source>
        <translation>第一个是否大于第二个</translation>
    </message>
    <message>
        <source>whether the first is less than the second</source>
        <translation>第一个是否小于第二个</translation>
    </message>
    <message>
        <source>whether the first matrices are transposed</source>
        <translation>第一组矩阵是否转置</translation>
    </message>
    <message>
        <source>whether the forget gate is 1 minus the input gate</source>
        <translation>遗忘门是否为 1 减去输入门</translation>
    </message>
    <message>
        <source>whether the input are logarithms</source>
        <translation>输入是否为对数</translation>
    </message>
    <message>
        <source>whether the inputs' elements take turns</source>
        <translation>各输入的元素是否交替排列</translation>
    </message>
    <message>
        <source>whether the largest is the first</source>
        <translation>最大者是否排在最前</translation>
    </message>
    <message>
        <source>whether the largest values, not the smallest</source>
        <translation>是否取最大值，而不是最小值</translation>
    </message>
    <message>
        <source>whether the last state is a result, too</source>
        <translation>最后的状态是否也是结果</translation>
    </message>
    <message>
        <source>whether the last states are outputs</source>
        <translation>最后的状态是否作为输出</translation>
    </message>
    <message>
        <source>whether the last states are results, too</source>
        <translation>最后的状态是否也作为结果</translation>
    </message>
    <message>
        <source>whether the last two dimensions of x are exchanged</source>
        <translation>是否交换 x 的最后两维</translation>
    </message>
    <message>
        <source>whether the last two dimensions of y are exchanged</source>
        <translation>是否交换 y 的最后两维</translation>
    </message>
    <message>
        <source>whether the least element comes first</source>
        <translation>最小的元素是否排在最前</translation>
    </message>
    <message>
        <source>whether the least elements are taken</source>
        <translation>是否取最小的元素</translation>
    </message>
    <message>
        <source>whether the matrices of lhs are transposed</source>
        <translation>lhs 的矩阵是否转置</translation>
    </message>
    <message>
        <source>whether the middle is cut out</source>
        <translation>是否裁出中间部分</translation>
    </message>
    <message>
        <source>whether the moving statistics are used when trained, too</source>
        <translation>训练时是否也使用滑动统计量</translation>
    </message>
    <message>
        <source>whether the next run begins with the last state; ours begin with 0</source>
        <translation>下次运行是否从上次的状态开始；本程序从 0 开始</translation>
    </message>
    <message>
        <source>whether the number is a whole one</source>
        <translation>该数是否为整数</translation>
    </message>
    <message>
        <source>whether the products are real numbers</source>
        <translation>乘积是否为实数</translation>
    </message>
    <message>
        <source>whether the remainder has the sign of the dividend, as C's fmod</source>
        <translation>余数是否与被除数同号，与 C 的 fmod 相同</translation>
    </message>
    <message>
        <source>whether the result has all steps, or the last alone</source>
        <translation>结果包含所有步，还是只有最后一步</translation>
    </message>
    <message>
        <source>whether the result has as many dimensions as the input</source>
        <translation>结果的维数是否与输入相同</translation>
    </message>
    <message>
        <source>whether the result is in ascending order</source>
        <translation>结果是否按升序排列</translation>
    </message>
    <message>
        <source>whether the result's use says how many</source>
        <translation>是否由结果的用途决定个数</translation>
    </message>
    <message>
        <source>whether the results are real numbers</source>
        <translation>结果是否为实数</translation>
    </message>
    <message>
        <source>whether the second are turned</source>
        <translation>是否转置第二个矩阵</translation>
    </message>
    <message>
        <source>whether the second matrices are transposed</source>
        <translation>第二组矩阵是否转置</translation>
    </message>
    <message>
        <source>whether the sequences have lengths of their own</source>
        <translation>各序列是否有自己的长度</translation>
    </message>
    <message>
        <source>whether the smallest are found</source>
        <translation>是否找最小的</translation>
    </message>
    <message>
        <source>whether the state is multiplied by R before it is reset</source>
        <translation>状态是否在重置之前先乘以 R</translation>
    </message>
    <message>
        <source>whether the state is reset behind its product with the weights</source>
        <translation>状态是否在与权重相乘之后重置</translation>
    </message>
    <message>
        <source>whether the statistics are those of this batch</source>
        <translation>是否使用本批次的统计量</translation>
    </message>
    <message>
        <source>whether the steps go from the last to the first</source>
        <translation>是否从最后一步走到第一步</translation>
    </message>
    <message>
        <source>whether the upper triangle stays</source>
        <translation>是否保留上三角</translation>
    </message>
    <message>
        <source>whether the value is false</source>
        <translation>该值是否为假</translation>
    </message>
    <message>
        <source>whether the value is infinite</source>
        <translation>该值是否为无穷大</translation>
    </message>
    <message>
        <source>whether the value is no number</source>
        <translation>该值是否为 NaN</translation>
    </message>
    <message>
        <source>whether the value is there</source>
        <translation>该值是否存在</translation>
    </message>
    <message>
        <source>whether the vectors are divided by their lengths first</source>
        <translation>是否先将向量除以其长度</translation>
    </message>
    <message>
        <source>whether the weight is real, and each row gets a scale of its own</source>
        <translation>权重是否为实数，每行各有一个缩放</translation>
    </message>
    <message>
        <source>whether the window is one period, instead of the same from both ends</source>
        <translation>窗是否为一个周期，而非两端对称</translation>
    </message>
    <message>
        <source>whether the window is the whole image</source>
        <translation>窗口是否为整个图像</translation>
    </message>
    <message>
        <source>whether there is no bias</source>
        <translation>是否没有偏置</translation>
    </message>
    <message>
        <source>whether there is one softmax over dimension 1 for each position</source>
        <translation>是否对每个位置在维度 1 上各做一个 softmax</translation>
    </message>
    <message>
        <source>whether there was a bias before</source>
        <translation>之前是否有偏置</translation>
    </message>
    <message>
        <source>whether they come in order</source>
        <translation>是否按顺序输出</translation>
    </message>
    <message>
        <source>whether they stay, as 1</source>
        <translation>这些维度是否保留为 1</translation>
    </message>
    <message>
        <source>whether those of rhs are</source>
        <translation>rhs 的矩阵是否转置</translation>
    </message>
    <message>
        <source>whether to begin at the end</source>
        <translation>是否从末尾开始</translation>
    </message>
    <message>
        <source>whether to count from the end</source>
        <translation>是否从末尾算起</translation>
    </message>
    <message>
        <source>whether values are divided by their deviation</source>
        <translation>是否除以标准差</translation>
    </message>
    <message>
        <source>whether vectors are divided by their lengths first</source>
        <translation>向量是否先除以其长度</translation>
    </message>
    <message>
        <source>whether weights are added</source>
        <translation>是否加上权重</translation>
    </message>
    <message>
        <source>whether what each query takes of each value is a result, too</source>
        <translation>是否把每个查询取用各个值的比例也作为结果</translation>
    </message>
    <message>
        <source>whether what is added is the data</source>
        <translation>加上的是否为数据本身</translation>
    </message>
    <message>
        <source>whether what is forgotten is what is not taken in</source>
        <translation>遗忘的量是否等于未输入的量</translation>
    </message>
    <message>
        <source>whether what was seen goes through a gate</source>
        <translation>是否让注意力的结果通过一个门</translation>
    </message>
    <message>
        <source>whether windows lie within the input, or may hang over its end</source>
        <translation>窗口是否须在输入之内，或可以越过末端</translation>
    </message>
    <message>
        <source>whether writing goes on at the start behind the end</source>
        <translation>写到末尾后是否从开头继续写</translation>
    </message>
    <message>
        <source>whether zeros are left out</source>
        <translation>是否省去零</translation>
    </message>
    <message>
        <source>which diagonal: 0 the main one, above it if positive</source>
        <translation>哪条对角线：0 为主对角线，正数为其上方</translation>
    </message>
    <message>
        <source>which dimension becomes the first, the second, …</source>
        <translation>哪个维度成为第一个、第二个……</translation>
    </message>
    <message>
        <source>which dimension becomes the first, the second, …; the batch is none</source>
        <translation>哪个维度成为第一、第二……；不计批次</translation>
    </message>
    <message>
        <source>which dimension comes at each place</source>
        <translation>每个位置放哪个维度</translation>
    </message>
    <message>
        <source>which dimension comes at each place; none: all in reverse</source>
        <translation>每个位置放哪个维度；无：全部反转</translation>
    </message>
    <message>
        <source>which element is the nearest</source>
        <translation>如何选取最近的元素</translation>
    </message>
    <message>
        <source>which function</source>
        <translation>哪个函数</translation>
    </message>
    <message>
        <source>which keys come first</source>
        <translation>哪些键排在前面</translation>
    </message>
    <message>
        <source>which keys each query looks at; True: it is an input</source>
        <translation>每个查询能看到哪些键；True：由一个输入给出</translation>
    </message>
    <message>
        <source>which of a step's inputs are states</source>
        <translation>一步的输入中哪些是状态</translation>
    </message>
    <message>
        <source>which operators change: rows conv2d:layout=NCHW8c:op=NAME, or @NODE:…, separated by semicolons; empty: none, as NNVM without tuning records</source>
        <translation>要改变的算子：每行写作 conv2d:layout=NCHW8c:op=NAME 或 @NODE:…，以分号分隔；空：不改变，与没有调优记录的 NNVM 相同</translation>
    </message>
    <message>
        <source>which places of the images lie on each other</source>
        <translation>两个图像的哪些位置重合</translation>
    </message>
    <message>
        <source>which side gets the larger half of the padding</source>
        <translation>填充量较大的一半在哪一侧</translation>
    </message>
    <message>
        <source>which variables the weight file holds; the others are zeros</source>
        <translation>权重文件包含哪些变量；其余为零</translation>
    </message>
    <message>
        <source>whole numbers of one byte for real ones</source>
        <translation>用单字节整数表示实数</translation>
    </message>
    <message>
        <source>whole numbers of one byte for real ones of a range</source>
        <translation>用单字节整数表示某个范围的实数</translation>
    </message>
    <message>
        <source>whole numbers of one byte for those of four bytes</source>
        <translation>用单字节整数表示四字节整数</translation>
    </message>
    <message>
        <source>whole part of x</source>
        <translation>x 的整数部分</translation>
    </message>
    <message>
        <source>whose value comes in all steps of a loop but the first</source>
        <translation>循环中除第一步外，值来自哪个节点</translation>
    </message>
    <message>
        <source>width and height of each box, in cells</source>
        <translation>各框的宽和高，以单元计</translation>
    </message>
    <message>
        <source>width and height of each box, in pixels</source>
        <translation>各框的宽和高，以像素计</translation>
    </message>
    <message>
        <source>width by height of the anchors</source>
        <translation>锚框的宽高比</translation>
    </message>
    <message>
        <source>width of the image that the network sees</source>
        <translation>网络所见图像的宽</translation>
    </message>
    <message>
        <source>width of the original image</source>
        <translation>原图的宽</translation>
    </message>
    <message>
        <source>width of the result</source>
        <translation>结果的宽</translation>
    </message>
    <message>
        <source>window size: (w,), (h, w) or (d, h, w)</source>
        <translation>窗口尺寸：(w,)、(h, w) 或 (d, h, w)</translation>
    </message>
    <message>
        <source>windows over a dimension, side by side</source>
        <translation>沿维度并排的窗口</translation>
    </message>
    <message>
        <source>without axes: whether no dimension is reduced, not all</source>
        <translation>没有 axes 时：是否不归约任何维度，而不是归约所有维度</translation>
    </message>
    <message>
        <source>without dimensions of size 1</source>
        <translation>去掉大小为 1 的维度</translation>
    </message>
    <message>
        <source>words that are left out</source>
        <translation>要去掉的词</translation>
    </message>
    <message>
        <source>would become {} parts, expected {} at most</source>
        <translation>会变成 {} 个部分，最多应为 {} 个</translation>
    </message>
    <message>
        <source>writes a message and the elements of a tensor to a file</source>
        <translation>把一段文字和张量的元素写入文件</translation>
    </message>
    <message>
        <source>writes a message and the elements of a tensor to standard output</source>
        <translation>把一段文字和张量的元素写到标准输出</translation>
    </message>
    <message>
        <source>writes batch norms as a few cheaper operators and takes dropouts out</source>
        <translation>把批归一化改写为几个较便宜的算子，并去掉 dropout</translation>
    </message>
    <message>
        <source>writes the graph as readable text into the graph attribute graphir</source>
        <translation>把图以可读文本写入图属性 graphir</translation>
    </message>
    <message>
        <source>writes the graph with its attributes as text into the graph attribute json</source>
        <translation>把图及其属性以文本写入图属性 json</translation>
    </message>
    <message>
        <source>x * scalar</source>
        <translation>x * scalar</translation>
    </message>
    <message>
        <source>x * x</source>
        <translation>x * x</translation>
    </message>
    <message>
        <source>x + scalar</source>
        <translation>x + scalar</translation>
    </message>
    <message>
        <source>x - scalar</source>
        <translation>x - scalar</translation>
    </message>
    <message>
        <source>x / (1 + |x|)</source>
        <translation>x / (1 + |x|)</translation>
    </message>
    <message>
        <source>x / scalar</source>
        <translation>x / scalar</translation>
    </message>
    <message>
        <source>x / sqrt(size of the last dimension)</source>
        <translation>x / sqrt(最后一维的长度)</translation>
    </message>
    <message>
        <source>x / y, or 0 where y is 0</source>
        <translation>x / y；y 为 0 时取 0</translation>
    </message>
    <message>
        <source>x / y, rounded down</source>
        <translation>x / y，向下取整</translation>
    </message>
    <message>
        <source>x divided by a power of the squares in neighboring channels</source>
        <translation>x 除以邻近通道平方的某次幂</translation>
    </message>
    <message>
        <source>x divided by the square root of a sum of squares</source>
        <translation>x 除以平方和的平方根</translation>
    </message>
    <message>
        <source>x divided by the square root of the sum of squares along some dimensions</source>
        <translation>x 除以沿某些维度的平方和的平方根</translation>
    </message>
    <message>
        <source>x for positive x, else alpha * x</source>
        <translation>x 为正时取 x，否则取 alpha * x</translation>
    </message>
    <message>
        <source>x for positive x, else x times the slope of its channel</source>
        <translation>x 为正时取 x，否则取 x 乘以所在通道的斜率</translation>
    </message>
    <message>
        <source>x for x &gt;= 0, else x * negslope</source>
        <translation>x &gt;= 0 时取 x，否则取 x * negslope</translation>
    </message>
    <message>
        <source>x itself</source>
        <translation>x 本身</translation>
    </message>
    <message>
        <source>x itself, as a loss to be minimized</source>
        <translation>x 本身，作为要最小化的损失</translation>
    </message>
    <message>
        <source>x itself, with absolute error as its loss</source>
        <translation>x 本身，以绝对误差为损失</translation>
    </message>
    <message>
        <source>x itself, with squared error as its loss</source>
        <translation>x 本身，以平方误差为损失</translation>
    </message>
    <message>
        <source>x limited to a range</source>
        <translation>限制在一个范围内的 x</translation>
    </message>
    <message>
        <source>x rounded to the nearest number that bfloat16 has, halves to the even one</source>
        <translation>将 x 舍入为 bfloat16 能表示的最接近的数，恰好一半时取偶数</translation>
    </message>
    <message>
        <source>x shifted left by scalar bits</source>
        <translation>x 左移 scalar 位</translation>
    </message>
    <message>
        <source>x shifted right by scalar bits</source>
        <translation>x 右移 scalar 位</translation>
    </message>
    <message>
        <source>x times x / 6 + 0.5, which is held between 0 and 1</source>
        <translation>x 乘以 x / 6 + 0.5，后者限制在 0 到 1 之间</translation>
    </message>
    <message>
        <source>x to the power of scalar</source>
        <translation>x 的 scalar 次幂</translation>
    </message>
    <message>
        <source>x where a normal variable is below x</source>
        <translation>x 乘以正态变量小于 x 的概率</translation>
    </message>
    <message>
        <source>x where it is positive, something small where it is not</source>
        <translation>正数处取 x，否则取一个较小的数</translation>
    </message>
    <message>
        <source>x, from which gradients start</source>
        <translation>x，梯度从这里开始</translation>
    </message>
    <message>
        <source>x, held between two numbers</source>
        <translation>限制在两个数之间的 x</translation>
    </message>
    <message>
        <source>x, stored in another way</source>
        <translation>x，以另一种方式存储</translation>
    </message>
    <message>
        <source>x, whose gradient is scaled</source>
        <translation>x，但梯度经过缩放</translation>
    </message>
    <message>
        <source>x, with no gradient passing back</source>
        <translation>x，但不回传梯度</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>zeros added on both sides of height and width</source>
        <translation>高和宽两侧补的零</translation>
    </message>
    <message>
        <source>zeros around the data</source>
        <translation>在数据四周补零</translation>
    </message>
    <message>
        <source>zeros around the elements</source>
        <translation>在元素周围补零</translation>
    </message>
    <message>
        <source>zeros at top, left, bottom, right</source>
        <translation>上、左、下、右补的零</translation>
    </message>
    <message>
        <source>zeros of the input's shape and type</source>
        <translation>与输入同形状同类型的全零张量</translation>
    </message>
    <message>
        <source>{} and {} differ in rank or type</source>
        <translation>{0} 与 {1} 的维数或类型不同</translation>
    </message>
    <message>
        <source>{} and {} differ in shape</source>
        <translation>{0} 与 {1} 形状不同</translation>
    </message>
    <message>
        <source>{} and {} differ in size or type</source>
        <translation>{0} 与 {1} 的大小或类型不同</translation>
    </message>
    <message>
        <source>{} bytes stand behind the network's last array</source>
        <translation>网络的最后一个数组之后还有 {0} 字节</translation>
    </message>
    <message>
        <source>unknown operator {}</source>
        <translation>未知的算子 {}</translation>
    </message>
    <message>
        <source>unknown operator {}: the shape of its output {} is not known, declare the operator (--operators)</source>
        <translation>未知的算子 {}：其输出 {} 的形状未知，请声明该算子（--operators）</translation>
    </message>
    <message>
        <source>unknown operator {}, which one of the two models alone has</source>
        <translation>未知的算子 {}，两个模型中只有一个有它</translation>
    </message>
    <message>
        <source>the graphs have no outputs that could be compared</source>
        <translation>这两张图没有可以比较的输出</translation>
    </message>
    <message>
        <source>the nodes of the file stand in another order than NNVM counts them in: it gives the values of shape, dtype and layout to other nodes, expected nodes in the order in which the results need them, or fixed semantics</source>
        <translation>文件中节点的顺序与 NNVM 的计数顺序不同：它会把 shape、dtype 和 layout 的值赋给别的节点，应当按结果需要的顺序排列节点，或使用 fixed 语义</translation>
    </message>
    <message>
        <source>reading the weights was cancelled</source>
        <translation>读取权重已取消</translation>
    </message>
    <message>
        <source>{} calls a compiled kernel, of which nothing says what it computes</source>
        <translation>{} 调用已编译的内核，无从得知它计算什么</translation>
    </message>
    <message>
        <source>{} can be read, but not written</source>
        <translation>{0} 只能读取，不能写入</translation>
    </message>
    <message>
        <source>{} does not fit {}</source>
        <translation>{0} 与 {1} 不相配</translation>
    </message>
    <message>
        <source>{} exists and is not the model's, expected another name</source>
        <translation>{0} 已存在且不属于该模型，请换一个名称</translation>
    </message>
    <message>
        <source>{} gets its values from a NumPy file, expected the model to be saved and opened first</source>
        <translation>{0} 的值来自 NumPy 文件：请先保存模型并重新打开</translation>
    </message>
    <message>
        <source>{} gives {} and {} {}</source>
        <translation>{0} 得到{1}，而 {2} 得到{3}</translation>
    </message>
    <message>
        <source>{} goes by shapes and types</source>
        <translation>{0}同时取决于形状和类型</translation>
    </message>
    <message>
        <source>{} has a maximum</source>
        <translation>{0} 有最大值</translation>
    </message>
    <message>
        <source>{} has a minimum</source>
        <translation>{0} 有最小值</translation>
    </message>
    <message>
        <source>{} has an unknown field {}, it is kept as it is</source>
        <translation>{0}有未知字段 {1}；已原样保留</translation>
    </message>
    <message>
        <source>{} has no shape yet</source>
        <translation>{0} 还没有形状</translation>
    </message>
    <message>
        <source>{} has no type yet</source>
        <translation>{0} 还没有类型</translation>
    </message>
    <message>
        <source>{} has no {}, which a choice needs</source>
        <translation>{0} 没有选项类型所需的 {1}</translation>
    </message>
    <message>
        <source>{} has no {}, which is required</source>
        <translation>{0} 缺少必需的 {1}</translation>
    </message>
    <message>
        <source>{} has shape {}</source>
        <translation>{0} 的形状为 {1}</translation>
    </message>
    <message>
        <source>{} has shape {} and type {}</source>
        <translation>{0} 的形状为 {1}，类型为 {2}</translation>
    </message>
    <message>
        <source>{} has the default {}</source>
        <translation>{0} 的默认值为 {1}</translation>
    </message>
    <message>
        <source>{} has the unknown tag {}, it is kept as it is</source>
        <translation>{0} 带有未知标记 {1}；已原样保留</translation>
    </message>
    <message>
        <source>{} has type {}</source>
        <translation>{0} 的类型为 {1}</translation>
    </message>
    <message>
        <source>{} has {}</source>
        <translation>{0} 有 {1}</translation>
    </message>
    <message>
        <source>{} has {} dimensions</source>
        <translation>{0} 有 {1} 维</translation>
    </message>
    <message>
        <source>{} has {} elements</source>
        <translation>{0} 有 {1} 个元素</translation>
    </message>
    <message>
        <source>{} has {} inputs</source>
        <translation>{0} 有 {1} 个输入</translation>
    </message>
    <message>
        <source>{} has {} items</source>
        <translation>{0} 有 {1} 项</translation>
    </message>
    <message>
        <source>{} has {} numbers</source>
        <translation>{0} 有 {1} 个数</translation>
    </message>
    <message>
        <source>{} holds texts or is sparse, which stays in the model</source>
        <translation>{0} 是文本或稀疏张量，只能留在模型中</translation>
    </message>
    <message>
        <source>{} holds {}</source>
        <translation>{0} 含有 {1}</translation>
    </message>
    <message>
        <source>{} in brackets</source>
        <translation>方括号中是{0}</translation>
    </message>
    <message>
        <source>{} input and {} output channels</source>
        <translation>输入通道 {0} 个、输出通道 {1} 个</translation>
    </message>
    <message>
        <source>{} is a boolean</source>
        <translation>{0} 是布尔值</translation>
    </message>
    <message>
        <source>{} is a number</source>
        <translation>{0} 是数字</translation>
    </message>
    <message>
        <source>{} is a number beyond {} bits</source>
        <translation>{0} 是超过 {1} 位的数</translation>
    </message>
    <message>
        <source>{} is a text</source>
        <translation>{0} 是文本</translation>
    </message>
    <message>
        <source>{} is an array</source>
        <translation>{0} 是数组</translation>
    </message>
    <message>
        <source>{} is an input already</source>
        <translation>{0} 已经是输入</translation>
    </message>
    <message>
        <source>{} is an input and has no values</source>
        <translation>{0} 是输入，没有值</translation>
    </message>
    <message>
        <source>{} is an object</source>
        <translation>{0} 是对象</translation>
    </message>
    <message>
        <source>{} is missing, the operator requires it</source>
        <translation>缺少 {0}，该算子需要它</translation>
    </message>
    <message>
        <source>{} is named twice</source>
        <translation>{0} 被命名两次</translation>
    </message>
    <message>
        <source>{} is named twice in a lowering</source>
        <translation>{0} 在降级中被命名两次</translation>
    </message>
    <message>
        <source>{} is near</source>
        <translation>相近的有 {0}</translation>
    </message>
    <message>
        <source>{} is no category</source>
        <translation>{0} 不是类别</translation>
    </message>
    <message>
        <source>{} is no dialect</source>
        <translation>{0} 不是方言</translation>
    </message>
    <message>
        <source>{} is no dtype</source>
        <translation>{0} 不是 dtype</translation>
    </message>
    <message>
        <source>{} is no function</source>
        <translation>{0} 不是函数</translation>
    </message>
    <message>
        <source>{} is no initializer or input of an ONNX model</source>
        <translation>{0} 不是 ONNX 模型的初始值或输入</translation>
    </message>
    <message>
        <source>{} is no key</source>
        <translation>{0} 不是键</translation>
    </message>
    <message>
        <source>{} is no number</source>
        <translation>{0} 不是数字</translation>
    </message>
    <message>
        <source>{} is no shape</source>
        <translation>{0} 不是形状</translation>
    </message>
    <message>
        <source>{} is node {}</source>
        <translation>{0} 是节点 {1}</translation>
    </message>
    <message>
        <source>{} is not supported</source>
        <translation>不支持 {0}</translation>
    </message>
    <message>
        <source>{} is nothing a node can be</source>
        <translation>节点不可能是 {0}</translation>
    </message>
    <message>
        <source>{} is null</source>
        <translation>{0} 是 null</translation>
    </message>
    <message>
        <source>{} is required and has a default</source>
        <translation>{0} 为必填又有默认值</translation>
    </message>
    <message>
        <source>{} is said to be {}, and is {}</source>
        <translation>{} 据称类型为 {}，实际为 {}</translation>
    </message>
    <message>
        <source>{} is said to have shape {}, and has {}</source>
        <translation>{} 据称形状为 {}，实际为 {}</translation>
    </message>
    <message>
        <source>{} is tensor {}</source>
        <translation>{0} 是张量 {1}</translation>
    </message>
    <message>
        <source>{} is variadic</source>
        <translation>{0} 可变个数</translation>
    </message>
    <message>
        <source>{} is {}</source>
        <translation>{0} 为 {1}</translation>
    </message>
    <message>
        <source>{} is {} for shape {}</source>
        <translation>{0} 为 {1}，而形状为 {2}</translation>
    </message>
    <message>
        <source>{} is {} of {}, which has {}</source>
        <translation>{0} 是 {2} 的 {1}，而后者有 {3} 个</translation>
    </message>
    <message>
        <source>{} is {}, at column {}</source>
        <translation>{0} 为 {1}，第 {2} 列</translation>
    </message>
    <message>
        <source>{} is {}, expected the number of an earlier layer, 0 to {}</source>
        <translation>{0} 为{1}，应为前面某层的编号，0 至 {2}</translation>
    </message>
    <message>
        <source>{} nodes that no output depends on are left out</source>
        <translation>{0} 个没有任何输出依赖的节点已省略</translation>
    </message>
    <message>
        <source>{} of a lowering</source>
        <translation>降级的 {0}</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{1}的 {0}</translation>
    </message>
    <message>
        <source>{} of {} and {}</source>
        <translation>{1}与{2}之间的 {0}</translation>
    </message>
    <message>
        <source>{} of {} and {}, which cannot be compared so</source>
        <translation>{1}与{2}不能用 {0} 比较</translation>
    </message>
    <message>
        <source>{} of {} is no parameter</source>
        <translation>{1} 的{0}不是参数</translation>
    </message>
    <message>
        <source>{} of {} is {}</source>
        <translation>{1} 的 {0} 为 {2}</translation>
    </message>
    <message>
        <source>{} of {} layers, {} % of the time, belong to no node of the model</source>
        <translation>{1} 个层中有 {0} 个（占时间的 {2} %）不属于模型的任何节点</translation>
    </message>
    <message>
        <source>{} of {} {} is squeezed, expected size {}</source>
        <translation>{1} {2} 的{0}要去掉，其长度应为 {3}</translation>
    </message>
    <message>
        <source>{} refers to a node that the graph does not contain</source>
        <translation>{0}指向图中不存在的节点</translation>
    </message>
    <message>
        <source>{} results, there were {}</source>
        <translation>{} 个结果，之前为 {} 个</translation>
    </message>
    <message>
        <source>{} that does not end</source>
        <translation>{0}没有结束</translation>
    </message>
    <message>
        <source>{} values have no known shape</source>
        <translation>{0} 个值的形状未知</translation>
    </message>
    <message>
        <source>{} was not started: nobody allowed it</source>
        <translation>{0} 没有启动：没有人允许</translation>
    </message>
    <message>
        <source>{} with {}</source>
        <translation>{0}中有{1}</translation>
    </message>
    <message>
        <source>{} with {} in brackets</source>
        <translation>{0}的方括号中是{1}</translation>
    </message>
    <message>
        <source>{} {}: nothing here computes this operator</source>
        <translation>{} {}：这里没有什么能计算此算子</translation>
    </message>
</context>
</TS>
