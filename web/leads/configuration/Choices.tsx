import { Button } from 'antd'
import { useState } from 'react'
import { ALWAYS_THERE, type Choice } from '#contract/leads/company-words.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { labelOf } from '#web/leads/words/lead-words.ts'
import { can } from '#web/kit/data/session.ts'
import { ChoiceRow } from './ChoiceRow.tsx'
import { NameForm } from './NameForm.tsx'

interface ChoicesProps {
  kind: 'reason' | 'source'
  title: string
  text: string
  /** All of the company, as they are offered. */
  codes: readonly string[]
  /** What each is called now, and in every company. */
  nameOf: (code: string) => string
  usual: Readonly<Record<string, string>>
  /** About one that is always offered. */
  aboutStaying: string
  onAdd: (label: string) => Promise<unknown>
  onRename: (code: string, label: string | null) => Promise<unknown>
  onOffer: (code: string, offered: boolean) => Promise<unknown>
}

/** What staff choose from a list that is partly the company's: what each is called, and which of them they may choose. */
export const Choices = ({
  kind,
  title,
  text,
  codes,
  nameOf,
  usual,
  aboutStaying,
  onAdd,
  onRename,
  onOffer,
}: ChoicesProps) => {
  const [naming, setNaming] = useState<{ code?: string }>()
  const [offering, setOffering] = useState<string>()
  const words = useCompanyWords()
  const said = new Map((kind === 'reason' ? words.reasons : words.sources).map((each) => [each.code, each]))
  const mayChange = can('configuration_edit')
  const usualOf = (code: string) => (Object.hasOwn(usual, code) ? labelOf(usual, code) : undefined)
  const stays = (code: string) => ALWAYS_THERE[kind].includes(code)
  const aboutOf = (code: string) => {
    const name = usualOf(code)
    if (name === undefined) return 'Custom'
    if (nameOf(code) !== name) return `Default: “${name}”`
    return stays(code) ? aboutStaying : 'Default'
  }
  const offer = async (code: string, offered: boolean) => {
    setOffering(code)
    await onOffer(code, offered)
    setOffering(undefined)
  }
  const close = () => setNaming(undefined)
  return (
    <section className="section" aria-labelledby={`${kind}s`}>
      <div className="settings-head">
        <h2 id={`${kind}s`}>{title}</h2>
        {mayChange && <Button onClick={() => setNaming({})}>Add {kind}</Button>}
      </div>
      <p className="page-subtitle">{text}</p>
      <ul className="settings">
        {codes
          .map((code): Choice => said.get(code) ?? { code, label: null, hidden: false, gone: false })
          .filter(({ gone }) => !gone)
          .map(({ code, hidden }) => (
            <ChoiceRow
              key={code}
              name={nameOf(code)}
              about={aboutOf(code)}
              hidden={hidden}
              stays={stays(code)}
              mayChange={mayChange}
              running={offering === code}
              onRename={() => setNaming({ code })}
              onOffer={(offered) => void offer(code, offered)}
            />
          ))}
      </ul>
      {naming && (
        <NameForm
          {...(naming.code === undefined
            ? { title: `Add ${kind}`, button: `Add ${kind}`, name: '', usual: undefined }
            : {
                title: `Rename ${nameOf(naming.code)}`,
                button: 'Save name',
                name: nameOf(naming.code),
                usual: usualOf(naming.code),
              })}
          draft={`${kind}-${naming.code ?? 'new'}`}
          onSave={(label) => (naming.code === undefined ? onAdd(label ?? '') : onRename(naming.code, label))}
          onClose={close}
        />
      )}
    </section>
  )
}
