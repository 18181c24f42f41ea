import { Button } from 'antd'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { counted } from '#web/kit/look/format.ts'
import type { ProductForm } from './use-product-form.ts'

/** What is changed and not saved yet. */
export const SaveBar = ({ form: { changed, saving, discard }, onSave }: { form: ProductForm; onSave: () => void }) => (
  <div className="product-save">
    <p role="status">
      <strong>{counted(changed.length, 'change')}</strong>
      <span className="cut">{changed.map(({ label }) => label).join(' · ')}</span>
    </p>
    <Button onClick={discard}>Discard</Button>
    <Button type="primary" loading={saving} aria-keyshortcuts="Control+S" onClick={onSave}>
      Save
      <Kbd>Ctrl</Kbd>
      <Kbd>S</Kbd>
    </Button>
  </div>
)
