/** Witnesses for tests: the real one of the witness room, or a server with scripted responses. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWitness, type RunningWitness, type WitnessOptions } from '@fairpot/witness/start';

export interface TestWitness extends RunningWitness {
  readonly folder: string;
  readonly said: readonly string[];
  /** The same witness again, on the same port. */
  again(over?: Partial<WitnessOptions>): Promise<TestWitness>;
}

export async function makeWitness(over: Partial<WitnessOptions> = {}): Promise<TestWitness> {
  const folder = mkdtempSync(join(tmpdir(), 'fp-witness-'));
  const said: string[] = [];
  const options: WitnessOptions = {
    name: null,
    keyFile: join(folder, 'key'),
    stateFile: join(folder, 'state'),
    logs: [],
    site: null,
    client: false,
    host: '127.0.0.1',
    port: 0,
    print: (line: string) => void said.push(line),
    ...over,
  };
  const start = async (now: Partial<WitnessOptions>): Promise<TestWitness> => {
    const running = await startWitness({ ...options, ...now });
    const port = Number(new URL(running.url).port);
    return { ...running, folder, said, again: (next) => start({ port, ...now, ...next }) };
  };
  return start({});
}

export function forget({ folder }: TestWitness): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A policy over witnesses: `any` of them, or all. */
export function policyOf(witnesses: readonly Pick<RunningWitness, 'url' | 'vkey'>[], count = 'all'): string {
  const lines = witnesses.map(({ vkey, url }, i) => `witness w${i} ${vkey} ${url}\n`);
  return `${lines.join('')}group g ${count} ${witnesses.map((_, i) => `w${i}`).join(' ')}\nquorum g\n`;
}

export type ScriptedResponse = (body: string) => Promise<{ readonly status: number; readonly text: string }>;

/** Answers every add-checkpoint with the result of `act`. */
export async function makeActor(act: ScriptedResponse): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const { status, text } = await act(Buffer.concat(parts).toString());
      response.writeHead(status).end(text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
