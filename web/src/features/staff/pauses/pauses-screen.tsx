/** What can be paused, and what is: one button each. Players' pages say so at once, before anybody presses anything. */
import { listPauses, PAUSES, setPause } from '@fairpot/contract/operations/pauses/calls';
import type { PauseView } from '@fairpot/contract/operations/pauses/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { openAct } from '../kit/act.ts';
import { PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';

function labelOf({ system }: PauseView): string {
  return PAUSES.find((each) => each.system === system)?.label ?? system;
}

/** What a player finds, for whoever is about to pause. */
function follows({ system }: PauseView): string {
  if (system === 'chat')
    return 'Players can read and not write: “Chat is closed for maintenance”. Staff are still heard.';
  if (system === 'withdraw') return 'No withdrawal can be asked for. Those that were asked for go on.';
  if (system === 'deposit' || system === 'cryptoDeposit')
    return 'No deposit can be begun. What is under way is credited.';
  if (system === 'market') return 'Nothing can be bought. What was bought stays bought.';
  return 'No new round and no new stake. Rounds that are locked are drawn and paid; who waits can take the stake back.';
}

function change(view: PauseView): void {
  const { system, paused } = view;
  openAct({
    title: paused ? `Let ${labelOf(view)} go on` : `Pause ${labelOf(view)}`,
    text: paused ? 'Players can begin anew from the moment you confirm.' : follows(view),
    confirm: paused ? 'GO ON' : 'PAUSE',
    danger: !paused,
    command: setPause,
    input: { system, paused: !paused },
    onDone: () => void refetchAll(listPauses),
  });
}

const COLUMNS: readonly DeskColumn<PauseView>[] = [
  { head: 'What', cell: (view) => <strong>{labelOf(view)}</strong> },
  {
    head: 'State',
    cell: ({ paused }) => (
      <span className={paused ? 'font-bold text-warn' : 'text-ok'}>{paused ? 'Paused' : 'Runs'}</span>
    ),
  },
  { head: 'Since, UTC', cell: ({ changedAt }) => <TimeCell at={changedAt} /> },
  { head: 'Who', cell: ({ by }) => <PersonCell user={by} /> },
  { head: 'Why', cell: ({ why }) => <TextCell text={why} /> },
  {
    head: 'Change',
    cell: (view) => (
      <Button
        variant={view.paused ? 'primary' : 'secondary'}
        aria-label={`${view.paused ? 'Go on' : 'Pause'}: ${labelOf(view)}`}
        onClick={() => change(view)}
      >
        {view.paused ? 'Go on' : 'Pause'}
      </Button>
    ),
  },
];

export function PausesScreen() {
  return (
    <>
      <PageHead
        title="Pauses"
        lead={
          'A pause holds from its confirmation on, on every server: no stake that comes after it passes. ' +
          'What is open goes on to its end.'
        }
      />
      <DeskTable
        label="Games and systems"
        query={listPauses}
        input={() => ({})}
        rows={({ pauses }) => pauses}
        next={() => null}
        rowKey={({ system }) => system}
        columns={COLUMNS}
        empty="Nothing can be paused"
      />
    </>
  );
}
