/**
 * Search for trade orders: by a Steam asset, offer or trade number, an order code, or an id of the site. The query is in the address, so
 * that other lists can link to it.
 */
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { findTrades, tradeClueOf } from '@fairpot/contract/staff/trades/calls';
import type { TradeSearchResult } from '@fairpot/contract/staff/trades/schemas';
import { gameLabel } from '../../../trade-kit/steam-items/steam-model.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Form, SearchField } from '../../../ui/controls/fields.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { IdCell, MoneyCell, Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

const COLUMNS: readonly DeskColumn<TradeSearchResult>[] = [
  { head: kitTexts.heads.player, cell: ({ user }) => <PersonCell user={user} /> },
  { head: texts.order, cell: (found) => <Order of={found} /> },
  { head: kitTexts.heads.status, cell: (found) => <State of={found} /> },
  { head: texts.atSteam, cell: (found) => <AtSteam of={found} /> },
  { head: texts.items, cell: (found) => <Items of={found} /> },
];

export function TradesScreen() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('find') ?? '';
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <Search key={asked} asked={asked} onSearch={(find) => setParams(find === '' ? {} : { find })} />
      {asked !== '' && tradeClueOf(asked) !== null ? (
        <DeskTable
          label={texts.list}
          query={findTrades}
          filter={{ text: asked }}
          rows={({ found }) => found}
          rowKey={({ order }) => order.id}
          columns={COLUMNS}
          empty={texts.empty}
          emptyText={texts.emptyText}
        />
      ) : (
        <p className="text-fg-2">{asked === '' ? texts.enter : texts.unknown}</p>
      )}
    </>
  );
}

function Search({ asked, onSearch }: { readonly asked: string; readonly onSearch: (text: string) => void }) {
  const [text, setText] = useState(asked);
  return (
    <Form
      role="search"
      className="mb-4 flex flex-wrap gap-2"
      onSubmit={() => {
        onSearch(text.trim());
      }}
    >
      <SearchField
        className="min-w-56 flex-1"
        label={texts.search}
        placeholder={texts.placeholder}
        value={text}
        onChange={setText}
      />
      <Button type="submit">{texts.searchButton}</Button>
    </Form>
  );
}

interface FoundTradeProps {
  readonly of: TradeSearchResult;
}

function Order({ of: { order } }: FoundTradeProps) {
  const { deposit } = texts;
  const depositText =
    order.bet !== null ? deposit.bet(order.bet.game) : order.toBalance ? deposit.toBalance : deposit.toItems;
  return (
    <span className="grid gap-0.5 whitespace-nowrap">
      <span className="flex items-baseline gap-2">
        <IdCell id={`#${order.code}`} /> <MoneyCell usd={order.totalUsd} />
      </span>
      <span className="text-xs text-fg-2">
        {order.kind === 'DEPOSIT' ? depositText : texts.withdrawal} · {gameLabel(order.appId)}
      </span>
      <span className="text-xs">
        <TimeCell at={order.createdAt} /> UTC
      </span>
    </span>
  );
}

function State({ of: { order } }: FoundTradeProps) {
  return (
    <span className="grid gap-0.5">
      <span className="whitespace-nowrap">{order.state}</span>
      {order.reasonText !== '' && <span className="text-xs text-fg-2">{order.reasonText}</span>}
    </span>
  );
}

function AtSteam({ of: { order, tradeId, tradeStatus } }: FoundTradeProps) {
  if (order.offerId === null && tradeId === null) return <Nothing />;
  return (
    <span className="grid gap-0.5 text-xs text-fg-2">
      {order.offerId !== null && (
        <span>
          {texts.offer} <IdCell id={order.offerId} />
        </span>
      )}
      {tradeId !== null && (
        <span>
          {texts.trade} <IdCell id={tradeId} />
          {tradeStatus !== null && texts.tradeStatus(tradeStatus)}
        </span>
      )}
    </span>
  );
}

/** Each item, linked to its page, with its asset number before and after each trade. */
function Items({ of: { order, moved } }: FoundTradeProps) {
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
                <ArrowRight aria-label={texts.became} size={12} />
                <IdCell id={move.after.assetId} />
                {texts.directions[move.direction]}
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
      {texts.asset} <IdCell id={id} />
      {texts.notMoved}
    </span>
  );
}
