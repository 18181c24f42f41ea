import { Button } from 'antd'
import { leadImports } from '#contract/imports.ts'
import { useAction } from '#web/kit/api.ts'

/** Forgets a file before anything of it was imported. */
export const DiscardButton = ({ id, onGone }: { id: number; onGone: () => void }) => {
  const discard = useAction(leadImports.discard, { done: 'File removed', refreshes: leadImports.list, then: onGone })
  return (
    <Button loading={discard.running} onClick={() => void discard({ body: { id } })}>
      Remove this file
    </Button>
  )
}
