/** Stored data about a player's protection, promo codes, tickets and notifications; and about acts of staff. */
import { BOOKS, STAFF, gone, kept, line, own, type OwnTable, ownTable } from './shape.ts';

const PROTECTION = kept('protection requested by the player outlives the account');

export const SERVICE_TABLES: readonly OwnTable[] = [
  // protection
  ownTable('protection_guards', 'Your break or self-exclusion, and the reality check', ['player_id'], PROTECTION),
  ownTable('protection_limits', 'Your limits', ['kind', 'span'], gone()),
  ownTable('protection_hours', 'Usage of your limits by hour', ['kind', 'hour'], gone()),
  line(
    'protection_deposits',
    ['player_id'],
    'usage of deposit limits: trade_orders and crypto_payments have the data',
    kept('deleted after a month'),
  ),
  ownTable('protection_changes', 'Your protection requests', ['id'], PROTECTION),
  ownTable('protection_visits', 'Your visit, for the reality check', ['player_id'], gone()),
  ownTable('protection_answers', 'Your answers about a deposit limit', ['player_id'], gone()),
  ownTable('protection_flags', 'Reviewed signs in your play', ['id'], gone(), {
    others: ['checked_by'],
    without: ['checked_by'],
  }),
  ownTable('breaker_trips', 'Checks of your winnings before withdrawals', ['id'], BOOKS, {
    others: ['reset_by'],
    without: ['reset_by'],
  }),
  // Fraud checks are kept from those who are checked (GDPR, Art. 23).
  line('collusion_pairs', ['from_id', 'to_id'], 'sums of results that player_results has', kept('60 days')),
  line(
    'collusion_withdrawals',
    ['player_id'],
    'sums of withdrawals that trade_orders and crypto_withdrawals have',
    kept('60 days'),
  ),
  line('collusion_signs', ['player_id', 'others', 'checked_by'], 'what staff check for fraud', BOOKS),
  // promo codes
  line('promo_codes', ['created_by', 'approved_by', 'ended_by'], 'given away by staff', STAFF),
  ownTable('promo_uses', 'Promo codes you used', ['promo_id'], BOOKS),
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
  ownTable(
    'support_tickets',
    'Your tickets',
    ['id'],
    kept('by id only, without the player’s messages; deleted a year after it was closed'),
    { others: ['assigned_to', 'closed_by'] },
  ),
  ownTable('notifications', 'Your notifications', ['id'], gone()),
  ownTable('notification_choices', 'Notifications you turned off', ['player_id'], gone()),
  ownTable('push_subscriptions', 'Browsers that get your push notifications', ['created_at', 'id'], gone(), {
    without: ['id', 'session_id', 'endpoint', 'p256dh', 'auth'],
  }),
  line(
    'push_messages',
    [],
    'pushes on their way: notifications and rounds have what they are about',
    kept('until sent, a day at most; deleted with the subscription'),
  ),
  ownTable('player_browsers', 'Browsers you signed in with', ['browser_hash'], gone()),
  // coins
  ownTable('crypto_addresses', 'Your withdrawal addresses', ['id'], BOOKS),
  ownTable('crypto_strays', 'Unsupported tokens sent to your addresses', ['at', 'txid', 'idx'], BOOKS, {
    exact: ['units'],
  }),
  line('crypto_unseen', ['asked_by', 'allowed_by'], 'credited by staff: ledger_history has it', STAFF),
  // the house and its staff
  line('adjustments', ['player_id', 'asked_by', 'decided_by'], 'ledger_history has the completed ones', BOOKS),
  line('admin_proposals', ['player_id', 'proposed_by'], 'staff only', STAFF),
  line('setting_changes', ['by_id'], 'acts of staff', STAFF),
  line('staff_acts', ['actor_id', 'player_id'], 'acts of staff', STAFF),
  line('staff_codes', ['player_id'], 'secrets of staff, who cannot close their account', STAFF),
  line('staff_recovery_codes', ['player_id'], 'secrets of staff, who cannot close their account', STAFF),
  ownTable('staff_notes', 'Staff notes about you', ['id'], STAFF, { others: ['author_id'] }),
];
