/**
 * The browser's own check of solvency: the newest statement stands in the public log as the page shows it, and the player's balance is
 * counted in its tree. What cannot be reached was not checked, and is said so; what contradicts is an alarm.
 */
import { cents, usd } from '@fairpot/contract/wire/money';
import type { LogHead } from '@fairpot/contract/log/schemas';
import { getMySolvency, getSolvencyProof } from '@fairpot/contract/solvency/calls';
import type { SolvencyStatement } from '@fairpot/contract/solvency/schemas';
import { toHex } from '@fairpot/fairness/encoding/bytes';
import type { StatementFinding } from '@fairpot/fairness/solvency/own-check';
import type { SolvencySays } from '@fairpot/fairness/solvency/statement';
import type { Sums } from '@fairpot/fairness/solvency/sums';
import { askFairness } from '../../fairness/client.ts';
import { ApiRefusal, ask } from '../../platform/calls/api.ts';
import type { BalanceNote } from './balance-notes.ts';
import { seenAt } from './balance-notes.ts';

/** Holds a head of the log against the one seen before; false: it contradicts, and the alarm of the log is up. */
export type HoldHead = (head: LogHead) => Promise<boolean>;

export type StatementState =
  | {
      readonly state: 'holds';
      readonly number: number;
      readonly leaf: number;
      /** What the log holds: when it was said, and all that was said. */
      readonly at: number;
      readonly says: SolvencySays;
    }
  | { readonly state: 'contradicted'; readonly problem: string }
  /** No statement yet, or the log cannot be judged now. */
  | { readonly state: 'none' };

/** Looks up a statement that the page shows. Rejects when site or worker cannot be reached. */
export async function checkShown(shown: SolvencyStatement, hold: HoldHead): Promise<StatementState> {
  const proof = await ask(getSolvencyProof, { number: shown.number }).catch(unlessMissing);
  if (proof === null || !(await hold(proof.head))) return { state: 'none' };
  const { head, leaf, number } = proof;
  const check = { key: head.key, note: head.checkpoint, leaf, number: shown.number };
  const finding = await askFairness({ ask: 'solvency', check });
  if (finding.problem !== null) return { state: 'contradicted', problem: finding.problem };
  const { at, says } = finding;
  const wrong = shownProblem(shown, finding) ?? (await rootsProblem(says, head.key));
  return wrong === null
    ? { state: 'holds', number, leaf: leaf.index, at, says }
    : { state: 'contradicted', problem: wrong };
}

/** What is wrong with the roots that reserves are signed over: each has to be that of its statement in the log. */
async function rootsProblem({ reserves }: SolvencySays, key: string): Promise<string | null> {
  const signed = (reserves?.addresses ?? []).flatMap((each) => (each.signed === null ? [] : [each.signed]));
  for (const number of new Set(signed.map((each) => each.number))) {
    const proof = await ask(getSolvencyProof, { number });
    if (proof === null) return `statement ${number}, over which reserves are signed, is not in the log`;
    const { head, leaf } = proof;
    const finding = await askFairness({ ask: 'solvency', check: { key, note: head.checkpoint, leaf, number } });
    if (finding.problem !== null) return `statement ${number}, over which reserves are signed: ${finding.problem}`;
    const root = toHex(finding.says.root);
    if (signed.some((each) => each.number === number && each.root !== root))
      return `reserves are signed over another root than that of statement ${number}`;
  }
  return null;
}

/** The first figure of the page that is not the log's; null when there is none. */
export function shownProblem(
  { at, owed, own, held }: SolvencyStatement,
  { says, at: said }: Extract<StatementFinding, { problem: null }>,
): string | null {
  const pairs: readonly (readonly [what: string, shown: number | null, logged: number | null])[] = [
    ['time', at, said],
    ...sumPairs('owed', owed, says.sums),
    ...sumPairs('of bots', own, says.own),
    ['items held', held.items, says.steam.items],
    ['worth of items held', held.itemsUsd, usd(cents(says.steam.itemCents))],
    ['worth of coins held', held.coinsUsd, usd(cents(coinCents(says)))],
  ];
  const wrong = pairs.find(([, shown, logged]) => shown !== logged);
  return wrong ? `${wrong[0]}: the page shows ${wrong[1]}, the log says ${wrong[2]}` : null;
}

function sumPairs(whose: string, shown: SolvencyStatement['owed'], logged: Sums) {
  return [
    [`money ${whose}`, shown.balanceUsd, usd(cents(logged.cents))],
    [`items ${whose}`, shown.items, logged.items],
    [`worth of items ${whose}`, shown.itemsUsd, usd(cents(logged.itemCents))],
  ] as const;
}

function coinCents({ coins }: SolvencySays): number {
  return coins.reduce((sum, coin) => sum + (coin.cents ?? 0), 0);
}

export type OwnState =
  | {
      readonly state: 'counted';
      readonly number: number;
      readonly at: number;
      readonly sums: Sums;
      readonly index: number;
      readonly siblings: number;
      /** What this browser saw of the balance at that moment, in cents; null when it did not look then. */
      readonly seen: number | null;
    }
  /** There is no leaf, and this browser saw nothing that would need one. */
  | { readonly state: 'nothing'; readonly number: number; readonly at: number }
  | { readonly state: 'contradicted'; readonly problem: string }
  | { readonly state: 'none' };

/** Finds the player in the newest tree. `notes`: what this browser saw of their balance. */
export async function checkMine(steamid: string, notes: readonly BalanceNote[], hold: HoldHead): Promise<OwnState> {
  const mine = await ask(getMySolvency, {});
  if (mine === null || !(await hold(mine.head))) return { state: 'none' };
  const { head, leaf, number, own } = mine;
  const check = { key: head.key, note: head.checkpoint, leaf, number };
  const finding = await askFairness(
    own === null ? { ask: 'solvency', check } : { ask: 'ownSolvency', check: { ...check, steamid, own } },
  );
  if (finding.problem !== null) return { state: 'contradicted', problem: finding.problem };
  const { at } = finding;
  const seen = seenAt(notes, at);
  const counted = own?.sums.cents ?? 0;
  if (seen !== null && counted < seen)
    return {
      state: 'contradicted',
      problem:
        `this browser saw ${usd(cents(seen))} USD on your account at that moment, ` +
        `the tree counts ${usd(cents(counted))}`,
    };
  if (own === null) return { state: 'nothing', number, at };
  return { state: 'counted', number, at, sums: own.sums, index: own.index, siblings: own.path.length, seen };
}

function unlessMissing(error: unknown): null {
  if (error instanceof ApiRefusal && error.code === 'NOT_FOUND') return null;
  throw error;
}
