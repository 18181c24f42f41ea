import { Form, Input, Radio, Switch } from 'antd'
import { COMPETITOR_LIMITS, competitors, type CompetitorRow } from '#contract/insight/competitors.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { COMPETITOR_READS } from '#web/insight/frame/insight-reads.ts'
import { COLOURS } from './colours.ts'

interface Values {
  name: string
  site: string
  own: boolean
  colour: string
  note?: string
}

export const EditCompetitor = ({ competitor, onClose }: { competitor: CompetitorRow; onClose: () => void }) => {
  const { id, name, site, own, colour, note, version } = competitor
  const update = useAction(competitors.update, {
    done: ({ data }) => `Saved ${data.name}`,
    refreshes: COMPETITOR_READS,
  })
  const colours: readonly string[] = COLOURS
  return (
    <FormModal<Values>
      open
      title={`Edit ${name}`}
      button="Save competitor"
      initialValues={{ name, site, own, colour, note }}
      onClose={onClose}
      onSave={({ note: text = '', ...values }) =>
        update.orThrow({ params: { id }, body: { ...values, note: text, version } })
      }
    >
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}>
        <Input autoFocus autoComplete="off" maxLength={COMPETITOR_LIMITS.name} />
      </Form.Item>
      <Form.Item name="site" label="Site" rules={[{ required: true, whitespace: true, message: 'Enter the address' }]}>
        <Input inputMode="url" autoComplete="off" maxLength={COMPETITOR_LIMITS.address} />
      </Form.Item>
      <Form.Item name="colour" label="Colour" required>
        <Radio.Group className="colour-choices">
          {[...new Set([colour, ...colours])].map((each, at) => (
            <Radio key={each} value={each} aria-label={`Colour ${at + 1}`}>
              <span className="colour-choice" style={{ backgroundColor: each }} aria-hidden />
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item name="note" label="Note">
        <Input.TextArea rows={3} maxLength={COMPETITOR_LIMITS.note} />
      </Form.Item>
      <Form.Item
        name="own"
        label="This is our own site"
        required
        valuePropName="checked"
        extra="Its posts count as ours. One site can be ours."
      >
        <Switch />
      </Form.Item>
    </FormModal>
  )
}
