/** The tab of a player's items: what they have now, and every movement of theirs. */
import type { OutputOf } from '@fairpot/contract/registry/listed';
import type { Movement } from '@fairpot/contract/profile/schemas';
import { listUserItemMoves, listUserItems } from '@fairpot/contract/staff/users/calls';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { Link } from '../../../ui/controls/link.tsx';
import { IdCell, MoneyCell, Nothing, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import type { UserSectionProps } from './section-props.ts';

type Item = OutputOf<typeof listUserItems>['items'][number];

const nameOf = ({ name, itemName }: Item['item']): string => (itemName === '' ? name : `${name} | ${itemName}`);

const ITEMS: readonly DeskColumn<Item>[] = [
  { head: 'Item', cell: (item) => <Trace of={item} /> },
  { head: 'Came by', cell: ({ type }) => type },
  { head: 'Worth', cell: ({ item }) => <MoneyCell usd={item.priceUsd} />, number: true },
  { head: 'Id', cell: ({ id }) => <IdCell id={id} /> },
];

const WAYS = { came: 'came', went: 'went', stays: 'stayed' } as const;

const MOVES: readonly DeskColumn<Movement>[] = [
  { head: 'Time, UTC', cell: ({ at }) => <TimeCell at={at} /> },
  { head: 'Item', cell: ({ item }) => (item === null ? <Nothing /> : <Trace of={item} />) },
  { head: 'Way', cell: ({ item }) => (item === null ? <Nothing /> : WAYS[item.way]) },
  { head: 'What', cell: ({ code }) => <IdCell id={code} /> },
  { head: 'Worth now', cell: ({ item }) => <MoneyCell usd={item?.item.priceUsd ?? null} />, number: true },
  { head: 'Behind it', cell: ({ link }) => <Behind link={link} /> },
];

/** The item with the way to all that ever happened to it. */
function Trace({ of: { id, item } }: { readonly of: Pick<Item, 'id' | 'item'> }) {
  return (
    <Link to={`/item/${id}`} className="underline">
      {nameOf(item)}
    </Link>
  );
}

function Behind({ link }: Pick<Movement, 'link'>) {
  if (link.kind === 'item') return <Nothing />;
  if (link.kind !== 'round') return <IdCell id={link.id} />;
  return (
    <Link to={roundLink(link.id)} className="font-mono text-xs wrap-anywhere underline">
      {link.id}
    </Link>
  );
}

export function ItemsSection({ playerId: userId }: UserSectionProps) {
  return (
    <div className="grid gap-4">
      <DeskTable
        label="Items"
        query={listUserItems}
        input={() => ({ userId })}
        rows={({ items }) => items}
        next={(): string | null => null}
        rowKey={({ id }) => id}
        columns={ITEMS}
        empty="No item is available"
      />
      <DeskTable
        label="Movements of items"
        query={listUserItemMoves}
        input={(before: string | null) => (before === null ? { userId } : { userId, before })}
        rows={({ movements }) => movements}
        next={({ next }) => next}
        rowKey={({ id }) => id}
        columns={MOVES}
        empty="No item has moved"
      />
    </div>
  );
}
