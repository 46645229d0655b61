-- What a demo gave away: its balance is negative by that amount. Separate from outside money; a live site never has any.
select ledger_open('gifts', 'world', null, 0);
