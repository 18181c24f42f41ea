import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'

/** Something that can be done with a person; `whyNot` says why it can't. */
export interface PersonAct {
  key: string
  label: string
  whyNot?: string | undefined
  danger?: boolean
  run: () => void
}

/** All that can be done with the person of a row, behind one button. What can't be done says why. */
export const PersonMenu = ({ name, acts }: { name: string; acts: readonly PersonAct[] }) => (
  <Dropdown
    trigger={['click']}
    autoFocus
    placement="bottomRight"
    menu={{
      className: 'person-menu',
      items: acts.map(({ key, label, whyNot, danger = false, run }) => ({
        key,
        danger,
        disabled: whyNot !== undefined,
        label:
          whyNot === undefined ? (
            label
          ) : (
            <>
              {label}
              <span className="person-why">{whyNot}</span>
            </>
          ),
        onClick: ({ domEvent }) => {
          // Enter that goes on would press the first button of a dialog that opens at once.
          domEvent.preventDefault()
          domEvent.stopPropagation()
          run()
        },
      })),
    }}
  >
    <Button
      type="text"
      icon={<EllipsisOutlined aria-hidden />}
      aria-label={`More for ${name}`}
      aria-haspopup="menu"
      onClick={(event) => event.stopPropagation()}
    />
  </Dropdown>
)
