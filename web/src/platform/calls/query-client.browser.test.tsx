/** After an outage: what could not be fetched comes by itself, what is right stays untouched. */
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { getTradeOrder } from '@fairpot/contract/trades/calls';
import { forgetAll, queryClient, refetchAll, refetchFailed } from './query-client.ts';

function Shown({ name, ask }: { readonly name: string; readonly ask: () => Promise<string> }) {
  const { data, isError } = useQuery({ queryKey: [name], queryFn: ask });
  return <p>{`${name}: ${isError ? 'failed' : (data ?? 'loading')}`}</p>;
}

test('a failed list is fetched again on reconnection, a good one is not', async () => {
  const failing = vi.fn().mockRejectedValueOnce(new Error('cut off')).mockResolvedValue('back');
  const good = vi.fn().mockResolvedValue('fine');
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Shown name="list" ask={failing} />
      <Shown name="other" ask={good} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('list: failed')).toBeVisible();
  await expect.element(screen.getByText('other: fine')).toBeVisible();
  await refetchFailed();
  await expect.element(screen.getByText('list: back')).toBeVisible();
  expect(good).toHaveBeenCalledTimes(1);
});

test('what changes while the first answer is on its way is fetched after it: that answer may be of before', async () => {
  let answer = (_: string): void => undefined;
  const first = new Promise<string>((resolve) => (answer = resolve));
  const asked = vi.fn().mockReturnValueOnce(first).mockResolvedValue('sent');
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Shown name="order" ask={asked} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('order: loading')).toBeVisible();
  const refetched = refetchAll({ ...getTradeOrder, name: 'order' });
  answer('created');
  await refetched;
  await expect.element(screen.getByText('order: sent')).toBeVisible();
  expect(asked).toHaveBeenCalledTimes(2);
});

test('what is forgotten is not shown until it is there anew', async () => {
  const second = new Promise<string>(() => undefined);
  const asked = vi.fn().mockResolvedValueOnce('version 1').mockReturnValue(second);
  const list = () => (
    <QueryClientProvider client={queryClient}>
      <Shown name="cases" ask={asked} />
    </QueryClientProvider>
  );
  const screen = await render(list());
  await expect.element(screen.getByText('cases: version 1')).toBeVisible();
  // As an editor stands where the list stood.
  await screen.unmount();
  await forgetAll({ ...getTradeOrder, name: 'cases' });
  const again = await render(list());
  await expect.element(again.getByText('cases: loading')).toBeVisible();
  expect(asked).toHaveBeenCalledTimes(2);
});
