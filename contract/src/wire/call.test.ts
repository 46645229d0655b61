/** A call is declared in two files: its endpoint in calls.ts, its input and output in schemas.ts. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { commandAt, queryAt, type Endpoint } from './call.ts';
import type { InputOf, OutputOf } from '../registry/call-types.ts';
import { joinCoinflip } from '../coinflip/calls.ts';
import { command, NoInput, query } from './call.schemas.ts';
import { CALLS } from '../registry/schemas.ts';

const root = join(import.meta.dirname, '..');
const features = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.ts$/.test(file) && !/[/\\.](schemas|test)\.ts$/.test(file),
);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && Reflect.has(value, 'kind') && Reflect.has(value, 'path');
}

describe('a call in its two files', () => {
  test('every endpoint of a feature is in the list unchanged, and no other is', async () => {
    const modules = await Promise.all(features.map((file) => import(join(root, file)) as Promise<object>));
    const endpoints = modules.flatMap((module): unknown[] => Object.values(module)).filter(isEndpoint);
    expect(endpoints.map(({ name }) => name).sort()).toEqual(CALLS.map(({ name }) => name).sort());
    for (const endpoint of endpoints) {
      expect(CALLS.find(({ name }) => name === endpoint.name)).toMatchObject(endpoint);
    }
  });

  test('a client gets the types of a call by its name', () => {
    expect(joinCoinflip).toEqual({
      kind: 'command',
      name: 'coinflip.join',
      method: 'POST',
      path: '/coinflip/join/inventory',
    });
    expectTypeOf<InputOf<typeof joinCoinflip>['inventoryIds']>().toEqualTypeOf<string[]>();
    expectTypeOf<OutputOf<typeof joinCoinflip>>().toEqualTypeOf<{ gameId: string }>();
  });

  test('a call that is not in the list cannot be made', () => {
    const unlisted = queryAt('unlisted.call', '/unlisted');
    expectTypeOf<InputOf<typeof unlisted>>().toBeNever();
    expect(CALLS.map(({ name }) => name)).not.toContain(unlisted.name);
  });

  test('the server keeps name, path and method of the endpoint', () => {
    const shape = { summary: '', permission: 'public', input: NoInput, output: NoInput } as const;
    expect(query({ ...queryAt('a.read', '/a/read', 'POST'), ...shape })).toMatchObject({
      kind: 'query',
      name: 'a.read',
      method: 'POST',
      path: '/a/read',
      refusals: [],
      limit: { max: 120, perMs: 10_000 },
    });
    // @ts-expect-error a command's endpoint does not make a query
    expect(query({ ...commandAt('a.write', '/a/write'), ...shape }).kind).toBe('query');
    // @ts-expect-error nor the other way round
    expect(command({ ...queryAt('a.read', '/a/read'), ...shape }).method).toBe('POST');
  });
});
