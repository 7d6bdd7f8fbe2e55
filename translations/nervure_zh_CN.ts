<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <location filename="../app/actions/actions.cpp" line="+150"/>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Open s&amp;teps…</source>
        <translation>打开步骤(&amp;T)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Compare with a fi&amp;le…</source>
        <translation>与文件比较(&amp;L)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Compare val&amp;ues with a file…</source>
        <translation>与文件比较值(&amp;U)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Reload</source>
        <translation>重新载入(&amp;R)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Reco&amp;ver unsaved work…</source>
        <translation>恢复未保存的工作(&amp;V)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Import as &amp;NNVM</source>
        <translation>导入为 NNVM(&amp;N)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Export picture…</source>
        <translation>导出图片(&amp;E)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Print…</source>
        <translation>打印(&amp;P)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>A&amp;ttach data…</source>
        <translation>附加数据(&amp;T)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Export &amp;data…</source>
        <translation>导出数据(&amp;D)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Export r&amp;un…</source>
        <translation>导出运行(&amp;U)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Add a run from a fi&amp;le…</source>
        <translation>从文件添加运行(&amp;L)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>D&amp;uplicate</source>
        <translation>创建副本(&amp;U)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Delete and &amp;bridge the gap</source>
        <translation>删除并接通前后(&amp;B)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Re&amp;name…</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>C&amp;opy names</source>
        <translation>复制名称(&amp;O)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Select &amp;none</source>
        <translation>取消选择(&amp;N)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Fit graph</source>
        <translation>适合窗口(&amp;F)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Zoom to &amp;selection</source>
        <translation>缩放到所选(&amp;S)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Actual size</source>
        <translation>实际大小(&amp;A)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Show a&amp;ttributes</source>
        <translation>显示属性(&amp;T)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Show &amp;weights</source>
        <translation>显示权重(&amp;W)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Show out&amp;puts</source>
        <translation>显示输出(&amp;P)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Show &amp;names</source>
        <translation>显示名称(&amp;N)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Values flow to the &amp;right</source>
        <translation>数据向右流动(&amp;R)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Names of values</source>
        <translation>值的名称(&amp;N)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Shapes</source>
        <translation>形状(&amp;S)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>All &amp;types</source>
        <translation>所有类型(&amp;T)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Ungrouped</source>
        <translation>不分组(&amp;U)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Group by &amp;name</source>
        <translation>按名称分组(&amp;N)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Group what &amp;repeats</source>
        <translation>按重复结构分组(&amp;R)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Group what is &amp;fused</source>
        <translation>按融合分组(&amp;F)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Unfold one &amp;level</source>
        <translation>展开一层(&amp;L)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Fold &amp;one level</source>
        <translation>折叠一层(&amp;O)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Unfold &amp;all</source>
        <translation>全部展开(&amp;A)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Fold all</source>
        <translation>全部折叠(&amp;F)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Mouse w&amp;heel zooms</source>
        <translation>滚轮缩放(&amp;H)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Heat &amp;map of times</source>
        <translation>耗时热力图(&amp;M)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Canvas alon&amp;e</source>
        <translation>仅显示画布(&amp;E)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Passes</source>
        <translation>Pass(&amp;P)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>P&amp;rofile</source>
        <translation>性能分析(&amp;R)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Arrange as usual</source>
        <translation>恢复默认布局(&amp;A)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>As the desk&amp;top</source>
        <translation>跟随桌面(&amp;T)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>&amp;Add an operator…</source>
        <translation>添加算子(&amp;A)…</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Insert an operator after…</source>
        <translation>在其后插入算子(&amp;I)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Replace with an operator…</source>
        <translation>替换为算子(&amp;R)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Output of the model</source>
        <translation>模型的输出(&amp;O)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Disconnect from all readers</source>
        <translation>断开与所有读取者的连接(&amp;D)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Wait for the other selected nodes</source>
        <translation>等待其他选中的节点(&amp;W)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Run &amp;earlier</source>
        <translation>提前运行(&amp;E)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Run &amp;later</source>
        <translation>推后运行(&amp;L)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>E&amp;xtract as a new model</source>
        <translation>提取为新模型(&amp;X)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Open s&amp;ubgraphs as models</source>
        <translation>将子图作为模型打开(&amp;U)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Merge a model in…</source>
        <translation>合并另一个模型(&amp;M)…</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Infer shapes</source>
        <translation>推断形状(&amp;I)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Plan &amp;memory</source>
        <translation>规划内存(&amp;M)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Previous pass</source>
        <translation>上一个 Pass(&amp;P)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Next pass</source>
        <translation>下一个 Pass(&amp;N)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Compare with this pass</source>
        <translation>与此 Pass 比较(&amp;C)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Two steps side &amp;by side</source>
        <translation>并排显示两个步骤(&amp;B)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Pro&amp;ve this step</source>
        <translation>证明此步骤(&amp;V)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Prove &amp;all steps</source>
        <translation>证明所有步骤(&amp;A)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Bisect the passes</source>
        <translation>对 Pass 二分查找(&amp;B)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Run and profile</source>
        <translation>运行并剖析性能(&amp;R)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Measure the last e&amp;dits</source>
        <translation>测量最近的编辑(&amp;D)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Measure &amp;what if…</source>
        <translation>假如测量(&amp;W)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Tune the kernels</source>
        <translation>调优内核(&amp;T)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Stop the run</source>
        <translation>停止运行(&amp;S)</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Co&amp;nnect to a machine…</source>
        <translation>连接到机器(&amp;N)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Exact: compute as the original does</source>
        <translation>原样：与原实现计算一致(&amp;E)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Graph properties</source>
        <translation>计算图属性(&amp;G)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Show &amp;log file</source>
        <translation>显示日志文件(&amp;L)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;About Nervure</source>
        <translation>关于 Nervure(&amp;A)</translation>
    </message>
    <message>
        <location filename="../app/actions/action_set.cpp" line="+20"/>
        <source>%1: %2</source>
        <comment>action, what it is about</comment>
        <translation>%1:%2</translation>
    </message>
    <message>
        <location filename="../app/actions/go_actions.cpp" line="+127"/>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Next model</source>
        <translation>下一个模型(&amp;N)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>P&amp;revious model</source>
        <translation>上一个模型(&amp;R)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Move to a new window</source>
        <translation>移到新窗口(&amp;M)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Select &amp;ancestors</source>
        <translation>选择所有上游节点(&amp;A)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Select &amp;descendants</source>
        <translation>选择所有下游节点(&amp;D)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Select &amp;operands</source>
        <translation>选择操作数(&amp;O)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Select &amp;users</source>
        <translation>选择使用者(&amp;U)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Select a &amp;path between them</source>
        <translation>选择两者之间的路径(&amp;P)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Select everything bet&amp;ween them</source>
        <translation>选择其间的全部节点(&amp;W)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Next &amp;value at the node</source>
        <translation>节点上的下一个值(&amp;V)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Previous va&amp;lue at the node</source>
        <translation>节点上的上一个值(&amp;L)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Unfold the &amp;selection</source>
        <translation>展开所选(&amp;S)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Fold the group aroun&amp;d</source>
        <translation>折叠所在分组(&amp;D)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Go to bookmark &amp;1</source>
        <translation>转到书签 &amp;1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to bookmark &amp;2</source>
        <translation>转到书签 &amp;2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to bookmark &amp;3</source>
        <translation>转到书签 &amp;3</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to bookmark &amp;4</source>
        <translation>转到书签 &amp;4</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to bookmark &amp;5</source>
        <translation>转到书签 &amp;5</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to bookmark &amp;6</source>
        <translation>转到书签 &amp;6</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to bookmark &amp;7</source>
        <translation>转到书签 &amp;7</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to bookmark &amp;8</source>
        <translation>转到书签 &amp;8</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to bookmark &amp;9</source>
        <translation>转到书签 &amp;9</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Name this place…</source>
        <translation>命名此处(&amp;N)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Remove the bookmark here</source>
        <translation>移除此处的书签(&amp;R)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Set bookmark 1</source>
        <translation>设置书签 1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set bookmark 2</source>
        <translation>设置书签 2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set bookmark 3</source>
        <translation>设置书签 3</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set bookmark 4</source>
        <translation>设置书签 4</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set bookmark 5</source>
        <translation>设置书签 5</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set bookmark 6</source>
        <translation>设置书签 6</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set bookmark 7</source>
        <translation>设置书签 7</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set bookmark 8</source>
        <translation>设置书签 8</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set bookmark 9</source>
        <translation>设置书签 9</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Kind of operator</source>
        <translation>算子类别(&amp;K)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Time</source>
        <translation>时间(&amp;T)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Cha&amp;nge of time</source>
        <translation>耗时的变化(&amp;N)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Parameters</source>
        <translation>参数(&amp;P)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;MACs</source>
        <translation>MAC 数(&amp;M)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Output &amp;bytes</source>
        <translation>输出字节数(&amp;B)</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>&amp;What the pass did</source>
        <translation>该 Pass 所做的更改(&amp;W)</translation>
    </message>
    <message>
        <location line="-5"/>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Fusion group</source>
        <translation>融合组(&amp;F)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Rules</source>
        <translation>规则(&amp;R)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Attached data</source>
        <translation>附加数据(&amp;A)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Edit rules…</source>
        <translation>编辑规则(&amp;E)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Logarithmic scale</source>
        <translation>对数刻度(&amp;L)</translation>
    </message>
    <message>
        <location filename="../app/actions/window_actions.cpp" line="+95"/>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Name of this place</source>
        <translation>此处的名称</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The log file is %1</source>
        <translation>日志文件位于 %1</translation>
    </message>
    <message>
        <location line="+65"/>
        <source>Press %1 to show everything again</source>
        <translation>按 %1 恢复全部界面</translation>
    </message>
</context>
<context>
    <name>AmountMarks</name>
    <message>
        <location filename="../widgets/canvas/scene/heat_map.cpp" line="+61"/>
        <source>in %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <location line="+66"/>
        <source>No times: run the model first</source>
        <translation>没有时间数据：请先运行模型</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Time by layer</source>
        <translation>各层耗时</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Time by layer, earlier model</source>
        <translation>各层耗时，较早的模型</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>No comparison: choose a run to compare the shown one with</source>
        <translation>没有比较：请选择一次运行来与显示的运行比较</translation>
    </message>
    <message>
        <location line="+19"/>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>No layer is surely faster or slower</source>
        <translation>没有哪一层确实变快或变慢</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Change of time by layer</source>
        <translation>各层耗时的变化</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>No shapes: infer them first</source>
        <translation>没有形状：请先推断形状</translation>
    </message>
</context>
<context>
    <name>CardLines</name>
    <message>
        <location filename="../widgets/canvas/card_lines.cpp" line="+19"/>
        <source>condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>body</source>
        <translation>循环体</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>then</source>
        <translation>满足时</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>else</source>
        <translation>否则</translation>
    </message>
    <message>
        <location line="-2"/>
        <source>subgraph</source>
        <translation>子图</translation>
    </message>
</context>
<context>
    <name>ClassMarks</name>
    <message>
        <location filename="../widgets/canvas/scene/categorical_marks.cpp" line="+77"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No devices: run PlaceDevice first</source>
        <translation>没有设备信息：请先运行 PlaceDevice</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <location line="+32"/>
        <source>Fusion group</source>
        <translation>融合组</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No groups: run FuseOperators or GraphFindFusibleGroups first</source>
        <translation>没有融合组：请先运行 FuseOperators 或 GraphFindFusibleGroups</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>alone</source>
        <translation>单独</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>What the pass did</source>
        <translation>该 Pass 所做的更改</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>No pass is shown: run passes and step through them</source>
        <translation>未显示任何 Pass：请运行 Pass 并逐步查看</translation>
    </message>
    <message>
        <location line="+29"/>
        <source>left alone</source>
        <translation>未改动</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>No rules: find something and choose Color by this</source>
        <translation>没有规则：请查找内容并选择“据此着色”</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Attached data</source>
        <translation>附加数据</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No data: drop a Netron attachment or Model Explorer node data here</source>
        <translation>没有数据：请将 Netron 附件或 Model Explorer 节点数据拖放到此处</translation>
    </message>
</context>
<context>
    <name>Colouring</name>
    <message>
        <location filename="../widgets/canvas/scene/node_colors.cpp" line="+32"/>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Change of time</source>
        <translation>耗时的变化</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>MACs</source>
        <translation>MAC 数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Output bytes</source>
        <translation>输出字节数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Fusion group</source>
        <translation>融合组</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>What the pass did</source>
        <translation>该 Pass 所做的更改</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Attached data</source>
        <translation>附加数据</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Kind of operator</source>
        <translation>算子类别</translation>
    </message>
</context>
<context>
    <name>Composition</name>
    <message>
        <location filename="../app/program/composition.cpp" line="+131"/>
        <source>Nervure ended unexpectedly last time.</source>
        <translation>Nervure 上次意外退出。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>What was open is open again.</source>
        <translation>上次打开的内容已重新打开。</translation>
    </message>
</context>
<context>
    <name>CounterpartWords</name>
    <message numerus="yes">
        <location filename="../widgets/document/counterpart_words.cpp" line="+36"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等（另有 %n 个）</numerusform>
        </translation>
    </message>
    <message>
        <location line="+59"/>
        <source>%1 has no counterpart: it was removed</source>
        <translation>%1 没有对应节点：已被移除</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 has no counterpart: it is new</source>
        <translation>%1 没有对应节点：是新增的</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 is in both</source>
        <translation>%1 两边都有</translation>
    </message>
</context>
<context>
    <name>DisabledReasons</name>
    <message>
        <location filename="../app/actions/disabled_reasons.cpp" line="+24"/>
        <source>The model has no file yet</source>
        <translation>模型尚未存入文件</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nothing has changed since it was saved</source>
        <translation>保存后没有更改</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The model is not another framework&apos;s: edit it as it is</source>
        <translation>该模型并非来自其他框架，可直接编辑</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The clipboard holds no nodes</source>
        <translation>剪贴板中没有节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+1"/>
        <source>There are no times: run the model first</source>
        <translation>没有时间数据：请先运行模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+1"/>
        <location line="+3"/>
        <source>Passes are running</source>
        <translation>Pass 正在运行</translation>
    </message>
    <message>
        <location line="-2"/>
        <source>The model itself is shown</source>
        <translation>当前显示的就是模型本身</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No later pass has run</source>
        <translation>之后没有运行过 Pass</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Passes or a proof are running</source>
        <translation>正在运行 Pass 或证明</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+1"/>
        <source>No pass has run</source>
        <translation>尚未运行任何 Pass</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+2"/>
        <location line="+1"/>
        <location line="+1"/>
        <source>The model is running</source>
        <translation>模型正在运行</translation>
    </message>
    <message>
        <location line="-3"/>
        <source>The model has not been edited</source>
        <translation>模型尚未编辑</translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+1"/>
        <location line="+1"/>
        <location line="+1"/>
        <source>Nothing is grouped</source>
        <translation>没有分组</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Select something in a group first</source>
        <translation>请先选择分组中的内容</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>All nine bookmarks are set</source>
        <translation>九个书签都已使用</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>There is no bookmark here</source>
        <translation>此处没有书签</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Select a line first</source>
        <translation>请先选择一条连线</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+1"/>
        <location line="+1"/>
        <source>Select two nodes or more first</source>
        <translation>请先选择两个或更多节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+2"/>
        <source>Select a node of a model that runs in the order of its file</source>
        <translation>请选择按文件顺序执行的模型中的节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Select a node that holds subgraphs</source>
        <translation>请选择含有子图的节点</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>No unsaved work was left</source>
        <translation>没有遗留的未保存内容</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>There is nothing to undo</source>
        <translation>没有可撤销的操作</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>There is nothing to redo</source>
        <translation>没有可重做的操作</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nothing is running</source>
        <translation>没有正在运行的任务</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+1"/>
        <location line="+1"/>
        <source>No other model is open here</source>
        <translation>此窗口没有打开其他模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>This is the first place</source>
        <translation>已是最早的位置</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>This is the latest place</source>
        <translation>已是最新的位置</translation>
    </message>
    <message>
        <location line="+40"/>
        <source>No model is open</source>
        <translation>没有打开的模型</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>This is the result of a pass: step back to the model to edit it</source>
        <translation>当前显示的是 Pass 的结果：请先返回模型再编辑</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Select a node first</source>
        <translation>请先选择一个节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>This does not apply to the selection</source>
        <translation>不适用于所选内容</translation>
    </message>
</context>
<context>
    <name>EditWords</name>
    <message>
        <location filename="../widgets/document/edit_words.cpp" line="+53"/>
        <source>Set %1 of %2 to %3</source>
        <translation>将 %2 的 %1 设为 %3</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set %1 of %2: %3 → %4</source>
        <translation>%2 的 %1：%3 → %4</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Remove %1 from %2</source>
        <translation>从 %2 移除 %1</translation>
    </message>
    <message>
        <location line="+55"/>
        <source>Set %1 to %2</source>
        <translation>将 %1 设为 %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set %1: %2 → %3</source>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <location line="+18"/>
        <location line="+125"/>
        <source>Rename %1 to %2</source>
        <translation>将 %1 重命名为 %2</translation>
    </message>
    <message>
        <location line="-121"/>
        <location line="+127"/>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <location line="-123"/>
        <location line="+94"/>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <location line="-90"/>
        <source>Connect the inputs of %1</source>
        <translation>连接 %1 的输入</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Name the outputs of %1</source>
        <translation>命名 %1 的输出</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Set the model&apos;s outputs</source>
        <translation>设置模型的输出</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Move %1 in the order</source>
        <translation>调整 %1 的次序</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Note on %1</source>
        <translation>%1 的备注</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Note on the model</source>
        <translation>模型的备注</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Set attributes of the model</source>
        <translation>设置模型的属性</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Keep as it is</source>
        <translation>保持原样</translation>
    </message>
    <message numerus="yes">
        <location line="+9"/>
        <source>Add %n node(s)</source>
        <translation>
            <numerusform>添加 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>Delete %n node(s)</source>
        <translation>
            <numerusform>删除 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+42"/>
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Declare no type of %1</source>
        <translation>不再声明 %1 的类型</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Delete %1 and bridge the gap</source>
        <translation>删除 %1 并接通前后</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Duplicate %1</source>
        <translation>创建 %1 的副本</translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+2"/>
        <location line="+4"/>
        <source>Connect %1 to %2</source>
        <translation>将 %1 连接到 %2</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Disconnect %1</source>
        <translation>断开 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Disconnect an input of %1</source>
        <translation>断开 %1 的一个输入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 waits for others</source>
        <translation>%1 等待其他节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 no longer waits</source>
        <translation>%1 不再等待</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Make %1 an output</source>
        <translation>将 %1 设为输出</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Make %1 an output no more</source>
        <translation>%1 不再作为输出</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Move an output of the model</source>
        <translation>移动模型的一个输出</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Run %1 earlier</source>
        <translation>提前运行 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Run %1 later</source>
        <translation>推后运行 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Add an input</source>
        <translation>添加输入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Insert %1</source>
        <translation>插入 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Replace %1 with %2</source>
        <translation>将 %1 替换为 %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Give %1 other values</source>
        <translation>给 %1 换上其他值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Make %1 an input</source>
        <translation>将 %1 变为输入</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Move the values of %1 to %2</source>
        <translation>将 %1 的值移到 %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Put the values of %1 into the model</source>
        <translation>将 %1 的值放入模型</translation>
    </message>
    <message>
        <location line="-253"/>
        <source>a node</source>
        <translation>一个节点</translation>
    </message>
    <message>
        <location line="+133"/>
        <source>Set what is declared of %1</source>
        <translation>设置对 %1 的声明</translation>
    </message>
