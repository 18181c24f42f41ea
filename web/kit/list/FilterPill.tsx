import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Checkbox, Input } from 'antd'
import { useId, useRef, useState, type ReactNode } from 'react'
import { focusFirst } from '#web/kit/keys/focus.ts'
import type { Option } from './list.ts'
import { Popover } from '#web/kit/look/Popover.tsx'

interface FilterPillProps {
  label: string
  options: readonly Option[]
  /** Several may be on at once. */
  many: boolean
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  onSearch?: ((text: string) => void) | undefined
}

/** A filter: dashed while off, tinted with its value while on; the choice applies at once. */
export const FilterPill = (props: FilterPillProps) => (
  <Pill label={props.label} words={wordsOf(props.value, props.options)} onClear={() => props.onChange([])}>
    {() => <Choices {...props} />}
  </Pill>
)

/** `New +1`: the first value and how many more. */
export const wordsOf = (value: readonly string[], options: readonly Option[]) => {
  const [first, ...more] = value
  if (first === undefined) return ''
  const label = options.find((option) => option.value === first)?.label ?? first
  return more.length > 0 ? `${label} +${more.length}` : label
}

interface PillProps {
  label: string
  /** What it is set to; empty while off. */
  words: string
  /** The words alone, without the label before them. */
  bare?: boolean
  onClear: () => void
  children: (close: () => void) => ReactNode
}

export const Pill = ({ label, words, bare = false, onClear, children }: PillProps) => {
  const pill = useRef<HTMLSpanElement>(null)
  const isOn = words !== ''
  const whole = bare ? words : `${label}: ${words}`
  return (
    <span ref={pill} className={isOn ? 'pill pill-on' : 'pill'}>
      <Popover label={`${label} filter`} placement="bottomLeft" className="pill-panel" render={children}>
        <button type="button" className="pill-button" title={isOn ? whole : undefined}>
          <span className="cut">{isOn ? whole : label}</span>
          <span className="sr-only"> filter</span>
          {!isOn && <DownOutlined className="pill-arrow" aria-hidden />}
        </button>
      </Popover>
      {isOn && (
        <button
          type="button"
          className="pill-clear"
          aria-label={`Clear ${label}`}
          onClick={() => {
            onClear()
            focusFirst(pill.current)
          }}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </span>
  )
}

const SEARCH_FROM = 9

export const Choices = ({ label, options, many, value, onChange, onSearch }: FilterPillProps) => {
  const [sought, setSought] = useState('')
  const matching = options.filter((option) => option.label.toLowerCase().includes(sought.trim().toLowerCase()))
  const shown = matching.map((option) => ({ value: option.value, label: <OptionLabel option={option} /> }))
  const hidden = value.filter((one) => !matching.some((option) => option.value === one))
  return (
    <>
      {options.length >= SEARCH_FROM && (
        <Input
          size="small"
          placeholder={`Find ${label.toLowerCase()}`}
          aria-label={`Find ${label.toLowerCase()}`}
          value={sought}
          maxLength={200}
          onChange={(event) => {
            setSought(event.target.value)
            onSearch?.(event.target.value)
          }}
        />
      )}
      {many ? (
        <Checkbox.Group
          className="choices"
          options={shown}
          value={[...value]}
          onChange={(next) => onChange([...hidden, ...next.map(String)])}
        />
      ) : (
        <OneChoice label={label} options={matching} chosen={value[0]} onChange={(next) => onChange([next])} />
      )}
      {shown.length === 0 && <p className="choices-none">No matches</p>}
    </>
  )
}

interface OneChoiceProps {
  label: string
  options: readonly Option[]
  chosen: string | undefined
  onChange: (value: string) => void
}

/** The browser's own: Ant Design's brings its forms along, a tenth of what every list loads first. */
const OneChoice = ({ label, options, chosen, onChange }: OneChoiceProps) => {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="choices">
      {options.map((option) => (
        <label key={option.value} className="choice-one">
          <input type="radio" name={name} checked={option.value === chosen} onChange={() => onChange(option.value)} />
          <OptionLabel option={option} />
        </label>
      ))}
    </div>
  )
}

const OptionLabel = ({ option: { label, hint, depth = 0 } }: { option: Option }) => (
  <span className={depth > 0 ? `choice choice-${depth}` : 'choice'}>
    {label}
    {hint && <span className="choice-hint">{hint}</span>}
  </span>
)
