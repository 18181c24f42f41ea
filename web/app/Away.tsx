import { DisconnectOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { look, reach, startReach } from '#web/kit/data/reach.ts'
import './away.css'

/** Above every screen while the server does not answer; what is on it stays, and so does what is typed. */
export const Away = () => {
  const [looking, setLooking] = useState(false)
  useEffect(startReach, [])
  const away = reach.use() === 'away'
  const lookNow = async () => {
    setLooking(true)
    await look()
    setLooking(false)
  }
  return (
    <div className="away-place" role="status" aria-label="Connection">
      {away && (
        <div className="away">
          <DisconnectOutlined aria-hidden />
          <span className="row-main">
            <strong>Can’t reach the server.</strong> This page shows the last data it received and retries
            automatically.
          </span>
          <Button size="small" loading={looking} onClick={() => void lookNow()}>
            Retry now
          </Button>
        </div>
      )}
    </div>
  )
}
