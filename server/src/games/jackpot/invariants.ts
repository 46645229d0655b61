/** Invariants of the jackpot's own table at every commit; the kit's invariants cover its rounds, stakes and leaves. */
import type { Invariant } from '../../platform/runner/feature.ts';
import { columnOf, type Db } from '../../platform/database/sql.ts';
import { roundInvariants } from '../kit/invariants.ts';
import { roundsByIds, type Round } from '../kit/rounds.ts';
import { stuckIds } from '../kit/settlement/stuck.ts';
import { rangesOf, timersOf } from './rules.ts';
import { allPots } from './store.ts';

export function jackpotInvariants(): Invariant[] {
  return [
    ...roundInvariants('jackpot'),
    { name: 'jackpot: every pot matches its entries, and at most one round is live', check: disagreements },
  ];
}

async function disagreements(db: Db): Promise<string[]> {
  const pots = await allPots(db);
  const rounds = new Map((await roundsByIds(db, columnOf(pots, 'id'))).map((round) => [round.id, round]));
  const lines = pots.flatMap((pot) => {
    const round = rounds.get(pot.id);
    const [is, should] = [JSON.stringify(pot), JSON.stringify(round && potOf(round))];
    return is === should ? [] : [`${pot.id} is ${is}, its entries make ${should}`];
  });
  const wrong = [...rounds.values()].filter(
    // A choice of staff in a scripted round raises its version as well.
    ({ phase, version, entries, scripted }) => phase === 'open' && !scripted && version !== entries.length + 1,
  );
  const stuck = await stuckIds(db, 'jackpot');
  const live = [...rounds.values()].filter(
    ({ id, phase }) => phase === 'open' || (phase === 'locked' && !stuck.has(id)),
  );
  if (live.length > 1) lines.push(`${live.length} rounds are live`);
  return [...lines, ...wrong.map(({ id, version }) => `${id} is open at version ${version}`)];
}

/** The row that the rules compute from a round's entries. */
function potOf({ id, entries }: Round) {
  const timer = timersOf(entries).at(-1) ?? null;
  return {
    id,
    entries: entries.length,
    potCents: rangesOf(entries).at(-1)?.to ?? 0,
    alone: timer ? null : (entries[0]?.playerId ?? null),
    startedAt: timer && timer.startedAt,
    deadlineAt: timer && timer.deadlineAt,
  };
}
