-- The version of the lead that its products are of: whoever edits them on an older one is told. Every writer of a lead's
-- products sets it, so that the history ties them to the lead's versions.
alter table leads add column products_version integer not null default 1;
