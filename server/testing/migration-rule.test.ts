/** Every migration since the last release leaves the version before able to work (docs/runbook.md, "A new version"). */
import { expect, test } from 'vitest';
import { readSqlFiles } from '../src/platform/database/sql-files.ts';
import { breaksVersionBefore } from '../src/platform/database/migration-rule.ts';

/** The newest migration of the last release: its nodes know everything up to here. A release raises it. */
const RELEASED = 14;

test('no migration since the last release breaks the version before', () => {
  const { migrations } = readSqlFiles();
  expect(migrations.some(({ number }) => number === RELEASED)).toBe(true);
  const broken = migrations
    .filter(({ number }) => number > RELEASED)
    .flatMap(({ number, name, text }) => breaksVersionBefore(text).map((why) => `${number} (${name}) ${why}`));
  expect(broken).toEqual([]);
});

test.each([
  ['drop table rounds', 'drops what'],
  ['DROP FUNCTION round_seals(text[])', 'drops what'],
  ['alter table rounds rename column phase to state', 'renames'],
  ['alter table rounds rename to games', 'renames'],
  ['alter table rounds set schema other', 'moves'],
  ['alter table rounds drop column phase', 'drops a column'],
  ['alter table rounds add column a bigint, drop phase', 'drops a column'],
  ['alter table rounds alter column phase type integer', 'changes the type'],
  ['alter table rounds alter phase set not null', 'refuses a null'],
  ['alter table rounds alter phase drop default', 'removes a default'],
  ['alter table rounds add column cents bigint not null', 'does not fill'],
  ['alter table rounds add column cents bigint not null check (cents > 0)', 'does not fill'],
  ['alter table rounds add constraint positive check (cents > 0)', 'adds a rule'],
  ['alter table rounds add unique (number)', 'adds a rule'],
  ['create unique index one_open on rounds (game) where phase = 1', 'refuses rows'],
])('%s is refused', (statement, why) => {
  expect(breaksVersionBefore(`-- owner: games\n${statement};`).join()).toContain(why);
});

test.each([
  'create table fresh (id text primary key, cents bigint not null); create unique index only on fresh (cents)',
  'create table fresh (id text); alter table fresh add column cents bigint not null',
  'alter table rounds add column cents bigint',
  "alter table rounds add column kind text not null default 'plain, or not'",
  'alter table rounds add column twice bigint not null generated always as (2 * cents) stored',
  'alter table rounds drop constraint kinds, add constraint kinds check (kind in (1, 2, 3))',
  'alter table rounds alter phase drop not null',
  'drop index old_index; drop trigger old_trigger on rounds',
  'create index on rounds (phase)',
  "comment on table rounds is 'nothing to drop table here'",
  'do $$ begin perform 1; /* drop table x */ end $$',
  '-- unused since 0.2.0: rounds.state replaced it\nalter table rounds drop column phase',
])('%s is allowed', (statement) => {
  expect(breaksVersionBefore(`${statement};`)).toEqual([]);
});

test('the reason of one statement does not cover the next', () => {
  const two = '-- unused since 0.2.0: state replaced it\nalter table a drop column b;\nalter table c drop column d;';
  expect(breaksVersionBefore(two)).toHaveLength(1);
});