</context>
<context>
    <name>Environment</name>
    <message>
        <location filename="../widgets/panels/run/run_figures.cpp" line="+113"/>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>driver version</source>
        <translation>驱动版本</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>mode</source>
        <translation>方式</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>float16 computed in float16</source>
        <translation>float16 按 float16 计算</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>fallback to the host</source>
        <translation>回退到主机</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>semantics</source>
        <translation>语义</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>repeats</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>program</source>
        <translation>程序</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>system</source>
        <translation>系统</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>processor threads</source>
        <translation>处理器线程数</translation>
    </message>
</context>
<context>
    <name>FileFormats</name>
    <message>
        <location filename="../app/files/file_formats.cpp" line="+44"/>
        <source>Models (%1)</source>
        <translation>模型 (%1)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <location line="+58"/>
        <source>Nervure project, with notes and view (*.nervure)</source>
        <translation>Nervure 项目，包含备注和视图 (*.nervure)</translation>
    </message>
</context>
<context>
    <name>FindingWords</name>
    <message numerus="yes">
        <location filename="../widgets/canvas/scene/finding_words.cpp" line="+38"/>
        <source>and %n more findings</source>
        <translation>
            <numerusform>另有 %n 条诊断</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FixEdits</name>
    <message>
        <location filename="../widgets/document/fix_edits.cpp" line="+25"/>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Rename %1 to %2</source>
        <translation>将 %1 重命名为 %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Set %1 to %2</source>
        <translation>将 %1 设为 %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Make it %1</source>
        <translation>改为 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Read %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add the missing inputs</source>
        <translation>补上缺少的输入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Read the first output</source>
        <translation>读取第一个输出</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove the surplus inputs</source>
        <translation>移除多余的输入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove the lost outputs</source>
        <translation>移除失效的输出</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Remove the lost dependencies</source>
        <translation>移除失效的依赖</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <location filename="../widgets/text/format.cpp" line="+109"/>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
</context>
<context>
    <name>GapWords</name>
    <message>
        <location filename="../widgets/models/gap_words.cpp" line="+24"/>
        <source>%1 of %2 shapes unknown</source>
        <translation>%2 个形状中有 %1 个未知</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 of %2 types unknown</source>
        <translation>%2 个类型中有 %1 个未知</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 of %2 values not planned</source>
        <translation>%2 个值中有 %1 个未规划</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>input %1 has no type</source>
        <translation>输入 %1 没有类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>input %1 has no shape</source>
        <translation>输入 %1 没有形状</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>operator %1 of %2 is unknown</source>
        <translation>%2 的算子 %1 未知</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>the type of %1 could not be inferred</source>
        <translation>无法推断 %1 的类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>the shape of %1 could not be inferred</source>
        <translation>无法推断 %1 的形状</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1: %2</source>
        <comment>what is missing, and why</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>none of %1 values</source>
        <translation>%1 个值均未规划</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1, %2 values open</source>
        <translation>%1，另有 %2 个值未定</translation>
    </message>
</context>
<context>
    <name>GraphChanges</name>
    <message>
        <location filename="../widgets/document/graph_changes.cpp" line="+23"/>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>operator set</source>
        <translation>算子集</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>control dependency %1</source>
        <translation>控制依赖 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>body %1</source>
        <translation>子图 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>stored values</source>
        <translation>存储的值</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1 new</source>
        <translation>新增 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 gone</source>
        <translation>消失 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 changed</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 fused</source>
        <translation>融合 %1</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <location line="+19"/>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1 certain</source>
        <translation>确定 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 likely</source>
        <translation>可能 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 guessed</source>
        <translation>猜测 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 without a counterpart</source>
        <translation>无对应 %1</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>certain</source>
        <translation>确定</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>likely</source>
        <translation>可能</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>guess</source>
        <translation>猜测</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>by its name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>by structure</source>
        <translation>按结构</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>by its neighbors</source>
        <translation>按相邻节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>by order</source>
        <translation>按顺序</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>by its kernel</source>
        <translation>按内核</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>told by the file</source>
        <translation>文件说明</translation>
    </message>
</context>
<context>
    <name>LayerWords</name>
    <message>
        <location filename="../widgets/models/layer_words.cpp" line="+22"/>
        <source>%1 of the multiply-add peak, %2 of the bandwidth of the cache</source>
        <translation>乘加峰值的 %1，缓存带宽的 %2</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 of the multiply-add peak, %2 of the bandwidth of memory</source>
        <translation>乘加峰值的 %1，内存带宽的 %2</translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Bound by launching: takes less than twice the %1 that launching its kernels costs. Fusing it with another layer, or a larger batch, would help.</source>
        <translation>受启动限制：耗时不到启动其内核所需的 %1 的两倍。与其他层融合或加大批次会有帮助。</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Bound by bandwidth: %1. Only moving fewer bytes would make it faster.</source>
        <translation>受带宽限制：%1。只有减少搬运的字节才能更快。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Bound by arithmetic: %1. Only fewer operations would make it faster.</source>
        <translation>受运算限制：%1。只有减少运算才能更快。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>At neither roof: %1. The kernel, or too little parallel work, keeps it from being up to %2 times as fast.</source>
        <translation>离两个上限都远：%1。内核本身或并行工作太少使它达不到最多 %2 倍的速度。</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Runs on the host.</source>
        <translation>在主机上运行。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>No verdict: its times lie %1 apart and say different things. Run it again when less else runs on the machine.</source>
        <translation>不作判断：其耗时相差 %1，得出不同的结论。请在机器上其他任务较少时再运行一次。</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>%1 in groups of %2</source>
        <translation>%1，每组 %2</translation>
    </message>
</context>
<context>
    <name>LossesDialog</name>
    <message>
        <location filename="../widgets/dialogs/losses_dialog.cpp" line="+30"/>
        <source>What cannot be carried over</source>
        <translation>无法保留的内容</translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <location filename="../widgets/manual/manual_pages.cpp" line="+38"/>
        <source>en</source>
        <extracomment>The folder of the manual in this language, below resources/manual</extracomment>
        <translation>zh</translation>
    </message>
</context>
<context>
    <name>NodeSearch</name>
    <message>
        <location filename="../widgets/jobs/node_search.cpp" line="+93"/>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
</context>
<context>
    <name>PaletteEntries</name>
    <message>
        <location filename="../app/actions/palette_entries.cpp" line="+68"/>
        <source>Run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
    <message>
        <location line="+46"/>
        <source>variable</source>
        <translation>变量</translation>
    </message>
</context>
<context>
    <name>PipelineWords</name>
    <message>
        <location filename="../widgets/jobs/pipeline_command.cpp" line="+53"/>
        <source>Move %1</source>
        <translation>移动 %1</translation>
    </message>
    <message numerus="yes">
        <location line="+16"/>
        <source>Switch %n pass(es)</source>
        <translation>
            <numerusform>切换 %n 个 Pass</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Switch %1 on</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Switch %1 off</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Set options of %1</source>
        <translation>设置 %1 的选项</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Replace %1 by %2</source>
        <translation>用 %2 取代 %1</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Take out %1</source>
        <translation>取出 %1</translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>Run %n pass(es)</source>
        <translation>
            <numerusform>运行 %n 个 Pass</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlannerInfo</name>
    <message>
        <location filename="../widgets/models/plan_comparison.cpp" line="+46"/>
        <source>LightNet</source>
        <translation>LightNet</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>LightNet&apos;s planner: offsets from 1, constants are never freed</source>
        <translation>LightNet 的规划器：偏移从 1 开始，常量从不释放</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>NNVM</source>
        <translation>NNVM</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>NNVM&apos;s planner: blocks, four bytes per element whatever its type</source>
        <translation>NNVM 的规划器：存储块，不论类型每个元素四字节</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Arena</source>
        <translation>内存池</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nervure&apos;s planner: true sizes and aligned offsets in one arena</source>
        <translation>Nervure 的规划器：一个内存池，实际大小，偏移对齐</translation>
    </message>
</context>
<context>
    <name>SelectTool</name>
    <message numerus="yes">
        <location filename="../widgets/canvas/tools/select_tool.cpp" line="+119"/>
        <source>and %n more</source>
        <translation>
            <numerusform>及另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SpokenText</name>
    <message numerus="yes">
        <location filename="../widgets/canvas/view/spoken_text.cpp" line="+61"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <location line="+31"/>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>%1: %2 % of the scale</source>
        <translation>%1：刻度的 %2 %</translation>
    </message>
    <message>
        <location line="-8"/>
        <source>has an error</source>
        <translation>有错误</translation>
    </message>
    <message>
        <location line="-6"/>
        <source>measured as part of %1</source>
        <translation>已计入 %1</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>has a warning</source>
        <translation>有警告</translation>
    </message>
    <message>
        <location line="+111"/>
        <location line="+46"/>
        <source>no output of the model needs it</source>
        <translation>模型的任何输出都不需要它</translation>
    </message>
    <message>
        <location line="-23"/>
        <location line="+12"/>
        <source>reads %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <location line="-14"/>
        <location line="+18"/>
        <location line="+46"/>
        <source>read by %1</source>
        <translation>被 %1 读取</translation>
    </message>
    <message>
        <location line="-42"/>
        <location line="+46"/>
        <source>an output of the graph</source>
        <translation>图的输出</translation>
    </message>
    <message>
        <location line="-92"/>
        <location line="+65"/>
        <source>unknown operator</source>
        <translation>未知算子</translation>
    </message>
    <message numerus="yes">
        <location line="-5"/>
        <source>%n node(s) folded</source>
        <translation>
            <numerusform>已折叠 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <location line="+19"/>
        <source>%1 is a result of the subgraph of %2</source>
        <translation>%1 是 %2 的子图的结果</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>control dependency on %1</source>
        <translation>对 %1 的控制依赖</translation>
    </message>
    <message>
        <location line="-167"/>
        <source>output %1 of %2</source>
        <translation>%2 的输出 %1</translation>
    </message>
    <message numerus="yes">
        <location line="-79"/>
        <source>%n parameter(s)</source>
        <translation>
            <numerusform>%n 个参数</numerusform>
        </translation>
    </message>
    <message>
        <location line="+35"/>
        <source>an output of the model, made by %1</source>
        <translation>模型的一个输出，由 %1 产生</translation>
    </message>
    <message numerus="yes">
        <location line="+65"/>
        <source>%n line(s) from %1 to %2</source>
        <translation>
            <numerusform>从 %1 到 %2 的 %n 条连线</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+7"/>
        <source>and %n more</source>
        <translation>
            <numerusform>及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <location line="+12"/>
        <source>output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>variable %1</source>
        <translation>变量 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>folded group %1, %2</source>
        <comment>name, number of nodes</comment>
        <translation>折叠的组 %1，%2</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1 inside %2</source>
        <comment>node, subgraph</comment>
        <translation>%1，位于 %2 之内</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1, %2</source>
        <comment>operator and name, shape</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>StageSummary</name>
    <message>
        <location filename="../widgets/models/stage_summary.cpp" line="+23"/>
        <source>the graph is unchanged</source>
        <translation>图没有变化</translation>
    </message>
    <message>
        <location line="+18"/>
        <source>planned %1, before %2</source>
        <translation>规划 %1，之前 %2</translation>
    </message>
    <message>
        <location line="-2"/>
        <location line="+4"/>
        <source>planned %1</source>
        <translation>规划 %1</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>As opened</source>
        <translation>打开时</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The model before any pass</source>
        <translation>运行任何 Pass 之前的模型</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 failed: %2. The graph is unchanged.</source>
        <translation>%1 失败：%2。图保持原样。</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1, compared with %2: %3</source>
        <translation>%1，与 %2 相比：%3</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <location filename="../app/window/start_page.cpp" line="+34"/>
        <source>image classifier, NNVM</source>
        <translation>图像分类，NNVM</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>small classifier, NNVM</source>
        <translation>小型分类网络，NNVM</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>small classifier, LightNet IR</source>
        <translation>小型分类器，LightNet IR</translation>
    </message>
</context>
<context>
    <name>TableCopy</name>
    <message>
        <location filename="../widgets/panels/table_copy.cpp" line="+70"/>
        <source>Copy table as CSV</source>
        <translation>将表格复制为 CSV</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy table as Markdown</source>
        <translation>将表格复制为 Markdown</translation>
    </message>
</context>
<context>
    <name>UnsavedChangesDialog</name>
    <message>
        <location filename="../widgets/dialogs/unsaved_changes_dialog.cpp" line="+15"/>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>“%1” has unsaved changes.</source>
        <translation>“%1”有尚未保存的更改。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>They are lost if you close without saving.</source>
        <translation>不保存而关闭会丢失这些更改。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Close without saving</source>
        <translation>不保存并关闭</translation>
    </message>
</context>
<context>
    <name>nervure::AboutDialog</name>
    <message>
        <location filename="../widgets/dialogs/about_dialog.cpp" line="+54"/>
        <source>About Nervure</source>
        <translation>关于 Nervure</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Shows, edits, infers, runs and measures neural-network graphs.</source>
        <translation>查看、编辑、推断、运行并测量神经网络计算图。</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>&lt;p&gt;Nervure is free software under the Apache License 2.0.&lt;/p&gt;&lt;p&gt;It is built from:&lt;/p&gt;</source>
        <translation>&lt;p&gt;Nervure 是自由软件，采用 Apache License 2.0 许可。&lt;/p&gt;&lt;p&gt;它由以下部分构建：&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>nervure::Attachments</name>
    <message>
        <location filename="../app/files/attachments.cpp" line="+61"/>
        <source>Reading attached data</source>
        <translation>正在读取附加数据</translation>
    </message>
    <message numerus="yes">
        <location line="+27"/>
        <source>%1 names %n node(s), none of which is in this model</source>
        <translation>
            <numerusform>%1 提到 %n 个节点，但都不在此模型中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%1: %2 on %3 of %n node(s)</source>
        <translation>
            <numerusform>%1：%n 个节点中有 %3 个具有“%2”</numerusform>
        </translation>
    </message>
    <message>
        <location line="+64"/>
        <source>There is nothing to write: no times, no shapes. Infer shapes or run the model first.</source>
        <translation>没有可写入的内容：既无时间也无形状。请先推断形状或运行模型。</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The data was not written: %1.</source>
        <translation>数据未写入：%1。</translation>
    </message>
    <message>
        <location line="-116"/>
        <source>Attach data</source>
        <translation>附加数据</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Netron attachment or Model Explorer node data (*.json);;All files (*)</source>
        <translation>Netron 附件或 Model Explorer 节点数据 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <location line="+88"/>
        <source>Netron attachment (*.json)</source>
        <translation>Netron 附件 (*.json)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Export times and memory</source>
        <translation>导出时间和内存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Model Explorer node data (*.json)</source>
        <translation>Model Explorer 节点数据 (*.json)</translation>
    </message>
</context>
<context>
    <name>nervure::AttributeModel</name>
    <message>
        <location filename="../widgets/models/attribute_model.cpp" line="+40"/>
        <location line="+273"/>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location line="-265"/>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>different values</source>
        <translation>值不同</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>not declared by the operator</source>
        <translation>算子未声明此属性</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The selected nodes differ; a new value is set on all of them</source>
        <translation>选中的节点值不同；新值会赋给全部节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Set in the file</source>
        <translation>由文件设置</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Not set: the operator&apos;s default</source>
        <translation>未设置，采用算子的默认值</translation>
    </message>
    <message>
        <location line="+10"/>
        <location line="+107"/>
        <source>This attribute is required.</source>
        <translation>此属性必填。</translation>
    </message>
    <message>
        <location line="-79"/>
        <source>Attribute</source>
        <translation>属性</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Back to the default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <location line="+91"/>
        <source>Remove this attribute</source>
        <translation>移除此属性</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Back to the default, %1</source>
        <translation>恢复默认值 %1</translation>
    </message>
    <message>
        <location line="+92"/>
        <source>integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>number</source>
        <translation>数值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>boolean</source>
        <translation>布尔值</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>choice</source>
        <translation>枚举</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>integers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>numbers</source>
        <translation>数值列表</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>element type</source>
        <translation>元素类型</translation>
    </message>
</context>
<context>
    <name>nervure::AttributeSection</name>
    <message>
        <location filename="../widgets/panels/inspector/attribute_section.cpp" line="+58"/>
        <location line="+2"/>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+181"/>
        <source>Add an attribute</source>
        <translation>添加属性</translation>
    </message>
    <message>
        <location line="-173"/>
        <source>Add this attribute</source>
        <translation>添加此属性</translation>
    </message>
    <message>
        <location line="+72"/>
        <source>Name of the new attribute</source>
        <translation>新属性的名称</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Value of the new attribute</source>
        <translation>新属性的值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <location line="+35"/>
        <source>These nodes have no attributes in common.</source>
        <translation>这些节点没有共同的属性。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>This node has no attributes.</source>
        <translation>此节点没有属性。</translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Choose an attribute to read what it means.</source>
        <translation>选择一个属性可查看其含义。</translation>
    </message>
    <message>
        <location line="+58"/>
        <source>Edit the value</source>
        <translation>编辑值</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Copy the value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <location line="+67"/>
        <source>%1 has the attribute %2 already.</source>
        <translation>%1 已有属性 %2。</translation>
    </message>
</context>
<context>
    <name>nervure::Autosave</name>
    <message>
        <location filename="../app/files/autosave.cpp" line="+96"/>
        <source>Unsaved work is not kept safe from crashes (%1: %2). Save it often.</source>
        <translation>未保存的工作无法防止因崩溃而丢失（%1：%2）。请经常保存。</translation>
    </message>
</context>
<context>
    <name>nervure::Breadcrumb</name>
    <message>
        <location filename="../widgets/canvas/overlays/breadcrumb.cpp" line="+32"/>
        <source>Groups around the selected node</source>
        <translation>所选节点所在的组</translation>
    </message>
    <message>
        <location line="+32"/>
        <source>Whole graph</source>
        <translation>整个图</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Fit to window</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Unfold this group</source>
        <translation>展开此组</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Fold this group</source>
        <translation>折叠此组</translation>
    </message>
</context>
<context>
    <name>nervure::BreakList</name>
    <message>
        <location filename="../widgets/panels/passes/break_list.cpp" line="+33"/>
        <source>A node appears</source>
        <translation>出现节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A node vanishes</source>
        <translation>节点消失</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A shape changes</source>
        <translation>形状改变</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A pass takes longer than</source>
        <translation>Pass 耗时超过</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>A pass takes longer than %1 ms</source>
        <translation>Pass 耗时超过 %1 ms</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1: %2</source>
        <comment>a condition</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <location line="+36"/>
        <source>What passes stop at</source>
        <translation>Pass 在何处停下</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Which nodes</source>
        <translation>哪些节点</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <location line="+3"/>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Conditions that passes stop at</source>
        <translation>Pass 停下的条件</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Passes stop where one of these holds; Delete takes one out</source>
        <translation>其中一个成立时 Pass 即停下；Delete 去掉一个</translation>
    </message>
