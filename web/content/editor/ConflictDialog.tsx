import { Modal, Radio } from 'antd'
import { useState } from 'react'
import type { Post } from '#contract/content/post.ts'
import { documentOf, wordsOf, type Choice, type Collision, type BlockConflict } from './merge-posts.ts'
import { FIELD_LABELS, fieldsOf, type FieldName, type PostFields } from './post-fields.ts'

interface ConflictDialogProps {
  collision: Collision
  base: PostFields
  mine: PostFields
  theirs: Post
  onDecided: (decided: PostFields) => void
  onClose: () => void
}

/** What two people changed at once, field by field and block by block. Nothing of either is lost before somebody has decided. */
export const ConflictDialog = ({ collision, base, mine, theirs, onDecided, onClose }: ConflictDialogProps) => {
  const { fields, text, merged } = collision
  const conflicts = text.flatMap((part) => ('conflict' in part ? [part.conflict] : []))
  const [fieldChoices, setFieldChoices] = useState<Partial<Record<FieldName, Choice>>>({})
  const [blockChoices, setBlockChoices] = useState<readonly Choice[]>(conflicts.map(() => 'both'))
  const who = theirs.updated_by?.name ?? 'A colleague'
  const stored = fieldsOf(theirs)

  const decide = () => {
    const decided = { ...merged, document: documentOf(text, blockChoices) }
    for (const name of fields)
      Object.assign(decided, { [name]: fieldChoices[name] === 'theirs' ? stored[name] : mine[name] })
    onDecided(decided)
  }
  return (
    <Modal open title={`${who} changed this too`} okText="Save" onOk={decide} onCancel={onClose} width={880}>
      <p className="dialog-note">Everything else merges automatically. Your text stays as it is until you save.</p>
      {fields.map((name) => (
        <Part
          key={name}
          title={FIELD_LABELS[name]}
          base={shown(name, base)}
          theirs={shown(name, stored)}
          mine={shown(name, mine)}
          who={who}
          choices={['mine', 'theirs']}
          choice={fieldChoices[name] ?? 'mine'}
          onChoose={(choice) => setFieldChoices({ ...fieldChoices, [name]: choice })}
        />
      ))}
      {conflicts.map((conflict, at) => (
        <Part
          // oxlint-disable-next-line react/no-array-index-key -- its place is all that a block has
          key={at}
          title={conflicts.length > 1 ? `Text, place ${at + 1} of ${conflicts.length}` : 'Text'}
          {...textsOf(conflict)}
          who={who}
          choices={['mine', 'theirs', 'both']}
          choice={blockChoices[at] ?? 'both'}
          onChoose={(choice) => setBlockChoices(blockChoices.with(at, choice))}
        />
      ))}
    </Modal>
  )
}

const textsOf = ({ base, theirs, mine }: BlockConflict) => ({
  base: wordsOf(base),
  theirs: wordsOf(theirs),
  mine: wordsOf(mine),
})

const CHOICES: Record<Choice, string> = { mine: 'Keep mine', theirs: 'Take theirs', both: 'Keep both' }

interface PartProps {
  title: string
  base: string
  theirs: string
  mine: string
  who: string
  choices: readonly Choice[]
  choice: Choice
  onChoose: (choice: Choice) => void
}

const Part = ({ title, base, theirs, mine, who, choices, choice, onChoose }: PartProps) => (
  <section className="conflict" aria-label={title}>
    <h3>{title}</h3>
    <dl className="conflict-sides">
      <Side name="Before" text={base} />
      <Side name={who} text={theirs} />
      <Side name="You" text={mine} />
    </dl>
    <Radio.Group
      aria-label={`${title}: what to keep`}
      value={choice}
      options={choices.map((value) => ({ value, label: CHOICES[value] }))}
      onChange={({ target }) => onChoose(target.value)}
    />
  </section>
)

const Side = ({ name, text }: { name: string; text: string }) => (
  <div className="conflict-side">
    <dt>{name}</dt>
    <dd>{text || <span className="panel-note">Nothing</span>}</dd>
  </div>
)

/** A field in words. */
export const shown = (name: FieldName, fields: PostFields): string => {
  const value = fields[name]
  if (name === 'document') return wordsOf(fields.document.content ?? [])
  if (name === 'faq_items') return fields.faq_items.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n')
  if (name === 'image' || name === 'og_image') return fields[name] ? `Picture ${fields[name].id}` : ''
  if (name === 'authors' || name === 'categories') return fields[name].map((each) => each.name).join(', ')
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : typeof value === 'string' ? value : ''
}
