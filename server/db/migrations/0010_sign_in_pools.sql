-- Checks of a password are counted in pools: an account's known devices and known addresses each have their
-- own, all other addresses share one. An address is counted as a whole besides.
alter table identity.sign_in_failures add pool text not null default 'new';
create index on identity.sign_in_failures (at);
