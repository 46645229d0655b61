/**
 * The watch over the public log: it only grows, and the rounds that this browser watched stand in it as they were seen.
 *
 * Started once by the site-wide banner; /fairplay shows its state. Invariant: checks run one after the other, each against
 * the checkpoint that the one before has left; what contradicts it raises the alarm and is never kept.
 */
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import { getLogConsistency, getLogHead, getLogProof } from '@fairpot/contract/log/calls';
import type { LogHead } from '@fairpot/contract/log/schemas';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { RoundFinding } from '@fairpot/fairness/log/log-check';
import { askFairness } from '../../fairness/client.ts';
import { isRecomputed } from '../../fairness/seal.ts';
import { memoryOf, noteInLog, trustedChains, useWatch } from '../../fairness/watcher.ts';
import { ApiRefusal, ask } from '../../platform/calls/api.ts';
import { readKeptHead, consistencySpan, writeKeptHead, type KeptHead } from './kept-head.ts';

export interface LogAlarm {
  readonly text: string;
  /** The log has another key: the player may know why. A split under the same key has no excuse. */
  readonly newKey: boolean;
}

interface PublicLogState {
  readonly head: LogHead | null;
  /** The checkpoint that was kept before this visit; null at the first one. */
  readonly before: KeptHead | null;
  /** The last checkpoint that was found right. */
  readonly kept: KeptHead | null;
  readonly alarm: LogAlarm | null;
}

const before = readKeptHead();
export const useLog = create<PublicLogState>(() => ({ head: null, before, kept: before, alarm: null }));

/** What the log holds of a round, as far as this browser can tell. */
export type RoundInLogResult =
  | {
      readonly state: 'found';
      readonly finding: RoundFinding;
      readonly head: LogHead;
      /** The lock under the first head that witnesses cosigned; not checked here. */
      readonly witnessed: OutputOf<typeof getLogProof>['witnessed'];
    }
  | { readonly state: 'contradicted'; readonly problem: string }
  /** Not in the log yet, or the log cannot be judged now. */
  | { readonly state: 'missing' };

let turn: Promise<unknown> = Promise.resolve();
/** Runs `work` after all that was asked for before. */
function inSequence<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

/** Fetches the head and holds it against the one seen before. Rejects when the server or the worker cannot be reached. */
export function checkLogHead(): Promise<void> {
  return inSequence(async () => void (await acceptHead(await ask(getLogHead, {}))));
}

/** Holds a head that came with an answer about something else against the one seen before; false: the alarm is up. */
export function compareHead(head: LogHead): Promise<boolean> {
  return inSequence(() => acceptHead(head));
}

/** Looks a settled round up in the log. `seen`: its commitment, and the lock's text when it was seen. */
export function checkRoundInLog(
  roundId: string,
  seen: { readonly hash: string; readonly lockText: string | null },
): Promise<RoundInLogResult> {
  return inSequence(async () => {
    const found = await ask(getLogProof, { roundId }).catch(unlessUnknown);
    if (found === null || !(await acceptHead(found.head))) return { state: 'missing' };
    if (!found.leaves.some((leaf) => leaf.kind === 'result')) return { state: 'missing' };
    const { head, leaves } = found;
    // The head was held against the kept one just now: here it stands for itself.
    const check = { key: head.key, note: head.checkpoint, last: null, consistency: [], leaves, roundId, ...seen };
    const finding = await askFairness({ ask: 'logRound', check: { ...check, chains: trustedChains() } });
    return finding.problem === null
      ? { state: 'found', finding, head, witnessed: found.witnessed }
      : { state: 'contradicted', problem: `Public log: ${finding.problem}.` };
  });
}

function unlessUnknown(error: unknown): null {
  if (error instanceof ApiRefusal && (error.code === 'NO_GAME' || error.code === 'NOT_FOUND')) return null;
  throw error;
}

