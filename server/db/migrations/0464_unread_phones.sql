-- Numbers that could not be read, by any of their digits.
create index concurrently leads_unread_phones on leads using gin (company_id, digits_in(phone_sent) gin_trgm_ops)
  where phone is null and phone_sent is not null and deleted_at is null;