</context>
<context>
    <name>nervure::BudgetChart</name>
    <message>
        <location filename="../widgets/panels/charts/budget_chart.cpp" line="+32"/>
        <source>Where the time of a run goes</source>
        <translation>一次运行的时间用在何处</translation>
    </message>
    <message>
        <location line="+65"/>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Launching</source>
        <translation>启动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Explained by no layer</source>
        <translation>各层未能解释的部分</translation>
    </message>
</context>
<context>
    <name>nervure::BusyOverlay</name>
    <message>
        <location filename="../widgets/canvas/overlays/busy_overlay.cpp" line="+27"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>nervure::CanvasCommands</name>
    <message>
        <location filename="../app/commands/canvas_commands.cpp" line="+218"/>
        <location line="+8"/>
        <source>Export the picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 exists already. Replace it?</source>
        <translation>已有文件 %1。要替换它吗？</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Writing the picture</source>
        <translation>正在写入图片</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The picture was not written: %1.</source>
        <translation>图片未能写出：%1。</translation>
    </message>
</context>
<context>
    <name>nervure::CanvasController</name>
    <message>
        <location filename="../widgets/canvas/canvas_controller.cpp" line="+237"/>
        <source>Laying out</source>
        <translation>正在布局</translation>
    </message>
    <message>
        <location line="+45"/>
        <source>Laying out the graph</source>
        <translation>正在布局计算图</translation>
    </message>
    <message numerus="yes">
        <location filename="../widgets/canvas/card_lines.cpp" line="+23"/>
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>occurs %Ln time(s)</source>
        <translation>
            <numerusform>出现 %Ln 次</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::ChangesPanel</name>
    <message>
        <location filename="../widgets/panels/changes/changes_panel.cpp" line="+24"/>
        <location line="+98"/>
        <source>Changes</source>
        <translation>变更</translation>
    </message>
    <message>
        <location line="-93"/>
        <location line="+30"/>
        <source>The selection in every step</source>
        <translation>所选节点在各步骤中</translation>
    </message>
    <message>
        <location line="+50"/>
        <location line="+2"/>
        <source>What a pass changes, node by node.</source>
        <translation>一个 Pass 对各个节点做了什么。</translation>
    </message>
    <message>
        <location line="-2"/>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>This is the model as it was opened. Step to a pass to see what it changes.</source>
        <translation>这是打开时的模型。切换到某个 Pass 即可查看它的改动。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>This pass changed no node.</source>
        <translation>这个 Pass 没有改动任何节点。</translation>
    </message>
</context>
<context>
    <name>nervure::ChartsPanel</name>
    <message>
        <location filename="../widgets/panels/charts/charts_panel.cpp" line="+50"/>
        <source>Pictures of the run</source>
        <translation>运行的图表</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Time by scope</source>
        <translation>按作用域的时间</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Single runs</source>
        <translation>单次运行</translation>
    </message>
    <message>
        <location line="+54"/>
        <source>Where the time of a run goes, in pictures.</source>
        <translation>用图表说明一次运行的时间用在何处。</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Run the model to see where its time goes.</source>
        <translation>运行模型，查看时间用在何处。</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location line="+41"/>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
</context>
<context>
    <name>nervure::ColorRulesDialog</name>
    <message>
        <location filename="../widgets/dialogs/color_rules_dialog.cpp" line="+26"/>
        <source>Color rules</source>
        <translation>着色规则</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Rules; a node takes the color of the first one that matches</source>
        <translation>规则；节点由第一条匹配的规则着色</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Query of a new rule</source>
        <translation>新规则的查询</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>op:conv2d &amp; params&gt;1M</source>
        <translation>op:conv2d &amp; params&gt;1M</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>A node takes the color of the first rule that matches.</source>
        <translation>节点由第一条匹配的规则着色。</translation>
    </message>
    <message>
        <location line="+57"/>
        <source>Column %1: %2</source>
        <translation>第 %1 列：%2</translation>
    </message>
</context>
<context>
    <name>nervure::ColumnChoice</name>
    <message>
        <location filename="../widgets/panels/column_choice.cpp" line="+49"/>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <location line="+49"/>
        <source>Keep as a preset…</source>
        <translation>保存为预设…</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Keep as a preset</source>
        <translation>保存为预设</translation>
    </message>
    <message>
        <location line="-12"/>
        <source>Remove “%1”</source>
        <translation>删除“%1”</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
</context>
<context>
    <name>nervure::CommandPalette</name>
    <message>
        <location filename="../app/actions/command_palette.cpp" line="+36"/>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+1"/>
        <source>Command, node, pass or recent file</source>
        <translation>命令、节点、Pass 或最近的文件</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>What fits</source>
        <translation>匹配项</translation>
    </message>
</context>
<context>
    <name>nervure::DeclaredSection</name>
    <message>
        <location filename="../widgets/panels/inspector/declared_section.cpp" line="+30"/>
        <source>Declared shape</source>
        <translation>声明的形状</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>as 1,3,224,224</source>
        <translation>如 1,3,224,224</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Declared type</source>
        <translation>声明的类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>not said</source>
        <translation>未说明</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Declared in the file</source>
        <translation>在文件中声明</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+40"/>
        <source>Expected dimensions such as 1,3,224,224 or batch,3,?,?.</source>
        <translation>应为各维大小，例如 1,3,224,224 或 batch,3,?,?。</translation>
    </message>
</context>
<context>
    <name>nervure::DiagnosticModel</name>
    <message>
        <location filename="../widgets/models/diagnostic_model.cpp" line="+48"/>
        <source>line %1, column %2</source>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
    <message numerus="yes">
        <location line="+12"/>
        <source>%1 · %Ln times, first here</source>
        <translation>
            <numerusform>%1 · 共 %Ln 处，此为第一处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%1: %Ln nodes</source>
        <translation>
            <numerusform>%1：%Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <location line="+16"/>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Click to fix it</source>
        <translation>单击即可修复</translation>
    </message>
</context>
<context>
    <name>nervure::DiagnosticsPanel</name>
    <message>
        <location filename="../widgets/panels/diagnostics/diagnostics_panel.cpp" line="+49"/>
        <location line="+286"/>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <location line="-236"/>
        <source>Show errors</source>
        <translation>显示错误</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show warnings</source>
        <translation>显示警告</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show notes</source>
        <translation>显示提示</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Filter by message or node</source>
        <translation>按消息或节点筛选</translation>
    </message>
    <message numerus="yes">
        <location line="+71"/>
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln 个警告</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>What is wrong with a model, and where.</source>
        <translation>模型有哪些问题，出在哪里。</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>No problems were found in the file. Inference also checks shapes and types.</source>
        <translation>文件中未发现问题。推断还会检查形状和类型。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Infer shapes and types</source>
        <translation>推断形状和类型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No problems were found in this model.</source>
        <translation>此模型中未发现问题。</translation>
    </message>
    <message>
        <location line="+38"/>
        <source>Go to the node</source>
        <translation>转到该节点</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Copy the message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>%1 reads %2</source>
        <translation>%1 读取 %2</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>read by %1</source>
        <translation>被 %1 读取</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>also read by %1</source>
        <translation>%1 也读取它</translation>
    </message>
    <message>
        <location line="+41"/>
        <source>Select the path</source>
        <translation>选择路径</translation>
    </message>
</context>
<context>
    <name>nervure::DifferenceDialog</name>
    <message>
        <location filename="../widgets/dialogs/difference_dialog.cpp" line="+47"/>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <location line="+29"/>
        <source>The texts are equal.</source>
        <translation>两份文本相同。</translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>− %n line(s)</source>
        <translation>
            <numerusform>− %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>+ %n line(s)</source>
        <translation>
            <numerusform>+ %n 行</numerusform>
        </translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The first %1 lines are shown.</source>
        <translation>只显示前 %1 行。</translation>
    </message>
</context>
<context>
    <name>nervure::EditCommands</name>
    <message>
        <location filename="../app/commands/edit_commands.cpp" line="+38"/>
        <source>%1, one more</source>
        <comment>input</comment>
        <translation>%1，再加一个</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1, empty</source>
        <comment>input</comment>
        <translation>%1，空</translation>
    </message>
    <message>
        <location line="+300"/>
        <location line="+16"/>
        <source>Connect as</source>
        <translation>连接为</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>output %1, now %2</source>
        <comment>its number, what it is</comment>
        <translation>输出 %1，现为 %2</translation>
    </message>
    <message>
        <location line="+38"/>
        <source>Connect %1 to %2</source>
        <translation>将 %1 连接到 %2</translation>
    </message>
    <message>
        <location line="-353"/>
        <source>%1, now %2</source>
        <comment>input, what it reads</comment>
        <translation>%1,当前为 %2</translation>
    </message>
    <message>
        <location line="+290"/>
        <source>%1 reads nothing.</source>
        <translation>%1 不读取任何值。</translation>
    </message>
    <message>
        <location filename="../app/actions/edit_menu.cpp" line="+85"/>
        <source>Disconnect from %1</source>
        <translation>断开与 %1 的连接</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Go to its source</source>
        <translation>转到来源</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Go to its reader</source>
        <translation>转到读取者</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Remove this dependency</source>
        <translation>移除此依赖</translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Which line?</source>
        <translation>哪一条连线？</translation>
    </message>
    <message numerus="yes">
        <location line="+20"/>
        <source>and %n more: a click on the line goes to the next one</source>
        <translation>
            <numerusform>及另外 %n 条：单击连线可转到下一条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::ExportDialog</name>
    <message>
        <location filename="../widgets/dialogs/export_dialog.cpp" line="+26"/>
        <source>&amp;Dark colors</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Legend below the picture</source>
        <translation>图片下方附图例(&amp;L)</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Export the picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>SVG: drawing with text, with the coloring</source>
        <translation>SVG：带文字的矢量图，含着色</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>PNG: image, with the coloring</source>
        <translation>PNG：图像，含着色</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>PDF: drawing, with the coloring</source>
        <translation>PDF：矢量图，含着色</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>DOT: graph for Graphviz, with the coloring</source>
        <translation>DOT：供 Graphviz 使用的图，含着色</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Whole graph</source>
        <translation>整个图</translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>Selection, %n node(s)</source>
        <translation>
            <numerusform>所选内容，%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <location line="+6"/>
        <source> ×</source>
        <translation> ×</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Part</source>
        <translation>范围(&amp;P)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Scale</source>
        <translation>缩放(&amp;S)</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <location line="+36"/>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 × %2 points</source>
        <translation>%1 × %2 点</translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%n pages of %1 × %2 points</source>
        <translation>
            <numerusform>%n 页，每页 %1 × %2 点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::FileChanges</name>
    <message>
        <location filename="../app/window/file_changes.cpp" line="+37"/>
        <source>Another program has changed “%1”, which also has unsaved changes here.</source>
        <translation>另一个程序更改了“%1”；此处还有未保存的更改。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Another program has changed “%1”.</source>
        <translation>另一个程序更改了“%1”。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Reload</source>
        <translation>重新载入(&amp;R)</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>&amp;Compare…</source>
        <translation>比较(&amp;C)…</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>&amp;Keep mine</source>
        <translation>保留我的版本(&amp;K)</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>“%1” is not in its folder any more: it was moved, renamed or deleted.</source>
        <translation>“%1”已不在原文件夹中：它被移动、重命名或删除了。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Save it again</source>
        <translation>重新保存(&amp;S)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Keep it open</source>
        <translation>继续打开(&amp;K)</translation>
    </message>
</context>
<context>
    <name>nervure::FileCommands</name>
    <message>
        <location filename="../app/files/file_commands.cpp" line="+78"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Open the files that a compiler wrote after its passes</source>
        <translation>打开编译器在各 Pass 之后写出的文件</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Compare the model with a file</source>
        <translation>将模型与文件比较</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Compare values with a file</source>
        <translation>与文件比较值</translation>
    </message>
    <message>
        <location line="+33"/>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <location line="+92"/>
        <source>Save in another format</source>
        <translation>以其他格式保存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>“%1” is in the format %2, which can be read but not written.</source>
        <translation>“%1”的格式是 %2，只能读取，不能写入。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>It can be saved as %1, or as a project, which also keeps the original text.</source>
        <translation>可以保存为 %1，也可以保存为项目，项目会同时保留原文。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>It can be saved as a project, which also keeps the original text.</source>
        <translation>可以保存为项目，项目会同时保留原文。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <location line="+33"/>
        <source>Save the model</source>
        <translation>保存模型</translation>
    </message>
    <message>
        <location line="+70"/>
        <source>The file has changed</source>
        <translation>文件已更改</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Another program has changed “%1” since it was read. Saving replaces the lines marked − with those marked +.</source>
        <translation>读取之后，另一个程序更改了“%1”。保存会用带 + 的行替换带 − 的行。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Save anyway</source>
        <translation>仍然保存</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Save “%1”</source>
        <translation>保存“%1”</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Saving replaces the lines marked − with those marked +.</source>
        <translation>保存会用带 + 的行替换带 − 的行。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Compare with the file</source>
        <translation>与文件比较</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Lines marked − are in “%1” now; saving replaces them with those marked +.</source>
        <translation>带 − 的行目前在“%1”中；保存会用带 + 的行替换它们。</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>What the file cannot hold</source>
        <translation>文件无法容纳的内容</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>“%1” cannot hold the following; a project file can.</source>
        <translation>“%1”无法容纳以下内容；项目文件可以。</translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <location line="+46"/>
        <source>%n note(s) are kept only in a project file (.nervure).</source>
        <translation>
            <numerusform>%n 条备注只能保存在项目文件 (.nervure) 中。</numerusform>
        </translation>
    </message>
    <message>
        <location line="-45"/>
        <source>Save without</source>
        <translation>不带这些内容保存</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Converting</source>
        <translation>正在转换</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The model was not converted: %1</source>
        <translation>模型未转换：%1</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Convert the model</source>
        <translation>转换模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The model has to be converted for “%1”. This is lost or changed on the way:</source>
        <translation>写入“%1”需要转换模型。以下内容会丢失或改变：</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Write the file</source>
        <translation>写入文件</translation>
    </message>
    <message>
        <location filename="../app/files/file_comparison.cpp" line="+34"/>
        <source>The file is too large to be compared line by line.</source>
        <translation>文件过大，无法逐行比较。</translation>
    </message>
</context>
<context>
    <name>nervure::FileListField</name>
    <message>
        <location filename="../widgets/dialogs/file_list_field.cpp" line="+39"/>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
</context>
<context>
    <name>nervure::FileWriter</name>
    <message>
        <location filename="../app/files/file_writer.cpp" line="+45"/>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Saving “%1” was stopped; the file is unchanged.</source>
        <translation>已停止保存“%1”；文件保持原样。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The model was not saved: %1</source>
        <translation>模型未能保存：%1</translation>
    </message>
    <message>
        <location line="+64"/>
        <source>Saving “%1”…</source>
        <translation>正在保存“%1”…</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Saving</source>
        <translation>正在保存</translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Checking the saved file</source>
        <translation>正在检查已保存的文件</translation>
    </message>
</context>
<context>
    <name>nervure::FindModel</name>
    <message>
        <location filename="../widgets/models/find_model.cpp" line="+15"/>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Match</source>
        <translation>匹配内容</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>variable</source>
        <translation>变量</translation>
    </message>
</context>
<context>
    <name>nervure::FindPanel</name>
    <message>
        <location filename="../widgets/panels/find/find_panel.cpp" line="+32"/>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <location line="-20"/>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Color by this</source>
        <translation>据此着色</translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Words, or op:conv2d &amp; params&gt;1M</source>
        <translation>词语，或 op:conv2d &amp; params&gt;1M</translation>
    </message>
    <message>
        <location line="+48"/>
        <source>Select all nodes that were found</source>
        <translation>选择找到的所有节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Color the matching nodes, also while the model changes</source>
        <translation>为匹配的节点赋予专属颜色，更改后依然有效</translation>
    </message>
    <message numerus="yes">
        <location line="+67"/>
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Finds nodes of the open model by name, operator, attribute or shape.</source>
        <translation>按名称、算子、属性或形状查找当前模型的节点。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Shapes and sizes are not known before inference.</source>
        <translation>推断之前，形状和大小都是未知的。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No node matches %1.</source>
        <translation>没有节点匹配 %1。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <location line="+61"/>
        <source>Find</source>
        <translation>查找</translation>
    </message>
</context>
<context>
    <name>nervure::FindingSection</name>
    <message>
        <location filename="../widgets/panels/inspector/finding_section.cpp" line="+45"/>
        <source>Findings</source>
        <translation>诊断</translation>
    </message>
    <message>
        <location line="+40"/>
        <source>No output of the model needs this node.</source>
        <translation>模型的任何输出都不需要该节点。</translation>
    </message>
</context>
<context>
    <name>nervure::GraphDocument</name>
    <message>
        <location filename="../widgets/document/graph_document.cpp" line="+118"/>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>nervure::GraphExaminer</name>
    <message>
        <location filename="../widgets/jobs/graph_examiner.cpp" line="+27"/>
        <source>Checking the graph</source>
        <translation>正在检查图</translation>
    </message>
</context>
<context>
    <name>nervure::GraphExchange</name>
    <message numerus="yes">
        <location filename="../app/commands/graph_exchange.cpp" line="+70"/>
        <source>Cut %n node(s)</source>
        <translation>
            <numerusform>剪切 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <location line="+9"/>
        <location line="+7"/>
        <source>Pasting</source>
        <translation>正在粘贴</translation>
    </message>
    <message>
        <location line="+31"/>
        <source>Nothing was added: %1.</source>
        <translation>未添加任何内容：%1。</translation>
    </message>
    <message numerus="yes">
        <location line="+13"/>
        <source>Merge %n node(s)</source>
        <translation>
            <numerusform>合并 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+0"/>
        <source>Paste %n node(s)</source>
        <translation>
            <numerusform>粘贴 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Added, but not whole: %1.</source>
        <translation>已添加，但不完整：%1。</translation>
    </message>
    <message>
        <location line="+61"/>
        <source>Opened, but without its values: %1.</source>
        <translation>已打开，但没有它的值：%1。</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Add a model to this one</source>
        <translation>将一个模型加入此模型</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Adding %1</source>
        <translation>正在加入 %1</translation>
    </message>
</context>
<context>
    <name>nervure::GraphPage</name>
    <message>
        <location filename="../widgets/panels/inspector/graph_page.cpp" line="+34"/>
        <source>not known before inference</source>
        <translation>尚未推断</translation>
    </message>
    <message>
        <location line="+0"/>
        <location line="+109"/>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <location line="-99"/>
        <location line="+1"/>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>MACs</source>
        <translation>MAC 数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Planned memory</source>
        <translation>规划内存</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Multiply-accumulates of one run</source>
        <translation>一次运行的乘加次数</translation>
    </message>
    <message numerus="yes">
        <location line="+71"/>
        <source>%1, including %Ln operator(s)</source>
        <translation>
            <numerusform>%1，其中算子 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <location line="+13"/>
        <source>not planned yet</source>
        <translation>尚未规划</translation>
    </message>
</context>
<context>
    <name>nervure::GraphView</name>
    <message>
        <location filename="../widgets/canvas/graph_view.cpp" line="+61"/>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