/** Whether the head continues the kept one; then it is kept. Otherwise the alarm is raised. */
async function acceptHead(head: LogHead): Promise<boolean> {
  useLog.setState({ head });
  const { kept, alarm } = useLog.getState();
  if (alarm !== null) return false;
  if (kept !== null && kept.key !== head.key) return raise(newKeyText(kept, head), true);
  const path = await consistencyBetween(kept, head.size);
  if (path === null)
    return raise(
      `It had ${kept?.size} leaves when this browser last saw it, and has ${head.size} now: it was truncated.`,
      false,
    );
  const check = { key: kept?.key ?? head.key, note: head.checkpoint, last: kept, consistency: path };
  const { problem, size } = await askFairness({ ask: 'logHead', check });
  if (problem !== null) return raise(`Your browser found this by itself: ${problem}.`, false);
  if (size >= (kept?.size ?? 0)) saveHead(head);
  return true;
}

/** Base64 hashes; null when the server no longer has as many leaves as were seen. */
async function consistencyBetween(kept: KeptHead | null, size: number): Promise<readonly string[] | null> {
  const span = consistencySpan(kept, size);
  if (span === null) return [];
  try {
    return (await ask(getLogConsistency, span)).path;
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'BAD_INPUT') return null;
    throw error;
  }
}

function raise(text: string, newKey: boolean): false {
  useLog.setState({ alarm: { text, newKey } });
  return false;
}

function newKeyText(kept: KeptHead, head: LogHead): string {
  return (
    `This browser pinned the key ${shortKey(kept.key)}; the server now names ${shortKey(head.key)}. Until you ` +
    'accept it, no round counts as logged.'
  );
}

function saveHead({ key, checkpoint, size }: LogHead): void {
  const kept = { key, note: checkpoint, size, at: Date.now() };
  writeKeptHead(kept);
  useLog.setState({ kept });
}

/** The player's word that the log's new key is in order: the thread begins anew. */
export function acceptLog(): void {
  const { head } = useLog.getState();
  useLog.setState({ alarm: null, before: null, kept: null });
  if (head !== null) saveHead(head);
}

/** The key without its long part: name and id. */
export function shortKey(key: string): string {
  return key.split('+').slice(0, 2).join('+');
}

/** Waits before each look for a round that has just been settled: the log follows within a second or two. */
const LOOK_AFTER_MS = [2_000, 3_000, 5_000, 10_000, 30_000, 120_000];
/** The head is looked at again while the page stays open. */
const HEAD_EVERY_MS = 5 * 60_000;

/** Rounds whose look is due or done. */
const lookedUp = new Set<string>();

/** Looks up each round that was seen before its result, once its result is verified. */
function lookUpVerified({ seals }: ReturnType<typeof useWatch.getState>): void {
  for (const [roundId, seal] of Object.entries(seals)) {
    if (!isRecomputed(seal) || seal.since === 'settled' || lookedUp.has(roundId)) continue;
    lookedUp.add(roundId);
    void lookUp(roundId);
  }
}

async function lookUp(roundId: string): Promise<void> {
  const memory = memoryOf(roundId);
  if (memory === undefined) return;
  for (const wait of LOOK_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    // Unreachable is like not there yet: the next look tells.
    const result = await checkRoundInLog(roundId, { hash: memory.hash, lockText: memory.lock }).catch(
      (): RoundInLogResult => ({ state: 'missing' }),
    );
    if (result.state === 'found') return noteInLog(memory, { problem: null, size: result.head.size });
    if (result.state === 'contradicted') return noteInLog(memory, { problem: result.problem, size: null });
  }
  noteInLog(memory, { problem: null, size: null });
}

/** Watches the log while the page is open. Used once, by the site-wide banner. */
export function useLogWatch(): void {
  useEffect(() => {
    const look = () => void checkLogHead().catch(() => undefined); // unreachable: the next look tells
    const first = setTimeout(look, LOOK_AFTER_MS[0]);
    const again = setInterval(look, HEAD_EVERY_MS);
    const unfollow = useWatch.subscribe(lookUpVerified);
    return () => {
      clearTimeout(first);
      clearInterval(again);
      unfollow();
    };
  }, []);
}
