import { Button, Input, Switch } from 'antd'
import { useState } from 'react'
import { labelOfField } from '#contract/catalogue/master-products.ts'
import { REQUIRABLE_FIELDS } from '#contract/catalogue/product-structure.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { ConfirmDialog } from '#web/kit/feedback/Confirm.tsx'
import { STRUCTURE } from './structure-reads.ts'
import { doneWords, effectWords } from './words.ts'

type Fields = (typeof REQUIRABLE_FIELDS)[number][]

/** What the company asks of all its products. */
export const CatalogueSettings = () => {
  const { data } = useOne(structureEdits.settings, {})
  const [asking, setAsking] = useState<{ fields: Fields; text: string }>()
  const [pattern, setPattern] = useState<string>()
  const set = useAction(structureEdits.setSettings, {
    done: (reply) => doneWords('Setting saved', reply.data),
    refreshes: STRUCTURE,
  })
  const look = useAction(structureEdits.setSettings)
  const now = data?.data
  const disabled = !now || !can(structureEdits.setSettings.permission)
  const require = async (field: Fields[number], on: boolean) => {
    const fields = REQUIRABLE_FIELDS.filter((each) => (each === field ? on : now?.required_fields.includes(each)))
    const reply = await look({ body: { required_fields: fields, dryRun: true } })
    const text = reply && effectWords(reply.data)
    if (text) setAsking({ fields, text })
    else if (reply) await set({ body: { required_fields: fields } })
  }
  return (
    <section className="section" aria-labelledby="all-products">
      <h2 id="all-products">All products</h2>
      <p className="page-subtitle">Every product needs a name, a code and a category. Choose what else it needs.</p>
      <ul className="settings">
        {REQUIRABLE_FIELDS.map((field) => (
          <li key={field}>
            <div>
              <h3>{labelOfField(field)} is required</h3>
            </div>
            <Switch
              aria-label={`Require ${labelOfField(field)}`}
              checked={now?.required_fields.includes(field) ?? false}
              loading={set.running || look.running}
              disabled={disabled}
              onChange={(on) => void require(field, on)}
            />
          </li>
        ))}
        <li>
          <div>
            <h3>Hide products that become incomplete</h3>
            <p>Otherwise they stay visible, and people who show products are notified once a day.</p>
          </div>
          <Switch
            aria-label="Hide products that become incomplete"
            checked={now?.hide_incomplete ?? false}
            loading={set.running}
            disabled={disabled}
            onChange={(on) => void set({ body: { hide_incomplete: on } })}
          />
        </li>
        <li>
          <div>
            <h3>Codes of new products</h3>
            <p>Each # is a digit: P-##### makes P-00042. Leave empty to enter each code.</p>
          </div>
          <div className="settings-acts">
            <Input
              className="setting-select"
              aria-label="Pattern for codes"
              maxLength={40}
              disabled={disabled}
              value={pattern ?? now?.code_pattern ?? ''}
              onChange={({ target }) => setPattern(target.value)}
            />
            <Button
              disabled={disabled || pattern === undefined || pattern === (now?.code_pattern ?? '')}
              loading={set.running}
              onClick={() => void set({ body: { code_pattern: pattern?.trim() || null } }, () => setPattern(undefined))}
            >
              Save pattern
            </Button>
          </div>
        </li>
      </ul>
      {asking && (
        <ConfirmDialog
          title="Require this of all products?"
          verb="Require it"
          running={set.running}
          run={async (done) => (await set({ body: { required_fields: asking.fields } })) && done()}
          onClose={() => setAsking(undefined)}
        >
          {asking.text} You can undo this.
        </ConfirmDialog>
      )}
    </section>
  )
}
