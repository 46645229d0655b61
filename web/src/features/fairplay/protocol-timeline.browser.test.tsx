/** The steps of a round tell of the beacon that the server uses: a demo's own one is not called a network of others. */
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ProtocolTimeline } from './protocol-timeline.tsx';

test('in a demo the beacon step says that the site plays the beacon and could know it early', async () => {
  const screen = await render(<ProtocolTimeline simulated />);
  const step = screen.getByRole('listitem').filter({ hasText: 'The beacon speaks' });
  await expect.element(step).toHaveTextContent('the site itself plays the beacon');
  await expect.element(step).toHaveTextContent('could know it early');
  await expect.element(step).toHaveTextContent('there nobody can know the number early');
  await expect.element(screen.getByText(/6 to 9 seconds after the last seat/)).toBeVisible();
});

test('with the real beacon it says that nobody can', async () => {
  const screen = await render(<ProtocolTimeline simulated={false} />);
  const step = screen.getByRole('listitem').filter({ hasText: 'The beacon speaks' });
  await expect.element(step).toHaveTextContent('Nobody can know it early or choose it');
  expect(document.body.textContent).not.toMatch(/demo|plays the beacon/);
});
