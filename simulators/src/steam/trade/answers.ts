/**
 * How every call of the trade service answers: first the faults that prevent its effect, then its effect, then the faults that spoil or lose the
 * answer. This order, in one place, gives `drop-after` its meaning: the call took effect, but its answer is lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Call } from '../../kit/call-faults.ts';
import type { FaultBoard } from '../../kit/faults.ts';
import { hang } from '../../kit/service.ts';
import { tradeError, type TradeError, type Verb } from './errors.ts';

/** JSON unless `html`. `eresult` is the header of the Web API. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly html?: string;
  readonly eresult?: number;
  readonly cookies?: readonly string[];
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function page(html: string, status = 200): Answer {
  return { status, body: null, html };
}

/** A refusal of a community call: status 500 and the text. */
export function refusal(error: TradeError): Answer {
  return { status: 500, body: error };
}

const VERBS: Partial<Record<Call, Verb>> = {
  send: 'sending',
  cancel: 'cancelling',
  decline: 'declining',
};

/** Executes a call, with the faults that are on for it. */
export async function carryOut(
  faults: FaultBoard,
  call: Call,
  reply: FastifyReply,
  act: () => Answer,
): Promise<FastifyReply> {
  if (faults.take('steam', `${call}-hang`) !== null) return hang(reply);
  if (faults.take('steam', `${call}-drop-before`) !== null) return drop(reply);
  const instead = answerInstead(faults, call);
  if (instead !== null) return send(reply, instead);
  const failing = faults.take('steam', `${call}-error`);
  if (failing !== null) {
    if (failing.after !== 0) act();
    return send(reply, refusal(tradeError(VERBS[call] ?? 'processing', failing.eresult)));
  }
  const answer = act();
  const slow = faults.take('steam', `${call}-slow`);
  if (slow !== null) await delay(slow.ms);
  if (faults.take('steam', `${call}-drop-after`) !== null) return drop(reply);
  const spoilt = faults.take('steam', `${call}-eresult`);
  if (spoilt === null) return send(reply, answer);
  return send(reply, { ...answer, body: spoilt.body === 0 ? { response: {} } : answer.body, eresult: spoilt.eresult });
}

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  void reply.code(answer.status).header('cache-control', 'no-store');
  if (answer.eresult !== undefined) void reply.header('x-eresult', String(answer.eresult));
  for (const cookie of answer.cookies ?? []) void reply.header('set-cookie', cookie);
  if (answer.html !== undefined) return reply.type('text/html; charset=utf-8').send(answer.html);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

function answerInstead(faults: FaultBoard, call: Call): Answer | null {
  if (faults.take('steam', `${call}-400`) !== null) return { status: 400, body: null };
  if (faults.take('steam', `${call}-401`) !== null) return { status: 401, body: null };
  if (faults.take('steam', `${call}-403`) !== null) return page(DENIED, 403);
  if (faults.take('steam', `${call}-429`) !== null) return { status: 429, body: null };
  if (faults.take('steam', `${call}-503`) !== null) return page(UNAVAILABLE, 503);
  if (faults.take('steam', `${call}-html`) !== null) return page(UNAVAILABLE);
  if (faults.take('steam', `${call}-empty`) !== null) return ok({});
  return null;
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

export const DENIED =
  '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied. Retrying will not help. ' +
  'Please verify your <pre>key=</pre> parameter.</body></html>';
const UNAVAILABLE =
  '<html><head><title>Error</title></head><body><h1>Sorry!</h1>' +
  '<h3>An error was encountered while processing your request.</h3></body></html>';
