-- A company's own sources, kept like its own reasons: one whose adding was undone is marked, so that its leads keep its
-- name. And the source that a form gives the enquiries it brings in; null: as usual.
alter table lead_sources add column deleted_at timestamptz;
create unique index lead_sources_label on lead_sources (company_id, fold(label))
  where label is not null and deleted_at is null;
alter table intake_forms add column source text;