</context>
<context>
    <name>nervure::HeatMapView</name>
    <message>
        <location filename="../widgets/panels/inspector/heat_map_view.cpp" line="+44"/>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Heat map of the values</source>
        <translation>值的热图</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>%1 rows, %2 columns, colors from %3 to %4</source>
        <translation>%1 行，%2 列，颜色从 %3 到 %4</translation>
    </message>
    <message>
        <location line="+93"/>
        <source>row %1, column %2: %3</source>
        <translation>第 %1 行，第 %2 列：%3</translation>
    </message>
    <message>
        <location line="+69"/>
        <source>infinite</source>
        <translation>无穷大</translation>
    </message>
</context>
<context>
    <name>nervure::HistoryModel</name>
    <message>
        <location filename="../widgets/models/history_model.cpp" line="+15"/>
        <source>now</source>
        <translation>当前</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The model is in this state</source>
        <translation>模型处于此状态</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Click to undo what came after this</source>
        <translation>单击可撤销此后的更改</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Undone; click to redo</source>
        <translation>已撤销；单击可重做</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>As opened</source>
        <translation>打开时</translation>
    </message>
</context>
<context>
    <name>nervure::HistoryPanel</name>
    <message>
        <location filename="../widgets/panels/history/history_panel.cpp" line="+23"/>
        <location line="+60"/>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message numerus="yes">
        <location line="-21"/>
        <source>%n change(s) from the saved file</source>
        <translation>
            <numerusform>与文件相差 %n 处更改</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>As in the file</source>
        <translation>与文件一致</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Every change of a model, to go back to any of them.</source>
        <translation>模型的每次更改，可回到其中任意一步。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>No changes yet. Each edit is listed here; click one to go back to it.</source>
        <translation>尚无更改。每次编辑都会列在这里，单击即可回到那一步。</translation>
    </message>
</context>
<context>
    <name>nervure::InferenceDeltaList</name>
    <message>
        <location filename="../app/window/inference_delta_list.cpp" line="+33"/>
        <source>Effects of the edit</source>
        <translation>此次编辑的影响</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Memory as planned.</source>
        <translation>按内存规划计算。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Memory of all values; no plan was made.</source>
        <translation>按所有值的内存计算；尚未进行规划。</translation>
    </message>
</context>
<context>
    <name>nervure::InferenceDeltaModel</name>
    <message>
        <location filename="../widgets/models/inference_delta_model.cpp" line="+16"/>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message numerus="yes">
        <location line="+22"/>
        <source>%n shape(s) changed</source>
        <translation>
            <numerusform>%n 个形状已改变</numerusform>
        </translation>
    </message>
    <message>
        <location line="+4"/>
        <source>memory not known</source>
        <translation>内存未知</translation>
    </message>
</context>
<context>
    <name>nervure::InnerPage</name>
    <message>
        <location filename="../widgets/panels/inspector/inner_page.cpp" line="+36"/>
        <location line="+4"/>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+11"/>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Shows the node that holds this part of the model</source>
        <translation>显示包含模型这一部分的节点</translation>
    </message>
    <message>
        <location line="+36"/>
        <source>Inferring types in bodies</source>
        <translation>正在推断子图中的类型</translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>In %1</source>
        <translation>位于 %1</translation>
    </message>
</context>
<context>
    <name>nervure::InputModel</name>
    <message>
        <location filename="../widgets/models/input_model.cpp" line="+173"/>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location line="-94"/>
        <location line="+18"/>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <location line="-30"/>
        <source>%1 (dimension)</source>
        <translation>%1（维度）</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Set by you; clear it to take it back</source>
        <translation>由您给定；清空即撤回</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Double-click to give the dimension a number</source>
        <translation>双击可为该维度指定数值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Double-click to set a shape, such as 1,3,224,224</source>
        <translation>双击以设置形状，例如 1,3,224,224</translation>
    </message>
    <message>
        <location line="+90"/>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+58"/>
        <source>%1 is not a shape for %2; expected dimensions such as 1,3,224,224.</source>
        <translation>%1 不是 %2 的有效形状；应为各维大小，例如 1,3,224,224。</translation>
    </message>
</context>
<context>
    <name>nervure::InputSection</name>
    <message>
        <location filename="../widgets/panels/inspector/input_section.cpp" line="+31"/>
        <source>Shape of the input</source>
        <translation>输入的形状</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>as 1,3,224,224</source>
        <translation>如 1,3,224,224</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Type of the input</source>
        <translation>输入的类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>not said</source>
        <translation>未说明</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+57"/>
        <source>Expected dimensions such as 1,3,224,224.</source>
        <translation>应为各维大小，例如 1,3,224,224。</translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Expected dimensions such as 1,3,224,224 or batch,3,?,?.</source>
        <translation>应为各维大小，例如 1,3,224,224 或 batch,3,?,?。</translation>
    </message>
</context>
<context>
    <name>nervure::InspectorPanel</name>
    <message>
        <location filename="../widgets/panels/inspector/inspector_panel.cpp" line="+37"/>
        <source>Attributes, shapes and links of the selected node.</source>
        <translation>所选节点的属性、形状和连接。</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+74"/>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
</context>
<context>
    <name>nervure::JobIndicator</name>
    <message>
        <location filename="../app/window/job_indicator.cpp" line="+34"/>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+1"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message numerus="yes">
        <location line="+36"/>
        <source>%1 (+%n more)</source>
        <translation>
            <numerusform>%1（另有 %n 项）</numerusform>
        </translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Working on the device</source>
        <translation>设备正在工作</translation>
    </message>
</context>
<context>
    <name>nervure::KeptRuns</name>
    <message>
        <location filename="../widgets/panels/run/kept_runs.cpp" line="+19"/>
        <source>Runs</source>
        <translation>运行结果</translation>
    </message>
    <message>
        <location line="+71"/>
        <source>End the comparison</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Compare the shown run with this</source>
        <translation>将显示的运行与它比较</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Take this out of the comparison</source>
        <translation>从比较中移出</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add this to the comparison</source>
        <translation>加入比较</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>nervure::KernelWindow</name>
    <message>
        <location filename="../widgets/panels/run/kernel_window.cpp" line="+41"/>
        <source>%1 of local memory</source>
        <translation>%1 局部内存</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 of private memory for an item</source>
        <translation>每个工作项私有内存 %1</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>at most %1 items in a group</source>
        <translation>每组最多 %1 个工作项</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>as the driver likes</source>
        <translation>由驱动程序选择</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>as planned</source>
        <translation>按计划</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>wrong results</source>
        <translation>结果错误</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>the fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <location line="+29"/>
        <source>Try sizes of work-groups</source>
        <translation>尝试工作组大小</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Kernels of %1</source>
        <translation>%1 的内核</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <location line="+32"/>
        <source>Source of the kernel</source>
        <translation>内核的源代码</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Runs this layer alone on the device that is chosen, as often as a run repeats, with one size of work-groups after the other</source>
        <translation>在所选设备上单独运行此层，次数与运行的重复次数相同，逐一尝试各种工作组大小</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Sizes of work-groups</source>
        <translation>工作组大小</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Work-group</source>
        <translation>工作组</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>±</source>
        <translation>±</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>To the planned</source>
        <translation>与计划相比</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message numerus="yes">
        <location line="+34"/>
        <source>The layer alone takes %1, the median of %n run(s).</source>
        <translation>
            <numerusform>此层单独运行需要 %1，为 %n 次运行的中位数。</numerusform>
        </translation>
    </message>
    <message>
        <location line="+56"/>
        <source>The compiler says: %1</source>
        <translation>编译器说：%1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The compiler said nothing.</source>
        <translation>编译器没有输出任何信息。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>What the compiler says is asked when sizes are tried: it then builds the kernel afresh.</source>
        <translation>尝试工作组大小时会重新构建内核，届时可知编译器的输出。</translation>
    </message>
</context>
<context>
    <name>nervure::KeySheet</name>
    <message>
        <location filename="../app/actions/key_sheet.cpp" line="+76"/>
        <source>%1, and so on to 9</source>
        <translation>%1，依此类推至 9</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Go</source>
        <translation>转到</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Structure</source>
        <translation>结构</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>drag from a node&apos;s lower edge</source>
        <translation>从节点下边缘拖动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>drag an end of a line</source>
        <translation>拖动连线的一端</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add an operator</source>
        <translation>添加算子</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>double-click an empty place</source>
        <translation>双击空白处</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Mouse on the canvas</source>
        <translation>画布上的鼠标操作</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Scroll, or zoom if so set</source>
        <translation>滚动，或按设置缩放</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Zoom at the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Ctrl or Shift with the wheel</source>
        <translation>Ctrl 或 Shift + 滚轮</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Select</source>
        <translation>选中</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>click</source>
        <translation>单击</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add to the selection</source>
        <translation>加入选择</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Ctrl with a click</source>
        <translation>Ctrl + 单击</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Keys on the canvas</source>
        <translation>画布上的按键</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Walk from node to node</source>
        <translation>在节点间移动</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <location line="+38"/>
        <source>Search keys</source>
        <translation>搜索按键</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>What it does, or the key</source>
        <translation>功能或按键</translation>
    </message>
    <message>
        <location line="-38"/>
        <source>From a value to its ends</source>
        <translation>从值移到其两端</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>up and down</source>
        <translation>上、下</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Back and forward</source>
        <translation>后退和前进</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>the mouse&apos;s side buttons</source>
        <translation>鼠标侧键</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open recent files</source>
        <translation>打开最近的文件</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Ctrl+1 to Ctrl+9</source>
        <translation>Ctrl+1 至 Ctrl+9</translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>No key does this.</source>
        <translation>没有对应的按键。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>nervure::Legend</name>
    <message>
        <location filename="../widgets/canvas/overlays/legend.cpp" line="+35"/>
        <location line="+54"/>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <location line="-44"/>
        <source>Convolution, dense</source>
        <translation>卷积、全连接</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Reduction, softmax</source>
        <translation>归约、softmax</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shape, layout</source>
        <translation>形状、布局</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Element-wise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Removed</source>
        <translation>已移除</translation>
    </message>
    <message numerus="yes">
        <location line="+83"/>
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Unknown operator</source>
        <translation>未知算子</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>No output needs it</source>
        <translation>没有输出需要它</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Found (%1)</source>
        <translation>找到（%1）</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1, from %2 to %3</source>
        <translation>%1，从 %2 到 %3</translation>
    </message>
    <message>
        <location line="-95"/>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
</context>
<context>
    <name>nervure::LifetimeChart</name>
    <message>
        <location filename="../widgets/panels/memory/lifetime_chart.cpp" line="+28"/>
        <source>%1
%2 at offset %3, steps %4 to %5</source>
        <translation>%1
%2，偏移 %3，步骤 %4 至 %5</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1
%2 in storage %3, steps %4 to %5</source>
        <translation>%1
%2，存储块 %3，步骤 %4 至 %5</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Lifetimes: storages over steps</source>
        <translation>生命周期：各步骤的存储块</translation>
    </message>
    <message>
        <location line="+182"/>
        <source>step %1: %2 in use</source>
        <translation>步骤 %1：使用中 %2</translation>
    </message>
    <message numerus="yes">
        <location line="+6"/>
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <location filename="../widgets/panels/memory/lifetime_axes.cpp" line="+38"/>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <location line="+67"/>
        <source>least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <location filename="../widgets/panels/memory/lifetime_chart.cpp" line="+45"/>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
</context>
<context>
    <name>nervure::LineDifferenceModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/line_difference_model.cpp" line="+16"/>
        <source>… %n line(s) alike</source>
        <translation>
            <numerusform>… %n 行相同</numerusform>
        </translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>nervure::LinkDelegate</name>
    <message>
        <location filename="../widgets/panels/inspector/link_delegate.cpp" line="+61"/>
        <source>storage %1</source>
        <translation>存储 %1</translation>
    </message>
</context>
<context>
    <name>nervure::MachineDialog</name>
    <message>
        <location filename="../widgets/dialogs/machine_dialog.cpp" line="+59"/>
        <source>Connect to a machine</source>
        <translation>连接到机器</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>a host that ssh knows, or user@host</source>
        <translation>ssh 认识的主机，或 用户@主机</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>nervure-cli, in the PATH there</source>
        <translation>那里 PATH 中的 nervure-cli</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Models then run there, through ssh with your configuration and agent; nothing asks for a password. The machine needs the same version of Nervure.</source>
        <translation>之后模型在那里运行，经由 ssh，使用您的配置和代理；不会询问密码。那台机器需要相同版本的 Nervure。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>&amp;Machine</source>
        <translation>机器(&amp;M)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Program there</source>
        <translation>那里的程序(&amp;P)</translation>
    </message>
    <message>
        <location line="+34"/>
        <source>“%1” is no name of a machine.</source>
        <translation>“%1”不是机器名。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The worker is busy; try again when it has finished.</source>
        <translation>工作进程正忙，请待其完成后再试。</translation>
    </message>
</context>
<context>
    <name>nervure::MainWindow</name>
    <message>
        <location filename="../app/window/main_window.cpp" line="+149"/>
        <source>Drawing a small picture</source>
        <translation>正在绘制缩略图</translation>
    </message>
    <message>
        <location line="+24"/>
        <source>The picture is in %1</source>
        <translation>图片已保存到 %1</translation>
    </message>
    <message numerus="yes">
        <location line="+21"/>
        <source>Saved, but %n note(s) are kept only in a project file.</source>
        <translation>
            <numerusform>已保存，但 %n 条备注只能保存在项目文件中。</numerusform>
        </translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Save as a &amp;project</source>
        <translation>另存为项目(&amp;P)</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The model was written to %1. %2 stays open here.</source>
        <translation>模型已写入 %1。此处仍打开 %2。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Open it</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <location line="+131"/>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
</context>
<context>
    <name>nervure::ManualBrowser</name>
    <message>
        <location filename="../widgets/manual/manual_browser.cpp" line="+53"/>
        <source>Text of the page</source>
        <translation>页面内容</translation>
    </message>
</context>
<context>
    <name>nervure::ManualWindow</name>
    <message>
        <location filename="../widgets/manual/manual_window.cpp" line="+45"/>
        <source>No page has these words.</source>
        <translation>没有哪一页含有这些词语。</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Back (Alt+Left)</source>
        <translation>后退 (Alt+Left)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Forward (Alt+Right)</source>
        <translation>前进 (Alt+Right)</translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Search (Ctrl+F)</source>
        <translation>搜索 (Ctrl+F)</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Pages of the manual</source>
        <translation>手册的各页</translation>
    </message>
</context>
<context>
    <name>nervure::MemoryPanel</name>
    <message>
        <location filename="../widgets/panels/memory/memory_panel.cpp" line="+63"/>
        <source>Storages</source>
        <translation>存储块</translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+83"/>
        <source>Storages of two steps</source>
        <translation>两个步骤的存储块</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Storages of this step beside those of the other one, and what the plans take</source>
        <translation>此步骤的存储块与另一步骤的并列，以及两个规划的用量</translation>
    </message>
    <message>
        <location line="+26"/>
        <source>&amp;Beside %1</source>
        <translation>与 %1 并列(&amp;B)</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Comparing memory plans</source>
        <translation>正在比较内存规划</translation>
    </message>
    <message>
        <location line="+54"/>
        <source>Reading the memory plan</source>
        <translation>正在读取内存规划</translation>
    </message>
    <message>
        <location line="+28"/>
        <source>Comparing planners</source>
        <translation>正在比较内存规划器</translation>
    </message>
    <message>
        <location line="+35"/>
        <source>Listing the storages</source>
        <translation>正在列出存储块</translation>
    </message>
    <message>
        <location line="+42"/>
        <source>Planned %1</source>
        <translation>规划 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>without sharing %1</source>
        <translation>不共享时 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>saves %1</source>
        <translation>节省 %1</translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%n storage(s)</source>
        <translation>
            <numerusform>%n 个存储块</numerusform>
        </translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 planned, %2 without sharing; sizes are those of the types</source>
        <translation>规划 %1，不共享时 %2；大小按实际类型计算</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 planned, %2 without sharing; NNVM&apos;s plan counts four bytes per element and leaves variables out</source>
        <translation>规划 %1，不共享时 %2；NNVM 的规划按每个元素四字节计算，且不含变量</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Which values share memory, and when.</source>
        <translation>哪些值在何时共享内存。</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Nothing was planned. %1.</source>
        <translation>没有可规划的内容。%1。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Which values share memory, and when: PlanMemory fills this. It needs the shapes of the inputs.</source>
        <translation>哪些值在何时共享内存：由 PlanMemory 给出，需要已知输入的形状。</translation>
    </message>
    <message>
        <location line="-2"/>
        <location line="+4"/>
        <source>Plan memory</source>
        <translation>规划内存</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>nervure::MenuBar</name>
    <message>
        <location filename="../app/actions/menu_bar.cpp" line="+33"/>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Wor&amp;kspace</source>
        <translation>工作区(&amp;K)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Lines</source>
        <translation>连线(&amp;L)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Groups</source>
        <translation>分组(&amp;G)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Colors</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Structure</source>
        <translation>结构(&amp;S)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Color &amp;by</source>
        <translation>着色依据(&amp;B)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>G&amp;o</source>
        <translation>转到(&amp;O)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Boo&amp;kmarks</source>
        <translation>书签(&amp;K)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Graph</source>
        <translation>计算图(&amp;G)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Open re&amp;cent</source>
        <translation>最近打开(&amp;C)</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>&amp;Forget these</source>
        <translation>清除这些记录(&amp;F)</translation>
    </message>
</context>
<context>
    <name>nervure::MessageBar</name>
    <message>
        <location filename="../app/window/message_bar.cpp" line="+36"/>
        <location line="+1"/>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <location line="+46"/>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Information</source>
        <translation>信息</translation>
    </message>
</context>
<context>
    <name>nervure::Minimap</name>
    <message>
        <location filename="../widgets/canvas/overlays/minimap.cpp" line="+38"/>
        <source>Overview</source>
        <translation>概览图</translation>
    </message>
</context>
<context>
    <name>nervure::MissingInputs</name>
    <message>
        <location filename="../widgets/panels/passes/missing_inputs.cpp" line="+82"/>
        <source>These inputs have no shape yet:</source>
        <translation>以下输入还没有形状：</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Use these shapes</source>
        <translation>使用这些形状</translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Shape of %1</source>
        <translation>%1 的形状</translation>
    </message>
    <message>
        <location line="+25"/>
        <source>%1 needs a shape, such as 1,3,224,224.</source>
        <translation>%1 需要形状，例如 1,3,224,224。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 is not a shape for %2; expected dimensions such as 1,3,224,224.</source>
        <translation>%1 不是 %2 的有效形状；应为各维大小，例如 1,3,224,224。</translation>
    </message>
</context>
<context>
    <name>nervure::MissingSizesRow</name>
    <message>
        <location filename="../widgets/panels/run/missing_sizes_row.cpp" line="+32"/>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Sizes that the model leaves open:</source>
        <translation>模型未给出的大小：</translation>
    </message>
    <message>
        <location line="+38"/>
        <source>Shape of %1</source>
        <translation>%1 的形状</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Size of %1</source>
        <translation>%1 的大小</translation>
    </message>
</context>
<context>
    <name>nervure::NameEditor</name>
    <message>
        <location filename="../widgets/canvas/overlays/name_editor.cpp" line="+46"/>
        <source>Name of the node</source>
        <translation>节点名称</translation>
    </message>
