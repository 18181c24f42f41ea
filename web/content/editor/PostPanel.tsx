import { Checkbox, Input, Select } from 'antd'
import { useId, type ReactNode } from 'react'
import { blogAuthors } from '#contract/content/blog-authors.ts'
import { blogCategories } from '#contract/content/blog-categories.ts'
import { POST_LIMITS, type Post } from '#contract/content/post.ts'
import { useOne } from '#web/kit/data/api.ts'
import { EnterWaits } from '#web/kit/form/EnterWaits.tsx'
import { useSought } from '#web/kit/form/use-sought.ts'
import { FaqCards } from './FaqCards.tsx'
import type { FieldName, Named, PostFields } from './post-fields.ts'
import { SocialPicture } from './SocialPicture.tsx'

interface PostPanelProps {
  post: Post | undefined
  fields: PostFields
  editable: boolean
  fault: { field: FieldName; sentence: string } | undefined
  onChange: (change: Partial<PostFields> | ((fields: PostFields) => Partial<PostFields>)) => void
  onVersions: (id: number) => void
}

/** How long a summary may be before search engines cut it. */
const GOOD_SUMMARY = 160

/** All of a post that is not its text. */
export const PostPanel = ({ post, fields, editable, fault, onChange, onVersions }: PostPanelProps) => {
  const faultOf = (field: FieldName) => (fault?.field === field ? fault.sentence : undefined)
  return (
    <>
      <section className="panel-part" aria-label="Post settings">
        <h2 className="panel-title">Post settings</h2>
        <Field label="Address" fault={faultOf('slug')} id="post-slug" note="Small letters, digits and hyphens">
          <Input
            id="post-slug"
            value={fields.slug}
            maxLength={POST_LIMITS.slug}
            disabled={!editable}
            placeholder="Made from the title"
            onChange={({ target }) => onChange({ slug: target.value.toLowerCase().replaceAll(/\s+/g, '-') })}
          />
        </Field>
        <Field label="Authors" fault={faultOf('authors')} id="post-authors">
          <Authors chosen={fields.authors} disabled={!editable} onChange={(authors) => onChange({ authors })} />
        </Field>
        <Field label="Categories" fault={faultOf('categories')} id="post-categories">
          <Categories
            chosen={fields.categories}
            disabled={!editable}
            onChange={(categories) => onChange({ categories })}
          />
        </Field>
        <Field label="Summary" fault={faultOf('excerpt')} id="post-excerpt">
          <Input.TextArea
            id="post-excerpt"
            rows={4}
            value={fields.excerpt}
            maxLength={POST_LIMITS.excerpt}
            disabled={!editable}
            aria-describedby="post-excerpt-count"
            onChange={({ target }) => onChange({ excerpt: target.value })}
          />
          <Counter id="post-excerpt-count" text={fields.excerpt} good={GOOD_SUMMARY} />
        </Field>
      </section>
      <FaqCards
        items={fields.faq_items}
        editable={editable}
        fault={faultOf('faq_items')}
        onChange={(change) => onChange((now) => ({ faq_items: change(now.faq_items) }))}
      />
      <SearchAndSocial fields={fields} editable={editable} faultOf={faultOf} onChange={onChange} />
      {post && (
        <button type="button" className="panel-link" onClick={() => onVersions(post.id)}>
          Versions
          <span className="panel-note">{`Draft ${post.draft_version}${post.live_version ? ` · readers see ${post.live_version}` : ''}`}</span>
        </button>
      )}
    </>
  )
}

interface SearchProps extends Pick<PostPanelProps, 'fields' | 'editable' | 'onChange'> {
  faultOf: (field: FieldName) => string | undefined
}

