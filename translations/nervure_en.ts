<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CounterpartWords</name>
    <message numerus="yes">
        <location filename="../widgets/document/counterpart_words.cpp" line="+36"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditWords</name>
    <message numerus="yes">
        <location filename="../widgets/document/edit_words.cpp" line="+186"/>
        <source>Add %n node(s)</source>
        <translation>
            <numerusform>Add %n node</numerusform>
            <numerusform>Add %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>Delete %n node(s)</source>
        <translation>
            <numerusform>Delete %n node</numerusform>
            <numerusform>Delete %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+42"/>
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindingWords</name>
    <message numerus="yes">
        <location filename="../widgets/canvas/scene/finding_words.cpp" line="+38"/>
        <source>and %n more findings</source>
        <translation>
            <numerusform>and %n more finding</numerusform>
            <numerusform>and %n more findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PipelineWords</name>
    <message numerus="yes">
        <location filename="../widgets/jobs/pipeline_command.cpp" line="+69"/>
        <source>Switch %n pass(es)</source>
        <translation>
            <numerusform>Switch %n pass</numerusform>
            <numerusform>Switch %n passes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+37"/>
        <source>Run %n pass(es)</source>
        <translation>
            <numerusform>Run %n pass</numerusform>
            <numerusform>Run %n passes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SelectTool</name>
    <message numerus="yes">
        <location filename="../widgets/canvas/tools/select_tool.cpp" line="+119"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SpokenText</name>
    <message numerus="yes">
        <location filename="../widgets/canvas/view/spoken_text.cpp" line="+43"/>
        <source>%n parameter(s)</source>
        <translation>
            <numerusform>%n parameter</numerusform>
            <numerusform>%n parameters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+18"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+82"/>
        <source>%n line(s) from %1 to %2</source>
        <translation>
            <numerusform>%n line from %1 to %2</numerusform>
            <numerusform>%n lines from %1 to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+7"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+116"/>
        <source>%n node(s) folded</source>
        <translation>
            <numerusform>%n node folded</numerusform>
            <numerusform>%n nodes folded</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::Attachments</name>
    <message numerus="yes">
        <location filename="../app/files/attachments.cpp" line="+88"/>
        <source>%1 names %n node(s), none of which is in this model</source>
        <translation>
            <numerusform>%1 names %n node, which is not in this model</numerusform>
            <numerusform>%1 names %n nodes, none of which is in this model</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%1: %2 on %3 of %n node(s)</source>
        <translation>
            <numerusform>%1: %2 on %3 of %n node</numerusform>
            <numerusform>%1: %2 on %3 of %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::CanvasController</name>
    <message numerus="yes">
        <location filename="../widgets/canvas/card_lines.cpp" line="+42"/>
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>occurs %Ln time(s)</source>
        <translation>
            <numerusform>occurs %Ln time</numerusform>
            <numerusform>occurs %Ln times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::DiagnosticModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/diagnostic_model.cpp" line="+60"/>
        <source>%1 · %Ln times, first here</source>
        <translation>
            <numerusform>%1 · %Ln time, first here</numerusform>
            <numerusform>%1 · %Ln times, first here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%1: %Ln nodes</source>
        <translation>
            <numerusform>%1: %Ln node</numerusform>
            <numerusform>%1: %Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::DiagnosticsPanel</name>
    <message numerus="yes">
        <location filename="../widgets/panels/diagnostics/diagnostics_panel.cpp" line="+174"/>
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln error</numerusform>
            <numerusform>%Ln errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::DifferenceDialog</name>
    <message numerus="yes">
        <location filename="../widgets/dialogs/difference_dialog.cpp" line="+91"/>
        <source>− %n line(s)</source>
        <translation>
            <numerusform>− %n line</numerusform>
            <numerusform>− %n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>+ %n line(s)</source>
        <translation>
            <numerusform>+ %n line</numerusform>
            <numerusform>+ %n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::EditCommands</name>
    <message numerus="yes">
        <location filename="../app/actions/edit_menu.cpp" line="+142"/>
        <source>and %n more: a click on the line goes to the next one</source>
        <translation>
            <numerusform>and %n more: a click on the line goes to the next one</numerusform>
            <numerusform>and %n more: a click on the line goes to the next one</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::ExportDialog</name>
    <message numerus="yes">
        <location filename="../widgets/dialogs/export_dialog.cpp" line="+41"/>
        <source>Selection, %n node(s)</source>
        <translation>
            <numerusform>Selection, %n node</numerusform>
            <numerusform>Selection, %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+60"/>
        <source>%n pages of %1 × %2 points</source>
        <translation>
            <numerusform>%n page of %1 × %2 points</numerusform>
            <numerusform>%n pages of %1 × %2 points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::FileCommands</name>
    <message numerus="yes">
        <location filename="../app/files/file_commands.cpp" line="+391"/>
        <location line="+46"/>
        <source>%n note(s) are kept only in a project file (.nervure).</source>
        <translation>
            <numerusform>%n note is kept only in a project file (.nervure).</numerusform>
            <numerusform>%n notes are kept only in a project file (.nervure).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::FindPanel</name>
    <message numerus="yes">
        <location filename="../widgets/panels/find/find_panel.cpp" line="+168"/>
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::GraphExchange</name>
    <message numerus="yes">
        <location filename="../app/commands/graph_exchange.cpp" line="+70"/>
        <source>Cut %n node(s)</source>
        <translation>
            <numerusform>Cut %n node</numerusform>
            <numerusform>Cut %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+60"/>
        <source>Merge %n node(s)</source>
        <translation>
            <numerusform>Merge %n node</numerusform>
            <numerusform>Merge %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+0"/>
        <source>Paste %n node(s)</source>
        <translation>
            <numerusform>Paste %n node</numerusform>
            <numerusform>Paste %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::GraphPage</name>
    <message numerus="yes">
        <location filename="../widgets/panels/inspector/graph_page.cpp" line="+131"/>
        <source>%1, including %Ln operator(s)</source>
        <translation>
            <numerusform>%1, including %Ln operator</numerusform>
            <numerusform>%1, including %Ln operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::HistoryPanel</name>
    <message numerus="yes">
        <location filename="../widgets/panels/history/history_panel.cpp" line="+62"/>
        <source>%n change(s) from the saved file</source>
        <translation>
            <numerusform>%n change away from the file</numerusform>
            <numerusform>%n changes away from the file</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::InferenceDeltaModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/inference_delta_model.cpp" line="+50"/>
        <source>%n shape(s) changed</source>
        <translation>
            <numerusform>%n shape changed</numerusform>
            <numerusform>%n shapes changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::JobIndicator</name>
    <message numerus="yes">
        <location filename="../app/window/job_indicator.cpp" line="+75"/>
        <source>%1 (+%n more)</source>
        <translation>
            <numerusform>%1 (+%n more)</numerusform>
            <numerusform>%1 (+%n more)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::KernelWindow</name>
    <message numerus="yes">
        <location filename="../widgets/panels/run/kernel_window.cpp" line="+197"/>
        <source>The layer alone takes %1, the median of %n run(s).</source>
        <translation>
            <numerusform>The layer alone takes %1, the time of %n run.</numerusform>
            <numerusform>The layer alone takes %1, the median of %n runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::Legend</name>
    <message numerus="yes">
        <location filename="../widgets/canvas/overlays/legend.cpp" line="+148"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::LifetimeChart</name>
    <message numerus="yes">
        <location filename="../widgets/panels/memory/lifetime_chart.cpp" line="+229"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::LineDifferenceModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/line_difference_model.cpp" line="+16"/>
        <source>… %n line(s) alike</source>
        <translation>
            <numerusform>… %n line alike</numerusform>
            <numerusform>… %n lines alike</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::MainWindow</name>
    <message numerus="yes">
        <location filename="../app/window/main_window.cpp" line="+194"/>
        <source>Saved, but %n note(s) are kept only in a project file.</source>
        <translation>
            <numerusform>Saved, but %n note is kept only in a project file.</numerusform>
            <numerusform>Saved, but %n notes are kept only in a project file.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::MemoryPanel</name>
    <message numerus="yes">
        <location filename="../widgets/panels/memory/memory_panel.cpp" line="+351"/>
        <source>%n storage(s)</source>
        <translation>
            <numerusform>%n storage</numerusform>
            <numerusform>%n storages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::NodePage</name>
    <message numerus="yes">
        <location filename="../widgets/panels/inspector/node_page.cpp" line="+106"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+199"/>
        <source>%1, %n nodes</source>
        <translation>
            <numerusform>%1, %n node</numerusform>
            <numerusform>%1, %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+4"/>
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::NodeTrailModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/node_trail_model.cpp" line="+32"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::PassNotice</name>
    <message numerus="yes">
        <location filename="../widgets/panels/passes/pass_notice.cpp" line="+31"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::PassStepModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/pass_step_model.cpp" line="+89"/>
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::PlanChangeModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/plan_change_model.cpp" line="+20"/>
        <source>%n value(s), a new storage</source>
        <translation>
            <numerusform>%n value, a new storage</numerusform>
            <numerusform>%n values, a new storage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+4"/>
        <source>held %n value(s), is gone</source>
        <translation>
            <numerusform>held %n value, is gone</numerusform>
            <numerusform>held %n values, is gone</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::ProofStepModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/proof_model.cpp" line="+33"/>
        <source>%n inner value(s) differ, no output does</source>
        <translation>
            <numerusform>%n inner value differs, no output does</numerusform>
            <numerusform>%n inner values differ, no output does</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../widgets/models/proof_summary.cpp" line="+59"/>
        <source>INCOMPLETE: %1 of %n step(s) compared.</source>
        <translation>
            <numerusform>INCOMPLETE: %1 of %n step compared.</numerusform>
            <numerusform>INCOMPLETE: %1 of %n steps compared.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>No step changes an output: %1 of %n step(s) compared.</source>
        <translation>
            <numerusform>No step changes an output: %1 of %n step compared.</numerusform>
            <numerusform>No step changes an output: %1 of %n steps compared.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+16"/>
        <source>Nobody gave the values of %n variable(s), as %1: they were made from seeds.</source>
        <translation>
            <numerusform>Nobody gave the values of %n variable, %1: they were made from seeds.</numerusform>
            <numerusform>Nobody gave the values of %n variables, as %1: they were made from seeds.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+26"/>
        <source>Differences begin at %1 and %n more, too.</source>
        <translation>
            <numerusform>Differences begin at %1 and %n more, too.</numerusform>
            <numerusform>Differences begin at %1 and %n more, too.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::ProvedValueModel</name>
    <message numerus="yes">
        <location line="+55"/>
        <source>%n variable(s) have values of their own, as %1.</source>
        <translation>
            <numerusform>%n variable has values of its own: %1.</numerusform>
            <numerusform>%n variables have values of their own, as %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%n node(s) have no counterpart.</source>
        <translation>
            <numerusform>%n node has no counterpart.</numerusform>
            <numerusform>%n nodes have no counterpart.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+24"/>
        <source>The outputs of %1 are the same; %n node(s) on the way compute something else.</source>
        <translation>
            <numerusform>The outputs of %1 are the same; %n node on the way computes something else.</numerusform>
            <numerusform>The outputs of %1 are the same; %n nodes on the way compute something else.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::Recovery</name>
    <message numerus="yes">
        <location filename="../app/files/recovery.cpp" line="+71"/>
        <source>%n node(s) as before.</source>
        <translation>
            <numerusform>%n node as before.</numerusform>
            <numerusform>%n nodes as before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>%1 → %n node(s).</source>
        <translation>
            <numerusform>%1 → %n node.</numerusform>
            <numerusform>%1 → %n nodes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+17"/>
        <source>%n node(s) differ from the file.</source>
        <translation>
            <numerusform>%n node differs from the file.</numerusform>
            <numerusform>%n nodes differ from the file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+11"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::RunControls</name>
    <message numerus="yes">
        <location filename="../widgets/panels/run/run_controls.cpp" line="+165"/>
        <source>Measure the last %n edit(s)</source>
        <translation>
            <numerusform>Measure the last edit</numerusform>
            <numerusform>Measure the last %n edits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::RunFigures</name>
    <message numerus="yes">
        <location filename="../widgets/panels/run/run_figures.cpp" line="+58"/>
        <source>Median of %n run(s)</source>
        <translation>
            <numerusform>Median of %n run</numerusform>
            <numerusform>Median of %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+8"/>
        <source>%n outlier(s), which a median passes over</source>
        <translation>
            <numerusform>%n outlier, which a median passes over</numerusform>
            <numerusform>%n outliers, which a median passes over</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+27"/>
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>%n node(s) folded</source>
        <translation>
            <numerusform>%n node folded</numerusform>
            <numerusform>%n nodes folded</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::RunFiles</name>
    <message numerus="yes">
        <location filename="../app/files/run_files.cpp" line="+185"/>
        <source>%1 is of another model: none of its %n layer(s) is in this one</source>
        <translation>
            <numerusform>%1 is of another model: its %n layer is not in this one</numerusform>
            <numerusform>%1 is of another model: none of its %n layers is in this one</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+8"/>
        <source>%1: %2 of %n layer(s) are in this model</source>
        <translation>
            <numerusform>%1: its layer is in this model: %2 of %n</numerusform>
            <numerusform>%1: %2 of %n layers are in this model</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::RunFindingModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/run_finding_model.cpp" line="+26"/>
        <source>%n layer(s) take less than twice what launching them costs: fuse them, or run larger batches</source>
        <translation>
            <numerusform>%n layer takes less than twice what launching it costs: fuse it, or run larger batches</numerusform>
            <numerusform>%n layers take less than twice what launching them costs: fuse them, or run larger batches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+4"/>
        <source>%n layer(s) only change layouts or copy, %1 the most</source>
        <translation>
            <numerusform>%n layer only changes layouts or copies: %1</numerusform>
            <numerusform>%n layers only change layouts or copy, %1 the most</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::RunListModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/run_list_model.cpp" line="+59"/>
        <source>%n repeat(s)</source>
        <translation>
            <numerusform>%n repeat</numerusform>
            <numerusform>%n repeats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::RunPanel</name>
    <message numerus="yes">
        <location filename="../widgets/panels/run/run_panel.cpp" line="+252"/>
        <source>stopped after %n run(s)</source>
        <translation>
            <numerusform>stopped after %n run</numerusform>
            <numerusform>stopped after %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+24"/>
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::RunTables</name>
    <message numerus="yes">
        <location filename="../widgets/panels/run/run_tables.cpp" line="+335"/>
        <source>All %n layer(s)</source>
        <translation>
            <numerusform>The one layer</numerusform>
            <numerusform>All %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%1 of %n layer(s)</source>
        <translation>
            <numerusform>%1 of %n layer</numerusform>
            <numerusform>%1 of %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>%n launch(es)</source>
        <translation>
            <numerusform>%n launch</numerusform>
            <numerusform>%n launches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::SampleChart</name>
    <message numerus="yes">
        <location filename="../widgets/panels/charts/sample_chart.cpp" line="+130"/>
        <source>%1, median %2 of %n run(s)</source>
        <translation>
            <numerusform>%1, median %2 of %n run</numerusform>
            <numerusform>%1, median %2 of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::StatusBar</name>
    <message numerus="yes">
        <location filename="../app/window/status_bar.cpp" line="+131"/>
        <source>%1 node(s)</source>
        <translation>
            <numerusform>%1 node</numerusform>
            <numerusform>%1 nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>%1 operator(s), the rest inputs and parameters</source>
        <translation>
            <numerusform>%1 operator, the rest inputs and parameters</numerusform>
            <numerusform>%1 operators, the rest inputs and parameters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+5"/>
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 parameter</numerusform>
            <numerusform>%1 parameters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+30"/>
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+57"/>
        <source>%n node(s) selected</source>
        <translation>
            <numerusform>%n node selected</numerusform>
            <numerusform>%n nodes selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::StorageModel</name>
    <message numerus="yes">
        <location filename="../widgets/models/storage_model.cpp" line="+30"/>
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nervure::TimeSection</name>
    <message numerus="yes">
        <location filename="../widgets/panels/inspector/time_section.cpp" line="+43"/>
        <source>Median of %n run(s)</source>
        <translation>
            <numerusform>Median of %n run</numerusform>
            <numerusform>Median of %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+6"/>
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n outlier</numerusform>
            <numerusform>%n outliers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+113"/>
        <source>The fastest runs of %n rounds, by turns</source>
        <translation>
            <numerusform>The fastest runs of %n round, by turns</numerusform>
            <numerusform>The fastest runs of %n rounds, by turns</numerusform>
        </translation>
    </message>
</context>
</TS>
