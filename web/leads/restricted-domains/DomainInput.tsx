import { Form, Input } from 'antd'
import { cleanDomain } from './domain-name.ts'

interface DomainInputProps {
  label: string
  /** What was pasted, as a domain. */
  onClean: (domain: string) => void
}

/** A domain in a row at the top of a list; whatever is pasted around it is taken off at once. */
export const DomainInput = ({ label, onClean }: DomainInputProps) => (
  <Form.Item
    name="domainName"
    className="add-domain-name"
    rules={[{ required: true, whitespace: true, message: 'Enter a domain, like example.com' }]}
  >
    <Input
      aria-label={label}
      placeholder="Domain, like example.com"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={320}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text')
        if (!pasted.trim()) return
        event.preventDefault()
        onClean(cleanDomain(pasted))
      }}
    />
  </Form.Item>
)
