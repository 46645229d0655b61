/** The button to join, before the page knows whether someone is signed in: its place is kept, and it appears only for those who are. */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getUser } from '@fairpot/contract/user/calls';
import { keyOf, queryClient } from '../../platform/calls/query-client.ts';
import { freshServer, show, signedIn } from '../../trade-kit/server.fixture.tsx';
import { HeadActions } from './head-actions.tsx';

afterEach(() => vi.unstubAllGlobals());

const join = () => page.getByText('Join with items');

test('is not seen before, and is seen by a member', async () => {
  freshServer();
  queryClient.clear();
  // No answer yet.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await show(<HeadActions state={undefined} />);
  await expect.element(join()).not.toBeVisible();
  queryClient.setQueryData(keyOf(getUser, {}), signedIn());
  await expect.element(join()).toBeVisible();
});
