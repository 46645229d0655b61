import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCoinflip, getCoinflip, listCoinflips } from '@fairpot/contract/coinflip/calls';
import { POSITION_HEADER } from '@fairpot/contract/wire/position';
import { receiveFact, receiveHead } from '../live/live.ts';
import { ApiRefusal, ask, ATTEMPT_TIMEOUT_MS, isSilent, newActionKey, refusalOf, requestOf, send } from './api.ts';

interface RecordedRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/** A server that gives these answers in turn; a thrown one is a lost connection. Records the requests. */
function serve(...answers: readonly ((seen: RecordedRequest) => Response | Error)[]): RecordedRequest[] {
  const seen: RecordedRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    seen.push({ url, init });
    const answer = answers[Math.min(seen.length, answers.length) - 1]?.({ url, init });
    if (!answer || answer instanceof Error) throw answer ?? new TypeError('no answer left');
    return answer;
  });
  return seen;
}

const ok = (response: unknown) => () => Response.json({ success: true, response });
const refuses = (status: number, body: object) => () => Response.json({ success: false, ...body }, { status });
const lost = () => new TypeError('Failed to fetch');
const keyIn = ({ init }: RecordedRequest) => new Headers(init.headers).get('idempotency-key');
const refusalFrom = async (call: Promise<unknown>): Promise<ApiRefusal> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiRefusal)) throw new Error('expected a refusal');
  return error;
};

const stake = { inventoryIds: ['itm_00000000000000000000000000'], side: 1 as const };

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});
afterEach(() => vi.unstubAllGlobals());

describe('the request of a call', () => {
  test('moves path parameters from the input to the path and escapes them', () => {
    expect(requestOf(getCoinflip, { id: 'rnd_a/b' })).toEqual({ url: '/api/coinflip/round/rnd_a%2Fb' });
  });

  test('writes the rest of a GET as query string, without undefined fields', () => {
    const call = { method: 'GET', path: '/coinflip/history/all' } as const;
    expect(requestOf(call, { limit: 20, before: undefined })).toEqual({ url: '/api/coinflip/history/all?limit=20' });
  });

  test('writes the rest of a POST as JSON', () => {
    expect(requestOf(createCoinflip, stake)).toEqual({
      url: '/api/coinflip/create/inventory',
      body: JSON.stringify(stake),
    });
  });

  test('throws on a missing path parameter', () => {
    expect(() => requestOf(getCoinflip, {})).toThrow(TypeError);
  });
});

describe('answers', () => {
  test('returns the content of a success envelope', async () => {
    serve(ok({ games: [], minbet: 1, feeBps: 500, paused: false }));
    await expect(ask(listCoinflips, {})).resolves.toEqual({ games: [], minbet: 1, feeBps: 500, paused: false });
  });

  test('a refusal carries the code, the exact text with its details, and the request id', async () => {
    serve(refuses(422, { message: 'ERR_ITEM_TOO_CHEAP', text: 'x', details: { min: '1.00' }, requestId: 'req_1' }));
    const refusal = await refusalFrom(send(createCoinflip, stake));
    expect(refusal).toMatchObject({
      code: 'ITEM_TOO_CHEAP',
      message: 'ERR_ITEM_TOO_CHEAP',
      text: 'Each item must be worth at least 1.00$',
      requestId: 'req_1',
      status: 422,
    });
  });

  test.each([
    ['ERR_ITEMS_LIMIT', 'You cant add more than 15 items to your bet'],
    ['ERR_AMOUNT_TOOLESS', 'Amount of the bet is less than the minimum possible'],
    ['ERR_NO_GAME', 'Game is not exists'],
    ['ERR_AMOUNT_TOOMUCH', 'The second player can not make a bet very different from the first player'],
    ['ERR_GAME_FINISHED', 'Game in the winner selection status'],
    ['ERR_GAME_PAUSED', 'The game is paused'],
  ])('%s has the text of the spec', (message, text) => {
    expect(refusalOf(409, { success: false, message, text: 'of the server' }).text).toBe(text);
  });

  test('shows an unknown message verbatim, and Error without one', () => {
    expect(refusalOf(400, { success: false, message: 'Own words' }).text).toBe('Own words');
    expect(refusalOf(502, null)).toMatchObject({ message: 'Request failed with status code 502', text: 'Error' });
  });

  test('Forbidden resource and every 401 are silent, nothing else', () => {
    expect(isSilent(refusalOf(403, { message: 'Forbidden resource' }))).toBe(true);
    expect(isSilent(refusalOf(401, null))).toBe(true);
    expect(isSilent(refusalOf(403, { message: 'ERR_AGE_UNCONFIRMED' }))).toBe(false);
    expect(isSilent(new Error('Forbidden resource'))).toBe(false);
  });
});

