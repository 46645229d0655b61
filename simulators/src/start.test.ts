import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startSimulators } from './start.ts';
import { scratchDir, started } from './testing/harness.ts';

const Ready = z.object({
  ready: z.literal(true),
  steam: z.object({
    baseUrl: z.url(),
    bots: z.array(z.object({ refreshToken: z.string(), identitySecret: z.string(), tradeLink: z.url() })).length(2),
  }),
  drand: z.object({ baseUrl: z.url(), chain: z.object({ publicKey: z.string() }) }),
  eos: z.object({ baseUrls: z.tuple([z.url(), z.url()]), chainId: z.string() }),
  control: z.object({ baseUrl: z.url(), token: z.string() }),
});

describe('startSimulators', () => {
  test.each([
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '192.168.1.4',
    'localhost',
    'example.test',
    '127.0.0.1.evil.test',
    '1270.0.0.1',
    '',
  ])('refuses to bind "%s"', async (host) => {
    await expect(startSimulators({ host })).rejects.toThrow(/loopback only/);
  });

  test('runs on the other loopback address', async () => {
    const sims = await started({ host: '::1' });
    expect(sims.steam.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${sims.steam.baseUrl}/icon.svg`)).status).toBe(200);
  });

  test('runs each service on its own port, and frees them all', async () => {
    const sims = await startSimulators();
    const bases = [sims.steam.baseUrl, sims.drand.baseUrl, ...sims.eos.baseUrls, sims.control.baseUrl];
    expect(new Set(bases).size).toBe(5);
    await sims.stop();
    for (const base of bases) await expect(fetch(base)).rejects.toThrow();
  });

  test('opens all or nothing when a port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const address = taken.address();
    const busy = typeof address === 'object' && address !== null ? address.port : 0;
    const first = await startSimulators();
    const free = Number(new URL(first.steam.baseUrl).port);
    await first.stop();
    await expect(startSimulators({ ports: { steam: free, control: busy } })).rejects.toThrow(/EADDRINUSE/);
    await (await started({ ports: { steam: free } })).stop();
  });

  test.each([{ ports: { steam: 70_000 } }, { ports: { steam: -1 } }, { controlToken: 'short' }, { dataDir: '' }])(
    'refuses %j',
    async (options) => {
      await expect(startSimulators(options)).rejects.toThrow();
    },
  );
});

describe('the process', () => {
  function run(...flags: string[]) {
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    return { child, ended };
  }

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints one line when ready and stops cleanly on %s',
    async (signal) => {
      const { child, ended } = run('--data-dir', scratchDir());
      const line = await new Promise<string>((resolve) =>
        child.stdout.once('data', (data: Buffer) => resolve(String(data))),
      );
      const ready = Ready.parse(JSON.parse(line));
      expect((await fetch(`${ready.drand.baseUrl}/v2/beacons/quicknet/info`)).status).toBe(200);
      child.kill(signal);
      expect(await ended).toBe(0);
    },
    60_000,
  );

  test('says why it cannot start and exits with 1', async () => {
    const { child, ended } = run('--host', '0.0.0.0');
    let errors = '';
    child.stderr.on('data', (data: Buffer) => (errors += String(data)));
    expect(await ended).toBe(1);
    expect(errors).toMatch(/loopback only/);
  }, 60_000);
});
