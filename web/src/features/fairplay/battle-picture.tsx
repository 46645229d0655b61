/**
 * The draws of a case battle: every ticket in a table by round and seat, each with its derivation from digest to item.
 * Used for the recorded round and for a changed one. Pressing a cell shows how that ticket was drawn.
 */
import { useState, type ReactNode } from 'react';
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import type { CasebattleOutcome } from '@fairpot/fairness/games/casebattle';
import type { CasebattleLock, CasebattleRoll } from '@fairpot/fairness/games/casebattle-lock';
import { percentOf } from '@fairpot/fairness/games/chance';
import type { CaseTable } from '@fairpot/fairness/games/drop-table';
import type { Picture } from '../../fairness/explain.ts';
import { RangeBar } from '../../fairness/view/range-bar.tsx';
import type { RangeSlice } from '../../fairness/view/range-bar.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { DigestChain } from './digest-chain.tsx';
import { texts } from './texts.ts';

export interface BattlePictureProps {
  readonly picture: Picture;
  readonly lock: CasebattleLock;
}

const TIE = 'casebattle|tie';

/** The label under which the ticket of a roll is drawn (protocol fp/2, section 2). */
function labelOf({ round, team, seat }: Pick<CasebattleRoll, 'round' | 'team' | 'seat'>): string {
  return `casebattle|roll|${round}|${team}|${seat}`;
}

export function BattlePicture({ picture, lock }: BattlePictureProps) {
  const [chosen, setChosen] = useState(() => labelOf({ round: 0, team: 0, seat: 0 }));
  if (!('rolls' in picture.outcome)) return null;
  const { outcome } = picture;
  const draw = picture.draws.find(({ label }) => label === chosen) ?? picture.draws[0];
  const roll = outcome.rolls.find((each) => labelOf(each) === draw?.label);
  const table = roll && lock.cases[roll.round];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <DrawTable lock={lock} outcome={outcome} chosen={chosen} onChoose={setChosen} />
      <TieNote outcome={outcome} onChoose={() => setChosen(TIE)} />
      {draw && (
        <section aria-label={texts.draw.how} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <DigestChain picture={picture} draw={draw} />
          {roll && table ? (
            <>
              <RangeBar slices={slicesOf(table)} total={draw.n} ticket={roll.ticket} />
              <p className="text-sm text-fg-2 tabular-nums">
                {texts.draw.ticket} <Strong>{roll.ticket.toLocaleString('en-US')}</Strong>{' '}
                {texts.battle.ticketOf(draw.n.toLocaleString('en-US'))} <Strong>{roll.item + 1}</Strong>{' '}
                {texts.battle.ofCase(table.caseId)} <Strong>{formatUsd(cents(table.cents[roll.item] ?? 0))}</Strong>
                {texts.battle.chance(percentOf(table.weights[roll.item] ?? 0, draw.n))}
              </p>
            </>
          ) : (
            <RangeBar slices={tieSlices(outcome)} total={draw.n} ticket={draw.value} />
          )}
        </section>
      )}
    </div>
  );
}

function Strong({ children }: { readonly children: ReactNode }) {
  return <strong className="text-fg">{children}</strong>;
}

interface DrawTableProps {
  readonly lock: CasebattleLock;
  readonly outcome: CasebattleOutcome;
  readonly chosen: string;
  readonly onChoose: (label: string) => void;
}

/** Rounds as rows, seats as columns, the value of each drop; team totals below. */
function DrawTable({ lock, outcome, chosen, onChoose }: DrawTableProps) {
  const { entries, cases } = lock;
  const seatsOf = (team: number) => entries.filter((entry) => entry.team === team).length;
  return (
    <div
      className="max-h-[480px] overflow-auto rounded-md border border-line"
      tabIndex={0}
      role="group"
      aria-label={texts.draw.all}
    >
      <table className="w-full border-collapse text-sm tabular-nums">
        <thead className="sticky top-0 bg-ink-3 text-left text-xs text-fg-2">
          <tr>
            <th scope="col" className="px-3 py-2 font-semibold">
              {texts.battle.round}
            </th>
            {entries.map(({ team, seat }) => (
              <th key={`${team} ${seat}`} scope="col" className="px-3 py-2 font-semibold whitespace-nowrap">
                {seatsOf(team) > 1 ? texts.battle.ofTeam(team + 1, seat + 1) : texts.battle.team(team + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map((table, round) => (
            <tr key={round} className="border-t border-line">
              <th scope="row" className="px-3 text-left text-xs font-semibold text-fg-2">
                {round + 1}
              </th>
              {outcome.rolls
                .filter((roll) => roll.round === round)
                .map((roll) => (
                  <td key={labelOf(roll)} className="p-1">
                    <button
                      type="button"
                      aria-pressed={labelOf(roll) === chosen}
                      title={texts.battle.ticket(roll.ticket.toLocaleString('en-US'))}
                      onClick={() => onChoose(labelOf(roll))}
                      className={cx(
                        'min-h-9 w-full rounded-sm px-2 text-left font-bold',
                        labelOf(roll) === chosen ? 'bg-volt text-volt-ink' : 'hover:bg-ink-4',
                      )}
                    >
                      {formatUsd(cents(table.cents[roll.item] ?? 0))}
                    </button>
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 border-t border-line bg-ink-3">
          <tr>
            <th scope="row" className="px-3 py-2 text-left text-xs font-semibold text-fg-2">
              {texts.battle.total}
            </th>
            {outcome.teamCents.map((total, team) => (
              <td
                key={team}
                colSpan={seatsOf(team)}
                className={cx('px-3 py-2 font-black', team === outcome.winnerTeam && 'text-volt')}
              >
                {formatUsd(cents(total))}
                {team === outcome.winnerTeam && <span className="ml-1.5 text-xs">{texts.battle.wins}</span>}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function TieNote({ outcome, onChoose }: { readonly outcome: CasebattleOutcome; readonly onChoose: () => void }) {
  const { tied, winnerTeam } = outcome;
  if (tied.length < 2) return null;
  return (
    <p className="text-sm text-fg-2">
      {texts.battle.tie(tied.map((team) => team + 1).join(', '), tied.length)} <Strong>{winnerTeam + 1}</Strong>.{' '}
      <button type="button" className="font-bold text-fg underline underline-offset-2" onClick={onChoose}>
        {texts.battle.showTie}
      </button>
    </p>
  );
}

/** The items of a case as ticket ranges. */
function slicesOf({ weights, cents: worth }: CaseTable): RangeSlice[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let from = 0;
  return weights.map((weight, item) => {
    const slice = {
      key: String(item),
      label: formatUsd(cents(worth[item] ?? 0)),
      from,
      to: from + weight,
      percent: percentOf(weight, total),
      side: null,
      seat: item + 1,
    };
    from += weight;
    return slice;
  });
}

function tieSlices({ tied }: CasebattleOutcome): RangeSlice[] {
  return tied.map((team, at) => ({
    key: String(team),
    label: texts.battle.team(team + 1),
    from: at,
    to: at + 1,
    percent: percentOf(1, tied.length),
    side: null,
    seat: team + 1,
  }));
}
