import { Button, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { NOTIFIED } from '#contract/notified.ts'
import type { Choose, NotificationChoice, NotificationKind, OwnChoice } from '#contract/platform/notifications.ts'
import { DIGEST_WORDS } from './notification-words.ts'
import './notification-rows.css'

interface NotificationRowsProps {
  choices: readonly (NotificationChoice & Partial<OwnChoice>)[]
  /** Whose they are: the reader’s own, or those of all people of the company. */
  whose: 'yours' | 'theirs'
  /** Whether this server can send mail at all. */
  mail: boolean
  disabled: boolean
  onChoose: (choice: Choose) => void
  /** Gives up a choice of the person's own. */
  onFollow?: (kind: NotificationKind) => void
  /** What is told above the list. */
  children?: ReactNode
}

/** For each kind of news whether it is told in the app, and how by email. Each choice is told at once. */
export const NotificationRows = ({
  choices,
  whose,
  mail,
  disabled,
  onChoose,
  onFollow,
  children,
}: NotificationRowsProps) => (
  <>
    {!mail && (
      <p className="page-subtitle">This server doesn’t send email. Ask your administrator to set up a mail server.</p>
    )}
    {children}
    <ul className="note-choices">
      {choices.map(({ kind, in_app, digest, is_own }) => (
        <li key={kind}>
          <div className="note-choice-words">
            <strong>{NOTIFIED[kind][whose].label}</strong>
            <span>{NOTIFIED[kind][whose].text}</span>
            {is_own && onFollow && (
              <Button
                type="link"
                size="small"
                disabled={disabled}
                aria-label={`${NOTIFIED[kind][whose].label}: use the company default`}
                onClick={() => onFollow(kind)}
              >
                Use the company default
              </Button>
            )}
          </div>
          <label className="note-choice-app" htmlFor={`in-app-${kind}`}>
            <Switch
              id={`in-app-${kind}`}
              size="small"
              checked={in_app}
              disabled={disabled}
              aria-label={`${NOTIFIED[kind][whose].label}: in the app`}
              onChange={(on) => onChoose({ kind, in_app: on })}
            />
            In the app
          </label>
          <Select
            className="note-choice-mail"
            aria-label={`${NOTIFIED[kind][whose].label}: by email`}
            value={digest}
            disabled={disabled || !mail}
            options={DIGEST_WORDS}
            onChange={(value) => onChoose({ kind, digest: value })}
          />
        </li>
      ))}
    </ul>
  </>
)