</context>
<context>
    <name>nervure::Navigation</name>
    <message>
        <location filename="../app/commands/navigation.cpp" line="+216"/>
        <source>Bookmark %1 is here</source>
        <translation>书签 %1 已设在此处</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Bookmark %1 is at %2</source>
        <translation>书签 %1 已设在 %2</translation>
    </message>
</context>
<context>
    <name>nervure::NnvmImport</name>
    <message>
        <location filename="../app/files/nnvm_import.cpp" line="+121"/>
        <source>Importing</source>
        <translation>正在导入</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The model was not imported: %1</source>
        <translation>模型未能导入：%1</translation>
    </message>
</context>
<context>
    <name>nervure::NodePage</name>
    <message>
        <location filename="../widgets/panels/inspector/node_page.cpp" line="+52"/>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Unchanged</source>
        <translation>未更改</translation>
    </message>
    <message numerus="yes">
        <location line="+48"/>
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <location line="+25"/>
        <location line="+17"/>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <location line="-15"/>
        <location line="+16"/>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <location line="-8"/>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>MACs</source>
        <translation>MAC 数</translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Name of the node</source>
        <translation>节点名称</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Name of the node; Enter renames</source>
        <translation>节点名称；按 Enter 重命名</translation>
    </message>
    <message numerus="yes">
        <location line="+135"/>
        <source>%1, %n nodes</source>
        <translation>
            <numerusform>%1，%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+4"/>
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <location line="-224"/>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <location line="+231"/>
        <source>A value from outside: an input or a parameter.</source>
        <translation>来自外部的值：输入或参数。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Calls the compiled kernel %1.</source>
        <translation>调用编译后的内核 %1。</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Nervure does not know this operator. It is shown and saved as it is; its shapes cannot be inferred.</source>
        <translation>Nervure 不认识此算子。它会照原样显示和保存，但无法推断其形状。</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>%1 in the graph after %2, which is a copy and cannot be edited.</source>
        <translation>%1（%2 之后的图；它是副本，不能编辑）。</translation>
    </message>
</context>
<context>
    <name>nervure::NodeTrailModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/node_trail_model.cpp" line="+32"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <location line="+46"/>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <location line="+25"/>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <location line="+19"/>
        <source>As opened</source>
        <translation>打开时</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>not there yet</source>
        <translation>尚不存在</translation>
    </message>
    <message>
        <location line="-69"/>
        <source>other values</source>
        <translation>值不同</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>left alone</source>
        <translation>未改动</translation>
    </message>
</context>
<context>
    <name>nervure::NoteSection</name>
    <message>
        <location filename="../widgets/panels/inspector/note_section.cpp" line="+25"/>
        <location line="+11"/>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <location line="-10"/>
        <source>What should be remembered about it</source>
        <translation>需要记住的内容</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Ctrl+Enter, or leaving the field, keeps the note. Notes are saved in project files; model files have no place for them.</source>
        <translation>按 Ctrl+Enter 或离开输入框即保留备注。备注保存在项目文件中；模型文件无处存放。</translation>
    </message>
</context>
<context>
    <name>nervure::OperatorChooser</name>
    <message>
        <location filename="../app/commands/operator_chooser.cpp" line="+23"/>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
</context>
<context>
    <name>nervure::OperatorModel</name>
    <message>
        <location filename="../widgets/models/operator_model.cpp" line="+15"/>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <location line="+24"/>
        <source>variable</source>
        <translation>变量</translation>
    </message>
</context>
<context>
    <name>nervure::OutlineModel</name>
    <message>
        <location filename="../widgets/models/outline_model.cpp" line="+145"/>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>How many nodes the scope holds</source>
        <translation>此作用域包含的节点数</translation>
    </message>
    <message>
        <location line="-22"/>
        <source>variable</source>
        <translation>变量</translation>
    </message>
</context>
<context>
    <name>nervure::OutlinePanel</name>
    <message>
        <location filename="../widgets/panels/outline/outline_panel.cpp" line="+31"/>
        <source>Nodes by name</source>
        <translation>按名称排列的节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Nodes by operator</source>
        <translation>按算子排列的节点</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The nodes of the open model, by name and by operator.</source>
        <translation>当前模型的节点，按名称或按算子排列。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Order of the outline</source>
        <translation>大纲排列方式</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>By operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <location line="+61"/>
        <source>Listing the nodes</source>
        <translation>正在列出节点</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
</context>
<context>
    <name>nervure::OutputModel</name>
    <message>
        <location filename="../widgets/models/output_model.cpp" line="+21"/>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The file declares it; it does not follow from the inputs</source>
        <translation>由文件声明，无法从输入推断</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Double-click to change what the file declares</source>
        <translation>双击以修改文件的声明</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Double-click to give the value another name</source>
        <translation>双击以重命名该值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Named after the node that makes it</source>
        <translation>以产生它的节点命名</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Made by</source>
        <translation>产生者</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1: Enter or double-click goes there</source>
        <translation>%1：按 Enter 或双击跳转</translation>
    </message>
</context>
<context>
    <name>nervure::OutputSection</name>
    <message>
        <location filename="../widgets/panels/inspector/output_section.cpp" line="+30"/>
        <location line="+37"/>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <location line="-22"/>
        <source>Expected dimensions such as 1,3,224,224 or batch,3,?,?.</source>
        <translation>应为各维大小，例如 1,3,224,224 或 batch,3,?,?。</translation>
    </message>
    <message>
        <location line="+71"/>
        <source>Go to what makes it</source>
        <translation>转到产生它的节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Show its value</source>
        <translation>显示它的值</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Output no more</source>
        <translation>不再作为输出</translation>
    </message>
</context>
<context>
    <name>nervure::PaletteList</name>
    <message>
        <location filename="../widgets/panels/palette/palette_list.cpp" line="+24"/>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Search operators</source>
        <translation>搜索算子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Operator, or what it does</source>
        <translation>算子名称或其作用</translation>
    </message>
    <message>
        <location line="+48"/>
        <source>No operator matches.</source>
        <translation>没有合适的算子。</translation>
    </message>
</context>
<context>
    <name>nervure::PaletteModel</name>
    <message>
        <location filename="../widgets/models/palette_model.cpp" line="+62"/>
        <source>Convolution and dense</source>
        <translation>卷积与全连接</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Reduction and softmax</source>
        <translation>归约与 softmax</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shape and layout</source>
        <translation>形状与布局</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Element-wise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Data and variables</source>
        <translation>数据与变量</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+35"/>
        <source>variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>A value from outside: an input or a parameter.</source>
        <translation>来自外部的值：输入或参数。</translation>
    </message>
</context>
<context>
    <name>nervure::PalettePanel</name>
    <message>
        <location filename="../widgets/panels/palette/palette_panel.cpp" line="+24"/>
        <source>Only operators that can take the selection</source>
        <translation>仅显示可读取所选值的算子</translation>
    </message>
    <message>
        <location line="+31"/>
        <source>The operators that can be added to a model.</source>
        <translation>可添加到模型中的算子。</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+52"/>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
</context>
<context>
    <name>nervure::PanelDocks</name>
    <message>
        <location filename="../widgets/panels/panel_docks.cpp" line="+218"/>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Close %1</source>
        <translation>关闭%1</translation>
    </message>
</context>
<context>
    <name>nervure::PassListModel</name>
    <message>
        <location filename="../widgets/models/pass_list_model.cpp" line="+21"/>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <location line="+38"/>
        <source>%1 knows no operators of %2</source>
        <translation>%1 不认识 %2 的算子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 knows no operators of %2: run %3 first</source>
        <translation>%1 不认识 %2 的算子：请先运行 %3</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1
Needs: %2
Provides: %3</source>
        <translation>%1
需要：%2
提供：%3</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Changes the graph</source>
        <translation>会改动计算图</translation>
    </message>
    <message>
        <location line="-39"/>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Does</source>
        <translation>作用</translation>
    </message>
</context>
<context>
    <name>nervure::PassNotice</name>
    <message>
        <location filename="../widgets/panels/passes/pass_notice.cpp" line="+28"/>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Stopped after %1, which took %2</source>
        <translation>在 %1 之后停下，它耗时 %2</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Stopped after %1, which made %2</source>
        <translation>在 %1 之后停下，它新建了 %2</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Stopped after %1, which removed %2</source>
        <translation>在 %1 之后停下，它去掉了 %2</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Stopped after %1, which changed the shape of %2</source>
        <translation>在 %1 之后停下，它改变了 %2 的形状</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Leave out</source>
        <translation>略过</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Command of the program</source>
        <translation>程序的命令</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Run the passes behind this one, up to the next stop</source>
        <translation>运行其后的 Pass ，直到下一次停下</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Let this command run on this model, now and after each change</source>
        <translation>允许这条命令在此模型上运行，现在以及每次更改之后</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Switch its pass off</source>
        <translation>关闭其 Pass</translation>
    </message>
    <message>
        <location line="+33"/>
        <source>Run this program? It came with the file, as the pass that is next.</source>
        <translation>运行这个程序吗？它随文件而来，是下一个 Pass。</translation>
    </message>
</context>
<context>
    <name>nervure::PassRunner</name>
    <message>
        <location filename="../widgets/jobs/pass_runner.cpp" line="+281"/>
        <source>Reading steps</source>
        <translation>正在读取步骤</translation>
    </message>
    <message>
        <location line="+76"/>
        <source>Running passes</source>
        <translation>正在运行 Pass</translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Inferring shapes</source>
        <translation>正在推断形状</translation>
    </message>
</context>
<context>
    <name>nervure::PassStepModel</name>
    <message>
        <location filename="../widgets/models/pass_step_model.cpp" line="+48"/>
        <source>Graph attributes: %1</source>
        <translation>图属性：%1</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>added %1</source>
        <translation>新增 %1</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>needed by a later pass</source>
        <translation>后续 Pass 需要</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>changed nothing</source>
        <translation>没有改动</translation>
    </message>
    <message numerus="yes">
        <location line="+7"/>
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n 条诊断</numerusform>
        </translation>
    </message>
    <message>
        <location line="+47"/>
        <source>Other shapes: %1</source>
        <translation>形状不同：%1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Other types: %1</source>
        <translation>类型不同：%1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Other layouts: %1</source>
        <translation>布局不同：%1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Known now alone: %1</source>
        <translation>此时才得知：%1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Known before alone: %1</source>
        <translation>此前得知、此时未知：%1</translation>
    </message>
    <message>
        <location line="+66"/>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <location line="-23"/>
        <source>As opened</source>
        <translation>打开时</translation>
    </message>
    <message>
        <location line="-138"/>
        <source>The program said: %1</source>
        <translation>程序输出：%1</translation>
    </message>
    <message>
        <location line="+19"/>
        <source>the file tells where its nodes came from</source>
        <translation>文件说明了节点的来源</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>matched: %1</source>
        <translation>匹配：%1</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>found the same again</source>
        <translation>再次得出相同结果</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>said: %1</source>
        <translation>输出：%1</translation>
    </message>
    <message>
        <location line="+132"/>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>+ new, − gone, ~ changed</source>
        <translation>+ 新增，− 消失，~ 更改</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Attributes that are otherwise in nodes that are still there</source>
        <translation>仍在的节点中与之前不同的属性</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Values that have another shape now</source>
        <translation>形状与之前不同的值</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Bytes that the memory plan takes after it</source>
        <translation>此后内存规划占用的字节数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>The most bytes of the plan that are in use at one time</source>
        <translation>规划中同一时刻最多使用的字节数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Findings</source>
        <translation>诊断</translation>
    </message>
</context>
<context>
    <name>nervure::PassStepper</name>
    <message>
        <location filename="../app/commands/pass_stepper.cpp" line="+42"/>
        <source>Previous pass</source>
        <translation>上一个 Pass</translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Previous pass ([ or K)</source>
        <translation>上一个 Pass ([ 或 K)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Next pass (] or J)</source>
        <translation>下一个 Pass (] 或 J)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Next pass</source>
        <translation>下一个 Pass</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Pass shown on the canvas</source>
        <translation>画布上显示的 Pass</translation>
    </message>
    <message>
        <location line="+69"/>
        <source>No passes yet</source>
        <translation>尚无 Pass</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Run a pass from the passes panel to step through what it found</source>
        <translation>从 Pass 面板运行一个 Pass，即可逐步查看其结果</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>As opened</source>
        <translation>打开时</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The model before any pass</source>
        <translation>运行任何 Pass 之前的模型</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Pass %1 of %2; failed: %3</source>
        <translation>第 %1 个 Pass，共 %2 个；失败：%3</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Pass %1 of %2; provides %3</source>
        <translation>第 %1 个 Pass，共 %2 个；提供 %3</translation>
    </message>
</context>
<context>
    <name>nervure::PassesPanel</name>
    <message>
        <location filename="../widgets/panels/passes/passes_panel.cpp" line="+56"/>
        <location line="+336"/>
        <source>Passes</source>
        <translation>Pass</translation>
    </message>
    <message>
        <location line="-335"/>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Only &amp;steps that changed something</source>
        <translation>仅显示有更改的步骤(&amp;S)</translation>
    </message>
    <message>
        <location line="+29"/>
        <location line="+185"/>
        <source>Infer shapes, types and memory</source>
        <translation>推断形状、类型和内存</translation>
    </message>
    <message>
        <location line="-182"/>
        <source>Runs InferShape, InferType and PlanMemory on the model as it was opened. Passes that are run then follow each other in the list.</source>
        <translation>对打开时的模型运行 InferShape、InferType 和 PlanMemory。此后运行的 Pass 依次列在其后。</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Runs what nnvm.compiler.build runs, each pass as a step: choose Compile in the list for its options</source>
        <translation>运行 nnvm.compiler.build 所运行的内容，每个 Pass 为一步：在列表中选择 Compile 可设置其选项</translation>
    </message>
    <message>
        <location line="+95"/>
        <source>Stop when…</source>
        <translation>停下条件…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add a condition that passes stop at</source>
        <translation>添加一个让 Pass 停下的条件</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Compare each step with the one before it again</source>
        <translation>重新让每一步与前一步比较</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Passes are running</source>
        <translation>Pass 正在运行</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <location line="+45"/>
        <source>What each pass adds to the model, step by step.</source>
        <translation>逐步显示每个 Pass 为模型增加的内容。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No pass has run yet. Inference tells the shape and type of every value.</source>
        <translation>尚未运行 Pass。推断可得到每个值的形状和类型。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>No pass has run yet. Inference needs the shapes above.</source>
        <translation>尚未运行 Pass。推断需要以上形状。</translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Compared with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Run a pass</source>
        <translation>运行 Pass</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <location line="+42"/>
        <source>&amp;Compare others with this step</source>
        <translation>用其他步骤与此步骤比较(&amp;C)</translation>
    </message>
</context>
<context>
    <name>nervure::PipelineList</name>
    <message>
        <location filename="../widgets/panels/passes/pipeline_list.cpp" line="+30"/>
        <source>Passes that run one after the other</source>
        <translation>依次运行的 Pass</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Drag a pass, or move it with Alt and the arrows; F2 shows its options, Delete takes it out</source>
        <translation>拖动 Pass，或用 Alt 和方向键移动；F2 显示其选项，Delete 将其取出</translation>
    </message>
    <message>
        <location line="+222"/>
        <source>&amp;Options…</source>
        <translation>选项(&amp;O)…</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Run to here</source>
        <translation>运行到此处(&amp;R)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Take out</source>
        <translation>取出(&amp;T)</translation>
    </message>
</context>
<context>
    <name>nervure::PipelineOptions</name>
    <message>
        <location filename="../widgets/panels/passes/pipeline_options.cpp" line="+55"/>
        <source>Hide these options</source>
        <translation>收起这些选项</translation>
    </message>
    <message>
        <location line="+62"/>
        <source>%1 has no options</source>
        <translation>%1 没有选项</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Options of %1</source>
        <translation>%1 的选项</translation>
    </message>
</context>
<context>
    <name>nervure::PlanChangeModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/plan_change_model.cpp" line="+20"/>
        <source>%n value(s), a new storage</source>
        <translation>
            <numerusform>%n 个值，新的存储块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+4"/>
        <source>held %n value(s), is gone</source>
        <translation>
            <numerusform>曾存放 %n 个值，已消失</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 before, %2 after, %3 of them the same</source>
        <translation>之前 %1 个，之后 %2 个，其中 %3 个相同</translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Planned %1</source>
        <translation>规划 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>at most at one time %1</source>
        <translation>同一时刻最多 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>without sharing %1</source>
        <translation>不共享时 %1</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Storage</source>
        <translation>存储块</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Was</source>
        <translation>原为</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The storage of the other step that has most values in common with it</source>
        <translation>另一步骤中与它共有的值最多的存储块</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Values</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>nervure::PlaneChooser</name>
    <message>
        <location filename="../widgets/panels/inspector/plane_chooser.cpp" line="+58"/>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>The dimension whose indices are the rows of the picture</source>
        <translation>其索引为图中各行的维度</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Across</source>
        <translation>横向</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>The dimension whose indices are the columns of the picture</source>
        <translation>其索引为图中各列的维度</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Dimension %1, of %2</source>
        <translation>维度 %1，大小 %2</translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Dimension %1</source>
        <translation>维度 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Index in dimension %1</source>
        <translation>维度 %1 的索引</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>0 to %1</source>
        <translation>0 到 %1</translation>
    </message>
</context>
<context>
    <name>nervure::PlannerSwitch</name>
    <message>
        <location filename="../widgets/panels/memory/planner_switch.cpp" line="+24"/>
        <source>As run</source>
        <translation>已运行的</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The plan of the passes that were run</source>
        <translation>已运行的 Pass 给出的规划</translation>
    </message>
</context>
<context>
    <name>nervure::ProfileModel</name>
    <message>
        <location filename="../widgets/models/profile_model.cpp" line="+48"/>
        <source>layout transform</source>
        <translation>布局变换</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>on the host</source>
        <translation>在主机上</translation>
    </message>
    <message>
        <location line="+24"/>
        <source>One layer made of: %1</source>
        <translation>由以下节点合成的一层：%1</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Median %1, smallest %2, 95th percentile %3</source>
        <translation>中位数 %1，最小值 %2，第 95 百分位 %3</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Too short for the clock of the device</source>
        <translation>短于设备计时器能够分辨的时间</translation>
    </message>
    <message>
        <location line="+33"/>
        <source>With 95 % confidence the median lies between %1 and %2</source>
        <translation>中位数有 95 % 的置信度在 %1 与 %2 之间</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>%1 operations performed, %2 in the plain sum</source>
        <translation>实际执行 %1 次运算，直接求和为 %2 次</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>neither</source>
        <translation>均非</translation>
    </message>
    <message>
        <location line="+42"/>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Median time on the device</source>
        <translation>设备上耗时的中位数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>±</source>
        <translation>±</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>How far the median may be off, with 95 % confidence</source>
        <translation>95 % 置信度下中位数的误差</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Share of all layers&apos; time</source>
        <translation>占所有层总耗时的比例</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Slack</source>
        <translation>余量</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>How much longer the layer could take if layers that do not wait for each other ran at once; nothing on the critical path</source>
        <translation>如果互不等待的层同时运行，该层还可以多花多少时间；关键路径上的层没有余量</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Launch</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Host time of enqueue and finish beyond the layer&apos;s own time</source>
        <translation>主机端入队至完成的时间中，超出该层自身耗时的部分</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Operations of the plain sum over the layer&apos;s time</source>
        <translation>直接求和的运算次数除以层的时间</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Bytes of inputs and outputs over the layer&apos;s time</source>
        <translation>输入与输出的字节数除以该层耗时</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Bound</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>What keeps the layer from being faster: launching it, the device&apos;s memory, its arithmetic, or neither</source>
        <translation>限制该层速度的因素：启动、设备内存、运算能力，或均非</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Roof</source>
        <translation>上限占比</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Share of what the device does at best with the operations that are performed and these bytes</source>
        <translation>按实际执行的运算和这些字节，占设备最佳水平的比例</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
