/** Shared by the tests of this room: started simulators that stop by themselves, a sign-in, and control calls. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startSimulators, type SimulatorOptions, type Simulators } from '../start.ts';

/** A busy machine answers late; a test about a missing answer sets its own timeout. */
const PATIENCE_MS = 15_000;
/** How long a test waits for a call that must not be answered. */
export const IMPATIENCE_MS = 1_500;

export const ROOKBOLT = '76561198000000101';
const NS = 'http://specs.openid.net/auth/2.0';

/** Simulators on free ports, stopped when the test ends. */
export async function started(options: SimulatorOptions = {}): Promise<Simulators> {
  const simulators = await startSimulators(options);
  onTestFinished(() => simulators.stop());
  return simulators;
}

/** A new directory that is removed when the test ends. */
export function scratchDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'simulators-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Parameters of a proper sign-in request; `change` overrides or (undefined) removes some. */
export function loginParams(change: Record<string, string | undefined> = {}): URLSearchParams {
  const all = {
    'openid.ns': NS,
    'openid.mode': 'checkid_setup',
    'openid.claimed_id': `${NS}/identifier_select`,
    'openid.identity': `${NS}/identifier_select`,
    'openid.realm': 'http://site.test:3000',
    'openid.return_to': 'http://site.test:3000/auth/steam/return?state=s1',
    ...change,
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) params.set(name, value);
  return params;
}

/** Opens the sign-in page or follows a choice on it, without following the redirect. */
export function login(simulators: Simulators, change: Record<string, string | undefined> = {}): Promise<Response> {
  return fetch(`${simulators.steam.baseUrl}/openid/login?${loginParams(change).toString()}`, { redirect: 'manual' });
}

/** Signs in and returns the address the browser is sent to. */
export async function signedIn(simulators: Simulators, steamId = ROOKBOLT): Promise<URL> {
  const response = await login(simulators, { 'sim.account': steamId });
  return new URL(response.headers.get('location') ?? '');
}

/** Sends an answer back for checking, as the site does; `change` alters it on the way. */
export function checkAnswer(
  simulators: Simulators,
  answer: URL,
  change: Record<string, string> = {},
  withinMs = PATIENCE_MS,
): Promise<Response> {
  const body = new URLSearchParams([...answer.searchParams].filter(([name]) => name.startsWith('openid.')));
  body.set('openid.mode', 'check_authentication');
  for (const [name, value] of Object.entries(change)) body.set(name, value);
  return fetch(`${simulators.steam.baseUrl}/openid/login`, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(withinMs),
  });
}

/** One control call with the token. */
export function control(simulators: Simulators, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${simulators.control.baseUrl}/_sim${path}`, {
    method,
    headers: { 'x-sim-token': simulators.control.token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** GET of JSON with its status; rejects when it is not answered within `withinMs`. */
export async function getJson(url: string, withinMs = PATIENCE_MS): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
  return { status: response.status, body: await response.json() };
}

/** Matchers for use inside an expected value; vitest types its own as `any`. */
export function like(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

export function aNumber(): unknown {
  return expect.any(Number);
}

/** A list that contains, among others, an object with at least these fields. */
export function listWith(fields: object): unknown {
  return expect.arrayContaining([expect.objectContaining(fields)]);
}
