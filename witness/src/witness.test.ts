/** The witness over real HTTP: what it cosigns, what it refuses, and that it forgets nothing, whenever it is killed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cosignaturesOn, parseCosignerKey, withSignatures } from '@fairpot/fairness/tree/cosignature';
import { openCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOG_KEY, makeHome, ORIGIN, post, signCheckpoint, TestLog, type WitnessHome } from './log.fixture.ts';
import type { RunningWitness, WitnessOptions } from './start.ts';

const log = new TestLog(40);
let home: WitnessHome;
let witness: RunningWitness;

beforeEach(async () => {
  home = makeHome();
  witness = await home.start();
});
afterEach(async () => {
  await witness.stop();
  rmSync(home.folder, { recursive: true, force: true });
});

const evidence = () => {
  const folder = `${home.stateFile}.evidence`;
  return existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : [];
};
const monitor = () => fetch(`${witness.url}/${createHash('sha256').update(ORIGIN).digest('hex')}/checkpoint`);

async function restart(over?: Partial<WitnessOptions>): Promise<void> {
  await witness.stop();
  witness = await home.start(over);
}

describe('a checkpoint that continues the last one', () => {
  test('is cosigned, with the time', async () => {
    await restart({ now: () => 1_700_000_000 });
    const first = await post(witness, log.body(0, 5));
    expect(first).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' });
    const note = withSignatures(log.checkpoint(5), [first.text]);
    expect(cosignaturesOn(note, [parseCosignerKey(witness.vkey)])).toMatchObject([{ time: 1_700_000_000 }]);
    for (const [old, size] of [
      [5, 6],
      [6, 32],
      [32, 33],
      [33, 40],
    ] as const)
      expect((await post(witness, log.body(old, size))).status).toBe(200);
  });

  test('may be the same one again, which shows that nothing came after it', async () => {
    const times = [10, 50];
    await restart({ now: () => times.shift() ?? 0 });
    await post(witness, log.body(0, 5));
    const again = await post(witness, log.body(5, 5));
    const found = cosignaturesOn(withSignatures(log.checkpoint(5), [again.text]), [parseCosignerKey(witness.vkey)]);
    expect(found).toMatchObject([{ time: 50 }]);
  });

  test('is shown to monitors with the log’s and its own signature only', async () => {
    expect((await monitor()).status).toBe(404);
    const stranger = `\u2014 stranger ${toBase64(new Uint8Array(72))}\n`;
    await post(witness, log.body(0, 5) + stranger);
    const note = await (await monitor()).text();
    expect(openCheckpoint(note, parseVerifierKey(LOG_KEY)).size).toBe(5);
    expect(cosignaturesOn(note, [parseCosignerKey(witness.vkey)])).toHaveLength(1);
    expect(note).not.toContain('stranger');
    expect(await (await fetch(witness.url)).text()).toContain(`5 ${ORIGIN}`);
  });

  test('many at once: each is answered as if they came one after the other', async () => {
    const answers = await Promise.all([5, 9, 12, 20, 30].map((size) => post(witness, log.body(0, size))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, type }) => status === 409 && type === 'text/x.tlog.size')).toHaveLength(4);
  });
});

describe('refused', () => {
  beforeEach(async () => void (await post(witness, log.body(0, 20))));

  test('a rollback, and any old size other than its own', async () => {
    expect(await post(witness, log.body(0, 10))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '20\n' });
    expect(await post(witness, log.body(19, 30))).toMatchObject({ status: 409, text: '20\n' });
    expect((await post(witness, `old 20\n\n${log.checkpoint(10)}`)).status).toBe(400);
    expect(openCheckpoint(await (await monitor()).text(), parseVerifierKey(LOG_KEY)).size).toBe(20);
  });

  test('a second history, with evidence: two roots for one size', async () => {
    const split = new TestLog(20, 'b', 19);
    expect((await post(witness, split.body(20, 20))).status).toBe(422);
    expect(evidence()).toHaveLength(1);
    const [found = ''] = evidence();
    expect(found).toContain('signed two roots for 20 leaves');
    expect(found).toContain(log.checkpoint(20));
    expect(found).toContain(split.checkpoint(20));
    expect(readdirSync(`${home.stateFile}.evidence`)[0]).toMatch(/^split-/);
  });

  test('a second history that grew, with evidence, once', async () => {
    const split = new TestLog(30, 'b', 19);
    for (let n = 0; n < 3; n += 1) expect((await post(witness, split.body(20, 30))).status).toBe(422);
    expect(evidence()).toHaveLength(1);
    expect(home.said.join()).toContain('were not shown to continue the first 20');
    expect((await post(witness, log.body(20, 30))).status, 'the honest one goes on').toBe(200);
  });

  test('proofs that prove nothing', async () => {
    const lines = log.body(20, 30).split('\n');
    for (const broken of [
      lines.filter((_line, i) => i !== 1),
      [...lines.slice(0, 2), ...lines.slice(1)],
      lines.map((line, i) => (i === 2 ? toBase64(new Uint8Array(32)) : line)),
    ])
      expect((await post(witness, broken.join('\n'))).status).toBe(422);
    await restart({ ...fresh(), now: () => 1 });
    expect((await post(witness, `old 0\n${toBase64(new Uint8Array(32))}\n\n${log.checkpoint(5)}`)).status).toBe(422);
    expect((await post(witness, log.body(0, 5))).status).toBe(200);
  });

  test('an empty log with a root', async () => {
    await restart(fresh());
    const rooted = signCheckpoint({ origin: ORIGIN, size: 0, root: new Uint8Array(32) });
    expect((await post(witness, `old 0\n\n${rooted}`)).status).toBe(422);
    expect((await post(witness, `old 0\n\n${log.checkpoint(0)}`)).status).toBe(200);
  });

  test('other logs, and other signatures', async () => {
    const stranger = { name: ORIGIN, secretKey: new Uint8Array(32).fill(1) };
    const other = { name: 'log.test/two', secretKey: new Uint8Array(32).fill(9) };
    expect((await post(witness, `old 20\n\n${log.checkpoint(30, other, other.name)}`)).status).toBe(404);
    expect((await post(witness, `old 20\n\n${log.checkpoint(30, stranger)}`)).status).toBe(403);
    const honest = log.body(20, 30);
    const [own = '', foreign = ''] = [log.checkpoint(30), log.checkpoint(29)].map((note) => note.split('\n').at(-2));
    expect((await post(witness, honest.replace(own, foreign))).status).toBe(403);
    expect((await post(witness, `${honest}${foreign}\n`)).status, 'one false line of the log spoils it').toBe(403);
    expect(evidence()).toEqual([]);
  });

  const note = log.checkpoint(30);
  test.each([
    ['nothing', ''],
    ['no empty line', 'old 20\n'],
    ['no old size', `\n\n${note}`],
    ['a size with a zero before it', `old 020\n\n${note}`],
    ['a size that is none', `old -1\n\n${note}`],
    ['a size beyond 2^53', `old 9007199254740993\n\n${note}`],
    ['a proof of no hashes', `old 20\nAAAA\n\n${note}`],
    ['a proof that is not base64', `old 20\n!!\n\n${note}`],
    ['too long a proof', `old 20\n${`${toBase64(new Uint8Array(32))}\n`.repeat(64)}\n${note}`],
    ['no checkpoint', 'old 20\n\n'],
    ['no signature', `old 20\n\n${note.split('\n\n')[0]}\n`],
    ['a checkpoint of two lines', `old 20\n\n${ORIGIN}\n30\n\n${note.split('\n\n')[1]}`],
    ['windows line ends', `old 20\n\n${note}`.replaceAll('\n', '\r\n')],
    ['bytes that are no text', Uint8Array.of(0x6f, 0xff, 0x0a, 0x0a)],
    ['noise', Uint8Array.from({ length: 4_096 }, (_, i) => (i * 7_919) % 256)],
  ])('%s: 400', async (_name, body) => {
    expect((await post(witness, body)).status).toBe(400);
  });

  test('too much, the wrong method, other paths', async () => {
    const large = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body: 'x'.repeat(300_000) }).catch(
      () => null,
    );
    expect(large?.status ?? 413).toBe(413);
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${witness.url}/${'0'.repeat(64)}/checkpoint`)).status).toBe(404);
    expect((await fetch(`${witness.url}/../../etc/passwd`)).status).toBe(404);
    expect((await post(witness, log.body(20, 21))).status).toBe(200);
  });

  test('an endless body does not block it', async () => {
    const { port } = new URL(witness.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('POST /add-checkpoint HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nold ');
    expect((await post(witness, log.body(20, 21))).status).toBe(200);
    socket.destroy();
  });
});

/** Another key and state in the same folder. */
function fresh(): Partial<WitnessOptions> {
  return { keyFile: `${home.keyFile}2`, stateFile: `${home.stateFile}2` };
}