</context>
<context>
    <name>nervure::ProfileRunner</name>
    <message>
        <location filename="../widgets/jobs/run_request.cpp" line="+81"/>
        <source>Compiling</source>
        <translation>正在编译</translation>
    </message>
    <message>
        <location filename="../widgets/jobs/profile_runner.cpp" line="+253"/>
        <location line="+130"/>
        <location filename="../widgets/jobs/run_request.cpp" line="+1"/>
        <source>Preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <location filename="../widgets/jobs/run_request.cpp" line="-3"/>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Sending the model</source>
        <translation>正在发送模型</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Preparing kernels</source>
        <translation>正在准备内核</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Warming up</source>
        <translation>正在预热</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Measuring the device</source>
        <translation>正在测量设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Measuring what is untuned</source>
        <translation>正在测量未调优的模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Trying variants</source>
        <translation>正在尝试各种变体</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Timing the winners again</source>
        <translation>正在再次测量胜出的变体</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Counting values</source>
        <translation>正在统计值</translation>
    </message>
    <message>
        <location filename="../widgets/jobs/profile_runner.cpp" line="-257"/>
        <source>No OpenCL device was found: models run on the reference, which is slow and has no kernels to measure.</source>
        <translation>未找到 OpenCL 设备：模型将在参考实现上运行，它很慢，也没有可测量的内核。</translation>
    </message>
    <message>
        <location line="+146"/>
        <source>The worker is busy; try again when it has finished.</source>
        <translation>工作进程正忙，请待其完成后再试。</translation>
    </message>
    <message>
        <location line="-213"/>
        <location line="+223"/>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <location line="+45"/>
        <location line="+13"/>
        <source>The worker&apos;s answer is no profile.</source>
        <translation>工作进程的应答不是性能剖析结果。</translation>
    </message>
</context>
<context>
    <name>nervure::ProgressCard</name>
    <message>
        <location filename="../app/window/progress_card.cpp" line="+30"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>nervure::ProofControls</name>
    <message>
        <location filename="../widgets/panels/proof/proof_controls.cpp" line="+37"/>
        <source>Prove this step</source>
        <translation>证明此步骤</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Runs the graph before and after the step that is shown, and compares all values</source>
        <translation>运行所示步骤之前和之后的图，并比较所有的值</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Prove all steps</source>
        <translation>证明所有步骤</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The same for every step, behind one that differs, too</source>
        <translation>对每一步都这样做，有差异的步骤之后也不停止</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Bisect</source>
        <translation>二分查找</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Up to the first step that changes a value</source>
        <translation>到第一个改变了值的步骤为止</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <location line="+16"/>
        <location line="+40"/>
        <source>Tolerance</source>
        <translation>容差</translation>
    </message>
    <message>
        <location line="-10"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The device that the graphs are run on</source>
        <translation>运行计算图的设备</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>rounding</source>
        <translation>舍入</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The relative difference that counts as equal, as 0.001; empty: that of rounding, by type</source>
        <translation>视为相等的相对差异，如 0.001；留空则按类型取舍入误差</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>What steps are compared with</source>
        <translation>步骤与什么比较</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Each step beside the one before it; or beside the first graph, where small errors add up</source>
        <translation>每个步骤与前一步比较；或与最初的图比较，小误差会在那里累积</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Step before</source>
        <translation>前一步</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>First graph</source>
        <translation>最初的图</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Stop the proof</source>
        <translation>停止证明</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Progress of the proof</source>
        <translation>证明的进度</translation>
    </message>
    <message>
        <location line="+34"/>
        <source>No device yet</source>
        <translation>尚无设备</translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Runs the model and that of another file on the same inputs and weights, and compares all values</source>
        <translation>用相同的输入和权重运行本模型和另一个文件的模型，并比较所有值</translation>
    </message>
</context>
<context>
    <name>nervure::ProofPanel</name>
    <message>
        <location filename="../widgets/panels/proof/proof_panel.cpp" line="+49"/>
        <source>Proved steps</source>
        <translation>已证明的步骤</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Compared values</source>
        <translation>已比较的值</translation>
    </message>
    <message>
        <location line="+102"/>
        <source>Whether passes leave what the model computes as it was.</source>
        <translation>各个 Pass 是否保持模型的计算结果不变。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Whether passes leave what the model computes as it was. No pass has run yet.</source>
        <translation>各个 Pass 是否保持模型的计算结果不变。尚未运行任何 Pass。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Whether passes leave what the model computes as it was: the graphs are run on the same inputs and weights, and all values compared.</source>
        <translation>各个 Pass 是否保持模型的计算结果不变：用相同的输入和权重运行各图，并比较所有的值。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Prove all steps</source>
        <translation>证明所有步骤</translation>
    </message>
    <message>
        <location line="+83"/>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
</context>
<context>
    <name>nervure::ProofRunner</name>
    <message>
        <location filename="../widgets/jobs/proof_runner.cpp" line="+127"/>
        <source>No model is open</source>
        <translation>没有打开的模型</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>A proof is running</source>
        <translation>正在证明</translation>
    </message>
    <message>
        <location line="+3"/>
        <location line="+116"/>
        <source>The worker is busy; try again when it has finished.</source>
        <translation>工作进程正忙，请在它完成后重试。</translation>
    </message>
    <message>
        <location line="-110"/>
        <source>Passes are running</source>
        <translation>Pass 正在运行</translation>
    </message>
    <message>
        <location line="+3"/>
        <location line="+3"/>
        <source>No pass has run yet</source>
        <translation>尚未运行任何 Pass</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Step to a pass first</source>
        <translation>请先转到某个 Pass</translation>
    </message>
    <message>
        <location line="+34"/>
        <source>Waiting for the worker</source>
        <translation>正在等待工作进程</translation>
    </message>
    <message>
        <location line="+40"/>
        <source>Preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <location line="+40"/>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>The worker&apos;s answer is no proof.</source>
        <translation>工作进程的答复不是证明。</translation>
    </message>
</context>
<context>
    <name>nervure::ProofStepModel</name>
    <message>
        <location filename="../widgets/models/proof_summary.cpp" line="+18"/>
        <source>%1 makes %2 NaN of numbers</source>
        <translation>%1 由正常数值产生了 %2 个 NaN</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 makes %2 infinities of numbers</source>
        <translation>%1 由正常数值产生了 %2 个无穷大</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 makes %2 NaN and %3 infinities of numbers</source>
        <translation>%1 由正常数值产生了 %2 个 NaN 和 %3 个无穷大</translation>
    </message>
    <message>
        <location filename="../widgets/models/proof_model.cpp" line="+25"/>
        <source>runs only with later steps: %1</source>
        <translation>只有与后面的步骤一起才能运行：%1</translation>
    </message>
    <message>
        <location line="+85"/>
        <source>with later steps</source>
        <translation>与后面的步骤一起</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>broken</source>
        <translation>损坏</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not asked</source>
        <translation>未询问</translation>
    </message>
    <message>
        <location filename="../widgets/models/proof_summary.cpp" line="+20"/>
        <source>After %1, %2.</source>
        <translation>在 %1 之后，%2。</translation>
    </message>
    <message>
        <location line="+74"/>
        <source>%1 is the first step that is wrong: %2</source>
        <translation>%1 是第一个出错的步骤：%2</translation>
    </message>
    <message>
        <location filename="../widgets/models/proof_model.cpp" line="-84"/>
        <source>together with %1</source>
        <translation>与 %1 一起</translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>%n inner value(s) differ, no output does</source>
        <translation>
            <numerusform>%n 个内部值不同，输出没有不同</numerusform>
        </translation>
    </message>
    <message>
        <location line="+4"/>
        <source>assumed equal: %1</source>
        <translation>假定相同：%1</translation>
    </message>
    <message>
        <location line="+71"/>
        <source>identical</source>
        <translation>一致</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>different</source>
        <translation>不同</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message numerus="yes">
        <location filename="../widgets/models/proof_summary.cpp" line="-60"/>
        <source>INCOMPLETE: %1 of %n step(s) compared.</source>
        <translation>
            <numerusform>不完整：%n 个步骤中比较了 %1 个。</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Every step leaves the same graph with the same weights.</source>
        <translation>每个步骤之后都是相同的图和相同的权重。</translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>No step changes an output: %1 of %n step(s) compared.</source>
        <translation>
            <numerusform>没有步骤改变输出：%n 个步骤中比较了 %1 个。</numerusform>
        </translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Assumed to compute the same on both sides: %1.</source>
        <translation>假定两边计算结果相同：%1。</translation>
    </message>
    <message numerus="yes">
        <location line="+4"/>
        <source>Nobody gave the values of %n variable(s), as %1: they were made from seeds.</source>
        <translation>
            <numerusform>%n 个变量（如 %1）没有给出值，由随机种子生成。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+26"/>
        <source>Differences begin at %1 and %n more, too.</source>
        <translation>
            <numerusform>差异也始于 %1 及另外 %n 处。</numerusform>
        </translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Differences begin at %1, too.</source>
        <translation>差异也始于 %1。</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>%1 is the first step that changes an output: %2 is off by %3 of its greatest element, expected at most %4.</source>
        <translation>%1 是第一个改变输出的步骤：%2 的偏差为其最大元素的 %3，应当不超过 %4。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The pass says: %1</source>
        <translation>该 Pass 的说明：%1</translation>
    </message>
    <message>
        <location filename="../widgets/models/proof_model.cpp" line="+38"/>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 first</source>
        <translation>首先%1</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>In parts of the greatest element of its tensor</source>
        <translation>相对于其张量中最大的元素</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>ULP</source>
        <translation>ULP</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>In units of the last place of the type</source>
        <translation>以该类型的末位单位计</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Absolute</source>
        <translation>绝对</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>The greatest difference of two elements</source>
        <translation>两个元素的最大差值</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>How many were compared</source>
        <translation>比较了多少个值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>nervure::ProvedValueModel</name>
    <message>
        <location line="-121"/>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>differs first</source>
        <translation>最先不同</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <location line="-4"/>
        <source>differs, no output does</source>
        <translation>不同，输出没有不同</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>an unknown operator reads it</source>
        <translation>由未知的算子读取</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>beside %1</source>
        <translation>对应 %1</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <location filename="../widgets/models/proof_summary.cpp" line="+26"/>
        <source>%1 outputs here, %2 there: those of equal number were compared.</source>
        <translation>此处有 %1 个输出，对方有 %2 个：比较了编号相同的输出。</translation>
    </message>
    <message numerus="yes">
        <location line="+6"/>
        <source>%n variable(s) have values of their own, as %1.</source>
        <translation>
            <numerusform>%n 个变量各有自己的值，例如 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%n node(s) have no counterpart.</source>
        <translation>
            <numerusform>%n 个节点没有对应节点。</numerusform>
        </translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Here %1.</source>
        <translation>此处 %1。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>There %1.</source>
        <translation>对方 %1。</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>%1 is identical: the same graph with the same weights.</source>
        <translation>%1 完全一致：相同的图，相同的权重。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 computes the same.</source>
        <translation>%1 的计算结果相同。</translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>The outputs of %1 are the same; %n node(s) on the way compute something else.</source>
        <translation>
            <numerusform>%1 的输出相同；途中有 %n 个节点的计算不同。</numerusform>
        </translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 computes something else.</source>
        <translation>%1 的计算结果不同。</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 computes something else; the first that differs is %2: %3.</source>
        <translation>%1 的计算结果不同；最先不同的是 %2：%3。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 computes something else; the first that differs is %2, off by %3 of its greatest element, expected at most %4.</source>
        <translation>%1 的计算结果不同；最先不同的是 %2，相差其最大元素的 %3，预期最多 %4。</translation>
    </message>
    <message>
        <location filename="../widgets/models/proof_model.cpp" line="+125"/>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>In parts of the greatest element of the tensor</source>
        <translation>相对于张量中最大的元素</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>ULP</source>
        <translation>ULP</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>In units of the last place of the type</source>
        <translation>以该类型的末位单位计</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Absolute</source>
        <translation>绝对</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>The greatest difference of two elements</source>
        <translation>两个元素的最大差值</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
</context>
<context>
    <name>nervure::QueryExamples</name>
    <message>
        <location filename="../widgets/panels/find/query_examples.cpp" line="+26"/>
        <source>Words find names and operators. More can be asked:</source>
        <translation>词语可查找名称和算子。还可以这样查询：</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>large convolutions</source>
        <translation>大型卷积</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>an attribute, whatever its brackets</source>
        <translation>属性，括号形式不限</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>a shape; * is any size</source>
        <translation>形状；* 表示任意大小</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>either; both with a blank or &amp;</source>
        <translation>任一满足；用空格或 &amp; 表示同时满足</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>large values of anything else</source>
        <translation>其他算子的大型值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>all that the selection depends on</source>
        <translation>所选内容依赖的全部节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>a way from one to the other</source>
        <translation>从一端到另一端的路径</translation>
    </message>
</context>
<context>
    <name>nervure::ReadOnlyNotice</name>
    <message>
        <location filename="../app/window/read_only_notice.cpp" line="+38"/>
        <source>Files of the format %1 are only read. Your changes can be saved as %2 or as a project.</source>
        <translation>%1 格式的文件只能读取。您的更改可以保存为 %2 或项目。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Files of the format %1 are only read. Your changes can be saved as a project.</source>
        <translation>%1 格式的文件只能读取。您的更改可以保存为项目。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Import as &amp;NNVM</source>
        <translation>导入为 NNVM(&amp;N)</translation>
    </message>
</context>
<context>
    <name>nervure::Recovery</name>
    <message>
        <location filename="../app/files/recovery.cpp" line="+55"/>
        <source> (was %1)</source>
        <translation>（原为 %1）</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>: reads other values</source>
        <translation>：读取其他值</translation>
    </message>
    <message numerus="yes">
        <location line="+11"/>
        <source>%n node(s) as before.</source>
        <translation>
            <numerusform>%n 个节点，与之前相同。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>%1 → %n node(s).</source>
        <translation>
            <numerusform>%1 → %n 个节点。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+17"/>
        <source>%n node(s) differ from the file.</source>
        <translation>
            <numerusform>%n 个节点与文件不同。</numerusform>
        </translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The last change was being written when the program ended, and is left out.</source>
        <translation>程序结束时最后一项更改正在写入，因此未包含在内。</translation>
    </message>
    <message numerus="yes">
        <location line="+7"/>
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <location line="+60"/>
        <source>Reading unsaved work</source>
        <translation>正在读取未保存的工作</translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Recovering %1</source>
        <translation>正在恢复 %1</translation>
    </message>
</context>
<context>
    <name>nervure::RecoveryDialog</name>
    <message>
        <location filename="../widgets/dialogs/recovery_dialog.cpp" line="+53"/>
        <source>&amp;Recover</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Discard…</source>
        <translation>放弃(&amp;D)…</translation>
    </message>
    <message>
        <location line="+3"/>
        <location line="+8"/>
        <source>Unsaved work</source>
        <translation>未保存的工作</translation>
    </message>
    <message>
        <location line="-5"/>
        <source>The program ended before this work was saved. Recovered work opens with its changes in the history; the files stay as they are until you save.</source>
        <translation>程序在保存这些工作之前结束了。恢复的工作会带着历史中的更改打开；在您保存之前，文件保持不变。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Last change</source>
        <translation>最后更改</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Changes</source>
        <translation>更改数</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>not a file yet</source>
        <translation>尚未存为文件</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Picture of the model</source>
        <translation>模型的图片</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>What would be changed</source>
        <translation>将会更改的内容</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>&amp;Later</source>
        <translation>以后(&amp;L)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Asks again at the next start; until then it is in the File menu</source>
        <translation>下次启动时再询问；在此之前可从“文件”菜单打开</translation>
    </message>
    <message>
        <location line="+54"/>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <location line="+45"/>
        <source>Discard unsaved work</source>
        <translation>放弃未保存的工作</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Discard the unsaved changes of “%1”?</source>
        <translation>放弃“%1”的未保存更改？</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>They cannot be brought back.</source>
        <translation>它们无法找回。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
</context>
<context>
    <name>nervure::RooflineChart</name>
    <message>
        <location filename="../widgets/panels/charts/roofline_chart.cpp" line="+49"/>
        <source>Roofline: layers beside what the device does at best</source>
        <translation>屋顶线：各层与设备的最佳水平</translation>
    </message>
    <message>
        <location line="+60"/>
        <source>cache, %1</source>
        <translation>缓存，%1</translation>
    </message>
    <message>
        <location line="-5"/>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <location line="+101"/>
        <source>%1, %2 operations a byte</source>
        <translation>%1，每字节 %2 次运算</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <location line="+46"/>
        <source>No layer of this run says how much it computes.</source>
        <translation>此次运行中没有任何层说明其计算量。</translation>
    </message>
    <message>
        <location line="+27"/>
        <source>FLOP/s</source>
        <translation>FLOP/s</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>operations a byte</source>
        <translation>每字节运算数</translation>
    </message>
    <message>
        <location line="+24"/>
        <source>%1: %2/s</source>
        <translation>%1：%2/s</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>peak: %1</source>
        <translation>峰值：%1</translation>
    </message>
</context>
<context>
    <name>nervure::RunComparisonModel</name>
    <message>
        <location filename="../widgets/models/run_comparison_model.cpp" line="+36"/>
        <source>Runs %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <location line="+18"/>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>in neither</source>
        <translation>两者都没有</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>only in the later</source>
        <translation>只在后者中</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>only in the earlier</source>
        <translation>只在前者中</translation>
    </message>
    <message>
        <location line="+136"/>
        <source>same within noise</source>
        <translation>噪声之内相同</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <location line="-126"/>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>In the run that is compared with</source>
        <translation>在作为比较基准的运行中</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>In the run that is shown</source>
        <translation>在显示的运行中</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <location line="+7"/>
        <location line="+43"/>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <location line="-36"/>
        <source>Surely within</source>
        <translation>可信区间</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Where the change lies; holds for all layers together</source>
        <translation>变化所在的范围；对所有层同时成立</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1 faster</source>
        <translation>%1，更快</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 slower</source>
        <translation>%1，更慢</translation>
    </message>
    <message>
        <location line="+34"/>
        <source>From the run that is compared with to %1</source>
        <translation>从被比较的运行到 %1</translation>
    </message>
    <message>
        <location line="+49"/>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Run %1</source>
        <translation>运行 %1</translation>
    </message>
