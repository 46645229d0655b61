/** Every opened case, round by round, newest first, the seats side by side. Used by the battle's page. */
import { memo, useMemo, type CSSProperties } from 'react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { cx } from '../../../ui/layout/cx.ts';
import { ItemArt } from '../../../ui/values/item-tile.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { CaseArt, seatTint, tier } from '../case-art.tsx';
import { seatsOf, seatText } from '../seats.ts';
import { itemOf, openDrops, tableOfRound } from '../drops.ts';
import type { OpenedDrop } from '../drops.ts';
import type { ReplayMoment } from '../timeline.ts';
import { texts } from './texts.ts';

export interface DropListProps {
  /** Veiled. */
  readonly battle: CasebattleDetails;
  readonly moment: ReplayMoment;
}

export const DropList = memo(function DropList({ battle, moment }: DropListProps) {
  const rounds = useMemo(() => {
    const drops = openDrops(battle, moment);
    return battle.cases
      .map((_, round) => drops.filter((drop) => drop.round === round))
      .filter((row) => row.length > 0)
      .toReversed();
  }, [battle, moment]);
  const seats = seatsOf(battle);
  if (rounds.length === 0) return null;
  return (
    <section
      aria-label={texts.drops.title}
      className="rounded-xl border border-line bg-ink-2 p-3 lg:p-5"
      style={columns(seats.length)}
    >
      <h2 className="mb-3 flex items-baseline justify-between text-lg font-extrabold">
        {texts.drops.title}
        <span className="text-xs font-semibold text-fg-2 tabular-nums">
          {texts.drops.rounds(rounds.length, battle.cases.length)}
        </span>
      </h2>
      <ol reversed className="grid gap-2">
        {rounds.map((row) => (
          <Round key={row[0]?.round} battle={battle} row={row} />
        ))}
      </ol>
    </section>
  );
});

function columns(seats: number): CSSProperties & Readonly<Record<'--seats', string>> {
  return { '--seats': String(seats) };
}

function Round({ battle, row }: { readonly battle: CasebattleDetails; readonly row: readonly OpenedDrop[] }) {
  const round = row[0]?.round ?? 0;
  const face = battle.cases[round];
  const best = Math.max(...row.map(({ cents }) => cents));
  return (
    <li className="drop-round">
      <p className="drop-case">
        <span className="w-5 shrink-0 text-right text-sm font-black text-fg-2 tabular-nums">{round + 1}</span>
        {face && <CaseArt face={face} className="w-12 shrink-0" />}
        <span className="min-w-0 truncate text-xs font-semibold text-fg-2">{face?.name}</span>
      </p>
      <ul className="drop-cells">
        {row.map((drop) => (
          <Cell key={drop.seat.index} battle={battle} drop={drop} best={drop.cents === best && row.length > 1} />
        ))}
      </ul>
    </li>
  );
}

interface CellProps {
  readonly battle: CasebattleDetails;
  readonly drop: OpenedDrop;
  readonly best: boolean;
}

const Cell = memo(function Cell({ battle, drop, best }: CellProps) {
  const item = itemOf(tableOfRound(battle, drop.round), drop.itemId)?.item;
  const name = item?.itemName ? `${item.name} ${item.itemName}` : (item?.name ?? '');
  const tints = { ...tier(item?.colorHex ?? ''), '--team': seatTint(drop.seat.team)['--tier'] };
  return (
    <li
      className={cx('drop-cell', best && 'drop-best')}
      style={tints}
      title={texts.drops.ticket(name, drop.ticket.toLocaleString('en-US'))}
    >
      <span className="visually-hidden">{texts.drops.cell(seatText(battle.type, drop.seat), name)}</span>
      <span className="drop-cell-art">
        <ItemArt icon={item?.icon ?? ''} />
      </span>
      <Money cents={drop.cents} className="text-xs font-black" />
    </li>
  );
});