const SearchAndSocial = ({ fields, editable, faultOf, onChange }: SearchProps) => (
  <section className="panel-part" aria-label="Search and social">
    <h2 className="panel-title">Search and social</h2>
    <Field label="Search title" fault={faultOf('seo_title')} id="post-seo_title">
      <Input
        id="post-seo_title"
        value={fields.seo_title}
        maxLength={POST_LIMITS.seo_title}
        disabled={!editable}
        placeholder={fields.title || 'The title'}
        onChange={({ target }) => onChange({ seo_title: target.value })}
      />
    </Field>
    <Field label="Search description" fault={faultOf('seo_description')} id="post-seo_description">
      <Input.TextArea
        id="post-seo_description"
        rows={3}
        value={fields.seo_description}
        maxLength={POST_LIMITS.seo_description}
        disabled={!editable}
        placeholder={fields.excerpt || 'The summary'}
        aria-describedby="post-seo_description-count"
        onChange={({ target }) => onChange({ seo_description: target.value })}
      />
      <Counter id="post-seo_description-count" text={fields.seo_description} good={GOOD_SUMMARY} />
    </Field>
    <Field label="Picture for social networks" fault={faultOf('og_image')} id="post-og_image">
      <SocialPicture image={fields.og_image} editable={editable} onChange={(og_image) => onChange({ og_image })} />
    </Field>
    <Field label="Original address" fault={faultOf('canonical_url')} id="post-canonical_url">
      <Input
        id="post-canonical_url"
        type="url"
        value={fields.canonical_url}
        maxLength={POST_LIMITS.canonical_url}
        disabled={!editable}
        placeholder="Where it was published first, if elsewhere"
        onChange={({ target }) => onChange({ canonical_url: target.value })}
      />
    </Field>
    <Checkbox
      checked={fields.noindex}
      disabled={!editable}
      onChange={({ target }) => onChange({ noindex: target.checked })}
    >
      Hide from search engines
    </Checkbox>
  </section>
)

interface FieldProps {
  label: string
  id: string
  fault: string | undefined
  note?: string
  children: ReactNode
}

const Field = ({ label, id, fault, note, children }: FieldProps) => (
  <div className={`panel-field ${fault ? 'panel-field-fault' : ''}`}>
    <label htmlFor={id} {...(note && { title: note })}>
      {label}
    </label>
    {children}
    {fault && (
      <p className="field-failure" role="alert">
        {fault}
      </p>
    )}
  </div>
)

const Counter = ({ id, text, good }: { id: string; text: string; good: number }) => (
  <p id={id} className={`panel-note ${text.length > good ? 'panel-over' : ''}`}>
    {text.length} of {good} characters
  </p>
)

interface ChoiceProps {
  chosen: readonly Named[]
  disabled: boolean
  onChange: (chosen: Named[]) => void
}

const Authors = (props: ChoiceProps) => {
  const { words: q, onSearch, searching } = useSought()
  const answer = useOne(blogAuthors.search, { query: q ? { q } : {} }, { keepPrevious: true })
  const found = (answer.data?.data ?? []).filter(({ status }) => status === 'active')
  return (
    <EnterWaits searching={searching(answer)}>
      <Choice id="post-authors" most={POST_LIMITS.authors} found={found} onSearch={onSearch} {...props} />
    </EnterWaits>
  )
}

const Categories = (props: ChoiceProps) => {
  const { data } = useOne(blogCategories.list, { query: {} })
  return <Choice id="post-categories" most={POST_LIMITS.categories} found={data?.data ?? []} {...props} />
}

interface Choosing extends ChoiceProps {
  id: string
  most: number
  found: readonly Named[]
  onSearch?: (words: string) => void
}

const Choice = ({ id, most, chosen, found, disabled, onChange, onSearch }: Choosing) => {
  const listId = useId()
  const known = new Map([...found, ...chosen].map(({ id: each, name }) => [each, name]))
  return (
    <Select
      id={id}
      mode="multiple"
      className="panel-choice"
      aria-describedby={listId}
      value={chosen.map((each) => each.id)}
      maxCount={most}
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label', ...(onSearch && { onSearch, filterOption: false }) }}
      options={found.map(({ id: value, name: label }) => ({ value, label }))}
      labelRender={({ value }) => known.get(Number(value)) ?? String(value)}
      onChange={(ids: number[]) => onChange(ids.map((each) => ({ id: each, name: known.get(each) ?? '' })))}
    />
  )
}
