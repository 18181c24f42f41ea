import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { AUTHOR_LIMITS } from '#contract/content/blog-authors.ts'

/** Addresses of the author elsewhere. */
export const LinksField = () => (
  <Form.List name="links">
    {(fields, { add, remove }) => (
      <fieldset className="link-list">
        <legend>
          Links <span className="optional">(optional)</span>
        </legend>
        {fields.map(({ key, name }) => (
          <div key={key} className="link-row">
            <Form.Item
              name={[name, 'label']}
              rules={[{ required: true, whitespace: true, message: 'Enter the label' }]}
            >
              <Input
                aria-label={`Label of link ${name + 1}`}
                placeholder="Label"
                maxLength={AUTHOR_LIMITS.link_label}
              />
            </Form.Item>
            <Form.Item
              name={[name, 'url']}
              rules={[{ required: true, whitespace: true, message: 'Enter the address' }]}
            >
              <Input
                aria-label={`Address of link ${name + 1}`}
                placeholder="https://"
                maxLength={AUTHOR_LIMITS.link_url}
              />
            </Form.Item>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`Remove link ${name + 1}`}
              onClick={() => remove(name)}
            />
          </div>
        ))}
        {fields.length < AUTHOR_LIMITS.links && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ label: '', url: '' })}>
            Add link
          </Button>
        )}
      </fieldset>
    )}
  </Form.List>
)
