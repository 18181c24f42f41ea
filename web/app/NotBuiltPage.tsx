import { ToolOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { State } from '#web/kit/list/ListStates.tsx'
import { Page } from '#web/kit/look/Page.tsx'

/** Says plainly that a screen is not there yet. */
export default function NotBuiltPage({ title }: { title: string }) {
  const navigate = useNavigate()
  return (
    <Page title={title}>
      <State
        icon={<ToolOutlined aria-hidden />}
        title="This screen is not built yet"
        actions={<Button onClick={() => void navigate('/')}>Go to the dashboard</Button>}
      >
        {title} is planned. There’s no data behind it yet.
      </State>
    </Page>
  )
}
