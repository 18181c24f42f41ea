import { BellOutlined, CloseOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { notifications } from '#contract/platform/notifications.ts'
import { keyOf, refresh, useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { useLive } from '#web/kit/data/live.ts'
import { Popover } from '#web/kit/look/Popover.tsx'
import { queryClient } from '#web/kit/data/query-client.ts'
import { NotificationList, ReadAll } from './NotificationList.tsx'

const MOST_SHOWN = 99

/** How many lines are unread, and the lines themselves on a press. */
export const NotificationBell = ({ narrow }: { narrow: boolean }) => {
  const [open, setOpen] = useState(false)
  const heading = useId()
  const count = useUnread()
  const panel = (close: () => void) => (
    <section className="note-panel" aria-labelledby={heading}>
      <header className="note-head">
        <h2 id={heading}>Notifications</h2>
        <ReadAll size="small" />
        <Link to="/marketing/notifications" className="note-settings" aria-label="All and settings" onClick={close}>
          <SettingOutlined aria-hidden />
        </Link>
        {narrow && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Close the notifications"
            onClick={close}
          />
        )}
      </header>
      <div className="note-scroll">
        <NotificationList onLeave={close} />
      </div>
    </section>
  )
  const bell = (
    <Button
      type="text"
      className="bell"
      icon={<BellOutlined aria-hidden />}
      aria-label={count > 0 ? `Notifications, ${formats().number(count)} unread` : 'Notifications'}
      {...(narrow && { 'aria-haspopup': 'dialog', 'aria-expanded': open, onClick: () => setOpen(true) })}
    >
      {count > 0 && (
        <span className="bell-count" aria-hidden>
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Button>
  )
  const close = () => setOpen(false)
  return narrow ? (
    <>
      {bell}
      <Drawer open={open} size="100%" closable={false} onClose={close} destroyOnHidden rootClassName="note-drawer">
        {panel(close)}
      </Drawer>
    </>
  ) : (
    <Popover label="Notifications" placement="bottomRight" render={panel}>
      {bell}
    </Popover>
  )
}

/** Told by the stream; looked for where there is none. */
const useUnread = () => {
  const { list, unread } = notifications
  const { count, mentions } = useOne(unread, {}).data?.data ?? { count: 0, mentions: 0 }
  useLive('unread', (told) => {
    if (told.count === count && told.mentions === mentions) return
    queryClient.setQueryData(keyOf(unread, {}), { success: true, data: told })
    void refresh([list])
  })
  useLive('resync', () => void refresh([unread]))
  return count
}
