/**
 * The cookie that binds a sign-in to the browser that began it: the state that must come back, and the page to go to. It lives ten minutes
 * and is removed when the answer arrives, whatever the answer is.
 */
import { SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import { safeNext } from './next-path.ts';
import type { CookieSpec } from '../../platform/http/session.ts';

export interface PendingSignIn {
  readonly state: string;
  readonly next: string;
}

export const SIGN_IN_SECONDS = 10 * 60;

/** Named like the session cookie and as strictly bound to the host. */
export function signInCookie(session: CookieSpec): CookieSpec {
  return { ...session, name: session.name.replace('session', 'signin') };
}

export function writeSignIn(begun: PendingSignIn): string {
  return `${begun.state}.${Buffer.from(begun.next).toString('base64url')}`;
}

/** The cookie's content, checked again: the browser may have changed it. Null when no sign-in is in progress. */
export function readSignIn(value: string | null): PendingSignIn | null {
  const [, state, next] = /^([A-Za-z0-9_-]{32})\.([A-Za-z0-9_-]{0,700})$/.exec(value ?? '') ?? [];
  if (state === undefined || next === undefined) return null;
  return { state, next: safeNext(Buffer.from(next, 'base64url').toString('utf8')) };
}

/** A Set-Cookie header. `maxAgeSeconds` 0 removes the cookie. */
export function setCookie(spec: CookieSpec, value: string, maxAgeSeconds: number): string {
  const secure = spec.options.secure ? '; Secure' : '';
  return `${spec.name}=${value}; Path=${spec.options.path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Set and removed together with the session cookie, readable by the page (see the contract). */
export function setMark(session: CookieSpec, maxAgeSeconds: number): string {
  const secure = session.options.secure ? '; Secure' : '';
  return `${SIGNED_IN_MARK}=1; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
