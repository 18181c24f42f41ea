import { DownOutlined, LinkOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import type { LeadRow } from '#contract/leads/lead.ts'
import type { Repeats } from '#contract/leads/lead-details.ts'
import { copyText } from '#web/kit/feedback/copy.ts'
import { formats } from '#web/kit/look/format.ts'
import { CloseButton } from '#web/kit/look/SideDrawer.tsx'
import { LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { sourceLabel } from '#web/leads/words/lead-words.ts'
import { LeadOrigin } from './LeadOrigin.tsx'
import { LEAD_HEADING } from './lead-heading.ts'
import { OnDesk } from './OnDesk.tsx'
import './lead-drawer.css'

/** Where a lead stands in its list; `left` once some of it have been decided, which no longer count. */
export interface Place {
  at: number
  of: number
  left: boolean
}

interface LeadHeadProps {
  id: number
  lead: LeadRow | undefined
  repeats: Repeats | undefined
  /** Its place in the list; undefined when the list on screen does not show it. */
  place: Place | undefined
  /** Beside the ways out: what else can be done. */
  menu: ReactNode
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

/** Who it is, where in the list, and the ways out. The heading takes the focus with each lead. */
export const LeadHead = ({ id, lead, repeats, place, menu, onStep, onClose }: LeadHeadProps) => {
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
            {lead.kind === 'registration' ? 'Registration' : 'Enquiry'} {lead.lead_no} · {sourceLabel(lead.source)}{' '}
            <LeadOrigin lead={lead} />· received {formats().dateTimeZone(lead.created_at)}
            {repeats && ` · Sent ${repeats.times} times, last ${formats().dateTimeZone(repeats.last_at)}`}
          </p>
        )}
      </div>
      <div className="lead-ways">
        {place && (
          <>
            <span className="lead-place">
              {formats().number(place.at)} of {formats().number(place.of)}
              {place.left && ' left'}
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
