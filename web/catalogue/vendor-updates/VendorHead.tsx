import { CloseOutlined, DownOutlined, LinkOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useEffect, useRef } from 'react'
import type { VendorUpdate } from '#contract/catalogue/vendor-request.ts'
import { copyText } from '#web/kit/feedback/copy.ts'
import { formats } from '#web/kit/look/format.ts'
import { UpdateTag } from './vendor-words.tsx'

export const VENDOR_HEADING = 'vendor-heading'

interface VendorHeadProps {
  id: number
  request: VendorUpdate | undefined
  place: { at: number; of: number } | undefined
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

/** Which product, who asks, and the ways out. The heading takes the focus with each request. */
export const VendorHead = ({ id, request, place, onStep, onClose }: VendorHeadProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id])
  const copyLink = () =>
    copyText(location.href, {
      done: 'Link copied',
      failed: 'The link was not copied. Copy it from the address bar.',
    })

  return (
    <div className="vendor-head">
      <div className="vendor-title">
        <h2 id={VENDOR_HEADING} ref={heading} tabIndex={-1}>
          <span>{request?.record.name ?? 'Vendor request'}</span>
          {request && <UpdateTag status={request.status} />}
        </h2>
        {request && (
          <p>
            Update {request.id} · {request.record.code} · requested by {request.vendor.name},{' '}
            {formats().dateTime(request.requestedOn)}
          </p>
        )}
      </div>
      <div className="vendor-ways">
        {place && (
          <>
            <span className="vendor-place">
              {formats().number(place.at)} of {formats().number(place.of)}
            </span>
            <Space.Compact>
              <Button
                icon={<UpOutlined aria-hidden />}
                aria-label="Previous request"
                disabled={place.at <= 1}
                onClick={() => onStep(-1)}
              />
              <Button
                icon={<DownOutlined aria-hidden />}
                aria-label="Next request"
                disabled={place.at >= place.of}
                onClick={() => onStep(1)}
              />
            </Space.Compact>
          </>
        )}
        <Button
          type="text"
          className="vendor-link"
          icon={<LinkOutlined aria-hidden />}
          aria-label="Copy link"
          onClick={() => void copyLink()}
        />
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label="Close"
          aria-keyshortcuts="Escape"
          onClick={onClose}
        />
      </div>
    </div>
  )
}
