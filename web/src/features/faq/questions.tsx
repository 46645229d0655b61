/** The FAQ's text. Figures come from the server's settings, so that the page cannot say one fee and the game take another. */
import type { ItemGameSettings } from '@fairpot/contract/inventory/item.schemas';
import type { Settings } from '@fairpot/contract/settings/schemas';
import { CASE_RETURN_BPS } from '@fairpot/contract/casebattle/cases/calls';
import { GAMES } from '@fairpot/contract/games/games';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { formatPercent } from '../../ui/values/percent.ts';
import { care, never } from './care.tsx';
import { FaqLink, type FaqChapter, type FaqQuestion } from './parts.tsx';

function percent(bps: number | undefined): string {
  return bps === undefined ? 'a fixed share' : formatPercent(bps);
}

/** Where tables may be filled by bots, whoever asks whom they play against is told so. */
function againstBots(settings: Settings | undefined): string {
  return settings?.global.mode === 'live'
    ? ''
    : ' And in this demo the other seats of any game may be bots: accounts of the house with items of its own. ' +
        'Against a bot you play against the house. Each wears a BOT badge wherever its name shows.';
}

/** What is told of each game whose stakes are items, in the order of the navigation. Without settings no figure is told. */
function ofItemGames(
  settings: Settings | undefined,
  tell: (label: string, game: ItemGameSettings) => string,
): string[] {
  return GAMES.flatMap(({ game, label }) => {
    const own = settings?.[game];
    return own !== undefined && 'feeBps' in own ? [tell(label, own)] : [];
  });
}

function leastBets(settings: Settings | undefined): string {
  const least = ofItemGames(settings, (label, { minbet }) => `${formatUsd(centsFromUsd(minbet))} (${label})`);
  return least.length > 0 ? `, and at least ${least.join(' or ')} in all` : '';
}

function fees(settings: Settings | undefined): string {
  return ofItemGames(settings, (label, { feeBps }) => `${label}: ${formatPercent(feeBps)} of the pot. `).join('');
}

const playing = (settings: Settings | undefined, ofGames: readonly FaqQuestion[]): FaqChapter => ({
  id: 'playing',
  title: 'Playing',
  questions: [
    {
      ask: 'What is Fairpot?',
      answer: 'A place to stake game items against other players. Anyone can recompute every result.',
    },
    {
      ask: 'Do I play against people or against the house?',
      answer:
        'Where items are staked, the players’ stakes make the pot, and the house takes the fee and nothing else. ' +
        'In case battles the seats compete with each other, but the drops come out of cases of the house: on ' +
        'average a case gives back less than it costs, and the rest is the house’s edge: about 5 or 6% of the ' +
        `price in most cases, and by rule never more than ${percent(10_000 - CASE_RETURN_BPS.min)}. Each case ` +
        `shows its own return, and the chance of every drop, before you pay.${againstBots(settings)}`,
    },
    ...ofGames,
    {
      ask: 'What is my chance?',
      answer:
        'Your total over the combined total. Equal stakes are 50 to 50; if you staked 48 of 100 dollars, your ' +
        'chance is 48%. The number on screen is the number the draw uses.',
    },
    {
      ask: 'What can I stake?',
      answer:
        `Up to 15 site items per bet, each worth at least $1.00${leastBets(settings)}. Prize items cannot be ` +
        'staked.',
    },
    {
      ask: 'What if nobody joins, or the connection drops?',
      answer:
        'A game that waits can be taken back by its creator at any time and is cancelled after 24 hours; the ' +
        'items return in full. A lost connection changes nothing: your stake is held by the server and the ' +
        'round goes on without your browser.',
    },
    {
      ask: 'Are there bots?',
      answer:
        'In the demo, yes, and each one wears a BOT badge wherever its name shows. They are never counted as ' +
        'people online. Staff wear STAFF, and personas of the house wear HOUSE.',
    },
    {
      ask: 'What are levels?',
      answer: 'You gain 10 XP per dollar staked, and 100 XP make a level. Level 10 opens withdrawals of winnings.',
    },
  ],
});

/** What nobody can know rests on a beacon that others make; where this server plays it, the page says so. */
function knowing(settings: Settings | undefined): string {
  const real = 'the secret is fixed before anyone stakes, and the beacon’s value is made by others after the lock.';
  return settings?.beacon.simulated === true
    ? `With the real beacon neither: ${real} In this demo, with play money, the site plays the beacon itself, so ` +
        'here it could know a result early.'
    : `Not while there is value at stake: ${real}`;
}

