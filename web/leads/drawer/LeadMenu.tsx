import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import type { MenuAct } from './use-lead-menu.tsx'

/** Everything else that can be done with the lead on screen. */
export const LeadMenu = ({ acts }: { acts: readonly MenuAct[] }) =>
  acts.length > 0 && (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: acts.map(({ key, label, keys, danger = false, run }) => ({
          key,
          danger,
          label: (
            <span className="menu-act">
              {label}
              {keys && <KeyNames keys={keys} />}
            </span>
          ),
          onClick: ({ domEvent }) => {
            // Enter that goes on would press the first button of a dialog that opens at once: the cross.
            domEvent.preventDefault()
            run()
          },
        })),
      }}
    >
      <Button type="text" icon={<MoreOutlined aria-hidden />} aria-label="More actions" />
    </Dropdown>
  )

const KeyNames = ({ keys }: { keys: string }) => (
  <span>
    {keys.split('+').map((key) => (
      <Kbd key={key}>{key === 'shift' ? 'Shift' : key.toUpperCase()}</Kbd>
    ))}
  </span>
)
