/**
 * Our side of Steam's sign-in (OpenID 2.0) as rules without a network: the address the browser is sent to, and the checks on an answer
 * before the provider is asked about it. Only steam/sign-in.ts calls it.
 *
 * Invariant: an answer is compared with what we configured and sent, never with what it says about itself. Every field that is used must
 * be covered by the provider's signature.
 */
import { timingSafeEqual } from 'node:crypto';
import { isPlayerSteamId } from './steam-id.ts';

const OPENID_NS = 'http://specs.openid.net/auth/2.0';
const IDENTIFIER_SELECT = `${OPENID_NS}/identifier_select`;
/** The fields that the signature must cover. */
const MUST_BE_SIGNED = [
  'signed',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
] as const;
const NONCE_AGE_MS = 5 * 60 * 1000;
const MAX_QUERY = 8 * 1024;
const MAX_VALUE = 2 * 1024;
const MAX_PARAMS = 30;

/** The query of the address that starts a sign-in. `hint` preselects an account at the simulated provider. */
export function signInQuery(input: { realm: string; returnTo: string; hint?: string }): string {
  const query = new URLSearchParams({
    'openid.ns': OPENID_NS,
    'openid.mode': 'checkid_setup',
    'openid.claimed_id': IDENTIFIER_SELECT,
    'openid.identity': IDENTIFIER_SELECT,
    'openid.return_to': input.returnTo,
    'openid.realm': input.realm,
  });
  if (input.hint !== undefined) query.set('login_hint', input.hint);
  return query.toString();
}

/** A well-formed answer to our request; the provider still has to confirm that it is its own. */
export interface SignInAssertion {
  readonly steamid: string;
  readonly nonce: string;
  /** All `openid.` parameters as received, for the provider to check. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface ExpectedAssertion {
  /** Origin of the provider as configured, without a trailing slash. */
  readonly providerBase: string;
  /** Exactly the address we sent, including `state`. */
  readonly returnTo: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Parses the raw query of an answer; returns the reason as text if it must not be trusted. */
export function readAssertion(query: string, expected: ExpectedAssertion): SignInAssertion | string {
  const params = singleParams(query);
  if (typeof params === 'string') return params;
  const fields = new Map([...params].filter(([name]) => name.startsWith('openid.')));
  const own = [...params].filter(([name]) => !name.startsWith('openid.'));
  const field = (name: string) => fields.get(`openid.${name}`) ?? '';

  if (!sameState(own, expected.returnTo)) return 'the answer belongs to another request (state)';
  if (field('ns') !== OPENID_NS) return 'not OpenID 2.0 (ns)';
  if (field('mode') === 'cancel') return 'cancelled at the provider';
  if (field('mode') !== 'id_res') return 'not a positive answer (mode)';
  if (field('op_endpoint') !== `${expected.providerBase}/openid/login`) return 'another provider (op_endpoint)';
  if (!sameText(field('return_to'), expected.returnTo)) return 'made for another address (return_to)';
  const unsigned = unsignedField(field('signed'), fields);
  if (unsigned !== null) return unsigned;
  if (field('sig') === '') return 'no signature (sig)';
  if (!freshNonce(field('response_nonce'), expected.now)) return 'too old, too new or no nonce (response_nonce)';
  if (field('claimed_id') !== field('identity')) return 'two identities (claimed_id, identity)';
  const prefix = `${expected.providerBase}/openid/id/`;
  const steamid = field('claimed_id').slice(prefix.length);
  if (!field('claimed_id').startsWith(prefix) || !isPlayerSteamId(steamid)) return 'not an account (claimed_id)';
  return { steamid, nonce: field('response_nonce'), fields };
}

/** The form that asks the provider whether the answer is its own. */
export function checkForm(assertion: SignInAssertion): string {
  const form = new URLSearchParams([...assertion.fields]);
  form.set('openid.mode', 'check_authentication');
  return form.toString();
}

/** The provider's verdict: its own and unused, not so, or an unintelligible answer. */
export function readCheck(body: string): 'valid' | 'invalid' | 'unclear' {
  const lines = body.split('\n');
  if (lines.pop() !== '') return 'unclear';
  if (lines.filter((line) => line === `ns:${OPENID_NS}`).length !== 1) return 'unclear';
  const verdicts = lines.filter((line) => line.startsWith('is_valid:'));
  if (verdicts.length !== 1) return 'unclear';
  if (verdicts[0] === 'is_valid:true') return 'valid';
  return verdicts[0] === 'is_valid:false' ? 'invalid' : 'unclear';
}

/** One value per name. A name that appears twice could be read one way here and another way at the provider. */
function singleParams(query: string): Map<string, string> | string {
  if (query.length > MAX_QUERY) return 'the answer is too long';
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (params.has(name)) return `a parameter appears twice (${name.slice(0, 40)})`;
    if (value.length > MAX_VALUE) return `a value is too long (${name.slice(0, 40)})`;
    params.set(name, value);
    if (params.size > MAX_PARAMS) return 'too many parameters';
  }
  return params;
}

/** Besides the provider's fields, the answer has exactly the parameter our address had: `state`. */
function sameState(own: readonly (readonly [string, string])[], returnTo: string): boolean {
  const wanted = new URL(returnTo).searchParams.get('state') ?? '';
  const [first, ...rest] = own;
  return rest.length === 0 && first?.[0] === 'state' && wanted !== '' && sameText(first[1], wanted);
}

function unsignedField(signed: string, fields: ReadonlyMap<string, string>): string | null {
  const names = signed.split(',');
  if (new Set(names).size !== names.length) return 'a field is signed twice (signed)';
  const missing = MUST_BE_SIGNED.find((name) => !names.includes(name));
  if (missing !== undefined) return `not covered by the signature (${missing})`;
  if (names.some((name) => (fields.get(`openid.${name}`) ?? '') === '')) return 'a signed field is missing (signed)';
  return null;
}

/** `YYYY-MM-DDTHH:MM:SSZ` and printable characters; at most five minutes from our clock in either direction. */
function freshNonce(nonce: string, now: number): boolean {
  const instant = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)[\x21-\x7e]{1,235}$/.exec(nonce)?.[1];
  const at = instant === undefined ? NaN : Date.parse(instant);
  return Number.isFinite(at) && Math.abs(now - at) <= NONCE_AGE_MS;
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
