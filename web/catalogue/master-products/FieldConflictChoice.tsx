import { Radio } from 'antd'
import type { FieldConflict } from '#contract/catalogue/product.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { When } from '#web/kit/look/When.tsx'
import type { Choice } from './use-product-form.ts'

interface FieldConflictChoiceProps {
  conflict: FieldConflict
  choice: Choice
  onChoose: (choice: Choice) => void
}

/** What the field was, what somebody else has made of it, and what you want: ← and → choose which stays. */
export const FieldConflictChoice = ({ conflict, choice, onChoose }: FieldConflictChoiceProps) => {
  const { label, then, now, yours, by, at } = conflict
  return (
    <div className="field-conflict">
      <p>
        {by ?? 'Leadroom'} changed it {at !== null && <When at={at} />}. Choose which value stays.
      </p>
      <div className="field-conflict-columns">
        <div>
          <span>Then</span>
          <span>{orEmpty(then)}</span>
        </div>
        <Radio.Group
          aria-label={`Which ${label} stays`}
          value={choice}
          onChange={(event) => onChoose(event.target.value === 'now' ? 'now' : 'yours')}
        >
          <Radio value="now">
            <span>Now</span>
            <strong>{orEmpty(now)}</strong>
          </Radio>
          <Radio value="yours">
            <span>Yours</span>
            <strong>{orEmpty(yours)}</strong>
          </Radio>
        </Radio.Group>
      </div>
    </div>
  )
}
