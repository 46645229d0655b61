/** Proves a round as a player does: on the Fairplay page, from a file without network, and with the open verifier. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { programOf, root } from '../../scripts/processes.ts';
import { expect, type Member } from './journey.ts';
import { lookTwice } from './look.ts';
import { ask } from './screen.ts';
import { CUT_OFF } from './trouble.ts';

const VERIFIER = programOf('fairness/bin/fairpot-verify.mjs').path;

/** Runs the open verifier from the command line. */
export function verify(...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [VERIFIER, ...args], { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

/** The Fairplay page has recomputed the round, and every step in every chapter passes. */
export async function expectAddsUp(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'This round adds up' })).toContainText('checks pass');
  const marks = page.locator('main details');
  await expect(marks).toHaveCount(5);
  for (const mark of await marks.all()) {
    const [, held, of] = /(\d+) of (\d+) pass/.exec(await mark.innerText()) ?? [];
    expect(held).toBe(of);
  }
}

/** Saves the proof of the round on the Fairplay page to `file`. */
export async function downloadProof(page: Page, game: string, file: string): Promise<void> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download proof' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^ROUND-${game}-\\d+\\.json$`));
  await download.saveAs(file);
}

/**
 * A witness confirms that the round on the Fairplay page was locked before its beacon: shown by the page, and by the open verifier from three saved
 * files without a network. The proof of another leaf instead of the lock's is refused.
 */
export async function checkWitnessed(page: Page, game: string, folder: string): Promise<void> {
  await expect(
    page.getByText(/^Cosigned over this lock: .+ \d+ s before its beacon\. Your browser checked/),
  ).toBeVisible();
  const files = { round: join(folder, 'ROUND.json'), policy: join(folder, 'policy') };
  await downloadProof(page, game, files.round);
  const leafProof = async (kind: string) => {
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: kind, exact: true }).click();
    const file = join(folder, `${kind}.tlog-proof`);
    await (await saving).saveAs(file);
    return file;
  };
  const [lock, open] = [await leafProof('lock'), await leafProof('open')];
  const { policy } = await ask<{ readonly policy: string }>(page, '/fair/log/witnesses');
  const { key } = await ask<{ readonly key: string }>(page, '/fair/log/head');
  writeFileSync(files.policy, `log ${key}\n${policy}`);
  const offline = (proof: string) =>
    verify(files.round, '--quiet', '--witness-policy', files.policy, '--require-witness', '--lock-proof', proof);
  const { code, said } = await offline(lock);
  expect(said).toMatch(/witnesses: the lock is leaf \d+ of \d+, cosigned by .+ \d+ s before its beacon$/m);
  expect(code).toBe(0);
  const other = await offline(open);
  expect(other.said).toMatch(/^FAIL .*witnesses: the lock is not leaf \d+ of the checkpoint/m);
  expect(other.code).toBe(1);
}

/**
 * With the network off, the page checks a file: an honest one passes; one with a changed cent (written to `tampered`) is loudly refused, by the
 * command as well.
 */
export async function checkOffline({ page, expectTrouble }: Member, file: string, tampered: string): Promise<void> {
  expectTrouble(...CUT_OFF);
  await page.goto('/fairplay');
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeVisible();
  await expect.poll(() => page.workers().length, { message: 'the verifier is started' }).toBe(1);
  await page.workers()[0]?.evaluate(() => self.name); // responds once its script is loaded
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByLabel('Open file').setInputFiles(file);
  await expectAddsUp(page);

  writeFileSync(tampered, JSON.stringify(oneCentMore(readFileSync(file, 'utf8'))));
  await drop(page, tampered);
  const alarm = page.getByRole('alert').filter({ hasText: 'MISMATCH' });
  await expect(alarm).toContainText('This does not hold');
  await expect(page.getByText('This round adds up')).toHaveCount(0);
  await lookTwice(page, 'fairplay-tampered');
  expect((await verify(tampered)).code).toBe(1);
  await page.context().setOffline(false);
}

/** The proof with one cent more: in the first stake, or in the first drop table of a battle, whose seats have no stakes. */
function oneCentMore(text: string): unknown {
  const proof = JSON.parse(text) as { lock: { entries: { cents: number }[]; cases?: { cents: number[] }[] } };
  const table = proof.lock.cases?.[0];
  const [stake] = proof.lock.entries;
  if (table) table.cents[0] = (table.cents[0] ?? 0) + 1;
  else if (stake) stake.cents += 1;
  return proof;
}

/** Drops a file on the field, as from the desktop. */
async function drop(page: Page, file: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'ROUND.json', { type: 'application/json' }));
      return data;
    },
    readFileSync(file, 'utf8'),
  );
  await page
    .locator('form', { has: page.getByLabel('Check any round') })
    .dispatchEvent('drop', { dataTransfer: transfer });
}
