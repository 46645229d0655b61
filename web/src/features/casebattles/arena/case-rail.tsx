/** The cases of a battle in order, with the opened ones and the one on the reels. After the end each replays its round. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { reducedMotion } from '../../../platform/page/preferences.ts';
import { cx } from '../../../ui/layout/cx.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { CaseArt } from '../case-art.tsx';
import { tableOfRound } from '../drops.ts';
import type { BattleView } from '../use-stage.ts';
import { texts } from './texts.ts';

export interface CaseRailProps {
  readonly battle: CasebattleDetails;
  readonly view: BattleView<CasebattleDetails>;
  /** Replays from a round; null until the battle is over, when a case shows its drops instead. */
  readonly onPick: ((round: number) => void) | null;
}

/** One Tab stop for all cases; arrows move from one to the next. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => Math.min(at + 1, count - 1),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function CaseRail({ battle, view: { moment, stage }, onPick }: CaseRailProps) {
  const rail = useRef<HTMLOListElement>(null);
  const current = moment.part === 'before' || moment.part === 'over' ? null : moment.round;
  useEffect(() => {
    const box = rail.current;
    const item = current === null ? null : box?.children[current];
    if (!box || !(item instanceof HTMLElement)) return;
    // scrolls only the rail: the page must not move under the reader
    box.scrollTo({
      left: item.offsetLeft - box.clientWidth / 2 + item.clientWidth / 2,
      behavior: reducedMotion() ? 'auto' : 'smooth',
    });
  }, [current]);
  const [focused, setFocused] = useState(0);
  const stop = Math.min(focused, battle.cases.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = MOVES[event.key]?.(stop, battle.cases.length);
    const item = to === undefined ? null : rail.current?.children[to]?.querySelector('button');
    if (!item) return;
    event.preventDefault();
    item.focus();
  };
  return (
    <ol ref={rail} aria-label={texts.rail.label} className="case-rail" onKeyDown={onKeyDown}>
      {battle.cases.map((face, round) => {
        const open = moment.part !== 'before' && (round < moment.round || stage === 'over');
        const table = tableOfRound(battle, round);
        return (
          <li key={round}>
            <button
              type="button"
              tabIndex={round === stop ? 0 : -1}
              onFocus={() => setFocused(round)}
              className={cx('rail-case', open && 'rail-open', current === round && 'rail-current')}
              aria-current={current === round ? 'step' : undefined}
              aria-label={
                onPick
                  ? texts.rail.replay(round + 1, face.name)
                  : texts.rail.drops(round + 1, face.name, formatUsd(centsFromUsd(face.priceUsd)))
              }
              title={`${round + 1}. ${face.name}`}
              onClick={() => (onPick ? onPick(round) : table && openModal('casebattle.case', { of: table }))}
            >
              <CaseArt face={face} />
              <span aria-hidden className="rail-number">
                {round + 1}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
