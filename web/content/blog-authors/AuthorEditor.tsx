import { Button, Form } from 'antd'
import { useState } from 'react'
import { blogAuthors, entities, type Author } from '#contract/content/blog-authors.ts'
import { fieldName } from '#contract/kit/history.ts'
import { ApiError, queryFor, useAction } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { markOptional, useFormErrors } from '#web/kit/form/FormModal.tsx'
import { AuthorFields } from './AuthorFields.tsx'
import { asInvalid, EMPTY, formOf, sentOf, type AuthorForm } from './author-form.ts'

interface AuthorEditorProps {
  /** Undefined: a new one. */
  author: Author | undefined
  onClose: () => void
  onDelete: () => void
}

interface Conflict {
  now: Author
  fields: readonly string[]
}

/** The form of an author. It stays open on failure, and shows what a colleague changed meanwhile. */
export const AuthorEditor = ({ author, onClose, onDelete }: AuthorEditorProps) => {
  const [form] = Form.useForm<AuthorForm>()
  const [saving, setSaving] = useState(false)
  // How it is now, where somebody changed the same fields.
  const [theirs, setTheirs] = useState<Conflict>()
  const [seen, setSeen] = useState(author)
  const errors = useFormErrors(form)
  const refreshes = [blogAuthors.list, blogAuthors.details]
  const add = useAction(blogAuthors.add, { done: ({ data }) => `Added ${data.name}`, refreshes })
  const update = useAction(blogAuthors.update, {
    done: ({ data }) => `Saved ${data.name}`,
    // Opened again, the form begins with what was saved.
    then: (reply) =>
      queryClient.setQueryData(queryFor(blogAuthors.details, { params: { id: reply.data.id } }).queryKey, reply),
    refreshes,
  })
  const editable = can(author ? blogAuthors.update : blogAuthors.add)
  const name: string = Form.useWatch('name', form) ?? author?.name ?? ''
  const photo = Form.useWatch('photo', form)

  const save = async (version = seen?.version) => {
    setSaving(true)
    errors.clear()
    try {
      const { body, removed, file } = await sentOf({ ...EMPTY, ...form.getFieldsValue(true) }, seen)
      if (author)
        await update.orThrow({
          params: { id: author.id },
          body: { ...body, ...(removed && { remove_photo: true }), ...(version !== undefined && { version }) },
          file,
        })
      else await add.orThrow({ body, file })
      onClose()
    } catch (failure) {
      const conflict = conflictIn(failure)
      if (conflict) setTheirs(conflict)
      else errors.show(asInvalid(failure), { title: author ? 'Save author' : 'Add author', again: () => void save() })
    } finally {
      setSaving(false)
    }
  }
  const keepMine = () => {
    if (!theirs) return
    setSeen(theirs.now)
    setTheirs(undefined)
    void save(theirs.now.version)
  }
  const takeTheirs = () => {
    if (!theirs) return
    form.setFieldsValue(formOf(theirs.now))
    setSeen(theirs.now)
    setTheirs(undefined)
  }

  return (
    <Form
      form={form}
      layout="vertical"
      className="author-form"
      disabled={!editable}
      validateTrigger={errors.trigger}
      requiredMark={markOptional}
      scrollToFirstError={false}
      initialValues={author ? formOf(author) : EMPTY}
      onFinish={() => void save()}
      onFinishFailed={errors.showFields}
    >
      <div className="author-scroll">
        {errors.summary}
        {theirs && (
          <Notice
            kind="warning"
            title="Someone else changed this author too"
            action={
              <span className="author-conflict-acts">
                <Button onClick={takeTheirs}>Take theirs</Button>
                <Button onClick={keepMine}>Keep mine</Button>
              </span>
            }
          >
            {theirs.fields.map((field) => (
              <div key={field}>
                {fieldName(entities.blog_authors, field)}: {wordsOf(theirs.now, field)}
              </div>
            ))}
          </Notice>
        )}
        <AuthorFields name={name} hasPhoto={!!photo} editable={editable} />
        {author && author.latest_posts.length > 0 && (
          <section className="author-posts" aria-label="Posts">
            <h3>Posts</h3>
            <ul>
              {author.latest_posts.map(({ id, title }) => (
                <li key={id}>
                  <a href={`/marketing/blog_listing?post=${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {editable && (
        <div className="author-foot">
          {author && can(blogAuthors.remove) && (
            <Button danger onClick={onDelete}>
              Delete author
            </Button>
          )}
          <span className="author-foot-space" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" loading={saving}>
            {author ? 'Save author' : 'Add author'}
          </Button>
        </div>
      )}
    </Form>
  )
}

const conflictIn = (failure: unknown): Conflict | undefined => {
  if (!(failure instanceof ApiError) || failure.code !== 'version_conflict') return undefined
  const { current, fields } = Object(failure.details)
  return { now: current, fields }
}

const wordsOf = (author: Author, field: string) => {
  const value: unknown = new Map<string, unknown>(Object.entries(author)).get(field)
  if (Array.isArray(value)) return value.map((one) => String(Object(one).label)).join(', ')
  return typeof value === 'string' && value !== '' ? value : 'changed'
}
