-- The list of registrations reads leads_registered, which holds all that this one did and its other filters besides.
drop index leads_registrations;
