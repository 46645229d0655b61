-- Witnesses of the public log: who cosigned which published head, and when it said it did.

-- owner: transparency
-- The first cosignature of each witness on each head. It proves the most, so it is kept for good.
create table log_cosignatures (
  size bigint not null references log_heads (size),
  -- Verifier key of the witness.
  witness text collate "C" not null,
  -- POSIX seconds, as the witness signed it.
  time bigint not null check (time > 0),
  -- The signature line, with its newline.
  line text not null,
  -- When it came in, epoch ms.
  at bigint not null,
  primary key (size, witness)
);
create trigger log_cosignatures_only_grow before update or delete on log_cosignatures
  for each row execute function log_only_grows();

-- owner: transparency
-- The newest cosignature of each witness. A head that does not grow is cosigned again and again: that says it is the newest.
create table log_witnesses (
  witness text collate "C" primary key,
  size bigint not null,
  time bigint not null check (time > 0),
  line text not null,
  at bigint not null
);
