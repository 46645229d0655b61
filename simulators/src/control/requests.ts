/** How the routes of the control API read requests and answer that something does not exist. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyText } from '../kit/service.ts';

/** The body as JSON; without one, no settings. */
export function json(request: FastifyRequest): unknown {
  const text = bodyText(request);
  return text === '' ? {} : JSON.parse(text);
}

export function missing(reply: FastifyReply, error: string) {
  reply.code(404);
  return { error };
}
