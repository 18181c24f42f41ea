import { CopyOutlined, MailOutlined, PhoneOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { copyText } from '#web/kit/feedback/copy.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { canCall, telephoneOf } from '#web/platform/contact-details/PhoneLink.tsx'
import './sales.css'

interface ContactActsProps {
  phone: string | null
  email: string | null
  /** Opens a new email to them. */
  mail: string | null
}

/** The ways to reach a person, each by one key. */
export const ContactActs = ({ phone: sent, email, mail }: ContactActsProps) => {
  const phone = sent !== null && canCall(sent) ? sent : null
  const call = useRef<HTMLAnchorElement>(null)
  const write = useRef<HTMLAnchorElement>(null)
  const copy = () =>
    void copyText(email ?? '', {
      done: 'Email copied',
      failed: 'The email was not copied. Select it and copy it by hand.',
    })
  useKeys('panel', [
    ...(phone === null ? [] : [{ keys: 't', label: 'Call', run: () => call.current?.click() }]),
    ...(email === null
      ? []
      : [
          { keys: 'm', label: 'Write an email', run: () => write.current?.click() },
          { keys: 'y', label: 'Copy the email', run: copy },
        ]),
  ])
  if (phone === null && email === null) return null
  return (
    <div className="contact-acts">
      {phone !== null && (
        <Button ref={call} href={telephoneOf(phone)} icon={<PhoneOutlined aria-hidden />} aria-keyshortcuts="T">
          {phone}
          <Kbd>T</Kbd>
        </Button>
      )}
      {email !== null && (
        <>
          <Button
            ref={write}
            {...(mail !== null && { href: mail })}
            icon={<MailOutlined aria-hidden />}
            aria-keyshortcuts="M"
          >
            Write email
            <Kbd>M</Kbd>
          </Button>
          <Button icon={<CopyOutlined aria-hidden />} aria-keyshortcuts="Y" onClick={copy}>
            Copy<span className="sr-only"> the email</span>
            <Kbd>Y</Kbd>
          </Button>
        </>
      )}
    </div>
  )
}
