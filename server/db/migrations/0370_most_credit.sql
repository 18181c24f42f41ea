-- How many leads somebody on the list counts as behind their share at most: what is beyond is not made up for.
alter table assignment_settings add column most_credit integer not null default 3 check (most_credit between 0 and 50);
-- What held when the rotation chose. Up to now it was 3; whoever is chosen by hand from now on has none.
alter table assignment_decisions add column most_credit integer default 3;
alter table assignment_decisions alter column most_credit drop default;
