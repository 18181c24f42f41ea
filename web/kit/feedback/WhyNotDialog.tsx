import { Button, Modal } from 'antd'
import { Link } from 'react-router'
import { myPermissions } from '#contract/platform/my-permissions.ts'
import { permissionLabel } from '#contract/platform/permission-words.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { granterWords } from './permission-words.ts'
import { WHY_NOT } from './why-not.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'

/** What it takes, and who can give it. */
export const WhyNotDialog = ({ keys, onClose }: { keys: readonly PermissionKey[]; onClose: () => void }) => {
  useFocusBack()
  return (
    <Modal open title={WHY_NOT} width={480} onCancel={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <Reasons keys={keys} />
      <p className="second">
        <Link to="/marketing/my_permissions" onClick={onClose}>
          All my permissions
        </Link>
      </p>
    </Modal>
  )
}

const Reasons = ({ keys }: { keys: readonly PermissionKey[] }) => {
  const { data, error } = useOne(myPermissions.granters, {})
  const granters = new Map(data?.data.map((each) => [each.key, each]))
  return (
    <>
      <p>{keys.length > 1 ? 'You need one of these permissions:' : 'You need this permission:'}</p>
      <ul className="why-keys" aria-busy={!data && !error}>
        {keys.map((key) => {
          const found = granters.get(key)
          return (
            <li key={key}>
              {permissionLabel(key)} <code>{key}</code>
              {found && <span className="second">{granterWords(found)}</span>}
            </li>
          )
        })}
      </ul>
      {error && <p>{sentenceOf(error, myPermissions.granters.failure)}</p>}
    </>
  )
}
