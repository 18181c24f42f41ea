import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { leadImports } from '#contract/leads/imports.ts'
import { can } from '#web/kit/data/session.ts'

/** Leads to the page where leads come out of a file, for whoever may import. */
export const ImportLeadsButton = () =>
  can(leadImports.begin) ? (
    <Link to="/marketing/import_leads" className="link-button" tabIndex={-1}>
      <Button icon={<UploadOutlined aria-hidden />}>
        <span className="action-words">Import</span>
      </Button>
    </Link>
  ) : null
