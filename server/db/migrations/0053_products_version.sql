-- A lead whose products are as they came has no such version: it would only be one more fact in each lead's first change.
alter table leads alter column products_version drop default, alter column products_version drop not null;
