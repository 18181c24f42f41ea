import { useState } from 'react'
import type { Input } from '#contract/kit/endpoint.ts'
import { allowedDomains } from '#contract/leads/allowed-domains.ts'
import { restrictedDomains, type DomainImpact, type RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { call } from '#web/kit/data/api.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'

const ConfirmDomain = lateDialog(() => import('./ConfirmDomain.tsx').then(({ ConfirmDomain }) => ConfirmDomain))

interface Asked {
  title: (domainName: string) => string
  button: string
  /** The change of the restricted domains, as the impact is asked for; or of the allowed ones. */
  change?: Input<typeof restrictedDomains.impact>['query']
  allowed?: Input<typeof allowedDomains.impact>['query']
  effect: RestrictedDomain['effect'] | undefined
  /** Asked also where nothing is touched. */
  always?: boolean
  act: () => Promise<unknown>
}

/** Looks what a change would touch: nothing, and it is done at once; else that is shown, and asked about. */
export const useAskFirst = () => {
  const [open, setOpen] = useState<{ asked: Asked; impact: DomainImpact }>()
  /** Whether it has to be asked; it throws what looking or acting throws. */
  const askFirst = async (asked: Asked) => {
    const { data: impact } = await (asked.allowed
      ? call(allowedDomains.impact, { query: asked.allowed })
      : call(restrictedDomains.impact, { query: asked.change ?? {} }))
    if (impact.leads === 0 && impact.released === 0 && !asked.always) {
      await asked.act()
      return false
    }
    setOpen({ asked, impact })
    return true
  }
  const dialog = open && (
    <ConfirmDomain
      title={open.asked.title(open.impact.domainName)}
      button={open.asked.button}
      impact={open.impact}
      change={open.asked.change}
      effect={open.asked.effect}
      danger={open.asked.always === true}
      onConfirm={open.asked.act}
      onClose={() => setOpen(undefined)}
    />
  )
  return { askFirst, dialog }
}
