/**
 * Watches the public log: it must only grow, and it must contain the rounds that this browser watched as they were seen.
 *
 * Started once by the site-wide banner; /fairplay shows its state. Invariant: checks run in sequence, each against the
 * checkpoint stored by the previous one. A contradiction raises the alarm and is never stored.
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
import { alarmTexts } from './alarm-texts.ts';
import { readKeptHead, consistencySpan, writeKeptHead, type KeptHead } from './kept-head.ts';

export interface LogAlarm {
  readonly text: string;
  /** The log has another key, which the player may have a reason for. A split under the same key has none. */
  readonly newKey: boolean;
}

interface PublicLogState {
  readonly head: LogHead | null;
  /** The checkpoint stored before this visit; null at the first visit. */
  readonly before: KeptHead | null;
  /** The last verified checkpoint. */
  readonly kept: KeptHead | null;
  readonly alarm: LogAlarm | null;
}

const before = readKeptHead();
export const useLog = create<PublicLogState>(() => ({ head: null, before, kept: before, alarm: null }));

/** What the log contains of a round, as far as this browser can verify. */
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
/** Runs `work` after all previously queued work. */
function inSequence<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

/** Fetches the head and compares it with the stored one. Rejects when the server or the worker cannot be reached. */
export function checkLogHead(): Promise<void> {
  return inSequence(async () => void (await acceptHead(await ask(getLogHead, {}))));
}

/** Compares a head from another answer with the stored one; false when the alarm is up. */
export function compareHead(head: LogHead): Promise<boolean> {
  return inSequence(() => acceptHead(head));
}

/** Looks up a settled round in the log. `seen`: its commitment, and the lock's text if it was seen. */
export function checkRoundInLog(
  roundId: string,
  seen: { readonly hash: string; readonly lockText: string | null },
): Promise<RoundInLogResult> {
  return inSequence(async () => {
    const found = await ask(getLogProof, { roundId }).catch(unlessUnknown);
    if (found === null || !(await acceptHead(found.head))) return { state: 'missing' };
    if (!found.leaves.some((leaf) => leaf.kind === 'result')) return { state: 'missing' };
    const { head, leaves } = found;
    // The head was just compared with the stored one, so no previous head is needed here.
    const check = { key: head.key, note: head.checkpoint, last: null, consistency: [], leaves, roundId, ...seen };
    const finding = await askFairness({ ask: 'logRound', check: { ...check, chains: trustedChains() } });
    return finding.problem === null
      ? { state: 'found', finding, head, witnessed: found.witnessed }
      : { state: 'contradicted', problem: alarmTexts.contradicted(finding.problem) };
  });
}

function unlessUnknown(error: unknown): null {
  if (error instanceof ApiRefusal && (error.code === 'NO_GAME' || error.code === 'NOT_FOUND')) return null;
  throw error;
}

/** Whether the head continues the stored one; if so it is stored, otherwise the alarm is raised. */
async function acceptHead(head: LogHead): Promise<boolean> {
  useLog.setState({ head });
  const { kept, alarm } = useLog.getState();
  if (alarm !== null) return false;
  if (kept !== null && kept.key !== head.key) return raise(newKeyText(kept, head), true);
  const path = await consistencyBetween(kept, head.size);
  if (path === null) return raise(alarmTexts.truncated(kept?.size, head.size), false);
  const check = { key: kept?.key ?? head.key, note: head.checkpoint, last: kept, consistency: path };
  const { problem, size } = await askFairness({ ask: 'logHead', check });
  if (problem !== null) return raise(alarmTexts.found(problem), false);
  if (size >= (kept?.size ?? 0)) saveHead(head);
  return true;
}

/** Base64 hashes; null when the server has fewer leaves than were seen. */
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
  return alarmTexts.newKey(shortKey(kept.key), shortKey(head.key));
}

function saveHead({ key, checkpoint, size }: LogHead): void {
  const kept = { key, note: checkpoint, size, at: Date.now() };
  writeKeptHead(kept);
  useLog.setState({ kept });
}

/** The player accepts the log's new key: the comparison starts over. */
export function acceptLog(): void {
  const { head } = useLog.getState();
  useLog.setState({ alarm: null, before: null, kept: null });
  if (head !== null) saveHead(head);
}

/** Name and id of a key, without its long part. */
export function shortKey(key: string): string {
  return key.split('+').slice(0, 2).join('+');
}

/** Waits before each lookup of a round that was just settled: the log follows within a second or two. */
const LOOKUP_DELAYS_MS = [2_000, 3_000, 5_000, 10_000, 30_000, 120_000];
/** Interval between checks of the head while the page is open. */
const HEAD_EVERY_MS = 5 * 60_000;

/** Rounds whose lookup is scheduled or done. */
const lookedUp = new Set<string>();

/** Looks up each round that was seen before its result, once the result is verified. */
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
  for (const wait of LOOKUP_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    // Unreachable counts as not there yet: the next lookup decides.
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
    const look = () => void checkLogHead().catch(() => undefined); // unreachable: checked again later
    const first = setTimeout(look, LOOKUP_DELAYS_MS[0]);
    const again = setInterval(look, HEAD_EVERY_MS);
    const unfollow = useWatch.subscribe(lookUpVerified);
    return () => {
      clearTimeout(first);
      clearInterval(again);
      unfollow();
    };
  }, []);
}
