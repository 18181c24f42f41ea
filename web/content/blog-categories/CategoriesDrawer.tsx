import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { blogAuthors } from '#contract/content/blog-authors.ts'
import { blogCategories, type BlogCategory } from '#contract/content/blog-categories.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { counted } from '#web/kit/look/format.ts'
import { SideDrawer, SideDrawerHead } from '#web/kit/look/SideDrawer.tsx'
import { AddCategory } from './AddCategory.tsx'
import { DeleteCategory } from './DeleteCategory.tsx'
import { EditCategory } from './EditCategory.tsx'
import './categories.css'

/** The categories of the blog in their order: added, renamed, moved and deleted here. */
export const CategoriesDrawer = ({ onClose }: { onClose: () => void }) => {
  const label = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const answer = useOne(blogCategories.list, { query: {} })
  const [edited, setEdited] = useState<BlogCategory>()
  const [deleted, setDeleted] = useState<BlogCategory>()
  const order = useAction(blogCategories.order, {
    done: 'Saved the order',
    refreshes: [blogCategories.list, blogAuthors.selectOptions],
  })
  const all = answer.data?.data ?? []
  const editable = can(blogCategories.order)
  useFocusBack()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // With a category goes the button that had the focus.
  useEffect(() => {
    if (!deleted && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [deleted, answer.data])
  useKeys('panel', [{ keys: 'escape', label: 'Close', run: onClose }], !edited && !deleted)

  // A button that moves it the same way once more has the focus; at an end, the one beside it.
  const moved = useRef<{ order: string; buttons: string[] }>(undefined)
  useLayoutEffect(() => {
    if (moved.current?.order !== orderOf(answer.data?.data)) return
    const buttons = moved.current.buttons.map((id) => document.querySelector<HTMLButtonElement>(`#${id}`))
    buttons.find((button) => button?.disabled === false)?.focus()
    moved.current = undefined
  }, [answer.data])
  const move = async (at: number, by: 1 | -1) => {
    if (order.running) return
    const ids = all.map(({ id }) => id)
    const [id] = ids.splice(at, 1)
    if (id === undefined) return
    ids.splice(at + by, 0, id)
    const buttons = [`up-${id}`, `down-${id}`]
    moved.current = { order: ids.join(), buttons: by === -1 ? buttons : buttons.toReversed() }
    await order({ body: { ids } })
  }

  return (
    <SideDrawer size={480} label={label} className="categories-drawer">
      <SideDrawerHead label={label} heading={heading} title="Categories" onClose={onClose} />
      <div className="categories-body">
        {can(blogCategories.add) && <AddCategory />}
        {answer.error && (
          <Notice
            kind="error"
            title={sentenceOf(answer.error, blogCategories.list.failure)}
            action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
          />
        )}
        {answer.data && all.length === 0 && (
          <p className="categories-none">Categories appear here. Add the first one.</p>
        )}
        <ol className="categories">
          {all.map((category, at) => (
            <li key={category.id}>
              <span className="category-name">
                <strong className="cut">{category.name}</strong>
                <span className="second">{counted(category.posts, 'post', 'posts')}</span>
              </span>
              {editable && (
                <span className="category-acts">
                  <Button
                    id={`up-${category.id}`}
                    type="text"
                    icon={<ArrowUpOutlined aria-hidden />}
                    aria-label={`Move ${category.name} up`}
                    disabled={at === 0}
                    onClick={() => void move(at, -1)}
                  />
                  <Button
                    id={`down-${category.id}`}
                    type="text"
                    icon={<ArrowDownOutlined aria-hidden />}
                    aria-label={`Move ${category.name} down`}
                    disabled={at === all.length - 1}
                    onClick={() => void move(at, 1)}
                  />
                  <Button
                    type="text"
                    icon={<EditOutlined aria-hidden />}
                    aria-label={`Edit ${category.name}`}
                    onClick={() => setEdited(category)}
                  />
                  <Button
                    type="text"
                    danger
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={`Delete ${category.name}`}
                    onClick={() => setDeleted(category)}
                  />
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
      {edited && <EditCategory category={edited} onClose={() => setEdited(undefined)} />}
      {deleted && (
        <DeleteCategory
          category={deleted}
          others={all.filter(({ id }) => id !== deleted.id)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </SideDrawer>
  )
}

const orderOf = (all: readonly BlogCategory[] = []) => all.map(({ id }) => id).join()
