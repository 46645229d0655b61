/** Case battles in the soak: played for balance, so no items are staked. */
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { retryUntilAnswered, type Crowd, type Member, type SoakGame } from '../soak/crowd.ts';

const MIN_CASES = 1;
const MAX_CASES = 3;

/** A battle with random cases and type, filled by members or by bots. No battle when the site has no cases. */
async function play(crowd: Crowd): Promise<readonly string[]> {
  const [creator, ...others] = crowd.shuffled();
  const cheap = [...crowd.cases].sort((a, b) => a.priceUsd - b.priceUsd).slice(0, 6);
  if (!creator || cheap.length === 0) return [];
  const rounds = MIN_CASES + Math.floor(crowd.chance() * MAX_CASES);
  const caseIds = Array.from({ length: rounds }, () => crowd.pick(cheap).id);
  const type = crowd.pick(['STANDARD_2', 'STANDARD_2', 'STANDARD_3', 'STANDARD_4', 'STANDARD_6', 'TWO_VS_TWO']);
  const opened = await takeSeat(crowd, creator, '/casebattle/create', { caseIds, type });
  if (opened === null) return [];
  const id = opened.gameId;
  if (crowd.chance() < 0.3) {
    const called = await crowd.call<{ started: boolean }>(creator, '/casebattle/bot', { gameId: id });
    return called?.started === true ? [id] : [];
  }
  const battle = (await retryUntilAnswered(() => creator.player.get<Casebattle>(`/casebattle/details/${id}`))).response;
  const seats = (battle?.teams ?? []).flatMap(({ id: teamId, participants }) =>
    Array.from({ length: (battle?.teamsParticipantsCount ?? 1) - participants.length }, () => teamId),
  );
  const joined = await Promise.all(
    seats.map((teamId, i) => {
      const member = others[i];
      return member ? takeSeat(crowd, member, '/casebattle/join', { teamId }) : Promise.resolve(null);
    }),
  );
  return joined.every((each) => each !== null) ? [id] : [];
}

async function takeSeat(crowd: Crowd, member: Member, path: string, body: object): Promise<{ gameId: string } | null> {
  const answer = await crowd.call<{ gameId: string }>(member, path, body);
  if (answer !== null) crowd.acknowledge('casebattle', answer.gameId, member, []);
  return answer;
}

export const soak: SoakGame = {
  game: 'casebattle',
  many: true,
  cancels: true,
  expected: ['Not enough balance', 'ERR_SEAT_TAKEN', 'ERR_BATTLE_STARTED'],
  canPlay: (crowd) => crowd.hasCases,
  play,
};
