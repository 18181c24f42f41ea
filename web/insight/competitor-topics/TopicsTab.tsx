import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { competitorTopics } from '#contract/insight/competitor-topics.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { FirstUse } from '#web/kit/list/ListStates.tsx'
import { counted } from '#web/kit/look/format.ts'
import { Answered, InsightFrame } from '#web/insight/frame/InsightFrame.tsx'
import { TOPIC_READS } from '#web/insight/frame/insight-reads.ts'
import type { EditedTopic } from './edited-topic.ts'
import { Suggestions } from './Suggestions.tsx'
import { TopicTable } from './TopicTable.tsx'
import './topics.css'

const EditTopic = lateDialog(() => import('./EditTopic.tsx').then(({ EditTopic }) => EditTopic))

/** What posts are counted by: phrases under a name. */
export const TopicsTab = () => {
  const answer = useOne(competitorTopics.list, { body: {} }, { enabled: can(competitorTopics.list) })
  const [edited, setEdited] = useState<EditedTopic>()
  const remove = useAction(competitorTopics.remove, { done: 'Deleted the topic', refreshes: TOPIC_READS })
  const topics = answer.data?.data ?? []
  const mayEdit = can(competitorTopics.add)
  const begin = () => setEdited({ topic: undefined })
  useKeys('list', mayEdit ? [{ keys: 'n', label: 'Add topic', run: begin }] : [])
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-keyshortcuts="N" onClick={begin}>
      <span className="action-words">
        Add topic <Kbd>N</Kbd>
      </span>
    </Button>
  )
  return (
    <InsightFrame
      tab="topics"
      about={answer.data && counted(topics.length, 'topic')}
      actions={topics.length > 0 && add}
    >
      <Answered answer={answer} many="Topics" failure={competitorTopics.list.failure}>
        <Suggestions onAdd={(phrase) => setEdited({ topic: undefined, phrase })} />
        {topics.length === 0 ? (
          <FirstUse
            empty={{
              title: 'No topics yet',
              text: 'A topic is a name with phrases; posts that have one of them are counted under it.',
              action: add,
            }}
          />
        ) : (
          <TopicTable
            topics={topics}
            onEdit={(topic) => setEdited({ topic })}
            onRemove={({ id }) => void remove({ params: { id } })}
          />
        )}
      </Answered>
      {edited && <EditTopic edited={edited} onClose={() => setEdited(undefined)} />}
    </InsightFrame>
  )
}
