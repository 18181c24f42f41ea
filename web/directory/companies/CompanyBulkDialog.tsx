import { companies } from '#contract/directory/companies.ts'
import { call } from '#web/kit/data/api.ts'
import type { Selection } from '#web/kit/list/list.ts'
import { DirectoryBulkDialog } from '#web/directory/directory-facts/DirectoryBulkDialog.tsx'
import { COMPANY_ACTS, type CompanyAct } from './company-acts.tsx'

interface CompanyBulkDialogProps {
  act: CompanyAct
  selection: Selection<{ id: number }>
  onClose: () => void
}

/** An act on many companies. */
export const CompanyBulkDialog = (props: CompanyBulkDialogProps) => (
  <DirectoryBulkDialog area={COMPANY_ACTS} select={(body) => call(companies.select, { body })} {...props} />
)
