/**
 * The search for a trade order: by the number of an asset, an offer or a trade at Steam, by the order's code, by an id of the site. What
 * is looked for stands in the address, so that other lists lead here.
 */
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { findTrades, tradeClueOf } from '@fairpot/contract/staff/trades/calls';
import type { FoundTrade } from '@fairpot/contract/staff/trades/schemas';
import { gameLabel } from '../../../trade-kit/steam-items/steam-model.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/fields.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { IdCell, MoneyCell, Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';

const COLUMNS: readonly DeskColumn<FoundTrade>[] = [
  { head: 'Player', cell: ({ user }) => <PersonCell user={user} /> },
  { head: 'Order', cell: (found) => <Order of={found} /> },
  { head: 'State', cell: (found) => <State of={found} /> },
  { head: 'At Steam', cell: (found) => <AtSteam of={found} /> },
  { head: 'Items', cell: (found) => <Items of={found} /> },
];

export function TradesScreen() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('find') ?? '';
  return (
    <>
      <PageHead
        title="Trades"
        lead={
          'Where an item at Steam went: its order, what the trade moved, ' +
          'and the way to the page of the item on the site.'
        }
      />
      <Search key={asked} asked={asked} onSearch={(find) => setParams(find === '' ? {} : { find })} />
      {asked !== '' && tradeClueOf(asked) !== null ? (
        <DeskTable
          label="Trade orders"
          query={findTrades}
          input={() => ({ text: asked })}
          rows={({ found }) => found}
          next={(): string | null => null}
          rowKey={({ order }) => order.id}
          columns={COLUMNS}
          empty="No order was found"
          emptyText="The site has never offered, received or given this."
        />
      ) : (
        <p className="text-fg-2">
          {asked === ''
            ? 'Enter the number of an asset, an offer or a trade at Steam, the code of an order (#D-7Q3K2M), ' +
              'or an id of an order or item.'
            : 'This is neither a number of Steam’s, nor a code, nor the id of an order or item.'}
        </p>
      )}
    </>
  );
}

function Search({ asked, onSearch }: { readonly asked: string; readonly onSearch: (text: string) => void }) {
  const [text, setText] = useState(asked);
  return (
    <form
      role="search"
      className="mb-4 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <SearchField
        className="min-w-56 flex-1"
        label="Search trades"
        placeholder="Asset, offer, trade, code or id"
        value={text}
        onChange={setText}
      />
      <Button type="submit">SEARCH</Button>
    </form>
  );
}

interface OfFound {
  readonly of: FoundTrade;
}

function Order({ of: { order } }: OfFound) {
  const to = order.bet !== null ? `for ${order.bet.game}` : order.toBalance ? 'to balance' : 'to items';
  return (
    <span className="grid gap-0.5 whitespace-nowrap">
      <span className="flex items-baseline gap-2">
        <IdCell id={`#${order.code}`} /> <MoneyCell usd={order.totalUsd} />
      </span>
      <span className="text-xs text-fg-2">
        {order.kind === 'DEPOSIT' ? `Deposit ${to}` : 'Withdrawal'} · {gameLabel(order.appId)}
      </span>
      <span className="text-xs">
        <TimeCell at={order.createdAt} /> UTC
      </span>
    </span>
  );
}

function State({ of: { order } }: OfFound) {
  return (
    <span className="grid gap-0.5">
      <span className="whitespace-nowrap">{order.state}</span>
      {order.reasonText !== '' && <span className="text-xs text-fg-2">{order.reasonText}</span>}
    </span>
  );
}

function AtSteam({ of: { order, tradeId, tradeStatus } }: OfFound) {
  if (order.offerId === null && tradeId === null) return <Nothing />;
  return (
    <span className="grid gap-0.5 text-xs text-fg-2">
      {order.offerId !== null && (
        <span>
          Offer <IdCell id={order.offerId} />
        </span>
      )}
      {tradeId !== null && (
        <span>
          Trade <IdCell id={tradeId} />
          {tradeStatus !== null && `, status ${tradeStatus}`}
        </span>
      )}
    </span>
  );
}

const WAYS = { IN: 'came in', OUT: 'went out', BACK: 'came back' } as const;

/** Each item with the way to its page, and the numbers that its asset had before and after each trade. */
function Items({ of: { order, moved } }: OfFound) {
  return (
    <ul className="grid gap-1.5">
      {order.items.map(({ item, itemId, assetId }, n) => {
        const name = item.itemName === '' ? item.name : `${item.name} | ${item.itemName}`;
        const moves = itemId === null ? [] : moved.filter((move) => move.itemId === itemId);
        return (
          <li key={n} className="grid gap-0.5">
            {itemId === null ? (
              name
            ) : (
              <Link to={`/item/${itemId}`} className="underline">
                {name}
              </Link>
            )}
            {moves.length === 0 && assetId !== null && <Asset id={assetId} />}
            {moves.map((move) => (
              <span key={move.tradeId} className="flex flex-wrap items-center gap-x-1.5 text-xs text-fg-2">
                <IdCell id={move.before.assetId} />
                <ArrowRight aria-label="became" size={12} />
                <IdCell id={move.after.assetId} />
                {WAYS[move.direction]}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

function Asset({ id }: { readonly id: string }) {
  return (
    <span className="text-xs text-fg-2">
      Asset <IdCell id={id} />, moved by no trade
    </span>
  );
}
