/**
 * Sessions as the platform sees them: the cookie's name and format, and the port through which accounts resolves a token. HTTP resolves it on every
 * request, the live channel at the handshake and again while a socket is open.
 */
import type { Config } from '../process/config.ts';
import type { Actor } from '../runner/feature.ts';
import type {} from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session behind the cookie; null when signed out. Set for everything below /api. */
    session: RequestSession | null;
    /** The player of the API key that the request carries; then its cookie does not count. */
    keyActor: Actor | null;
    /** The client's address, as rate limits count it. */
    address: string;
  }
}

export interface RequestSession {
  readonly sessionId: string;
  readonly actor: Actor;
}

/** The session of a token right now; null for a token that is unknown, expired or ended. */
export type ResolveSession = (token: string) => Promise<RequestSession | null>;

/** The player of an API key right now, used from this address; null for a key that is unknown or revoked. */
export type ResolveKey = (key: string, address: string) => Promise<RequestSession | null>;

/** The API key of an Authorization header: null if the header is missing or of another scheme. */
export function bearerOf(header: string | undefined): string | null {
  return /^bearer +(\S*)$/i.exec(header ?? '')?.[1] ?? null;
}

export interface CookieSpec {
  readonly name: string;
  readonly options: {
    readonly httpOnly: true;
    readonly sameSite: 'lax';
    readonly path: '/';
    readonly secure: boolean;
  };
}

/** The session cookie: bound to the host by its name where the site is served over https. */
export function sessionCookie(config: Pick<Config, 'publicOrigin'>): CookieSpec {
  const secure = config.publicOrigin?.startsWith('https://') ?? false;
  return {
    name: secure ? '__Host-fp_session' : 'fp_session',
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  };
}

/** The cookie that says up to where this browser's player has written: it names a state of the database, and no one. */
export function positionCookie(config: Pick<Config, 'publicOrigin'>): CookieSpec {
  const { name, options } = sessionCookie(config);
  return { name: name.replace('session', 'position'), options };
}

/** The cookie's value in a Cookie header, or null. The first one counts. */
export function cookieValue(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
