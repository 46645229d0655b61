-- Staff browse unsupported tokens of all recipients, newest first.
create index crypto_strays_newest on crypto_strays (at desc, txid desc, idx desc);