test('a command that is lost late is not sent again: its player no longer expects it', async () => {
  const seen = serve(
    () => {
      vi.advanceTimersByTime(ATTEMPT_TIMEOUT_MS);
      return lost();
    },
    ok({ gameId: 'rnd_1' }),
  );
  const refused = refusalFrom(send(createCoinflip, stake));
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await refused).status).toBe(0);
  expect(seen).toHaveLength(1);
});

describe('the position of this page', () => {
  const at = (position: number) => () =>
    Response.json({ success: true, response: {} }, { headers: { [POSITION_HEADER]: String(position) } });
  const positionIn = ({ init }: RecordedRequest) => new Headers(init.headers).get(POSITION_HEADER);

  test('goes with queries: the highest of what commands and facts brought', async () => {
    const seen = serve(ok({}), at(70), at(60), ok({}));
    await ask(listCoinflips, {});
    await send(createCoinflip, stake);
    await send(createCoinflip, stake);
    await ask(listCoinflips, {});
    receiveHead('coinflip', '80000000000012');
    await ask(listCoinflips, {});
    receiveFact({ topic: 'chat', seq: '90000000000012', prev: '0', at: 0, body: { type: 'chat.opened' } });
    await ask(listCoinflips, {});
    expect(seen.map(positionIn)).toEqual([null, null, null, '70', '81', '91']);
  });
});

describe('lost answers', () => {
  test('retries a command with the same key', async () => {
    const seen = serve(lost, refuses(408, { message: 'Client Timeout' }), ok({ gameId: 'rnd_1' }));
    const sent = send(createCoinflip, stake);
    await vi.runAllTimersAsync();
    await expect(sent).resolves.toEqual({ gameId: 'rnd_1' });
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(keyIn)).size).toBe(1);
  });

  test('retries while an earlier attempt is in progress, but not after a refusal', async () => {
    const seen = serve(
      lost,
      refuses(409, { message: 'ERR_KEY_IN_FLIGHT' }),
      refuses(409, { message: 'ERR_GAME_PAUSED' }),
    );
    const sent = refusalFrom(send(createCoinflip, stake));
    await vi.runAllTimersAsync();
    expect((await sent).code).toBe('GAME_PAUSED');
    expect(seen).toHaveLength(3);
  });

  test('has status 0 after losing every attempt, because the effect is unknown', async () => {
    const seen = serve(lost);
    const sent = refusalFrom(send(createCoinflip, stake, { key: 'k' }));
    await vi.runAllTimersAsync();
    expect((await sent).status).toBe(0);
    expect(seen.map(keyIn)).toEqual(['k', 'k', 'k', 'k']);
  });

  test('gives up an attempt after its timeout', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    serve(ok({}));
    await ask(listCoinflips, {});
    expect(timeout).toHaveBeenCalledWith(ATTEMPT_TIMEOUT_MS);
  });

  test('does not retry an aborted query', async () => {
    const seen = serve(() => new DOMException('gone', 'AbortError'));
    const stop = new AbortController();
    stop.abort();
    await expect(ask(listCoinflips, {}, { signal: stop.signal })).rejects.toThrow('gone');
    expect(seen).toHaveLength(1);
  });

  test('sends no key with queries, and a different key with each action', async () => {
    const seen = serve(ok({}));
    await ask(listCoinflips, {});
    expect(seen.map(keyIn)).toEqual([null]);
    expect(newActionKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(newActionKey()).not.toBe(newActionKey());
  });
});
