import { Input, Modal, Segmented } from 'antd'
import { useId, useState } from 'react'
import { leadDetails } from '#contract/leads/lead-details.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import type { Staff } from '#contract/leads/lookups.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { sentenceOf, useAction } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { DialogFoot } from '#web/kit/form/DialogFoot.tsx'
import { tellNotDone } from '#web/kit/form/FormModal.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'
import { givenTo, holdersOf, type Outcome } from './assign-outcome.ts'
import { LEAD_LISTS, type LeadListEndpoint } from '#web/leads/list/lead-lists.ts'
import { LoadWords } from './LoadWords.tsx'
import { StaffDepartments } from './StaffDepartments.tsx'
import { useStaff } from './staff-search.ts'
import { useHoldings } from './use-holdings.ts'
import './assign.css'
import '#web/leads/fields/lead-form.css'

interface AssignDialogProps {
  rows: readonly LeadRow[]
  list: LeadListEndpoint
  onClose: () => void
  onAssigned: (outcome: Outcome, name: string) => void
}

/** Gives leads to a person. It says first who holds what; typing and Enter take the first person that matches. */
export const AssignDialog = ({ rows, list, onClose, onAssigned }: AssignDialogProps) => {
  useFocusBack()
  const [everybody, setEverybody] = useState(false)
  const [department, setDepartment] = useState<number>()
  const [designation, setDesignation] = useState<number>()
  const [sought, setSought] = useState('')
  // Nobody is chosen until something was typed or an arrow pressed: Enter alone assigns nothing.
  const [place, setPlace] = useState(-1)
  const [failure, setFailure] = useState<string>()
  const gone = useUnmounted()
  const id = useId()
  const holdings = useHoldings(rows.map((row) => row.id))
  const leadId = rows.length === 1 ? rows[0]?.id : undefined
  const people = useStaff({ everybody, department, designation, leadId, sought })
  const { found } = people
  const active = place < 0 ? undefined : found[Math.min(place, found.length - 1)]

  const assign = useAction(marketingLeads.assign, {
    refreshes: [...LEAD_LISTS, leadDetails.open, leadDetails.history, marketingLeads.checkCurrentAssignment],
    optimistic: {
      list,
      rows: ({ body }) => body.leadIds,
      change: ({ body }, { id }) => givenTo(rows.find((row) => row.id === id)?.status, holderFor(found, body.staffId)),
    },
  })
  const give = async (person: Staff | undefined) => {
    if (!person || assign.running) return
    setFailure(undefined)
    try {
      const [only] = rows
      const version = rows.length === 1 && only ? { version: only.version } : {}
      const reply = await assign.orThrow({
        body: { leadIds: rows.map((row) => row.id), staffId: person.id, ...version },
      })
      onAssigned(reply.data, person.name)
      if (!gone.current) onClose()
    } catch (cause) {
      const { failure: otherwise } = marketingLeads.assign
      if (gone.current) tellNotDone(cause, { title: titleOf(rows), otherwise, again: () => void give(person) })
      else setFailure(sentenceOf(cause, otherwise))
    }
  }

  return (
    <Modal open title={titleOf(rows)} onCancel={onClose} footer={null} width={520} destroyOnHidden>
      <div className="assign">
        {failure && (
          <Notice kind="error" title="Nothing was assigned">
            {failure}
          </Notice>
        )}
        <Holders holders={holdersOf(holdings.data ?? [], undefined)} of={rows.length} />
        <Segmented
          block
          aria-label="People to choose from"
          value={everybody ? 'all' : 'department'}
          options={[
            { value: 'department', label: 'Marketing department' },
            { value: 'all', label: 'All staff' },
          ]}
          onChange={(value) => setEverybody(value === 'all')}
        />
        {everybody && (
          <StaffDepartments
            department={department}
            designation={designation}
            onDepartment={(next) => {
              setDepartment(next)
              setDesignation(undefined)
            }}
            onDesignation={setDesignation}
          />
        )}
        <Input
          autoFocus
          role="combobox"
          aria-label="Find a person"
          aria-expanded
          aria-controls={`${id}-people`}
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          aria-autocomplete="list"
          placeholder="Type a name, then Enter"
          maxLength={200}
          value={sought}
          onChange={(event) => {
            setSought(event.target.value)
            setPlace(event.target.value.trim() === '' ? -1 : 0)
          }}
          onKeyDown={(event) => {
            const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (by !== undefined) {
              event.preventDefault()
              setPlace(Math.min(found.length - 1, Math.max(0, Math.min(place, found.length - 1) + by)))
            } else if (event.key === 'Enter') {
              event.preventDefault()
              void give(active)
            }
          }}
        />
        <div
          id={`${id}-people`}
          role="listbox"
          aria-label="People"
          className="assign-people"
          aria-busy={people.searching}
        >
          {found.map((person) => (
            <Person
              key={person.id}
              id={`${id}-${person.id}`}
              person={person}
              active={person === active}
              onChoose={() => void give(person)}
            />
          ))}
        </div>
        <p className="side-note" role="status">
          {wordsOf(people)}
        </p>
        <DialogFoot
          button={active ? `Assign to ${active.name}` : 'Assign'}
          disabled={!active}
          loading={assign.running}
          onCancel={onClose}
          onConfirm={() => void give(active)}
        />
      </div>
    </Modal>
  )
}

/** What there is to say of the people beneath the field. */
const wordsOf = ({ found, listed, total, searching, failure }: ReturnType<typeof useStaff>) => {
  if (failure) return sentenceOf(failure)
  if (found.length === 0) return searching ? 'Searching for people' : 'Nobody with that name can take leads here.'
  return listed < total ? `The first ${listed} of ${formats().number(total)}. Type a name to find the others.` : ''
}

const titleOf = (rows: readonly LeadRow[]) =>
  rows.length === 1 ? `Assign ${rows[0]?.name}` : `Assign ${counted(rows.length, 'lead')}`
const holderFor = (people: readonly Staff[], id: number) => {
  const person = people.find((one) => one.id === id)
  return person ? { id: person.id, name: person.name } : null
}

const heldWords = (held: number, of: number) => {
  if (held === of) return `All ${of} leads have an owner`
  return `${held} of these ${of} leads ${held === 1 ? 'has' : 'have'} an owner`
}

const Holders = ({ holders, of }: { holders: readonly { name: string; count: number }[]; of: number }) => {
  if (holders.length === 0) return null
  const held = holders.reduce((sum, { count }) => sum + count, 0)
  const names = holders.slice(0, 3).map(({ name, count }) => (of === 1 ? name : `${name} ${count}`))
  const more = holders.length > 3 ? ` and ${counted(holders.length - 3, 'other person', 'other people')}` : ''
  return (
    <Notice kind="warning" title={of === 1 ? `${names[0]} owns this lead` : heldWords(held, of)}>
      {of > 1 && `${names.join(', ')}${more}. `}
      {held === 1 ? 'It' : 'They'} will be reassigned.
    </Notice>
  )
}

const Person = ({
  id,
  person,
  active,
  onChoose,
}: {
  id: string
  person: Staff
  active: boolean
  onChoose: () => void
}) => (
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={active}
    className={active ? 'assign-person assign-person-on' : 'assign-person'}
    onClick={onChoose}
    onKeyDown={(event) => event.key === 'Enter' && onChoose()}
  >
    <PersonAvatar name={person.name} size={28} />
    <span className="assign-name">
      <span className="cut">
        {person.name}
        <span className="second"> {[person.designation, person.department].filter(Boolean).join(', ')}</span>
      </span>
      <LoadWords load={person.load} />
    </span>
  </div>
)
