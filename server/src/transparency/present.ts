/** Rows of the log in wire form. */
import { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { LoggedRound, LogHead, PlayedRound } from '@fairpot/contract/log/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import type { GameResult } from '../accounts/results.ts';
import type { StoredLeafKind } from '../games/kit/leaf-feed.ts';
import { invariant } from '../platform/runner/refused.ts';
import type { LogEntry, SignedHead } from './store.ts';

export function presentHead({ size, root, at, note }: SignedHead, key: string): LogHead {
  return { origin: key.split('+')[0] ?? '', key, size, root: toBase64(root), at, checkpoint: note };
}

const STATES: readonly (readonly [StoredLeafKind, LoggedRound['state']])[] = [
  // A round can be voided after its result, if the database lost it.
  ['void', 'voided'],
  ['result', 'settled'],
  ['cancel', 'cancelled'],
  ['scripted', 'scripted'],
  ['lock', 'locked'],
];

/** `body`: the canonical text of the opening; `kinds`: of all leaves of the round that are in the log. */
export function presentRound(entry: LogEntry, body: string, kinds: readonly StoredLeafKind[]): LoggedRound {
  const open = parseLeaf(utf8(body));
  invariant(open.type === 'open', `leaf ${entry.index} is not an opening`);
  const { game, number, roundId, openedAt } = open;
  const state = STATES.find(([kind]) => kinds.includes(kind))?.[1] ?? 'open';
  return { game: ProvableGame.parse(game), number, roundId, index: entry.index, openedAt, state };
}

/** A round from the caller's point of view. */
export function presentPlayed(played: Omit<GameResult, 'playerId'>): PlayedRound {
  const { roundId, game, at, won, stakedCents, wonCents, feeCents } = played;
  return {
    roundId,
    game,
    at,
    won,
    stakedUsd: usd(cents(stakedCents)),
    wonUsd: usd(cents(wonCents)),
    feeUsd: usd(cents(feeCents)),
  };
}
