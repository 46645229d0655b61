/** The bar that creates a battle: without cases its button leads to them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useModal } from '../../../platform/page/modal.ts';
import { freshServer, settings, show } from '../../../trade-kit/server.fixture.tsx';
import { protectionOf } from '../../../trade-kit/stops.fixture.ts';
import { caseOf } from '../battle.fixture.ts';
import { CreateBar } from './create-bar.tsx';
import { setCases } from './draft.ts';

beforeEach(() => setCases([]));
afterEach(() => {
  vi.unstubAllGlobals();
  useModal.setState({ open: null });
});

test('opens the cases while none is selected, and creates the battle then', async () => {
  const server = freshServer();
  const face = caseOf('cheap', [500, 1_500]);
  server.answers['/settings/list'] = { ...settings(), casebattle: { modes: ['NORMAL'] } };
  server.answers['/user/limits'] = protectionOf();
  server.answers['/cases/list'] = [face];
  await show(<CreateBar />);
  await page.getByRole('button', { name: 'Create battle' }).click();
  await expect.poll(() => useModal.getState().open?.view).toBe('casebattle.add');
  expect(server.posts).toEqual([]);
  useModal.setState({ open: null });
  setCases([face.id]);
  await page.getByRole('button', { name: 'Create battle $10.00' }).click();
  await expect.poll(() => server.posts.map(({ input }) => input)).toMatchObject([{ caseIds: [face.id], priceUsd: 10 }]);
});
