/** One line below the ring that says what happens now and why. Used by the stage. */
import type { ReactNode } from 'react';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { JACKPOT_MIN_LEFT_MS, JACKPOT_MAX_MS } from '@fairpot/contract/jackpot/calls';
import { BeaconRound, useNamedBeacon } from '../../../games-kit/beacon.tsx';
import type { JackpotStage } from '../stage.ts';
import { texts } from '../texts.ts';

export interface StageNoteProps {
  readonly round: JackpotRound;
  readonly stage: JackpotStage;
}

export function StageNote({ round, stage }: StageNoteProps) {
  return <p className="text-sm text-balance text-fg-2">{textOf(round, stage)}</p>;
}

const MIN_LEFT = JACKPOT_MIN_LEFT_MS / 1_000;
const LONGEST = JACKPOT_MAX_MS / 1_000;

function textOf(round: JackpotRound, stage: JackpotStage): ReactNode {
  if (round.scripted && stage !== 'voided') return texts.note.scripted;
  switch (stage) {
    case 'waiting':
      return texts.note.waiting;
    case 'countdown':
      return texts.note.countdown(MIN_LEFT, LONGEST);
    case 'closing':
      return texts.note.closing;
    case 'finishing':
      return <BeaconNote round={round} />;
    case 'known':
    case 'turning':
      return texts.note.turning;
    case 'landed':
      return null;
    case 'voided':
      return round.fair.lock === null ? texts.note.voidedAlone : texts.note.voided;
  }
}

/** Which beacon round decides, and why the players wait for it. */
function BeaconNote({ round }: Pick<StageNoteProps, 'round'>) {
  const beacon = useNamedBeacon(round.fair);
  if (!beacon) return texts.note.locked;
  return (
    <>
      {texts.note.decidedBy} <BeaconRound beacon={beacon} />
      {texts.note.named} {beacon.simulated ? texts.note.simulated : texts.note.real}
    </>
  );
}
