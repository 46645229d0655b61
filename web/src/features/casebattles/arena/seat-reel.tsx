/** The reel of one seat: the case before the lock, the spin, the run that continues it, and the drop. Used by the arena. */
import { useMemo, useState } from 'react';
import { roundMsFor } from '@fairpot/contract/casebattle/calls';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { useSeal } from '../../../fairness/watcher.ts';
import { useReducedMotion } from '../../../platform/page/preferences.ts';
import { cx } from '../../../ui/layout/cx.ts';
import { hexColor } from '../../../ui/values/item-tile.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { CaseArt, tier } from '../case-art.tsx';
import { Reel, type Face } from './reel.tsx';
import { stripOf } from './reel-model.ts';
import { Spin } from './spin.tsx';
import { continued, spinOf } from './spin-model.ts';
import { seatText } from '../seats.ts';
import type { BattleSeat } from '../seats.ts';
import { itemOf, tableOfRound } from '../drops.ts';
import { isReplay } from '../stage.ts';
import { isOpen, roundStartsAt, spinMsOf, type ReplayMoment, type Timeline } from '../timeline.ts';
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
  const held = useHeld(battle, view) && !still;
  const roll = seat.taken?.rolls[moment.round];
  const running = timeline !== null && roll !== undefined && moment.part !== 'before' && !held;
  const spinning = (stage === 'awaiting' || stage === 'spinning' || stage === 'lead' || held) && !still;
  const speedsUpAt = stage === 'lead' ? timeline?.startsAt : battle.dueAt;
  return (
    <div className="seat-window">
      {running ? (
        <Running
          key={`${moment.round} ${timeline.startsAt}`}
          battle={battle}
          timeline={timeline}
          moment={moment}
          seat={seat}
        />
      ) : spinning && speedsUpAt ? (
        <Spinning battle={battle} seat={seat} speedsUpAt={speedsUpAt} />
      ) : (
        <div className={cx('reel reel-idle', (stage === 'cancelled' || stage === 'voided') && 'opacity-50')}>
          {battle.cases[0] && <CaseArt face={battle.cases[0]} className="w-11/12 max-w-48" />}
        </div>
      )}
      {battle.scripted && <p className="reel-scripted">{SCRIPTED_MARK}</p>}
    </div>
  );
}

/**
 * True while a spin goes on because this browser has not checked the result yet: until it has, and not past the first stop. A viewer who saw no spin joins
 * the run at once.
 */
function useHeld({ id, scripted }: CasebattleDetails, { stage, moment }: SeatReelProps['view']): boolean {
  const state = useSeal(id)?.state;
  const [spun, setSpun] = useState(false);
  if (stage === 'spinning' && !spun) setSpun(true);
  const unchecked = !scripted && (state === 'watching' || state === 'checking');
  return spun && unchecked && stage === 'rolling' && moment.round === 0 && moment.stopped === 0;
}

type Table = ReturnType<typeof tableOfRound>;

function facesOf(table: Table): readonly Face[] {
  return (table?.items ?? []).map(({ item: { icon, colorHex, pips } }) => ({ icon, colour: hexColor(colorHex), pips }));
}

function weightsOf(table: Table): readonly number[] {
  return (table?.items ?? []).map(({ weight }) => weight);
}

/** Names a reel: every browser draws the same passing cells by it. */
function seedOf(battleId: string, round: number, { team, seat }: BattleSeat): string {
  return `${battleId}|${round}|${team}|${seat}`;
}

interface SpinningProps extends Omit<SeatReelProps, 'view'> {
  readonly speedsUpAt: number;
}

function Spinning({ battle, seat, speedsUpAt }: SpinningProps) {
  const table = tableOfRound(battle, 0);
  const seed = seedOf(battle.id, 0, seat);
  const runMs = spinMsOf({ roundMs: roundMsFor(battle.cases.length) }, seat.index);
  const spin = useMemo(() => spinOf(seed, weightsOf(table), runMs), [seed, table, runMs]);
  const faces = useMemo(() => facesOf(table), [table]);
  return <Spin spin={spin} faces={faces} speedsUpAt={speedsUpAt} />;
}

interface RunningProps extends Omit<SeatReelProps, 'view'> {
  readonly timeline: Timeline;
  readonly moment: ReplayMoment;
}

/** How long the reels had spun when the first round started; null for a round that continues no spin. */
function spunMsOf({ dueAt, replay }: CasebattleDetails, timeline: Timeline, round: number): number | null {
  return round > 0 || dueAt === null || isReplay({ replay }, timeline) ? null : timeline.startsAt - dueAt;
}

function Running({ battle, timeline, moment, seat }: RunningProps) {
  const { round } = moment;
  const table = tableOfRound(battle, round);
  const itemId = seat.taken?.rolls[round]?.itemId ?? '';
  const seed = seedOf(battle.id, round, seat);
  const runMs = spinMsOf(timeline, seat.index);
  const spunMs = spunMsOf(battle, timeline, round);
  const strip = useMemo(() => {
    const weights = weightsOf(table);
    const item = table?.items.findIndex((each) => each.itemId === itemId) ?? -1;
    const fromRest = stripOf(seed, weights, item);
    return spunMs === null ? fromRest : continued(fromRest, spinOf(seed, weights, runMs), spunMs, runMs);
  }, [seed, table, itemId, runMs, spunMs]);
  const faces = useMemo(() => facesOf(table), [table]);
  const drop = itemOf(table, itemId);
  if (!drop) return null;
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
        lengthMs={runMs}
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
            <span className="truncate text-2xs leading-4 text-fg-2">{name}</span>
            <span
              className={cx(
                'flex max-w-full items-baseline gap-1.5',
                '@max-[132px]:flex-col @max-[132px]:items-center @max-[132px]:gap-0',
              )}
            >
              <span className="max-w-full truncate text-2xs font-bold text-(--tier)">{item.rarity}</span>
              <Money cents={centsFromUsd(item.priceUsd)} className="text-sm font-black @max-[132px]:leading-[14px]" />
            </span>
          </>
        )}
      </p>
    </>
  );
}
