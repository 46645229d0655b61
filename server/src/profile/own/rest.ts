/** Stored data about a player's protection, promo codes, tickets and notifications; and about acts of staff. */
import { BOOKS, STAFF, gone, kept, line, own, type OwnTable } from './shape.ts';

const PROTECTION = kept("what was asked for one's own protection holds whatever becomes of the account");

export const REST_TABLES: readonly OwnTable[] = [
  // protection
  line(
    'protection_guards',
    ['player_id'],
    [own('protection_guards', 'Your break or self-exclusion, and the reality check', 'player_id', ['player_id'])],
    PROTECTION,
  ),
  line(
    'protection_limits',
    ['player_id'],
    [own('protection_limits', 'Your limits', 'player_id', ['kind', 'span'])],
    gone(),
  ),
  line(
    'protection_hours',
    ['player_id'],
    [own('protection_hours', 'What counts against your limits, by hours', 'player_id', ['kind', 'hour'])],
    gone(),
  ),
  line(
    'protection_deposits',
    ['player_id'],
    'what counts against limits of deposits: trade_orders and crypto_payments have it',
    kept('gone after a month'),
  ),
  line(
    'protection_changes',
    ['player_id'],
    [own('protection_changes', 'What you asked for your protection', 'player_id', ['id'])],
    PROTECTION,
  ),
  line(
    'protection_visits',
    ['player_id'],
    [own('protection_visits', 'Your visit, for the reality check', 'player_id', ['player_id'])],
    gone(),
  ),
  line(
    'protection_answers',
    ['player_id'],
    [own('protection_answers', 'What you answered about a deposit limit', 'player_id', ['player_id'])],
    gone(),
  ),
  line(
    'protection_flags',
    ['player_id', 'looked_by'],
    [own('protection_flags', 'Signs in your play that we looked at', 'player_id', ['id'], { without: ['looked_by'] })],
    gone(),
  ),
  // promo codes
  line('promo_codes', ['created_by', 'approved_by', 'ended_by'], 'what staff gave away', STAFF),
  line('promo_uses', ['player_id'], [own('promo_uses', 'Promo codes that you used', 'player_id', ['promo_id'])], BOOKS),
  line('promo_tries', ['who'], 'how often codes were tried in this hour', kept('gone with the hour')),
  // tickets and notices
  line(
    'support_messages',
    ['author_id', 'player_id'],
    [
      own('support_messages', 'What you wrote in your tickets', 'author_id', ['created_at', 'id']),
      // A player does not learn which staff member wrote it: to them it was a moderator.
      own('support_messages', 'What a moderator answered in your tickets', 'player_id', ['created_at', 'id'], {
        without: ['author_id'],
        says: { author: 'Moderator' },
      }),
    ],
    gone('author_id'),
  ),
  line(
    'support_tickets',
    ['player_id', 'assigned_to', 'closed_by'],
    [own('support_tickets', 'Your tickets', 'player_id', ['id'])],
    kept('under the id alone, without what the player wrote; forgotten a year after it was closed'),
  ),
  line('notifications', ['player_id'], [own('notifications', 'What you were told', 'player_id', ['id'])], gone()),
  line(
    'notification_choices',
    ['player_id'],
    [own('notification_choices', 'What you do not want to be told', 'player_id', ['player_id'])],
    gone(),
  ),
  line(
    'player_browsers',
    ['player_id'],
    [own('player_browsers', 'Browsers that you signed in with', 'player_id', ['browser_hash'])],
    gone(),
  ),
  // coins
  line(
    'crypto_addresses',
    ['player_id'],
    [own('crypto_addresses', 'Addresses that you take coins out to', 'player_id', ['id'])],
    BOOKS,
  ),
  line(
    'crypto_strays',
    ['player_id'],
    [
      own('crypto_strays', 'Tokens that are not taken, sent to your addresses', 'player_id', ['at', 'txid', 'idx'], {
        exact: ['units'],
      }),
    ],
    BOOKS,
  ),
  line('crypto_unseen', ['asked_by', 'allowed_by'], 'what staff credited: ledger_history has it', STAFF),
  // the house and its staff
  line('adjustments', ['player_id', 'asked_by', 'decided_by'], 'each that was done: ledger_history has it', BOOKS),
  line('admin_proposals', ['player_id', 'proposed_by'], 'staff alone', STAFF),
  line('setting_changes', ['by_id'], 'what staff did', STAFF),
  line('staff_acts', ['actor_id', 'player_id'], 'what staff did', STAFF),
  line('staff_codes', ['player_id'], 'secrets of staff, who close no account', STAFF),
  line('staff_recovery_codes', ['player_id'], 'secrets of staff, who close no account', STAFF),
  line(
    'staff_notes',
    ['player_id', 'author_id'],
    [own('staff_notes', 'Notes of staff about you', 'player_id', ['id'])],
    STAFF,
  ),
];