describe('memory', () => {
  test('the key is made once, readable by its user only, and keeps its name', async () => {
    expect(statSync(home.keyFile).mode & 0o777).toBe(0o600);
    const { vkey } = witness;
    await restart({ name: witness.name });
    expect(witness.vkey).toBe(vkey);
    await witness.stop();
    await expect(home.start({ name: 'another.example/w' })).rejects.toThrow('is the key of');
    witness = await home.start();
  });

  test('a restart continues from the last state', async () => {
    await post(witness, log.body(0, 20));
    await restart();
    expect(await post(witness, log.body(0, 5))).toMatchObject({ status: 409, text: '20\n' });
    expect((await post(witness, log.body(20, 25))).status).toBe(200);
  });

  test('killed between state and response: what it was about to sign is remembered', async () => {
    await post(witness, log.body(0, 20));
    await witness.stop();
    const file = join(import.meta.dirname, 'crash.fixture.ts');
    const args = ['--import', 'tsx', file, home.keyFile, home.stateFile, LOG_KEY];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const gone = once(child, 'exit');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const url = line.toString().trim();
    await expect(post({ url }, log.body(20, 30))).rejects.toThrow();
    expect((await gone)[1]).toBe('SIGKILL');
    witness = await home.start();
    expect(await post(witness, log.body(20, 25))).toMatchObject({ status: 409, text: '30\n' });
    expect((await post(witness, new TestLog(40, 'b', 29).body(30, 40))).status).toBe(422);
    expect((await post(witness, log.body(30, 40))).status).toBe(200);
  }, 30_000);

  test('a state that cannot be written: nothing more is signed', async () => {
    await post(witness, log.body(0, 20));
    rmSync(home.folder, { recursive: true, force: true });
    writeFileSync(home.folder, 'in the way');
    expect((await post(witness, log.body(20, 25))).status).toBe(500);
    rmSync(home.folder);
    expect((await post(witness, log.body(20, 25))).status, 'also when it could be again').toBe(500);
  });

  test('two at once on one state: the second does not start', async () => {
    await expect(home.start()).rejects.toThrow('another witness is running');
  });

  test('another key for a known log is refused', async () => {
    await witness.stop();
    const other = LOG_KEY.replace(/\+.*/, '');
    const { formatVerifierKey, noteKey, publicKeyOf } = await import('@fairpot/fairness/tree/note');
    const key = formatVerifierKey(noteKey(other, publicKeyOf(new Uint8Array(32).fill(1))));
    await expect(home.start({ logs: [key] })).rejects.toThrow('under another key');
    witness = await home.start();
  });

  describe('does not start', () => {
    let old = '';
    beforeEach(async () => {
      await post(witness, log.body(0, 20));
      old = readFileSync(home.stateFile, 'utf8');
      await post(witness, log.body(20, 30));
      await witness.stop();
    });
    afterEach(async () => {
      rmSync(home.folder, { recursive: true, force: true });
      home = makeHome();
      witness = await home.start();
    });
    const resealed = (text: string) => {
      const body = text.slice(0, text.lastIndexOf('sha256 '));
      return `${body}sha256 ${createHash('sha256').update(body).digest('hex')}\n`;
    };

    test.each<[string, () => void, string]>([
      ['with an older state', () => writeFileSync(home.stateFile, old), 'restored from a backup'],
      ['without its state', () => rmSync(home.stateFile), 'is missing'],
      ['without its serial', () => rmSync(`${home.keyFile}.serial`), 'is missing'],
      ['with an empty state', () => writeFileSync(home.stateFile, ''), 'is damaged'],
      ['with half a state', () => writeFileSync(home.stateFile, old.slice(0, 200)), 'is damaged'],
      ['with a state of one other byte', () => writeFileSync(home.stateFile, old.replace('20', '21')), 'is damaged'],
      ['with a key that is none', () => writeFileSync(home.keyFile, '{}'), 'is not a witness key'],
      ['with another key', () => rmSync(home.keyFile), 'belongs to the witness'],
      [
        'with a state that somebody wrote',
        () => {
          const state = readFileSync(home.stateFile, 'utf8');
          writeFileSync(home.stateFile, resealed(state.replace('"size":30', '"size":3')));
        },
        'was not signed by that log',
      ],
    ])('%s', async (_name, damage, problem) => {
      damage();
      await expect(home.start()).rejects.toThrow(problem);
    });
  });
});

describe('with the address of a site', () => {
  test('takes the key of its log once the site answers, and keeps it', async () => {
    let key: string | null = null;
    const site = createServer((_request, response) => {
      response.statusCode = key === null ? 503 : 200;
      response.end(JSON.stringify({ success: true, response: { key } }));
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    try {
      await restart({ ...fresh(), logs: [], site: url });
      expect((await post(witness, log.body(0, 5))).status).toBe(404);
      key = LOG_KEY;
      await expect.poll(async () => (await post(witness, log.body(0, 5))).status, { timeout: 10_000 }).toBe(200);
      key = 'another';
      await restart({ ...fresh(), logs: [], site: url });
      expect((await post(witness, log.body(5, 9))).status).toBe(200);
    } finally {
      site.close();
      site.closeAllConnections();
    }
  }, 20_000);
});
