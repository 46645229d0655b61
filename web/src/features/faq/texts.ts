/** Texts of the FAQ. An answer with links is a list of sentences and links, in order. */
import { messages } from '../../messages.ts';

/** A text, or a link within the answer. */
export type AnswerPart = string | { readonly to: string; readonly text: string };

const profile = { to: '/profile', text: 'your profile' };
const depositPage = { to: '/deposit', text: 'the deposit page' };

const REAL_BEACON = 'the secret is fixed before anyone stakes, and others create the beacon’s value after the lock.';

export const texts = {
  title: 'FAQ',
  lead: 'How it works, what it costs, and what we will never do.',
  chapters: 'Chapters',

  playing: {
    title: 'Playing',
    what: 'What is Fairpot?',
    whatAnswer: 'A place to stake game items against other players. Anyone can recompute every result.',
    against: 'Do I play against people or against the house?',
    againstAnswer: (most: string) =>
      'Where items are staked, the players’ stakes make up the pot, and the house takes only the fee. In case ' +
      'battles the seats compete with each other, but the drops come from the house’s cases: on average a case ' +
      'returns less than it costs, and the difference is the house’s edge: about 5 or 6% of the price in most cases, ' +
      `and by rule never more than ${most}. Each case shows its return and the chance of every drop before you pay.`,
    againstBots:
      ' In this demo the other seats of any game may be bots: house accounts with their own items. Against a bot you ' +
      'play against the house. Each has a BOT badge next to its name.',
    unknownShare: 'a fixed share',
    chance: 'What is my chance?',
    chanceAnswer:
      'Your total divided by the combined total. Equal stakes are 50 to 50; if you staked $48 of $100, your chance ' +
      'is 48%. The number on screen is the number that the draw uses.',
    stake: 'What can I stake?',
    stakeAnswer: (minBets: string) =>
      `Up to 15 site items per bet, each worth at least $1.00${minBets}. Prize items cannot be staked.`,
    minBet: (usd: string, game: string) => `${usd} (${game})`,
    minBets: (bets: readonly string[]) => `, and at least ${bets.join(' or ')} in total`,
    noOpponent: 'What if no one joins, or my connection drops?',
    noOpponentAnswer:
      'The creator can cancel a waiting game at any time, and it is cancelled automatically after 24 hours; all ' +
      'items are returned. A lost connection changes nothing: the server holds your stake, and the round continues ' +
      'without your browser.',
    bots: 'Are there bots?',
    botsAnswer:
      'In the demo, yes. Each has a BOT badge next to its name. Bots never count as people online. Staff have the ' +
      'STAFF badge, house personas the HOUSE badge.',
    levels: 'What are levels?',
    levelsAnswer: 'You gain 10 XP per dollar staked; 100 XP make a level. Level 10 unlocks withdrawals of winnings.',
  },

  fairness: {
    title: 'Fairness',
    drawn: 'How is a result drawn?',
    drawnAnswer: [
      'A secret is created before the first stake, and its hash is shown. When the stakes are locked, the lock names ' +
        'a public beacon value that does not exist yet, and contains the secret itself, sealed to that value. The ' +
        'result follows from the secret, that value and the locked stakes, by a published calculation. See ',
      { to: '/fairplay', text: 'Fairplay' },
      ' for each step.',
    ] as readonly AnswerPart[],
    known: 'Could Fairpot know or choose the result?',
    knownSimulated:
      `With the real beacon neither: ${REAL_BEACON} In this demo, with play money, the site runs the beacon itself, ` +
      'so here it could know a result early.',
    knownReal: `Not while there is value at stake: ${REAL_BEACON}`,
    voiding:
      ' Staff can void a round, with everyone refunded in full, only before that value exists. The public log ' +
      'records it.',
    hides: 'What if Fairpot hides a result?',
    hidesAnswer:
      'It cannot. The lock contains the secret, sealed so that anyone can open it with the beacon value. If this ' +
      'site is silent for ten seconds after that value is published, your browser asks the beacon, opens the seal ' +
      'and shows the result as “Opened by your browser”, whether you play or watch. If the site later reports ' +
      'another result, a red banner says so.',
    battleStart: 'When does a case battle start?',
    battleStartAnswer:
      '6 to 9 seconds after the last seat is taken, when the beacon value named in the lock is published. The lock ' +
      'also contains an EOS block as evidence of its time; if there is none, the battle starts without it.',
    late: 'What does “Seen late” mean?',
    lateAnswer:
      'The result verifies, but your browser first saw the locked stakes when the beacon value was already due, for ' +
      'example in the history. So it cannot confirm itself that they were locked before. It asks the beacon whether ' +
      'your clock is right: “Your clock is ahead” means that your computer’s clock is the likely reason.',
    trust: 'What do I still have to trust?',
    trustAnswer: [
      'That winnings are paid, that accounts are who they say, and little else. ',
      { to: '/fairplay', text: 'Fairplay' },
      ' has the full list.',
    ] as readonly AnswerPart[],
    check: 'How do I check a result?',
    checkAnswer:
      'Your browser checks every round you watch. The shield on a round opens its page: inputs, result, and a link ' +
      'you can keep. The same check runs from a command line, without us.',
    scripted: 'What is a scripted round?',
    scriptedAnswer:
      'A show. In the demo, staff can choose the winner of a round in which only staff and house personas have ' +
      'entries. The picture says SCRIPTED, ordinary players cannot join it, and it counts nowhere.',
  },

  money: {
    title: 'Fees, deposits and withdrawals',
    cost: 'What does it cost?',
    fee: (game: string, rate: string) => `${game}: ${rate} of the pot. `,
    costAnswer: (fees: string) =>
      `Case battles: no fee, the edge of each case is in its price. ${fees}The fee is taken as items from what you ` +
      'win, never from your own stake, and never more than its rate; if no item is small enough, there is no fee. It ' +
      'is shown before you stake and recorded with the round.',
    depositItems: 'How do I deposit items?',
    depositItemsAnswer: [
      'Save your trade link on ',
      profile,
      ', choose items on ',
      depositPage,
      ', and accept the offer in Steam. It contains a code that the site shows you: decline any offer with another ' +
        'code. Steam lets trades of CS2 and Rust items be reversed for a week; until then your deposit is reserved.',
    ] as readonly AnswerPart[],
    depositCrypto: 'How do I deposit crypto?',
    depositCryptoAnswer: [
      'Choose TRX, USDT, BTC or ETH on ',
      depositPage,
      ' and send it to the address there, which is yours alone. I PAID locks the rate for the amount and 30 minutes, ' +
        'as long as the market does not fall further than the page says, for payments that are in a block by then. ' +
        'Every payment is credited once the chain has confirmed it, whatever the amount, and whether or not you ' +
        'pressed I PAID. Other tokens are not credited: they stay yours and are returned manually.',
    ] as readonly AnswerPart[],
    withdraw: 'When can I withdraw?',
    withdrawAnswer:
      `From Level 10, items and crypto. Below it the site says “${messages.say.needLevel10}”, and you can still ` +
      'withdraw in full what you deposited and have not staked. Closing your account pays out your whole cleared ' +
      'balance and every item, at any level. So no rule can trap your money.',
    cryptoOut: 'What happens to a crypto withdrawal?',
    cryptoOutAnswer: [
      'Its amount is reserved at once. Above the limit shown on ',
      { to: '/withdraw', text: 'the withdraw page' },
      ', two staff members must sign it, and you see how many have. It is sent in one transaction that you can ' +
        'follow, or returned in full, never both.',
    ] as readonly AnswerPart[],
    banned: 'Can a banned player withdraw?',
    bannedAnswer: 'Yes, and so can a self-excluded player. A withdrawal in progress cannot be turned back into play.',
    real: 'Is this real money?',
    realLive: 'Yes. This server runs in live mode.',
    realDemo:
      'No. “Demo: play money” at the top of every page means that Steam, the coins, the prices and the beacons are ' +
      'simulated on this server, and that no balance here has any value.',
  },

  care: {
    title: 'Play responsibly',
    who: 'Who can play?',
    whoAnswer: 'Adults only. At your first sign-in you must confirm that you are 18 or older.',
    track: 'How do I keep track?',
    trackAnswer: [
      'Press your name to see your net result and the time of this visit. ',
      { to: '/profile', text: 'Your profile' },
      ' shows what you staked, received and paid in fees for each game. There is never a “biggest win” without the ' +
        'total.',
    ] as readonly AnswerPart[],
    limits: 'Can I limit myself?',
    limitsAnswer: [
      'Yes. Deposit, loss and stake limits, breaks and the reality check are on ',
      profile,
      '. Tightening works at once; loosening takes 24 hours and a second confirmation. ',
      { to: '/self-exclusion', text: 'Self-exclusion' },
      ' ends every session at once and lasts as long as you choose.',
    ] as readonly AnswerPart[],
    data: 'What data does Fairpot keep about me?',
    dataAnswer: [
      'What your games, trades and money need, and nothing for advertising: no tracker, no third-party script. You ' +
        'can download all of it, or have your account erased, on ',
      { to: '/profile?tab=account', text: 'your profile' },
      '. Your browser contacts no one else, except Steam for profile pictures and drand for public random numbers. ' +
        'Push notifications, if you turn them on, come through the push service of your browser’s maker.',
    ] as readonly AnswerPart[],
    stop: 'When should I stop?',
    stopAnswer:
      'When it is not fun, when you stake to win back losses, or when you hide it from someone. Talk to someone you ' +
      'trust, or to the gambling help line of your country: they are free and do not judge.',
  },

  never: {
    title: 'What Fairpot will not do',
    pick: 'Pick winners',
    pickAnswer: 'No call, no setting and no database role can set a result where value is at stake.',
    keep: 'Keep your money',
    keepAnswer: 'Withdrawals are paid. Every rule that can delay one is shown before you deposit.',
    pretend: 'Pretend to be you',
    pretendAnswer: 'No one can post or play in a player’s name. Messages from the house carry its badge.',
    busy: 'Pretend to be busy',
    busyAnswer: 'The online number counts people. Bots are marked, and their profit and loss is public.',
    cheer: 'Cheer a loss',
    cheerAnswer: 'No fanfare when you get back less than you staked, no autoplay, no loans.',
  },
} as const;
