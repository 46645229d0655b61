/** Shared by the routes of the trade service: their dependencies, parsing of forms, and the caller's account. */
import type { FastifyRequest } from 'fastify';
import type { FaultBoard } from '../../kit/faults.ts';
import { bodyText, queryText, singleValues } from '../../kit/service.ts';
import type { Account } from '../accounts.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Sessions } from '../sessions.ts';
import type { TradeBook } from './book.ts';

export interface TradeDeps {
  readonly book: TradeBook;
  readonly sessions: Sessions;
  readonly catalogue: Catalogue;
  readonly faults: FaultBoard;
}

type Values = ReadonlyMap<string, string>;

export function queryOf(request: FastifyRequest): Values {
  return singleValues(queryText(request)) ?? new Map<string, string>();
}

/** The fields of a form, sent as multipart or url-encoded; lists (`cid[]`) by their last value. */
export function formOf(request: FastifyRequest): Values {
  const type = request.headers['content-type'] ?? '';
  const boundary = /^multipart\/form-data; *boundary="?([^";]+)"?$/i.exec(type)?.[1];
  if (boundary === undefined) return new Map(new URLSearchParams(bodyText(request)));
  const fields = new Map<string, string>();
  for (const part of bodyText(request).split(`--${boundary}`)) {
    const [head, ...rest] = part.split('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(head ?? '')?.[1];
    if (name !== undefined) fields.set(name, rest.join('\r\n\r\n').replace(/\r\n$/, ''));
  }
  return fields;
}

/** The account whose live session the cookie holds. */
export function sessionOf({ book, sessions }: TradeDeps, request: FastifyRequest): Account | null {
  const [steamId, token] = (cookies(request).get('steamLoginSecure') ?? '').split('||');
  if (steamId === undefined || token === undefined || sessions.readAccess(token) !== steamId) return null;
  return book.accounts.find(steamId);
}

/** The account of a form that changes something: signed in, and the form repeats the session id of its cookie. */
export function senderOf(deps: TradeDeps, request: FastifyRequest, form: Values): Account | null {
  const sessionId = cookies(request).get('sessionid');
  if (sessionId === undefined || form.get('sessionid') !== sessionId) return null;
  return sessionOf(deps, request);
}

/** The account that a Web API call speaks for, by access token or by its API key. */
export function callerOf({ book, sessions }: TradeDeps, values: Values): Account | null {
  const token = values.get('access_token');
  if (token !== undefined) {
    const steamId = sessions.readAccess(token);
    return steamId === null ? null : book.accounts.find(steamId);
  }
  const key = values.get('key');
  if (key === undefined) return null;
  return book.accounts.list().find((account) => sessions.apiKey(account.steamId) === key) ?? null;
}

function cookies(request: FastifyRequest): Values {
  const pairs = (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const];
  });
  return new Map(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
