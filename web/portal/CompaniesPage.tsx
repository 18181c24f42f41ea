import { CheckOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { session as portal } from '#contract/portal/session.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { companyInitials } from '#web/kit/look/PersonAvatar.tsx'
import { accessToken, keepAccessToken, tabId } from '#web/kit/data/session.ts'
import './portal.css'

/** The companies of the person; choosing one makes it the session's, and tells every other tab. */
export default function CompaniesPage() {
  const { data, isError, error, refetch } = useOne(portal.companies, {})
  const before = accessToken()
  const navigate = useNavigate()
  const choosing = useSearchParams()[0].has('choose')
  const switchCompany = useAction(portal.switchCompany, {
    then: ({ token }) => {
      if (accessToken() === before) keepAccessToken(token)
      location.assign('/')
    },
  })
  return (
    <Page
      title="Companies"
      subtitle="Choose the company to work in. Your other tabs will ask you to refresh."
      width={720}
    >
      {isError && (
        <Notice
          kind="error"
          title="Companies did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, portal.companies.failure)}
        </Notice>
      )}
      <ul className="rows">
        {(data?.data ?? []).map(({ id, name, logo_url, current }) => (
          <li key={id} className="row">
            {logo_url ? (
              <img src={logo_url} alt="" width={32} height={32} />
            ) : (
              <span className="company-mark" aria-hidden>
                {companyInitials(name)}
              </span>
            )}
            <strong className="row-main">{name}</strong>
            {current && choosing ? (
              <Button type="primary" onClick={() => void navigate('/')}>
                Continue in {name}
              </Button>
            ) : current ? (
              <span className="row-note">
                <CheckOutlined aria-hidden /> You are here
              </span>
            ) : (
              <Button
                loading={switchCompany.running}
                onClick={() => void switchCompany({ body: { company_id: id, tab_id: tabId() } })}
              >
                Work in {name}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Page>
  )
}
