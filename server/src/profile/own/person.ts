/** Stored personal data: account, sessions, results, chat, and short-lived rows. */
import { BOOKS, PLAYED, STAFF, gone, kept, line, type OwnTable, ownTable } from './shape.ts';

export const PERSON_TABLES: readonly OwnTable[] = [
  // accounts
  ownTable(
    'players',
    'Your account',
    ['id'],
    kept('the first step deletes what names the person (closing-store.ts); the id stays'),
    { who: 'id', without: ['pseudonym_key', 'look'] },
  ),
  ownTable('sessions', 'Your active sessions', ['last_seen_at', 'id'], gone(), { without: ['id'] }),
  ownTable('api_keys', 'Your API keys', ['created_at', 'id'], gone(), {
    without: ['id', 'address_hash', 'other_hash'],
  }),
  ownTable('player_results', 'Your rounds', ['round_id'], PLAYED),
  ownTable('player_game_stats', 'Totals by game', ['game'], PLAYED),
  ownTable('player_days', 'Totals by day and game', ['day', 'game'], PLAYED),
  ownTable('steam_inventories', 'When your Steam inventory was last read', ['player_id'], gone()),
  ownTable('steam_checks', 'Your Steam inventory as our trading account saw it', ['app_id'], gone(), {
    without: ['token'],
  }),
  // chat
  ownTable('chat_messages', 'Your chat messages', ['created_at', 'id'], gone('author_id'), {
    who: 'author_id',
    others: ['shown_id'],
  }),
  ownTable('chat_bans', 'Chat bans', ['player_id'], kept('by id only')),
  line('chat_audit', ['actor_id', 'target_id'], 'acts of staff; current bans are in chat_bans', STAFF),
  // the rest
  ownTable('demo_grants', 'Demo play money', ['origin'], BOOKS),
  ownTable('receipts', 'Responses to your latest actions', ['key'], gone(), { without: ['input_hash'] }),
  line(
    'facts',
    ['player_id'],
    'live updates: deleted within the hour; their source tables have the data',
    kept('deleted within the hour'),
  ),
  line('nodes', ['players'], 'who is online at this moment', kept('for ten seconds')),
  ownTable('exports', 'Your data exports', ['asked_at', 'id'], gone()),
];
