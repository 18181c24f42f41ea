import { ArrowRightOutlined, SwapOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import type { TenantChange } from '#web/kit/data/session.ts'
import { clearBroadcast } from './use-broadcast.ts'
import './tenant-changed.css'

/** Blocks the tab once its company is not the session's any more. Nothing closes it but a reload. */
export const TenantChangedModal = ({ change }: { change: TenantChange; onClose: () => void }) => {
  const [refreshing, setRefreshing] = useState(false)
  const { user_name, old_company_name, new_company_name } = change

  const refreshNow = async () => {
    setRefreshing(true)
    await clearBroadcast()
    location.reload()
  }

  return (
    <Modal
      open
      centered
      width={500}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      title={
        <span className="tenant-head">
          <span className="state-icon" aria-hidden>
            <SwapOutlined aria-hidden />
          </span>
          Tenant Changed
        </span>
      }
    >
      <div className="tenant-changed">
        <p>
          Hello {user_name}, your tenant changed from <strong>{old_company_name}</strong> to{' '}
          <strong>{new_company_name}</strong> in another tab.
        </p>
        <div className="tenant-pair" aria-hidden>
          <span>
            <PersonAvatar name={old_company_name} size={28} /> {old_company_name}
          </span>
          <ArrowRightOutlined aria-hidden />
          <span>
            <PersonAvatar name={new_company_name} size={28} /> <strong>{new_company_name}</strong>
          </span>
        </div>
        <Button type="primary" size="large" block autoFocus loading={refreshing} onClick={() => void refreshNow()}>
          Refresh Now
        </Button>
      </div>
    </Modal>
  )
}
