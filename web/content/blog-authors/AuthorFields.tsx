import { Form, Input, Radio } from 'antd'
import { AUTHOR_LIMITS, AUTHOR_STATUSES } from '#contract/content/blog-authors.ts'
import { AUTHOR_WORDS } from './author-words.ts'
import { LinksField } from './LinksField.tsx'
import { PhotoField } from './PhotoField.tsx'

/** What is said of an author, in the form's order. */
export const AuthorFields = ({ name, hasPhoto, editable }: { name: string; hasPhoto: boolean; editable: boolean }) => (
  <>
    <Form.Item name="photo" label="Photo">
      <PhotoField name={name} editable={editable} />
    </Form.Item>
    {hasPhoto && (
      <Form.Item name="photo_alt" label="Description of the photo" extra="For readers who can’t see it.">
        <Input maxLength={AUTHOR_LIMITS.photo_alt} />
      </Form.Item>
    )}
    <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}>
      <Input maxLength={AUTHOR_LIMITS.name} autoComplete="off" />
    </Form.Item>
    <Form.Item
      name="slug"
      label="Address"
      extra="Small letters, digits and hyphens. Left empty, it is made from the name."
    >
      <Input maxLength={AUTHOR_LIMITS.slug} autoComplete="off" spellCheck={false} />
    </Form.Item>
    <Form.Item name="role" label="Role">
      <Input maxLength={AUTHOR_LIMITS.role} autoComplete="off" />
    </Form.Item>
    <Form.Item name="bio" label="About the author">
      <Input.TextArea rows={3} className="grows" maxLength={AUTHOR_LIMITS.bio} showCount />
    </Form.Item>
    <Form.Item name="email" label="Email" extra="Only colleagues see it.">
      <Input type="email" autoComplete="off" />
    </Form.Item>
    <LinksField />
    <Form.Item name="status" label="Status" required extra="Inactive authors aren’t offered for new posts.">
      <Radio.Group options={AUTHOR_STATUSES.map((value) => ({ value, label: AUTHOR_WORDS[value].label }))} />
    </Form.Item>
  </>
)
