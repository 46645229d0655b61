/**
 * Checks that imports cannot show: which files name which table in SQL (in server/src and in server/functions), which code touches a round's secret,
 * and that every call of the contract has a handler, a test and texts for its refusals.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REFUSALS } from '@fairpot/contract/wire/refusals';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FEATURES } from '../src/app.ts';
import { assemble } from '../src/platform/runner/command.ts';
import { makeWorld } from './world.ts';
import type { World } from './world.ts';

const SRC = join(import.meta.dirname, '../src');
const CONTRACT = join(SRC, '../../contract/src');
const MIGRATIONS = join(SRC, '../migrations');
const FUNCTIONS = join(SRC, '../functions');

interface Source {
  /** Path below server/src or server/functions, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

function sources(root: string, ends = '.ts'): Source[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith(ends))
    .map((file) => ({ path: file.replaceAll('\\', '/'), text: readFileSync(join(root, file), 'utf8') }));
}

const all = sources(SRC);
const production = all.filter(({ path }) => !path.endsWith('.test.ts'));
const functions = sources(FUNCTIONS, '.sql');
const tests = [...all, ...sources(import.meta.dirname)].filter(({ path }) => path.endsWith('.test.ts'));

/** Table -> owner folder, from the comment line above each `create table`; null when there is none. */
function owners(migration: string): Map<string, string | null> {
  const found = new Map<string, string | null>();
  let owner: string | null = null;
  for (const line of migration.split('\n')) {
    const said = /^-- owner: ([a-z/]+)$/.exec(line);
    if (said) owner = said[1] ?? null;
    const table = /^create table (?:if not exists )?(\w+)/i.exec(line)?.[1];
    if (table !== undefined) {
      found.set(table, owner);
      owner = null;
    }
  }
  return found;
}

/** Table -> owner folder of tables whose room changed since their migration: `-- owner of <table>: <room>` beside their rights. */
const moved = [...readFileSync(join(MIGRATIONS, '../grants.sql'), 'utf8').matchAll(/^-- owner of (\w+): ([a-z/]+)$/gm)];

/** A later migration may have dropped a table. */
const dumped = readFileSync(join(MIGRATIONS, '../schema.sql'), 'utf8');
const tables = new Map([
  ...readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => [...owners(readFileSync(join(MIGRATIONS, file), 'utf8'))])
    .filter(([table]) => new RegExp(`^create table (public\\.)?${table} \\(`, 'im').test(dumped)),
  ...moved.map(([, table = '', owner = '']) => [table, owner] as const),
]);

