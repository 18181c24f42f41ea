import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'

export interface MenuAct {
  key: string
  label: string
  danger?: boolean
  run: () => void
}

/** What is done seldom with the one that is open. */
export const DrawerMenu = ({ acts }: { acts: readonly MenuAct[] }) =>
  acts.length > 0 && (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: acts.map(({ key, label, danger = false, run }) => ({
          key,
          label,
          danger,
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
