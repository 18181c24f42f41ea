import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { leadImports, type LeadImport } from '#contract/imports.ts'
import { useAction } from '#web/kit/api.ts'
import { counted } from '#web/kit/format.ts'

/** Takes an import back, once: it asks first, since it cannot be undone. */
export const RevertButton = ({ found, refreshes }: { found: LeadImport; refreshes: readonly Endpoint[] }) => {
  const [asking, setAsking] = useState(false)
  const revert = useAction(leadImports.revert, { refreshes, then: () => setAsking(false) })
  const added = counted(found.counts.added, 'lead')
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        Revert import
      </Button>
      <Modal
        open={asking}
        title={`Take back the import of ${found.file_name}?`}
        onCancel={() => setAsking(false)}
        footer={[
          <Button key="keep" onClick={() => setAsking(false)}>
            Keep them
          </Button>,
          <Button key="revert" danger loading={revert.running} onClick={() => void revert({ body: { id: found.id } })}>
            Take back {added}
          </Button>,
        ]}
      >
        <p>
          {added} of this import will be deleted. Those that somebody has worked on since stay, and are listed
          afterwards. This can be done once and not be undone.
        </p>
      </Modal>
    </>
  )
}
