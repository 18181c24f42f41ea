import { Button, Switch } from 'antd'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TYPE_LABELS } from './words.ts'

interface CategoryAttributeProps {
  attribute: Attribute
  /** A category above has it. */
  inherited: boolean
  required: boolean
  /** The category above that requires it. */
  requiredBy: string | undefined
  mayChange: boolean
  running: boolean
  first: boolean
  last: boolean
  onMove: (by: number) => void
  onRemove: () => void
  onRequire: (required: boolean) => void
}

/** An attribute in the list of a category; what a category above requires stays required. */
export const CategoryAttribute = ({
  attribute: { label, type },
  inherited,
  required,
  requiredBy,
  mayChange,
  running,
  first,
  last,
  onMove,
  onRemove,
  onRequire,
}: CategoryAttributeProps) => (
  <li>
    <div>
      <strong>{label}</strong> {inherited && <StatusTag tone="neutral">Inherited</StatusTag>}
      <p>
        {TYPE_LABELS[type]}
        {requiredBy && ` · required by ${requiredBy}`}
      </p>
    </div>
    <div className="settings-acts">
      {mayChange && !inherited && (
        <>
          <Button size="small" type="text" aria-label={`Move ${label} up`} disabled={first} onClick={() => onMove(-1)}>
            ↑
          </Button>
          <Button size="small" type="text" aria-label={`Move ${label} down`} disabled={last} onClick={() => onMove(1)}>
            ↓
          </Button>
          <Button size="small" type="text" aria-label={`Remove ${label}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      )}
      <Switch
        size="small"
        aria-label={`Require ${label}`}
        checked={required}
        disabled={!mayChange || requiredBy !== undefined}
        loading={running}
        onChange={onRequire}
      />
      <span aria-hidden>Required</span>
    </div>
  </li>
)
