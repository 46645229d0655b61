/**
 * Plays coinflips in the demo of a Fairpot site, within the limits of its player: joins a waiting game that fits, or opens one and asks a house bot to
 * join. Ends after the given number of rounds, or when the site says that its player should stop.
 *
 *   FAIRPOT_SITE=http://localhost:3000 FAIRPOT_KEY=fp_… node coinflip-bot.mjs 3
 */
import { connect, FairpotRefusal } from 'fairpot-client';

const { FAIRPOT_SITE: site = 'http://localhost:3000', FAIRPOT_KEY: key } = process.env;
const rounds = Number(process.argv[2] ?? 1);
/** Limits of the player, a break, an exclusion, an unread reality check: the bot stops, as its player would. */
const STOPS = ['LIMIT_STAKE', 'LIMIT_LOSS', 'TAKING_BREAK', 'SELF_EXCLUDED', 'REALITY_CHECK', 'API_KEY_UNKNOWN'];
const fairpot = connect({ site, key });

/** Items whose sum is in the range, the most expensive first; null if there are none. */
function pick(items, minUsd, maxUsd) {
  const picked = [];
  let cents = 0;
  for (const { id, item } of items) {
    const price = Math.round(item.priceUsd * 100);
    if (cents >= minUsd * 100 || cents + price > maxUsd * 100) continue;
    picked.push(id);
    cents += price;
  }
  return cents >= minUsd * 100 && picked.length <= 15 ? picked : null;
}

/** Stakes once; resolves to the id of the round. */
async function stake(me) {
  const { items } = await fairpot.call('user.inventory.site');
  const own = items.filter(({ type, doubt }) => doubt === null && !type.includes('PRIZE'));
  const { games, minbet, paused } = await fairpot.call('coinflip.list');
  if (paused) throw new Error('coinflip is paused');
  for (const game of games) {
    if (game.phase !== 'WAITING' || game.firstUser.id === me.id || game.scripted) continue;
    const inventoryIds = pick(own, game.firstTotalUsd * 0.91, game.firstTotalUsd * 1.09);
    if (inventoryIds === null) continue;
    const side = game.firstSide === 1 ? 2 : 1;
    return (await fairpot.call('coinflip.join', { gameId: game.id, side, inventoryIds })).gameId;
  }
  const inventoryIds = pick(own, minbet, minbet * 3);
  if (inventoryIds === null) throw new Error(`no items worth ${minbet} USD`);
  const { gameId } = await fairpot.call('coinflip.create', { side: Math.random() < 0.5 ? 1 : 2, inventoryIds });
  await fairpot.call('coinflip.callBot', { gameId });
  return gameId;
}

/** Resolves to the round when it has ended: by live facts, and by a call wherever one may be missing. */
function untilOver(gameId) {
  return new Promise((resolve, reject) => {
    const show = (game) => {
      if (!['SETTLED', 'CANCELLED', 'VOIDED'].includes(game.phase)) return;
      following.close();
      resolve(game);
    };
    const following = fairpot.follow(['coinflip'], {
      onRead: () => fairpot.call('coinflip.get', { id: gameId }).then(show, reject),
      onFact: ({ body }) => body.roundId === gameId && show(body.game),
      onRefused: reject,
    });
  });
}

try {
  const { user: me } = await fairpot.call('user.get');
  console.log(`${me.name} plays ${rounds} coinflips at ${site}`);
  for (let n = 1; n <= rounds; n++) {
    const game = await untilOver(await stake(me));
    const winner = game.winnerSide === game.firstSide ? game.firstUser : game.secondUser;
    const result = game.phase === 'SETTLED' ? (winner.id === me.id ? 'won' : 'lost') : game.phase.toLowerCase();
    const badge = [game.firstUser, game.secondUser].find((user) => user?.id === me.id).badge;
    console.log(`${n} ${game.id} ${result} as ${badge}; in a checkout: npm run verify -- ${game.id} --site ${site}`);
  }
} catch (error) {
  if (!(error instanceof FairpotRefusal) || !STOPS.includes(error.code)) throw error;
  console.log(`stopped: ${error.message}`);
}
