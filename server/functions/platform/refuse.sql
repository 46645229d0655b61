-- Ends the statement with a refusal of the contract: the command runner turns it into the answer. code: a RefusalCode; details: a flat object for the
-- text's {placeholders}.
create or replace function refuse(code text, details jsonb default '{}') returns void
language plpgsql as $$
begin
  raise exception using errcode = 'FPREF', message = code, detail = details::text;
end $$;
