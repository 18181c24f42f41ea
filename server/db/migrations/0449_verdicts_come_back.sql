-- When acts are undone, a lead may be given back its verdict before the verdict itself is there again: who undoes asks for the check at the end.
alter table leads alter constraint leads_company_id_verdict_id_fkey deferrable initially immediate;
