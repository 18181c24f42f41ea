import { Button } from 'antd'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { ApiError } from '#web/kit/data/api.ts'

export interface NamedCompany {
  id: number
  name: string
}

/** The companies that a password opens, where they share no account; undefined for any other failure. */
export const companiesToChoose = (failure: unknown): readonly NamedCompany[] | undefined => {
  if (!(failure instanceof ApiError) || failure.code !== 'choose_company') return undefined
  const { companies } = failure.details
  return Array.isArray(companies) ? companies.filter(isCompany) : undefined
}

const isCompany = (one: unknown): one is NamedCompany =>
  typeof one === 'object' &&
  one !== null &&
  typeof Reflect.get(one, 'id') === 'number' &&
  typeof Reflect.get(one, 'name') === 'string'

interface ChooseCompanyProps {
  companies: readonly NamedCompany[]
  running: boolean
  onChoose: (id: number) => void
}

/** Asked before signing in, where one password opens accounts of several companies. */
export const ChooseCompany = ({ companies, running, onChoose }: ChooseCompanyProps) => (
  <>
    <PageTitle title="Choose a company" />
    <p className="page-subtitle">You have an account in each of these. To switch later, sign out and in again.</p>
    <ul className="company-choice">
      {companies.map(({ id, name }) => (
        <li key={id}>
          <Button size="large" block disabled={running} onClick={() => onChoose(id)}>
            Work in {name}
          </Button>
        </li>
      ))}
    </ul>
    <a href="/app">Back to sign in</a>
  </>
)
