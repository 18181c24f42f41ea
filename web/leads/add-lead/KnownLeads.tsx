import { Form, type FormInstance } from 'antd'
import { duplicates } from '#contract/leads/duplicates.ts'
import { OtherLead } from '#web/leads/duplicates/LeadDuplicates.tsx'
import { olderWords } from '#web/leads/duplicates/merge-words.ts'
import { joinPhone } from '#web/leads/fields/phone-parts.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { useOne } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import type { NewLead } from './new-lead.ts'
import '#web/leads/duplicates/lead-duplicates.css'

const WAIT = 400

/** Leads that are there already of whoever is being typed; it keeps nobody from adding another. */
export const KnownLeads = ({ form }: { form: FormInstance<NewLead> }) => {
  const name = Form.useWatch('name', form) ?? ''
  const email = Form.useWatch('email', form) ?? ''
  const code = Form.useWatch('phone_code', form)
  const number = Form.useWatch('phone', form) ?? ''
  const country = Form.useWatch('country', form) ?? ''
  const company = Form.useWatch('company', form) ?? ''
  const typed = useDebounced(JSON.stringify({ name, email, phone: joinPhone(code, number), country, company }), WAIT)
  const body: { name: string; email: string; phone: string; country: string; company: string } = JSON.parse(typed)
  const askable = body.email.includes('@') || body.phone.length > 5 || (body.name !== '' && body.company !== '')
  const found = useOne(duplicates.check, { body }, { enabled: askable, keepPrevious: true, staleTime: 5000 }).data?.data
  if (!askable || !found || (found.total === 0 && !found.elsewhere)) return <div role="status" />
  return (
    <Notice
      kind="warning"
      title={
        found.total > 0
          ? `${found.at_least ? 'At least ' : ''}${counted(found.total, 'lead')} from this person already`
          : 'We already know this person, on a list you can’t open'
      }
    >
      <div className="known-leads">
        <ul>
          {found.leads.slice(0, SHOWN).map((lead) => (
            <li key={lead.id}>
              <OtherLead lead={lead} />
            </li>
          ))}
        </ul>
        {found.total > SHOWN && <p className="second">{olderWords(found.total - SHOWN, found)}</p>}
        {found.total > 0 && found.elsewhere && <p className="second">More are on lists you can’t open.</p>}
      </div>
    </Notice>
  )
}

const SHOWN = 5
