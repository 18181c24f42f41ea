import { Button, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { Choose, NotificationChoice, NotificationKind, OwnChoice } from '#contract/leads/notifications.ts'
import { DIGEST_WORDS, type KindWords } from './notification-words.ts'
import './notification-rows.css'

interface NotificationRowsProps {
  choices: readonly (NotificationChoice & Partial<OwnChoice>)[]
  words: KindWords
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
  words,
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
            <strong>{words[kind].label}</strong>
            <span>{words[kind].text}</span>
            {is_own && onFollow && (
              <Button
                type="link"
                size="small"
                disabled={disabled}
                aria-label={`${words[kind].label}: use the company default`}
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
              aria-label={`${words[kind].label}: in the app`}
              onChange={(on) => onChoose({ kind, in_app: on })}
            />
            In the app
          </label>
          <Select
            className="note-choice-mail"
            aria-label={`${words[kind].label}: by email`}
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
