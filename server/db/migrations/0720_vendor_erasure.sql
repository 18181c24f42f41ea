-- What people told of themselves when they asked for changes of products goes when it is of no use any more.

alter table vendor_updates add column erased_at timestamptz;
alter table vendor_asks add column erased_at timestamptz;

-- Empties the current company's next requests and links of vendors that have been closed, and not been touched, for a year, here and
-- in the history; returns how many. The application may change the history this way for them, and it takes no values.
create function erase_vendor_contacts(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  updates bigint[];
  asks bigint[];
begin
  select array_agg(old.id) into updates from (
    select u.id from vendor_updates u
    where u.company_id = current_company() and u.erased_at is null and u.requested_on < now() - interval '1 year'
      and u.updated_at < now() - interval '1 year' and (u.status not in ('pending', 'needs_info') or u.deleted_at is not null)
    order by u.requested_on limit most for update of u skip locked
  ) old;
  select array_agg(old.id) into asks from (
    select a.id from vendor_asks a
    where a.company_id = current_company() and a.erased_at is null and a.asked_at < now() - interval '1 year'
      and a.updated_at < now() - interval '1 year' and a.expires_at < now() - interval '1 year'
    order by a.asked_at limit most for update of a skip locked
  ) old;
  if updates is null and asks is null then return 0; end if;

  update vendor_updates set contact_name = null, contact_email = null, contact_phone = null, note = null, erased_at = now()
  where company_id = current_company() and id = any (updates);
  update vendor_update_fields set raw = null where company_id = current_company() and update_id = any (updates);
  update vendor_asks set contact_name = null, contact_email = null, message = null, erased_at = now()
  where company_id = current_company() and id = any (asks);
  -- The rows of the history stay as they were sealed: they know these values by digest alone.
  update change_values v set fields = null from changes c
  where c.company_id = current_company()
    and (c.root = 'vendor_updates' and c.root_id = any (updates) or c.root = 'vendor_asks' and c.root_id = any (asks))
    and v.company_id = c.company_id and v.digest = c.personal and v.fields is not null;
  return greatest(cardinality(updates), cardinality(asks));
end $$;
revoke all on function erase_vendor_contacts from public;
grant execute on function erase_vendor_contacts to leadroom_app;
