import { directoryCompanyImports, directoryImports } from '#contract/directory/directory-imports.ts'
import { feature } from '#server/platform/feature.ts'
import { importing } from '#server/platform/imports/importing.ts'
import { companyRows, contactRows } from './specs.ts'

const ofContacts = importing('directory-imports', directoryImports, contactRows)
const ofCompanies = importing('directory-company-imports', directoryCompanyImports, companyRows)

export const directoryImportsFeature = feature({
  routes: [...ofContacts.routes, ...ofCompanies.routes],
  jobs: [...ofContacts.jobs, ...ofCompanies.jobs],
  imports: { ...ofContacts.imports, ...ofCompanies.imports },
})
