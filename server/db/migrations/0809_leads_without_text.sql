-- Leads are found by their texts: what searched them before goes, and with it three of the indexes that each change of a lead writes.
drop function search_leads(text);
drop function search_unread_phones(text);
drop function is_rare(text);
drop procedure fill_lead_texts();
drop index leads_search, leads_text, leads_unread_phones;
alter table leads drop column search_text;
