/**
 * Confirmations of the account's phone (`/mobileconf`): listed, and answered one by one, with keys made from the identity secret. A key is for one second and one
 * purpose; a key that allows or cancels works once. Until the notice about trade protection is acknowledged, nothing can be confirmed.
 */
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../accounts.ts';
import { sameText } from '../../kit/same-text.ts';
import { queryText } from '../../kit/service.ts';
import { carryOut, ok, type Answer } from './answers.ts';
import type { TradeBook } from './book.ts';
import { sessionOf, type TradeDeps } from './calls.ts';
import { letTimePass } from './exchange.ts';
import { OfferState, type Confirmation } from './state.ts';
import { seconds } from './wire.ts';

/** Tolerance for the clock in a key, in seconds. */
const TOLERANCE = 300;
const LIST_TAGS = ['conf', 'list'];
const ANSWER_TAGS = { allow: ['allow', 'accept'], cancel: ['cancel', 'reject'] } as const;
const BAD_KEY = {
  success: false,
  message: 'Oh nooooooes!',
  detail:
    'The codes of this authenticator are not valid. Its clock may be wrong, or another device may have replaced it.',
};
const NEED_AUTH = { success: false, needauth: true };

type UsedKeys = Map<string, number>;

export function confirmationRoutes(app: FastifyInstance, deps: TradeDeps): void {
  const used: UsedKeys = new Map();
  app.get('/mobileconf/getlist', async (request, reply) =>
    carryOut(deps.faults, 'confirmations', reply, () => {
      const params = new URLSearchParams(queryText(request));
      const me = keyHolder(deps, request, params, LIST_TAGS);
      if ('status' in me) return me;
      letTimePass(deps.book);
      const conf = deps.book.confirmationsOf(me.steamId).map((one) => wireConfirmation(deps, one));
      return ok({ success: true, conf });
    }),
  );
  const answer = (request: FastifyRequest): Answer => {
    const params = new URLSearchParams(queryText(request));
    const op = params.get('op');
    if (op !== 'allow' && op !== 'cancel') return ok({ success: false });
    const me = keyHolder(deps, request, params, ANSWER_TAGS[op]);
    if ('status' in me) return me;
    if (!useOnce(used, `${me.steamId} ${params.get('t')}`, seconds(deps.book.clock.now()))) return ok(BAD_KEY);
    letTimePass(deps.book);
    return ok({ success: answerOne(deps.book, me, op, params) });
  };
  app.get('/mobileconf/ajaxop', async (request, reply) =>
    carryOut(deps.faults, 'confirm', reply, () => answer(request)),
  );
}

/** The signed-in account, when the key is right for its time and tag; otherwise the refusal. */
function keyHolder(
  deps: TradeDeps,
  request: FastifyRequest,
  params: URLSearchParams,
  tags: readonly string[],
): Account | Answer {
  const me = sessionOf(deps, request);
  if (me === null || params.get('a') !== me.steamId) return ok(NEED_AUTH);
  const time = Number(params.get('t'));
  const tag = params.get('tag') ?? '';
  const inTime = Math.abs(time - seconds(deps.book.clock.now())) <= TOLERANCE;
  if (!Number.isInteger(time) || !inTime || !tags.includes(tag)) return ok(BAD_KEY);
  const expected = confirmationKey(deps.sessions.identitySecret(me.steamId), time, tag);
  return sameText(params.get('k') ?? '', expected) ? me : ok(BAD_KEY);
}

/** HMAC-SHA1 under the identity secret over the time (8 bytes, big endian) and the tag. */
function confirmationKey(identitySecret: Buffer, time: number, tag: string): string {
  const clock = Buffer.alloc(8);
  clock.writeBigUInt64BE(BigInt(time));
  return createHmac('sha1', identitySecret).update(clock).update(tag.slice(0, 32)).digest('base64');
}

function useOnce(used: UsedKeys, key: string, nowSeconds: number): boolean {
  for (const [old, at] of used) if (at + 2 * TOLERANCE < nowSeconds) used.delete(old);
  if (used.has(key)) return false;
  used.set(key, nowSeconds);
  return true;
}

/** The confirmed offer becomes active, the cancelled one ends. False for an unknown id or nonce. */
function answerOne(book: TradeBook, me: Account, op: 'allow' | 'cancel', params: URLSearchParams): boolean {
  const [id, nonce] = [params.get('cid'), params.get('ck')];
  const found = book.confirmationsOf(me.steamId).find((one) => one.confirmationId === id && one.nonce === nonce);
  const offer = book.offer(found?.offerId ?? '');
  if (!me.acknowledged || offer === null) return false;
  book.change(offer, { state: op === 'allow' ? OfferState.active : OfferState.canceledBySecondFactor });
  book.save();
  return true;
}

function wireConfirmation({ book }: TradeDeps, { confirmationId, nonce, offerId, createdAtMs }: Confirmation) {
  const offer = book.offer(offerId);
  const count = (items: readonly unknown[] | undefined) => `${items?.length ?? 0} items`;
  return {
    type: 2,
    type_name: 'Trade Offer',
    id: confirmationId,
    creator_id: offerId,
    nonce,
    creation_time: seconds(createdAtMs),
    cancel: 'Cancel',
    accept: 'Accept',
    icon: '',
    multi: true,
    headline: book.accounts.find(offer?.toId ?? '')?.name ?? '',
    summary: [`You will give up ${count(offer?.give)}`, `You will receive ${count(offer?.take)}`],
    warn: null,
  };
}
