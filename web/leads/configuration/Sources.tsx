import { companyWords } from '#contract/leads/company-words.ts'
import { SOURCE_LABELS } from '#contract/leads/lead-labels.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { sourceCodes, sourceLabel } from '#web/leads/words/lead-words.ts'
import { useAction } from '#web/kit/data/api.ts'
import { Choices } from './Choices.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { WORDS } from './notification-defaults.ts'

const { addSource, setSource } = companyWords

/** Where leads come from: the sources that every company has, and the company's own. */
export const Sources = () => {
  const words = useCompanyWords()
  const add = useAction(addSource, { done: 'Source added', refreshes: WORDS })
  const rename = useAction(setSource, { done: 'Source renamed', refreshes: WORDS })
  const offer = useAction(setSource, {
    done: (_, { body }) => `${sourceLabel(body.code)} is ${body.hidden ? 'switched off' : 'offered'}`,
    refreshes: WORDS,
  })
  return (
    <>
      <Choices
        kind="source"
        title="Sources"
        text="A source that is switched off can’t be chosen when adding or importing leads. Incoming leads can still have it."
        codes={sourceCodes(words)}
        nameOf={sourceLabel}
        usual={SOURCE_LABELS}
        aboutStaying="Always offered"
        onAdd={(label) => add.orThrow({ body: { label } })}
        onRename={(code, label) => rename.orThrow({ body: { code, label } })}
        onOffer={(code, offered) => offer({ body: { code, hidden: !offered } })}
      />
      <SectionHistory section="sources" />
    </>
  )
}
