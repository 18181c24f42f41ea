-- Why a lead went on from somebody by itself.
alter table assignment_decisions add column occasion text check (occasion in ('taken_off', 'not_accepted'));