/** The SQL of a file: an SQL file without comments, or templates of the sql tag without their expressions. */
function sqlOf({ path, text }: Source): string {
  if (path.endsWith('.sql')) return text.replace(/--.*/g, '');
  const templates = [...text.matchAll(/\bsql`((?:[^`\\]|\\.)*)`/g)].map((match) => match[1] ?? '');
  return templates.join('\n').replace(/\$\{[^}]*\}/g, ' ? ');
}

/** Tables named where SQL expects a table: after from, join, into, update, and in `delete from` and lists. */
function tablesIn(text: string): string[] {
  const named = [...text.matchAll(/\b(?:from|join|into|update|using|table)\s+(?:only\s+)?(?:public\.)?(\w+)/gi)];
  // A variable of a function that holds a row of a table.
  const rows = [...text.matchAll(/^\s+\w+ (\w+);$/gm)];
  return [...named, ...rows].map((match) => match[1] ?? '').filter((name) => tables.has(name));
}

/**
 * Tables of other rooms that a function declares in a comment line: `-- names facts: why`. For batches, whose one statement writes what many calls of
 * the other room's functions would.
 */
function saysItNames({ text }: Source): string[] {
  return [...text.matchAll(/^-- names (\w+): .{20,}$/gm)].map((match) => match[1] ?? '');
}

function trespasses(source: Source): string[] {
  const folder = dirname(source.path);
  return [...new Set(tablesIn(sqlOf(source)))]
    .filter((table) => {
      const owner = tables.get(table) ?? '';
      return folder !== owner && !folder.startsWith(`${owner}/`);
    })
    .map((table) => `${source.path} names ${table}, which belongs to ${tables.get(table) ?? 'no room'}`);
}

describe('tables', () => {
  test('have an owner that is a folder', () => {
    const isFolder = (owner: string) => production.some(({ path }) => path.startsWith(`${owner}/`));
    const homeless = [...tables].filter(([, owner]) => owner === null || !isFolder(owner));
    expect(homeless).toEqual([]);
    expect(tables.size).toBeGreaterThan(10);
  });

  test('are named in SQL in their owner’s folder only', () => {
    expect(production.flatMap(trespasses)).toEqual([]);
  });

  test('are named in their owner’s functions only, or where a function declares another’s table', () => {
    const said = functions.flatMap((source) =>
      saysItNames(source).map(
        (table) => `${source.path} names ${table}, which belongs to ${tables.get(table) ?? 'no room'}`,
      ),
    );
    expect(functions.flatMap(trespasses).sort()).toEqual(said.sort());
    expect(functions.length).toBeGreaterThan(30);
    expect(functions.flatMap((source) => tablesIn(sqlOf(source))).length).toBeGreaterThan(30);
  });

  test('the rule for functions detects a violation', () => {
    const body = (statement: string) => `-- from receipts\ncreate or replace function f() as $$\n${statement}\n$$;`;
    const planted = (statement: string) => trespasses({ path: 'chat/f.sql', text: body(statement) });
    expect(planted('delete from receipts;')).toEqual(['chat/f.sql names receipts, which belongs to platform']);
    expect(planted('select 1 from public.rounds join facts f on true;')).toHaveLength(2);
    expect(planted('declare\n  known transfers;')).toEqual(['chat/f.sql names transfers, which belongs to ledger']);
    expect(planted('select 1 from chat_messages;')).toEqual([]);
    expect(saysItNames({ path: '', text: '-- names receipts: one statement for the batch\n' })).toEqual(['receipts']);
    expect(saysItNames({ path: '', text: '-- names receipts: yes\n' })).toEqual([]);
  });

  test('the rule above detects a violation', () => {
    const planted = { path: 'chat/x.ts', text: 'sql`with a as (select 1) update receipts set key = ${k}`' };
    expect(trespasses(planted)).toEqual(['chat/x.ts names receipts, which belongs to platform']);
    expect(trespasses({ ...planted, path: 'platform/x.ts' })).toEqual([]);
  });
});

describe('the secret of a round', () => {
  const touches = ({ text }: Source) => /round_secrets/.test(text);

  test('is read and written in games/kit only', () => {
    const outside = [...production, ...functions].filter((s) => touches(s) && !s.path.startsWith('games/kit/'));
    expect(outside.map((s) => s.path)).toEqual([]);
    expect(functions.filter(touches).length).toBeGreaterThan(0);
  });
});

describe('every call of the contract', () => {
  let world: World;
  const names = new Set<string>();

  beforeAll(async () => {
    world = await makeWorld();
    const { runner } = assemble(world.deps, FEATURES);
    for (const name of runner.bindings.keys()) names.add(name);
  });
  afterAll(() => world.close());

  test('has a handler', () => {
    expect(CALLS.map((call) => call.name).filter((name) => !names.has(name))).toEqual([]);
  });

  test('and every handler implements a call of the contract, public or system', () => {
    const known = new Set(CALLS.map((call) => call.name));
    const { runner } = assemble(world.deps, FEATURES);
    const strangers = [...runner.bindings.values()].filter(
      ({ call }) => !known.has(call.name) && call.permission !== 'system',
    );
    expect(strangers.map(({ call }) => call.name)).toEqual([]);
  });

  test('has its own name, path and method', () => {
    const paths = CALLS.map((call) => `${call.method} ${call.path}`);
    expect(new Set(paths).size).toBe(paths.length);
    expect(new Set(CALLS.map((call) => call.name)).size).toBe(CALLS.length);
  });

  test('is used by a test', () => {
    const constants = constantsOf(sources(CONTRACT));
    const used = (name: string, path: string) =>
      tests.some(({ text }) => {
        const constant = constants.get(name);
        return text.includes(`'/api${path.split('/:')[0]}`) || (constant !== undefined && wordIn(text, constant));
      });
    expect(CALLS.filter((call) => !used(call.name, call.path)).map((call) => call.name)).toEqual([]);
  });

  test('refuses only with codes that have a text', () => {
    const unknown = CALLS.flatMap((call) => call.refusals).filter((code) => !(code in REFUSALS));
    expect(unknown).toEqual([]);
    for (const { wire, text, status } of Object.values(REFUSALS)) {
      expect(wire.length * text.length).toBeGreaterThan(0);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });
});

/** Name of a call -> the constant that the contract exports it as. */
function constantsOf(files: readonly Source[]): Map<string, string> {
  const pattern = /export const (\w+) = (?:command|query)At\(\s*'([^']+)'/g;
  const pairs = files.flatMap(({ text }) => [...text.matchAll(pattern)]);
  return new Map(pairs.map((match) => [match[2] ?? '', match[1] ?? '']));
}

function wordIn(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(text);
}

test('the scanned sources exist', () => {
  expect(production.length).toBeGreaterThan(40);
  expect(tests.length).toBeGreaterThan(10);
});
