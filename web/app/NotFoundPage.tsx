import { CompassOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { State } from '#web/kit/list/ListStates.tsx'
import { Page } from '#web/kit/look/Page.tsx'

export default function NotFoundPage() {
  const navigate = useNavigate()
  return (
    <Page title="Page not found">
      <State
        icon={<CompassOutlined aria-hidden />}
        title="Nothing at this address"
        actions={<Button onClick={() => void navigate('/')}>Go to the dashboard</Button>}
      >
        Check the address for a typo, or find the page with Ctrl K.
      </State>
    </Page>
  )
}
