/**
 * The commands of accounts: signing in, ending sessions, adding players, confirming the age. Each runs in the runner's transaction. Lock
 * order: a player's row before their session rows.
 */
import { createHmac } from 'node:crypto';
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { isStaff } from '@fairpot/contract/wire/permissions';
import type { addPlayer, signIn, saveProviderProfile } from '@fairpot/contract/system/schemas';
import { openPlayerAccounts } from '../ledger/ledger.ts';
import type { Deps } from '../platform/process/deps.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import type { Tx } from '../platform/database/sql.ts';
import { shownName } from './names.ts';
import { isBarred, type BarKeys } from './barred.ts';
import { recordBrowser } from './browsers.ts';
import { claimNonce, insertSession } from './sessions.ts';
import { hashWith } from './rules.ts';
import { insertPlayer, playerBySteamid, playersByIds, pseudonymKey, updateProfile, type NewPlayer } from './store.ts';
import type { CommandHandler } from '../platform/runner/feature.ts';

/** Welcomes a new player, inside the transaction of the first sign-in (the demo's first items). */
export type WelcomePlayer = (
  tx: Tx,
  player: { readonly id: string; readonly steamid: string },
  now: number,
) => Promise<void>;

/**
 * Turns a checked answer into a session. Refuses SIGN_IN_FAILED when the answer was used before or belongs to a persona, SIGN_IN_EXCLUDED
 * when it would open an account for a person who excluded themselves and closed theirs.
 */
export async function signInWith(
  deps: Deps & { readonly bars: BarKeys },
  greet: WelcomePlayer,
  ctx: { readonly tx: Tx; readonly now: number },
  input: CallInput<typeof signIn>,
): Promise<CallOutput<typeof signIn>> {
  const { tx, now } = ctx;
  if (!(await claimNonce(tx, input.nonce, now))) refuse('SIGN_IN_FAILED');
  const entered = await findOrCreatePlayer(deps, ctx, {
    steamid: input.steamid,
    name: `Player ${input.steamid.slice(-4)}`,
    avatar: deps.gateways.steam.avatar(null),
    status: 'USER',
    isFake: false,
    ageConfirmedAt: null,
  });
  if (entered.isFake) refuse('SIGN_IN_FAILED');
  // Checked after no account was found: a person who is being erased right now was barred in the same transaction.
  if (entered.created && (await isBarred(deps.bars, tx, input.steamid))) refuse('SIGN_IN_EXCLUDED');
  if (entered.created) await greet(tx, { id: entered.id, steamid: input.steamid }, now);
  const { sessionId, userAgent, address } = input;
  const ipHash = await keyedHash(tx, entered.id, `address|${address}`);
  await insertSession(tx, { id: sessionId, playerId: entered.id, userAgent, ipHash }, now);
  await recordBrowser(tx, entered.id, await keyedHash(tx, entered.id, `browser|${userAgent}`), now);
  return { playerId: entered.id, created: entered.created };
}

/** The dependencies for creating an account. */
type PlayerDeps = Pick<Deps, 'gateways' | 'ids' | 'random'>;

/** Adds a player or persona without a sign-in. An existing one stays as it is. */
export async function addPlayerAs(
  deps: PlayerDeps,
  ctx: { readonly tx: Tx; readonly now: number },
  input: CallInput<typeof addPlayer>,
): Promise<CallOutput<typeof addPlayer>> {
  const entered = await findOrCreatePlayer(deps, ctx, {
    steamid: input.steamid,
    name: shownName(input.name, isStaff(input.status)),
    avatar: deps.gateways.steam.avatar(input.avatarHash),
    status: input.status,
    isFake: input.isFake,
    ageConfirmedAt: input.ageConfirmed ? ctx.now : null,
  });
  return { playerId: entered.id, created: entered.created };
}

/** Only staff may have names with words reserved for staff. */
export const updateProfileOf: CommandHandler<typeof saveProviderProfile> = async (ctx, input) => {
  const [player] = await playersByIds(ctx.tx, [input.playerId]);
  invariant(player, `unknown player ${input.playerId}`);
  const name = shownName(input.name, isStaff(player.status));
  return { changed: await updateProfile(ctx.tx, player.id, name, input.avatar) };
};

async function keyedHash(tx: Tx, playerId: string, what: string): Promise<string> {
  return hashWith(await pseudonymKey(tx, playerId), what);
}

type AccountData = Pick<NewPlayer, 'steamid' | 'name' | 'avatar' | 'status' | 'isFake' | 'ageConfirmedAt'>;

/** The player with this steamid, created with money accounts and a pseudonym if missing. */
export async function findOrCreatePlayer(
  deps: PlayerDeps,
  { tx, now }: { readonly tx: Tx; readonly now: number },
  wanted: AccountData,
): Promise<{ id: string; isFake: boolean; created: boolean }> {
  const known = await playerBySteamid(tx, wanted.steamid);
  if (known !== undefined) return { id: known.id, isFake: known.isFake, created: false };
  const id = deps.ids.next('player');
  const key = deps.random.bytes(32);
  const pseudonym = createHmac('sha256', key).update(id).digest('hex').slice(0, 32);
  const created = await insertPlayer(tx, { ...wanted, id, pseudonymKey: key, pseudonym, createdAt: now });
  // Another transaction created the account between the two statements: use that one.
  if (!created) return findOrCreatePlayer(deps, { tx, now }, wanted);
  await openPlayerAccounts(tx, id, now);
  return { id, isFake: wanted.isFake, created };
}
