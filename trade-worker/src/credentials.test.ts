/** Credentials at rest: sealed, opened only by their key, and created by a sign-in that the simulated Steam checks step by step. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import SteamTotp from 'steam-totp';
import { tradeBot } from './bot-cli.ts';
import { readWorkerConfig } from './config.ts';
import { keyOf, newKey, seal, unseal, type BotCredentials } from './credentials.ts';

const CATALOGUE = join(import.meta.dirname, '../../catalogue/data/items.json');
const BOT: BotCredentials = {
  steamId: '76561198000000301',
  refreshToken: 'x'.repeat(40),
  identitySecret: Buffer.alloc(20, 7).toString('base64'),
};

let folder: string;
let [file, keyFile] = ['', ''];
let simulators: Simulators;
beforeAll(async () => (simulators = await startSimulators({ catalogueFile: CATALOGUE })));
afterAll(() => simulators.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairpot-bot-'));
  for (const name of ['box', 'keys']) mkdirSync(join(folder, name));
  [file, keyFile] = [join(folder, 'box', 'bot.json'), join(folder, 'keys', 'bot.key')];
  return () => rmSync(folder, { recursive: true });
});

const neverAsked = () => Promise.reject(new Error('asked unexpectedly'));
const run = (args: readonly string[], ask = neverAsked as Parameters<typeof tradeBot>[1]) => tradeBot(args, ask);
const files = () => ['--file', file, '--key-file', keyFile];

function problems(change: Readonly<Record<string, string>>): string {
  const env = {
    FAIRPOT_MODE: 'live',
    TRADE_DATABASE_URL: 'postgres://fairpot_trader@db.example/fairpot',
    TRADE_BOT_FILE: file,
    TRADE_BOT_KEY_FILE: keyFile,
  };
  try {
    return readWorkerConfig({ ...env, ...change }).bot.steamId;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

describe('a sealed file', () => {
  test('reveals nothing of its content, differs each time, and opens only with its key', () => {
    const key = keyOf(newKey());
    const [text, again] = [seal(BOT, key), seal(BOT, key)];
    for (const secret of Object.values(BOT)) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(4, 20));
    }
    expect(again).not.toBe(text);
    expect(unseal(text, key)).toEqual(BOT);
    expect(() => unseal(text, keyOf(newKey()))).toThrow('wrong key');
  });

  test('does not open when any part of it was changed', () => {
    const key = keyOf(newKey());
    const whole = JSON.parse(seal(BOT, key)) as Record<string, string>;
    for (const part of ['nonce', 'tag', 'box']) {
      const bytes = Buffer.from(whole[part] ?? '', 'base64');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      const changed = JSON.stringify({ ...whole, [part]: bytes.toString('base64') });
      expect(() => unseal(changed, key)).toThrow('wrong key');
    }
    const short = {
      ...whole,
      tag: Buffer.from(whole['tag'] ?? '', 'base64')
        .subarray(0, 4)
        .toString('base64'),
    };
    expect(() => unseal(JSON.stringify(short), key)).toThrow('not a sealed file');
    expect(() => unseal(JSON.stringify({ ...whole, sealed: 'fairpot trade bot v2' }), key)).toThrow(
      'not a sealed file',
    );
  });
});

describe('the worker’s settings', () => {
  test('take a sealed file with its key from elsewhere, and report problems without revealing a secret', async () => {
    await run(['new-key', '--key-file', keyFile]);
    const plain = join(folder, 'plain.json');
    writeFileSync(plain, JSON.stringify(BOT), { mode: 0o600 });
    await run(['seal', '--from', plain, ...files()]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(problems({})).toBe(BOT.steamId);
    const key = readFileSync(keyFile, 'utf8').trim();
    expect(problems({ TRADE_BOT_KEY_FILE: '', TRADE_BOT_KEY: key })).toBe(BOT.steamId);
    expect(problems({ TRADE_BOT_KEY: key })).toContain('one of them');
    expect(problems({ TRADE_BOT_KEY_FILE: '' })).toContain('one of them');
    expect(problems({ TRADE_BOT_KEY_FILE: '', TRADE_BOT_KEY: newKey() })).toContain('wrong key');
    const beside = join(folder, 'box', 'bot.key');
    writeFileSync(beside, key, { mode: 0o600 });
    expect(problems({ TRADE_BOT_KEY_FILE: beside })).toContain('in the same folder');
    const open = join(folder, 'keys', 'open.key');
    writeFileSync(open, key, { mode: 0o644 });
    expect(problems({ TRADE_BOT_KEY_FILE: open })).toContain('chmod 600');
    expect(problems({ TRADE_BOT_FILE: plain })).toContain('live requires a sealed file');
    for (const message of [problems({ TRADE_BOT_KEY_FILE: '', TRADE_BOT_KEY: `${key}0` })]) {
      expect(message).toContain('64 hex digits');
      expect(message).not.toContain(key);
    }
  });

  test('are not created where they would be lost or exposed', async () => {
    await run(['new-key', '--key-file', keyFile]);
    const key = readFileSync(keyFile, 'utf8');
    await expect(run(['new-key', '--key-file', keyFile])).rejects.toThrow('already exists');
    expect(readFileSync(keyFile, 'utf8')).toBe(key);
    const beside = join(folder, 'keys', 'bot.json');
    await expect(run(['sign-in', '--file', beside, '--key-file', keyFile])).rejects.toThrow('in the same folder');
    await expect(run(['sign-in', ...files(), '--simulator', 'http://198.51.100.7'])).rejects.toThrow('of this machine');
    await expect(run(['other'])).rejects.toThrow('usage');
  });
});

describe('signing in', () => {
  const bot = () => {
    const [first] = simulators.steam.bots;
    if (first === undefined) throw new Error('the simulators have no bot');
    return first;
  };
  /** Answers the questions in their order. Records which of them were secret. */
  const answering = (change: Readonly<Record<string, string>> = {}) => {
    const { accountName, password, sharedSecret, identitySecret } = bot();
    const secrets: string[] = [];
    const ask = (question: string, secret: boolean) => {
      const [what = ''] = question.split(/[ :(]/);
      if (secret) secrets.push(what);
      const code = SteamTotp.generateAuthCode(sharedSecret);
      const known: Record<string, string> = {
        Account: accountName,
        Password: password,
        Steam: code,
        Identity: identitySecret,
      };
      return Promise.resolve({ ...known, ...change }[what] ?? '');
    };
    return { ask, secrets };
  };
  const signIn = async (change?: Readonly<Record<string, string>>) => {
    await run(['new-key', '--key-file', keyFile]);
    const { ask, secrets } = answering(change);
    const message = await run(['sign-in', ...files(), '--simulator', simulators.steam.baseUrl], ask);
    return { message, secrets };
  };

  test('by name, password and code creates a sealed file that the worker accepts', async () => {
    const { message, secrets } = await signIn();
    expect(message).toContain(bot().steamId);
    expect(secrets).toEqual(['Password', 'Identity']);
    const { bot: made } = readWorkerConfig({
      TRADE_DATABASE_URL: 'postgres://x',
      TRADE_BOT_FILE: file,
      TRADE_BOT_KEY_FILE: keyFile,
      TRADE_STEAM_BASE: simulators.steam.baseUrl,
    });
    expect(made).toMatchObject({ steamId: bot().steamId, identitySecret: bot().identitySecret });
    const text = readFileSync(file, 'utf8');
    for (const secret of [made.refreshToken, bot().password, made.identitySecret]) expect(text).not.toContain(secret);
  });

  test.each([
    [{ Password: 'wrong' }, 'InvalidPassword'],
    [{ Account: 'unknown' }, 'InvalidPassword'],
    [{ Steam: 'AAAAA' }, 'TwoFactorCodeMismatch'],
    [{ Identity: 'short' }, 'identity secret'],
  ])('with %o writes nothing', async (change, message) => {
    await expect(signIn(change)).rejects.toThrow(message);
    expect(() => statSync(file)).toThrow('ENOENT');
  });
});
