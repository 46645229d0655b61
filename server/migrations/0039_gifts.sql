-- What a demo gave out, below zero by as much, apart from what came from outside; a live site never has any.
select ledger_open('gifts', 'world', null, 0);
