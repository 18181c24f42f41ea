import { DownOutlined, LinkOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Lead } from '#contract/leads/lead.ts'
import { copyText } from '#web/kit/feedback/copy.ts'
import { formats } from '#web/kit/look/format.ts'
import { CloseButton } from '#web/kit/look/SideDrawer.tsx'
import { LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { sourceLabel } from '#web/leads/words/lead-words.ts'
import { OnDesk } from './OnDesk.tsx'
import './lead-drawer.css'

export const LEAD_HEADING = 'lead-heading'

interface LeadHeadProps {
  id: number
  lead: Lead | undefined
  /** Its place in the list; undefined when the list on screen does not show it. */
  place: { at: number; of: number } | undefined
  /** Beside the ways out: what else can be done. */
  menu: ReactNode
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

/** Who it is, where in the list, and the ways out. The heading takes the focus with each lead. */
export const LeadHead = ({ id, lead, place, menu, onStep, onClose }: LeadHeadProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id])

  const copyLink = () =>
    copyText(location.href, {
      done: 'Link copied',
      failed: 'The link was not copied. Copy it from the address bar.',
    })

  return (
    <div className="lead-head">
      <div className="lead-title">
        <h2 id={LEAD_HEADING} ref={heading} tabIndex={-1}>
          <span className="lead-name">{lead?.name ?? 'Lead'}</span>
          {lead && <LeadStatus status={lead.status} kind={lead.kind} />}
        </h2>
        <OnDesk id={id} full />
        {lead && (
          <p>
            Enquiry {lead.lead_no} · {sourceLabel(lead.source)} · received {formats().dateTimeZone(lead.created_at)}
          </p>
        )}
      </div>
      <div className="lead-ways">
        {place && (
          <>
            <span className="lead-place">
              {formats().number(place.at)} of {formats().number(place.of)}
            </span>
            <Space.Compact>
              <Button
                icon={<UpOutlined aria-hidden />}
                aria-label="Previous lead"
                aria-keyshortcuts="K"
                disabled={place.at <= 1}
                onClick={() => onStep(-1)}
              />
              <Button
                icon={<DownOutlined aria-hidden />}
                aria-label="Next lead"
                aria-keyshortcuts="J"
                disabled={place.at >= place.of}
                onClick={() => onStep(1)}
              />
            </Space.Compact>
          </>
        )}
        <Button
          type="text"
          icon={<LinkOutlined aria-hidden />}
          aria-label="Copy link"
          className="lead-link"
          onClick={() => void copyLink()}
        />
        {menu}
        <CloseButton onClose={onClose} />
      </div>
    </div>
  )
}
