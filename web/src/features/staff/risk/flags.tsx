/** The columns that lists of signs of play share, and saying that one was looked at. */
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { lookAtRisk, RISK_SIGNALS } from '@fairpot/contract/operations/risk/calls';
import type { RiskFlag } from '@fairpot/contract/operations/risk/schemas';
import { Button } from '../../../ui/controls/button.tsx';
import { openAct } from '../kit/act.ts';
import { Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import type { DeskColumn } from '../kit/desk-table.tsx';

/** 'lostWeekUsd', 80 -> 'lost week: $80.00'. */
function figureText(name: string, value: number): string {
  const words = name.replace(/Usd$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words}: ${name.endsWith('Usd') ? formatUsd(centsFromUsd(value)) : value.toLocaleString('en-US')}`;
}

export const WHAT: DeskColumn<RiskFlag> = {
  head: 'What',
  cell: ({ signal, figures }) => (
    <div className="grid gap-1">
      <span className="font-semibold">{RISK_SIGNALS[signal]}</span>
      <span className="text-xs text-fg-2 tabular-nums">
        {Object.entries(figures)
          .map(([name, value]) => figureText(name, value))
          .join(', ')}
      </span>
    </div>
  ),
};
export const WHEN: DeskColumn<RiskFlag> = { head: 'Seen, UTC', cell: ({ at }) => <TimeCell at={at} /> };
export const WHO: DeskColumn<RiskFlag> = { head: 'Player', cell: ({ user }) => <PersonCell user={user} /> };

/** What came of it, or the button that says so. */
export const looked = (onDone: () => void): DeskColumn<RiskFlag> => ({
  head: 'Looked at',
  cell: (flag) => (flag.looked === null ? <Look flag={flag} onDone={onDone} /> : <Looked looked={flag.looked} />),
});

function Look({ flag, onDone }: { readonly flag: RiskFlag; readonly onDone: () => void }) {
  const look = () =>
    openAct({
      title: `Looked at the play of ${flag.user.name}`,
      text: 'Say what you saw and what came of it. It changes nothing for the player.',
      confirm: 'LOOKED AT',
      command: lookAtRisk,
      input: { flagId: flag.id },
      onDone,
    });
  return (
    <Button aria-label={`Looked at: ${flag.user.name}, ${RISK_SIGNALS[flag.signal]}`} onClick={look}>
      Looked at
    </Button>
  );
}

function Looked({ looked: { at, by, why } }: { readonly looked: RiskFlag['looked'] & object }) {
  return (
    <div className="grid gap-1">
      <TimeCell at={at} />
      <PersonCell user={by} />
      {why === '' ? <Nothing /> : <span className="wrap-anywhere">{why}</span>}
    </div>
  );
}
