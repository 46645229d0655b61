/** The reel of one seat: the case before it opens, the turning strip, the run, and the drop. Used by the arena. */
import { useMemo } from 'react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { useReducedMotion } from '../../../platform/page/preferences.ts';
import { cx } from '../../../ui/layout/cx.ts';
import { hexColor } from '../../../ui/values/item-tile.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { CaseArt, tier } from '../case-art.tsx';
import { Drift } from './drift.tsx';
import { Reel, type Face } from './reel.tsx';
import { stripOf } from './reel-model.ts';
import { seatText } from '../seats.ts';
import type { BattleSeat } from '../seats.ts';
import { itemOf, tableOfRound } from '../drops.ts';
import { isOpen, roundStartsAt, spinMsOf } from '../timeline.ts';
import type { BattleView } from '../use-stage.ts';
import { texts } from './texts.ts';

export interface SeatReelProps {
  readonly battle: CasebattleDetails;
  readonly view: BattleView<CasebattleDetails>;
  readonly seat: BattleSeat;
}

export function SeatReel({ battle, view, seat }: SeatReelProps) {
  const { stage, moment, timeline } = view;
  const still = useReducedMotion();
  const roll = seat.taken?.rolls[moment.round];
  const running = timeline !== null && roll !== undefined && moment.part !== 'before';
  const drifting = (stage === 'awaiting' || stage === 'lead') && !still;
  return (
    <div className="seat-window">
      {running ? (
        <Running key={`${moment.round} ${timeline.startsAt}`} battle={battle} view={view} seat={seat} />
      ) : drifting ? (
        <Drift faces={facesOf(tableOfRound(battle, 0))} seat={seat.index} />
      ) : (
        <div className={cx('reel reel-idle', (stage === 'cancelled' || stage === 'voided') && 'opacity-50')}>
          {battle.cases[0] && <CaseArt face={battle.cases[0]} className="w-11/12 max-w-48" />}
        </div>
      )}
      {battle.scripted && <p className="reel-scripted">{SCRIPTED_MARK}</p>}
    </div>
  );
}

function facesOf(table: ReturnType<typeof tableOfRound>): readonly Face[] {
  return (table?.items ?? []).map(({ item: { icon, colorHex, pips } }) => ({ icon, colour: hexColor(colorHex), pips }));
}

function Running({ battle, view: { moment, timeline }, seat }: SeatReelProps) {
  const { round } = moment;
  const table = tableOfRound(battle, round);
  const itemId = seat.taken?.rolls[round]?.itemId ?? '';
  const strip = useMemo(() => {
    const items = table?.items ?? [];
    return stripOf(
      `${battle.id}|${round}|${seat.team}|${seat.seat}`,
      items.map(({ weight }) => weight),
      items.findIndex((item) => item.itemId === itemId),
    );
  }, [battle.id, round, seat.team, seat.seat, table, itemId]);
  const faces = useMemo(() => facesOf(table), [table]);
  const drop = itemOf(table, itemId);
  if (timeline === null || !drop) return null;
  const stands = isOpen(moment, round, seat.index);
  const { item } = drop;
  const where = seatText(battle.type, seat);
  const name = item.itemName ? `${item.name} ${item.itemName}` : item.name;
  return (
    <>
      <Reel
        strip={strip}
        faces={faces}
        startsAt={roundStartsAt(timeline, round)}
        lengthMs={spinMsOf(timeline, seat.index)}
        stands={stands}
        idle={battle.cases[round] && <CaseArt face={battle.cases[round]} className="w-11/12 max-w-48 opacity-60" />}
        label={
          stands
            ? texts.reel.drew(where, name, formatUsd(centsFromUsd(item.priceUsd)))
            : texts.reel.opens(where, table?.name ?? texts.reel.aCase)
        }
      />
      <p className="reel-caption" data-open={stands || undefined} style={tier(item.colorHex)}>
        {stands && (
          <>
            <span className="truncate text-2xs text-fg-2">{name}</span>
            <span className="flex max-w-full items-baseline gap-1.5">
              <span className="truncate text-2xs font-bold text-(--tier)">{item.rarity}</span>
              <Money cents={centsFromUsd(item.priceUsd)} className="text-sm font-black" />
            </span>
          </>
        )}
      </p>
    </>
  );
}
