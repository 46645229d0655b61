/**
 * The bots' public books (rulings 1.5): what each bot of the house staked and won, by day and game. Uses the sums that the settlement keeps
 * (`player_days`), without results that are still on a screen.
 */
import { BOT_BOOKS_PAGE } from '@fairpot/contract/solvency/calls';
import { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { listBotBooks } from '@fairpot/contract/solvency/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import { invariant } from '../platform/runner/refused.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import { publicUser } from './present.ts';
import { DAY_MS, unpublishedSql } from './results.ts';
import { playersByIds } from './store.ts';
import type { QueryHandler } from '../platform/runner/feature.ts';

interface BookRow {
  readonly day: number;
  readonly playerId: string;
  readonly game: string;
  readonly played: number;
  readonly won: number;
  readonly stakedCents: number;
  readonly wonCents: number;
}

type BookCursor = Pick<BookRow, 'day' | 'playerId' | 'game'>;

/** Rows after a cursor, newest day first, without unpublished results. */
function booksAfter(db: Db, now: number, before: BookCursor | null, limit: number): Promise<BookRow[]> {
  const older =
    before === null
      ? sql``
      : sql`and (day, player_id, game) < (${before.day}::integer, ${before.playerId}::text, ${before.game}::text)`;
  return db.many<BookRow>(sql`
    select d.day, d.player_id as "playerId", d.game, (d.played - u.played)::integer as played,
      (d.won - u.won)::integer as won, (d.staked_cents - u.staked)::bigint as "stakedCents",
      (d.won_cents - u.paid)::bigint as "wonCents"
    from (
      select * from player_days where is_bot ${older} order by day desc, player_id desc, game desc limit ${limit}) d
    cross join lateral (
      select count(*) as played, count(*) filter (where won) as won, coalesce(sum(staked_cents), 0) as staked,
        coalesce(sum(won_cents), 0) as paid
      from player_results r
      where r.player_id = d.player_id and r.game = d.game and ${unpublishedSql(now)}
        and at >= d.day * ${DAY_MS}::bigint and at < (d.day + 1) * ${DAY_MS}::bigint
      offset 0) u
    order by d.day desc, d.player_id desc, d.game desc`);
}

export const botBooks: QueryHandler<typeof listBotBooks> = async ({ db, now }, { before, limit = BOT_BOOKS_PAGE }) => {
  const found = await booksAfter(db, now, before === undefined ? null : placeOf(before), limit + 1);
  const page = found.slice(0, limit);
  const published = page.filter(({ played }) => played > 0);
  const bots = await playersByIds(db, [...new Set(published.map(({ playerId }) => playerId))]);
  const last = page.at(-1);
  return {
    books: published.map((row) => {
      const bot = bots.find(({ id }) => id === row.playerId);
      invariant(bot?.isFake, `${row.playerId} is a bot`);
      return {
        day: new Date(row.day * DAY_MS).toISOString().slice(0, 10),
        bot: publicUser(bot),
        game: ProvableGame.parse(row.game),
        played: row.played,
        won: row.won,
        stakedUsd: usd(cents(row.stakedCents)),
        wonUsd: usd(cents(row.wonCents)),
        netUsd: usd(cents(row.wonCents - row.stakedCents)),
      };
    }),
    next: found.length > limit && last ? `${last.day}.${last.playerId}.${last.game}` : null,
  };
};

/** Parses a `BotBookPlace`, whose form the contract has checked. */
function placeOf(text: string): BookCursor {
  const [day = '', playerId = '', game = ''] = text.split('.');
  return { day: Number(day), playerId, game };
}
