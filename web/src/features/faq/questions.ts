/** The chapters of the FAQ. Figures come from the server's settings, so that the page and the games cannot state different fees. */
import type { ItemGameSettings } from '@fairpot/contract/inventory/item.schemas';
import type { Settings } from '@fairpot/contract/settings/schemas';
import { CASE_RETURN_BPS } from '@fairpot/contract/casebattle/cases/calls';
import { GAMES } from '@fairpot/contract/games/games';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { formatPercent } from '../../ui/values/percent.ts';
import { linked, type FaqChapter, type FaqQuestion } from './parts.tsx';
import { texts } from './texts.ts';

const { care: careTexts, never: neverTexts } = texts;

/** The FAQ's chapters that do not depend on settings: responsible play, and what Fairpot will not do. */
const care: FaqChapter = {
  id: 'care',
  title: careTexts.title,
  questions: [
    { ask: careTexts.who, answer: careTexts.whoAnswer },
    { ask: careTexts.track, answer: linked(careTexts.trackAnswer) },
    { ask: careTexts.limits, answer: linked(careTexts.limitsAnswer) },
    { ask: careTexts.data, answer: linked(careTexts.dataAnswer) },
    { ask: careTexts.stop, answer: careTexts.stopAnswer },
  ],
};

const never: FaqChapter = {
  id: 'never',
  title: neverTexts.title,
  questions: [
    { ask: neverTexts.pick, answer: neverTexts.pickAnswer },
    { ask: neverTexts.keep, answer: neverTexts.keepAnswer },
    { ask: neverTexts.pretend, answer: neverTexts.pretendAnswer },
    { ask: neverTexts.busy, answer: neverTexts.busyAnswer },
    { ask: neverTexts.cheer, answer: neverTexts.cheerAnswer },
  ],
};

function percent(bps: number | undefined): string {
  return bps === undefined ? texts.playing.unknownShare : formatPercent(bps);
}

/** A text for each game with item stakes, in the order of the navigation; none without settings. */
function forItemGames(
  settings: Settings | undefined,
  textFor: (label: string, game: ItemGameSettings) => string,
): string[] {
  return GAMES.flatMap(({ game, label }) => {
    const own = settings?.[game];
    return own !== undefined && 'feeBps' in own ? [textFor(label, own)] : [];
  });
}

function minBets(settings: Settings | undefined): string {
  const bets = forItemGames(settings, (label, { minbet }) =>
    texts.playing.minBet(formatUsd(centsFromUsd(minbet)), label),
  );
  return bets.length > 0 ? texts.playing.minBets(bets) : '';
}

function fees(settings: Settings | undefined): string {
  return forItemGames(settings, (label, { feeBps }) => texts.money.fee(label, formatPercent(feeBps))).join('');
}

/** Only a demo may fill seats with bots, and then the answer says so. */
function againstAnswer(settings: Settings | undefined): string {
  const bots = settings?.global.mode === 'live' ? '' : texts.playing.againstBots;
  return texts.playing.againstAnswer(percent(10_000 - CASE_RETURN_BPS.min)) + bots;
}

const playing = (settings: Settings | undefined, ofGames: readonly FaqQuestion[]): FaqChapter => ({
  id: 'playing',
  title: texts.playing.title,
  questions: [
    { ask: texts.playing.what, answer: texts.playing.whatAnswer },
    { ask: texts.playing.against, answer: againstAnswer(settings) },
    ...ofGames,
    { ask: texts.playing.chance, answer: texts.playing.chanceAnswer },
    { ask: texts.playing.stake, answer: texts.playing.stakeAnswer(minBets(settings)) },
    { ask: texts.playing.noOpponent, answer: texts.playing.noOpponentAnswer },
    { ask: texts.playing.bots, answer: texts.playing.botsAnswer },
    { ask: texts.playing.levels, answer: texts.playing.levelsAnswer },
  ],
});

/** A server that simulates the beacon could know results early, and the answer says so. */
function knownAnswer(settings: Settings | undefined): string {
  const { knownSimulated, knownReal, voiding } = texts.fairness;
  return (settings?.beacon.simulated === true ? knownSimulated : knownReal) + voiding;
}

const fairness = (settings: Settings | undefined): FaqChapter => ({
  id: 'fairness',
  title: texts.fairness.title,
  questions: [
    { ask: texts.fairness.drawn, answer: linked(texts.fairness.drawnAnswer) },
    { ask: texts.fairness.known, answer: knownAnswer(settings) },
    { ask: texts.fairness.hides, answer: texts.fairness.hidesAnswer },
    { ask: texts.fairness.battleStart, answer: texts.fairness.battleStartAnswer },
    { ask: texts.fairness.late, answer: texts.fairness.lateAnswer },
    { ask: texts.fairness.trust, answer: linked(texts.fairness.trustAnswer) },
    { ask: texts.fairness.check, answer: texts.fairness.checkAnswer },
    { ask: texts.fairness.scripted, answer: texts.fairness.scriptedAnswer },
  ],
});

const money = (settings: Settings | undefined): FaqChapter => ({
  id: 'money',
  title: texts.money.title,
  questions: [
    { ask: texts.money.cost, answer: texts.money.costAnswer(fees(settings)) },
    { ask: texts.money.depositItems, answer: linked(texts.money.depositItemsAnswer) },
    { ask: texts.money.depositCrypto, answer: linked(texts.money.depositCryptoAnswer) },
    { ask: texts.money.withdraw, answer: texts.money.withdrawAnswer },
    { ask: texts.money.cryptoOut, answer: linked(texts.money.cryptoOutAnswer) },
    { ask: texts.money.banned, answer: texts.money.bannedAnswer },
    { ask: texts.money.real, answer: settings?.global.mode === 'live' ? texts.money.realLive : texts.money.realDemo },
  ],
});

/** `ofGames`: how each game works. */
export function chaptersOf(settings: Settings | undefined, ofGames: readonly FaqQuestion[]): readonly FaqChapter[] {
  return [playing(settings, ofGames), fairness(settings), money(settings), care, never];
}
