-- A size of a picture may be stored in several formats, and cut. `source` is what others are made of later: WebP that is close to
-- what was sent, never handed out.
alter table picture_sizes
  add column format text not null default 'webp' check (format in ('webp', 'avif', 'jpeg', 'source')),
  -- Around which point it was cut, as its address says it; empty: it is whole.
  add column cut text not null default '';
alter table picture_sizes drop constraint picture_sizes_company_id_picture_id_size_key;
alter table picture_sizes add unique (company_id, picture_id, size, format, cut);
