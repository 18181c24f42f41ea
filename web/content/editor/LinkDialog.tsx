import { AutoComplete, Checkbox, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { linkOf } from './attributes.ts'
import type { LinkTarget, TextHost } from './text-host.ts'

export interface LinkFields {
  href: string | null
  post_id: number | null
  nofollow: boolean
}

interface LinkDialogProps {
  /** A link in the text, or a card that leads to a page. */
  kind: 'link' | 'card'
  /** The one that is there. */
  link: LinkFields | undefined
  search: TextHost['search']
  onSet: (link: LinkFields) => void
  onRemove: () => void
  onClose: () => void
}

/** Where a link leads: to an address, or to a post, whose own address may then change. */
export const LinkDialog = ({ kind, link, search, onSet, onRemove, onClose }: LinkDialogProps) => {
  const id = useId()
  const [typed, setTyped] = useState(link?.href ?? (link?.post_id ? `Post ${link.post_id}` : ''))
  const [target, setTarget] = useState<LinkTarget | undefined>(
    link?.post_id ? { kind: 'post', id: link.post_id, name: `Post ${link.post_id}` } : undefined,
  )
  const [nofollow, setNofollow] = useState(link?.nofollow ?? false)
  const [found, setFound] = useState<readonly LinkTarget[]>([])
  const [failure, setFailure] = useState<string>()
  const asked = useRef(0)

  const look = async (words: string) => {
    const mine = ++asked.current
    const all = kind === 'link' && words.trim().length > 1 && !linkOf(words) ? await search(words) : []
    if (mine === asked.current) setFound(all.filter((each) => each.kind === 'post'))
  }
  const save = () => {
    const href = linkOf(typed)
    if (target && target.name === typed) onSet({ href: null, post_id: target.id, nofollow: false })
    else if (href && (kind === 'link' || href.startsWith('http'))) onSet({ href, post_id: null, nofollow })
    else
      return setFailure(
        kind === 'link' ? 'Enter a web address, an email address, or choose a post' : 'Enter a web address',
      )
    return onClose()
  }

  return (
    <Modal
      open
      title={kind === 'link' ? 'Link' : 'Link card'}
      okText={kind === 'link' ? 'Set link' : 'Add card'}
      onOk={save}
      onCancel={onClose}
      width={440}
    >
      <form
        className="link-form"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <label htmlFor={id}>{kind === 'link' ? 'Address or title of a post' : 'Address'}</label>
        <AutoComplete
          id={id}
          autoFocus
          value={typed}
          placeholder={kind === 'link' ? 'https://example.com' : 'https://example.com/page'}
          options={found.map((each) => ({ value: `post-${each.id}`, label: each.name }))}
          status={failure ? 'error' : ''}
          aria-invalid={failure !== undefined}
          aria-describedby={`${id}-failure`}
          onChange={(text: string) => {
            setFailure(undefined)
            if (text.startsWith('post-')) return
            setTyped(text)
            void look(text)
          }}
          onSelect={(value: string) => {
            const chosen = found.find((each) => `post-${each.id}` === value)
            setTarget(chosen)
            setTyped(chosen?.name ?? '')
          }}
          onInputKeyDown={(event) => {
            if (event.key === 'Enter' && found.length === 0) save()
          }}
        />
        <p id={`${id}-failure`} className="field-failure" role="alert">
          {failure}
        </p>
        {link && (
          <button
            type="button"
            className="link-remove"
            onClick={() => {
              onRemove()
              onClose()
            }}
          >
            Remove link
          </button>
        )}
        {kind === 'link' && (
          <Checkbox checked={nofollow} onChange={({ target: { checked } }) => setNofollow(checked)}>
            Tell search engines not to follow it
          </Checkbox>
        )}
      </form>
    </Modal>
  )
}
