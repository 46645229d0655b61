/** The witness line of a checked round, and the names of the witnesses in the list of what has to be trusted. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { LOG_KEY, leavesOf, signLeaves, termsLeaf, treeOf } from '@fairpot/fairness/testing/logs';
import { makeProof, TEST_CHAIN } from '@fairpot/fairness/testing/rounds';
import { cosign, cosignerKey, formatCosignerKey, withSignatures } from '@fairpot/fairness/tree/cosignature';
import { inclusionProof } from '@fairpot/fairness/tree/merkle';
import { parseNote, publicKeyOf } from '@fairpot/fairness/tree/note';
import { acceptBeacon } from '../../fairness/watcher.ts';
import { queryClient } from '../../platform/calls/query-client.ts';
import { TrustList } from '../fairplay/trust-list.tsx';
import { RoundInLog } from './round-in-log.tsx';

const witness = { name: 'witness.test/ann', secretKey: new Uint8Array(32).fill(3) };
const key = formatCosignerKey(cosignerKey(witness.name, publicKeyOf(witness.secretKey)));
const proof = makeProof('coinflip', 71);
const leaves = [termsLeaf(), ...leavesOf(proof, 1)];
const head = {
  origin: 'log.test/fairpot',
  key: LOG_KEY,
  size: leaves.length,
  root: '',
  at: 1,
  checkpoint: signLeaves(leaves),
};
const due = drandRoundTime(proof.lock.drand.round, TEST_CHAIN) / 1_000;
const pathOf = (index: number, size: number) =>
  inclusionProof(treeOf(leaves.slice(0, size)).read, index, size).map(toBase64);
/** The head after the lock, cosigned `before` seconds before the beacon. */
const cosigned = (before: number) => {
  const note = signLeaves(leaves.slice(0, 3));
  return withSignatures(note, [cosign(parseNote(note).text, witness, due - before)]);
};

const watched = {
  policy: `witness ann ${key}\nquorum ann\n`,
  simulated: false,
  witnesses: [{ name: 'ann', key, last: null }],
};
let witnesses: object;
let checkpoint: string | null;
beforeAll(() => acceptBeacon(TEST_CHAIN));
beforeEach(() => {
  queryClient.clear();
  [witnesses, checkpoint] = [watched, cosigned(7)];
  const own = globalThis.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('/fair/log/witnesses'))
      return Promise.resolve(Response.json({ success: true, response: witnesses }));
    if (!url.includes('/fair/log/proof')) return own(input, init);
    const placed = (['open', 'lock', 'result'] as const).map((kind, i) => {
      return { kind, index: i + 1, body: leaves[i + 1] ?? '', path: pathOf(i + 1, leaves.length) };
    });
    const lock = checkpoint === null ? null : { index: 2, path: pathOf(2, 3), checkpoint };
    return Promise.resolve(Response.json({ success: true, response: { head, leaves: placed, witnessed: lock } }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const PATIENT = { timeout: 10_000 };
const line = async (text: string) => {
  await render(<RoundInLog proof={proof} />);
  await expect
    .element(page.getByText('In the public log: leaves 1, 2, 3 of 4', { exact: false }), PATIENT)
    .toBeVisible();
  await expect.element(page.getByText(text, { exact: false }), PATIENT).toBeVisible();
};
const SITE_WORD = 'That it existed before its beacon is the word of this site';

test('shows who cosigned the head over the lock, and how long before its beacon', async () => {
  await line('Cosigned over this lock: ann 7 s before its beacon. Your browser checked the signatures');
  await expect.element(page.getByText(SITE_WORD, { exact: false })).not.toBeInTheDocument();
});

test('says that a demo’s own witness is simulated', async () => {
  witnesses = { ...watched, simulated: true };
  await line('the witness is simulated, run by the site itself, and proves nothing against it');
});

test('a cosignature after the beacon does not count for the quorum', async () => {
  checkpoint = cosigned(-40);
  await line('ann 40 s after its beacon');
  await expect.element(page.getByText('This is not the quorum', { exact: false })).toBeVisible();
  await expect.element(page.getByText(SITE_WORD, { exact: false })).toBeVisible();
});

test('says that no witness cosigned', async () => {
  checkpoint = null;
  await line('No witness has cosigned a head over this lock');
  await expect.element(page.getByText(SITE_WORD, { exact: false })).toBeVisible();
});

test('says that no witness watches', async () => {
  witnesses = { policy: null, simulated: false, witnesses: [] };
  await line('No witness watches this log');
});

test('a false cosignature raises an alarm', async () => {
  checkpoint = cosigned(7).replace(/.{6}==\n$/, 'AAAAAA==\n');
  await line('MISMATCH. Witnesses: the cosignature of witness.test/ann is false');
  await expect.element(page.getByRole('alert')).toHaveTextContent('is false');
});

test('the list of what has to be trusted names the witnesses', async () => {
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <TrustList simulated={false} />
      </QueryClientProvider>,
    );
  const screen = await show();
  await expect.element(screen.getByText('That the witnesses do not conspire with us: ann.')).toBeVisible();
  await screen.unmount();
  queryClient.clear();
  witnesses = { ...watched, policy: null };
  await show();
  await expect.element(page.getByText('while no witness watches it', { exact: false })).toBeVisible();
});
