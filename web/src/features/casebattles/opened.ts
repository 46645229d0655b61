/** A battle with the result that this browser opened itself: as the site would have published it, its reels long over. Pure. */
import { REPLAY_TAIL_MS, REPLAY_TIE_MS, roundMsFor } from '@fairpot/contract/casebattle/calls';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import type { OpenedRound } from '../../fairness/silence.ts';
import { tableOfRound } from './drops.ts';
import { seatsOf } from './seats.ts';

/** What has been shown does not roll again when the site publishes it. */
export function openedAs(battle: CasebattleDetails, { secret, outcome, payouts }: OpenedRound): CasebattleDetails {
  if (battle.replay)
    return {
      ...battle,
      replay: { ...battle.replay, startsAt: 0, endsAt: battle.replay.endsAt - battle.replay.startsAt },
    };
  if (battle.status !== 'STARTED' || !('rolls' in outcome)) return battle;
  const { rolls, tied, winnerTeam, teamCents } = outcome;
  const rounds = battle.cases.length;
  const [roundMs, tieMs] = [roundMsFor(rounds), tied.length > 1 ? REPLAY_TIE_MS : 0];
  return {
    ...battle,
    secret,
    replay: { startsAt: 0, roundMs, tieMs, endsAt: rounds * roundMs + tieMs + REPLAY_TAIL_MS },
    teams: battle.teams.map((team, at) => ({
      ...team,
      participants: team.participants.map((participant) => ({
        ...participant,
        rolls: rolls
          .filter((roll) => roll.team === at && roll.seat === participant.seat)
          .map(({ round, ticket, item }) => {
            const drop = tableOfRound(battle, round)?.items[item];
            return { round, ticket, itemId: drop?.itemId ?? '', priceUsd: drop?.item.priceUsd ?? 0 };
          }),
      })),
    })),
    result: {
      tied: [...tied],
      winnerTeam,
      potUsd: usd(cents(payouts.potCents)),
      teamTotalsUsd: teamCents.map((each) => usd(cents(each))),
      tieTicket: tied.length > 1 ? tied.indexOf(winnerTeam) : null,
      shares: seatsOf(battle).flatMap(({ taken }) => {
        const share = payouts.shares.find(({ player }) => player === taken?.pseudonym);
        return taken && share ? [{ participantId: taken.id, wonUsd: usd(cents(share.cents)) }] : [];
      }),
    },
  };
}
