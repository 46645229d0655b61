/** The draw of a tie, on its own reel: the tied teams as equal cells, stopping on the proven one. Used by the status band. */
import { useMemo } from 'react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { Reel } from './reel.tsx';
import { stripOf } from './reel-model.ts';
import { joinNames, teamColour, teamText } from '../seats.ts';
import { tieSpinMs, tieStartsAt } from '../timeline.ts';
import type { Timeline } from '../timeline.ts';
import { texts } from './texts.ts';

export interface TieDrawProps {
  readonly battle: CasebattleDetails;
  readonly timeline: Timeline;
  /** True once its time is over. */
  readonly drawn: boolean;
}

export function TieDraw({ battle: { id, result, type }, timeline, drawn }: TieDrawProps) {
  const tied = useMemo(() => result?.tied ?? [], [result]);
  const winner = result?.winnerTeam ?? -1;
  const strip = useMemo(
    () =>
      stripOf(
        `${id}|tie`,
        tied.map(() => 1),
        tied.indexOf(winner),
      ),
    [id, tied, winner],
  );
  const faces = useMemo(
    () => tied.map((team) => ({ icon: '', colour: teamColour(team), text: String(team + 1) })),
    [tied],
  );
  const startsAt = tieStartsAt(timeline);
  if (startsAt === null || result === null) return null;
  const names = tied.map((team) => teamText(type, team));
  const sum = formatUsd(centsFromUsd(result.teamTotalsUsd[tied[0] ?? 0] ?? 0));
  return (
    <div className="tie-draw">
      <Reel
        strip={strip}
        faces={faces}
        startsAt={startsAt}
        lengthMs={tieSpinMs(timeline)}
        stands={drawn}
        label={drawn ? texts.tie.goesTo(teamText(type, winner)) : texts.tie.drawing}
      />
      <div className="min-w-0">
        <p className="text-xl leading-7 font-black max-md:text-lg">{texts.tie.at(sum)}</p>
        <p className="text-sm text-fg-2">{texts.tie.chances(joinNames(names), tied.length)}</p>
      </div>
    </div>
  );
}
