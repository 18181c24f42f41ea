import { useState } from 'react'
import { ALWAYS_THERE, companyWords } from '#contract/company-words.ts'
import { SOURCE_LABELS } from '#contract/lead-labels.ts'
import { LEAD_SOURCES, type LeadSource } from '#contract/lead.ts'
import { useCompanyWords } from '#web/domain/company-words.ts'
import { sourceLabel } from '#web/domain/lead-words.ts'
import { useAction } from '#web/kit/api.ts'
import { can } from '#web/kit/session.ts'
import { ChoiceRow } from './ChoiceRow.tsx'
import { NameForm } from './NameForm.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { WORDS } from './told.ts'

const { setSource } = companyWords

/** Where leads come from: what each way is called, and which of them staff may choose. */
export const Sources = () => {
  const { sources } = useCompanyWords()
  const [naming, setNaming] = useState<LeadSource>()
  const rename = useAction(setSource, { done: 'Source renamed', refreshes: WORDS })
  return (
    <>
      <section className="section" aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <p className="page-subtitle">
          A source that is switched off cannot be chosen when leads are added or imported. Leads that come in by
          themselves still have it.
        </p>
        <ul className="settings">
          {LEAD_SOURCES.map((code) => (
            <SourceRow
              key={code}
              code={code}
              hidden={sources.some((each) => each.code === code && each.hidden)}
              onRename={() => setNaming(code)}
            />
          ))}
        </ul>
        {naming && (
          <NameForm
            title={`Rename ${sourceLabel(naming)}`}
            button="Save name"
            name={sourceLabel(naming)}
            usual={SOURCE_LABELS[naming]}
            onSave={(label) => rename.orThrow({ body: { code: naming, label } })}
            onClose={() => setNaming(undefined)}
          />
        )}
      </section>
      <SectionHistory section="sources" />
    </>
  )
}

interface SourceRowProps {
  code: LeadSource
  hidden: boolean
  onRename: () => void
}

const SourceRow = ({ code, hidden, onRename }: SourceRowProps) => {
  const name = sourceLabel(code)
  const change = useAction(setSource, {
    done: (_, { body }) => (body.hidden ? `${name} is switched off` : `${name} is offered`),
    refreshes: WORDS,
  })
  const usual = SOURCE_LABELS[code]
  const stays = ALWAYS_THERE.includes(code)
  return (
    <ChoiceRow
      name={name}
      about={name === usual ? (stays ? 'Always offered' : 'As in every company') : `Usually “${usual}”`}
      hidden={hidden}
      stays={stays}
      mayChange={can(setSource)}
      running={change.running}
      onRename={onRename}
      onOffer={(on) => void change({ body: { code, hidden: !on } })}
    />
  )
}
