import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { competitorAlerts, type Alert } from '#contract/insight/competitor-alerts.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { FirstUse } from '#web/kit/list/ListStates.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { When } from '#web/kit/look/When.tsx'
import { Answered, InsightFrame } from '#web/insight/frame/InsightFrame.tsx'
import { ALERT_READS } from '#web/insight/frame/insight-reads.ts'
import { ALERT_WORDS } from '#web/insight/frame/insight-words.tsx'
import '#web/insight/competitor-topics/topics.css'

const EditAlert = lateDialog(() => import('./EditAlert.tsx').then(({ EditAlert }) => EditAlert))

/** Of what people are notified, and how often that was. */
export const AlertsTab = () => {
  const narrow = useNarrow()
  const answer = useOne(competitorAlerts.list, { body: {} }, { enabled: can(competitorAlerts.list) })
  const [edited, setEdited] = useState<{ alert: Alert | undefined }>()
  const remove = useAction(competitorAlerts.remove, { done: 'Deleted the alert', refreshes: ALERT_READS })
  const update = useAction(competitorAlerts.update, {
    done: ({ data }) => `Switched ${data.name} ${data.active ? 'on' : 'off'}`,
    refreshes: ALERT_READS,
  })
  const alerts = answer.data?.data ?? []
  const mayEdit = can(competitorAlerts.add)
  const begin = () => setEdited({ alert: undefined })
  useKeys('list', mayEdit ? [{ keys: 'n', label: 'Add alert', run: begin }] : [])
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-keyshortcuts="N" onClick={begin}>
      <span className="action-words">
        Add alert <Kbd>N</Kbd>
      </span>
    </Button>
  )
  const row: AlertRow = {
    mayEdit,
    onSwitch: ({ id, version }, active) => void update({ params: { id }, body: { active, version } }),
    onEdit: (alert) => setEdited({ alert }),
    onRemove: ({ id }) => void remove({ params: { id } }),
  }
  return (
    <InsightFrame
      tab="alerts"
      about={answer.data && counted(alerts.length, 'alert')}
      actions={alerts.length > 0 && add}
    >
      <Answered answer={answer} many="Alerts" failure={competitorAlerts.list.failure}>
        {alerts.length === 0 ? (
          <FirstUse
            empty={{
              title: 'No alerts yet',
              text: 'An alert notifies people of posts in a topic, of words, of silence or of a broken feed.',
              action: add,
            }}
          />
        ) : narrow ? (
          <ul className="topic-cards" aria-label="Alerts">
            {alerts.map((alert) => (
              <li key={alert.id}>
                <div className="topic-card-head">
                  <strong>{alert.name}</strong>
                  <AlertActs alert={alert} {...row} />
                </div>
                <p className="second">{aboutOf(alert)}</p>
                <p className="second">{counted(alert.hits_90, 'time')} in 90 days</p>
              </li>
            ))}
          </ul>
        ) : (
          <AlertTable alerts={alerts} {...row} />
        )}
      </Answered>
      {edited && <EditAlert alert={edited.alert} onClose={() => setEdited(undefined)} />}
    </InsightFrame>
  )
}

interface AlertRow {
  mayEdit: boolean
  onSwitch: (alert: Alert, active: boolean) => void
  onEdit: (alert: Alert) => void
  onRemove: (alert: Alert) => void
}

const AlertTable = ({ alerts, ...row }: AlertRow & { alerts: readonly Alert[] }) => (
  <table className="insight-table" aria-label="Alerts">
    <thead>
      <tr>
        <th>Alert</th>
        <th>Notifies of</th>
        <th>People</th>
        <th className="cell-right">In 90 days</th>
        <th>Last</th>
        <th>
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {alerts.map((alert) => (
        <tr key={alert.id}>
          <td>
            <span className="topic-name">{alert.name}</span>
          </td>
          <td>{aboutOf(alert)}</td>
          <td>{peopleOf(alert)}</td>
          <td className="cell-right">{formats().number(alert.hits_90)}</td>
          <td>
            <When at={alert.last_at} />
          </td>
          <td className="cell-right">
            <AlertActs alert={alert} {...row} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const AlertActs = ({ alert, mayEdit, onSwitch, onEdit, onRemove }: AlertRow & { alert: Alert }) => (
  <span className="insight-row-acts alert-acts">
    <Switch
      checked={alert.active}
      disabled={!mayEdit}
      aria-label={`${alert.name} on`}
      onChange={(active) => onSwitch(alert, active)}
    />
    {mayEdit && (
      <>
        <Button
          type="text"
          icon={<EditOutlined aria-hidden />}
          aria-label={`Edit ${alert.name}`}
          onClick={() => onEdit(alert)}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`Delete ${alert.name}`}
          onClick={() => onRemove(alert)}
        />
      </>
    )}
  </span>
)

const aboutOf = ({ kind, topics, words, days }: Alert) => {
  const more = [...topics.map(({ name }) => name), ...words].join(', ')
  if (kind === 'silence' && days !== null) return `${ALERT_WORDS[kind]} of ${counted(days, 'day')}`
  return more === '' ? ALERT_WORDS[kind] : `${ALERT_WORDS[kind]}: ${more}`
}

const peopleOf = ({ people }: Alert) =>
  people.length === 0 ? 'Everybody who sees posts' : people.map(({ name }) => name).join(', ')
