/**
 * The second factor of staff: an authenticator with recovery codes. Set up at the first sign-in as staff. The runner requires it always in
 * live, and in a demo from those who have one (platform/runner/command.ts). A code counts for one session.
 *
 * Invariants: a code is used once, on whichever node. Three wrong ones lock it for half an hour. No answer, receipt, log or row holds a
 * secret or an unused recovery code in clear. A wrong code is an answer, not a refusal: a refusal would undo its count.
 */
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type * as calls from '@fairpot/contract/staff/schemas';
import { STAFF_CODE_CLOSED_MS, STAFF_CODE_FRESH_MS, STAFF_CODE_TRIES } from '@fairpot/contract/staff/calls';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, CommandHandler } from '../../platform/runner/feature.ts';
import { invariant, refuse } from '../../platform/runner/refused.ts';
import type { Db, Tx } from '../../platform/database/sql.ts';
import {
  codesOf,
  confirmCodes,
  lockCodes,
  recordCode,
  recordFailure,
  putCodes,
  recoveryLeft,
  useStep,
  useRecovery,
  type CodesRow,
} from './code-store.ts';
import { playersByIds } from '../store.ts';
import { seal, staffKey, unseal } from './seal.ts';
import { newRecoveryCodes, newSecret, otpauthUri, recoveryHash, stepOf } from './totp.ts';

/** What codes are created and unsealed with; `key` is read once. */
export interface CodeDeps extends Pick<Deps, 'random'> {
  readonly key: () => Promise<Uint8Array>;
}

/** The key is read from its file on first use; a start of the server needs it. */
export function codeDeps({ config, random }: Pick<Deps, 'config' | 'random'>): CodeDeps {
  let read: Promise<Uint8Array> | null = null;
  return { random, key: () => (read ??= staffKey(config, random)) };
}

/** The state of the caller's codes. */
export async function codeState(
  deps: Pick<Deps, 'config'>,
  db: Db,
  actor: Actor,
  now: number,
): Promise<CallOutput<typeof calls.staffCodes>> {
  const row = await codesOf(db, actor.id);
  const on = row !== undefined && row.confirmedAt !== null;
  const { codeAt = null } = actor;
  return {
    state: row === undefined ? 'none' : on ? 'on' : 'begun',
    asked: on || deps.config.mode === 'live',
    given: codeAt !== null,
    freshUntil: codeAt === null ? null : codeAt + STAFF_CODE_FRESH_MS,
    closedUntil: row === undefined ? null : closedUntil(row, now),
    recoveryLeft: on ? await recoveryLeft(db, actor.id) : 0,
  };
}

/** Creates a new secret and new recovery codes, sealed; refuses STAFF_CODE_SET when codes are on already. */
export function setUpCodes(deps: CodeDeps): CommandHandler<typeof calls.setUpAuthenticator> {
  return async ({ tx, actor, now, act }) => {
    if (!(await putCodes(tx, actor.id, await newCodes(deps, actor.id), now))) refuse('STAFF_CODE_SET');
    act({ playerId: actor.id });
    return { state: 'begun' as const };
  };
}

/** Secret and recovery codes, until the authenticator is confirmed; refuses NOT_FOUND at any other time. */
export async function readUnconfirmedCodes(
  deps: CodeDeps,
  db: Db,
  actor: Actor,
): Promise<CallOutput<typeof calls.getUnconfirmedAuthenticator>> {
  const row = await codesOf(db, actor.id);
  if (row === undefined || row.shown === null) return refuse('NOT_FOUND');
  const key = await deps.key();
  const secret = unseal(key, actor.id, row.secret);
  const [player] = await playersByIds(db, [actor.id]);
  invariant(player, `unknown player ${actor.id}`);
  return { secret, uri: otpauthUri(secret, player.name), recovery: unseal(key, actor.id, row.shown).split(' ') };
}

