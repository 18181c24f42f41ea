import { Button } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Category } from '#contract/catalogue/product-structure.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import type { PlacedCategory } from '#web/catalogue/product-structure/structure.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { CategoryForm } from './CategoryForm.tsx'
import { STRUCTURE } from './structure-reads.ts'
import { doneWords } from './words.ts'

interface CategoryTreeProps {
  categories: readonly PlacedCategory[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

/** The tree by keyboard: arrows go, Alt with arrows moves, Insert adds below, F2 edits. */
export const CategoryTree = ({ categories, chosen, onChoose }: CategoryTreeProps) => {
  const [adding, setAdding] = useState<{ parent: number | null }>()
  const [editing, setEditing] = useState<Category>()
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const items = useRef(new Map<number, HTMLElement>())
  const move = useAction(structureEdits.updateCategory, {
    done: ({ data }) => doneWords(`Moved ${data.category.name}`, data),
    refreshes: STRUCTURE,
  })
  const mayChange = can(structureEdits.addCategory.permission)
  const isHidden = ({ parent_id }: Category): boolean =>
    parent_id !== null && (closed.has(parent_id) || categories.some((each) => each.id === parent_id && isHidden(each)))
  const shown = categories.filter((each) => !isHidden(each))

  const go = (to: Category | undefined) => {
    if (!to) return
    onChoose(to.id)
    items.current.get(to.id)?.focus()
  }
  const open = (id: number, isOpen: boolean) =>
    setClosed((before) => (isOpen ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id])))
  const siblingsOf = ({ parent_id }: Category) => categories.filter((each) => each.parent_id === parent_id)
  const moveTo = (id: number, body: { parent_id?: number | null; place?: number }) =>
    move({ params: { id }, body }, () => requestAnimationFrame(() => items.current.get(id)?.focus()))

  const moveBy = (category: Category, key: string) => {
    const siblings = siblingsOf(category)
    const at = siblings.findIndex(({ id }) => id === category.id)
    const parent = categories.find(({ id }) => id === category.parent_id)
    const above = siblings[at - 1]
    if (key === 'ArrowUp' && at > 0) return moveTo(category.id, { place: at - 1 })
    if (key === 'ArrowDown' && at < siblings.length - 1) return moveTo(category.id, { place: at + 1 })
    if (key === 'ArrowRight' && above) return moveTo(category.id, { parent_id: above.id })
    if (key === 'ArrowLeft' && parent) {
      const place = siblingsOf(parent).findIndex(({ id }) => id === parent.id) + 1
      return moveTo(category.id, { parent_id: parent.parent_id, place })
    }
    return undefined
  }
  const goBy = (category: Category, key: string) => {
    const at = shown.findIndex(({ id }) => id === category.id)
    const children = categories.some(({ parent_id }) => parent_id === category.id)
    if (key === 'ArrowUp') return go(shown[at - 1])
    if (key === 'ArrowDown') return go(shown[at + 1])
    if (key === 'Home') return go(shown[0])
    if (key === 'End') return go(shown.at(-1))
    if (key === 'ArrowRight') return closed.has(category.id) ? open(category.id, true) : children && go(shown[at + 1])
    if (key === 'ArrowLeft')
      return children && !closed.has(category.id)
        ? open(category.id, false)
        : go(categories.find(({ id }) => id === category.parent_id))
    return undefined
  }
  const onKey = (event: KeyboardEvent, category: Category) => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (ctrlKey || metaKey) return
    const isArrow = key.startsWith('Arrow') || key === 'Home' || key === 'End'
    if (!isArrow && key !== 'F2' && key !== 'Insert') return
    event.preventDefault()
    event.stopPropagation()
    if (isArrow && !altKey) goBy(category, key)
    if (!mayChange) return
    if (isArrow && altKey) void moveBy(category, key)
    if (key === 'F2') setEditing(category)
    if (key === 'Insert') setAdding({ parent: category.id })
  }

  return (
    <div className="category-tree">
      <ul role="tree" aria-label="Categories">
        {shown.map((category) => {
          const siblings = siblingsOf(category)
          const children = categories.some(({ parent_id }) => parent_id === category.id)
          return (
            <li
              key={category.id}
              ref={(element) => {
                if (element) items.current.set(category.id, element)
                else items.current.delete(category.id)
              }}
              role="treeitem"
              aria-level={category.depth + 1}
              aria-posinset={siblings.findIndex(({ id }) => id === category.id) + 1}
              aria-setsize={siblings.length}
              aria-selected={category.id === chosen}
              aria-expanded={children ? !closed.has(category.id) : undefined}
              tabIndex={category.id === chosen ? 0 : -1}
              style={{ paddingInlineStart: 10 + category.depth * 16 }}
              onClick={() => go(category)}
              onKeyDown={(event) => onKey(event, category)}
            >
              <span>{category.name}</span>
            </li>
          )
        })}
      </ul>
      {categories.length === 0 && <p>No categories yet. Add one to describe your products.</p>}
      {mayChange && <Button onClick={() => setAdding({ parent: null })}>Add category</Button>}
      {mayChange && categories.length > 1 && (
        <p className="category-keys">
          Arrow keys move through the tree, with Alt they move the category. Insert adds one below, F2 edits.
        </p>
      )}
      {adding && (
        <CategoryForm
          categories={categories}
          parent={adding.parent}
          onSaved={onChoose}
          onClose={() => setAdding(undefined)}
        />
      )}
      {editing && <CategoryForm categories={categories} category={editing} onClose={() => setEditing(undefined)} />}
    </div>
  )
}
