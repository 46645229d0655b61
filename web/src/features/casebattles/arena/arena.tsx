/** The teams side by side, each with its total and the reels of its seats. Used by the battle's page. */
import { Bot, Crown, Plus } from 'lucide-react';
import { Suspense, useMemo, type CSSProperties } from 'react';
import type { BattleParticipant, CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { callBattleBots, setCasebattleWinner } from '@fairpot/contract/casebattle/calls';
import { cents, formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { DEVIATION_USD } from '@fairpot/contract/games/script';
import { openModal } from '../../../platform/page/modal.ts';
import { useMayScript, useWatchOnly } from '../../../platform/page/scripted.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Money } from '../../../ui/values/money.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { seatTint } from '../case-art.tsx';
import { SeatReel } from './seat-reel.tsx';
import { ownResultOf } from '../own.ts';
import { ownSeat, seatText, teamsOf, teamText } from '../seats.ts';
import type { BattleSeat } from '../seats.ts';
import { leadersOf, openDrops, totalsOf } from '../drops.ts';
import type { BattleView } from '../use-stage.ts';
import { texts } from './texts.ts';
import { later, leaveOut } from '../../../ui/states/boundary.tsx';

const SetWinner = later(async () => (await import('../../../games-kit/set-winner.tsx')).SetWinner, leaveOut);

export interface ArenaProps {
  /** The whole battle, for the reels, which must know where to stop. */
  readonly battle: CasebattleDetails;
  readonly view: BattleView<CasebattleDetails>;
  readonly me: string | null;
}

export function Arena({ battle, view, me }: ArenaProps) {
  const { shown, moment, stage } = view;
  const totals = useMemo(() => totalsOf(shown, openDrops(shown, moment)), [shown, moment]);
  const winner = stage === 'over' ? (shown.result?.winnerTeam ?? null) : null;
  const leaders = winner === null ? leadersOf(shown, totals) : [winner];
  const most = Math.max(1, ...totals);
  const teams = teamsOf(battle);
  return (
    <div
      className="arena"
      style={measures(teams.length, most)}
      data-teams={teams.length}
      data-own-won={ownResultOf(shown, me)?.kind === 'won' || undefined}
      data-pairs={battle.type === 'TWO_VS_TWO' || undefined}
    >
      {teams.map((seats, team) => (
        <section
          key={team}
          aria-label={teamText(battle.type, team)}
          className={cx('team', leaders.includes(team) && 'team-leads')}
          data-lost={(winner !== null && winner !== team) || undefined}
          data-won={winner === team || undefined}
          style={{ ...seatTint(team), ...toWinner(team, winner) }}
        >
          <TeamHead
            name={teamText(battle.type, team)}
            number={team + 1}
            total={totals[team] ?? cents(0)}
            part={(totals[team] ?? 0) / most}
            mark={winner === team ? 'winner' : !leaders.includes(team) ? null : leaders.length > 1 ? 'tied' : 'leads'}
          />
          <div className="team-seats">
            {seats.map((seat) => (
              <SeatBox key={seat.index} battle={battle} view={view} seat={seat} me={me} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** Teams per row, and the length of the longest total, which determines the font size of all totals. */
function measures(teams: number, most: number): CSSProperties & Readonly<Record<'--teams' | '--digits', string>> {
  return { '--teams': String(teams), '--digits': String(Math.max(6, formatUsd(cents(most)).length)) };
}

/** The direction from a team to the winner: -1, 0 or 1. */
function toWinner(team: number, winner: number | null): CSSProperties & Readonly<Record<'--to-winner', string>> {
  return { '--to-winner': String(Math.sign((winner ?? team) - team)) };
}

interface TeamHeadProps {
  readonly name: string;
  readonly number: number;
  readonly total: Cents;
  /** Share of the largest total, 0 to 1. */
  readonly part: number;
  readonly mark: 'winner' | 'leads' | 'tied' | null;
}

function TeamHead({ name, number, total, part, mark }: TeamHeadProps) {
  return (
    <header className="team-head">
      <div className="flex h-6 items-center gap-2">
        <span aria-hidden className="seat-chip">
          {number}
        </span>
        <h2 className="visually-hidden">{name}</h2>
        {mark && (
          <span className={cx('team-mark', mark === 'winner' && 'team-mark-won')}>
            <Crown aria-hidden size={13} strokeWidth={2.5} />
            {texts.team[mark]}
          </span>
        )}
      </div>
      <Money key={total} cents={total} className="team-total" />
      <span aria-hidden className="team-bar">
        <span style={{ transform: `scaleX(${part})` }} />
      </span>
    </header>
  );
}

interface SeatBoxProps extends ArenaProps {
  readonly seat: BattleSeat;
}

function SeatBox({ battle, view, seat, me }: SeatBoxProps) {
  const offered = useMayScript();
  const { taken } = seat;
  if (taken === null) return <FreeSeat battle={battle} view={view} seat={seat} me={me} />;
  return (
    <div className="seat" data-seat={seat.index}>
      <div className="seat-who">
        <span className="seat-face">
          <Avatar src={taken.user.avatar} name={taken.user.name} size="sm" />
        </span>
        <UserName
          user={taken.user}
          showLevel={false}
          className={cx(
            'seat-name text-xs @max-[132px]:flex-col @max-[132px]:items-start @max-[132px]:gap-0.5',
            taken.user.id === me && 'text-volt',
          )}
        />
        {offered && <StaffAction battle={battle} taken={taken} />}
      </div>
      <SeatReel battle={battle} view={view} seat={seat} />
    </div>
  );
}

/** 'Set as winner' on a participant, for admins of a demo (spec 4). */
function StaffAction({ battle, taken }: { readonly battle: CasebattleDetails; readonly taken: BattleParticipant }) {
  const players = battle.teams.flatMap((team) => team.participants.map(({ user }) => user));
  return (
    <Suspense fallback={null}>
      <SetWinner
        call={setCasebattleWinner}
        input={{ userId: taken.user.id, teamId: taken.teamId, deviationAmountUsd: DEVIATION_USD }}
        label={texts.team.setWinner}
        user={taken.user}
        players={players}
        open={battle.status === 'PENDING'}
      />
    </Suspense>
  );
}

/** Its words alone, where a seat is narrow. */
const NARROW_BUTTON = '@max-[132px]:px-2.5 @max-[132px]:[&>svg]:hidden';

function FreeSeat({ battle, view, seat, me }: SeatBoxProps) {
  const label = seatText(battle.type, seat);
  const calling = useSend(callBattleBots);
  const watchOnly = useWatchOnly(battle.scripted);
  const open = view.stage === 'pending' && !watchOnly;
  const mine = ownSeat(battle, me) !== null;
  return (
    <div className="seat" data-seat={seat.index}>
      <p className="seat-who text-xs font-semibold text-fg-2">
        {view.stage === 'pending' ? texts.team.isFree(label) : texts.team.free(label)}
      </p>
      <div className="seat-free">
        {open && !mine && (
          <Button
            online
            variant="primary"
            icon={<Plus aria-hidden size={16} />}
            className={NARROW_BUTTON}
            aria-label={texts.team.joinOn(label)}
            onClick={() => openModal('casebattle.join', { gameId: battle.id, teamId: seat.teamId, seat: seat.seat })}
          >
            {texts.team.join}
          </Button>
        )}
        {open && me === battle.creatorId && (
          <Button
            icon={<Bot aria-hidden size={16} />}
            className={NARROW_BUTTON}
            busy={calling.phase === 'sent'}
            aria-label={texts.team.callBotFor(label)}
            onClick={() => void calling.run({ gameId: battle.id, teamId: seat.teamId, seat: seat.seat })}
          >
            {texts.team.callBot}
          </Button>
        )}
        {view.stage === 'pending' && (watchOnly || (mine && me !== battle.creatorId)) && (
          <span className="text-xs text-fg-2">{texts.team.waiting}</span>
        )}
      </div>
    </div>
  );
}