const fairness = (settings: Settings | undefined): FaqChapter => ({
  id: 'fairness',
  title: 'Fairness',
  questions: [
    {
      ask: 'How is a result drawn?',
      answer: (
        <>
          A secret is made before the first stake, and its hash is shown. When the stakes are locked, the lock names a
          public beacon value that does not exist yet, and holds the secret itself, sealed to that value. The result
          follows from the secret, that value and the locked stakes, by a published calculation.{' '}
          <FaqLink to="/fairplay">Fairplay</FaqLink> does it step by step.
        </>
      ),
    },
    {
      ask: 'Could Fairpot know or choose the result?',
      answer:
        `${knowing(settings)} A staff member can void a round, with everyone refunded in full, only while that ` +
        'value does not exist yet, and that goes to the public log.',
    },
    {
      ask: 'What if Fairpot hides a result?',
      answer:
        'It cannot. The lock holds the secret, sealed so that the beacon value opens it, for anybody. If this ' +
        'site stays silent for ten seconds after that value is out, your browser asks the beacon, opens the ' +
        'seal and shows the result as “Opened by your browser”, whether you play or watch. If the site later ' +
        'tells another one, a red banner says so.',
    },
    {
      ask: 'When does a case battle start?',
      answer:
        '6 to 9 seconds after the last seat is taken: that is when the beacon value that the lock names is out. ' +
        'An EOS block stands in the lock as well, as a sign of its time; if there is none, the battle starts ' +
        'without it.',
    },
    {
      ask: 'What does “Seen late” mean?',
      answer:
        'The result adds up, but your browser first saw the locked stakes when the beacon value was already ' +
        'due, for example in the history. So it cannot say itself that they were locked before. It asks the ' +
        'beacon itself whether your clock is right: “Your clock is ahead” means that your machine’s clock is ' +
        'the likely reason.',
    },
    {
      ask: 'What do I still have to trust?',
      answer: (
        <>
          That winnings are paid, that accounts are who they say, and little else. <FaqLink to="/fairplay">Fairplay</FaqLink> has
          the whole list.
        </>
      ),
    },
    {
      ask: 'How do I check a result?',
      answer:
        'Your browser checks every round you watch by itself. The shield on a round opens its page: what went ' +
        'in, what came out, and a link you can keep. The same check runs from a command line, without us.',
    },
    {
      ask: 'What is a scripted round?',
      answer:
        'A show. In the demo, staff can decide the winner of a round in which only staff and personas of the ' +
        'house have entries. It says SCRIPTED inside the picture, ordinary players cannot join it, and it ' +
        'counts nowhere.',
    },
  ],
});

const money = (settings: Settings | undefined): FaqChapter => ({
  id: 'money',
  title: 'Fees, deposits and withdrawals',
  questions: [
    {
      ask: 'What does it cost?',
      answer:
        `Case battles: no fee, the edge of each case is in its price. ${fees(settings)}The fee is taken as items ` +
        'from what you win, never from your own stake, and never more than its rate says; if no item fits below ' +
        'it, there is no fee. It is shown before you stake and recorded with the round.',
    },
    {
      ask: 'How do I deposit items?',
      answer: (
        <>
          Put your trade link on <FaqLink to="/profile">your profile</FaqLink>, choose items on{' '}
          <FaqLink to="/deposit">the deposit page</FaqLink>, and accept the offer in Steam. It carries a code that the site shows
          you: decline any offer with another. Steam lets trades of CS2 and Rust items be taken back for a week; until
          then what came in is reserved.
        </>
      ),
    },
    {
      ask: 'How do I deposit coins?',
      answer: (
        <>
          Choose TRX, USDT, BTC or ETH on <FaqLink to="/deposit">the deposit page</FaqLink> and send it to the address there,
          which is yours alone. I PAID locks the rate for the sum and 30 minutes, as long as the market does not fall
          further than the page says, and for what stands in a block by then. What arrives is credited once the chain
          has confirmed it, whatever the sum, and whether you pressed or not. Any other token is not credited: it stays
          yours and is given back by hand.
        </>
      ),
    },
    {
      ask: 'When can I withdraw?',
      answer: (
        <>
          From Level 10 on, items and crypto. Below it the site says “{messages.say.needLevel10}”, and you can still
          take back in full what you deposited and have not staked. Closing your account pays out your whole cleared
          balance and every item, at any level. So no rule can trap your money.
        </>
      ),
    },
    {
      ask: 'What becomes of a withdrawal in coins?',
      answer: (
        <>
          Its sum is reserved at once. Above the limit that <FaqLink to="/withdraw">the withdraw page</FaqLink> names, two of the
          staff have to sign it, and you see how many have. It is sent in one transaction, which you can follow, or
          comes back in full, never both.
        </>
      ),
    },
    {
      ask: 'Can a banned player withdraw?',
      answer:
        'Yes, and so can a player who excluded themselves. A withdrawal under way cannot be turned back into play.',
    },
    {
      ask: 'Is this real money?',
      answer:
        settings?.global.mode === 'live'
          ? 'Yes. This server runs in live mode.'
          : 'No. “Demo: play money” at the top of every page means that Steam, the coins, the prices and the ' +
            'beacons are simulated on this server, and that no balance here is worth anything.',
    },
  ],
});

/** `ofGames`: how each game works. */
export function chaptersOf(settings: Settings | undefined, ofGames: readonly FaqQuestion[]): readonly FaqChapter[] {
  return [playing(settings, ofGames), fairness(settings), money(settings), care, never];
}
