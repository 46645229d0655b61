/**
 * API keys: the SQL of `api_keys`, and the player behind a key.
 *
 * Invariants: the database holds only sha256 of a key, which the player's browser computed. A revoked key is invalid at once on every node, because
 * every request looks it up. A key acts for a player, never for staff or a bot, and has no sign-in, so nothing that asks for a recent one works with it.
 */
import { createHash } from 'node:crypto';
import { API_KEY, MAX_API_KEYS } from '@fairpot/contract/keys/calls';
import type { CallInput } from '@fairpot/contract/wire/call.schemas';
import type { createApiKey, OwnApiKey } from '@fairpot/contract/keys/schemas';
import { isStaff, type ApiScope } from '@fairpot/contract/wire/permissions';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import type { ResolveKey } from '../../platform/http/session.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { readSettings, SITE_SETTINGS } from '../../platform/runner/settings.ts';
import { hashWith } from '../rules.ts';
import { lastUseOf, noteUse, type KeyUses } from './key-uses.ts';

/** Digits of a key's id that its player sees. */
const SHOWN_DIGITS = 16;
const usesColumns = sql`
  k.last_used_at as "lastUsedAt", k.address_hash as "addressHash", k.other_hash as "otherHash",
  k.other_at as "otherAt"`;

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Whether keys may play here: in a demo always, in live where the setting allows it. */
export async function mayKeysPlay(db: Db, { config }: Pick<Deps, 'config'>): Promise<boolean> {
  return config.mode === 'demo' || (await readSettings(db, SITE_SETTINGS))['api.livePlay'];
}

/** Resolves an API key to its player, each time anew; notes the use and its address. */
export function keyResolver(deps: KeyDeps): ResolveKey {
  return async (key, address) => {
    if (!API_KEY.test(key)) return null;
    const id = createHash('sha256').update(key).digest('hex');
    const row = await deps.db.maybe<KeyRow>(sql`
      select k.player_id as "playerId", k.scopes, ${usesColumns}, p.pseudonym_key as "pseudonymKey",
        p.age_confirmed_at is not null as "ageConfirmed", p.closing_at is not null as "isClosing"
      from api_keys k join players p on p.id = k.player_id
      where k.id = ${id} and p.erased_at is null and p.status = 'USER' and not p.is_fake`);
    if (row === undefined || row.pseudonymKey === null) return null;
    await note(deps, id, row, hashWith(row.pseudonymKey, `address|${address}`));
    const { playerId, ageConfirmed, isClosing } = row;
    const plays = row.scopes.includes('play') && (await mayKeysPlay(deps.db, deps));
    const scopes = row.scopes.filter((scope) => scope !== 'play' || plays);
    const person = { kind: 'player', id: playerId, status: 'USER', isBot: false, ageConfirmed, isClosing } as const;
    return { sessionId: id, actor: { ...person, apiKey: { id, scopes } } };
  };
}

interface KeyRow extends KeyUses {
  readonly playerId: string;
  readonly scopes: readonly ApiScope[];
  /** Null of an erased account. */
  readonly pseudonymKey: Buffer | null;
  readonly ageConfirmed: boolean;
  readonly isClosing: boolean;
}

async function note({ db, clock }: KeyDeps, id: string, uses: KeyUses, addressHash: string): Promise<void> {
  const noted = noteUse(uses, addressHash, clock.now());
  if (noted === null) return;
  await db.run(sql`
    update api_keys set last_used_at = ${noted.lastUsedAt}, address_hash = ${noted.addressHash},
      other_hash = ${noted.otherHash}, other_at = ${noted.otherAt}
    where id = ${id}`);
}

/** A player's keys, oldest first. `sessionId`: the session that asks. */
export async function ownKeys(db: Db, playerId: string, sessionId: string): Promise<OwnApiKey[]> {
  const rows = await db.many<OwnKeyRow>(sql`
    select left(k.id, ${SHOWN_DIGITS}) as id, k.name, k.scopes, k.created_at as "createdAt", ${usesColumns},
      (select s.ip_hash from sessions s where s.id = ${sessionId}) as here
    from api_keys k where k.player_id = ${playerId} order by k.created_at, k.id`);
  return rows.map(({ id, name, scopes, createdAt, here, ...uses }) => {
    const { at: lastUsedAt, addressHash, otherAt: otherAddressAt } = lastUseOf(uses);
    const sameAddress = lastUsedAt !== null && addressHash === here;
    return { id, name, scopes: [...scopes], createdAt, lastUsedAt, sameAddress, otherAddressAt };
  });
}

interface OwnKeyRow extends KeyUses, Pick<OwnApiKey, 'id' | 'name' | 'createdAt'> {
  readonly scopes: readonly ApiScope[];
  readonly here: string | null;
}

/** Refuses API_KEY_STAFF, API_KEY_LIMIT; BAD_INPUT for the hash of a key that exists. */
export async function createKey(
  tx: Tx,
  { id: playerId, status, isBot }: Actor,
  { name, scopes, hash }: CallInput<typeof createApiKey>,
  now: number,
): Promise<{ id: string }> {
  if (isStaff(status) || isBot) refuse('API_KEY_STAFF');
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`api keys ${playerId}`}, 0))`);
  const { keys } = await tx.one<{ keys: number }>(sql`
    select count(*) as keys from api_keys where player_id = ${playerId}`);
  if (keys >= MAX_API_KEYS) refuse('API_KEY_LIMIT', { max: MAX_API_KEYS });
  const created = await tx.run(sql`
    insert into api_keys (id, player_id, name, scopes, created_at)
    values (${hash}, ${playerId}, ${name}, ${[...scopes]}, ${now}) on conflict (id) do nothing`);
  if (created === 0) refuse('BAD_INPUT', { detail: 'hash: this key exists' });
  return { id: hash.slice(0, SHOWN_DIGITS) };
}

/** Deletes a player's key; returns the full ids of what was deleted. */
export async function deleteKey(tx: Tx, playerId: string, id: string): Promise<string[]> {
  const gone = await tx.many<{ id: string }>(sql`
    delete from api_keys where player_id = ${playerId} and left(id, ${SHOWN_DIGITS}) = ${id} returning id`);
  return gone.map((key) => key.id);
}
