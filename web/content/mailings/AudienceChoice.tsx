import { Checkbox, Form, Radio } from 'antd'
import type { AudienceKind, SendPreview } from '#contract/content/mailings.ts'
import { formats } from '#web/kit/look/format.ts'
import { leftOut, people, SOURCE_WORDS } from './mailing-words.ts'
import type { Send } from './use-send.ts'

/** To whom it goes, how many they are, and who is left out and why. */
export const AudienceChoice = ({ send, preview }: { send: Send; preview: SendPreview }) => {
  const { number } = formats()
  const { totals, by_source, total, excluded } = preview
  const wasSent = preview.editions.length > 0
  const kinds: { value: AudienceKind; label: string; count?: number }[] = [
    ...(wasSent
      ? [{ value: 'not_yet_sent' as const, label: 'People who haven’t had it', count: totals.not_yet_sent }]
      : []),
    { value: 'everyone', label: 'Everyone subscribed', count: totals.everyone },
    ...(by_source.length > 1 ? [{ value: 'sources' as const, label: 'Some sources' }] : []),
  ]
  // Before the first mailing nobody has had it, so both are everyone.
  const kind = !wasSent && send.kind === 'not_yet_sent' ? 'everyone' : send.kind
  const out = leftOut(excluded)
  return (
    <>
      <Form.Item label="Audience">
        <Radio.Group
          className="send-audience"
          aria-label="Audience"
          value={kind}
          onChange={({ target }) => send.change({ audience: target.value })}
        >
          {kinds.map(({ value, label, count }) => (
            // The first thing to decide has the focus.
            <Radio key={value} value={value} autoFocus={value === kind}>
              {label} {count !== undefined && <span className="second">{number(count)}</span>}
            </Radio>
          ))}
        </Radio.Group>
        {kind === 'sources' && (
          <Checkbox.Group
            className="send-sources"
            aria-label="Sources"
            value={send.sources}
            options={by_source.map(({ source, count }) => ({
              value: source,
              label: (
                <>
                  {SOURCE_WORDS[source]} <span className="second">{number(count)}</span>
                </>
              ),
            }))}
            onChange={(sources) => send.change({ sources })}
          />
        )}
        <p className="send-total" role="status">
          <strong>{people(total)}</strong> will get it.{' '}
          {out.length > 0 && (
            <span className="second">
              Left out: {out.map(({ label, count }) => `${number(count)} ${label}`).join(', ')}.
            </span>
          )}
        </p>
      </Form.Item>
    </>
  )
}
