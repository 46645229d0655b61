/** Stored personal data: account, sessions, results, chat, and short-lived rows. */
import { BOOKS, PLAYED, STAFF, gone, kept, line, own, type OwnTable } from './shape.ts';

export const PERSON_TABLES: readonly OwnTable[] = [
  // accounts
  line(
    'players',
    ['id'],
    [own('players', 'Your account', 'id', ['id'], { without: ['pseudonym_key', 'look'] })],
    kept('what names the person goes with the first step (closing-store.ts); the id stays'),
  ),
  line(
    'sessions',
    ['player_id'],
    [own('sessions', 'Browsers that are signed in', 'player_id', ['last_seen_at', 'id'], { without: ['id'] })],
    gone(),
  ),
  line(
    'player_results',
    ['player_id'],
    [own('player_results', 'Rounds that you played', 'player_id', ['round_id'])],
    PLAYED,
  ),
  line('player_game_stats', ['player_id'], [own('player_game_stats', 'Sums by game', 'player_id', ['game'])], PLAYED),
  line(
    'player_days',
    ['player_id'],
    [own('player_days', 'Sums by day and game', 'player_id', ['day', 'game'])],
    PLAYED,
  ),
  line(
    'steam_inventories',
    ['player_id'],
    [own('steam_inventories', 'When your Steam inventory was last read', 'player_id', ['player_id'])],
    gone(),
  ),
  line(
    'steam_looks',
    ['player_id'],
    [
      own('steam_looks', 'What our trading account saw of your Steam inventory', 'player_id', ['app_id'], {
        without: ['token'],
      }),
    ],
    gone(),
  ),
  // chat
  line(
    'chat_messages',
    ['author_id', 'shown_id'],
    [own('chat_messages', 'What you wrote in the chat', 'author_id', ['created_at', 'id'])],
    gone('author_id'),
  ),
  line(
    'chat_bans',
    ['player_id'],
    [own('chat_bans', 'Bans from the chat', 'player_id', ['player_id'])],
    kept('under the id alone'),
  ),
  line('chat_audit', ['actor_id', 'target_id'], 'what staff did; a ban that counts is in chat_bans', STAFF),
  // the rest
  line('demo_grants', ['player_id'], [own('demo_grants', 'Play money of the demo', 'player_id', ['origin'])], BOOKS),
  line(
    'receipts',
    ['player_id'],
    [own('receipts', 'Answers to your last commands', 'player_id', ['key'], { without: ['input_hash'] })],
    gone(),
  ),
  line(
    'facts',
    ['player_id'],
    'what was told live: gone within the hour, and said by the tables that it is about',
    kept('gone within the hour'),
  ),
  line('nodes', ['players'], 'who is online at this moment', kept('for ten seconds')),
  line(
    'exports',
    ['player_id'],
    [own('exports', 'Exports that you asked for', 'player_id', ['asked_at', 'id'])],
    gone(),
  ),
];
