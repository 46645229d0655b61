-- Players who move to another cell (docs/scale.md, decision 0092).

-- The cell that the account is moving or has moved to, and since when it is there; both null: it is here.
alter table players add column moving_to text, add column moved_at bigint;
-- What a player brought from other cells: experience, and what of their deposits may be taken out at any level (negative: less).
alter table players
  add column carried_xp_hundredths bigint not null default 0,
  add column carried_refund_cents bigint not null default 0;

-- owner: profile/moving
-- Each move of a player out of this cell or into it. The signed note and the luggage are what the cells exchange; an OUT without them waits until
-- nothing of the player's is open.
create table cell_moves (
  player_id text collate "C" not null references players (id),
  -- The number of the person's moves before this one.
  number integer not null check (number >= 0),
  direction text not null check (direction in ('OUT', 'IN')),
  -- The other cell.
  cell text not null,
  began_at bigint not null,
  note text,
  luggage jsonb,
  booked_at bigint,
  primary key (player_id, number, direction),
  check (num_nulls(note, luggage, booked_at) in (0, 3)),
  check (direction = 'OUT' or note is not null)
);
