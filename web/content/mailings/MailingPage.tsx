import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useKeys } from '#web/kit/keys/keys.ts'
import { Page } from '#web/kit/look/Page.tsx'
import { mailingsLink } from './mailing-link.ts'
import { useMailing } from './mailing-reads.ts'
import { MailingBox } from './MailingBox.tsx'

/** One mailing: what it says, how far it is, and what has to be decided. */
export const MailingPage = ({ id }: { id: number }) => {
  const navigate = useNavigate()
  const mailing = useMailing(id).data?.data
  const back = () => void navigate(mailingsLink)
  useKeys('list', [{ keys: 'escape', label: 'Back to the mailings', run: back }])
  return (
    <Page
      title={mailing?.post_title ?? 'Mailing'}
      subtitle={mailing && `Subject: ${mailing.subject}`}
      actions={
        <Button icon={<ArrowLeftOutlined aria-hidden />} aria-keyshortcuts="Escape" onClick={back}>
          All mailings
        </Button>
      }
    >
      <MailingBox id={id} titled={false} />
    </Page>
  )
}
