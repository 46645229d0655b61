/**
 * The rules of the OpenID 2.0 provider: which requests it serves, what it signs, and that each answer can be checked once. Pure of HTTP;
 * steam/login-routes.ts is its only caller. Keys and nonces live in memory: a sign-in in progress at a restart fails and starts over, as with the
 * real service.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { BoundedMap } from '../kit/bounded.ts';
import { sameText } from '../kit/same-text.ts';

export const OPENID_NS = 'http://specs.openid.net/auth/2.0';
const IDENTIFIER_SELECT = `${OPENID_NS}/identifier_select`;
/** Steam's answers name this constant instead of an association. */
const ASSOC_HANDLE = '1234567890';
/** Signed fields in Steam's order. */
const SIGNED = [
  'signed',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
] as const;
/** Answers kept for checking; older ones count as unknown. */
const NONCE_CAPACITY = 10_000;

/** URL parsers drop line breaks silently; signed lines and the Location header would not. */
const PLAIN_ASCII = /^[\x21-\x7e]+$/;

/** A sign-in request that may be served. */
export interface LoginRequest {
  /** Exactly as the site wrote it, because the site compares it. */
  readonly returnTo: string;
  readonly realm: URL;
}

/** Checks a checkid request; returns the reason as text when it must be refused. */
export function readLoginRequest(params: ReadonlyMap<string, string>): LoginRequest | string {
  if (params.get('openid.ns') !== OPENID_NS) return 'This is not an OpenID 2.0 request (openid.ns).';
  for (const field of ['openid.claimed_id', 'openid.identity']) {
    if (params.get(field) !== IDENTIFIER_SELECT) return `The site must let the player choose the account (${field}).`;
  }
  const returnTo = params.get('openid.return_to') ?? '';
  const address = webUrl(returnTo);
  if (address === null) return 'The address to return to is missing or is no web address (openid.return_to).';
  const realm = webUrl(params.get('openid.realm') ?? returnTo);
  if (realm === null) return 'The site gives no proper realm (openid.realm).';
  if (!inRealm(address, realm)) return 'The address to return to lies outside the realm of the site.';
  return { returnTo, realm };
}

/** Signs answers under a key of its own and checks each once. `base` is the provider's canonical origin. */
export class Provider {
  readonly #key = randomBytes(32);
  /** Nonce to whether it has been checked. */
  readonly #nonces = new BoundedMap<string, boolean>(NONCE_CAPACITY);

  /** The address that a positive answer goes to. `issuedMs` dates the nonce (epoch ms; faults shift it). */
  assert(base: string, request: LoginRequest, steamId: string, issuedMs: number): string {
    const identity = `${base}/openid/id/${steamId}`;
    const seconds = new Date(issuedMs).toISOString().replace(/\.\d+Z$/, 'Z');
    const nonce = `${seconds}${randomBytes(18).toString('base64url')}`;
    const fields = new Map<string, string>([
      ['ns', OPENID_NS],
      ['mode', 'id_res'],
      ['op_endpoint', `${base}/openid/login`],
      ['claimed_id', identity],
      ['identity', identity],
      ['return_to', request.returnTo],
      ['response_nonce', nonce],
      ['assoc_handle', ASSOC_HANDLE],
      ['signed', SIGNED.join(',')],
    ]);
    fields.set('sig', this.#sign((name) => fields.get(name)) ?? '');
    this.#nonces.set(nonce, false);
    return withParams(request.returnTo, fields);
  }

  /**
   * Answers check_authentication: true once for each issued, unaltered answer. The fault `allowSecondUse` proves that the site keeps its own list of
   * nonces.
   */
  check(params: ReadonlyMap<string, string>, allowSecondUse: boolean): boolean {
    // The list of signed fields is itself signed, so a shorter list cannot pass.
    const expected = this.#sign((name) => params.get(`openid.${name}`));
    if (expected === null || !sameText(expected, params.get('openid.sig') ?? '')) return false;
    const nonce = params.get('openid.response_nonce') ?? '';
    const used = this.#nonces.get(nonce);
    if (used === undefined || (used && !allowSecondUse)) return false;
    this.#nonces.set(nonce, true);
    return true;
  }

  /**
   * base64 of HMAC-SHA1 over the key-value form ("name:value
   * " each); null when a signed field is missing.
   */
  #sign(valueOf: (name: string) => string | undefined): string | null {
    const lines = SIGNED.map((name) => {
      const value = valueOf(name);
      return value === undefined ? null : `${name}:${value}\n`;
    });
    if (lines.includes(null)) return null;
    return createHmac('sha1', this.#key).update(lines.join('')).digest('base64');
  }
}

/** The address that the answer of a player who cancelled goes to. */
export function cancelledAnswer(request: LoginRequest): string {
  return withParams(
    request.returnTo,
    new Map([
      ['ns', OPENID_NS],
      ['mode', 'cancel'],
    ]),
  );
}

/** Same scheme, host and port, and a path at or below the realm's. Wildcard realms are not supported. */
function inRealm(returnTo: URL, realm: URL): boolean {
  const folder = realm.pathname.endsWith('/') ? realm.pathname : `${realm.pathname}/`;
  const below = returnTo.pathname === realm.pathname || returnTo.pathname.startsWith(folder);
  return returnTo.origin === realm.origin && below;
}

function webUrl(text: string | undefined): URL | null {
  if (text === undefined || !PLAIN_ASCII.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && !text.includes('#') && !url.hostname.includes('*');
  return plain && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/** Appends without changing the site's part: the site compares it letter by letter. */
function withParams(address: string, fields: ReadonlyMap<string, string>): string {
  const added = new URLSearchParams();
  for (const [name, value] of fields) added.set(`openid.${name}`, value);
  return `${address}${address.includes('?') ? '&' : '?'}${added.toString()}`;
}
