/**
 * Sessions at the service itself (not at the site): refresh tokens, the access tokens they are exchanged for, and the secrets of an account's
 * authenticator. All follow from one key in the journal, so an account keeps its credentials across restarts. Tokens are JWTs as the libraries read
 * them; access tokens live a day of the movable clock.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { BaseClock } from '../kit/clock.ts';
import type { Journal } from '../kit/journal.ts';
import { sameText } from '../kit/same-text.ts';

const ACCESS_SECONDS = 86_400;
const REFRESH_SECONDS = 200 * 86_400;

/** What an operator would take from the real service to run a bot. */
export interface Credentials {
  readonly refreshToken: string;
  /** Base64, 20 bytes each. */
  readonly identitySecret: string;
  readonly sharedSecret: string;
  readonly apiKey: string;
  /** A trade bot's password for sign-in by hand; players have none. */
  readonly accountName: string;
  readonly password: string;
}

/** Tokens of a lower generation are dead. */
const Generations = z.object({ access: z.number().int(), refresh: z.number().int() });
type Generations = z.output<typeof Generations>;

const Payload = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.array(z.string()),
  exp: z.number(),
  gen: z.number(),
});
type Payload = z.output<typeof Payload>;

export class Sessions {
  readonly #clock: BaseClock;
  readonly #journal: Journal;
  readonly #generations = new Map<string, Generations>();
  #key: string;

  constructor(journal: Journal, clock: BaseClock) {
    this.#clock = clock;
    this.#journal = journal;
    for (const { id, value } of journal.load('session:', Generations)) this.#generations.set(id, value);
    this.#key = journal.load('key:sessions', z.object({ key: z.string() }))[0]?.value.key ?? '';
    if (this.#key === '') {
      this.#key = randomBytes(32).toString('base64');
      journal.put('key:sessions', { key: this.#key });
      journal.commit();
    }
  }

  credentials(steamId: string): Credentials {
    const aud = ['web', 'renew', 'derive'];
    const gen = this.#of(steamId).refresh;
    return {
      refreshToken: this.#sign({ sub: steamId, aud, exp: this.#seconds() + REFRESH_SECONDS, gen }),
      identitySecret: this.identitySecret(steamId).toString('base64'),
      sharedSecret: this.#derive(`shared|${steamId}`).toString('base64'),
      apiKey: this.apiKey(steamId),
      accountName: this.accountName(steamId),
      password: this.password(steamId),
    };
  }

  accountName(steamId: string): string {
    return `account_${steamId.slice(-4)}`;
  }

  password(steamId: string): string {
    return this.#derive(`password|${steamId}`).toString('base64url');
  }

  identitySecret(steamId: string): Buffer {
    return this.#derive(`identity|${steamId}`);
  }

  apiKey(steamId: string): string {
    return this.#derive(`api key|${steamId}`).toString('hex').slice(0, 32).toUpperCase();
  }

  /** A token for one of the service's sites, such as `web:community`. */
  access(steamId: string, audience: string): string {
    const exp = this.#seconds() + ACCESS_SECONDS;
    return this.#sign({ sub: steamId, aud: [audience], exp, gen: this.#of(steamId).access });
  }

  /** The account of a live access token. */
  readAccess(token: string): string | null {
    const payload = this.#read(token);
    if (payload === null || payload.aud.includes('derive')) return null;
    return payload.gen === this.#of(payload.sub).access ? payload.sub : null;
  }

  /** The account of a live refresh token. */
  readRefresh(token: string): string | null {
    const payload = this.#read(token);
    if (payload === null || !payload.aud.includes('derive')) return null;
    return payload.gen === this.#of(payload.sub).refresh ? payload.sub : null;
  }

  /** Ends every session of the account; the refresh token still opens new ones, unless it is `revoked` too. */
  expire(steamId: string, revoked: boolean): void {
    const { access, refresh } = this.#of(steamId);
    this.#generations.set(steamId, { access: access + 1, refresh: refresh + (revoked ? 1 : 0) });
    this.#journal.put(`session:${steamId}`, this.#of(steamId));
    this.#journal.commit();
  }

  #of(steamId: string): Generations {
    return this.#generations.get(steamId) ?? { access: 0, refresh: 0 };
  }

  #seconds(): number {
    return Math.floor(this.#clock.now() / 1_000);
  }

  #derive(label: string): Buffer {
    return createHmac('sha1', this.#key).update(label).digest();
  }

  #sign(payload: Omit<Payload, 'iss'>): string {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = this.#seconds();
    const body = { iss: 'steam', ...payload, iat: now, nbf: now - 60, jti: randomBytes(8).toString('hex') };
    const signed = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(body)}`;
    return `${signed}.${this.#signature(signed)}`;
  }

  #read(token: string): Payload | null {
    const [head, body, signature] = token.split('.');
    if (head === undefined || body === undefined || signature === undefined) return null;
    if (!sameText(signature, this.#signature(`${head}.${body}`))) return null;
    const payload = Payload.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
    return payload.exp > this.#seconds() ? payload : null;
  }

  #signature(signed: string): string {
    return createHmac('sha256', this.#key).update(signed).digest('base64url');
  }
}
