/**
 * Texts that PostgreSQL cannot store: NUL, and a lone surrogate. Every call refuses them in each of its texts and in field names, before it does
 * anything.
 */
import { CALLS } from '@fairpot/contract/registry/schemas';
import type { Call } from '@fairpot/contract/wire/call.schemas';
import { listMarket } from '@fairpot/contract/market/schemas';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FEATURES } from '../../src/app.ts';
import { SYSTEM } from '../../src/platform/runner/command.ts';
import { Refused } from '../../src/platform/runner/refused.ts';
import { makeWorld, type World } from '../world.ts';
import { replaced, sampleOf, textPlaces, type JsonSchema } from './schema.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: FEATURES });
});
afterAll(() => world.close());

const UNSTORABLE = ['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800'];
const inputOf = (call: Call) => sampleOf(z.toJSONSchema(call.input, { io: 'input' }) as JsonSchema, () => null);

/** Calls as the system, which every call admits. */
async function answerTo(call: Call, input: unknown): Promise<string> {
  try {
    await world.runner.execute(call, SYSTEM, input);
    return 'an answer';
  } catch (error) {
    return error instanceof Refused ? `${error.code}: ${String(error.details['detail'])}` : String(error);
  }
}

describe('a text that PostgreSQL cannot store is refused', () => {
  test('in every text of every call', async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const call of CALLS.filter(({ name }) => world.runner.bindings.has(name))) {
      const input = inputOf(call);
      for (const place of textPlaces(input)) {
        for (const text of UNSTORABLE) {
          const answer = await answerTo(call, replaced(input, place, text));
          const refusal = `BAD_INPUT: ${place.join('.')}: a text with NUL or an unpaired surrogate cannot be stored`;
          if (answer !== refusal) wrong.push(`${call.name} at ${place.join('.')}: ${answer}`);
          asked += 1;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(900);
  });

  test('in the name of a field of every call, however deep', async () => {
    for (const call of CALLS.filter(({ name }) => world.runner.bindings.has(name))) {
      for (const input of [{ '\0': 1 }, { a: { '\ud800': 1 } }, { a: [{ 'b\0': '' }] }]) {
        const answer = await answerTo(call, input);
        expect([call.name, answer]).toEqual([call.name, expect.stringContaining('cannot be stored')]);
      }
    }
  });

  test('over HTTP: in the query string, in a path, in a body', async () => {
    const { url } = await world.http();
    const headers = { cookie: world.signedIn(world.actor({ status: 'ADMIN' })), 'content-type': 'application/json' };
    const get = async (path: string) => (await fetch(`${url}/api${path}`, { headers })).status;
    expect(await get('/market/list?type=%00')).toBe(400);
    expect(await get('/market/list?%00=1')).toBe(400);
    expect(await get('/admin/acts?actor=%00')).toBe(400);
    expect(await get('/admin/acts?act=a%00')).toBe(400);
    expect(await get('/fair/round/%00')).toBe(400);
    expect(await get('/fair/round/%ED%A0%80')).toBe(400);
    const body = '{"message":"half of a character: \\ud83c"}';
    const said = await fetch(`${url}/api/chat/create`, { method: 'POST', headers, body });
    expect(said.status).toBe(400);
  });

  test('but a complete character beyond the first plane is accepted', async () => {
    expect(await answerTo(listMarket, { search: '🎲' })).toBe('an answer');
  });
});
