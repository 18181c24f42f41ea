import { useEffect } from 'react'
import { palette } from '#contract/leads/palette.ts'
import { call, refresh } from '#web/kit/data/api.ts'
import { can, session } from '#web/kit/data/session.ts'

/** A lead that is only passed on the way to another one was not opened. */
const STAYS_MS = 800

/** Remembers that the person has opened the lead, so that the palette offers it again. */
export const useRememberOpened = (leadId: number | undefined) =>
  useEffect(() => {
    if (leadId === undefined || !can(palette.opened) || session.get().user?.viewOnly) return
    const remember = async () => {
      await call(palette.opened, { body: { leadId } })
      await refresh(palette.recent)
    }
    // Nobody is kept from work because a lead is missing in the palette.
    const timer = setTimeout(() => void remember().catch(() => undefined), STAYS_MS)
    return () => clearTimeout(timer)
  }, [leadId])
