/** After an outage: failed queries recover by themselves, good ones are not refetched. */
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { getTradeOrder } from '@fairpot/contract/trades/calls';
import { forgetAll, queryClient, refetchAll, refetchFailed } from './query-client.ts';

function Shown({ name, ask }: { readonly name: string; readonly ask: () => Promise<string> }) {
  const { data, isError } = useQuery({ queryKey: [name], queryFn: ask });
  return <p>{`${name}: ${isError ? 'failed' : (data ?? 'loading')}`}</p>;
}

test('a failed list is refetched on reconnection, a good one is not', async () => {
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

test('a change during the first fetch causes a second one: the first answer may be older than the change', async () => {
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

test('a forgotten answer is not shown until it is fetched again', async () => {
  const second = new Promise<string>(() => undefined);
  const asked = vi.fn().mockResolvedValueOnce('version 1').mockReturnValue(second);
  const list = () => (
    <QueryClientProvider client={queryClient}>
      <Shown name="cases" ask={asked} />
    </QueryClientProvider>
  );
  const screen = await render(list());
  await expect.element(screen.getByText('cases: version 1')).toBeVisible();
  // Like an editor in place of the list.
  await screen.unmount();
  await forgetAll({ ...getTradeOrder, name: 'cases' });
  const again = await render(list());
  await expect.element(again.getByText('cases: loading')).toBeVisible();
  expect(asked).toHaveBeenCalledTimes(2);
});
