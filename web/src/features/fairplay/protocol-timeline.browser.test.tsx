/** The text about the beacon matches the beacon that the server uses: a demo's own beacon is not called a network of others. */
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ProtocolTimeline } from './protocol-timeline.tsx';

test('in a demo the beacon step says that the site runs the beacon and could know the number early', async () => {
  const screen = await render(<ProtocolTimeline simulated />);
  const step = screen.getByRole('listitem').filter({ hasText: 'The beacon speaks' });
  await expect.element(step).toHaveTextContent('the site runs the beacon itself');
  await expect.element(step).toHaveTextContent('could know the number early');
  await expect.element(step).toHaveTextContent('where no one can know the number early');
  await expect.element(screen.getByText(/6 to 9 seconds after the last seat/)).toBeVisible();
});

test('with the real beacon it says that no one can', async () => {
  const screen = await render(<ProtocolTimeline simulated={false} />);
  const step = screen.getByRole('listitem').filter({ hasText: 'The beacon speaks' });
  await expect.element(step).toHaveTextContent('No one can know it early or choose it');
  expect(document.body.textContent).not.toMatch(/demo|runs the beacon/);
});
