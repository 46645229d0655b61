/** One line that says what happens now and why. Called by the stage, below the ring. */
import type { ReactNode } from 'react';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { JACKPOT_LEAST_LEFT_MS, JACKPOT_LONGEST_MS } from '@fairpot/contract/jackpot/calls';
import { OpenedNote } from '../../../fairness/view/opened-note.tsx';
import { useOpened } from '../../../fairness/silence.ts';
import type { OpenedRound } from '../../../fairness/silence.ts';
import { BeaconRound, useNamedBeacon } from '../../../games-kit/beacon.tsx';
import type { JackpotStage } from '../stage.ts';

export interface StageNoteProps {
  readonly round: JackpotRound;
  readonly stage: JackpotStage;
}

export function StageNote({ round, stage }: StageNoteProps) {
  const opened = useOpened(round.id);
  const winner = opened && winnerOf(round, opened);
  if (opened && winner && stage === 'finishing')
    return <OpenedNote start opened={opened} result={`${winner.name} wins the pot`} />;
  return <p className="text-sm text-balance text-fg-2">{textOf(round, stage)}</p>;
}

/** Whose entry holds the ticket that this browser drew itself. */
function winnerOf({ entries }: JackpotRound, { outcome }: OpenedRound) {
  return 'winnerEntry' in outcome ? entries[outcome.winnerEntry]?.user : undefined;
}

const LEAST_LEFT = JACKPOT_LEAST_LEFT_MS / 1_000;
const SCRIPTED = 'Staff chose the winner: nothing is drawn. Only staff and house personas are in; everyone can watch.';
const LONGEST = JACKPOT_LONGEST_MS / 1_000;

function textOf(round: JackpotRound, stage: JackpotStage): ReactNode {
  if (round.scripted && stage !== 'voided') return SCRIPTED;
  switch (stage) {
    case 'waiting':
      return 'The clock starts when two different players are in.';
    case 'countdown':
      return `A late entry leaves everyone at least ${LEAST_LEFT} seconds; ${LONGEST} in all at most.`;
    case 'closing':
      return 'The stakes are being locked into one record.';
    case 'finishing':
      return <BeaconNote round={round} />;
    case 'known':
    case 'turning':
      return 'The pointer turns to the drawn ticket, for everyone at the same instant.';
    case 'landed':
      return null;
    case 'voided':
      return round.fair.lock === null
        ? 'Nobody else joined for 24 hours, so there was no draw. Every item went back to its owner.'
        : 'The beacon stayed away for 24 hours, so there was no draw. Every item went back to its owner. The next ' +
            'round opens when the beacon is heard again.';
  }
}

/** Which round of the beacon decides, and why the wait is the point. */
function BeaconNote({ round }: Pick<StageNoteProps, 'round'>) {
  const beacon = useNamedBeacon(round.fair);
  if (!beacon) return 'Locked. A public beacon decides next.';
  return (
    <>
      Locked. Decided by <BeaconRound beacon={beacon} />, named before it existed:{' '}
      {beacon.simulated ? 'play money only, this site signs it.' : 'nobody knows it yet, Fairpot included.'}
    </>
  );
}
