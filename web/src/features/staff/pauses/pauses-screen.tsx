/** Games and systems with a pause button each. Players' pages show a pause at once, before anyone presses a button. */
import { listPauses, PAUSES, setPause } from '@fairpot/contract/operations/pauses/calls';
import type { PauseView } from '@fairpot/contract/operations/pauses/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { openAct } from '../kit/act.ts';
import { PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

function labelOf({ system }: PauseView): string {
  return PAUSES.find((each) => each.system === system)?.label ?? system;
}

/** What the pause does to players, shown before confirmation. */
function effectOf({ system }: PauseView): string {
  return texts.effects[system] ?? texts.gameEffect;
}

function change(view: PauseView): void {
  const { system, paused } = view;
  openAct({
    title: paused ? texts.resumeTitle(labelOf(view)) : texts.pauseTitle(labelOf(view)),
    text: paused ? texts.resumeText : effectOf(view),
    confirm: paused ? texts.resumeConfirm : texts.pauseConfirm,
    danger: !paused,
    command: setPause,
    input: { system, paused: !paused },
    onDone: () => void refetchAll(listPauses),
  });
}

const COLUMNS: readonly DeskColumn<PauseView>[] = [
  { head: texts.system, cell: (view) => <strong>{labelOf(view)}</strong> },
  {
    head: kitTexts.heads.status,
    cell: ({ paused }) => (
      <span className={paused ? 'font-bold text-warn' : 'text-ok'}>{paused ? texts.paused : texts.running}</span>
    ),
  },
  { head: kitTexts.heads.since, cell: ({ changedAt }) => <TimeCell at={changedAt} /> },
  { head: kitTexts.heads.staff, cell: ({ by }) => <PersonCell user={by} /> },
  { head: kitTexts.heads.reason, cell: ({ why }) => <TextCell text={why} /> },
  {
    head: texts.actions,
    cell: (view) => (
      <Button
        variant={view.paused ? 'primary' : 'secondary'}
        aria-label={view.paused ? texts.resumeOne(labelOf(view)) : texts.pauseOne(labelOf(view))}
        onClick={() => change(view)}
      >
        {view.paused ? texts.resume : texts.pause}
      </Button>
    ),
  },
];

export function PausesScreen() {
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <DeskTable
        label={texts.list}
        query={listPauses}
        rows={({ pauses }) => pauses}
        rowKey={({ system }) => system}
        columns={COLUMNS}
        empty={texts.empty}
      />
    </>
  );
}
