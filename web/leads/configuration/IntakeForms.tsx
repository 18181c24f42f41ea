import { Button, Form, Input, Modal, Segmented, Select } from 'antd'
import { useState } from 'react'
import { configuration, entities, type IntakeForm } from '#contract/leads/configuration.ts'
import type { LeadSource } from '#contract/leads/lead.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { optionsOf } from '#web/kit/list/list.ts'
import { isOwnSource, offeredSources, sourceCodes, sourceLabel, toSourceOption } from '#web/leads/words/lead-words.ts'
import { phoneCountries, useCountries } from '#web/leads/fields/CountryFields.tsx'
import { COMPANY_PHONE_COUNTRY, RUNNING } from '#web/leads/words/setting-words.ts'
import { useRowConflict } from '#web/leads/conflicts/use-row-conflict.tsx'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { FORMS } from './notification-defaults.ts'

const { forms, addForm, changeForm, changeKey } = configuration

interface MadeKey {
  name: string
  key: string
}

/** The public forms through which enquiries come in. */
export const IntakeForms = () => {
  const { data, isError, error, refetch } = useOne(forms, {})
  const [editing, setEditing] = useState<IntakeForm | 'new'>()
  const [made, setMade] = useState<MadeKey>()
  if (isError)
    return (
      <Notice
        kind="error"
        title="The forms did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error, forms.failure)}
      </Notice>
    )
  return (
    <>
      <section className="section" aria-labelledby="forms">
        <div className="settings-head">
          <h2 id="forms">Intake forms</h2>
          <Button onClick={() => setEditing('new')}>Add form</Button>
        </div>
        <p className="page-subtitle">Anyone with a form’s key can send enquiries. We store only a hash.</p>
        <ul className="settings" aria-busy={!data}>
          {data?.data.map((form) => (
            <FormRow key={form.id} form={form} onEdit={() => setEditing(form)} onKey={setMade} />
          ))}
          {data?.data.length === 0 && <li>No form yet. Add one and put it on your website.</li>}
        </ul>
      </section>
      <SectionHistory section="forms" />
      {editing && (
        <EditForm
          form={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onKey={setMade}
        />
      )}
      {made && <KeyDialog name={made.name} formKey={made.key} onClose={() => setMade(undefined)} />}
    </>
  )
}

interface FormRowProps {
  form: IntakeForm
  onEdit: () => void
  onKey: (made: MadeKey) => void
}

const FormRow = ({ form, onEdit, onKey }: FormRowProps) => {
  const { id, name, status, allowed_origins, source, key_made, leads_30d } = form
  const [asking, setAsking] = useState(false)
  const change = useAction(changeKey, {
    refreshes: FORMS,
    then: ({ data }) => {
      setAsking(false)
      onKey({ name, key: data.key })
    },
  })
  return (
    <li>
      <div>
        <h3>
          {name} {status === 'paused' && <StatusTag tone="warning">{RUNNING.paused}</StatusTag>}
        </h3>
        <p>
          {source && `${sourceLabel(source)} · `}
          {allowed_origins.length ? `On ${allowed_origins.join(', ')}` : 'On its own page only'} ·{' '}
          {counted(leads_30d, 'lead')} in 30 days
        </p>
        {key_made && (
          <p>
            Key made by {key_made.by.name}, <When at={key_made.at} />
          </p>
        )}
      </div>
      <div className="settings-acts">
        <Button aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button aria-label={`New key for ${name}`} onClick={() => setAsking(true)}>
          New key
        </Button>
      </div>
      <Modal
        open={asking}
        title={`Make a new key for ${name}?`}
        onCancel={() => setAsking(false)}
        footer={[
          <Button key="keep" onClick={() => setAsking(false)}>
            Keep the current key
          </Button>,
          <Button key="new" danger loading={change.running} onClick={() => void change({ params: { id } })}>
            Make a new key
          </Button>,
        ]}
      >
        <p>The current key stops working at once on every page that uses it. You can’t undo this.</p>
      </Modal>
    </li>
  )
}

interface EditFormProps {
  form: IntakeForm | undefined
  onClose: () => void
  onKey: (made: MadeKey) => void
}

type Values = Pick<IntakeForm, 'name' | 'status' | 'allowed_origins'> & {
  source: string
  phone_country?: string | undefined
}

const USUAL = 'website_form'
/** The usual sources that a form may stand for; a company's own ones come after them. */
const OF_FORMS = new Set<string>([USUAL, 'contact_us', 'event', 'referral'] satisfies LeadSource[])

const valuesOf = (form: IntakeForm | undefined): Values => ({
  name: form?.name ?? '',
  status: form?.status ?? 'active',
  allowed_origins: form?.allowed_origins ?? [],
  source: form?.source ?? USUAL,
  phone_country: form?.phone_country ?? undefined,
})

const EditForm = ({ form, onClose, onKey }: EditFormProps) => {
  const add = useAction(addForm, { refreshes: FORMS })
  const change = useAction(changeForm, { done: 'Form saved', refreshes: FORMS })
  const words = useCompanyWords()
  const countries = useCountries().data?.data ?? []
  const sources = sourceCodes(words).filter((code) => OF_FORMS.has(code) || isOwnSource(code))
  // The usual one and the form's own stay to be seen when they are switched off.
  const shown = new Set([USUAL, ...offeredSources(sources, words).map(({ value }) => value), form?.source ?? USUAL])
  const [fields] = Form.useForm<Values>()
  const { seen, begin, unlessChanged, notice } = useRowConflict(form, {
    entity: 'intake_forms',
    declared: entities.intake_forms,
    fields: ['name', 'allowed_origins', 'source', 'phone_country', 'status'],
    form: fields,
    valuesOf,
    reads: FORMS,
    onSkip: onClose,
  })
  const save = async ({ source: chosen, status, phone_country, ...typed }: Values) => {
    const body = { ...typed, source: chosen === USUAL ? null : chosen, phone_country: phone_country ?? null }
    if (seen)
      return unlessChanged(
        change.orThrow({ params: { id: seen.id }, body: { ...body, status, version: seen.version } }),
      )
    const { data } = await add.orThrow({ body })
    onKey({ name: body.name, key: data.key })
    return data
  }
  return (
    <FormModal<Values, IntakeForm>
      open
      title={form ? `Edit ${form.name}` : 'Add form'}
      button={form ? 'Save form' : 'Add form'}
      form={fields}
      draft={`intake-form-${form?.id ?? 'new'}`}
      begunOn={seen}
      onTouch={begin}
      onClose={onClose}
      initialValues={valuesOf(form)}
      onSave={save}
    >
      {notice}
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter a name' }]}>
        <Input maxLength={120} placeholder="Enquiry form" />
      </Form.Item>
      <Form.Item
        name="allowed_origins"
        label="Allowed websites"
        extra="Like https://www.example.com, without a path. Leave empty for its own page only."
        rules={[
          {
            validator: (_, origins: string[] = []) =>
              origins.every((origin) => /^https?:\/\/[^/\s?#@]+$/.test(origin))
                ? Promise.resolve()
                : Promise.reject(new Error('Write each like https://www.example.com')),
          },
        ]}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',']} />
      </Form.Item>
      <Form.Item name="source" label="Source" required extra="Registrations through it keep the source Registration.">
        <Select options={[...shown].map(toSourceOption)} />
      </Form.Item>
      <Form.Item
        name="phone_country"
        label="Numbers without a country code are from"
        extra="Where the sender chooses no country. The form shows it below the phone field."
      >
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={COMPANY_PHONE_COUNTRY}
          options={phoneCountries(countries)}
        />
      </Form.Item>
      <Form.Item name="status" label="State" required hidden={!form}>
        <Segmented options={optionsOf(RUNNING)} />
      </Form.Item>
    </FormModal>
  )
}
