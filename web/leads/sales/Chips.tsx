import { useId } from 'react'
import './sales.css'

interface ChipsProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, all of them in sight; arrow keys go from one to the next. */
export const Chips = <Value extends string>({ label, options, value, onChange }: ChipsProps<Value>) => {
  const id = useId()
  return (
    <fieldset className="chips">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="chip">
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
