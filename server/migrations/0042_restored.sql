-- A database that was restored from an older copy goes on with the public log: the leaf that says so, and the rounds it lost.

alter table log_leaves drop constraint log_leaves_kind_check;
alter table log_leaves add constraint log_leaves_kind_check check (kind in ('open', 'lock', 'result', 'cancel', 'void',
  'scripted', 'terms', 'fee', 'case', 'case-retired', 'case-offered', 'restored'));
alter table log_leaves drop constraint log_leaves_about_check;
alter table log_leaves add constraint log_leaves_about_check
  check ((round_id is null) = (kind in ('terms', 'fee', 'case', 'case-retired', 'case-offered', 'restored')));

-- owner: games/kit
-- Rounds that the public log knows further than this database does: they ended with the restore. Some have a row in `rounds`
-- and ended there too; of the others nothing is left here but the number, which no other round may take.
create table restored_rounds (
  round_id text primary key,
  game text not null,
  number bigint not null,
  at bigint not null,
  unique (game, number)
);
