-- Staff look through the tokens that are not taken, newest first, whoever they were sent to.
create index crypto_strays_newest on crypto_strays (at desc, txid desc, idx desc);
