-- Where numbers without a country code are from, in leads that name no country: as the form says, or else the company.
alter table enquiry_checks add column phone_country text check (phone_country ~ '^[A-Z]{2}$');
alter table intake_forms add column phone_country text check (phone_country ~ '^[A-Z]{2}$');
