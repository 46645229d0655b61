/** What cells owe each other for players who moved, on the page of a site that has such debts and of one that has none. */
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { CellsPanel } from './cells-panel.tsx';

test('each debt says who owes whom', async () => {
  const screen = await render(
    <CellsPanel
      cells={[
        { cell: 'asia', cents: -500 },
        { cell: 'us', cents: 1_234_500 },
      ]}
    />,
  );
  const rows = screen.getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent('asia owes this site$5.00');
  await expect.element(rows.nth(1)).toHaveTextContent('This site owes us$12,345.00');
});

test('a site without debts shows nothing', async () => {
  const screen = await render(<CellsPanel cells={undefined} />);
  expect(screen.container.textContent).toBe('');
});
