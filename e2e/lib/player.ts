/**
 * A player without a browser: signs in through the simulated provider as a browser would, keeps the cookies, and calls the site over HTTP with
 * idempotency keys. Used by the kill test and the benches.
 */
import { randomUUID } from 'node:crypto';

export interface CallAnswer<T> {
  readonly status: number;
  readonly ok: boolean;
  /** `response` of a successful answer. */
  readonly response: T | undefined;
  /** `message` of a refusal. */
  readonly message: string | undefined;
}

export class Player {
  readonly origin: string;
  readonly name: string;
  #cookies = new Map<string, string>();

  constructor(origin: string, name: string) {
    this.origin = origin;
    this.name = name;
  }

  /** Signs in, confirms 18+ and declines limits: with an account that the simulated provider knows, or with a fresh one. */
  async signUp(steamId?: string): Promise<void> {
    await this.#throughProvider(
      steamId === undefined ? { 'sim.name': this.name, 'sim.page': randomUUID() } : { 'sim.account': steamId },
    );
    const confirmed = await this.post('/user/confirm-age', { adult: true });
    if (!confirmed.ok) throw new Error(`${this.name} could not sign up: ${confirmed.status} ${confirmed.message}`);
    const answered = await this.post('/user/limits/answer', { answer: 'NONE' });
    if (!answered.ok) throw new Error(`${this.name} could not answer about limits: ${answered.status}`);
  }

  /** Signs in again with an account that the provider knows, and the site too. */
  async signIn(steamId: string): Promise<void> {
    await this.#throughProvider({ 'sim.account': steamId });
  }

  /** Begins a sign-in and chooses an account that the provider knows. Returns the site's answer, whatever it is. */
  async tryToSignIn(steamId: string, next = '/'): Promise<Response> {
    return this.#step(await this.#toSite({ 'sim.account': steamId }, next));
  }

  async #throughProvider(chosen: Readonly<Record<string, string>>): Promise<void> {
    await this.#navigate(await this.#toSite(chosen));
  }

  /** The address to which the provider sends the browser back. */
  async #toSite(chosen: Readonly<Record<string, string>>, next = '/'): Promise<string> {
    const toProvider = await this.#navigate(`${this.origin}/api/auth?next=${encodeURIComponent(next)}`);
    const page = new URL(toProvider, this.origin);
    for (const [name, value] of Object.entries(chosen)) page.searchParams.set(name, value);
    return this.#navigate(page.href);
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get<T>(path: string): Promise<CallAnswer<T>> {
    return read<T>(await fetch(`${this.origin}/api${path}`, { headers: { cookie: this.cookie } }));
  }

  /** `signal` aborts the connection; the server may or may not have received the call by then. */
  async post<T>(
    path: string,
    body: object,
    key: string = randomUUID(),
    signal: AbortSignal | null = null,
  ): Promise<CallAnswer<T>> {
    const headers = {
      cookie: this.cookie,
      origin: this.origin,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal };
    return read<T>(await fetch(`${this.origin}/api${path}`, request));
  }

  /** Follows one step of a browser navigation: keeps cookies, returns the redirect's target. */
  async #navigate(url: string): Promise<string> {
    const answer = await this.#step(url);
    await answer.body?.cancel();
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${url} led nowhere (${answer.status})`);
    return new URL(location, url).href;
  }

  async #step(url: string): Promise<Response> {
    const headers = { cookie: this.cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };
    const answer = await fetch(url, { headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}

async function read<T>(answer: Response): Promise<CallAnswer<T>> {
  const body = (await answer.json()) as { response?: T; message?: string };
  return { status: answer.status, ok: answer.ok, response: body.response, message: body.message };
}
