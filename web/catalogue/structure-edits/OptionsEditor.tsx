import { Button, Input, Modal, Switch } from 'antd'
import { useId, useState } from 'react'
import { productStructure, type Attribute, type AttributeOption } from '#contract/catalogue/product-structure.ts'
import { MOST_PASTED, structureEdits } from '#contract/catalogue/structure-edits.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { counted } from '#web/kit/look/format.ts'
import { STRUCTURE } from './structure-reads.ts'

const PAGE = 50

/** The options of an attribute: found by their beginning, renamed, moved, retired; a column of labels is pasted. */
export const OptionsEditor = ({ attribute, onClose }: { attribute: Attribute; onClose: () => void }) => {
  useFocusBack()
  const field = useId()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [pasted, setPasted] = useState('')
  const query = { page, pageSize: PAGE, search }
  const { data, isFetching } = useOne(
    productStructure.options,
    { params: { id: attribute.id }, query },
    { keepPrevious: true },
  )
  const add = useAction(structureEdits.addOptions, {
    done: ({ data: { added, known } }) =>
      `Added ${counted(added.length, 'option')}.${known ? ` ${counted(known, 'label')} existed already.` : ''}`,
    refreshes: STRUCTURE,
  })
  const labels = pasted
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  const addAll = async () => {
    for (let from = 0; from < labels.length; from += MOST_PASTED)
      if (!(await add({ params: { id: attribute.id }, body: { labels: labels.slice(from, from + MOST_PASTED) } })))
        return
    setPasted('')
  }
  const rows = data?.data ?? []
  const total = data?.pagination.total ?? 0
  return (
    <Modal open title={`Options of ${attribute.label}`} onCancel={onClose} footer={null} width={560}>
      <div className="options-paste">
        <label htmlFor={field}>Add options, one a line</label>
        <Input.TextArea
          id={field}
          rows={3}
          value={pasted}
          placeholder="Paste a column of labels"
          onChange={({ target }) => setPasted(target.value)}
        />
      </div>
      <Button type="primary" disabled={labels.length === 0} loading={add.running} onClick={() => void addAll()}>
        {labels.length > 1 ? `Add ${counted(labels.length, 'option')}` : 'Add option'}
      </Button>
      <Input.Search
        className="options-search"
        allowClear
        aria-label="Search options"
        placeholder="Search options"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          setPage(1)
        }}
      />
      <ul className="options-list" aria-busy={isFetching}>
        {rows.map((option, at) => (
          <OptionRow
            key={`${option.id} ${option.label}`}
            option={option}
            {...(search === '' && { place: (page - 1) * PAGE + at, last: total - 1 })}
          />
        ))}
        {rows.length === 0 && !isFetching && <li>{search ? 'No option matches.' : 'No options yet.'}</li>}
      </ul>
      {total > PAGE && (
        <div className="settings-acts">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span>
            {page} of {Math.ceil(total / PAGE)}
          </span>
          <Button disabled={page * PAGE >= total} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </Modal>
  )
}

interface OptionRowProps {
  option: AttributeOption
  /** Among all options, where they stand in their order. */
  place?: number
  last?: number
}

const OptionRow = ({ option: { id, label, retired }, place, last }: OptionRowProps) => {
  const [name, setName] = useState(label)
  const change = useAction(structureEdits.updateOption, {
    done: ({ data }) => `Changed ${data.label}`,
    refreshes: STRUCTURE,
  })
  const set = (body: { label?: string; retired?: boolean; place?: number }) => change({ params: { id }, body })
  const rename = async () => {
    if (name.trim() === '' || name.trim() === label) return setName(label)
    if (!(await set({ label: name }))) setName(label)
  }
  return (
    <li>
      <Input
        aria-label={`Label of ${label}`}
        value={name}
        maxLength={120}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={() => void rename()}
        onBlur={() => void rename()}
      />
      {place !== undefined && (
        <>
          <Button
            type="text"
            aria-label={`Move ${label} up`}
            disabled={place === 0}
            onClick={() => void set({ place: place - 1 })}
          >
            ↑
          </Button>
          <Button
            type="text"
            aria-label={`Move ${label} down`}
            disabled={place === last}
            onClick={() => void set({ place: place + 1 })}
          >
            ↓
          </Button>
        </>
      )}
      <Switch
        size="small"
        aria-label={`Offer ${label}`}
        checked={!retired}
        loading={change.running}
        onChange={(offered) => void set({ retired: !offered })}
      />
      <span aria-hidden>Offered</span>
    </li>
  )
}
