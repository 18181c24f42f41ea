import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { can } from '#web/kit/data/session.ts'

interface ImportButtonProps {
  need: Parameters<typeof can>[0]
  to: string
}

/** Leads to the page where rows come out of a file, for people who may import. */
export const ImportButton = ({ need, to }: ImportButtonProps) =>
  can(need) ? (
    <Link to={to} className="link-button" tabIndex={-1}>
      <Button icon={<UploadOutlined aria-hidden />}>
        <span className="action-words">Import</span>
      </Button>
    </Link>
  ) : null
