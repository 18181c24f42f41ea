import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import type { Lead } from '#contract/leads/lead.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { can } from '#web/kit/data/session.ts'
import type { AskedProduct } from './AskQuestion.tsx'

const AskQuestion = lateDialog(() => import('./AskQuestion.tsx').then(({ AskQuestion }) => AskQuestion))

/** Asks QC about a product of a lead; nothing for whoever may not ask. */
export const AskAbout = ({ lead, product }: { lead: Lead; product: AskedProduct }) => {
  const [asking, setAsking] = useState(false)
  if (!can(qcSupport.ask)) return null
  return (
    <>
      <Tooltip title="Ask QC">
        <Button
          type="text"
          icon={<QuestionCircleOutlined aria-hidden />}
          aria-label={`Ask QC about ${product.product_name || 'this product'}`}
          disabled={product.product_name === ''}
          onClick={() => setAsking(true)}
        />
      </Tooltip>
      {asking && <AskQuestion lead={lead} product={product} onClose={() => setAsking(false)} />}
    </>
  )
}
