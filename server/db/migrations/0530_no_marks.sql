-- Every order of a list ends at row 10,000, so nobody reads on from a mark; docs/decisions/011-lists-at-any-size.md.
drop table lead_marks;
