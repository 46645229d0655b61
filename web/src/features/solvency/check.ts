/**
 * The browser's own solvency check: the newest statement is in the public log as the page shows it, and the player's balance is counted in
 * its tree. What cannot be reached is reported as not checked; a contradiction is an alarm.
 */
import { cents, usd } from '@fairpot/contract/wire/money';
import type { LogHead } from '@fairpot/contract/log/schemas';
import { getMySolvency, getSolvencyProof } from '@fairpot/contract/solvency/calls';
import type { SolvencyStatement } from '@fairpot/contract/solvency/schemas';
import { toHex } from '@fairpot/fairness/encoding/bytes';
import type { StatementFinding } from '@fairpot/fairness/checks/own-check';
import type { SolvencyStatementBody } from '@fairpot/fairness/solvency/statement';
import type { LiabilitySums } from '@fairpot/fairness/solvency/sums';
import { askFairness } from '../../fairness/client.ts';
import { ApiRefusal, ask } from '../../platform/calls/api.ts';
import { balanceAt, type BalanceNote } from './balance-notes.ts';
import { texts } from './texts.ts';

/** Compares a head of the log with the one seen before. False if it contradicts, in which case the log's alarm is raised. */
export type HeadCheck = (head: LogHead) => Promise<boolean>;

export type StatementState =
  | {
      readonly state: 'holds';
      readonly number: number;
      readonly leaf: number;
      /** The statement in the log: its time and its content. */
      readonly at: number;
      readonly says: SolvencyStatementBody;
    }
  | { readonly state: 'contradicted'; readonly problem: string }
  /** No statement yet, or the log cannot be verified now. */
  | { readonly state: 'none' };

/** Checks a statement that the page shows against the log. Rejects if site or worker cannot be reached. */
export async function checkShown(shown: SolvencyStatement, checkHead: HeadCheck): Promise<StatementState> {
  const proof = await ask(getSolvencyProof, { number: shown.number }).catch(unlessMissing);
  if (proof === null || !(await checkHead(proof.head))) return { state: 'none' };
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

/** What is wrong with the roots that reserves are signed over: each must be that of its statement in the log. Null if nothing is. */
async function rootsProblem({ reserves }: SolvencyStatementBody, key: string): Promise<string | null> {
  const signed = (reserves?.addresses ?? []).flatMap((each) => (each.signed === null ? [] : [each.signed]));
  for (const number of new Set(signed.map((each) => each.number))) {
    const proof = await ask(getSolvencyProof, { number });
    if (proof === null) return texts.problem.notInLog(number);
    const { head, leaf } = proof;
    const finding = await askFairness({ ask: 'solvency', check: { key, note: head.checkpoint, leaf, number } });
    if (finding.problem !== null) return texts.problem.inRoot(number, finding.problem);
    const root = toHex(finding.says.root);
    if (signed.some((each) => each.number === number && each.root !== root)) return texts.problem.otherRoot(number);
  }
  return null;
}

/** The first figure on the page that differs from the log; null if none does. */
export function shownProblem(
  { at, owed, own, held }: SolvencyStatement,
  { says, at: said }: Extract<StatementFinding, { problem: null }>,
): string | null {
  const { figures } = texts;
  const pairs: readonly (readonly [name: string, shown: number | null, logged: number | null])[] = [
    [figures.time, at, said],
    ...sumPairs(figures.owed, owed, says.sums),
    ...sumPairs(figures.ofBots, own, says.own),
    [figures.heldItems, held.items, says.steam.items],
    [figures.heldItemWorth, held.itemsUsd, usd(cents(says.steam.itemCents))],
    [figures.heldCoinWorth, held.coinsUsd, usd(cents(coinCents(says)))],
  ];
  const wrong = pairs.find(([, shown, logged]) => shown !== logged);
  return wrong ? texts.problem.figure(...wrong) : null;
}

function sumPairs(owner: string, shown: SolvencyStatement['owed'], logged: LiabilitySums) {
  return [
    [texts.figures.money(owner), shown.balanceUsd, usd(cents(logged.cents))],
    [texts.figures.items(owner), shown.items, logged.items],
    [texts.figures.itemWorth(owner), shown.itemsUsd, usd(cents(logged.itemCents))],
  ] as const;
}

function coinCents({ coins }: SolvencyStatementBody): number {
  return coins.reduce((sum, coin) => sum + (coin.cents ?? 0), 0);
}

export type OwnState =
  | {
      readonly state: 'counted';
      readonly number: number;
      readonly at: number;
      readonly sums: LiabilitySums;
      readonly index: number;
      readonly siblings: number;
      /** The balance that this browser saw at that moment, in cents; null if it did not sample it then. */
      readonly seen: number | null;
    }
  /** The player has no leaf, and this browser saw no balance that would need one. */
  | { readonly state: 'nothing'; readonly number: number; readonly at: number }
  | { readonly state: 'contradicted'; readonly problem: string }
  | { readonly state: 'none' };

/** Finds the player in the newest tree. `notes` is this browser's own record of their balance. */
export async function checkMine(
  steamid: string,
  notes: readonly BalanceNote[],
  checkHead: HeadCheck,
): Promise<OwnState> {
  const mine = await ask(getMySolvency, {});
  if (mine === null || !(await checkHead(mine.head))) return { state: 'none' };
  const { head, leaf, number, own } = mine;
  const check = { key: head.key, note: head.checkpoint, leaf, number };
  const finding = await askFairness(
    own === null ? { ask: 'solvency', check } : { ask: 'ownSolvency', check: { ...check, steamid, own } },
  );
  if (finding.problem !== null) return { state: 'contradicted', problem: finding.problem };
  const { at } = finding;
  const seen = balanceAt(notes, at);
  const counted = own?.sums.cents ?? 0;
  if (seen !== null && counted < seen)
    return {
      state: 'contradicted',
      problem: texts.problem.tooLittle(usd(cents(seen)), usd(cents(counted))),
    };
  if (own === null) return { state: 'nothing', number, at };
  return { state: 'counted', number, at, sums: own.sums, index: own.index, siblings: own.path.length, seen };
}

function unlessMissing(error: unknown): null {
  if (error instanceof ApiRefusal && error.code === 'NOT_FOUND') return null;
  throw error;
}