</context>
<context>
    <name>nervure::RunControls</name>
    <message>
        <location filename="../widgets/panels/run/run_controls.cpp" line="+50"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <location line="+31"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The device to run on</source>
        <translation>用于运行的设备</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Serialized: each layer alone, with its launch cost. Pipelined: all layers in flight, as in production.</source>
        <translation>串行：逐层单独执行，含启动开销。流水：各层连续提交执行，与生产环境一致。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Serialized</source>
        <translation>串行</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Pipelined</source>
        <translation>流水</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Repeats</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>How often the model runs; times are medians</source>
        <translation>模型运行的次数；耗时取中位数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>× </source>
        <translation>× </translation>
    </message>
    <message>
        <location line="+32"/>
        <source>What if: measure the model beside itself with something changed, by turns</source>
        <translation>假如：把模型与改动后的自己交替测量</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>What if</source>
        <translation>假如</translation>
    </message>
    <message numerus="yes">
        <location line="+18"/>
        <source>Measure the last %n edit(s)</source>
        <translation>
            <numerusform>测量最近 %n 次编辑</numerusform>
        </translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Measure edits: there are none</source>
        <translation>测量编辑：没有编辑</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Measure without %1</source>
        <translation>去掉 %1 后测量</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Measure with other passes or options…</source>
        <translation>用其他 Pass 或选项测量…</translation>
    </message>
    <message>
        <location line="+39"/>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Settings (%1)</source>
        <translation>设置（%1）</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>%1 of %2 runs, %3</source>
        <translation>%1/%2 次运行，%3</translation>
    </message>
    <message>
        <location line="-103"/>
        <source>How the model is run</source>
        <translation>模型如何运行</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Stop the run</source>
        <translation>停止运行</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Progress of the run</source>
        <translation>运行进度</translation>
    </message>
    <message>
        <location line="+66"/>
        <source>No device yet</source>
        <translation>尚无设备</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Run on %1</source>
        <translation>在 %1 上运行</translation>
    </message>
    <message>
        <location line="+30"/>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1, %2 %</source>
        <translation>%1，%2 %</translation>
    </message>
</context>
<context>
    <name>nervure::RunFigures</name>
    <message numerus="yes">
        <location filename="../widgets/panels/run/run_figures.cpp" line="-72"/>
        <source>Median of %n run(s)</source>
        <translation>
            <numerusform>%n 次运行的中位数</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>With 95 % confidence between %1 and %2</source>
        <translation>95 % 置信度下在 %1 与 %2 之间</translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%n outlier(s), which a median passes over</source>
        <translation>
            <numerusform>%n 个离群值，中位数不受其影响</numerusform>
        </translation>
    </message>
    <message>
        <location line="+13"/>
        <source>at best %1 GFLOP/s and %2 GB/s</source>
        <translation>最佳 %1 GFLOP/s 和 %2 GB/s</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>at best about %1 GFLOP/s and %2 GB/s</source>
        <translation>最佳约 %1 GFLOP/s 和 %2 GB/s</translation>
    </message>
    <message numerus="yes">
        <location line="+13"/>
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>%n node(s) folded</source>
        <translation>
            <numerusform>%n 个节点被折叠</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>one kernel per node</source>
        <translation>每个节点一个内核</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>the way to %1, not counted: %2</source>
        <translation>往返 %1 的传输（未计入）：%2</translation>
    </message>
    <message>
        <location line="+41"/>
        <source>%1: %2 → %3</source>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Made alike: nothing that is known of the two differs</source>
        <translation>条件相同：两者已知的情况没有差别</translation>
    </message>
    <message>
        <location line="+49"/>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <location line="+9"/>
        <location line="+26"/>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location line="-25"/>
        <location line="+28"/>
        <location line="+30"/>
        <source>layers</source>
        <translation>各层</translation>
    </message>
    <message>
        <location line="-58"/>
        <source>Sum of the layers&apos; medians</source>
        <translation>各层中位数之和</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>launching</source>
        <translation>启动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Host time of enqueue and finish beyond the layers&apos; own times</source>
        <translation>各层自身耗时之外，主机入队和等待完成的时间</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>unexplained</source>
        <translation>未解释</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>What neither layers, their launches nor transfers explain</source>
        <translation>各层、其启动和传输都无法解释的部分</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>unprofiled</source>
        <translation>未分析</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Whole runs on a queue that is not profiled</source>
        <translation>在不做分析的队列上的整次运行</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>prepared</source>
        <translation>准备</translation>
    </message>
    <message>
        <location line="+10"/>
        <location line="+3"/>
        <source>%1 before, %2 after</source>
        <translation>之前 %1，之后 %2</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>geometric mean</source>
        <translation>几何平均</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Of the ratios of all layers that are in both</source>
        <translation>两者都有的各层之比的几何平均</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+26"/>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <location line="-25"/>
        <source>same within noise</source>
        <translation>噪声之内相同</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>in one only</source>
        <translation>只在一方</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>All layers, untuned</source>
        <translation>所有层，未调优</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>All layers, with what was chosen</source>
        <translation>所有层，使用选中的变体</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>as before</source>
        <translation>不变</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>the kernels of this device offer no variants</source>
        <translation>此设备的内核没有可选的变体</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>nothing is kept</source>
        <translation>没有保存</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>later runs on the device use what was chosen</source>
        <translation>该设备以后的运行使用选中的变体</translation>
    </message>
</context>
<context>
    <name>nervure::RunFiles</name>
    <message>
        <location filename="../app/files/run_files.cpp" line="+36"/>
        <source>Profile, all of it (*.json)</source>
        <translation>性能分析，全部内容 (*.json)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Layers as CSV (*.csv)</source>
        <translation>各层，CSV (*.csv)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Layers as Markdown (*.md)</source>
        <translation>各层，Markdown (*.md)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Chrome trace, for Perfetto (*.json)</source>
        <translation>Chrome 跟踪，供 Perfetto 使用 (*.json)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Times as Netron attachment (*.json)</source>
        <translation>耗时，Netron 附件 (*.json)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Times as Model Explorer node data (*.json)</source>
        <translation>耗时，Model Explorer 节点数据 (*.json)</translation>
    </message>
    <message>
        <location line="+50"/>
        <source>There is no run to write. Run the model first.</source>
        <translation>没有可写出的运行。请先运行模型。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The run was not written: %1.</source>
        <translation>运行结果未写出：%1。</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Export the run</source>
        <translation>导出运行</translation>
    </message>
    <message>
        <location line="+25"/>
        <source>Add a run</source>
        <translation>添加运行</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Profiles (*.json);;All files (*)</source>
        <translation>性能分析 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Reading a run</source>
        <translation>正在读取运行结果</translation>
    </message>
    <message numerus="yes">
        <location line="+33"/>
        <source>%1 is of another model: none of its %n layer(s) is in this one</source>
        <translation>
            <numerusform>%1 属于另一个模型：其 %n 层都不在此模型中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+8"/>
        <source>%1: %2 of %n layer(s) are in this model</source>
        <translation>
            <numerusform>%1：%n 层中有 %2 层在此模型中</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::RunFindingModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/run_finding_model.cpp" line="+26"/>
        <source>%n layer(s) take less than twice what launching them costs: fuse them, or run larger batches</source>
        <translation>
            <numerusform>%n 层的耗时不到启动开销的两倍：可将其融合，或加大批次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+4"/>
        <source>%n layer(s) only change layouts or copy, %1 the most</source>
        <translation>
            <numerusform>%n 层只改变布局或复制，其中 %1 最多</numerusform>
        </translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 takes %2 times as long as %3, which does the same work</source>
        <translation>%1 的耗时是做同样工作的 %3 的 %2 倍</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1: its %2 work-groups keep %3 of the %4 compute units busy</source>
        <translation>%1：其 %2 个工作组使 %4 个计算单元中的 %3 在工作</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 is at neither roof: the device allows %2 times the speed of its fastest run</source>
        <translation>%1 离两个上限都远：设备允许达到其最快一次运行的 %2 倍速度</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Inputs and outputs on their way to the device and back</source>
        <translation>输入和输出在主机与设备之间的传输</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>What neither layers, their launches nor transfers explain</source>
        <translation>各层、其启动和传输都无法解释的部分</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>At stake</source>
        <translation>可节省</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The most that mending it could save</source>
        <translation>改进后最多能节省的时间</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Share of the run&apos;s time</source>
        <translation>占整次运行的比例</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>What was found</source>
        <translation>发现</translation>
    </message>
</context>
<context>
    <name>nervure::RunKeeper</name>
    <message>
        <location filename="../app/files/run_keeper.cpp" line="+96"/>
        <source>The runs are not kept: %1</source>
        <translation>运行结果未能保存：%1</translation>
    </message>
</context>
<context>
    <name>nervure::RunListModel</name>
    <message>
        <location filename="../widgets/models/run_list_model.cpp" line="+28"/>
        <source>pipelined</source>
        <translation>流水</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>one kernel per node</source>
        <translation>每个节点一个内核</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>plain sums</source>
        <translation>普通求和</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>float16</source>
        <translation>float16</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%n repeat(s)</source>
        <translation>
            <numerusform>重复 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nervure</source>
        <translation>Nervure</translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Of the model or its inputs as they were then</source>
        <translation>属于当时的模型或输入</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Measured together with run %1</source>
        <translation>与第 %1 次运行一起测量</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Stopped: what was measured until then</source>
        <translation>已停止：到那时为止测得的结果</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 (stopped)</source>
        <translation>%1（已停止）</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 (together)</source>
        <translation>%1（一起测量）</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 (earlier model)</source>
        <translation>%1（较早的模型）</translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Median time of a whole run</source>
        <translation>整次运行耗时的中位数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Made</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>nervure::RunPanel</name>
    <message>
        <location filename="../widgets/panels/run/run_panel.cpp" line="+144"/>
        <source>Printed by the model</source>
        <translation>模型打印的内容</translation>
    </message>
    <message>
        <location line="+65"/>
        <source>The time of each layer, measured on a device.</source>
        <translation>在设备上测得的各层耗时。</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Running; the layers show here when the run has ended.</source>
        <translation>正在运行；结束后在此显示各层。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Run the model to see the time of each layer.</source>
        <translation>运行模型以查看各层耗时。</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+75"/>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location line="-75"/>
        <source>Run on %1</source>
        <translation>在 %1 上运行</translation>
    </message>
    <message>
        <location line="+33"/>
        <source>of the model as it was then</source>
        <translation>属于当时的模型</translation>
    </message>
    <message numerus="yes">
        <location line="+4"/>
        <source>stopped after %n run(s)</source>
        <translation>
            <numerusform>%n 次运行后停止</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>with made-up values of %1</source>
        <translation>使用了生成的值：%1</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>others had %1 of the processors during this run</source>
        <translation>这次运行期间其他程序占用了 %1 的处理器</translation>
    </message>
    <message numerus="yes">
        <location line="+18"/>
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::RunSettings</name>
    <message>
        <location filename="../widgets/panels/run/run_settings.cpp" line="+42"/>
        <source>One kernel per node</source>
        <translation>每个节点一个内核</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nothing is fused and no layout is changed: what each node costs alone</source>
        <translation>不融合、不改布局：每个节点单独的开销</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Convolutions as plain sums</source>
        <translation>卷积按普通求和计算</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No Winograd, which is faster and rounds a little coarser</source>
        <translation>不用更快但舍入略粗的 Winograd</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>float16 computed in float16</source>
        <translation>float16 按 float16 计算</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Instead of in float; for devices that can (cl_khr_fp16)</source>
        <translation>而不是按 float；用于支持的设备（cl_khr_fp16）</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Fall back to the host</source>
        <translation>回退到主机</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Operators whose kernels the device cannot build run on the host instead</source>
        <translation>设备无法编译其内核的算子改在主机上运行</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>And more while times fall</source>
        <translation>耗时还在下降就继续预热</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Tune the kernels</source>
        <translation>调优内核</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Settings of the run</source>
        <translation>运行的设置</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Values of inputs</source>
        <translation>输入的值</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Warm-up runs</source>
        <translation>预热次数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Runs before those that count</source>
        <translation>计入结果之前的运行</translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+21"/>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <location line="-20"/>
        <source>What values that are not given are made from</source>
        <translation>没有给出的值由它生成</translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>File of parameters</source>
        <translation>参数文件</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Weights from this file; else from the one beside the model, or made from the seed</source>
        <translation>权重取自此文件；否则取自模型旁边的文件，或由种子生成</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+9"/>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <location line="-8"/>
        <source>Parameters (*.params *.npz *.npy);;All files (*)</source>
        <translation>参数 (*.params *.npz *.npy);;所有文件 (*)</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Measures the variants of the model&apos;s kernels on the device and keeps the fastest for later runs; takes many runs of the model</source>
        <translation>在设备上测量模型内核的各种变体，并为以后的运行保留最快的；需要多次运行模型</translation>
    </message>
    <message>
        <location line="+74"/>
        <source>Value of %1</source>
        <translation>%1 的值</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+42"/>
        <source>from the seed</source>
        <translation>由种子生成</translation>
    </message>
    <message>
        <location line="-27"/>
        <source>NumPy arrays and pictures (*.npy *.png *.jpg *.jpeg *.bmp *.webp)</source>
        <translation>NumPy 数组和图片 (*.npy *.png *.jpg *.jpeg *.bmp *.webp)</translation>
    </message>
    <message>
        <location line="-77"/>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <location line="+64"/>
        <source>A number for all elements, a .npy file, or a picture with how its pixels become numbers: cat.png{scale=255,mean=0.5,std=0.5,fit=crop}. %1</source>
        <translation>所有元素取同一个数，或一个 .npy 文件，或一张图片及其像素如何变成数：cat.png{scale=255,mean=0.5,std=0.5,fit=crop}。%1</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Values of an input</source>
        <translation>输入的值</translation>
    </message>
</context>
<context>
    <name>nervure::RunTables</name>
    <message>
        <location filename="../widgets/panels/run/run_tables.cpp" line="+93"/>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+27"/>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <location line="-26"/>
        <source>Scopes</source>
        <translation>作用域</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Verdicts</source>
        <translation>结论</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tuning</source>
        <translation>调优</translation>
    </message>
    <message>
        <location line="+18"/>
        <location line="+10"/>
        <source>Times</source>
        <translation>耗时</translation>
    </message>
    <message>
        <location line="-8"/>
        <location line="+10"/>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <location line="+40"/>
        <source>Tables of the run</source>
        <translation>运行的表格</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Filter of layers</source>
        <translation>层的筛选</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Filter, as op:conv2d &amp; time&gt;1</source>
        <translation>筛选，如 op:conv2d &amp; time&gt;1</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+59"/>
        <source>Layers that run a node that a query finds, as in the find panel</source>
        <translation>运行了查询所找到节点的层，同查找面板</translation>
    </message>
    <message>
        <location line="-53"/>
        <source>Export the run</source>
        <translation>导出运行</translation>
    </message>
    <message numerus="yes">
        <location line="+149"/>
        <source>All %n layer(s)</source>
        <translation>
            <numerusform>全部 %n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%1 of %n layer(s)</source>
        <translation>
            <numerusform>%n 层中的 %1 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>%n launch(es)</source>
        <translation>
            <numerusform>%n 次启动</numerusform>
        </translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1FLOP</source>
        <translation>%1FLOP</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Show the kernels</source>
        <translation>显示内核</translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Show in the graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Export the run…</source>
        <translation>导出运行…</translation>
    </message>
</context>
<context>
    <name>nervure::SampleChart</name>
    <message>
        <location filename="../widgets/panels/charts/sample_chart.cpp" line="+36"/>
        <source>Times of the layer in each run</source>
        <translation>该层在每次运行中的时间</translation>
    </message>
    <message>
        <location line="+54"/>
        <source>Run %1: %2</source>
        <translation>第 %1 次：%2</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Select a layer to see its times in each run.</source>
        <translation>选择一层，查看它在每次运行中的时间。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Of this run only the statistics are kept, not the single times.</source>
        <translation>此次运行只保留了统计值，没有单次时间。</translation>
    </message>
    <message numerus="yes">
        <location line="+31"/>
        <source>%1, median %2 of %n run(s)</source>
        <translation>
            <numerusform>%1，%n 次运行的中位数 %2</numerusform>
        </translation>
    </message>
    <message>
        <location line="+15"/>
        <source>run</source>
        <translation>次数</translation>
    </message>
</context>
<context>
    <name>nervure::SettingsDialog</name>
    <message>
        <location filename="../widgets/dialogs/settings_dialog.cpp" line="+55"/>
        <source>Operators of your own</source>
        <translation>自定义算子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Declarations of operators (*.json)</source>
        <translation>算子声明 (*.json)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show the di&amp;fference before overwriting a file</source>
        <translation>覆盖文件前显示差异(&amp;F)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open f&amp;olded</source>
        <translation>折叠打开(&amp;O)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show how pictures change, in &amp;motion</source>
        <translation>以动画显示画面的变化(&amp;M)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open models as &amp;tabs of one window</source>
        <translation>在同一窗口的标签页中打开模型(&amp;T)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Reopen the models of the last session</source>
        <translation>重新打开上次的模型(&amp;R)</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <location line="+31"/>
        <location line="+11"/>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <location line="-10"/>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Colors</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A new language shows when Nervure is started again.</source>
        <translation>新语言在下次启动 Nervure 时生效。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Scrolls (with Ctrl: zooms)</source>
        <translation>滚动（按住 Ctrl 缩放）</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Zooms (with Ctrl: scrolls)</source>
        <translation>缩放（按住 Ctrl 滚动）</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Mouse &amp;wheel</source>
        <translation>鼠标滚轮(&amp;W)</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Large models</source>
        <translation>大型模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>By node names or repeating blocks, where that gives a readable picture.</source>
        <translation>按节点名称或重复的块折叠，前提是这样得到的图便于阅读。</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Motion</source>
        <translation>动画</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>From step to step of a compiler. Where the desktop asks for no motion there is none.</source>
        <translation>在编译器的各步骤之间。桌面要求减少动画时不显示。</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Windows</source>
        <translation>窗口</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>At the start</source>
        <translation>启动时</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>By dialect: NNVM exact, LightNet fixed</source>
        <translation>按方言：NNVM 原样，LightNet 修正</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Exact: what the original does</source>
        <translation>原样：与原实现的行为一致</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Fixed: what its documentation promises</source>
        <translation>修正：与文档的约定一致</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Semantics</source>
        <translation>语义(&amp;S)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Exact repeats what NNVM or LightNet computes, faults included; fixed follows their documentation. Applies to models opened from now on.</source>
        <translation>“原样”重现 NNVM 或 LightNet 的计算，包括其缺陷；“修正”遵循其文档。对此后打开的模型生效。</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Operators of &amp;your own</source>
        <translation>自定义算子(&amp;Y)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Files that declare the operators of your compiler.</source>
        <translation>声明您的编译器所用算子的文件。</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Saving</source>
        <translation>保存</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Device work</source>
        <translation>设备任务(&amp;D)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A command that answers as a worker, for example “ssh host nervure-cli worker”. Empty: this computer.</source>
        <translation>充当工作进程的命令，例如“ssh host nervure-cli worker”。留空表示本机。</translation>
    </message>
