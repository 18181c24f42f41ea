import { Button, Input } from 'antd'
import { useState } from 'react'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import { unitOfCode } from '#contract/catalogue/units.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { ConfirmDialog } from '#web/kit/feedback/Confirm.tsx'
import { counted } from '#web/kit/look/format.ts'
import { AttributeForm } from './AttributeForm.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { STRUCTURE } from './structure-reads.ts'
import { TYPE_LABELS } from './words.ts'

/** All attributes of the company, whatever categories have them. */
export const AllAttributes = ({ attributes }: { attributes: readonly Attribute[] }) => {
  const [search, setSearch] = useState('')
  const [editing, setEditing] = useState<Attribute | 'new'>()
  const [options, setOptions] = useState<Attribute>()
  const [deleting, setDeleting] = useState<{ attribute: Attribute; text: string }>()
  const look = useAction(structureEdits.deleteAttribute)
  const remove = useAction(structureEdits.deleteAttribute, {
    done: () => `Deleted ${deleting?.attribute.label ?? 'the attribute'}`,
    refreshes: STRUCTURE,
  })
  const mayChange = can(structureEdits.addAttribute.permission)
  const ask = async (attribute: Attribute) => {
    const reply = await look({ body: { id: attribute.id, dryRun: true } })
    if (!reply) return
    const { products, categories } = reply.data
    setDeleting({
      attribute,
      text: `Values: ${counted(products, 'product')}. Used by: ${counted(categories, 'category', 'categories')}.`,
    })
  }
  const text = search.trim().toLowerCase()
  const shown = attributes.filter(({ label, code, group }) =>
    [label, code, group].some((each) => each.toLowerCase().includes(text)),
  )
  return (
    <section className="section" aria-labelledby="attributes">
      <div className="settings-head">
        <h2 id="attributes">Attributes</h2>
        {mayChange && <Button onClick={() => setEditing('new')}>Add attribute</Button>}
      </div>
      <Input.Search
        className="attributes-search"
        allowClear
        aria-label="Search attributes"
        placeholder="Search attributes"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul className="settings">
        {shown.map((attribute) => {
          const { id, label, group, code, type, default_unit, options_total } = attribute
          const hasOptions = type === 'option' || type === 'options'
          return (
            <li key={id}>
              <div>
                <h3>
                  {label} <span className="permission-key">{code}</span>
                </h3>
                <p>
                  {group} · {TYPE_LABELS[type]}
                  {default_unit && ` · ${unitOfCode(default_unit)?.symbol ?? default_unit}`}
                  {hasOptions && ` · ${counted(options_total, 'option')}`}
                </p>
              </div>
              {mayChange && (
                <div className="settings-acts">
                  {hasOptions && (
                    <Button aria-label={`Options of ${label}`} onClick={() => setOptions(attribute)}>
                      Options
                    </Button>
                  )}
                  <Button aria-label={`Edit ${label}`} onClick={() => setEditing(attribute)}>
                    Edit
                  </Button>
                  <Button aria-label={`Delete ${label}`} loading={look.running} onClick={() => void ask(attribute)}>
                    Delete
                  </Button>
                </div>
              )}
            </li>
          )
        })}
        {shown.length === 0 && <li>{text ? 'No attribute matches.' : 'No attributes yet.'}</li>}
      </ul>
      {editing && (
        <AttributeForm {...(editing !== 'new' && { attribute: editing })} onClose={() => setEditing(undefined)} />
      )}
      {options && <OptionsEditor attribute={options} onClose={() => setOptions(undefined)} />}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.attribute.label}?`}
          verb="Delete attribute"
          running={remove.running}
          run={async (done) => {
            const { id, version } = deleting.attribute
            if (await remove({ body: { id, version } })) done()
          }}
          onClose={() => setDeleting(undefined)}
        >
          {deleting.text} An undo brings the values back.
        </ConfirmDialog>
      )}
    </section>
  )
}
