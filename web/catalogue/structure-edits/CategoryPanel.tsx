import { Button, Select } from 'antd'
import { useState } from 'react'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import type { PlacedCategory } from '#web/catalogue/product-structure/structure.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { ConfirmDialog } from '#web/kit/feedback/Confirm.tsx'
import { AttributeForm } from './AttributeForm.tsx'
import { CategoryAttribute } from './CategoryAttribute.tsx'
import { CategoryForm } from './CategoryForm.tsx'
import { DeleteCategory } from './DeleteCategory.tsx'
import { STRUCTURE } from './structure-reads.ts'
import { doneWords, effectWords } from './words.ts'

interface CategoryPanelProps {
  category: PlacedCategory
  categories: readonly PlacedCategory[]
  attributes: readonly Attribute[]
  onChoose: (id: number | undefined) => void
}

type Listed = { attribute_id: number; required: boolean }[]

/** One category: its attributes with those of the categories above, and which of them its products must have. */
export const CategoryPanel = ({ category, categories, attributes, onChoose }: CategoryPanelProps) => {
  const [dialog, setDialog] = useState<'edit' | 'add' | 'delete' | 'attribute'>()
  const [asking, setAsking] = useState<{ list: Listed; text: string }>()
  const set = useAction(structureEdits.setAttributes, {
    done: ({ data }) => doneWords(`Changed the attributes of ${data.category.name}`, data),
    refreshes: STRUCTURE,
  })
  const look = useAction(structureEdits.setAttributes)
  const mayChange = can(structureEdits.setAttributes.permission)
  const close = () => setDialog(undefined)

  const own = category.attributes
    .filter((each) => each.own)
    .toSorted((one, other) => one.position - other.position)
    .map(({ attribute_id, own_required }) => ({ attribute_id, required: own_required }))
  const above = categories.find(({ id }) => id === category.parent_id)
  const isAbove = (id: number) => above?.attributes.some(({ attribute_id }) => attribute_id === id) ?? false
  const store = (list: Listed) => set({ params: { id: category.id }, body: { attributes: list, seen: own } })
  /** Asks first where products would become incomplete. */
  const apply = async (list: Listed) => {
    const reply = await look({ params: { id: category.id }, body: { attributes: list, seen: own, dryRun: true } })
    const text = reply && effectWords(reply.data)
    if (text) setAsking({ list, text })
    else if (reply) await store(list)
  }
  const without = (id: number) => own.filter(({ attribute_id }) => attribute_id !== id)
  const require = (id: number, required: boolean) => {
    const inherited = isAbove(id)
    if (inherited && !required) return apply(without(id))
    const there = own.some(({ attribute_id }) => attribute_id === id)
    return apply(
      there
        ? own.map((each) => (each.attribute_id === id ? { ...each, required } : each))
        : [...own, { attribute_id: id, required }],
    )
  }
  const moveBy = (id: number, by: number) => {
    const at = own.findIndex(({ attribute_id }) => attribute_id === id)
    const [moved] = own.slice(at, at + 1)
    return moved && store(own.toSpliced(at, 1).toSpliced(at + by, 0, moved))
  }
  const rows = category.attributes
    .flatMap((each) => {
      const attribute = attributes.find(({ id }) => id === each.attribute_id)
      return attribute ? [{ ...each, attribute, inherited: isAbove(each.attribute_id) }] : []
    })
    .toSorted((one, other) => Number(other.inherited) - Number(one.inherited) || one.position - other.position)
  const free = attributes.filter(({ id }) => !category.attributes.some(({ attribute_id }) => attribute_id === id))

  return (
    <div className="category-panel" role="group" aria-label={category.name}>
      <div className="settings-head">
        <h3>{category.path}</h3>
        {mayChange && (
          <div className="settings-acts">
            <Button onClick={() => setDialog('add')}>Add subcategory</Button>
            <Button aria-label={`Edit ${category.name}`} onClick={() => setDialog('edit')}>
              Edit
            </Button>
            <Button aria-label={`Delete ${category.name}`} onClick={() => setDialog('delete')}>
              Delete
            </Button>
          </div>
        )}
      </div>
      {category.image_required && <p className="page-subtitle">Products need a picture.</p>}
      <ul className="category-attributes">
        {rows.map(({ attribute, inherited, required, required_by }, at) => (
          <CategoryAttribute
            key={attribute.id}
            attribute={attribute}
            inherited={inherited}
            required={required}
            requiredBy={
              required && required_by !== category.id
                ? categories.find(({ id }) => id === required_by)?.name
                : undefined
            }
            mayChange={mayChange}
            running={set.running || look.running}
            first={at === 0 || rows[at - 1]?.inherited === true}
            last={at === rows.length - 1}
            onMove={(by) => void moveBy(attribute.id, by)}
            onRemove={() => void apply(without(attribute.id))}
            onRequire={(on) => void require(attribute.id, on)}
          />
        ))}
      </ul>
      {rows.length === 0 && <p className="page-subtitle">No attributes yet.</p>}
      {mayChange && (
        <div className="settings-acts">
          <Select
            className="attribute-select"
            aria-label="Add attribute"
            placeholder="Add attribute"
            value={null}
            showSearch={{ optionFilterProp: 'label' }}
            options={free.map(({ id, label }) => ({ value: id, label }))}
            onChange={(id: number) => void apply([...own, { attribute_id: id, required: false }])}
          />
          <Button onClick={() => setDialog('attribute')}>New attribute</Button>
        </div>
      )}
      {dialog === 'add' && (
        <CategoryForm categories={categories} parent={category.id} onSaved={onChoose} onClose={close} />
      )}
      {dialog === 'edit' && <CategoryForm categories={categories} category={category} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteCategory
          category={category}
          categories={categories}
          onDone={() => onChoose(category.parent_id ?? undefined)}
          onClose={close}
        />
      )}
      {dialog === 'attribute' && (
        <AttributeForm onAdded={(id) => void apply([...own, { attribute_id: id, required: false }])} onClose={close} />
      )}
      {asking && (
        <ConfirmDialog
          title={`Change the attributes of ${category.name}?`}
          verb="Change attributes"
          running={set.running}
          run={async (done) => (await store(asking.list)) && done()}
          onClose={() => setAsking(undefined)}
        >
          {asking.text} You can undo this.
        </ConfirmDialog>
      )}
    </div>
  )
}
