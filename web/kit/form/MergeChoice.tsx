import { Radio } from 'antd'
import { useId, type ReactNode } from 'react'
import './merge.css'

interface MergeChoiceProps<Key extends string | number> {
  label: string
  /** Undefined: nothing is chosen yet. */
  chosen: Key | null
  /** The value of each side; null is empty. `from` says whose it is, or where it came from. */
  options: readonly { key: Key; text: string | null; from?: ReactNode }[]
  onChoose: (key: Key) => void
}

/** One field in which two rows that are merged differ: the value of each, and which of them stays. */
export const MergeChoice = <Key extends string | number>({
  label,
  chosen,
  options,
  onChoose,
}: MergeChoiceProps<Key>) => {
  const id = useId()
  return (
    <div className="merge-field">
      <h3 id={id}>{label}</h3>
      <Radio.Group aria-labelledby={id} value={chosen} onChange={({ target }) => onChoose(target.value)}>
        {options.map(({ key, text, from }) => (
          <Radio key={key} value={key}>
            <span className={text === null ? 'merge-value merge-empty' : 'merge-value'}>{text ?? 'Empty'}</span>
            {from && <span className="merge-source">{from}</span>}
          </Radio>
        ))}
      </Radio.Group>
    </div>
  )
}
