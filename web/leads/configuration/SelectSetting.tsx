import { Select } from 'antd'
import type { ReactNode } from 'react'

interface SelectSettingProps<Value> {
  title: string
  /** What it decides. */
  children: ReactNode
  /** Undefined while it is not known. */
  value: Value | undefined
  options: readonly { value: Value; label: string }[]
  running: boolean
  disabled: boolean
  onChange: (value: Value) => void
}

/** A setting that is one of some values. */
export const SelectSetting = <Value extends string | number>({
  title,
  children,
  value,
  options,
  running,
  disabled,
  onChange,
}: SelectSettingProps<Value>) => (
  <li>
    <div>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
    <Select<Value>
      className="setting-select"
      aria-label={title}
      {...(value !== undefined && { value })}
      loading={running}
      disabled={disabled}
      popupMatchSelectWidth={false}
      options={[...options]}
      onChange={onChange}
    />
  </li>
)
