/**
 * The cookie that ties a sign-in to the browser that began it: the state that must come back, and the page to go to. It
 * lives ten minutes and is taken away when the answer arrives, whatever the answer is.
 */
import { SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import { safeNext } from './next-path.ts';
import type { CookieSpec } from '../../platform/http/session.ts';

export interface SignInBegun {
  readonly state: string;
  readonly next: string;
}

export const SIGN_IN_SECONDS = 10 * 60;

/** Named like the session cookie and as strictly bound to the host. */
export function signInCookie(session: CookieSpec): CookieSpec {
  return { ...session, name: session.name.replace('session', 'signin') };
}

export function writeSignIn(begun: SignInBegun): string {
  return `${begun.state}.${Buffer.from(begun.next).toString('base64url')}`;
}

/** What the cookie says, checked anew: the browser may have changed it. Null when there is no sign-in under way. */
export function readSignIn(value: string | null): SignInBegun | null {
  const [, state, next] = /^([A-Za-z0-9_-]{32})\.([A-Za-z0-9_-]{0,700})$/.exec(value ?? '') ?? [];
  if (state === undefined || next === undefined) return null;
  return { state, next: safeNext(Buffer.from(next, 'base64url').toString('utf8')) };
}

/** A Set-Cookie header. `maxAgeSeconds` 0 takes the cookie away. */
export function setCookie(spec: CookieSpec, value: string, maxAgeSeconds: number): string {
  const secure = spec.options.secure ? '; Secure' : '';
  return `${spec.name}=${value}; Path=${spec.options.path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Set and taken away together with the session cookie, readable by the page (see the contract). */
export function setMark(session: CookieSpec, maxAgeSeconds: number): string {
  const secure = session.options.secure ? '; Secure' : '';
  return `${SIGNED_IN_MARK}=1; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
