/** A player's items: those they have now, and every movement. */
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import type { Movement } from '@fairpot/contract/profile/schemas';
import { listUserItemMoves, listUserItems } from '@fairpot/contract/staff/users/calls';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { Link } from '../../../ui/controls/link.tsx';
import { IdCell, MoneyCell, Nothing, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import type { UserSectionProps } from './section-props.ts';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

type UserItem = OutputOf<typeof listUserItems>['items'][number];

const nameOf = ({ name, itemName }: UserItem['item']): string => (itemName === '' ? name : `${name} | ${itemName}`);

const ITEMS: readonly DeskColumn<UserItem>[] = [
  { head: texts.items.item, cell: (item) => <Trace of={item} /> },
  { head: texts.items.source, cell: ({ type }) => type },
  { head: kitTexts.heads.value, cell: ({ item }) => <MoneyCell usd={item.priceUsd} />, number: true },
  { head: kitTexts.heads.id, cell: ({ id }) => <IdCell id={id} /> },
];

const MOVES: readonly DeskColumn<Movement>[] = [
  { head: kitTexts.heads.time, cell: ({ at }) => <TimeCell at={at} /> },
  { head: texts.items.item, cell: ({ item }) => (item === null ? <Nothing /> : <Trace of={item} />) },
  { head: texts.items.direction, cell: ({ item }) => (item === null ? <Nothing /> : texts.items.directions[item.way]) },
  { head: texts.items.event, cell: ({ code }) => <IdCell id={code} /> },
  { head: texts.items.valueNow, cell: ({ item }) => <MoneyCell usd={item?.item.priceUsd ?? null} />, number: true },
  { head: texts.items.reference, cell: ({ link }) => <Behind link={link} /> },
];

/** The item, linked to its history. */
function Trace({ of: { id, item } }: { readonly of: Pick<UserItem, 'id' | 'item'> }) {
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
        label={texts.items.list}
        query={listUserItems}
        filter={{ userId }}
        rows={({ items }) => items}
        columns={ITEMS}
        empty={texts.items.empty}
      />
      <DeskTable
        label={texts.items.moves}
        query={listUserItemMoves}
        filter={{ userId }}
        rows={({ movements }) => movements}
        columns={MOVES}
        empty={texts.items.noMoves}
      />
    </div>
  );
}
