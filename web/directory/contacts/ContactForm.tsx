import { AutoComplete, Checkbox, Form, Input } from 'antd'
import { contacts, type Contact } from '#contract/directory/contacts.ts'
import { DIRECTORY_LIMITS } from '#contract/directory/directory-values.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { CompanySelect } from '#web/directory/directory-facts/CompanySelect.tsx'
import { CountrySelect } from '#web/directory/directory-facts/CountrySelect.tsx'
import { contactName } from '#web/directory/directory-facts/directory-words.ts'
import { DIRECTORY_READS } from '#web/directory/directory-facts/directory-reads.ts'
import { TagsSelect } from '#web/directory/directory-facts/TagsSelect.tsx'
import { contactChange, isAnybody, newContact, valuesOfContact, type ContactValues } from './contact-values.ts'
import type { useContactActs } from './use-contact-acts.ts'
import '#web/directory/directory-facts/directory.css'

const NOBODY = [{ name: ['name'], errors: ['Enter a name, an email or a phone'] }]
const check = (values: ContactValues) => (isAnybody(values) ? [] : NOBODY)

interface AddContactProps {
  onAdded: (id: number) => void
  onClose: () => void
}

/** Adds somebody who never wrote. */
export const AddContact = ({ onAdded, onClose }: AddContactProps) => {
  const add = useAction(contacts.add, {
    done: ({ data }) => `Added ${contactName(data)}`,
    refreshes: DIRECTORY_READS,
  })
  return (
    <FormModal<ContactValues>
      open
      width={640}
      title="Add contact"
      button="Add contact"
      draft="add-contact"
      check={check}
      onClose={onClose}
      onSave={async (values) => onAdded((await add.orThrow({ body: newContact(values) })).data.id)}
    >
      <ContactFields />
    </FormModal>
  )
}

interface EditContactProps {
  contact: Contact
  onSave: ReturnType<typeof useContactActs>['save']
  onClose: () => void
}

/** Changes what is known of somebody. What is not touched stays with what comes in. */
export const EditContact = ({ contact, onSave, onClose }: EditContactProps) => (
  <FormModal<ContactValues>
    open
    width={640}
    title={`Edit ${contactName(contact)}`}
    button="Save"
    draft={`contact-${contact.id}`}
    initialValues={valuesOfContact(contact)}
    check={check}
    onClose={onClose}
    onSave={async (values) => {
      const change = contactChange(contact, values)
      if (Object.keys(change).length > 0) await onSave(change)
    }}
  >
    <p className="dialog-note">Values that you change stay until you show again what comes in.</p>
    <ContactFields />
  </FormModal>
)

const ContactFields = () => {
  const choices = useOne(contacts.filterOptions, { query: {} }, { staleTime: 60_000 }).data?.data
  return (
    <div className="directory-fields">
      <Form.Item name="name" label="Name">
        <Input autoFocus autoComplete="off" maxLength={DIRECTORY_LIMITS.name} />
      </Form.Item>
      <Form.Item name="company_id" label="Company">
        <CompanySelect />
      </Form.Item>
      <Form.Item name="email" label="Email">
        <Input inputMode="email" autoComplete="off" maxLength={254} />
      </Form.Item>
      <Form.Item name="phone" label="Phone">
        <Input type="tel" inputMode="tel" autoComplete="off" maxLength={60} />
      </Form.Item>
      <Form.Item name="designation" label="Designation">
        <Suggested words={choices?.designations} />
      </Form.Item>
      <Form.Item name="department" label="Department">
        <Suggested words={choices?.departments} />
      </Form.Item>
      <Form.Item name="country" label="Country">
        <CountrySelect />
      </Form.Item>
      <Form.Item name="city" label="City">
        <Input autoComplete="off" maxLength={DIRECTORY_LIMITS.word} />
      </Form.Item>
      <Form.Item name="tags" label="Tags" className="directory-wide">
        <TagsSelect />
      </Form.Item>
      <Form.Item name="note" label="Note" className="directory-wide">
        <Input.TextArea rows={2} className="grows" maxLength={DIRECTORY_LIMITS.note} />
      </Form.Item>
      <Form.Item name="do_not_contact" valuePropName="checked" className="directory-wide">
        <Checkbox>Do not contact</Checkbox>
      </Form.Item>
    </div>
  )
}

interface SuggestedProps {
  id?: string
  value?: string
  onChange?: (text: string) => void
  words: readonly string[] | undefined
}

/** A word that others have already, or a new one. */
const Suggested = ({ words = [], value, ...field }: SuggestedProps) => (
  <AutoComplete
    {...field}
    value={value ?? ''}
    maxLength={DIRECTORY_LIMITS.word}
    options={words
      .filter((word) => word !== value && word.toLowerCase().includes((value ?? '').toLowerCase()))
      .slice(0, 8)
      .map((word) => ({ value: word }))}
  />
)
