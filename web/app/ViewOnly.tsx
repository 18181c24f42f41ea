import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { access } from '#contract/portal/access.ts'
import { useAction } from '#web/kit/data/api.ts'
import { session } from '#web/kit/data/session.ts'
import './view-only.css'

/** Above every screen, for as long as somebody looks through another person's eyes. */
export const ViewOnly = () => {
  const user = session.usePart((now) => now.user)
  const stop = useAction(access.stopViewing, { then: () => location.assign('/app/people') })
  if (!user?.viewOnly) return null
  return (
    <div className="view-only" role="status">
      <EyeOutlined aria-hidden />
      <span className="view-only-who" title={user.name}>
        Viewing as <strong>{user.name}</strong> (read-only).
      </span>
      <Button size="small" loading={stop.running} onClick={() => void stop({})}>
        Stop viewing
      </Button>
    </div>
  )
}