/**
 * Checks an authenticator code or a recovery code: accepted, or how many tries are left. The first right code of an unconfirmed
 * authenticator turns it on. Refuses NOT_FOUND without an authenticator, STAFF_CODE_CLOSED after too many wrong ones.
 */
export function submitCode(deps: CodeDeps): CommandHandler<typeof calls.submitStaffCode> {
  return async ({ tx, actor, now, act }, { code }) => {
    const row = await lockCodes(tx, actor.id);
    if (row === undefined) return refuse('NOT_FOUND');
    const until = closedUntil(row, now);
    if (until !== null) refuse('STAFF_CODE_CLOSED', { minutes: Math.ceil((until - now) / 60_000) });
    const kind = await kindOf(deps, tx, actor.id, row, code, now);
    if (kind === null) {
      const failures = failuresAt(row, now) + 1;
      await recordFailure(tx, actor.id, failures, now);
      act({ playerId: actor.id, details: { given: false, failures } });
      return { given: false, triesLeft: STAFF_CODE_TRIES - failures };
    }
    invariant(actor.sessionId !== undefined, 'a code is given in a session');
    await recordCode(tx, actor.sessionId, actor.id, now);
    act({ playerId: actor.id, details: { given: true, by: kind } });
    return { given: true, triesLeft: STAFF_CODE_TRIES };
  };
}

/** An authenticator that is on from the start, for `npm run admin`. Returns what is shown once; it is stored only sealed or hashed. */
export async function putConfirmedCodes(deps: CodeDeps, tx: Tx, playerId: string, name: string, now: number) {
  const secret = newSecret((n) => deps.random.bytes(n));
  const recovery = newRecoveryCodes((n) => deps.random.bytes(n));
  const key = await deps.key();
  const sealed = (text: string) => seal(key, playerId, text, deps.random);
  const put = await putCodes(tx, playerId, { secret: sealed(secret), shown: sealed(recovery.join(' ')) }, now);
  invariant(put, `${playerId} had an authenticator`);
  await confirmCodes(tx, playerId, recovery.map(hashOf), now);
  return { uri: otpauthUri(secret, name), secret, recovery };
}

async function newCodes(deps: CodeDeps, playerId: string) {
  const key = await deps.key();
  const sealed = (text: string) => seal(key, playerId, text, deps.random);
  const bytes = (count: number) => deps.random.bytes(count);
  return { secret: sealed(newSecret(bytes)), shown: sealed(newRecoveryCodes(bytes).join(' ')) };
}

/** The kind of the code, after using it up; null for a wrong or used one. */
async function kindOf(
  deps: CodeDeps,
  tx: Tx,
  playerId: string,
  row: CodesRow,
  code: string,
  now: number,
): Promise<'code' | 'recovery' | null> {
  const hash = recoveryHash(code);
  if (hash !== null) return row.confirmedAt !== null && (await useRecovery(tx, playerId, hash)) ? 'recovery' : null;
  const key = await deps.key();
  const step = stepOf(unseal(key, playerId, row.secret), code, now, row.lastStep);
  if (step === null || !(await useStep(tx, playerId, step))) return null;
  if (row.shown !== null) {
    await confirmCodes(tx, playerId, unseal(key, playerId, row.shown).split(' ').map(hashOf), now);
  }
  return 'code';
}

function hashOf(code: string): Buffer {
  const hash = recoveryHash(code);
  invariant(hash !== null, 'our own recovery code is valid');
  return hash;
}

/** Wrong codes that still count. */
function failuresAt({ failures, failedAt }: CodesRow, now: number): number {
  return failedAt !== null && now < failedAt + STAFF_CODE_CLOSED_MS ? failures : 0;
}

/** Until when codes are locked after too many wrong ones; null: not locked. */
function closedUntil(row: CodesRow, now: number): number | null {
  return row.failedAt !== null && failuresAt(row, now) >= STAFF_CODE_TRIES ? row.failedAt + STAFF_CODE_CLOSED_MS : null;
}
