/** What the offline page may show, as answers pass by. */
import { beforeEach, expect, test } from 'vitest';
import { forgetAccount, lastSeen, rememberAnswer } from './last-seen.ts';

const ACCOUNT = '/api/user';
const signedIn = () => Response.json({ success: true, response: { user: { name: 'anna', balanceUsd: 12.5 } } });

beforeEach(() => caches.delete('fairpot-last-seen'));

test('an account is remembered until its player signs out', async () => {
  await rememberAnswer(ACCOUNT)(signedIn());
  expect((await lastSeen()).account).toMatchObject({ name: 'anna', balanceUsd: 12.5 });
  await forgetAccount();
  expect(await lastSeen()).toEqual({});
});

test('an answer that was requested before the sign-out does not bring the account back', async () => {
  const remember = rememberAnswer(ACCOUNT);
  await forgetAccount();
  await remember(signedIn());
  expect(await lastSeen()).toEqual({});
  await rememberAnswer(ACCOUNT)(signedIn());
  expect((await lastSeen()).account?.name).toBe('anna');
});

test('an answer without a session forgets the account, and keeps what is public', async () => {
  await rememberAnswer(ACCOUNT)(signedIn());
  await rememberAnswer('/api/coinflip')(Response.json({ success: true, response: { games: [{}, {}] } }));
  await rememberAnswer(ACCOUNT)(Response.json({ success: false }, { status: 401 }));
  const { account, coinflip } = await lastSeen();
  expect([account, coinflip?.games]).toEqual([undefined, 2]);
});