</context>
<context>
    <name>nervure::SideBySide</name>
    <message>
        <location filename="../widgets/canvas/side_by_side.cpp" line="+127"/>
        <source>Compare &amp;with</source>
        <translation>比较对象(&amp;W)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Step that is shown beside</source>
        <translation>并排显示的步骤</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show one step alone</source>
        <translation>只显示一个步骤</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Graph of the step beside</source>
        <translation>并排步骤的计算图</translation>
    </message>
    <message>
        <location line="+97"/>
        <source>As opened</source>
        <translation>打开时</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The step before: %1</source>
        <translation>前一步：%1</translation>
    </message>
    <message>
        <location line="+59"/>
        <source>Matching steps</source>
        <translation>正在匹配步骤</translation>
    </message>
    <message>
        <location line="+92"/>
        <source>Matching the nodes of both</source>
        <translation>正在匹配两边的节点</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Both are the same step</source>
        <translation>两边是同一步骤</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>No node differs</source>
        <translation>没有不同的节点</translation>
    </message>
</context>
<context>
    <name>nervure::StartPage</name>
    <message>
        <location filename="../app/window/start_page.cpp" line="+148"/>
        <source>See, edit, infer, run and measure neural-network graphs.</source>
        <translation>查看、编辑、推断、运行并测量神经网络计算图。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Drop a model here</source>
        <translation>将模型拖放到此处</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Open a model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
</context>
<context>
    <name>nervure::StatusBar</name>
    <message>
        <location filename="../app/window/status_bar.cpp" line="+59"/>
        <source>Effects of the latest edit; click for a list</source>
        <translation>最近一次编辑的影响；单击查看列表</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Zoom; click for actual size</source>
        <translation>缩放比例；单击恢复实际大小</translation>
    </message>
    <message>
        <location line="+46"/>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Zoom %1 percent</source>
        <translation>缩放百分之 %1</translation>
    </message>
    <message numerus="yes">
        <location line="+20"/>
        <source>%1 node(s)</source>
        <translation>
            <numerusform>%1 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>%1 operator(s), the rest inputs and parameters</source>
        <translation>
            <numerusform>%1 个算子，其余为输入和参数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 个参数</numerusform>
        </translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 elements in %2 tensors</source>
        <translation>%2 个张量，共 %1 个元素</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 MACs</source>
        <translation>%1 MAC</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 multiply-accumulates in one run</source>
        <translation>一次运行 %1 次乘加</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 planned</source>
        <translation>规划 %1</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Memory plan: %1</source>
        <translation>内存规划：%1</translation>
    </message>
    <message numerus="yes">
        <location line="+15"/>
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
    <message>
        <location line="+8"/>
        <source>What was found wrong with the model; click for the list</source>
        <translation>模型中发现的问题；点击查看列表</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Read-only: import as NNVM</source>
        <translation>只读：导入为 NNVM</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Files of the format %1 are only read. Click for the model as an NNVM graph with its weights, which can be edited and saved.</source>
        <translation>%1格式的文件只能读取。单击可得到该模型的 NNVM 计算图，连同权重，可以编辑和保存。</translation>
    </message>
    <message numerus="yes">
        <location line="+35"/>
        <source>%n node(s) selected</source>
        <translation>
            <numerusform>已选中 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <location line="+9"/>
        <source>exact</source>
        <translation>原样</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>fixed</source>
        <translation>修正</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Exact: computes what NNVM or LightNet computes, faults included. Click for fixed, which follows their documentation.</source>
        <translation>原样：重现 NNVM 或 LightNet 的计算，包括其缺陷。单击切换为修正，即遵循其文档。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Fixed: computes what the documentation of NNVM or LightNet promises. Click for exact, which repeats their faults too.</source>
        <translation>修正：按 NNVM 或 LightNet 的文档计算。单击切换为原样，即连同其缺陷一起重现。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Semantics: exact</source>
        <translation>语义：原样</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Semantics: fixed</source>
        <translation>语义：修正</translation>
    </message>
</context>
<context>
    <name>nervure::StepChangeModel</name>
    <message>
        <location filename="../widgets/models/step_change_model.cpp" line="+23"/>
        <source>replaced</source>
        <translation>被取代</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>= its value</source>
        <translation>= 仅其值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <location line="+25"/>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Match</source>
        <translation>匹配</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>What two nodes were taken for one by, and how sure that is</source>
        <translation>依据什么把两个节点视为同一个，以及把握如何</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>now in %1</source>
        <translation>现在 %1 中</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>no counterpart</source>
        <translation>无对应</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>several are alike</source>
        <translation>有多个相似</translation>
    </message>
</context>
<context>
    <name>nervure::StepComparer</name>
    <message>
        <location filename="../widgets/jobs/step_comparer.cpp" line="+58"/>
        <source>Comparing steps</source>
        <translation>正在比较步骤</translation>
    </message>
</context>
<context>
    <name>nervure::StorageModel</name>
    <message>
        <location filename="../widgets/models/storage_model.cpp" line="+24"/>
        <source>Storage %1</source>
        <translation>存储块 %1</translation>
    </message>
    <message numerus="yes">
        <location line="+6"/>
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n 个值</numerusform>
        </translation>
    </message>
    <message>
        <location line="+16"/>
        <source>in place</source>
        <translation>原地</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Storage</source>
        <translation>存储块</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>In plans without offsets as NNVM counts: four bytes per element, whatever its type</source>
        <translation>没有偏移的规划按 NNVM 计算：不论类型每个元素四字节</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Bytes from the start of the arena</source>
        <translation>距内存池起点的字节数</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Where this planner puts it: an offset, or the number of a storage
%1</source>
        <translation>此规划器放置它的位置：偏移或存储块编号
%1</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>From the step that writes it first to the one that reads it last</source>
        <translation>从首次写入的步骤到最后读取的步骤</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>nervure::TabWindow</name>
    <message>
        <location filename="../app/window/tab_window.cpp" line="+39"/>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 (has unsaved changes)</source>
        <translation>%1（有未保存的更改）</translation>
    </message>
    <message>
        <location line="+15"/>
        <location line="+184"/>
        <source>Open models</source>
        <translation>打开的模型</translation>
    </message>
    <message>
        <location line="-68"/>
        <source>Close %1</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Close the &amp;others</source>
        <translation>关闭其他标签页(&amp;O)</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Move to a &amp;new window</source>
        <translation>移到新窗口(&amp;N)</translation>
    </message>
</context>
<context>
    <name>nervure::TensorReader</name>
    <message>
        <location filename="../widgets/jobs/tensor_reader.cpp" line="+68"/>
        <source>A run does not compute this value.</source>
        <translation>运行时不计算这个值。</translation>
    </message>
    <message>
        <location line="+25"/>
        <source>The worker&apos;s answer is no tensor.</source>
        <translation>工作进程的答复不是张量。</translation>
    </message>
</context>
<context>
    <name>nervure::TensorSection</name>
    <message>
        <location filename="../widgets/panels/inspector/tensor_section.cpp" line="+26"/>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <location line="+32"/>
        <location line="+109"/>
        <source>Compute them</source>
        <translation>计算</translation>
    </message>
    <message>
        <location line="-105"/>
        <source>Which of the compared values</source>
        <translation>比较的哪一个值</translation>
    </message>
    <message>
        <location line="+35"/>
        <source>This model</source>
        <translation>此模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>After the step</source>
        <translation>步骤之后</translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Before the step</source>
        <translation>步骤之前</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <location line="-39"/>
        <source>Values of a run</source>
        <translation>运行得到的值</translation>
    </message>
    <message>
        <location line="+101"/>
        <source>Compute on %1</source>
        <translation>在 %1 上计算</translation>
    </message>
</context>
<context>
    <name>nervure::TextDifferencePanel</name>
    <message>
        <location filename="../widgets/panels/text_difference/text_difference_panel.cpp" line="+60"/>
        <location line="+69"/>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location line="-29"/>
        <source>Comparing texts</source>
        <translation>正在比较文本</translation>
    </message>
    <message>
        <location line="+17"/>
        <source>The text of the graph is the same.</source>
        <translation>图的文本没有不同。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>What a pass changes in the text of the graph. Step to a pass to see it.</source>
        <translation>Pass 对图的文本所做的更改。请转到某个 Pass 查看。</translation>
    </message>
</context>
<context>
    <name>nervure::TimeGroupModel</name>
    <message>
        <location filename="../widgets/models/time_group_model.cpp" line="+27"/>
        <source>(none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Sum of the medians of its layers</source>
        <translation>其各层中位数之和</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Share of all layers&apos; time</source>
        <translation>占所有层总耗时的比例</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Kernels that one run launches</source>
        <translation>一次运行启动的内核数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Operations of the plain sum over the time</source>
        <translation>普通求和的运算次数除以耗时</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Bytes of inputs and outputs over the time</source>
        <translation>输入和输出的字节数除以耗时</translation>
    </message>
</context>
<context>
    <name>nervure::TimeSection</name>
    <message numerus="yes">
        <location filename="../widgets/panels/inspector/time_section.cpp" line="+43"/>
        <source>Median of %n run(s)</source>
        <translation>
            <numerusform>%n 次运行的中位数</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>from %1 to %2, 95th percentile %3</source>
        <translation>从 %1 到 %2，95 百分位 %3</translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n 个离群值</numerusform>
        </translation>
    </message>
    <message>
        <location line="+13"/>
        <source>×%1</source>
        <translation>×%1</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <location line="+36"/>
        <source>In layer</source>
        <translation>所在层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Its time is told once, for all nodes of the layer</source>
        <translation>耗时只计一次，属于该层的所有节点</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Of all layers&apos; time</source>
        <translation>占所有层总耗时</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Host time of enqueue and finish beyond the layer&apos;s own time</source>
        <translation>该层自身耗时之外，主机入队和等待完成的时间</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1FLOP, %2 GFLOP/s</source>
        <translation>%1FLOP，%2 GFLOP/s</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1, %2 GB/s</source>
        <translation>%1，%2 GB/s</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Global size in work-items; without groups the driver chooses them</source>
        <translation>全局大小以工作项计；未写组大小时由驱动选择</translation>
    </message>
    <message>
        <location line="+10"/>
        <location line="+4"/>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <location line="-4"/>
        <source>%1 → %2, %3</source>
        <translation>%1 → %2，%3</translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>The fastest runs of %n rounds, by turns</source>
        <translation>
            <numerusform>%n 轮交替运行中每轮最快的一次</numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Surely within %1 to %2</source>
        <translation>确实在 %1 到 %2 之间</translation>
    </message>
</context>
<context>
    <name>nervure::TimelineChart</name>
    <message>
        <location filename="../widgets/panels/charts/timeline_chart.cpp" line="+33"/>
        <source>Queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Submitted</source>
        <translation>已提交</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Timeline of the last run</source>
        <translation>最后一次运行的时间线</translation>
    </message>
    <message>
        <location line="+101"/>
        <source>%1: %2 for %3, from %4</source>
        <translation>%1：%2，历时 %3，始于 %4</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Slack %1</source>
        <translation>余量 %1</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>On the critical path</source>
        <translation>在关键路径上</translation>
    </message>
</context>
<context>
    <name>nervure::ToolBar</name>
    <message>
        <location filename="../app/actions/tool_bar.cpp" line="+96"/>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Device that runs are for</source>
        <translation>运行所用的设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+1"/>
        <source>Color by</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <location line="+32"/>
        <source>Default device</source>
        <translation>默认设备</translation>
    </message>
</context>
<context>
    <name>nervure::TuningModel</name>
    <message>
        <location filename="../widgets/models/tuning_model.cpp" line="+33"/>
        <source>%1 so far</source>
        <translation>暂为 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 so far, not %2</source>
        <translation>暂为 %1，而非 %2</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 as before</source>
        <translation>%1，不变</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 instead of %2</source>
        <translation>%1，代替 %2</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>%1 did not run</source>
        <translation>%1 未能运行</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 took %2</source>
        <translation>%1 用时 %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 computes something else</source>
        <translation>%1 的计算结果不同</translation>
    </message>
    <message>
        <location line="+31"/>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The kind of kernel that offers variants</source>
        <translation>提供变体的内核种类</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>With the variant that is taken where nothing was measured</source>
        <translation>使用未测量时采用的变体</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>With the variant that was chosen</source>
        <translation>使用选中的变体</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Gain</source>
        <translation>节省</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>What the chosen variant saves of the layer&apos;s time</source>
        <translation>选中的变体在该层时间中节省的部分</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Chosen</source>
        <translation>选中</translation>
    </message>
</context>
<context>
    <name>nervure::ValueModel</name>
    <message>
        <location filename="../widgets/models/value_model.cpp" line="+22"/>
        <source>%1, in place</source>
        <translation>%1，原地</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Not planned yet: run PlanMemory</source>
        <translation>尚未规划：请运行 PlanMemory</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Not part of the plan: variables keep their own memory</source>
        <translation>不在规划之内：变量自有内存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Storage %1 of NNVM&apos;s memory plan</source>
        <translation>NNVM 内存规划的存储块 %1</translation>
    </message>
    <message>
        <location line="+71"/>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1: Enter or double-click goes there</source>
        <translation>%1：按 Enter 或双击跳转</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Not known yet: run InferShape</source>
        <translation>尚未可知：请运行 InferShape</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Storage</source>
        <translation>存储块</translation>
    </message>
    <message>
        <location line="+35"/>
        <source>→ %1</source>
        <translation>→ %1</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>output of the graph</source>
        <translation>计算图的输出</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>read by nothing</source>
        <translation>未被读取</translation>
    </message>
    <message>
        <location line="-54"/>
        <source>The file declares it; it does not follow from the inputs</source>
        <translation>由文件声明，无法从输入推断</translation>
    </message>
</context>
<context>
    <name>nervure::ValuePage</name>
    <message>
        <location filename="../widgets/panels/inspector/value_page.cpp" line="+35"/>
        <location line="+9"/>
        <location line="+10"/>
        <source>not inferred yet</source>
        <translation>尚未推断</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>not planned yet</source>
        <translation>尚未规划</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>its own memory</source>
        <translation>独占内存</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 on device %2</source>
        <translation>%1，设备 %2</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1, in place</source>
        <translation>%1，原地</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Output of the model</source>
        <translation>模型的输出</translation>
    </message>
    <message>
        <location line="+5"/>
        <location line="+38"/>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <location line="-26"/>
        <source>Made by</source>
        <translation>产生者</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The order of its dimensions, from CorrectLayout</source>
        <translation>各维度的顺序，来自 CorrectLayout</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Storage</source>
        <translation>存储块</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Number in NNVM&apos;s memory plan; values with the same number share memory</source>
        <translation>NNVM 内存规划中的编号；编号相同的值共用内存</translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Name of the value</source>
        <translation>值的名称</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location line="+63"/>
        <source>Output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Value %1</source>
        <translation>值 %1</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Goes to %1, which makes this value</source>
        <translation>转到产生该值的 %1</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <location line="-176"/>
        <source>%1 (declared)</source>
        <translation>%1（声明）</translation>
    </message>
    <message>
        <location line="+173"/>
        <source>The file declares it; it does not follow from the inputs</source>
        <translation>由文件声明，无法从输入推断</translation>
    </message>
</context>
<context>
    <name>nervure::ValuesView</name>
    <message>
        <location filename="../widgets/panels/inspector/values_view.cpp" line="+43"/>
        <source>Part of the values</source>
        <translation>值的一部分</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>as 0, :, 2:5</source>
        <translation>如 0, :, 2:5</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Zero, NaN, infinite</source>
        <translation>零、NaN、无穷大</translation>
    </message>
    <message>
        <location line="+69"/>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Mean and standard deviation of the finite values</source>
        <translation>有限值的均值和标准差</translation>
    </message>
</context>
<context>
    <name>nervure::WeightHistogram</name>
    <message>
        <location filename="../widgets/panels/inspector/weight_histogram.cpp" line="+16"/>
        <source>Histogram of the values</source>
        <translation>值的直方图</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>%1 from %2 to %3</source>
        <translation>%1 个，从 %2 到 %3</translation>
    </message>
</context>
<context>
    <name>nervure::WeightSection</name>
    <message>
        <location filename="../widgets/panels/inspector/weight_section.cpp" line="+44"/>
        <source>Save as NumPy file…</source>
        <translation>保存为 NumPy 文件…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Replace by NumPy file…</source>
        <translation>用 NumPy 文件替换…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Make an input</source>
        <translation>变为输入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move to a file beside the model…</source>
        <translation>移到模型旁边的文件…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Put into the model</source>
        <translation>放入模型</translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Read all values</source>
        <translation>读取全部数值</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Its values go when the model is saved</source>
        <translation>保存模型时其值将被去除</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>When the model is saved; the model itself gets smaller</source>
        <translation>在保存模型时进行；模型文件会变小</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>When the model is saved; it then stands alone</source>
        <translation>在保存模型时进行；此后模型文件自成一体</translation>
    </message>
    <message>
        <location line="+117"/>
        <location line="+70"/>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <location line="-45"/>
        <source>Read %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Save as NumPy file</source>
        <translation>保存为 NumPy 文件</translation>
    </message>
    <message>
        <location line="+0"/>
        <location line="+16"/>
        <source>NumPy files (*.npy)</source>
        <translation>NumPy 文件 (*.npy)</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Replace by NumPy file</source>
        <translation>用 NumPy 文件替换</translation>
    </message>
    <message>
        <location line="+40"/>
        <source>Move to a file beside the model</source>
        <translation>移到模型旁边的文件</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Name of the file:</source>
        <translation>文件名：</translation>
    </message>
    <message>
        <location line="+32"/>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
</context>
<context>
    <name>nervure::WhatIfDialog</name>
    <message>
        <location filename="../widgets/panels/run/what_if_dialog.cpp" line="+43"/>
        <source>What if</source>
        <translation>假如</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>How often the two are measured by turns</source>
        <translation>两者交替测量多少轮</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The model is measured by turns as it is and with these passes. device{PASS=off} leaves a pass out, device{PASS=on} adds one, device{PASS.option=value} sets an option; none and nnvm:2 are other pipelines. The device&apos;s passes are: %1.</source>
        <translation>交替测量原样的模型和使用这些 Pass 的模型。device{PASS=off} 去掉一个 Pass，device{PASS=on} 加上一个，device{PASS.option=value} 设置一个选项；none 和 nnvm:2 是其他流水线。设备的 Pass 有：%1。</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Passes</source>
        <translation>Pass(&amp;P)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Rounds</source>
        <translation>轮数(&amp;R)</translation>
    </message>
</context>
<context>
    <name>nervure::WorkerProcess</name>
    <message>
        <location filename="../widgets/jobs/worker_process.cpp" line="+50"/>
        <source>Reference</source>
        <translation>参考实现</translation>
    </message>
    <message>
        <location filename="../widgets/jobs/profile_runner.cpp" line="-295"/>
        <location filename="../widgets/jobs/proof_runner.cpp" line="-251"/>
        <location line="+225"/>
        <location filename="../widgets/jobs/worker_process.cpp" line="+181"/>
        <location line="+58"/>
        <source>The run was stopped.</source>
        <translation>运行已停止。</translation>
    </message>
    <message>
        <location filename="../widgets/jobs/worker_process.cpp" line="-233"/>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <location line="+229"/>
        <source>The worker %1 could not be started.</source>
        <translation>无法启动工作进程 %1。</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The worker process ended during the run; the next run starts a new one.</source>
        <translation>工作进程在运行期间退出；下次运行会启动新的进程。</translation>
    </message>
</context>
<context>
    <name>nervure::ZoomControl</name>
    <message>
        <location filename="../widgets/canvas/overlays/zoom_control.cpp" line="+35"/>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Fit to window</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Zoom %1</source>
        <translation>缩放 %1</translation>
    </message>
</context>
</TS>
