/** Stored data about a player's protection, promo codes, tickets and notifications; and about acts of staff. */
import { BOOKS, STAFF, gone, kept, line, own, type OwnTable } from './shape.ts';

const PROTECTION = kept('protection requested by the player outlives the account');

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
    [own('protection_hours', 'Usage of your limits by hour', 'player_id', ['kind', 'hour'])],
    gone(),
  ),
  line(
    'protection_deposits',
    ['player_id'],
    'usage of deposit limits: trade_orders and crypto_payments have the data',
    kept('deleted after a month'),
  ),
  line(
    'protection_changes',
    ['player_id'],
    [own('protection_changes', 'Your protection requests', 'player_id', ['id'])],
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
    [own('protection_answers', 'Your answers about a deposit limit', 'player_id', ['player_id'])],
    gone(),
  ),
  line(
    'protection_flags',
    ['player_id', 'looked_by'],
    [own('protection_flags', 'Reviewed signs in your play', 'player_id', ['id'], { without: ['looked_by'] })],
    gone(),
  ),
  line(
    'breaker_trips',
    ['player_id', 'reset_by'],
    [
      own('breaker_trips', 'Checks of your winnings before withdrawals', 'player_id', ['id'], {
        without: ['reset_by'],
      }),
    ],
    BOOKS,
  ),
  // Fraud checks are kept from those who are checked (GDPR, Art. 23).
  line('collusion_pairs', ['from_id', 'to_id'], 'sums of results that player_results has', kept('60 days')),
  line(
    'collusion_withdrawals',
    ['player_id'],
    'sums of withdrawals that trade_orders and crypto_withdrawals have',
    kept('60 days'),
  ),
  line('collusion_signs', ['player_id', 'others', 'looked_by'], 'what staff check for fraud', BOOKS),
  // promo codes
  line('promo_codes', ['created_by', 'approved_by', 'ended_by'], 'given away by staff', STAFF),
  line('promo_uses', ['player_id'], [own('promo_uses', 'Promo codes you used', 'player_id', ['promo_id'])], BOOKS),
  line('promo_tries', ['who'], 'attempts at codes in this hour', kept('deleted after the hour')),
  // tickets and notices
  line(
    'support_messages',
    ['author_id', 'player_id'],
    [
      own('support_messages', 'Your ticket messages', 'author_id', ['created_at', 'id']),
      // A player does not learn which staff member wrote it: to them it was a moderator.
      own('support_messages', 'Replies to your tickets', 'player_id', ['created_at', 'id'], {
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
    kept('by id only, without the player’s messages; deleted a year after it was closed'),
  ),
  line('notifications', ['player_id'], [own('notifications', 'Your notifications', 'player_id', ['id'])], gone()),
  line(
    'notification_choices',
    ['player_id'],
    [own('notification_choices', 'Notifications you turned off', 'player_id', ['player_id'])],
    gone(),
  ),
  line(
    'push_subscriptions',
    ['player_id'],
    [
      own('push_subscriptions', 'Browsers that get your push notifications', 'player_id', ['created_at', 'id'], {
        without: ['id', 'session_id', 'endpoint', 'p256dh', 'auth'],
      }),
    ],
    gone(),
  ),
  line(
    'push_messages',
    [],
    'pushes on their way: notifications and rounds have what they are about',
    kept('until sent, a day at most; deleted with the subscription'),
  ),
  line(
    'player_browsers',
    ['player_id'],
    [own('player_browsers', 'Browsers you signed in with', 'player_id', ['browser_hash'])],
    gone(),
  ),
  // coins
  line(
    'crypto_addresses',
    ['player_id'],
    [own('crypto_addresses', 'Your withdrawal addresses', 'player_id', ['id'])],
    BOOKS,
  ),
  line(
    'crypto_strays',
    ['player_id'],
    [
      own('crypto_strays', 'Unsupported tokens sent to your addresses', 'player_id', ['at', 'txid', 'idx'], {
        exact: ['units'],
      }),
    ],
    BOOKS,
  ),
  line('crypto_unseen', ['asked_by', 'allowed_by'], 'credited by staff: ledger_history has it', STAFF),
  // the house and its staff
  line('adjustments', ['player_id', 'asked_by', 'decided_by'], 'ledger_history has the completed ones', BOOKS),
  line('admin_proposals', ['player_id', 'proposed_by'], 'staff only', STAFF),
  line('setting_changes', ['by_id'], 'acts of staff', STAFF),
  line('staff_acts', ['actor_id', 'player_id'], 'acts of staff', STAFF),
  line('staff_codes', ['player_id'], 'secrets of staff, who cannot close their account', STAFF),
  line('staff_recovery_codes', ['player_id'], 'secrets of staff, who cannot close their account', STAFF),
  line(
    'staff_notes',
    ['player_id', 'author_id'],
    [own('staff_notes', 'Staff notes about you', 'player_id', ['id'])],
    STAFF,
  ),
];
