import { Button } from 'antd'
import type { Permission } from '#contract/kit/endpoint.ts'
import { can } from '#web/kit/data/session.ts'
import { asked, keysOf, WHY_NOT } from './why-not.ts'

/** Beside what is refused for want of a key; nothing where the person holds one. */
export const WhyNot = ({ need }: { need: Permission }) =>
  !can(need) && (
    <Button type="link" size="small" className="why-not" aria-haspopup="dialog" onClick={() => asked.set(keysOf(need))}>
      {WHY_NOT}
    </Button>
  )
