import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { can } from '#web/kit/data/session.ts'
import { addLead } from '#contract/leads/add-lead.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'

/** Leads to the Add Leads page, for whoever may add. */
export const AddLeadButton = () =>
  can(addLead.add) && can('view_add_leads_menu') ? (
    <Link to="/marketing/add_leads" className="link-button" tabIndex={-1}>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-keyshortcuts="N">
        Add lead<Kbd>N</Kbd>
      </Button>
    </Link>
  ) : null
