-- The pictures of a product, in their order; the first one is its cover.
create table product_pictures (
  company_id integer not null,
  id         bigint generated always as identity,
  product_id bigint not null,
  -- Null once the picture was deleted for good.
  picture_id bigint,
  position   integer not null,
  -- What it shows, for people who cannot see it.
  alt        text not null default '',
  -- The name of the file that was sent.
  name       text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The version of the product that it came with.
  version    integer not null default 1,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id) on delete cascade,
  foreign key (company_id, picture_id) references pictures (company_id, id) on delete set null (picture_id)
);
create index product_pictures_order on product_pictures (company_id, product_id, position, id) where deleted_at is null;
create unique index product_pictures_once on product_pictures (company_id, product_id, picture_id) where deleted_at is null;
create index product_pictures_picture on product_pictures (company_id, picture_id);
select tenant_table('product_pictures', root => 'products', root_column => 'product_id', silent => '{product_id,picture_id,created_at}');
select names_pictures('product_pictures');

-- A change of its pictures is a new version of the product, one for a whole statement. The product is locked, so its versions are
-- given one after the other.
create function product_picture_written() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  select p.version + 1 into new.version from products p
  where p.company_id = new.company_id and p.id = new.product_id for no key update;
  new.updated_at := now();
  return new;
end $$;
create trigger written before insert or update of position, alt, deleted_at on product_pictures
  for each row execute function product_picture_written();

create function product_picture_counted() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update products set version = new.version, updated_at = now()
  where company_id = new.company_id and id = new.product_id and version < new.version;
  return null;
end $$;
create trigger counted after insert or update of position, alt, deleted_at on product_pictures
  for each row execute function product_picture_counted();
