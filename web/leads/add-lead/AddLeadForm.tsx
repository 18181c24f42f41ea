import { Button, Form, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { addLead } from '#contract/leads/add-lead.ts'
import type { LeadSource } from '#contract/leads/lead.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { AddressFields } from '#web/leads/fields/AddressFields.tsx'
import { fillCallingCode } from '#web/leads/fields/calling-code.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { EmailField, JobTitleField, MessageField, NameField, TagsField } from '#web/leads/fields/ContactFields.tsx'
import { PhoneField, useCountries } from '#web/leads/fields/CountryFields.tsx'
import { FurtherFields } from '#web/leads/fields/FurtherFields.tsx'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import { isOwnSource, offeredSources, sourceCodes } from '#web/leads/words/lead-words.ts'
import type { CallingCode } from '#web/leads/fields/phone-parts.ts'
import { ProductFields } from '#web/leads/fields/ProductFields.tsx'
import { call, queryFor, useAction } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { DraftOffer, markOptional, useFormErrors } from '#web/kit/form/FormModal.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { can } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { undoOf } from '#web/kit/data/undo.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import './add-lead.css'
import { KnownLeads } from './KnownLeads.tsx'
import { domainOf, fillFrom, newLeadBody, type NewLead } from './new-lead.ts'
import { useOfferedCountry } from './use-offered-country.ts'
import '#web/leads/fields/lead-form.css'

const NO_COUNTRIES: readonly CallingCode[] = []
const DRAFT = 'add-lead'
/** Where people are met; the other usual sources fill themselves. */
const BY_HAND = new Set<string>(['manual', 'phone', 'email', 'event', 'referral'] satisfies LeadSource[])

interface AddLeadFormProps {
  /** Whether it follows one that was added: then the first field takes the focus. */
  again: boolean
  onAnother: () => void
}

export const AddLeadForm = ({ again, onAnother }: AddLeadFormProps) => {
  const [form] = Form.useForm<NewLead>()
  const errors = useFormErrors(form)
  const words = useCompanyWords()
  const byHand = sourceCodes(words).filter((code) => BY_HAND.has(code) || isOwnSource(code))
  const draft = useDraft(DRAFT)
  const countries = useCountries().data?.data ?? NO_COUNTRIES
  const offered = useOfferedCountry(form, countries)
  const company = useCompanyFill((found) => {
    const { country = '', ...typed } = form.getFieldsValue(true)
    form.setFieldsValue(fillFrom(found, { ...typed, country: offered ? '' : country }))
    void fillCallingCode(form, countries)
  })
  const navigate = useNavigate()
  const add = useAction(addLead.add, { refreshes: LEAD_LISTS })
  useEffect(() => {
    if (again) document.getElementById('name')?.focus()
  }, [again])

  const save = async (another: boolean) => {
    if (add.running || !(await errors.check())) return
    try {
      const { data } = await add.orThrow({ body: newLeadBody(form.getFieldsValue(true)) })
      draft.drop()
      toast.done(`${data.name} added, no. ${data.lead_no}`, { undo: undoOf(data) })
      if (another) onAnother()
      else void navigate(can('view_marketing_leads_menu') ? `/marketing/marketing_leads_list?lead=${data.id}` : '/')
    } catch (failure) {
      errors.show(failure)
    }
  }
  useKeys('list', [{ keys: 'ctrl+enter', label: 'Add and start another', run: () => void save(true) }])

  return (
    <Form
      form={form}
      className="add-lead"
      layout="vertical"
      validateTrigger={errors.trigger}
      requiredMark={markOptional}
      scrollToFirstError={false}
      initialValues={{
        source: 'manual',
        products: [{ product_id: null, product_name: '', quantity: 1, total_quantity: 1 }],
      }}
      onFinish={() => void save(false)}
      onFinishFailed={errors.showFields}
      onValuesChange={() => draft.keep(draftValues(form.getFieldsValue(true), offered, form.isFieldTouched('source')))}
    >
      {errors.summary}
      {draft.found && (
        <DraftOffer
          at={draft.found.at}
          onTake={() => {
            form.setFieldsValue(draft.found?.values ?? {})
            draft.taken()
          }}
          onDrop={draft.drop}
        />
      )}
      <fieldset className="group" aria-labelledby="add-contact">
        <h2 id="add-contact">Contact</h2>
        <div className="fields">
          <NameField />
          <Form.Item name="source" label="Source" className="field-6" required>
            <Select options={offeredSources(byHand, words)} />
          </Form.Item>
          <EmailField onBlur={() => void company.lookUp(form.getFieldValue('email'))} />
          <div className="field-6">
            <PhoneField countries={countries} />
          </div>
          <JobTitleField />
          <TagsField />
          <MessageField />
        </div>
      </fieldset>
      <FurtherFields />
      <fieldset className="group" aria-labelledby="add-company">
        <h2 id="add-company">Company</h2>
        <p className="add-lead-found" role="status">
          {company.words || 'Filled in when we recognise the email domain.'}
          {offered && ' The country is where you are until you choose another.'}
        </p>
        <AddressFields countries={countries} />
      </fieldset>
      <KnownLeads form={form} />
      <ProductFields form={form} />
      <div className="add-lead-foot">
        <Button type="primary" htmlType="submit" loading={add.running}>
          Add lead
        </Button>
        <Button aria-keyshortcuts="Control+Enter" disabled={add.running} onClick={() => void save(true)}>
          Add and start another
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </Button>
      </div>
    </Form>
  )
}

/** Looks the company up by the domain of the address; each domain once. */
const useCompanyFill = (onFound: (found: Parameters<typeof fillFrom>[0]) => void) => {
  const [asked, setAsked] = useState<string>()
  const [words, setWords] = useState('')
  const lookUp = async (email: string | undefined) => {
    const domain = domainOf(email)
    if (domain === undefined || domain === asked) return
    setAsked(domain)
    const found = await queryClient
      .fetchQuery({
        ...queryFor(lookups.companyByDomain, { body: { domain } }),
        queryFn: () => call(lookups.companyByDomain, { body: { domain } }),
      })
      .then(
        ({ data }) => data,
        () => undefined,
      )
    if (found) onFound(found)
    setWords(
      found
        ? `Filled from ${found.company}: ${found.leads === 0 ? 'no lead' : counted(found.leads, 'lead')} with ${domain} so far.`
        : found === null
          ? `We don’t know the company of ${domain} yet.`
          : '',
    )
  }
  return { words, lookUp }
}

/** The untouched first line, the preset source and a country that was only offered are no draft. */
const draftValues = (
  { source, products = [], further = [], tags = [], country, phone_code, ...texts }: NewLead,
  offered: boolean,
  sourceChosen: boolean,
): Record<string, unknown> => {
  const typed = {
    ...texts,
    ...(products.some(({ product_name }) => product_name?.trim()) && { products }),
    ...(tags.length > 0 && { tags }),
    ...(further.some(({ value }) => value?.trim()) && { further }),
    ...(sourceChosen && { source }),
  }
  return offered && !Object.values(typed).some(Boolean) ? typed : { ...typed, country, phone_code }
}
