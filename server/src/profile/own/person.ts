/** Stored personal data: account, sessions, results, chat, and short-lived rows. */
import { BOOKS, PLAYED, STAFF, gone, kept, line, own, type OwnTable } from './shape.ts';

export const PERSON_TABLES: readonly OwnTable[] = [
  // accounts
  line(
    'players',
    ['id'],
    [own('players', 'Your account', 'id', ['id'], { without: ['pseudonym_key', 'look'] })],
    kept('the first step deletes what names the person (closing-store.ts); the id stays'),
  ),
  line(
    'sessions',
    ['player_id'],
    [own('sessions', 'Your active sessions', 'player_id', ['last_seen_at', 'id'], { without: ['id'] })],
    gone(),
  ),
  line(
    'api_keys',
    ['player_id'],
    [
      own('api_keys', 'Your API keys', 'player_id', ['created_at', 'id'], {
        without: ['id', 'address_hash', 'other_hash'],
      }),
    ],
    gone(),
  ),
  line(
    'player_results',
    ['player_id'],
    [
      own('player_results', 'Your rounds', 'player_id', ['round_id']),
      own(
        'player_results',
        'Your rounds whose stakes are in the archive: support sends them to you',
        'player_id',
        ['round_id'],
        {
          where: 't.round_id < (select max(until) from round_archives)',
        },
      ),
    ],
    PLAYED,
  ),
  line('player_game_stats', ['player_id'], [own('player_game_stats', 'Totals by game', 'player_id', ['game'])], PLAYED),
  line(
    'player_days',
    ['player_id'],
    [own('player_days', 'Totals by day and game', 'player_id', ['day', 'game'])],
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
      own('steam_looks', 'Your Steam inventory as our trading account saw it', 'player_id', ['app_id'], {
        without: ['token'],
      }),
    ],
    gone(),
  ),
  // chat
  line(
    'chat_messages',
    ['author_id', 'shown_id'],
    [own('chat_messages', 'Your chat messages', 'author_id', ['created_at', 'id'])],
    gone('author_id'),
  ),
  line('chat_bans', ['player_id'], [own('chat_bans', 'Chat bans', 'player_id', ['player_id'])], kept('by id only')),
  line('chat_audit', ['actor_id', 'target_id'], 'acts of staff; current bans are in chat_bans', STAFF),
  // the rest
  line('demo_grants', ['player_id'], [own('demo_grants', 'Demo play money', 'player_id', ['origin'])], BOOKS),
  line(
    'receipts',
    ['player_id'],
    [own('receipts', 'Responses to your latest actions', 'player_id', ['key'], { without: ['input_hash'] })],
    gone(),
  ),
  line(
    'facts',
    ['player_id'],
    'live updates: deleted within the hour; their source tables have the data',
    kept('deleted within the hour'),
  ),
  line('nodes', ['players'], 'who is online at this moment', kept('for ten seconds')),
  line('exports', ['player_id'], [own('exports', 'Your data exports', 'player_id', ['asked_at', 'id'])], gone()),
];
