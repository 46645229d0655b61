/**
 * The door of accounts: what every room asks about players. Less common questions have modules of their own, which other rooms import as they
 * are (listed in .dependency-cruiser.cjs). Checks no permissions; commands do.
 */
import { levelOf } from '@fairpot/contract/user/calls';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import type { Db } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { invariant } from '../platform/runner/refused.ts';
import { publicUser } from './present.ts';
import { experienceOf } from './rules.ts';
import { fakePlayers, playersByIds } from './store.ts';

/** Public data by player id, each id once; an unknown id is a bug of the caller. One statement. */
export async function publicUsers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PublicUser>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await playersByIds(db, wanted);
  invariant(rows.length === wanted.length, `unknown player among ${wanted.join(', ')}`);
  return new Map(rows.map((row) => [row.id, publicUser(row)]));
}

/** The public data of a player, or undefined for an unknown id: for ids from outside. */
export async function findPublicUser(db: Db, id: string): Promise<PublicUser | undefined> {
  const [row] = await playersByIds(db, [id]);
  return row && publicUser(row);
}

/** Data of a player that a trade needs; `tradeToken` is '' without a trade link. */
export interface WithdrawalAccount {
  readonly steamid: string;
  readonly tradeToken: string;
  readonly level: number;
  /** When the account was created on this site, epoch ms. */
  readonly joinedAt: number;
  /** The account is being closed (rulings 1.6): everything may be withdrawn, whatever the level. */
  readonly isClosing: boolean;
}

export async function withdrawalAccount(db: Db, id: string): Promise<WithdrawalAccount> {
  const [row] = await playersByIds(db, [id]);
  invariant(row, `unknown player ${id}`);
  const { steamid, tradeToken, createdAt: joinedAt, closingAt } = row;
  const level = levelOf(experienceOf(row.xpHundredths));
  return { steamid, tradeToken, joinedAt, level, isClosing: closingAt !== null };
}

/** A player as the actor of a call, with current status and age. */
export async function actorOf(db: Db, id: string): Promise<Actor> {
  const [row] = await playersByIds(db, [id]);
  invariant(row, `unknown player ${id}`);
  const { status, isFake: isBot, ageConfirmedAt, closingAt } = row;
  const isClosing = closingAt !== null;
  return { kind: 'player', id, status, isBot, ageConfirmed: ageConfirmedAt !== null, isClosing };
}

/** The house personas, oldest first. Empty if the server has none. */
export async function bots(db: Db): Promise<PublicUser[]> {
  return (await fakePlayers(db)).map(publicUser);
}
